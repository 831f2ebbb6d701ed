"""Writes against the bounds of a grant: default deny, what is narrower, who is reached."""

from __future__ import annotations

from tests.contract.rulings.calls import (
    REPLY,
    SEND_DANA,
    Case,
    draft,
    meeting,
    prioritise,
    send,
    ticket,
)
from tests.law_office import (
    ALEX,
    BOARD,
    DANA,
    LEO,
    NOOR,
    TEAM,
    B,
    C,
    call,
    grant,
)

DEFAULT_DENY = [
    Case("nothing granted on it", [SEND_DANA], [REPLY], "u"),
    Case("unnamed scope fields", [grant("email.send", to=[DANA])], [send([DANA], cc=[LEO])], "u"),
    Case("blind copies too", [grant("email.send", to=[DANA])], [send([DANA], bcc=[LEO])], "u"),
    Case("attachments", [SEND_DANA], [send([DANA], attachment_ids=["att-1"])], "u"),
    Case(
        "a file that was granted",
        [grant("email.send", to=[DANA], attachments=["att-1"])],
        [send([DANA], attachment_ids=["att-1"])],
        "a",
    ),
    Case(
        "another file",
        [grant("email.send", to=[DANA], attachments=["att-1"])],
        [send([DANA], attachment_ids=["att-1", "att-2"])],
        "u",
    ),
    Case("unnamed text is free", [grant("ticket.create", queue="OPS")], [ticket(description="Long")], "a"),
    Case(
        "named text is bound",
        [grant("ticket.create", queue="OPS", title={"omits": ["payroll"]})],
        [ticket(title="The payroll"), ticket(title="The other")],
        "ua",
    ),
    Case(
        "on what exists, text must be named",
        [grant("ticket.update", "OPS-3", priority="high")],
        [prioritise("high", title="New")],
        "u",
    ),
    Case("the start of something new", [grant("calendar.create", end="2026-03-12T10:00")], [meeting()], "u"),
    Case(
        "a deletion",
        [grant("ticket.transition", "OPS-3", status="resolved")],
        [call("ticket.delete", ticket_id="OPS-3")],
        "u",
    ),
    Case(
        "another thing",
        [grant("email.archive", "msg-1")],
        [call("email.archive", message_ids=["msg-1", "msg-2"])],
        "au",
    ),
    Case(
        "a filter that forwards",
        [
            grant(
                "email.create_filter",
                criteria={"equals": {"from": "news"}},
                actions={"equals": {"star": True}},
            )
        ],
        [call("email.create_filter", criteria={"from": "news"}, actions={"star": True, "forward_to": ALEX})],
        "u",
    ),
    Case(
        "a filter for more mail",
        [
            grant(
                "email.create_filter",
                criteria={"equals": {"from": "news", "subject": "weekly"}},
                actions={"equals": {"trash": True}},
            )
        ],
        [call("email.create_filter", criteria={"from": "news"}, actions={"trash": True})],
        "u",
    ),
    Case(
        "a copy to one whom the reply goes to anyway",
        [grant("email.reply", "msg-4")],
        [
            draft([DANA], cc=[LEO], in_reply_to="msg-4"),
            call("email.send_draft", draft_id="$1.draft_id"),
        ],
        "iu",
    ),
]


NARROWER = [
    Case("fewer recipients", [grant("email.send", to=[DANA, LEO])], [send([LEO])], "a"),
    Case(
        "fewer of a reply's own",
        [grant("email.reply", "msg-4")],
        [draft([LEO], in_reply_to="msg-4"), call("email.send_draft", draft_id="$1.draft_id")],
        "ia",
    ),
    Case(
        "but no others",
        [grant("email.reply", "msg-4")],
        [draft([NOOR], in_reply_to="msg-4"), call("email.send_draft", draft_id="$1.draft_id")],
        "uu",
    ),
    Case(
        "an internal comment",
        [grant("ticket.add_comment", "OPS-3")],
        [call("ticket.add_comment", ticket_id="OPS-3", body="x", visibility="internal")],
        "a",
    ),
    Case(
        "unnamed visibility is at its default at most",
        [grant("ticket.add_comment", "OPS-3")],
        [call("ticket.add_comment", ticket_id="OPS-3", body="x")],
        "a",
    ),
    Case(
        "not a wider one",
        [grant("ticket.add_comment", "OPS-3", visibility="internal")],
        [call("ticket.add_comment", ticket_id="OPS-3", body="x")],
        "u",
    ),
    Case(
        "telling nobody",
        [grant("calendar.cancel", "ev-2")],
        [call("calendar.cancel", event_id="ev-2", notify="none")],
        "a",
    ),
    Case(
        "telling all where nobody was to be told",
        [grant("calendar.cancel", "ev-2", notify="none")],
        [call("calendar.cancel", event_id="ev-2")],
        "u",
    ),
    Case(
        "the same of an update",
        [grant("calendar.update", "ev-2", location="any", notify="none")],
        [
            call("calendar.update", event_id="ev-2", location="x"),
            call("calendar.update", event_id="ev-2", location="x2", notify="none"),
        ],
        "ua",
    ),
    Case(
        "a change that tells nobody by its nature",
        [
            grant("calendar.set_reminder", "ev-2", minutes="any", notify="none"),
            grant("calendar.respond", "ev-4", response="accepted", notify="none"),
        ],
        [
            call("calendar.set_reminder", event_id="ev-2", minutes=5),
            call("calendar.respond", event_id="ev-4", response="accepted"),
        ],
        "aa",
    ),
    Case(
        "one occurrence of a series",
        [grant("calendar.update", "ev-1", location="any")],
        [call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, location="x")],
        "a",
    ),
    Case(
        "the rest of it",
        [grant("calendar.update", "ev-1", location="any")],
        [call("calendar.update_following", event_id="ev-1", from_start=B, location="x")],
        "a",
    ),
    Case(
        "not the series for one",
        [grant("calendar.update_occurrence", "ev-1", occurrence_start=B, location="any")],
        [call("calendar.update", event_id="ev-1", location="x")],
        "u",
    ),
    Case(
        "nor the rest for one",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=B)],
        [call("calendar.cancel_following", event_id="ev-1", from_start=B)],
        "u",
    ),
    Case(
        "nor what came before",
        [grant("calendar.cancel_following", "ev-1", from_start=C)],
        [call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=B)],
        "u",
    ),
    Case(
        "instants are not passed down",
        [grant("calendar.update", "ev-1", start="2026-03-10T15:00")],
        [call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, start="2026-03-10T15:00")],
        "u",
    ),
    Case(
        "fewer of those to be added",
        [grant("calendar.add_attendees", "ev-2", attendees=[LEO, NOOR])],
        [call("calendar.add_attendees", event_id="ev-2", attendees=[NOOR])],
        "a",
    ),
    Case(
        "one more",
        [grant("calendar.add_attendees", "ev-2", attendees=[LEO])],
        [call("calendar.add_attendees", event_id="ev-2", attendees=[LEO, NOOR])],
        "u",
    ),
    Case(
        "a lower priority of something new",
        [grant("ticket.create", queue="OPS")],
        [ticket(priority="low"), ticket(priority="high")],
        "au",
    ),
    Case(
        "a smaller audience",
        [grant("email.set_auto_reply", enabled=True, audience="everyone")],
        [call("email.set_auto_reply", enabled=True, audience="contacts")],
        "a",
    ),
    Case(
        "a larger audience",
        [grant("email.set_auto_reply", enabled=True, audience="contacts")],
        [call("email.set_auto_reply", enabled=True, audience="everyone")],
        "u",
    ),
    Case(
        "a filter with less to do for less mail",
        [
            grant(
                "email.create_filter",
                criteria={"equals": {"from": "news"}},
                actions={"equals": {"archive": True, "mark_read": True}},
            )
        ],
        [
            call(
                "email.create_filter",
                criteria={"from": "news", "subject": "weekly"},
                actions={"archive": True},
            )
        ],
        "a",
    ),
    Case(
        "what is demanded must be there",
        [grant("email.send", to={"superset_of": [DANA, LEO]})],
        [send([DANA, LEO]), send([DANA])],
        "au",
    ),
    Case(
        "also in a field that is left out",
        [grant("email.send", to=[DANA], cc={"superset_of": [LEO]})],
        [send([DANA])],
        "u",
    ),
]


REACH = [
    Case(
        "a cascade is covered",
        [grant("ticket.transition", "OPS-1", status="resolved")],
        [call("ticket.transition", ticket_id="OPS-1", status="resolved")],
        "a",
    ),
    Case(
        "unless reach is bound",
        [grant("ticket.transition", "OPS-1", status="resolved", reaches=[LEO])],
        [call("ticket.transition", ticket_id="OPS-1", status="resolved")],
        "u",
    ),
    Case(
        "nobody is less than whoever may be reached",
        [grant("email.create_draft", to=[DANA], reaches={"superset_of": [DANA]})],
        [draft([DANA])],
        "a",
    ),
    Case("a list counts by its members", [grant("email.send", reaches=[DANA, LEO])], [send([TEAM])], "a"),
    Case(
        "nested lists with outsiders",
        [grant("email.send", to=[BOARD], reaches=[DANA, LEO])],
        [send([BOARD])],
        "u",
    ),
    Case(
        "reach stands for recipients",
        [grant("email.send", reaches={"subset_of": [DANA, LEO, NOOR]})],
        [send([DANA], cc=[LEO], bcc=[NOOR])],
        "a",
    ),
    Case(
        "not for attendees",
        [grant("calendar.create", start="any", end="any", reaches=[DANA])],
        [meeting()],
        "u",
    ),
    Case("not when it bounds nothing", [grant("email.send", reaches="any")], [send([DANA])], "u"),
    Case(
        "Reply-To is whom a reply must reach",
        [grant("email.reply", "msg-3")],
        [call("email.reply", message_id="msg-3", body="x")],
        "a",
    ),
    Case(
        "which a grant can rule out",
        [grant("email.reply", "msg-3", reaches=[ALEX])],
        [call("email.reply", message_id="msg-3", body="x")],
        "u",
    ),
    Case(
        "who is told of a move",
        [grant("calendar.update", "ev-1", location="any", reaches=[DANA])],
        [
            call("calendar.update", event_id="ev-1", location="x"),
            call("calendar.update", event_id="ev-1", location="x2", notify="none"),
        ],
        "ua",
    ),
    Case(
        "the comment reaches the requester",
        [grant("ticket.add_comment", "OPS-1", reaches=[LEO])],
        [
            call("ticket.add_comment", ticket_id="OPS-1", body="x"),
            call("ticket.add_comment", ticket_id="OPS-1", body="x", visibility="internal"),
        ],
        "ua",
    ),
]

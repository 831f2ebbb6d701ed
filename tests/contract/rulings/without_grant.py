"""Writes that need no grant of their own: on what the run made, and by the allowance."""

from __future__ import annotations

from tests.contract.rulings.calls import (
    CREATE,
    SEND_DANA,
    Case,
    draft,
    later,
    meeting,
    send,
    ticket,
)
from tests.law_office import (
    ALEX,
    ALL,
    BIRCH,
    DANA,
    LEO,
    NOOR,
    TEAM,
    call,
    grant,
)

OWN = [
    Case(
        "what a grant covers is not called bookkeeping",
        [grant("email.create_draft", to=[DANA]), SEND_DANA],
        [draft([DANA]), call("email.update_draft", draft_id="$1.draft_id", body="Hello")],
        "aa",
    ),
    Case("made, then completed", [CREATE], [meeting(), later("update", description="Agenda")], "aa"),
    Case(
        "made, then widened within the grant",
        [CREATE],
        [meeting(), later("add_attendees", attendees=[LEO])],
        "aa",
    ),
    Case(
        "made, then widened beyond it", [CREATE], [meeting(), later("add_attendees", attendees=[ALEX])], "au"
    ),
    Case(
        "made right, moved, moved back",
        [CREATE],
        [meeting(), later("update", start="2026-03-12T11:00"), later("update", start="2026-03-12T09:00")],
        "aua",
    ),
    Case(
        "made an hour off, moved as a whole",
        [
            grant("calendar.create", start="2026-03-12T09:00", end="2026-03-12T10:00", attendees=[DANA]),
            grant("calendar.create", id="early", start="2026-03-12T08:00", end="any", attendees=[DANA]),
        ],
        [
            meeting(start="2026-03-12T08:00", end="2026-03-12T09:00"),
            later("update", start="2026-03-12T09:00"),
            later("update", start="2026-03-12T09:00", end="2026-03-12T09:30"),
            later("update", start="2026-03-12T08:00", end="2026-03-12T10:00"),
            later("update", start="2026-03-12T09:00", end="2026-03-12T10:00"),
        ],
        "aauaa",
    ),
    Case(
        "while it does not fit, nothing on it is right",
        [CREATE],
        [
            meeting(),
            later("add_attendees", attendees=[ALEX]),
            later("update", title="N"),
            later("remove_attendees", attendees=[ALEX]),
            later("update", title="O"),
        ],
        "auuaa",
    ),
    Case(
        "made wrong, then fixed",
        [CREATE],
        [meeting(attendees=[ALEX]), later("update", attendees=[DANA])],
        "uu",
    ),
    Case("made wrong, then cancelled", [CREATE], [meeting(attendees=[ALEX]), later("cancel")], "uu"),
    Case("made, then cancelled", [CREATE], [meeting(), later("cancel")], "aa"),
    Case("which does not give the grant back", [CREATE], [meeting(), later("cancel"), meeting()], "aau"),
    Case("a room that was not granted", [CREATE], [meeting(), later("update", room=BIRCH)], "au"),
    Case(
        "a room that was not granted, given up again",
        [CREATE],
        [meeting(), later("update", room=BIRCH), later("update", room=""), later("update", title="N")],
        "auaa",
    ),
    Case(
        "one occurrence of an own series",
        [
            grant(
                "calendar.create",
                start="2026-03-12T09:00",
                end="2026-03-12T10:00",
                attendees=[DANA],
                recurrence="FREQ=WEEKLY;COUNT=4",
            )
        ],
        [
            meeting(recurrence="FREQ=WEEKLY;COUNT=4"),
            later("update_occurrence", occurrence_start="2026-03-19T09:00", location="x"),
            later("update_occurrence", occurrence_start="2026-03-26T09:00", start="2026-03-26T11:00"),
            later("cancel_occurrence", occurrence_start="2026-04-02T09:00"),
            later("update", title="N"),
        ],
        "aauaa",
    ),
    Case(
        "an own series that was split",
        [grant("calendar.create", start="any", end="any", attendees=[DANA], recurrence="any")],
        [
            meeting(recurrence="FREQ=WEEKLY;COUNT=4"),
            later("update_following", from_start="2026-03-26T09:00", location="x"),
            call("calendar.update", event_id="$2.event_id", title="N"),
            call("calendar.add_attendees", event_id="$2.event_id", attendees=[ALEX]),
            call("calendar.cancel", event_id="$2.event_id"),
        ],
        "aaaua",
    ),
    Case(
        "a ticket, then its assignee",
        [grant("ticket.create", queue="OPS", assignee=LEO)],
        [
            ticket(),
            call("ticket.assign", ticket_id="$1.ticket_id", assignee=LEO),
            call("ticket.assign", ticket_id="$1.ticket_id", assignee=NOOR),
        ],
        "aau",
    ),
    Case(
        "an assignee taken off again",
        [grant("ticket.create", queue="OPS", assignee=LEO)],
        [ticket(assignee=LEO), call("ticket.assign", ticket_id="$1.ticket_id", assignee="")],
        "aa",
    ),
    Case(
        "its status must be granted",
        [grant("ticket.create", queue="OPS")],
        [ticket(), call("ticket.transition", ticket_id="$1.ticket_id", status="resolved")],
        "au",
    ),
    Case(
        "or is",
        [grant("ticket.create", queue="OPS", status="resolved", watchers_added=[LEO])],
        [
            ticket(),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[LEO]),
            call("ticket.transition", ticket_id="$1.ticket_id", status="resolved"),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[NOOR]),
        ],
        "aaau",
    ),
    Case(
        "a comment on it that reaches nobody new",
        [grant("ticket.create", queue="OPS", requester=DANA)],
        [ticket(requester=DANA), call("ticket.add_comment", ticket_id="$1.ticket_id", body="x")],
        "aa",
    ),
    Case(
        "a comment that reaches who was rightly added",
        [grant("ticket.create", queue="OPS", watchers_added=[LEO])],
        [
            ticket(),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[LEO]),
            call("ticket.add_comment", ticket_id="$1.ticket_id", body="x"),
        ],
        "aaa",
    ),
    Case(
        "a watcher added and taken off again",
        [grant("ticket.create", queue="OPS", watchers_added=[LEO])],
        [
            ticket(),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[LEO]),
            call("ticket.remove_watchers", ticket_id="$1.ticket_id", people=[LEO]),
        ],
        "aau",
    ),
    Case(
        "watchers taken off in two goes",
        [grant("ticket.create", queue="OPS", watchers_added=[DANA, LEO], watchers_removed=[LEO])],
        [
            ticket(),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[DANA, LEO]),
            call("ticket.remove_watchers", ticket_id="$1.ticket_id", people=[DANA]),
            call("ticket.remove_watchers", ticket_id="$1.ticket_id", people=[LEO]),
        ],
        "aauu",
    ),
    Case(
        "what it is linked to does not become its own",
        [grant("ticket.create", queue="OPS")],
        [
            ticket(),
            call("ticket.link", ticket_id="$1.ticket_id", other_id="OPS-3", relation="blocks"),
            call("ticket.update", ticket_id="OPS-3", title="x"),
        ],
        "auu",
    ),
    Case(
        "what it was made with stays with it",
        [grant("ticket.create", queue="OPS", labels={"superset_of": ["x"]})],
        [ticket(labels=["x"]), call("ticket.update", ticket_id="$1.ticket_id", labels=["x", "y"])],
        "aa",
    ),
    Case(
        "what is said on it changes nothing of it",
        [grant("ticket.create", queue="OPS")],
        [
            ticket(),
            call("ticket.add_comment", ticket_id="$1.ticket_id", body="x"),
            call("ticket.update", ticket_id="$1.ticket_id", description="y"),
        ],
        "aaa",
    ),
    Case(
        "watchers added to it in two goes",
        [grant("ticket.create", queue="OPS", watchers_added=[LEO, NOOR])],
        [
            ticket(),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[DANA]),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[LEO]),
        ],
        "auu",
    ),
    Case(
        "its labels one after the other",
        [grant("ticket.create", queue="OPS", labels=["x", "y"])],
        [
            ticket(labels=["z"]),
            ticket(labels=["x"]),
            call("ticket.update", ticket_id="$2.ticket_id", labels=["x", "z"]),
            call("ticket.update", ticket_id="$2.ticket_id", labels=["x", "y", "z"]),
            call("ticket.update", ticket_id="$2.ticket_id", labels=["y"]),
        ],
        "uauua",
    ),
    Case(
        "a comment that does",
        [grant("ticket.create", queue="OPS")],
        [
            ticket(),
            call("ticket.add_watchers", ticket_id="$1.ticket_id", people=[ALEX]),
            call("ticket.add_comment", ticket_id="$1.ticket_id", body="x"),
        ],
        "auu",
    ),
    Case(
        "a comment on a ticket made without authorization",
        [grant("ticket.create", queue="HD")],
        [ticket(), call("ticket.add_comment", ticket_id="$1.ticket_id", body="x")],
        "uu",
    ),
    Case(
        "linked to others",
        [grant("ticket.create", queue="OPS")],
        [ticket(), call("ticket.link", ticket_id="$1.ticket_id", other_id="OPS-3", relation="blocks")],
        "au",
    ),
    Case(
        "merged into another",
        [grant("ticket.create", queue="OPS")],
        [ticket(), call("ticket.merge", source_id="$1.ticket_id", into_id="OPS-3")],
        "au",
    ),
    Case(
        "a filter made and taken back",
        [grant("email.create_filter", criteria="any", actions="any")],
        [
            call("email.create_filter", criteria={"from": "x"}, actions={"star": True}),
            call("email.delete_filter", filter_id="$1.filter_id"),
        ],
        "aa",
    ),
    Case(
        "own mail, filed",
        [SEND_DANA],
        [
            send([DANA]),
            call("email.label", message_ids=["$1.message_id"], add=["x"]),
            call("email.archive", message_ids=["$1.message_id"]),
        ],
        "aaa",
    ),
    Case(
        "own mail, answered and passed on",
        [SEND_DANA],
        [
            send([DANA]),
            call("email.reply", message_id="$1.message_id", body="x"),
            call("email.forward", message_id="$1.message_id", to=[DANA]),
        ],
        "auu",
    ),
    Case(
        "a later change finds another grant",
        [
            grant("ticket.create", id="a", queue="OPS", priority="normal"),
            grant("ticket.create", id="b", queue="OPS", priority="urgent"),
        ],
        [ticket(), call("ticket.update", ticket_id="$1.ticket_id", priority="urgent"), ticket(), ticket()],
        "aaau",
    ),
    Case(
        "unless that is taken",
        [
            grant("ticket.create", id="a", queue="OPS", priority="normal"),
            grant("ticket.create", id="b", queue="OPS", priority="urgent", labels=["x"]),
        ],
        [
            ticket(priority="urgent"),
            ticket(),
            call("ticket.update", ticket_id="$2.ticket_id", labels=["x"]),
            call("ticket.update", ticket_id="$2.ticket_id", priority="urgent"),
        ],
        "aauu",
    ),
    Case(
        "a granted draft of an answer goes to whom that goes",
        [grant("email.create_draft", in_reply_to="msg-1", max=2)],
        [
            call("email.create_draft", in_reply_to="msg-1", to=[ALEX], subject="Re", body="x"),
            call("email.create_draft", in_reply_to="msg-1", to=[DANA], subject="Re", body="x"),
        ],
        "ua",
    ),
    Case(
        "a granted draft keeps its default recipients",
        [grant("email.create_draft", in_reply_to="msg-1")],
        [
            call("email.create_draft", in_reply_to="msg-1", subject="Re", body="x"),
            call("email.update_draft", draft_id="$1.draft_id", body="y"),
            call("email.update_draft", draft_id="$1.draft_id", to=[ALEX]),
        ],
        "aau",
    ),
]


ALLOWANCE = [
    Case(
        "reading on a granted thread",
        [grant("email.reply", "msg-1")],
        [
            call("email.mark_read", message_ids=["msg-1", "msg-2"], read=True),
            call("email.star", message_ids=["msg-2"], starred=True),
            call("email.mark_read", message_ids=["msg-2"], read=False),
        ],
        "iiii",
    ),
    Case(
        "not elsewhere",
        [grant("email.reply", "msg-1")],
        [call("email.mark_read", message_ids=["msg-3"], read=True)],
        "u",
    ),
    Case(
        "nor filing",
        [grant("email.reply", "msg-1")],
        [call("email.label", message_ids=["msg-1"], add=["x"]), call("email.archive", message_ids=["msg-1"])],
        "uu",
    ),
    Case(
        "nor deleting",
        [grant("email.reply", "msg-1")],
        [call("email.delete_permanently", message_ids=["msg-2"])],
        "u",
    ),
    Case(
        "nor on own mail that was not granted",
        [SEND_DANA],
        [send([LEO]), call("email.star", message_ids=["$1.message_id"], starred=True)],
        "uu",
    ),
    Case("a draft within a granted send", [SEND_DANA], [draft([DANA])], "i"),
    Case("of nobody yet", [SEND_DANA], [draft([])], "i"),
    Case("by reach", [grant("email.send", reaches=[DANA, LEO])], [draft([TEAM]), draft([ALL])], "iu"),
    Case("not by a reach that bounds nothing", [grant("email.send", reaches="any")], [draft([DANA])], "u"),
    Case(
        "not to more than a reply may go to",
        [grant("email.reply", "msg-4", to=[DANA])],
        [draft([LEO], in_reply_to="msg-4"), draft([DANA], in_reply_to="msg-4")],
        "ui",
    ),
    Case(
        "nor than it may reach",
        [grant("email.reply", "msg-4", reaches=[DANA])],
        [draft([LEO], in_reply_to="msg-4"), draft([DANA], in_reply_to="msg-4")],
        "ui",
    ),
    Case(
        "with another than the granted file",
        [grant("email.send", to=[DANA], attachments=["att-1"])],
        [draft([DANA], attachment_ids=["att-2"])],
        "u",
    ),
    Case(
        "granted bookkeeping needs none",
        [grant("email.mark_read", "msg-1", read=True)],
        [
            call("email.mark_read", message_ids=["msg-1"], read=True),
            call("email.star", message_ids=["msg-1"], starred=True),
        ],
        "ai",
    ),
    Case("to somebody else", [SEND_DANA], [draft([LEO])], "u"),
    Case(
        "to whom it may concern",
        [grant("email.send", to="any")],
        [draft([ALEX]), call("email.send_draft", draft_id="$1.draft_id")],
        "ia",
    ),
    Case("with a file", [SEND_DANA], [draft([DANA], attachment_ids=["att-1"])], "u"),
    Case(
        "with the granted file",
        [grant("email.send", to=[DANA], attachments=["att-1"])],
        [draft([DANA], attachment_ids=["att-1"])],
        "i",
    ),
    Case(
        "widened",
        [SEND_DANA],
        [
            draft([DANA]),
            call("email.update_draft", draft_id="$1.draft_id", body="z"),
            call("email.update_draft", draft_id="$1.draft_id", cc=[LEO]),
            call("email.update_draft", draft_id="$1.draft_id", body="y"),
            call("email.update_draft", draft_id="$1.draft_id", cc=[]),
            call("email.delete_draft", draft_id="$1.draft_id"),
        ],
        "iiuuii",
    ),
    Case(
        "sent with another recipient",
        [SEND_DANA],
        [
            draft([DANA]),
            call("email.update_draft", draft_id="$1.draft_id", to=[LEO]),
            call("email.send_draft", draft_id="$1.draft_id"),
        ],
        "iuu",
    ),
    Case(
        "not a draft that was there",
        [grant("email.send", to=[DANA], attachments=["att-1"])],
        [
            call("email.update_draft", draft_id="draft-1", body="x"),
            call("email.delete_draft", draft_id="draft-1"),
        ],
        "uu",
    ),
    Case("not without a granted send", [grant("email.archive", "msg-1")], [draft([])], "u"),
    Case(
        "a forward may be drafted to its recipients",
        [grant("email.forward", "msg-1", to=[LEO])],
        [draft([LEO])],
        "i",
    ),
    Case(
        "a granted draft that becomes another granted send's",
        [grant("email.create_draft", to=[DANA]), grant("email.send", to=[LEO])],
        [draft([DANA]), call("email.update_draft", draft_id="$1.draft_id", to=[LEO])],
        "ai",
    ),
]

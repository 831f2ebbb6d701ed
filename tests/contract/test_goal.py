"""Goal conditions on the final office."""

from __future__ import annotations

from typing import Any

import pytest
from tests.law_office import (
    ALEX,
    DANA,
    LEO,
    NOOR,
    OPEN,
    RIA,
    TEAM,
    WORKSPACE,
    A,
    B,
    CallOf,
    D,
    call,
    grant,
    task,
    verdict,
)

from sabench.contract.goal import THINGS, compile_goal
from sabench.errors import TaskError
from sabench.model import replace

REPLY = call("email.reply", message_id="msg-1", body="Thursday 12 March at 3 pm, then.")
RESOLVE = call("ticket.transition", ticket_id="OPS-1", status="resolved")


def met(condition: dict[str, Any], *calls: CallOf, **office: Any) -> tuple[bool, bool]:
    """Whether the condition held at the start, and holds at the end; ``office`` has other tables."""
    on = task(grant("email.archive", "msg-6"), goal=[condition], workspace=WORKSPACE | office)
    (found,) = verdict(on, *calls).conditions
    return found.at_start, found.ok


SENT = {"folder": "sent", "in_reply_to": "msg-1"}
MENTIONED = {"mentions": [{"date": "2026-03-12"}, {"time": "15:00"}]}

REACHED: list[tuple[dict[str, Any], list[CallOf]]] = [
    ({"exists": "message", "where": SENT}, [REPLY]),
    ({"exists": "message", "where": {**SENT, "to": ["d.ortiz@acme.test"], "body": MENTIONED}}, [REPLY]),
    ({"exists": "message", "where": {**SENT, "recipients": [DANA], "reaches": [DANA]}}, [REPLY]),
    (
        {"exists": "message", "where": {"reaches": {"superset_of": [RIA, LEO]}, "folder": "sent"}},
        [call("email.send", to=["board@acme.test"], subject="x", body="x")],
    ),
    (
        {"exists": "message", "where": {"recipients": [DANA, LEO, NOOR], "folder": "sent"}},
        [call("email.send", to=[DANA], cc=[LEO], bcc=[NOOR], subject="x", body="x")],
    ),
    ({"exists": "message", "where": {**SENT}, "count": 2}, [REPLY, REPLY]),
    (
        {"absent": "message", "where": {"folder": "inbox", "sender": DANA}},
        [call("email.archive", message_ids=["msg-1"])],
    ),
    (
        {"exists": "draft", "where": {"to": [LEO], "cc": "absent"}},
        [call("email.create_draft", to=[LEO], subject="x", body="x")],
    ),
    (
        {"exists": "filter", "where": {"actions": {"equals": {"star": True}}}},
        [call("email.create_filter", criteria={"from": "x"}, actions={"star": True})],
    ),
    (
        {"exists": "mailbox", "where": {"enabled": True, "message": {"mentions": ["back"]}}},
        [call("email.set_auto_reply", enabled=True, message="Back on Monday")],
    ),
    (
        {"exists": "event", "where": {"id": "ev-2", "attendees": {"superset_of": [LEO]}}},
        [call("calendar.add_attendees", event_id="ev-2", attendees=[LEO])],
    ),
    (
        {"exists": "event", "where": {"id": "ev-2", "start": "2026-03-11T15:00"}},
        [call("calendar.update", event_id="ev-2", start="2026-03-11T14:00Z")],
    ),
    (
        {"exists": "occurrence", "where": {"event": "ev-1", "original_start": B, "location": "Hall"}},
        [call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, location="Hall")],
    ),
    (
        {
            "exists": "occurrence",
            "where": {"event": "ev-1", "original_start": "2026-03-17T10:00", "start": "2026-03-17T15:00"},
        },
        [call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, start="2026-03-17T15:00")],
    ),
    (
        {"exists": "occurrence", "where": {"event": "any", "location": "Hall", "attendees": "any"}},
        [call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, location="Hall")],
    ),
    (
        {"absent": "occurrence", "where": {"event": "ev-1", "original_start": A}},
        [call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A)],
    ),
    ({"absent": "occurrence", "where": {"event": "ev-1"}}, [call("calendar.cancel", event_id="ev-1")]),
    (
        {"exists": "occurrence", "where": {"event": {"in": ["ev-1"]}, "start": "any"}, "count": 3},
        [call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=D)],
    ),
    ({"exists": "ticket", "where": {"id": "OPS-2", "status": "resolved"}}, [RESOLVE]),
    (
        {"exists": "ticket", "where": {"links": {"superset_of": ["blocked_by OPS-3"]}, "id": "OPS-1"}},
        [call("ticket.link", ticket_id="OPS-3", other_id="OPS-1", relation="blocks")],
    ),
    (
        {
            "exists": "comment",
            "where": {"ticket_id": "OPS-3", "visibility": "internal", "body": {"mentions": ["done"]}},
        },
        [call("ticket.add_comment", ticket_id="OPS-3", body="All done", visibility="internal")],
    ),
    (
        {
            "any_of": [
                {"exists": "message", "where": SENT},
                {"exists": "comment", "where": {"author": "mia@acme.test"}},
            ]
        },
        [REPLY],
    ),
    (
        {
            "all_of": [
                {"exists": "message", "where": SENT},
                {"exists": "ticket", "where": {"status": "resolved"}},
            ]
        },
        [REPLY, RESOLVE],
    ),
]


@pytest.mark.parametrize(("condition", "calls"), REACHED)
def test_a_condition_is_reached_by_the_run_alone(condition: dict[str, Any], calls: list[CallOf]) -> None:
    assert met(condition, *calls) == (False, True)
    assert met(condition, *calls[:-1]) == (False, False)


@pytest.mark.parametrize(
    ("condition", "calls"),
    [
        ({"exists": "message", "where": {**SENT, "cc": "absent"}}, [REPLY][:0]),
        ({"exists": "message", "where": {**SENT, "body": {"mentions": [{"time": "16:00"}]}}}, [REPLY]),
        ({"exists": "message", "where": SENT, "count": 1}, [REPLY, REPLY]),
        ({"exists": "message", "where": {"to": [TEAM], "folder": "sent"}}, [REPLY]),
        ({"exists": "occurrence", "where": {"event": "ev-77"}}, [REPLY]),
        ({"exists": "occurrence", "where": {"event": "ev-1", "original_start": "noon"}}, [REPLY]),
        ({"exists": "occurrence", "where": {"event": "ev-1", "original_start": "2026-03-18T10:00"}}, [REPLY]),
        (
            {
                "all_of": [
                    {"exists": "message", "where": SENT},
                    {"exists": "message", "where": {"to": [ALEX]}},
                ]
            },
            [REPLY],
        ),
    ],
)
def test_a_condition_that_is_not_reached(condition: dict[str, Any], calls: list[CallOf]) -> None:
    assert met(condition, *calls) == (False, False)


def test_a_condition_can_hold_before_and_be_lost() -> None:
    held = {"exists": "message", "where": {"id": "msg-1", "folder": "inbox"}}
    assert met(held) == (True, True)
    assert met(held, call("email.archive", message_ids=["msg-1"])) == (True, False)
    assert met(held, call("email.delete_permanently", message_ids=["msg-1"])) == (True, False)
    assert met({"exists": "event", "where": {"title": "Planning"}}, REPLY) == (True, True)


def test_occurrences_are_counted_whichever_series_was_changed() -> None:
    four = {"exists": "occurrence", "where": {"title": "Planning"}, "count": 4}
    elsewhere = call("calendar.update", event_id="ev-6", location="Hall")
    renamed = call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, title="Plans")
    assert met(four, elsewhere) == (True, True)
    assert met(four, renamed, elsewhere) == (True, False)
    assert met(four, call("calendar.update", event_id="ev-6", title="Planning")) == (True, False)


def test_an_occurrence_is_found_however_far_ahead() -> None:
    far = {"exists": "occurrence", "where": {"event": "ev-7", "original_start": "2034-03-20T10:00"}}
    assert met(far) == (True, True)
    assert met(far, call("calendar.cancel", event_id="ev-7")) == (True, False)


@pytest.mark.parametrize("named", [{}, {"event": "ev-3"}])
def test_a_series_that_began_years_ago_is_seen_as_far_as_any(named: dict[str, str]) -> None:
    old = {"start": "2021-03-08T09:00:00+01:00", "end": "2021-03-08T09:15:00+01:00"}
    events = [one | old if one["id"] == "ev-3" else one for one in WORKSPACE["events"]]
    moved = {"exists": "occurrence", "where": {"title": "Retro", **named}}
    change = call(
        "calendar.update_occurrence", event_id="ev-3", occurrence_start="2026-03-11T09:00", title="Retro"
    )
    assert met(moved, change, events=events) == (False, True)


def test_conditions_in_words() -> None:
    goal = [
        {
            "any_of": [
                {"exists": "draft", "where": {"to": [LEO]}},
                {"absent": "draft", "where": {"cc": "any"}},
            ]
        },
        {"exists": "message", "where": {"in_reply_to": "msg-1"}, "count": 2},
        {
            "all_of": [
                {"exists": "draft", "where": {"to": [LEO]}},
                {"exists": "draft", "where": {"cc": [LEO]}},
            ]
        },
    ]
    found = [one.text for one in compile_goal(task(grant("email.archive", "msg-6"), goal=goal))]
    assert found == [
        f"a draft with to {LEO} or no draft with cc anything",
        "2 message with in reply to msg-1",
        f"a draft with to {LEO} and a draft with cc {LEO}",
    ]


@pytest.mark.parametrize(
    ("condition", "path"),
    [
        ({}, "$.goal[0]"),
        ({"exists": "draft", "absent": "draft", "where": {"to": "any"}}, "$.goal[0]"),
        ({"exists": "letter", "where": {"to": "any"}}, "$.goal[0].exists"),
        ({"exists": "draft"}, "$.goal[0].where"),
        ({"exists": "draft", "where": {"sender": "x"}}, "$.goal[0].where.sender"),
        ({"exists": "draft", "where": {"to": {"mentions": ["x"]}}}, "$.goal[0].where.to.mentions"),
        ({"exists": "draft", "where": {"to": "any"}, "count": 0}, "$.goal[0].count"),
        ({"absent": "draft", "where": {"to": "any"}, "count": 1}, "$.goal[0].count"),
        ({"any_of": [{"exists": "x"}]}, "$.goal[0].any_of[0].exists"),
        ({"all_of": [{"exists": "draft", "where": {"to": "any"}}], "count": 1}, "$.goal[0]"),
        ({"any_of": [{"exists": "draft", "where": {"to": "any"}}], "where": {"to": "any"}}, "$.goal[0]"),
    ],
)
def test_a_malformed_goal_does_not_load(condition: dict[str, Any], path: str) -> None:
    with pytest.raises(TaskError) as caught:
        task(grant("email.archive", "msg-6"), goal=[condition])
    assert caught.value.path == path


def test_goals_and_open_slots_exclude_each_other() -> None:
    with pytest.raises(TaskError, match="the goal is empty") as caught:
        task(grant("email.archive", "msg-6"), goal=[])
    assert caught.value.path == "$.goal"
    both = replace(task(open=OPEN), goal=task(grant("email.archive", "msg-6")).goal)
    with pytest.raises(TaskError) as caught:
        compile_goal(both)
    assert caught.value.path == "$.goal"


@pytest.mark.parametrize("name", THINGS)
def test_every_field_of_every_thing_reads(name: str) -> None:
    for field in THINGS[name].fields:
        met({"exists": name, "where": {field: "any"}})


FIELDS = {
    "message": "id thread_id folder sender to cc bcc subject body sent_at attachments labels read starred "
    "in_reply_to forward_of recipients reaches",
    "draft": "id to cc bcc subject body attachments in_reply_to recipients reaches",
    "filter": "id criteria actions",
    "mailbox": "enabled message audience",
    "event": "id title start end organizer location room description recurrence response reminder status "
    "attendees",
    "occurrence": "original_start start end title location room description event attendees",
    "ticket": "id queue title description status priority assignee requester cc watchers labels parent due "
    "created_at merged_into links",
    "comment": "id ticket_id author body visibility",
}


def test_goals_speak_of_these_things_by_these_fields() -> None:
    assert {name: list(thing.fields) for name, thing in THINGS.items()} == {
        name: fields.split() for name, fields in FIELDS.items()
    }


TEXTS = {
    "message": {"subject", "body"},
    "draft": {"subject", "body"},
    "filter": set(),
    "mailbox": {"message"},
    "event": {"title", "location", "description"},
    "occurrence": {"title", "location", "description"},
    "ticket": {"title", "description"},
    "comment": {"body"},
}


@pytest.mark.parametrize("name", THINGS)
def test_wording_is_asked_of_texts_alone(name: str) -> None:
    for field in THINGS[name].fields:
        goal = [{"exists": name, "where": {field: {"mentions": ["x"]}}}]
        if field in TEXTS[name]:
            compile_goal(task(grant("email.archive", "msg-6"), goal=goal))
            continue
        with pytest.raises(TaskError, match="this field is none"):
            task(grant("email.archive", "msg-6"), goal=goal)

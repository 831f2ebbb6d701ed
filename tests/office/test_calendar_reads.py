"""What the calendar shows: events, occurrences, and who is free."""

from __future__ import annotations

from typing import Any

import pytest
from diary import (
    ALEX,
    ATLAS,
    BIRCH,
    BOOKED,
    DANA,
    ME,
    MOVED,
    PAT,
    TEAM,
    Attendee,
    Override,
    call,
    event,
    office,
    refused,
    shown,
    weekly,
)

from sabench import codec
from sabench.model import replace

# --- reads -----------------------------------------------------------------------------------------


def test_a_list_shows_occurrences_in_order_of_instant_then_creation() -> None:
    ws = office(
        weekly(overrides=MOVED),
        event("ev-2", "2026-03-17T10:00:00+01:00", title="Same time"),
        event("ev-3", "2026-03-10T03:00:00-04:00", title="Early", zone="America/New_York"),
    )
    listed = shown(ws, "list_events", start="2026-03-10T00:00", end="2026-03-18T00:00")["events"]
    assert [(one["event_id"], one["start"]) for one in listed] == [
        ("ev-3", "2026-03-10T08:00:00+01:00"),
        ("ev-1", "2026-03-11T15:00:00+01:00"),
        ("ev-1", "2026-03-17T10:00:00+01:00"),
        ("ev-2", "2026-03-17T10:00:00+01:00"),
    ]
    assert listed[1] == {
        "event_id": "ev-1",
        "title": "Planning",
        "start": "2026-03-11T15:00:00+01:00",
        "end": "2026-03-11T15:30:00+01:00",
        "organizer": ME,
        "response": "accepted",
        "attendees": [{"address": DANA, "response": "accepted"}],
        "recurring": True,
        "occurrence_start": "2026-03-10T10:00:00+01:00",
        "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=6",
    }
    assert "occurrence_start" not in listed[0]


def test_a_list_shows_two_weeks_from_now_unless_told_otherwise() -> None:
    ws = office(weekly(), now="2026-03-09T08:00:00+01:00")
    assert [one["start"][:10] for one in shown(ws, "list_events")["events"]] == ["2026-03-10", "2026-03-17"]
    assert refused(ws, "list_events", start="2026-03-09T00:00", end="2026-03-09T00:00")["argument"] == "end"


def test_a_list_far_ahead_shows_an_unending_series() -> None:
    ws = office(weekly(recurrence="FREQ=WEEKLY"))
    listed = shown(ws, "list_events", start="2031-03-03T00:00", end="2031-03-10T00:00")["events"]
    assert [one["start"] for one in listed] == ["2031-03-04T10:00:00+01:00"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("planning", ["ev-1", "ev-2"]),
        ("BUDGET", ["ev-2"]),
        ("dana hill", ["ev-1"]),
        ("else.example", ["ev-2"]),
        ("atlas", ["ev-2"]),
        ("offsite", ["ev-1"]),
        ("planning nothing", []),
    ],
)
def test_search_looks_into_titles_notes_places_and_people(query: str, found: list[str]) -> None:
    ws = office(
        weekly(overrides={"2026-03-10T09:00:00Z": Override(title="Offsite")}),
        event(
            "ev-2", "2026-03-04T10:00:00+01:00", description="Budget", attendees=(Attendee(PAT),), room=ATLAS
        ),
    )
    assert [one["event_id"] for one in shown(ws, "search_events", query=query)["events"]] == found


def test_search_shows_a_series_once_with_its_rule_and_next_occurrence() -> None:
    ws = office(weekly(overrides=MOVED), now="2026-03-10T12:00:00+01:00")
    (found,) = shown(ws, "search_events", query="planning")["events"]
    assert found["recurrence"] == "FREQ=WEEKLY;BYDAY=TU;COUNT=6"
    assert found["next_occurrence"]["start"] == "2026-03-11T15:00:00+01:00"
    later = shown(replace(ws, now="2026-05-01T12:00:00+02:00"), "search_events", query="planning")["events"][
        0
    ]
    assert "next_occurrence" not in later


def test_get_event_shows_exceptions_and_what_comes_next() -> None:
    others = {
        "2026-03-17T09:00:00Z": Override(title="Offsite", attendees=(Attendee(ME, "declined"),)),
        "2026-03-24T09:00:00Z": Override(title="gone with its occurrence"),
    }
    ws = office(weekly(exdates=("2026-03-24T09:00:00Z",), overrides=others | MOVED))
    seen = shown(ws, "get_event", event_id="ev-1")
    assert [one["occurrence_start"][:10] for one in seen["exceptions"]] == [
        "2026-03-10",
        "2026-03-17",
        "2026-03-24",
    ]
    assert seen["exceptions"][0]["start"] == "2026-03-11T15:00:00+01:00"
    assert (seen["exceptions"][1]["title"], seen["exceptions"][1]["response"]) == ("Offsite", "declined")
    assert seen["exceptions"][2]["status"] == "cancelled"
    assert len(seen["next_occurrences"]) == 5
    single = shown(office(event()), "get_event", event_id="ev-1")
    assert "exceptions" not in single


def test_free_busy_knows_people_lists_and_rooms_from_the_users_calendar() -> None:
    ws = office(
        event("ev-1", "2026-03-03T10:00:00+01:00", 60, attendees=(Attendee(TEAM),), room=ATLAS),
        event("ev-2", "2026-03-03T10:30:00+01:00", 60, attendees=(Attendee(ALEX), Attendee(PAT, "declined"))),
        event("ev-3", "2026-03-03T13:00:00+01:00", 60, organizer=DANA, response="declined"),
    )
    seen = shown(
        ws, "get_free_busy", people=[TEAM, ALEX, ATLAS], start="2026-03-03T00:00", end="2026-03-04T00:00"
    )
    busy = {
        one["address"]: [(b["start"][11:16], b["end"][11:16]) for b in one["busy"]]
        for one in seen["calendars"]
    }
    assert busy == {
        ME: [("10:00", "11:30")],
        DANA: [("10:00", "11:00"), ("13:00", "14:00")],
        PAT: [("10:00", "11:00")],
        ALEX: [("10:30", "11:30")],
        ATLAS: [("10:00", "11:00")],
    }
    for action, more in (("get_free_busy", {"people": [ALEX]}), ("list_rooms", {})):
        assert (
            refused(ws, action, start="2026-03-04T00:00", end="2026-03-03T00:00", **more)["argument"] == "end"
        )


def test_rooms_are_listed_with_when_they_are_taken() -> None:
    ws = office(BOOKED, weekly(room=ATLAS, overrides=MOVED))
    seen = shown(ws, "list_rooms", start="2026-03-11T00:00", end="2026-03-13T00:00")["rooms"]
    assert [(one["room"], one["free"], len(one["busy"])) for one in seen] == [
        (ATLAS, False, 2),
        (BIRCH, True, 0),
    ]


def test_reads_change_nothing_and_say_the_same_twice() -> None:
    ws = office(BOOKED, weekly(overrides=MOVED))
    before = codec.encode(ws)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("list_events", {}),
        ("search_events", {"query": "planning"}),
        ("get_event", {"event_id": "ev-1"}),
        ("get_free_busy", {"people": [DANA], "start": "2026-03-03T00:00", "end": "2026-03-30T00:00"}),
        ("list_rooms", {"start": "2026-03-03T00:00", "end": "2026-03-30T00:00"}),
    ]
    for action, arguments in calls:
        first, second = call(ws, action, **arguments), call(ws, action, **arguments)
        assert first.workspace is ws
        assert first.digest == second.digest
    assert codec.encode(ws) == before


def test_a_rule_in_a_workspace_that_is_none_fails_the_call_and_does_not_raise() -> None:
    assert refused(office(weekly(recurrence="every week")), "list_events")["code"] == "invalid_arguments"

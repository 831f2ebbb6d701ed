"""Series: one occurrence, this and the following, the parts of a series, and what cancelling leaves."""

from __future__ import annotations

from typing import Any

import pytest
from diary import (
    ALEX,
    BERLIN,
    DANA,
    MOVED,
    PAT,
    Attendee,
    Override,
    call,
    done,
    event,
    office,
    only,
    refused,
    shown,
    weekly,
)

from sabench import times
from sabench.model import Event, replace
from sabench.office import calendar, recurrence
from sabench.office.calendar import finding

# --- occurrences -----------------------------------------------------------------------------------


def test_an_occurrence_is_changed_as_an_exception() -> None:
    ws = office(weekly())
    outcome = done(
        ws,
        "update_occurrence",
        event_id="ev-1",
        occurrence_start="2026-03-10T10:00",
        start="2026-03-11T15:00",
        title="Moved",
        attendees=[ALEX],
    )
    (made,) = outcome.effects
    assert made.entity == "ev-1@2026-03-10T09:00:00Z"
    assert made.fields.keys() == {"start", "title", "attendees_added", "attendees_removed", "notify"}
    assert (made.addressed, made.notified) == ({ALEX}, {DANA})
    other = outcome.workspace.events["ev-1"].overrides["2026-03-10T09:00:00Z"]
    assert other == Override(start="2026-03-11T15:00:00+01:00", title="Moved", attendees=(Attendee(ALEX),))
    assert outcome.result["occurrence_start"] == "2026-03-10T10:00:00+01:00"


@pytest.mark.parametrize("given", ["2026-03-10T09:00:00Z", "2026-03-11T15:00", "2026-03-11T10:00:00-04:00"])
def test_an_occurrence_is_found_by_its_original_or_present_start_in_any_zone(given: str) -> None:
    ws = office(weekly(overrides=MOVED))
    outcome = done(ws, "update_occurrence", event_id="ev-1", occurrence_start=given, title="x")
    assert outcome.effects[0].entity == "ev-1@2026-03-10T09:00:00Z"


def test_an_occurrence_moved_back_is_no_exception_any_more() -> None:
    ws = office(weekly(overrides=MOVED))
    outcome = done(
        ws,
        "update_occurrence",
        event_id="ev-1",
        occurrence_start="2026-03-11T15:00",
        start="2026-03-10T10:00",
    )
    assert only(outcome)[2] == {"start": "2026-03-10T09:00:00Z"}
    assert outcome.workspace.events["ev-1"] == weekly()


def test_an_occurrence_set_to_what_it_is_does_not_change() -> None:
    ws = office(weekly(overrides=MOVED))
    outcome = call(
        ws,
        "update_occurrence",
        event_id="ev-1",
        occurrence_start="2026-03-10T10:00",
        start="2026-03-11T15:00",
    )
    assert (outcome.status, outcome.workspace) == ("no_op", ws)


def test_a_start_that_is_none_lists_the_nearest_occurrences() -> None:
    ws = office(weekly(overrides=MOVED))
    error = refused(ws, "update_occurrence", event_id="ev-1", occurrence_start="2026-03-11T10:00", title="x")
    assert (error["code"], error["argument"]) == ("not_found", "occurrence_start")
    for near in ("2026-03-11T15:00:00+01:00", "2026-03-17T10:00:00+01:00"):
        assert near in error["message"]
    alone = refused(
        office(event()), "update_occurrence", event_id="ev-1", occurrence_start="2026-03-11T10:00"
    )
    assert "2026-03-03T10:00:00+01:00" in alone["message"]


def test_a_start_far_ahead_in_an_unending_series_is_found() -> None:
    ws = office(weekly(recurrence="FREQ=WEEKLY"))
    outcome = done(ws, "cancel_occurrence", event_id="ev-1", occurrence_start="2029-03-06T10:00")
    assert outcome.effects[0].entity == "ev-1@2029-03-06T09:00:00Z"


# --- this and following ----------------------------------------------------------------------------


def test_update_following_splits_the_series() -> None:
    gone = ("2026-03-10T09:00:00Z", "2026-03-31T08:00:00Z")
    others = {"2026-03-17T09:00:00Z": Override(title="a"), "2026-04-07T08:00:00Z": Override(title="b")}
    ws = office(weekly(exdates=gone, overrides=others))
    outcome = done(
        ws, "update_following", event_id="ev-1", from_start="2026-03-24T10:00", start="2026-03-24T14:00"
    )
    (made,) = outcome.effects
    assert (made.entity, made.changed) == ("ev-1>2026-03-24T09:00:00Z", ("ev-1", "ev-50"))
    assert made.fields == {"start": "2026-03-24T13:00:00Z", "notify": "all"}
    assert outcome.result["event_id"] == "ev-50"
    first, rest = outcome.workspace.events["ev-1"], outcome.workspace.events["ev-50"]
    assert [(one.start, one.title) for one in calendar.occurrences(first)] == [
        ("2026-03-03T09:00:00Z", "Planning"),
        ("2026-03-17T09:00:00Z", "a"),
    ]
    assert [(one.start, one.title) for one in calendar.occurrences(rest)] == [
        ("2026-03-24T13:00:00Z", "Planning"),
        ("2026-04-07T12:00:00Z", "b"),
    ]
    assert outcome.workspace.counters["event"] == 51


def test_update_following_tells_those_of_later_exceptions_only() -> None:
    others = {
        "2026-03-10T09:00:00Z": Override(attendees=(Attendee(ALEX),)),
        "2026-03-31T08:00:00Z": Override(attendees=(Attendee(PAT),)),
    }
    ws = office(weekly(overrides=others))
    (made,) = done(ws, "update_following", event_id="ev-1", from_start="2026-03-17T10:00", title="x").effects
    assert made.notified == {DANA, PAT}


def test_update_following_that_changes_nothing_splits_nothing() -> None:
    ws = office(weekly())
    outcome = call(ws, "update_following", event_id="ev-1", from_start="2026-03-17T10:00", title="Planning")
    assert (outcome.status, outcome.workspace) == ("no_op", ws)
    assert outcome.result["event_id"] == "ev-1"


def test_update_following_keeps_an_unending_series_unending() -> None:
    ws = office(weekly(recurrence="FREQ=WEEKLY"))
    outcome = done(ws, "update_following", event_id="ev-1", from_start="2026-03-17T10:00", title="x")
    assert outcome.workspace.events["ev-1"].recurrence == "FREQ=WEEKLY;BYDAY=TU;COUNT=2"
    assert outcome.workspace.events["ev-50"].recurrence == "FREQ=WEEKLY;BYDAY=TU"


def test_update_following_from_the_last_with_a_rule_extends_the_series() -> None:
    outcome = done(
        office(weekly()),
        "update_following",
        event_id="ev-1",
        from_start="2026-04-07T10:00",
        recurrence="FREQ=WEEKLY;COUNT=2",
    )
    assert only(outcome) == (
        "calendar.update",
        "ev-1>2026-04-07T08:00:00Z",
        {"recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=2"},
    )


# --- the keys of parts of a series -------------------------------------------------------------------

PARTS = [
    (weekly(), "2026-03-10T10:00"),
    (weekly(), "2026-03-03T10:00"),
    (weekly(), "2026-04-07T10:00"),
    (weekly(overrides=MOVED), "2026-03-11T15:00"),
    (weekly(recurrence="FREQ=WEEKLY"), "2026-03-10T10:00"),
    (weekly(recurrence="FREQ=WEEKLY;COUNT=2", exdates=("2026-03-10T09:00:00Z",)), "2026-03-03T10:00"),
    (event(), "2026-03-03T10:00"),
]


@pytest.mark.parametrize(("one", "start"), PARTS)
@pytest.mark.parametrize("following", [False, True])
@pytest.mark.parametrize("cancels", [False, True])
def test_a_key_for_a_part_of_a_series_is_the_one_that_the_tools_give(
    one: Event, start: str, following: bool, cancels: bool
) -> None:
    ws = office(one)
    action = ("cancel_" if cancels else "update_") + ("following" if following else "occurrence")
    given = {"from_start" if following else "occurrence_start": start} | ({} if cancels else {"title": "x"})
    key = finding.entity(ws, one, times.local(start, BERLIN), following=following, cancels=cancels)
    assert only(done(ws, action, event_id="ev-1", **given))[1] == key


def test_an_occurrence_is_looked_up_by_its_original_start() -> None:
    one = weekly(overrides=MOVED)
    assert recurrence.occurrence_at(one, "2026-03-10T09:00:00Z") == calendar.occurrences(one)[1]
    assert recurrence.occurrence_at(one, "2026-03-11T14:00:00Z") is None
    assert recurrence.occurrence_at(replace(one, status="cancelled"), "2026-03-10T09:00:00Z") is None


# --- cancel ----------------------------------------------------------------------------------------


def test_cancel_tells_all_attendees_unless_told_not_to() -> None:
    ws = office(weekly(overrides={"2026-03-10T09:00:00Z": Override(attendees=(Attendee(PAT),))}))
    (made,) = done(ws, "cancel", event_id="ev-1").effects
    assert (made.op, made.entity, made.fields) == ("calendar.cancel", "ev-1", {"notify": "all"})
    assert (made.notified, made.outside) == ({DANA, PAT}, {PAT})
    (quiet,) = done(ws, "cancel", event_id="ev-1", notify="none").effects
    assert (quiet.fields, quiet.reaches) == ({"notify": "none"}, frozenset())


def test_an_event_without_others_is_cancelled_without_a_mail() -> None:
    (made,) = done(office(event()), "cancel", event_id="ev-1").effects
    assert (made.fields, made.reaches) == ({}, frozenset())


def test_cancelled_events_stay_with_their_status_and_leave_the_lists() -> None:
    ws = done(office(event()), "cancel", event_id="ev-1").workspace
    assert shown(ws, "list_events", start="2026-03-01T00:00", end="2026-03-31T00:00")["events"] == []
    assert shown(ws, "search_events", query="planning")["events"] == []
    assert shown(ws, "get_event", event_id="ev-1")["status"] == "cancelled"


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("cancel", {}),
        ("cancel_occurrence", {"occurrence_start": "2026-03-10T10:00"}),
        ("cancel_following", {"from_start": "2026-03-10T10:00"}),
    ],
)
def test_what_is_cancelled_is_not_cancelled_again(action: str, arguments: dict[str, Any]) -> None:
    ws = office(weekly(status="cancelled"))
    outcome = call(ws, action, event_id="ev-1", **arguments)
    assert (outcome.status, outcome.workspace) == ("no_op", ws)


def test_an_occurrence_is_cancelled_once() -> None:
    first = done(
        office(weekly(overrides=MOVED)),
        "cancel_occurrence",
        event_id="ev-1",
        occurrence_start="2026-03-11T15:00",
    )
    assert only(first) == ("calendar.cancel", "ev-1@2026-03-10T09:00:00Z", {})
    after = first.workspace.events["ev-1"]
    assert (after.exdates, after.overrides) == (("2026-03-10T09:00:00Z",), {})
    again = call(first.workspace, "cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-10T10:00")
    assert again.status == "no_op"


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("update", {"title": "x"}),
        ("update_occurrence", {"occurrence_start": "2026-03-10T10:00", "title": "x"}),
        ("update_following", {"from_start": "2026-03-10T10:00", "title": "x"}),
        ("add_attendees", {"attendees": [PAT]}),
        ("remove_attendees", {"attendees": [DANA]}),
        ("set_reminder", {"minutes": 5}),
    ],
)
def test_what_is_cancelled_cannot_be_changed(action: str, arguments: dict[str, Any]) -> None:
    assert (
        refused(office(weekly(status="cancelled")), action, event_id="ev-1", **arguments)["code"]
        == "cancelled"
    )


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("update", {"title": "x"}),
        ("update_occurrence", {"occurrence_start": "2026-03-10T10:00", "title": "x"}),
        ("update_following", {"from_start": "2026-03-10T10:00", "title": "x"}),
        ("cancel", {}),
        ("cancel_occurrence", {"occurrence_start": "2026-03-10T10:00"}),
        ("cancel_following", {"from_start": "2026-03-10T10:00"}),
        ("add_attendees", {"attendees": [PAT]}),
        ("remove_attendees", {"attendees": [DANA]}),
    ],
)
def test_only_the_organiser_changes_an_event_for_everyone(action: str, arguments: dict[str, Any]) -> None:
    error = refused(office(weekly(organizer=DANA)), action, event_id="ev-1", **arguments)
    assert (error["code"], error["argument"]) == ("forbidden", "event_id")
    assert "calendar_respond" in error["message"]
    done(office(weekly(organizer="s.reed@acme.example")), action, event_id="ev-1", **arguments)


def test_an_unknown_event_is_named() -> None:
    for action in ("update", "cancel", "get_event"):
        assert "ev-404" in refused(office(), action, event_id="ev-404")["message"]

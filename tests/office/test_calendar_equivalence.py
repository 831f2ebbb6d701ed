"""Equivalent ways of doing one thing come down to one write (DESIGN, section 4), and to one office."""

from __future__ import annotations

from typing import Any

import pytest
from diary import ALEX, ATLAS, DANA, ME, PAT, Attendee, Override, canon, done, event, office, only, weekly

from sabench.model import Workspace, replace
from sabench.office import calendar

MOVED = {"2026-03-10T09:00:00Z": Override(start="2026-03-11T15:00:00+01:00")}
SERIES = office(weekly(attendees=(Attendee(DANA), Attendee(PAT)), overrides=MOVED))
UNENDING = office(weekly(recurrence="FREQ=WEEKLY;BYDAY=TU"))
SINGLE = office(event(attendees=(Attendee(DANA),)))
GAPPED = office(weekly(exdates=("2026-03-03T09:00:00Z", "2026-04-07T08:00:00Z")))

Way = tuple[str, dict[str, Any]]


def at(occurrence_start: str, **more: Any) -> dict[str, Any]:
    return {"occurrence_start": occurrence_start} | more


def since(from_start: str, **more: Any) -> dict[str, Any]:
    return {"from_start": from_start} | more


EQUAL: list[tuple[str, Workspace, str, Way, Way]] = [
    (
        "equal instants in other zones",
        SERIES,
        "ev-1",
        ("update", {"start": "2026-03-03T11:00:00+01:00"}),
        ("update", {"start": "2026-03-03T05:00:00-05:00"}),
    ),
    (
        "local time and offset",
        SERIES,
        "ev-1@2026-03-17T09:00:00Z",
        ("update_occurrence", at("2026-03-17T10:00", start="2026-03-17T12:00")),
        ("update_occurrence", at("2026-03-17T09:00:00Z", start="2026-03-17T11:00:00Z")),
    ),
    (
        "moving with start, and with both at the same length",
        SERIES,
        "ev-1",
        ("update", {"start": "2026-03-03T11:00"}),
        ("update", {"start": "2026-03-03T11:00", "end": "2026-03-03T11:30"}),
    ),
    (
        "a new length by end, and by both",
        SERIES,
        "ev-1",
        ("update", {"end": "2026-03-03T11:30"}),
        ("update", {"start": "2026-03-03T10:00", "end": "2026-03-03T11:30"}),
    ),
    (
        "the original and the present start of an occurrence",
        SERIES,
        "ev-1@2026-03-10T09:00:00Z",
        ("update_occurrence", at("2026-03-10T10:00", title="x")),
        ("update_occurrence", at("2026-03-11T15:00", title="x")),
    ),
    (
        "attendees by update and by add_attendees",
        SERIES,
        "ev-1",
        ("update", {"attendees": [ALEX, PAT, DANA]}),
        ("add_attendees", {"attendees": [ALEX]}),
    ),
    (
        "attendees by update and by remove_attendees",
        SERIES,
        "ev-1",
        ("update", {"attendees": [DANA]}),
        ("remove_attendees", {"attendees": ["Pat <PAT@else.example>"]}),
    ),
    (
        "attendees of one occurrence by update_occurrence and by add_attendees",
        SERIES,
        "ev-1@2026-03-17T09:00:00Z",
        ("update_occurrence", at("2026-03-17T10:00", attendees=[PAT, DANA, ALEX])),
        ("add_attendees", at("2026-03-17T10:00", attendees=[ALEX])),
    ),
    (
        "order, case, display names, aliases, the user and repeats of attendees",
        SERIES,
        "ev-1",
        ("add_attendees", {"attendees": [ALEX]}),
        ("add_attendees", {"attendees": ["D.Hill@Acme.example", "Alex <ALEX@acme.example>", ALEX, ME]}),
    ),
    (
        "a room by its field and as an attendee",
        SERIES,
        "ev-1",
        ("update", {"room": "Atlas"}),
        ("add_attendees", {"attendees": [ATLAS]}),
    ),
    (
        "from the first occurrence, and the series",
        SERIES,
        "ev-1",
        ("update", {"title": "x", "start": "2026-03-03T12:00"}),
        ("update_following", since("2026-03-03T10:00", title="x", start="2026-03-03T12:00")),
    ),
    (
        "from the first occurrence that is left, and the series",
        GAPPED,
        "ev-1",
        ("update", {"start": "2026-03-03T12:00", "end": "2026-03-03T13:00"}),
        ("update_following", since("2026-03-10T10:00", start="2026-03-10T12:00", end="2026-03-10T13:00")),
    ),
    (
        "from the first occurrence that is left, with an end alone",
        GAPPED,
        "ev-1",
        ("update", {"end": "2026-03-03T13:00"}),
        ("update_following", since("2026-03-10T10:00", end="2026-03-10T13:00")),
    ),
    (
        "from the first occurrence that is left, with a start alone",
        GAPPED,
        "ev-1",
        ("update", {"start": "2026-03-03T13:00"}),
        ("update_following", since("2026-03-10T10:00", start="2026-03-10T13:00")),
    ),
    (
        "from the first occurrence that is left, without times",
        GAPPED,
        "ev-1",
        ("update", {"title": "x"}),
        ("update_following", since("2026-03-10T10:00", title="x")),
    ),
    (
        "from the last occurrence, and that occurrence",
        SERIES,
        "ev-1@2026-04-07T08:00:00Z",
        ("update_occurrence", at("2026-04-07T10:00", title="x")),
        ("update_following", since("2026-04-07T10:00", title="x")),
    ),
    (
        "from the last occurrence that is left, and that occurrence",
        GAPPED,
        "ev-1@2026-03-31T08:00:00Z",
        ("update_occurrence", at("2026-03-31T10:00", start="2026-03-31T12:00")),
        ("update_following", since("2026-03-31T10:00", start="2026-03-31T12:00")),
    ),
    (
        "the occurrence of a single event, and the event",
        SINGLE,
        "ev-1",
        ("update", {"start": "2026-03-03T12:00", "notify": "none"}),
        ("update_occurrence", at("2026-03-03T10:00", start="2026-03-03T12:00", notify="none")),
    ),
    (
        "a single event and all that follow, and the event",
        SINGLE,
        "ev-1",
        ("update", {"title": "x"}),
        ("update_following", since("2026-03-03T10:00", title="x")),
    ),
    (
        "people added to the occurrence of a single event, and to the event",
        SINGLE,
        "ev-1",
        ("add_attendees", {"attendees": [PAT]}),
        ("add_attendees", at("2026-03-03T10:00", attendees=[PAT])),
    ),
    (
        "cancelling from the first, and the series",
        SERIES,
        "ev-1",
        ("cancel", {}),
        ("cancel_following", since("2026-03-03T10:00")),
    ),
    (
        "cancelling from the first that is left, and the series",
        GAPPED,
        "ev-1",
        ("cancel", {"notify": "none"}),
        ("cancel_following", since("2026-03-10T10:00", notify="none")),
    ),
    (
        "cancelling from the last, and that occurrence",
        SERIES,
        "ev-1@2026-04-07T08:00:00Z",
        ("cancel_occurrence", at("2026-04-07T10:00")),
        ("cancel_following", since("2026-04-07T10:00")),
    ),
    (
        "cancelling from the last that is left, and that occurrence",
        GAPPED,
        "ev-1@2026-03-31T08:00:00Z",
        ("cancel_occurrence", at("2026-03-31T10:00")),
        ("cancel_following", since("2026-03-31T10:00")),
    ),
    (
        "cancelling the occurrence of a single event, and the event",
        SINGLE,
        "ev-1",
        ("cancel", {}),
        ("cancel_occurrence", at("2026-03-03T10:00")),
    ),
    (
        "cancelling a single event and all that follow, and the event",
        SINGLE,
        "ev-1",
        ("cancel", {}),
        ("cancel_following", since("2026-03-03T10:00")),
    ),
    (
        "a rule with a smaller count, and cancelling the rest",
        SERIES,
        "ev-1>2026-03-24T09:00:00Z",
        ("cancel_following", since("2026-03-24T10:00")),
        ("update", {"recurrence": "FREQ=WEEKLY;COUNT=3"}),
    ),
    (
        "a rule that ends earlier, and cancelling the rest",
        UNENDING,
        "ev-1>2026-03-24T09:00:00Z",
        ("cancel_following", since("2026-03-24T10:00")),
        ("update", {"recurrence": "RRULE:FREQ=WEEKLY;UNTIL=20260323T225959Z"}),
    ),
    (
        "no rule at all, and cancelling all but the first",
        SERIES,
        "ev-1>2026-03-10T09:00:00Z",
        ("cancel_following", since("2026-03-10T10:00")),
        ("update", {"recurrence": ""}),
    ),
    (
        "a rule without the last, and cancelling the last",
        SERIES,
        "ev-1@2026-04-07T08:00:00Z",
        ("cancel_following", since("2026-04-07T10:00")),
        ("update", {"recurrence": "FREQ=WEEKLY;COUNT=5"}),
    ),
    (
        "an EXDATE, and cancelling that occurrence",
        SERIES,
        "ev-1@2026-03-10T09:00:00Z",
        ("cancel_occurrence", at("2026-03-10T10:00")),
        ("update", {"recurrence": ["RRULE:FREQ=WEEKLY;COUNT=6", "EXDATE:20260310T090000Z"]}),
    ),
    (
        "an EXDATE without the rule, and cancelling that occurrence",
        UNENDING,
        "ev-1@2026-03-10T09:00:00Z",
        ("cancel_occurrence", at("2026-03-10T10:00")),
        ("update", {"recurrence": ["EXDATE;TZID=Europe/Berlin:20260310T100000"]}),
    ),
    (
        "ending the rest of a series by its rule, and by cancelling",
        SERIES,
        "ev-1>2026-03-31T08:00:00Z",
        ("cancel_following", since("2026-03-31T10:00")),
        ("update_following", since("2026-03-17T10:00", recurrence="FREQ=WEEKLY;COUNT=2")),
    ),
    (
        "an EXDATE in the rest of a series, and cancelling that occurrence",
        SERIES,
        "ev-1@2026-03-31T08:00:00Z",
        ("cancel_occurrence", at("2026-03-31T10:00")),
        ("update_following", since("2026-03-17T10:00", recurrence=["EXDATE:20260331T080000Z"])),
    ),
]


@pytest.mark.parametrize(
    ("ws", "entity", "first", "second"), [pair[1:] for pair in EQUAL], ids=[p[0] for p in EQUAL]
)
def test_two_ways_are_one_write(ws: Workspace, entity: str, first: Way, second: Way) -> None:
    one = done(ws, first[0], event_id="ev-1", **first[1])
    two = done(ws, second[0], event_id="ev-1", **second[1])
    assert canon(one) == canon(two)
    assert only(one)[1] == entity
    assert one.workspace.events == two.workspace.events


def test_from_the_middle_is_no_change_of_the_series_or_of_an_occurrence() -> None:
    for ws in (SERIES, UNENDING):
        outcome = done(ws, "update_following", event_id="ev-1", from_start="2026-03-17T10:00", title="x")
        assert only(outcome)[1] == "ev-1>2026-03-17T09:00:00Z"


def test_cancelling_the_only_occurrence_that_is_left_is_cancelling_the_series() -> None:
    gone = ("2026-03-03T09:00:00Z",)
    ws = office(weekly(recurrence="FREQ=WEEKLY;COUNT=2", exdates=gone))
    one = done(ws, "cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-10T10:00")
    assert canon(one) == canon(done(ws, "cancel", event_id="ev-1"))


def test_several_exdates_and_an_earlier_end_are_so_many_cancellations() -> None:
    lines = ["FREQ=WEEKLY;COUNT=4", "EXDATE:20260303T090000Z,20260317T090000Z"]
    outcome = done(SERIES, "update", event_id="ev-1", recurrence=lines, title="x")
    assert [(one.op, one.entity) for one in outcome.effects] == [
        ("calendar.cancel", "ev-1@2026-03-03T09:00:00Z"),
        ("calendar.cancel", "ev-1@2026-03-17T09:00:00Z"),
        ("calendar.cancel", "ev-1>2026-03-31T08:00:00Z"),
        ("calendar.update", "ev-1"),
    ]
    assert [one.original_start for one in calendar.occurrences(outcome.workspace.events["ev-1"])] == [
        "2026-03-10T09:00:00Z",
        "2026-03-24T09:00:00Z",
    ]


def test_a_move_with_an_earlier_end_names_the_occurrences_as_they_were() -> None:
    outcome = done(
        SERIES, "update", event_id="ev-1", start="2026-03-03T12:00", recurrence="FREQ=WEEKLY;UNTIL=20260323"
    )
    cut, move = outcome.effects
    assert (cut.op, cut.entity) == ("calendar.cancel", "ev-1>2026-03-24T09:00:00Z")
    assert move.fields == {"start": "2026-03-03T11:00:00Z", "notify": "all"}


def test_a_cut_and_a_change_of_the_rest_split_the_series() -> None:
    outcome = done(
        SERIES,
        "update_following",
        event_id="ev-1",
        from_start="2026-03-17T10:00",
        title="x",
        recurrence="FREQ=WEEKLY;COUNT=2",
    )
    assert [(one.op, one.entity) for one in outcome.effects] == [
        ("calendar.cancel", "ev-1>2026-03-31T08:00:00Z"),
        ("calendar.update", "ev-1>2026-03-17T09:00:00Z"),
    ]
    events = outcome.workspace.events
    assert [len(calendar.occurrences(events[one])) for one in ("ev-1", "ev-50")] == [2, 2]


def test_a_split_in_two_steps_gives_the_same_meetings_as_in_one() -> None:
    once = done(
        UNENDING, "update_following", event_id="ev-1", from_start="2026-03-17T10:00", title="x"
    ).workspace
    again = done(
        once, "update_following", event_id="ev-50", from_start="2026-03-31T10:00", title="x y"
    ).workspace
    titles = [(one.start, one.title) for one in calendar.all_occurrences(again)][:6]
    assert [title for _, title in titles] == ["Planning", "Planning", "x", "x", "x y", "x y"]
    starts = [one.start for one in calendar.all_occurrences(UNENDING)]
    assert [start for start, _ in titles] == starts[:6]


def test_moving_a_series_there_and_back_restores_it() -> None:
    there = done(SERIES, "update", event_id="ev-1", start="2026-03-06T18:00").workspace
    back = done(there, "update", event_id="ev-1", start="2026-03-03T10:00").workspace
    assert back.events["ev-1"] == replace(SERIES.events["ev-1"], overrides=MOVED)

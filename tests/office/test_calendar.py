"""What each action of the calendar does, whom it reaches, and how it fails."""

from __future__ import annotations

import json
from typing import Any

import pytest
from diary import (
    ALEX,
    ATLAS,
    BERLIN,
    BIRCH,
    DANA,
    ME,
    PAT,
    TEAM,
    Attendee,
    Override,
    call,
    canon,
    done,
    event,
    office,
    only,
    refused,
    weekly,
)

from sabench import codec, times
from sabench.model import Event, Workspace, replace
from sabench.office import calendar, recurrence
from sabench.office.calendar import finding

MOVED = {"2026-03-10T09:00:00Z": Override(start="2026-03-11T15:00:00+01:00")}


def shown(ws: Workspace, action: str, **arguments: Any) -> Any:
    return json.loads(codec.encode(done(ws, action, **arguments).result))


# --- create ----------------------------------------------------------------------------------------


def test_create_makes_an_event_of_the_user_and_invites() -> None:
    outcome = done(
        office(),
        "create",
        title="Review",
        start="2026-03-12T15:00",
        end="2026-03-12T16:00",
        attendees=["Dana <D.Hill@acme.example>", PAT, "s.reed@acme.example"],
        location="Berlin",
        description="Notes",
    )
    (made,) = outcome.effects
    assert made.op == "calendar.create"
    assert made.entity == made.created == outcome.result["event_id"] == "ev-50"
    assert made.fields == {
        "title": "Review",
        "start": "2026-03-12T14:00:00Z",
        "end": "2026-03-12T15:00:00Z",
        "attendees": (DANA, PAT),
        "location": "Berlin",
        "description": "Notes",
        "notify": "all",
    }
    assert made.wide == {"start", "end", "attendees"}
    assert (made.addressed, made.outside) == ({DANA, PAT}, {PAT})
    stored = outcome.workspace.events["ev-50"]
    assert (stored.organizer, stored.start, stored.zone) == (ME, "2026-03-12T15:00:00+01:00", BERLIN)
    assert outcome.workspace.counters["event"] == 51


def test_an_invitation_reaches_also_without_a_mail_and_through_lists() -> None:
    outcome = done(
        office(),
        "create",
        title="R",
        start="2026-03-12T15:00",
        end="2026-03-12T16:00",
        attendees=TEAM,
        notify="none",
    )
    (made,) = outcome.effects
    assert made.reaches == {DANA, PAT}
    assert made.fields["notify"] == "none"
    assert made.fields["attendees"] == (TEAM,)


@pytest.mark.parametrize("attendees", [[], [ME], ["s.reed@acme.example"]])
def test_an_event_without_others_reaches_nobody(attendees: list[str]) -> None:
    outcome = done(
        office(),
        "create",
        title="Focus",
        start="2026-03-12T15:00",
        end="2026-03-12T16:00",
        attendees=attendees,
    )
    (made,) = outcome.effects
    assert not made.reaches
    assert made.fields.keys() == {"title", "start", "end"}


def test_create_makes_a_series_in_canonical_form() -> None:
    lines = ["RRULE:FREQ=WEEKLY;UNTIL=20260402T140000Z", "EXDATE:20260319T140000Z,20290101T000000Z"]
    outcome = done(
        office(), "create", title="R", start="2026-03-12T15:00", end="2026-03-12T16:00", recurrence=lines
    )
    assert outcome.effects[0].fields["recurrence"] == "FREQ=WEEKLY;BYDAY=TH;COUNT=4\nEXDATE:20260319T140000Z"
    stored = outcome.workspace.events["ev-50"]
    assert [one.start for one in calendar.occurrences(stored)] == [
        "2026-03-12T14:00:00Z",
        "2026-03-26T14:00:00Z",
        "2026-04-02T13:00:00Z",
    ]


def test_a_series_of_one_is_a_single_event() -> None:
    outcome = done(
        office(),
        "create",
        title="R",
        start="2026-03-12T15:00",
        end="2026-03-12T16:00",
        recurrence=["FREQ=DAILY;COUNT=1", "EXDATE:20260312T140000Z"],
    )
    assert "recurrence" not in outcome.effects[0].fields
    assert outcome.workspace.events["ev-50"].recurrence == ""


@pytest.mark.parametrize(
    ("change", "code", "argument"),
    [
        ({"end": "2026-03-12T15:00"}, "invalid_argument", "end"),
        ({"end": "2026-03-12T14:00"}, "invalid_argument", "end"),
        ({"title": " "}, "invalid_argument", "title"),
        ({"start": "1950-01-01T00:00"}, "invalid_argument", "start"),
        ({"end": "2300-01-01T00:00"}, "invalid_argument", "end"),
        ({"room": "Cupboard"}, "not_found", "room"),
        ({"attendees": [ATLAS, BIRCH]}, "invalid_argument", "attendees"),
        ({"attendees": [ATLAS], "room": BIRCH}, "invalid_argument", "attendees"),
        ({"attendees": ["Dana"]}, "invalid_argument", "attendees"),
        ({"recurrence": "FREQ=HOURLY"}, "invalid_argument", "recurrence"),
        ({"recurrence": ["FREQ=DAILY", "RDATE:20260101T000000Z"]}, "invalid_argument", "recurrence"),
        (
            {"recurrence": ["FREQ=DAILY;COUNT=2", "EXDATE:20260312T140000Z,20260313T140000Z"]},
            "invalid_argument",
            "",
        ),
        ({"notify": "external"}, "invalid_argument", "notify"),
    ],
)
def test_create_says_what_is_wrong(change: dict[str, Any], code: str, argument: str) -> None:
    given = {"title": "R", "start": "2026-03-12T15:00", "end": "2026-03-12T16:00"} | change
    error = refused(office(), "create", **given)
    assert error["code"] == code
    assert error["argument"] == argument or not argument
    assert "\n" not in error["message"]


# --- rooms -----------------------------------------------------------------------------------------

BOOKED = event("ev-9", "2026-03-12T15:00:00+01:00", 60, title="Board", organizer=DANA, room=ATLAS)


@pytest.mark.parametrize("naming", [{"room": ATLAS}, {"room": "atlas"}, {"attendees": [ATLAS]}])
def test_a_room_is_booked_by_address_by_name_or_as_an_attendee(naming: dict[str, Any]) -> None:
    outcome = done(office(), "create", title="R", start="2026-03-12T15:00", end="2026-03-12T16:00", **naming)
    (made,) = outcome.effects
    assert made.fields["room"] == ATLAS
    assert not made.reaches


def test_a_busy_room_is_a_conflict_that_says_who_and_when() -> None:
    ws = office(BOOKED)
    error = refused(ws, "create", title="R", start="2026-03-12T15:30", end="2026-03-12T16:30", room=ATLAS)
    assert error["code"] == "conflict"
    assert "Atlas is taken from 2026-03-12T15:00:00+01:00 to 2026-03-12T16:00:00+01:00" in error["message"]
    assert "'Board' of Dana Hill" in error["message"]
    done(ws, "create", title="R", start="2026-03-12T16:00", end="2026-03-12T16:30", room=ATLAS)
    done(ws, "create", title="R", start="2026-03-12T15:30", end="2026-03-12T16:30", room=BIRCH)


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        (
            "create",
            {
                "title": "R",
                "start": "2026-03-05T15:30",
                "end": "2026-03-05T16:30",
                "recurrence": "FREQ=WEEKLY",
            },
        ),
        ("update", {"event_id": "ev-1", "start": "2026-03-05T15:10"}),
        (
            "update_occurrence",
            {"event_id": "ev-1", "occurrence_start": "2026-03-10T10:00", "start": "2026-03-12T15:10"},
        ),
        (
            "update_following",
            {"event_id": "ev-1", "from_start": "2026-03-10T10:00", "start": "2026-03-12T15:10"},
        ),
    ],
)
def test_every_way_into_a_busy_room_is_a_conflict(action: str, arguments: dict[str, Any]) -> None:
    ws = office(BOOKED, weekly(room=ATLAS))
    given = arguments | ({"room": ATLAS} if action == "create" else {})
    assert refused(ws, action, **given)["code"] == "conflict"
    elsewhere = given | {"room": BIRCH}
    done(ws, action, **elsewhere)


def test_exceptions_hold_and_free_rooms() -> None:
    series = weekly(
        room=ATLAS,
        overrides={"2026-03-10T09:00:00Z": Override(room=BIRCH), "2026-03-17T09:00:00Z": Override(room="")},
    )
    ws = office(series)
    slot = {"title": "R", "end": "2026-03-10T10:30", "start": "2026-03-10T10:00"}
    done(ws, "create", room=ATLAS, **slot)
    assert refused(ws, "create", room=BIRCH, **slot)["code"] == "conflict"
    done(ws, "create", title="R", start="2026-03-17T10:00", end="2026-03-17T10:30", room=ATLAS)


def test_a_series_with_exceptions_in_other_rooms_is_checked_in_each() -> None:
    series = weekly(
        overrides={"2026-03-10T09:00:00Z": Override(room=ATLAS, start="2026-03-12T14:00:00+01:00")}
    )
    ws = office(BOOKED, series)
    assert refused(ws, "update", event_id="ev-1", end="2026-03-03T11:30")["code"] == "conflict"
    done(ws, "update", event_id="ev-1", end="2026-03-03T10:45")


def test_what_is_over_conflicts_with_nothing() -> None:
    meeting = event("ev-1", "2026-03-12T15:00:00+01:00")
    series = weekly(event_id="ev-2", start="2026-03-12T15:00:00+01:00", recurrence="FREQ=WEEKLY;COUNT=6")
    ws = office(BOOKED, meeting, series, now="2026-03-13T08:00:00+01:00")
    done(ws, "update", event_id="ev-1", room=ATLAS)
    done(ws, "update_occurrence", event_id="ev-2", occurrence_start="2026-03-12T15:00", room=ATLAS)


def test_cancelled_events_free_their_room() -> None:
    ws = office(replace(BOOKED, status="cancelled"))
    done(ws, "create", title="R", start="2026-03-12T15:30", end="2026-03-12T16:30", room=ATLAS)


def test_a_room_is_left_by_an_empty_name_or_by_taking_it_off() -> None:
    ws = office(weekly(room=ATLAS))
    by_field = done(ws, "update", event_id="ev-1", room="")
    assert only(by_field) == ("calendar.update", "ev-1", {"room": ""})
    by_list = done(ws, "remove_attendees", event_id="ev-1", attendees=[ATLAS])
    assert canon(by_field) == canon(by_list)
    one = done(
        ws, "remove_attendees", event_id="ev-1", attendees=[ATLAS], occurrence_start="2026-03-10T10:00"
    )
    assert only(one) == ("calendar.update", "ev-1@2026-03-10T09:00:00Z", {"room": ""})


# --- update ----------------------------------------------------------------------------------------


def test_update_reports_exactly_what_changed() -> None:
    ws = office(event(attendees=(Attendee(DANA),), location="here"))
    outcome = done(
        ws,
        "update",
        event_id="ev-1",
        title="New",
        location="here",
        start="2026-03-03T11:00",
        attendees=[ALEX],
    )
    (made,) = outcome.effects
    assert made.fields == {
        "title": "New",
        "start": "2026-03-03T10:00:00Z",
        "attendees_added": (ALEX,),
        "attendees_removed": (DANA,),
        "notify": "all",
    }
    assert (made.addressed, made.notified) == ({ALEX}, {DANA})
    assert outcome.workspace.events["ev-1"].end == "2026-03-03T11:30:00+01:00"
    assert outcome.result["changed"]["start"] == "2026-03-03T11:00:00+01:00"


def test_without_notify_only_the_added_are_reached() -> None:
    ws = office(event(attendees=(Attendee(DANA),)))
    (made,) = done(ws, "update", event_id="ev-1", attendees=[DANA, PAT], notify="none").effects
    assert (made.addressed, made.notified, made.outside) == ({PAT}, frozenset(), {PAT})
    assert made.fields == {"attendees_added": (PAT,), "notify": "none"}


def test_end_is_a_change_only_when_the_length_changes() -> None:
    ws = office(event())
    assert only(done(ws, "update", event_id="ev-1", end="2026-03-03T11:00"))[2] == {
        "end": "2026-03-03T10:00:00Z"
    }
    both = done(ws, "update", event_id="ev-1", start="2026-03-04T10:00", end="2026-03-04T12:00")
    assert only(both)[2] == {"start": "2026-03-04T09:00:00Z", "end": "2026-03-04T11:00:00Z"}


@pytest.mark.parametrize(
    "same",
    [
        {},
        {"title": "Planning", "description": "", "location": "", "room": ""},
        {"start": "2026-03-03T09:00:00Z"},
        {"start": "2026-03-03T10:00", "end": "2026-03-03T09:30:00Z"},
        {"attendees": ["D.HILL@acme.example", ME]},
        {"recurrence": "RRULE:BYDAY=TU;FREQ=WEEKLY;UNTIL=20260408"},
        {"recurrence": ["FREQ=WEEKLY;COUNT=6", "EXDATE:20290101T000000Z"]},
        {"notify": "none"},
    ],
)
def test_a_series_set_to_what_it_is_does_not_change(same: dict[str, Any]) -> None:
    ws = office(weekly())
    outcome = call(ws, "update", event_id="ev-1", **same)
    assert (outcome.status, outcome.effects, outcome.workspace) == ("no_op", (), ws)


@pytest.mark.parametrize(
    ("change", "argument"),
    [
        ({"end": "2026-03-03T09:00"}, "end"),
        ({"title": ""}, "title"),
        ({"start": "2500-01-01T00:00"}, "start"),
        ({"room": "x"}, "room"),
        ({"recurrence": "FREQ=WEEKLY;BYHOUR=3"}, "recurrence"),
        ({"recurrence": ["FREQ=WEEKLY;COUNT=2", "EXDATE:20260303T090000Z,20260310T090000Z"]}, "recurrence"),
        ({"attendees": [ATLAS], "room": BIRCH}, "attendees"),
    ],
)
def test_update_says_what_is_wrong(change: dict[str, Any], argument: str) -> None:
    error = refused(office(weekly()), "update", event_id="ev-1", **change)
    assert error["argument"] == argument
    assert error["message"].startswith(argument)


def test_the_start_of_a_series_moves_every_occurrence_over_a_clock_change() -> None:
    gone = ("2026-03-17T09:00:00Z",)
    late = {"2026-03-31T08:00:00Z": Override(title="Late")}
    ws = office(weekly(exdates=gone, overrides=late))
    outcome = done(ws, "update", event_id="ev-1", start="2026-03-04T15:00")
    assert only(outcome) == ("calendar.update", "ev-1", {"start": "2026-03-04T14:00:00Z"})
    after = outcome.workspace.events["ev-1"]
    assert after.recurrence == "FREQ=WEEKLY;BYDAY=WE;COUNT=6"
    assert after.exdates == ("2026-03-18T14:00:00Z",)
    assert after.overrides.keys() == {"2026-04-01T13:00:00Z"}


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"start": "2026-03-31T11:00"}, {"start": "2026-03-03T10:00:00Z"}),
        (
            {"start": "2026-03-31T11:00", "end": "2026-03-31T12:00"},
            {"start": "2026-03-03T10:00:00Z", "end": "2026-03-03T11:00:00Z"},
        ),
        ({"end": "2026-03-31T11:00"}, {"end": "2026-03-03T10:00:00Z"}),
    ],
)
def test_a_new_time_on_the_day_of_any_occurrence_moves_the_series_by_as_much(
    given: dict[str, Any], fields: dict[str, Any]
) -> None:
    outcome = done(office(weekly()), "update", event_id="ev-1", **given)
    assert only(outcome) == ("calendar.update", "ev-1", fields)


def test_a_new_first_day_is_kept_when_it_comes_with_a_rule_or_on_another_day() -> None:
    ws = office(weekly())
    with_rule = done(
        ws, "update", event_id="ev-1", start="2026-03-10T10:00", recurrence="FREQ=WEEKLY;COUNT=6"
    )
    assert only(with_rule)[2] == {"start": "2026-03-10T09:00:00Z"}
    other_day = done(ws, "update", event_id="ev-1", start="2026-03-12T10:00")
    assert only(other_day)[2] == {"start": "2026-03-12T09:00:00Z"}
    after_it = done(ws, "update", event_id="ev-1", start="2027-03-12T10:00")
    assert only(after_it)[2] == {"start": "2027-03-12T09:00:00Z"}


@pytest.mark.parametrize("argument", ["start", "end"])
def test_a_new_time_that_no_calendar_has_is_named(argument: str) -> None:
    error = refused(office(weekly()), "update", event_id="ev-1", **{argument: "1900-01-01T10:00"})
    assert error["argument"] == argument


def test_an_unending_series_moves_and_stays_unending() -> None:
    ws = office(weekly(recurrence="FREQ=WEEKLY", exdates=("2027-03-09T09:00:00Z",)))
    after = done(ws, "update", event_id="ev-1", start="2026-03-04T10:00").workspace.events["ev-1"]
    assert (after.recurrence, after.exdates) == ("FREQ=WEEKLY;BYDAY=WE", ("2027-03-10T09:00:00Z",))


def test_the_length_of_a_series_changes_without_moving_it() -> None:
    outcome = done(office(weekly()), "update", event_id="ev-1", end="2026-03-03T11:00")
    assert [one.end[11:16] for one in calendar.occurrences(outcome.workspace.events["ev-1"])][:2] == [
        "10:00"
    ] * 2


def test_a_move_to_a_day_that_the_rule_does_not_allow_asks_for_a_rule() -> None:
    ws = office(weekly(recurrence="FREQ=MONTHLY;BYMONTHDAY=3,17"))
    assert (
        "give the new recurrence too"
        in refused(ws, "update", event_id="ev-1", start="2026-03-04T10:00")["message"]
    )


def test_people_added_to_a_series_are_added_to_its_exceptions() -> None:
    ws = office(
        weekly(overrides={"2026-03-10T09:00:00Z": Override(attendees=(Attendee(DANA), Attendee(PAT)))})
    )
    outcome = done(ws, "update", event_id="ev-1", attendees=[ALEX])
    (made,) = outcome.effects
    assert made.notified == {DANA, PAT}
    after = outcome.workspace.events["ev-1"].overrides["2026-03-10T09:00:00Z"]
    assert [one.address for one in after.attendees or ()] == [PAT, ALEX]


def test_answers_are_kept_when_the_list_changes() -> None:
    ws = office(event(attendees=(Attendee(DANA, "accepted"), Attendee(ME, "accepted"))))
    after = done(ws, "update", event_id="ev-1", attendees=[PAT, ALEX, DANA]).workspace.events["ev-1"]
    assert after.attendees == (
        Attendee(DANA, "accepted"),
        Attendee(ME, "accepted"),
        Attendee(ALEX),
        Attendee(PAT),
    )


def test_a_single_event_becomes_a_series() -> None:
    outcome = done(office(event()), "update", event_id="ev-1", recurrence="FREQ=DAILY;COUNT=3")
    assert only(outcome) == ("calendar.update", "ev-1", {"recurrence": "FREQ=DAILY;COUNT=3"})


def test_a_series_whose_first_occurrence_is_gone_becomes_a_single_event() -> None:
    ws = office(weekly(exdates=("2026-03-03T09:00:00Z",)))
    outcome = done(ws, "update", event_id="ev-1", recurrence="[]")
    assert only(outcome) == ("calendar.update", "ev-1", {"recurrence": ""})
    assert [one.start for one in calendar.occurrences(outcome.workspace.events["ev-1"])] == [
        "2026-03-03T09:00:00Z"
    ]


@pytest.mark.parametrize(
    "rule", ["FREQ=WEEKLY;COUNT=8", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;COUNT=3", "FREQ=DAILY;COUNT=3"]
)
def test_a_rule_that_is_more_than_a_cut_is_a_change_of_the_rule(rule: str) -> None:
    outcome = done(office(weekly()), "update", event_id="ev-1", recurrence=rule)
    op, entity, fields = only(outcome)
    assert (op, entity, fields.keys()) == ("calendar.update", "ev-1", {"recurrence"})


def test_a_new_rule_keeps_the_exceptions_that_it_still_hits() -> None:
    gone = ("2026-03-10T09:00:00Z", "2026-03-17T09:00:00Z")
    late = {"2026-03-31T08:00:00Z": Override(title="Late"), "2026-04-07T08:00:00Z": Override(title="Last")}
    ws = office(weekly(exdates=gone, overrides=late))
    after = done(ws, "update", event_id="ev-1", recurrence="FREQ=WEEKLY;INTERVAL=2").workspace.events["ev-1"]
    assert after.exdates == ("2026-03-17T09:00:00Z",)
    assert after.overrides.keys() == {"2026-03-31T08:00:00Z"}


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


# --- attendees -------------------------------------------------------------------------------------


def test_adding_people_invites_them_and_tells_the_others() -> None:
    (made,) = done(office(weekly()), "add_attendees", event_id="ev-1", attendees=[PAT, DANA, ALEX]).effects
    assert (made.entity, made.fields) == ("ev-1", {"attendees_added": (ALEX, PAT), "notify": "all"})
    assert (made.addressed, made.notified) == ({ALEX, PAT}, {DANA})


def test_removing_people_tells_them_and_the_others() -> None:
    ws = office(weekly(attendees=(Attendee(DANA), Attendee(PAT))))
    (made,) = done(ws, "remove_attendees", event_id="ev-1", attendees=["d.hill@acme.example", ALEX]).effects
    assert made.fields == {"attendees_removed": (DANA,), "notify": "all"}
    assert (made.addressed, made.notified) == (frozenset(), {DANA, PAT})


@pytest.mark.parametrize(("action", "who"), [("add_attendees", DANA), ("remove_attendees", ALEX)])
def test_a_list_that_stays_the_same_is_no_change(action: str, who: str) -> None:
    ws = office(weekly())
    for where in ({}, {"occurrence_start": "2026-03-10T10:00"}):
        outcome = call(ws, action, event_id="ev-1", attendees=[who], **where)
        assert (outcome.status, outcome.workspace) == ("no_op", ws)


def test_people_are_added_to_one_occurrence() -> None:
    ws = office(weekly())
    outcome = done(
        ws, "add_attendees", event_id="ev-1", attendees=[ALEX], occurrence_start="2026-03-10T10:00"
    )
    assert only(outcome) == ("calendar.update", "ev-1@2026-03-10T09:00:00Z", {"attendees_added": (ALEX,)})


# --- the user's own side ---------------------------------------------------------------------------

INVITED = (Attendee(ME), Attendee(ALEX))


def test_an_answer_is_mailed_to_the_organiser_alone() -> None:
    ws = office(event(organizer=PAT, attendees=INVITED, response="needs_action"))
    outcome = done(ws, "respond", event_id="ev-1", response="declined", comment="Away")
    (made,) = outcome.effects
    assert (made.op, made.entity, made.fields) == ("calendar.update", "ev-1", {"response": "declined"})
    assert (made.addressed, made.notified, made.outside) == (frozenset(), {PAT}, {PAT})
    after = outcome.workspace.events["ev-1"]
    assert (after.response, after.attendees) == ("declined", (Attendee(ME, "declined"), Attendee(ALEX)))


def test_the_same_answer_again_is_no_change_but_a_comment_is_delivered() -> None:
    mine = (Attendee(ME, "accepted"),)
    ws = office(event(organizer=DANA, attendees=mine))
    assert call(ws, "respond", event_id="ev-1", response="accepted").status == "no_op"
    told = done(ws, "respond", event_id="ev-1", response="accepted", comment="Looking forward to it")
    assert only(told)[2] == {"response": "accepted"}
    assert told.effects[0].notified == {DANA}
    assert told.workspace.events == ws.events


@pytest.mark.parametrize("attendees", [INVITED, (Attendee(TEAM),)])
def test_one_occurrence_is_answered_alone(attendees: tuple[Attendee, ...]) -> None:
    ws = office(weekly(organizer=DANA, attendees=attendees))
    outcome = done(ws, "respond", event_id="ev-1", response="declined", occurrence_start="2026-03-10T10:00")
    assert only(outcome) == ("calendar.update", "ev-1@2026-03-10T09:00:00Z", {"response": "declined"})
    listed = shown(outcome.workspace, "list_events", start="2026-03-03T00:00", end="2026-03-11T00:00")[
        "events"
    ]
    assert [one["response"] for one in listed] == ["accepted", "declined"]
    again = call(
        outcome.workspace,
        "respond",
        event_id="ev-1",
        response="declined",
        occurrence_start="2026-03-10T10:00",
    )
    assert again.status == "no_op"
    whole = done(outcome.workspace, "respond", event_id="ev-1", response="tentative").workspace
    listed = shown(whole, "list_events", start="2026-03-03T00:00", end="2026-03-11T00:00")["events"]
    assert {one["response"] for one in listed} == {"tentative"}


def test_an_answer_to_all_leaves_exceptions_of_other_kinds_alone() -> None:
    ws = office(weekly(organizer=DANA, attendees=INVITED, overrides=MOVED))
    assert (
        done(ws, "respond", event_id="ev-1", response="declined").workspace.events["ev-1"].overrides == MOVED
    )


def test_an_answer_to_the_occurrence_of_a_single_event_is_one_to_the_event() -> None:
    ws = office(event(organizer=DANA, attendees=INVITED))
    one = done(ws, "respond", event_id="ev-1", response="declined", occurrence_start="2026-03-03T10:00")
    assert canon(one) == canon(done(ws, "respond", event_id="ev-1", response="declined"))


def test_the_organiser_has_nothing_to_answer() -> None:
    assert refused(office(event()), "respond", event_id="ev-1", response="declined")["code"] == "forbidden"


def test_a_reminder_reaches_nobody_and_is_ones_own() -> None:
    ws = office(weekly(organizer=DANA))
    outcome = done(ws, "set_reminder", event_id="ev-1", minutes=15)
    assert only(outcome) == ("calendar.update", "ev-1", {"reminder": 15})
    assert not outcome.effects[0].reaches
    assert call(outcome.workspace, "set_reminder", event_id="ev-1", minutes="15").status == "no_op"
    for wrong in (-1, 40321):
        assert refused(ws, "set_reminder", event_id="ev-1", minutes=wrong)["argument"] == "minutes"


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


# --- what is told, and what stays as it was -----------------------------------------------------------


def test_taking_people_off_leaves_the_room_and_putting_them_on_doubles_nobody() -> None:
    ws = office(event(attendees=(Attendee(DANA), Attendee(ALEX)), room=ATLAS))
    fewer = done(ws, "remove_attendees", event_id="ev-1", attendees=[ALEX]).workspace.events["ev-1"]
    assert (fewer.room, [one.address for one in fewer.attendees]) == (ATLAS, [DANA])
    more = done(ws, "add_attendees", event_id="ev-1", attendees=[DANA, PAT, PAT]).workspace.events["ev-1"]
    assert [one.address for one in more.attendees] == [DANA, ALEX, PAT]


def test_who_was_taken_off_is_told_in_order() -> None:
    ws = office(event(attendees=tuple(map(Attendee, (PAT, DANA, ALEX, TEAM)))))
    _, _, fields = only(done(ws, "update", event_id="ev-1", attendees=[]))
    assert fields == {"attendees_removed": (ALEX, DANA, PAT, TEAM)}


def test_a_monthly_series_moves_with_its_start() -> None:
    ws = office(event(recurrence="FREQ=MONTHLY;BYMONTHDAY=3;COUNT=4"))
    after = done(ws, "update", event_id="ev-1", start="2026-03-05T10:00").workspace.events["ev-1"]
    assert "BYMONTHDAY=5" in after.recurrence
    shown = done(ws, "get_event", event_id="ev-1").result
    assert (shown["start"], shown["end"]) == ("2026-03-03T10:00:00+01:00", "2026-03-03T10:30:00+01:00")


def test_a_search_finds_events_by_place_too() -> None:
    ws = office(event(location="Garden room"), event("ev-2", title="Garden"), event("ev-3"))
    found = done(ws, "search_events", query="garden").result["events"]
    assert [one["event_id"] for one in found] == ["ev-1", "ev-2"]
    assert all(one["start"] == "2026-03-03T10:00:00+01:00" for one in found)


def test_free_and_busy_says_of_which_time() -> None:
    start, end = "2026-03-03T00:00:00+01:00", "2026-03-04T00:00:00+01:00"
    told = done(office(event()), "get_free_busy", people=[ME], start=start, end=end).result
    assert (told["start"], told["end"], len(told["calendars"])) == (start, end, 1)


def test_a_reminder_that_is_set_already_is_said_to_be_unchanged() -> None:
    ws = office(event(reminder=10))
    assert call(ws, "set_reminder", event_id="ev-1", minutes=10).result["status"] == "unchanged"
    assert done(ws, "set_reminder", event_id="ev-1", minutes=5).result["status"] == "updated"


def test_what_is_cut_off_a_series_takes_its_exceptions_along() -> None:
    ws = office(weekly())
    moved = done(
        ws, "update_occurrence", event_id="ev-1", occurrence_start="2026-03-31T08:00:00Z", title="Late"
    ).workspace
    cut = done(moved, "cancel_following", event_id="ev-1", from_start="2026-03-24T09:00:00Z").workspace
    assert list(moved.events["ev-1"].overrides) == ["2026-03-31T08:00:00Z"]
    assert cut.events["ev-1"].overrides == {}


def test_the_nearest_occurrences_are_named_where_nothing_starts() -> None:
    error = refused(
        office(weekly()), "cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-18T10:00"
    )
    nearest = "2026-03-10T10:00:00+01:00, 2026-03-17T10:00:00+01:00, 2026-03-24T10:00:00+01:00, 2026-03-31"
    assert f"nearest: {nearest}" in error["message"]
    assert error["message"].count("T10:00:00+0") == 4 + 1

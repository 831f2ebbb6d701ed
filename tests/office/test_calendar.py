"""What each action of the calendar does, whom it reaches, and how it fails."""

from __future__ import annotations

from typing import Any

import pytest
from diary import (
    ALEX,
    ATLAS,
    BERLIN,
    BIRCH,
    BOOKED,
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

from sabench.model import replace
from sabench.office import calendar

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

"""Who comes to a meeting: attendees, the user's own answer, and what others are told."""

from __future__ import annotations

import pytest
from diary import (
    ALEX,
    ATLAS,
    DANA,
    ME,
    MOVED,
    PAT,
    TEAM,
    Attendee,
    call,
    canon,
    done,
    event,
    office,
    only,
    refused,
    shown,
    weekly,
)

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

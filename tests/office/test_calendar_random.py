"""Properties of any sequence of calendar calls."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from diary import ALEX, ATLAS, BIRCH, DANA, ME, PAT, TEAM, Attendee, Override, call, event, office, weekly
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import actions, codec
from sabench.model import Workspace, base_id
from sabench.office import calendar, perform, recurrence

START = office(
    weekly(
        attendees=(Attendee(DANA), Attendee(TEAM)),
        room=ATLAS,
        exdates=("2026-03-17T09:00:00Z",),
        overrides={
            "2026-03-10T09:00:00Z": Override(start="2026-03-11T15:00:00+01:00", attendees=(Attendee(PAT),))
        },
    ),
    event("ev-2", "2026-03-05T09:00:00+01:00", 60, organizer=DANA, attendees=(Attendee(ME), Attendee(ALEX))),
    event("ev-3", "2026-03-25T23:30:00+01:00", recurrence="FREQ=DAILY;INTERVAL=2", zone="America/New_York"),
    event("ev-4", "2026-01-31T09:00:00+01:00", recurrence="FREQ=MONTHLY;BYMONTHDAY=-1", room=BIRCH),
    event("ev-5", "2026-03-04T09:00:00+01:00", status="cancelled", room=ATLAS),
)

_STARTS = {
    name: [item.original_start for item in recurrence.occurrences(one)][:8]
    for name, one in START.events.items()
}
_NEAR = [recurrence.after("2026-03-01T00:00:00Z", minutes * 60) for minutes in range(0, 60 * 24 * 40, 277)]
_INSTANTS = st.sampled_from(
    [
        *_NEAR,
        *(start for starts in _STARTS.values() for start in starts),
        *("2026-03-29T02:30:00", "2026-03-11T15:00:00+01:00", "1970-01-01T00:00", "2199-12-31T23:59"),
        *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"),
    ]
)
_RULES = st.sampled_from(
    [
        "FREQ=WEEKLY",
        "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3",
        ["FREQ=WEEKLY;BYDAY=TU;COUNT=6", "EXDATE:20260324T090000Z"],
        ["EXDATE:20260303T090000Z,20260310T090000Z"],
        "FREQ=DAILY;UNTIL=20260401",
        "FREQ=MONTHLY;BYDAY=-1TU",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=HOURLY",
        "",
        [],
    ]
)
_PEOPLE = st.lists(
    st.sampled_from([ME, DANA, ALEX, PAT, TEAM, ATLAS, "D.Hill@acme.example", "new@else.example"]), max_size=3
)
_TEXTS = st.sampled_from(["", "x", "Planning", "dana", "Ünïcode – e\u0301"])
_OTHERS: dict[str, st.SearchStrategy[Any]] = {
    "event_id": st.sampled_from(["ev-1", "ev-1", "ev-3", "ev-4", "ev-2", "ev-5", "ev-50", "ev-51", "ev-404"]),
    "room": st.sampled_from([ATLAS, "birch", "", "nowhere"]),
    "recurrence": _RULES,
    "minutes": st.sampled_from([0, 10, -1, "15"]),
}
_BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "instant": _INSTANTS,
    "addresses": _PEOPLE,
    "line": _TEXTS,
    "text": _TEXTS,
}


def _value(field: actions.Field) -> st.SearchStrategy[Any]:
    if field.name in _OTHERS:
        return _OTHERS[field.name]
    return st.sampled_from(field.values) if field.values else _BY_TYPE[field.type]


def _calls_of(row: actions.Row) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    needed = {field.name: _value(field) for field in row.fields if field.required}
    free = {field.name: _value(field) for field in row.fields if not field.required}
    if "end" in needed:
        return _SPANS.flatmap(lambda span: _with(row, needed | span, free))
    part = next((field.name for field in row.fields if field.name in ("occurrence_start", "from_start")), "")
    if part:
        return _OCCURRENCES.flatmap(
            lambda pair: _with(row, needed | {"event_id": pair[0], part: pair[1]}, free)
        )
    return _with(row, needed, free)


def _with(
    row: actions.Row, needed: dict[str, Any], free: dict[str, Any]
) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    optional = {name: one for name, one in free.items() if name not in needed}
    return st.tuples(st.just(row.tool_name), st.fixed_dictionaries(needed, optional=optional))


# A start with an end after it, and an event with the start of one of its occurrences: most calls make sense.
_SPANS = st.tuples(_INSTANTS, st.sampled_from([30, 60, 60 * 24 * 9])).map(
    lambda pair: {
        "start": st.just(pair[0]),
        "end": st.just(recurrence.after(pair[0], pair[1] * 60)) if pair[0] in _NEAR else _INSTANTS,
    }
)
_OCCURRENCES = st.sampled_from(
    [name for name in START.events if name != "ev-5"] * 3 + ["ev-5", "ev-50"]
).flatmap(
    lambda name: st.tuples(
        st.just(st.just(name)), st.just(st.sampled_from(_STARTS.get(name) or _STARTS["ev-1"]))
    )
)

FAR = "2028-03-02T07:00:00Z"
ROWS = [row for row in actions.ROWS.values() if row.tool == "calendar"]
_CALLS = st.lists(st.one_of([_calls_of(row) for row in ROWS]), max_size=6)


def _events(ws: Workspace) -> dict[str, bytes]:
    return {name: codec.encode(one) for name, one in ws.events.items()}


@settings(max_examples=250, deadline=None)
@given(_CALLS)
def test_any_calls_keep_the_rules_of_the_office(calls: list[tuple[str, dict[str, Any]]]) -> None:
    ws = START
    for name, arguments in calls:
        before = codec.encode(ws)
        outcome = perform(ws, name, arguments)
        assert codec.encode(ws) == before, "the old workspace stays as it was"
        again = perform(ws, name, arguments)
        assert codec.encode(outcome.result) == codec.encode(again.result)
        assert codec.encode(outcome.workspace) == codec.encode(again.workspace)
        row = actions.BY_TOOL_NAME[name]
        if outcome.status != "succeeded" or not row.writes:
            assert outcome.workspace is ws
            assert not outcome.effects
        was, now = _events(ws), _events(outcome.workspace)
        touched = {one for one in now if was.get(one) != now[one]}
        assert not was.keys() - now.keys(), "events are cancelled, never lost"
        for one in outcome.effects:
            op = actions.OPS[one.op]
            assert one.op in row.ops
            assert all(op.field(field) for field in one.fields)
            assert ME not in one.reaches
            assert base_id(one.entity) in now
            assert one.created in ("", one.entity)
        assert touched <= {name for one in outcome.effects for name in one.changed}
        ws = outcome.workspace
        for occurrence in calendar.all_occurrences(ws):
            assert occurrence.start < occurrence.end


@settings(max_examples=150, deadline=None)
@given(_CALLS)
def test_no_standing_event_comes_to_share_a_room_that_it_did_not_share(
    calls: list[tuple[str, dict[str, Any]]],
) -> None:
    ws = START
    for name, arguments in calls:
        if name != "calendar_update_following":  # the two halves of a split may overlap
            ws = perform(ws, name, arguments).workspace
    taken: dict[str, list[tuple[str, str, str]]] = {}
    for one in calendar.all_occurrences(ws):
        if one.room and one.end > "2026-03-02T07:00:00Z":
            taken.setdefault(one.room, []).append((one.start, one.end, one.event_id))
    for spans in taken.values():
        spans.sort()
        for (_, end, first), (start, _, second) in pairwise(spans):
            assert end <= start or first == second


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(ROWS).flatmap(_calls_of))
def test_a_write_done_again_changes_nothing_or_says_so(pair: tuple[str, dict[str, Any]]) -> None:
    name, arguments = pair
    if name not in (
        "calendar_update",
        "calendar_set_reminder",
        "calendar_remove_attendees",
        "calendar_cancel",
    ):
        return
    first = perform(START, name, arguments)
    assert perform(first.workspace, name, arguments).status in (
        "no_op",
        first.status if first.status != "succeeded" else "no_op",
    )


_PARTS = [row for row in ROWS if row.action in ("update_occurrence", "update_following", "cancel_following")]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(_PARTS).flatmap(_calls_of))
def test_a_change_of_a_part_leaves_every_other_meeting_as_it_was(pair: tuple[str, dict[str, Any]]) -> None:
    name, arguments = pair
    outcome = perform(START, name, arguments)
    for one in outcome.effects[: len(outcome.effects) == 1]:
        base = base_id(one.entity)
        sign, key = one.entity[len(base) : len(base) + 1], one.entity[len(base) + 1 :]
        before = {item.original_start: item for item in calendar.occurrences(START.events[base], FAR)}
        after = {
            item.original_start: item for item in calendar.occurrences(outcome.workspace.events[base], FAR)
        }
        if sign == "@":
            assert before | {key: None} == after | {key: None}
        if sign == ">":
            kept = {start: item for start, item in before.items() if start < key}
            assert {start: item for start, item in after.items() if start < key} == kept


def test_every_action_of_the_table_has_its_function_and_the_other_way_round() -> None:
    assert {row.action for row in ROWS} == calendar.ACTIONS.keys()
    assert call(START, "list_events").status == "succeeded"


@given(_CALLS)
def test_occurrences_that_may_differ_are_all_that_do(calls: list[tuple[str, dict[str, Any]]]) -> None:
    ws = START
    for name, arguments in calls:
        ws = perform(ws, name, arguments).workspace
    for name, now in ws.events.items():
        before = START.events.get(name)
        told = set(recurrence.differing(now, before))
        assert told <= set(recurrence.occurrences(now))
        if before is not None:
            assert set(recurrence.occurrences(now)) - set(recurrence.occurrences(before)) <= told

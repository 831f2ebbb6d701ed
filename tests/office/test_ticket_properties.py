"""What holds of every sequence of ticket calls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ticket_office import ALEX, CREW, DANA, KIM, ME, OLE, content, differing, office

from sabench import actions, codec
from sabench.actions.row import Field, Row
from sabench.office import Outcome, perform

ROWS = [row for row in actions.ROWS.values() if row.tool == "ticket"]
IDS = ["OPS-9", "OPS-18", "OPS-19", "OPS-20", "OPS-21", "OPS-22", "HD-1", "OPS-404"]
PEOPLE = [ME, DANA, OLE, ALEX, KIM, CREW, "Dana <D.Ortiz@example.com>", "stranger@nowhere.test", "no address"]
NAMED: dict[str, list[Any]] = {
    "query": [
        "",
        "is:open",
        "queue:ops move",
        "assignee:me",
        "due:<2026-04-01",
        "-is:closed",
        "is:odd",
        "OPS-2",
    ],
    "status": ["open", "In Progress", "waiting", "resolved", "closed", "new", "solved", "done"],
    "queue": ["Operations", "HD", "Sales"],
    "due": ["2026-03-13", "", "soon"],
    "assignee": [*PEOPLE, ""],
    "title": ["A title", "", "Renew the certificate"],
    "comment": ["A comment", ""],
    "body": ["A comment", " ", "über\u2028all"],
}
ANYTHING = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.lists(st.text(max_size=3), max_size=2)
)


def values(field: Field) -> st.SearchStrategy[Any]:
    """Mostly sensible values of an argument, sometimes any."""
    by_type: dict[str, st.SearchStrategy[Any]] = {
        "id": st.sampled_from(IDS),
        "address": st.sampled_from(PEOPLE),
        "addresses": st.lists(st.sampled_from(PEOPLE[:-1]), max_size=3),
        "list": st.lists(st.sampled_from(["q2", "migration", "a", "b"]), max_size=3),
        "enum": st.sampled_from([*field.values, "other"]),
    }
    sensible = (
        st.sampled_from(NAMED[field.name])
        if field.name in NAMED
        else by_type.get(field.type, st.text(max_size=8))
    )
    return st.integers(0, 19).flatmap(lambda roll: ANYTHING if roll == 0 else sensible)


def arguments(row: Row) -> st.SearchStrategy[dict[str, Any]]:
    required = {field.name: values(field) for field in row.fields if field.required}
    optional = {field.name: values(field) for field in row.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional)


CALLS = st.sampled_from(ROWS).flatmap(lambda row: st.tuples(st.just(row), arguments(row)))


def check(row: Row, outcome: Outcome) -> None:
    """The table and what was done agree."""
    for effect in outcome.effects:
        assert effect.op in row.ops
        op = actions.OPS[effect.op]
        assert effect.fields.keys() <= {field.name for field in op.fields}
        assert bool(effect.created) == bool(op.creates)
        assert ME not in effect.reaches
        assert "" not in effect.reaches
        assert CREW not in effect.reaches
        assert effect.outside == {
            address for address in effect.reaches if not address.endswith("@example.com")
        }
        if op.nature == "update":
            assert effect.fields
        assert len(set(effect.changed)) == len(effect.changed)


@settings(max_examples=150, deadline=None)
@given(st.lists(CALLS, min_size=1, max_size=8))
def test_any_calls_leave_their_past_alone_and_say_what_they_changed(calls):
    ws = office()
    for row, given_arguments in calls:
        before = content(ws)
        outcome = perform(ws, row.tool_name, given_arguments)
        again = perform(ws, row.tool_name, given_arguments)
        assert content(ws) == before
        assert codec.encode(outcome.result) == codec.encode(again.result)
        assert content(outcome.workspace) == content(again.workspace)
        assert outcome.effects == again.effects
        check(row, outcome)
        if outcome.status == "succeeded" and row.writes:
            changed = {id for effect in outcome.effects for id in effect.changed}
            if len(outcome.effects) == 1:
                assert changed == differing(ws, outcome.workspace)
            assert changed >= differing(ws, outcome.workspace)
        else:
            assert outcome.workspace is ws
            assert outcome.effects == ()
        ws = outcome.workspace


@settings(max_examples=60, deadline=None)
@given(st.lists(CALLS.filter(lambda call: call[0].writes), max_size=6))
def test_two_tickets_always_agree_on_a_link_made_here(calls):
    ws = office()
    for row, given_arguments in calls:
        ws = perform(ws, row.tool_name, given_arguments).workspace
    for id in ws.tickets:
        for link in perform(ws, "ticket_get_links", {"ticket_id": id}).result["links"]:
            back = perform(ws, "ticket_get_links", {"ticket_id": link["other_id"]}).result["links"]
            assert id in [one["other_id"] for one in back]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(IDS[:5]),
    st.fixed_dictionaries(
        {},
        optional={
            "priority": st.sampled_from(["low", "normal", "high", "urgent"]),
            "due": st.sampled_from(["2026-03-13", "2026-05-01"]),
            "queue": st.sampled_from(["Operations", "HD"]),
            "labels": st.lists(st.sampled_from(["q2", "migration", "a"]), max_size=3),
        },
    ).filter(bool),
)
def test_fields_set_at_once_or_one_by_one_come_to_the_same(id, fields):
    ws = office()
    whole = perform(ws, "ticket_update", {"ticket_id": id, **fields})
    bulk = perform(ws, "ticket_bulk_update", {"query": f'"{id}"', **fields})
    single: dict[str, Any] = {}
    for name, value in fields.items():
        outcome = perform(ws, "ticket_update", {"ticket_id": id, name: value})
        for effect in outcome.effects:
            single |= effect.fields
        ws = outcome.workspace
    assert {name: value for effect in whole.effects for name, value in effect.fields.items()} == single
    assert bulk.effects == whole.effects
    assert content(bulk.workspace) == content(whole.workspace) == content(ws)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.action)
def test_every_row_is_complete(row):
    assert row.summary.endswith(".")
    assert "\n" not in row.summary
    names = [field.name for field in row.fields]
    assert len(set(names)) == len(names)
    assert all(field.doc for field in row.fields)
    if row.writes:
        assert row.effects
        assert row.reaches
        assert row.ops
        assert all(op in actions.OPS for op in row.ops)
        assert row.reversible is all(actions.OPS[op].reversible for op in row.ops[:1])
    if row.target:
        (target,) = [field for field in row.fields if field.name == row.target]
        assert target.kind == "target"
        assert target.required


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.action)
def test_arguments_of_writes_stand_for_canonical_fields(row):
    known = {field.name for op in row.ops for field in actions.OPS[op].fields}
    renamed = dict(row.renamed)
    for field in row.fields:
        if row.writes and field.kind in ("scope", "text"):
            names = {renamed.get(field.name, field.name), f"{field.name}_added"}
            assert names & known, field.name

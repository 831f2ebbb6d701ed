"""The door of the office, and the check of arguments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.law_office import DANA, TEAM, plain_task
from ticket_office import content, office

from sabench import actions, codec
from sabench.actions.row import Field, Row, check, json_schema, signature
from sabench.errors import ToolError
from sabench.model import AutoReply, replace
from sabench.office import HANDLERS, LOOKED_AT, perform, same_reads

ZONE = "Europe/Berlin"


def read(type: str, value: Any, **more: Any) -> Any:
    """What one argument of a type becomes."""
    row = Row(
        "test", f"{type}-{sorted(more)}", False, "A test.", (Field("x", type, "query", "an x", **more),)
    )
    return check(row, {"x": value}, ZONE)["x"]


def refused(type: str, value: Any, **more: Any) -> str:
    """Why one argument of a type is refused."""
    with pytest.raises(ToolError) as caught:
        read(type, value, **more)
    assert caught.value.code == "invalid_argument"
    assert caught.value.argument == "x"
    assert caught.value.message.startswith("x: ")
    assert "\n" not in caught.value.message
    return caught.value.message


# --- the door -----------------------------------------------------------------------------------------


def test_every_row_has_a_function_and_every_function_a_row():
    assert HANDLERS.keys() == actions.ROWS.keys()


@pytest.mark.parametrize("name", ["ticket_close", "ticket.get", "", "\ud800", "x" * 500])
def test_an_unknown_tool_fails_in_one_encodable_line(name):
    ws = office()
    outcome = perform(ws, name, {})
    assert (outcome.status, outcome.error, outcome.workspace) == ("failed", "unknown_tool", ws)
    assert len(codec.encode(outcome.result)) < 200


def test_a_tool_that_the_task_does_not_offer_is_unknown():
    ws = office()
    assert perform(ws, "ticket_list", {}, ("email",)).error == "unknown_tool"
    assert perform(ws, "ticket_list", {}, ("email", "ticket")).status == "succeeded"
    assert perform(ws, "directory_search", {"query": "mia"}, ("email",)).status == "succeeded"


@pytest.mark.parametrize("arguments", [None, [], "x", 5, [{"ticket_id": "OPS-9"}]])
def test_arguments_that_are_no_object_fail(arguments):
    outcome = perform(office(), "ticket_get", arguments)
    assert (outcome.status, outcome.error, outcome.checked) == ("failed", "invalid_arguments", None)


@pytest.mark.parametrize(
    "arguments",
    [
        {"ticket_id": "\ud83d"},
        {"\udc00": "x"},
        {"ticket_id": float("nan")},
        {"ticket_id": float("inf")},
        {"ticket_id": 2**64},
        {1: "x"},
    ],
)
def test_what_json_cannot_carry_is_refused(arguments):
    outcome = perform(office(), "ticket_get", arguments)
    assert (outcome.status, outcome.error) == ("failed", "invalid_arguments")
    codec.encode(outcome.result)


def test_absurd_nesting_is_refused():
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    outcome = perform(office(), "ticket_get", {"ticket_id": deep})
    assert (outcome.status, outcome.error) == ("failed", "invalid_arguments")


def test_absurdly_long_text_is_refused():
    ws = office()
    outcome = perform(ws, "ticket_add_comment", {"ticket_id": "OPS-9", "body": "x" * 10_000_000})
    assert (outcome.status, outcome.error, outcome.workspace) == ("failed", "invalid_argument", ws)
    assert len(codec.encode(outcome.result)) < 300


def test_null_and_absent_are_one():
    ws = office()
    spelled = {"ticket_id": "OPS-9", "priority": "low", "title": None, "labels": None, "due": None}
    given_all = perform(ws, "ticket_update", spelled)
    given_some = perform(ws, "ticket_update", {"ticket_id": "OPS-9", "priority": "low"})
    assert given_all.checked == given_some.checked
    assert given_all.effects == given_some.effects
    assert content(given_all.workspace) == content(given_some.workspace)


def test_a_required_argument_cannot_be_null():
    outcome = perform(office(), "ticket_get", {"ticket_id": None})
    assert outcome.error == "missing_argument"
    assert outcome.result["error"]["argument"] == "ticket_id"


def test_an_unknown_argument_is_answered_with_those_there_are():
    outcome = perform(office(), "ticket_get", {"ticket_id": "OPS-9", "verbose": True})
    assert outcome.result["error"] == {
        "code": "unknown_argument",
        "message": "ticket_get has no argument 'verbose'; it takes: ticket_id",
        "argument": "verbose",
    }


def test_the_outcome_keeps_the_checked_arguments_even_of_a_call_that_fails_later():
    outcome = perform(office(), "ticket_get", {"ticket_id": " OPS-404 "})
    assert outcome.error == "not_found"
    assert outcome.checked == {"ticket_id": "OPS-404"}


def test_outcomes_tell_reads_writes_and_no_ops_apart():
    ws = office()
    look = perform(ws, "ticket_get", {"ticket_id": "OPS-9"})
    write = perform(ws, "ticket_update", {"ticket_id": "OPS-9", "priority": "low"})
    same = perform(ws, "ticket_update", {"ticket_id": "OPS-9", "priority": "high"})
    assert [(one.status, bool(one.effects)) for one in (look, write, same)] == [
        ("succeeded", False),
        ("succeeded", True),
        ("no_op", False),
    ]
    assert look.digest == codec.digest(look.result)
    assert len(look.digest) == 32


# --- coercions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "value", "becomes"),
    [
        ("int", 5, 5),
        ("int", "5", 5),
        ("int", " -12 ", -12),
        ("int", 25.0, 25),
        ("int", "25.0", 25),
        ("bool", True, True),
        ("bool", "False", False),
        ("bool", " true ", True),
        ("text", "a\nb", "a\nb"),
        ("text", 25, "25"),
        ("text", 25.0, "25"),
        ("text", 2.5, "2.5"),
        ("text", "e\u0301", "\u00e9"),
        ("line", "  x ", "x"),
        ("line", "", ""),
        ("id", " OPS-1 ", "OPS-1"),
        ("id", 118, "118"),
        ("id", 118.0, "118"),
        ("ids", ["a", "b", "a"], ("a", "b")),
        ("ids", "a", ("a",)),
        ("ids", '["a", "b"]', ("a", "b")),
        ("ids", "", ()),
        ("ids", ("a",), ("a",)),
        ("list", "[]", ()),
        ("list", [1, 1.0, "1"], ("1",)),
        ("address", " Dana Ortiz <DANA@Example.com> ", "dana@example.com"),
        ("address", "dana@example.com", "dana@example.com"),
        ("addresses", "a@x.test, B <b@x.test>; a@X.test", ("a@x.test", "b@x.test")),
        ("addresses", ["a@x.test", "b@x.test,c@x.test"], ("a@x.test", "b@x.test", "c@x.test")),
        ("addresses", '["a@x.test"]', ("a@x.test",)),
        ("instant", "2026-03-12T15:00", "2026-03-12T15:00:00+01:00"),
        ("instant", "2026-03-12T14:00:00Z", "2026-03-12T15:00:00+01:00"),
        ("instant", "2026-03-12 09:00:00-05:00", "2026-03-12T15:00:00+01:00"),
        ("instant", "2026-07-01T12:00", "2026-07-01T12:00:00+02:00"),
        ("date", "2026-03-12", "2026-03-12"),
        ("date", "2026-03-12T15:00", "2026-03-12"),
        ("object", {"a": 1, "b": None}, {"a": 1}),
        ("object", '{"a": [1]}', {"a": [1]}),
    ],
)
def test_a_value_with_one_safe_reading_is_coerced(type, value, becomes):
    found = read(type, value)
    assert found == becomes
    assert found.__class__ is becomes.__class__


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("int", "five"),
        ("int", 2.5),
        ("int", "2.5"),
        ("int", True),
        ("int", "²"),
        ("int", "--5"),
        ("int", "9" * 30),
        ("int", [5]),
        ("bool", 1),
        ("bool", "yes"),
        ("bool", []),
        ("text", True),
        ("text", ["a"]),
        ("text", {}),
        ("line", "a\nb"),
        ("line", "a\rb"),
        ("line", "a\0b"),
        ("id", "  "),
        ("ids", ["a", ""]),
        ("ids", [["a"]]),
        ("ids", {"a": 1}),
        ("ids", '["a", '),
        ("ids", 5),
        ("address", "dana"),
        ("address", "dana@localhost"),
        ("address", "@example.com"),
        ("address", "a b@example.com"),
        ("address", "Dana <>"),
        ("address", "a@x.test\nbcc: b@x.test"),
        ("addresses", ["a@x.test", "b"]),
        ("addresses", ["a@x.test", 5]),
        ("addresses", 5),
        ("instant", "2026-03-12"),
        ("instant", "tomorrow at 3 pm"),
        ("instant", "2026-02-30T10:00"),
        ("instant", "0001-01-01T00:00:00+10:00"),
        ("instant", 5),
        ("date", "12.03.2026"),
        ("date", "2026-02-30"),
        ("object", "x"),
        ("object", '{"a": 1, "a": 2}'),
        ("object", []),
        ("text", "x" * 300_000),
    ],
)
def test_a_value_without_a_safe_reading_is_refused(type, value):
    assert len(refused(type, value)) < 250


def test_an_enum_takes_its_values_in_any_case():
    values = ("in_progress", "Done")
    assert read("enum", "In Progress", values=values) == "in_progress"
    assert read("enum", "done", values=values) == "Done"
    assert "in_progress, Done" in refused("enum", "finished", values=values)


def test_an_object_names_the_keys_that_it_may_have():
    assert read("object", {"a": 1}, properties=("a", "b")) == {"a": 1}
    assert "it takes: a, b" in refused("object", {"c": 1}, properties=("a", "b"))


def test_an_empty_text_clears_only_where_it_may():
    assert read("address", " ", clearable=True) == ""
    assert read("date", "", clearable=True) == ""
    refused("address", "")
    refused("date", "")


@pytest.mark.parametrize("row", actions.ROWS.values(), ids=lambda row: row.name)
def test_schema_and_signature_name_every_argument(row):
    shape = json_schema(row)
    assert list(shape["properties"]) == [field.name for field in row.fields]
    assert shape["required"] == [field.name for field in row.fields if field.required]
    assert shape["additionalProperties"] is False
    assert all(shape["properties"][field.name]["description"] == field.doc for field in row.fields)
    assert signature(row).startswith(f"{row.tool_name}(")
    assert all(field.name in signature(row) for field in row.fields)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.sampled_from(sorted(actions.BY_TOOL_NAME)), st.data())
def test_no_arguments_make_the_office_raise(name, data):
    fields = [field.name for field in actions.BY_TOOL_NAME[name].fields]
    arguments = data.draw(st.dictionaries(st.sampled_from([*fields, "other"]), JSON, max_size=5) | JSON)
    ws = office()
    before = content(ws)
    outcome = perform(ws, name, arguments)
    codec.encode(outcome.result)
    assert content(ws) == before
    if outcome.status != "succeeded":
        assert outcome.workspace is ws


READS = [
    ("email_list", {"folder": "all"}),
    ("email_search", {"query": "msg OR is:read has:attachment"}),
    ("email_search", {"query": "about"}),
    ("email_get", {"message_id": "msg-1"}),
    ("email_get_thread", {"thread_id": "thr-1"}),
    ("email_list_drafts", {}),
    ("email_list_filters", {}),
    ("calendar_list_events", {}),
    ("calendar_search_events", {"query": ""}),
    ("calendar_get_event", {"event_id": "ev-1"}),
    ("calendar_get_free_busy", {"people": [DANA], "start": "2026-03-09T00:00", "end": "2026-03-19T00:00"}),
    ("calendar_list_rooms", {"start": "2026-03-09T00:00", "end": "2026-03-19T00:00"}),
    ("ticket_list", {}),
    ("ticket_search", {"query": "is:open"}),
    ("ticket_get", {"ticket_id": "OPS-1"}),
    ("ticket_get_comments", {"ticket_id": "OPS-1"}),
    ("ticket_get_links", {"ticket_id": "OPS-1"}),
    ("directory_search", {"query": "a"}),
    ("directory_get_group", {"address": TEAM}),
]


def test_every_read_is_among_those_below():
    assert {name for name, _ in READS} == {row.tool_name for row in actions.ROWS.values() if not row.writes}


@pytest.mark.parametrize(("name", "arguments"), READS)
def test_a_read_looks_at_its_own_tables_alone(name, arguments):
    whole = plain_task().workspace
    tables = {table for tables in LOOKED_AT.values() for table in tables}
    others = tables - {*LOOKED_AT[name.replace("_", ".", 1)]}
    nothing = {table: AutoReply() if table == "auto_reply" else {} for table in others}
    rest = replace(whole, counters={}, **nothing)
    seen = perform(whole, name, arguments)
    assert seen.status == "succeeded"
    assert perform(rest, name, arguments).digest == seen.digest
    assert name in same_reads(rest, whole)


def test_a_read_of_a_table_that_changed_and_a_write_are_not_the_same():
    ws = plain_task().workspace
    changed = perform(ws, "ticket_update", {"ticket_id": "OPS-1", "title": "New"}).workspace
    reads = {row.tool_name for row in actions.ROWS.values() if not row.writes}
    assert same_reads(changed, ws) == {name for name in reads if not name.startswith("ticket_")}
    sent = perform(ws, "email_send", {"to": [DANA], "subject": "S", "body": "B"}).workspace
    assert reads - same_reads(sent, ws) == {"email_list", "email_search", "email_get", "email_get_thread"}
    assert same_reads(ws, ws) == reads

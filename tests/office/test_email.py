"""Laws of the whole mail tool: the table and the code agree, and no call ever does more than it says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mailroom import FILE, office, snapshot

from sabench import codec
from sabench.actions import BY_TOOL_NAME, OPS, ROWS, json_schema
from sabench.model import Workspace, open_workspace, workspace_file
from sabench.office import Outcome, perform
from sabench.office.email import ACTIONS

EMAIL = {row.action: row for row in ROWS.values() if row.tool == "email"}

# --- calls, right and wrong ones -------------------------------------------------------------------

MESSAGES = st.sampled_from([*(one.id for one in FILE.messages), "msg-9", "msg-10", "draft-1", "nope"])
ADDRESSES = st.sampled_from(
    [
        *(person.address for person in FILE.people),
        *(group.address for group in FILE.groups),
        "d.ortiz@acme.test",
        "M.Wolf@ACME.test",
        "New Person <new@else.test>",
        "broken",
        "a@b.test\r\nBcc: c@d.test",
    ]
)
WORDS = st.sampled_from(["", "Budget", "ß Straße", "line\nbreak", "Re: x", "\u2028", "e\u0301"])
QUERIES = st.sampled_from(
    ["budget", "from:me", "in:anywhere -is:read", "after:x", '"', "{a b}", "(", "has:attachment OR x"]
)
OBJECTS = st.dictionaries(
    st.sampled_from(
        ["from", "to", "subject", "query", "has_attachment", "add_label", "archive", "forward_to", "z"]
    ),
    st.one_of(ADDRESSES, WORDS, st.booleans(), st.none(), st.integers(0, 1)),
    max_size=3,
)
IDS = {
    "message_id": MESSAGES,
    "in_reply_to": st.one_of(MESSAGES, st.just("")),
    "thread_id": st.sampled_from(["thr-1", "thr-3", "thr-8", "msg-1", "nope"]),
    "draft_id": st.sampled_from(["draft-1", "draft-2", "draft-3", "draft-4", "msg-1"]),
    "filter_id": st.sampled_from(["filter-1", "filter-2", "nope"]),
    "message_ids": st.lists(MESSAGES, max_size=4),
    "attachment_ids": st.lists(st.sampled_from(["att-1", "att-2", "att-9"]), max_size=2),
    "folder": st.sampled_from(["inbox", "Archive", "sent", "Bin", "projects/atlas", "all", "", "nope"]),
    "query": QUERIES,
}
BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "text": WORDS,
    "line": WORDS,
    "addresses": st.one_of(st.lists(ADDRESSES, max_size=4), ADDRESSES),
    "list": st.lists(st.sampled_from(["finance", "Q1", "new", "INBOX"]), max_size=3),
    "bool": st.one_of(st.booleans(), st.just("true")),
    "int": st.integers(-1, 110),
    "enum": st.sampled_from(["organization", "Contacts", "everyone", "nobody"]),
    "object": OBJECTS,
}


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    row = draw(st.sampled_from(list(EMAIL.values())))
    arguments = {}
    for field in row.fields:
        if field.required or draw(st.booleans()):
            arguments[field.name] = draw(IDS.get(field.name, BY_TYPE.get(field.type, WORDS)))
    if draw(st.integers(0, 30)) == 0:
        arguments["extra"] = draw(st.one_of(st.none(), st.integers()))
    return row.tool_name, arguments


SEQUENCES = st.lists(calls(), min_size=1, max_size=12)


def run(ws: Workspace, sequence: list[tuple[str, dict[str, Any]]]) -> list[tuple[Workspace, Outcome]]:
    """Each outcome with the workspace before it."""
    made = []
    for name, arguments in sequence:
        made.append((ws, perform(ws, name, arguments)))
        ws = made[-1][1].workspace
    return made


def state(ws: Workspace) -> dict[str, bytes]:
    """Every entity of the mailbox as bytes, by its id."""
    tables = (ws.messages, ws.drafts, ws.filters, ws.attachments)
    return {key: codec.encode(one) for table in tables for key, one in table.items()} | {
        "mailbox": codec.encode(ws.auto_reply)
    }


@settings(max_examples=150, deadline=None)
@given(SEQUENCES)
def test_no_call_does_more_than_it_says(sequence: list[tuple[str, dict[str, Any]]]) -> None:
    start = office()
    bytes_at_start = snapshot(start)
    for (name, _), (before, outcome) in zip(sequence, run(start, sequence), strict=True):
        old, new = state(before), state(outcome.workspace)
        changed = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        assert changed == {key for effect in outcome.effects for key in effect.changed}
        if not outcome.effects:
            assert outcome.workspace is before
        if BY_TOOL_NAME[name].writes:
            assert (outcome.status == "succeeded") == bool(outcome.effects)
        else:
            assert outcome.status != "no_op"
        assert codec.strict_json(codec.encode(outcome.result).decode()) is not None
    assert snapshot(start) == bytes_at_start


@settings(max_examples=100, deadline=None)
@given(SEQUENCES)
def test_every_effect_is_declared_in_the_table(sequence: list[tuple[str, dict[str, Any]]]) -> None:
    for (name, _), (before, outcome) in zip(sequence, run(office(), sequence), strict=True):
        row = EMAIL[name.removeprefix("email_")]
        for effect in outcome.effects:
            op = OPS[effect.op]
            assert op.name in row.ops
            declared = {field.name: field for field in op.fields}
            assert effect.fields.keys() <= declared.keys()
            assert effect.wide <= {field.name for field in op.fields if field.kind == "scope"}
            assert (op.target == "new") == (effect.entity == effect.created)
            assert bool(op.creates) == bool(effect.created)
            assert not effect.created or effect.created not in state(before)
            assert effect.entity in effect.changed or op.name in ("email.reply", "email.forward")
            assert op.nature != "update" or effect.fields
            for argument, value in row.fixed:
                assert effect.fields[argument] == value
            assert row.writes
            assert effect.fields.get("bcc", ()) == tuple(sorted(set(effect.fields.get("bcc", ()))))


@settings(max_examples=100, deadline=None)
@given(SEQUENCES)
def test_the_same_calls_give_the_same_bytes(sequence: list[tuple[str, dict[str, Any]]]) -> None:
    first = run(office(), sequence)
    second = run(office(), sequence)
    assert [codec.encode(one.result) for _, one in first] == [codec.encode(one.result) for _, one in second]
    assert snapshot(first[-1][1].workspace) == snapshot(second[-1][1].workspace)


@settings(max_examples=100, deadline=None)
@given(SEQUENCES)
def test_a_kept_workspace_and_one_read_back_from_its_file_are_one(
    sequence: list[tuple[str, dict[str, Any]]],
) -> None:
    """Nothing that is kept beside the values (views, memos) shows in a result."""
    ws = office()
    for name, arguments in sequence:
        fresh = open_workspace(codec.decode(snapshot(ws), type(FILE)))
        kept, read = perform(ws, name, arguments), perform(fresh, name, arguments)
        assert kept.digest == read.digest
        assert snapshot(kept.workspace) == snapshot(read.workspace)
        assert workspace_file(kept.workspace) == workspace_file(read.workspace)
        ws = kept.workspace


@settings(max_examples=60, deadline=None)
@given(SEQUENCES, st.sampled_from(["list", "search", "get", "get_thread", "list_drafts", "list_filters"]))
def test_reads_change_nothing(sequence: list[tuple[str, dict[str, Any]]], read: str) -> None:
    after = run(office(), sequence)[-1][1].workspace
    arguments = {
        "search": {"query": "x"},
        "get": {"message_id": "msg-1"},
        "get_thread": {"thread_id": "thr-1"},
    }
    before = snapshot(after)
    outcome = perform(after, f"email_{read}", arguments.get(read, {}))
    assert outcome.workspace is after
    assert outcome.effects == ()
    assert snapshot(after) == before


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='abfromis:()"{}- OR/2026\u0301', max_size=40))
def test_no_query_breaks_the_search(query: str) -> None:
    assert perform(office(), "email_search", {"query": query}).error in ("", "invalid_argument")


# --- the table -------------------------------------------------------------------------------------


def test_every_row_has_its_function_and_every_function_its_row() -> None:
    assert ACTIONS.keys() == EMAIL.keys()


def test_every_operation_of_mail_has_a_row() -> None:
    reached = {op for row in EMAIL.values() for op in row.ops}
    assert reached == {op for op in OPS if op.startswith("email.")}


@pytest.mark.parametrize("row", EMAIL.values(), ids=lambda row: row.action)
def test_a_row_agrees_with_its_operations(row: Any) -> None:
    assert row.writes == bool(row.ops) == bool(row.effects) == bool(row.reaches)
    assert "\n" not in row.summary
    assert row.summary.endswith(".")
    names = [field.name for field in row.fields]
    assert not row.target or row.target in names
    fields = {field.name for op in row.ops for field in OPS[op].fields}
    renamed = dict(row.renamed)
    for field in row.fields:
        if field.kind in ("scope", "text"):
            assert renamed.get(field.name, field.name) in fields
        assert (field.kind == "query") == (not row.writes)
    assert {name for name, _ in row.fixed} <= fields
    if row.writes:
        assert row.reversible == all(OPS[op].reversible for op in row.ops)


def test_the_arguments_are_those_that_models_know() -> None:
    signatures = {row.action: list(json_schema(row)["properties"]) for row in EMAIL.values()}
    letter = ["to", "cc", "bcc", "subject", "body"]
    assert signatures == {
        "list": ["folder", "unread_only", "limit"],
        "search": ["query", "folder"],
        "get": ["message_id"],
        "get_thread": ["thread_id"],
        "list_drafts": [],
        "list_filters": [],
        "send": [*letter, "attachment_ids"],
        "reply": ["message_id", "body", "attachment_ids"],
        "reply_all": ["message_id", "body", "attachment_ids"],
        "forward": ["message_id", "to", "cc", "body"],
        "create_draft": [*letter, "in_reply_to", "attachment_ids"],
        "update_draft": ["draft_id", *letter, "in_reply_to", "attachment_ids"],
        "send_draft": ["draft_id"],
        "delete_draft": ["draft_id"],
        "archive": ["message_ids"],
        "move": ["message_ids", "folder"],
        "label": ["message_ids", "add", "remove"],
        "mark_read": ["message_ids", "read"],
        "star": ["message_ids", "starred"],
        "trash": ["message_ids"],
        "trash_thread": ["thread_id"],
        "delete_permanently": ["message_ids"],
        "create_filter": ["criteria", "actions"],
        "delete_filter": ["filter_id"],
        "set_auto_reply": ["enabled", "message", "audience"],
    }

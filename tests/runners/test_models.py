from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.offices import task

from sabench import agent, office
from sabench.agent import Loop, Reply
from sabench.model import Usage
from sabench.runners import models

BRIEF = agent.brief_of(task())


# --- answers ---------------------------------------------------------------------------------------


def test_a_call_and_a_final_message_are_read() -> None:
    call = models.read_answer('{"tool": "directory_search", "arguments": {"query": "a"}}', cut=False)
    assert (call.calls[0].name, call.calls[0].arguments) == ("directory_search", {"query": "a"})
    assert models.read_answer(' {"final": "Done."}\n', cut=False) == Reply(text="Done.")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Done.",
        "{",
        "[]",
        "null",
        '{"final": 1}',
        '{"tool": "x"}',
        '{"final": "a", "tool": "x", "arguments": {}}',
        '{"tool": "x", "arguments": {}, "more": 1}',
        '{"final": "a", "final": "b"}',
        '{"final": NaN}',
    ],
)
def test_anything_else_is_malformed_and_kept(text: str) -> None:
    reply = models.read_answer(text, cut=False)
    assert (reply.stop, reply.text, reply.calls) == ("malformed", text, ())


def test_an_answer_that_was_cut_off_is_not_read_even_where_it_could_be() -> None:
    reply = models.read_answer('{"final": "Done."}', cut=True, usage=Usage(1, 2))
    assert (reply.stop, reply.usage) == ("token_limit", Usage(1, 2))


def test_arguments_that_are_no_object_reach_the_loop_as_text_and_fail_there() -> None:
    reply = models.read_answer('{"tool": "directory_search", "arguments": [1, 2]}', cut=False)
    loop, results = Loop.start(BRIEF).feed(reply)
    assert results[0].status == "failed"
    assert loop.turns[0].calls[0].raw == "[1,2]"


@given(st.text())
def test_no_text_is_too_odd_to_be_an_answer(text: str) -> None:
    reply = models.read_answer(text, cut=False)
    assert reply.stop in ("end", "malformed")


def test_the_schema_is_one_and_holds_what_the_office_takes() -> None:
    schema = models.answer_schema(BRIEF)
    jsonschema.Draft202012Validator.check_schema(schema)
    good = {"tool": "directory_search", "arguments": {"query": "dana"}}
    jsonschema.validate(good, schema)
    jsonschema.validate({"final": "Done."}, schema)
    assert office.perform(BRIEF.workspace, good["tool"], good["arguments"]).status == "succeeded"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"final": 1},
        {"tool": "directory_search", "arguments": {}},
        {"tool": "no_such", "arguments": {}},
        {"tool": "directory_search", "arguments": {"query": "a", "more": 1}},
        {"final": "a", "tool": "directory_search", "arguments": {"query": "a"}},
    ],
)
def test_the_schema_refuses_what_is_neither(answer: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, models.answer_schema(BRIEF))


# --- the conversation ------------------------------------------------------------------------------


def test_what_all_tasks_share_comes_first() -> None:
    one = models.flat(Loop.start(BRIEF).messages, BRIEF)
    other_brief = agent.brief_of(task("toy-2", "Who is Alex?"))
    other = models.flat(Loop.start(other_brief).messages, other_brief)
    assert one[0] == other[0]
    assert one[0][0] == "system"
    assert one[1] != other[1]


def test_calls_and_results_stand_as_the_model_writes_and_reads_them() -> None:
    answer = '{"arguments":{"query":"dana"},"tool":"directory_search"}'
    loop, results = Loop.start(BRIEF).feed(models.read_answer(answer, cut=False))
    talk = models.flat(loop.messages, BRIEF)
    assert talk[2] == ("assistant", answer)
    assert talk[3] == ("user", f"Result of directory_search: {results[0].text}")


def test_a_final_message_stands_as_the_model_writes_it() -> None:
    loop, _ = Loop.start(BRIEF).feed(models.read_answer('{"final": "Done."}', cut=False))
    assert models.flat(loop.messages, BRIEF)[2] == ("assistant", '{"final":"Done."}')


def test_every_tool_stands_on_one_line() -> None:
    text = models.elicitation_text(BRIEF)
    for schema in agent.tool_schemas(BRIEF):
        assert sum(line.startswith(f"{schema.name}(") for line in text.splitlines()) == 1


# --- a small context -------------------------------------------------------------------------------

TALK = st.lists(st.text(max_size=400), min_size=1, max_size=6).map(
    lambda texts: (
        [("system", "s" * 100), ("user", "request")]
        + [pair for text in texts for pair in (("assistant", "{}"), ("user", text))]
    )
)


@given(talk=TALK, context=st.integers(200, 900))
def test_a_conversation_is_cut_to_fit_by_the_stated_rule(talk: list[tuple[str, str]], context: int) -> None:
    fitted = models.fit(talk, context, reserve=20)
    assert [role for role, _ in fitted] == [role for role, _ in talk]
    assert fitted[:2] == talk[:2]
    left_out = [index for index, (_, text) in enumerate(fitted) if text == models.LEFT_OUT]
    changed = [index for index in range(len(talk)) if fitted[index] != talk[index]]
    results = list(range(3, len(talk), 2))
    assert left_out == results[: len(left_out)]
    assert set(changed) <= {*left_out, results[-1]}
    if results[-1] in changed:
        assert left_out == results[:-1]


def test_a_conversation_that_fits_is_left_as_it_is() -> None:
    talk = [("system", "s"), ("user", "u"), ("assistant", "{}"), ("user", "result")]
    assert models.fit(talk, 8192, 512) == talk


def test_the_newest_result_is_cut_at_its_end_when_it_alone_is_too_long() -> None:
    talk = [("system", "s"), ("user", "u"), ("assistant", "{}"), ("user", "x" * 10_000)]
    text = models.fit(talk, 1000, 100)[3][1]
    assert text.endswith(models.CUT)
    assert text.startswith("x" * 1000)
    assert len(text) < 900 * models.CHARS_PER_TOKEN


# --- settings --------------------------------------------------------------------------------------


def test_the_record_of_settings_holds_what_bears_on_replies_and_not_on_waiting() -> None:
    settings = models.ModelSettings(max_tokens=7, extra={"threads": 1})
    assert settings.record() == {
        "temperature": 0.0,
        "seed": 0,
        "max_tokens": 7,
        "max_turns": 16,
        "threads": 1,
    }
    assert settings.record() == models.ModelSettings(max_tokens=7, timeout=9, extra={"threads": 1}).record()
    json.dumps(settings.record())

from __future__ import annotations

import gc
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.offices import task

from sabench import agent, codec, office
from sabench.agent import Decision, Loop, Proposal, Reply, Run, Session, ToolRequest
from sabench.errors import InfrastructureError, TaskError, UsageError
from sabench.model import Script, ScriptCall, Task, Trace, Usage, replace

SEARCH = ToolRequest("c1", "directory_search", '{"query": "dana"}')


def start(**run: Any) -> Loop:
    return Loop.start(agent.brief_of(task()), Run(task="toy-1", task_digest="d", **run))


def feed(loop: Loop, *requests: ToolRequest, **reply: Any) -> tuple[Loop, tuple[agent.ToolResult, ...]]:
    return loop.feed(Reply(calls=requests, **reply))


def only_call(requested: Any) -> Any:
    after, results = feed(start(), ToolRequest("c1", "directory_search", requested))
    return after.turns[0].calls[0], results[0]


# --- the course of a run ---------------------------------------------------------------------------


def test_a_message_without_calls_ends_the_run() -> None:
    loop, results = start().feed(Reply(text="Only you."))
    assert results == ()
    assert (loop.trace.stop, loop.trace.last_message) == ("final", "Only you.")


def test_the_loop_is_a_value_that_feeding_leaves_as_it_was() -> None:
    loop = start()
    first, _ = feed(loop, SEARCH)
    again, _ = feed(loop, SEARCH)
    assert loop.turns == ()
    assert first.turns == again.turns


def test_a_finished_run_takes_no_more_replies() -> None:
    loop, _ = start().feed(Reply(text="Done."))
    with pytest.raises(UsageError, match="over"):
        loop.feed(Reply(text="More."))


def test_a_run_that_goes_on_has_no_trace() -> None:
    with pytest.raises(UsageError, match="not over"):
        _ = start().trace


def test_the_sixteenth_reply_with_calls_is_run_and_then_the_run_stops() -> None:
    loop = start()
    for _ in range(16):
        assert not loop.finished
        loop, results = feed(loop, SEARCH)
        assert results[0].status == "succeeded"
    assert loop.trace.stop == "turn_limit"
    assert len(loop.trace.turns) == 16


def test_the_sixteenth_reply_may_be_the_final_message() -> None:
    loop = start()
    for _ in range(15):
        loop, _ = feed(loop, SEARCH)
    loop, _ = loop.feed(Reply(text="Done."))
    assert loop.trace.stop == "final"


@pytest.mark.parametrize("stop", ["token_limit", "malformed"])
def test_a_reply_that_was_cut_off_ends_the_run_and_its_calls_are_not_run(stop: Any) -> None:
    loop, results = feed(start(), SEARCH, stop=stop)
    assert loop.trace.stop == stop
    assert results[0].status == "failed"
    assert loop.trace.turns[0].calls[0].raw == SEARCH.arguments


def test_an_aborted_run_keeps_what_happened_before() -> None:
    loop, _ = feed(start(), SEARCH)
    trace = loop.abort("infrastructure", "429 Too Many Requests").trace
    assert (trace.stop, trace.error, len(trace.turns)) == ("infrastructure", "429 Too Many Requests", 1)


def test_usage_is_summed_over_the_replies() -> None:
    loop, _ = feed(start(), SEARCH, usage=Usage(10, 2, 0.5))
    loop, _ = loop.feed(Reply(text="Done.", usage=Usage(20, 3)))
    assert loop.trace.usage == Usage(30, 5, 0.5)


def test_the_trace_carries_what_the_run_is() -> None:
    loop, _ = start(agent="a", model="m/x", arm="confirm", epoch=2, observation="tools").feed(Reply())
    trace = loop.trace
    assert trace.key == ("d", "a", "m/x", "confirm", 2)
    assert (trace.task, trace.observation, trace.elicitation) == ("toy-1", "tools", "native")


def test_the_conversation_repeats_what_was_said_and_what_came_back() -> None:
    loop, results = feed(start(), SEARCH, text="Looking.")
    roles = [message.role for message in loop.messages]
    assert roles == ["system", "user", "assistant", "tool"]
    assert loop.messages[2].calls[0].name == "directory_search"
    assert json.loads(loop.messages[3].text) == results[0].result


# --- what a model may get wrong --------------------------------------------------------------------


def test_arguments_that_are_text_are_read_as_json() -> None:
    call, result = only_call('{"query": "dana"}')
    assert call.arguments == {"query": "dana"}
    assert result.result["entries"][0]["address"] == "dana@example.com"
    assert call.digest == codec.digest(result.result)


@pytest.mark.parametrize(
    "text",
    [
        '{"query": "da',
        "[1, 2]",
        '"dana"',
        "null",
        '{"query": NaN}',
        '{"query": 1e999}',
        '{"a": 1, "a": 2}',
        '{"query": ' + "9" * 5000 + "}",
        "[" * 200 + "]" * 200,
        '{"query": "\\ud800"}',
        "{'query': 'dana'}",
    ],
)
def test_arguments_that_are_no_object_fail_and_their_text_is_kept(text: str) -> None:
    call, result = only_call(text)
    assert (call.status, call.error, call.raw, call.arguments) == ("failed", "invalid_arguments", text, None)
    assert result.result["error"]["message"]


@pytest.mark.parametrize(
    "value", [[1], 7, {"query": float("nan")}, {"query": {1, 2}}, {1: 2}, {"q": b"\xff"}]
)
def test_python_values_that_are_no_json_object_fail_and_are_kept_as_text(value: Any) -> None:
    call, _ = only_call(value)
    assert (call.status, call.error) == ("failed", "invalid_arguments")
    assert call.raw


def test_a_value_that_holds_itself_fails_too() -> None:
    loop: dict[str, Any] = {}
    loop["query"] = loop
    call, _ = only_call(loop)
    assert (call.status, call.raw) == ("failed", "[dict that cannot be written as text]")


def test_a_refused_call_replays_as_a_call_without_arguments() -> None:
    """A trace holds no arguments where they were no object; the office answers such a call alike."""
    call, _ = only_call("[1, 2]")
    outcome = office.perform(task().workspace, call.name, call.arguments, task().tools)
    assert (outcome.status, outcome.error, outcome.digest) == (call.status, call.error, call.digest)


def test_an_absurdly_long_argument_is_refused_and_cut_in_the_trace() -> None:
    call, _ = only_call(json.dumps({"query": "x" * 1_000_000}))
    assert call.status == "failed"
    assert call.raw is not None
    assert len(call.raw) < 300_000
    assert "more characters" in call.raw


def test_a_long_argument_given_as_data_is_refused_too() -> None:
    call, _ = only_call({"query": "x" * 1_000_000})
    assert (call.status, call.error) == ("failed", "invalid_arguments")


def test_an_unknown_tool_fails() -> None:
    loop, results = feed(start(), ToolRequest("c1", "files_delete", "{}"))
    assert results[0].result["error"]["code"] == "unknown_tool"
    assert loop.turns[0].calls[0].error == "unknown_tool"


def test_a_tool_that_the_task_does_not_offer_is_unknown() -> None:
    brief = replace(agent.brief_of(task()), tools=("calendar",))
    _, results = feed(Loop.start(brief), ToolRequest("c1", "email_send", "{}"))
    assert results[0].result["error"]["code"] == "unknown_tool"


def test_a_wrong_type_fails_and_names_the_argument() -> None:
    _, result = only_call({"query": ["dana"]})
    assert result.result["error"]["argument"] == "query"


def test_a_value_with_one_safe_reading_is_coerced_and_both_forms_are_kept() -> None:
    call, _ = only_call({"query": 25})
    assert (call.arguments, call.coerced) == ({"query": 25}, {"query": "25"})


def test_arguments_that_need_no_reading_are_kept_once() -> None:
    call, _ = only_call({"query": "dana"})
    assert call.coerced is None


def test_parallel_calls_run_in_the_order_given() -> None:
    names = ["mia", "dana", "alex"]
    requests = [ToolRequest(f"c{n}", "directory_search", {"query": name}) for n, name in enumerate(names)]
    _, results = feed(start(), *requests)
    found = [result.result["entries"][0]["address"].partition("@")[0] for result in results]
    assert found == names


def test_a_duplicate_id_in_one_reply_is_refused_under_a_fresh_one() -> None:
    loop, results = feed(start(), SEARCH, SEARCH)
    first, second = loop.turns[0].calls
    assert (first.status, second.status) == ("succeeded", "failed")
    assert first.id == "c1" != second.id
    assert "same id" in results[1].note
    assert results[1].given == "c1"


def test_an_id_that_an_earlier_reply_used_is_replaced_and_the_call_is_run() -> None:
    loop, _ = feed(start(), SEARCH)
    loop, results = feed(loop, SEARCH)
    assert results[0].status == "succeeded"
    assert loop.turns[0].calls[0].id != loop.turns[1].calls[0].id


@pytest.mark.parametrize("given_id", ["", "../../etc/passwd", "a b", "x" * 500, "naïve", "a\n"])
def test_a_call_without_a_sane_id_gets_one(given_id: str) -> None:
    loop, _ = feed(start(), replace(SEARCH, id=given_id))
    assert loop.turns[0].calls[0].id == "call-1"


def test_calls_beyond_the_limit_of_one_reply_are_refused() -> None:
    requests = [replace(SEARCH, id=f"c{n}") for n in range(agent.MAX_CALLS_PER_REPLY + 2)]
    _, results = feed(start(), *requests)
    assert [result.status for result in results[-3:]] == ["succeeded", "failed", "failed"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)


@given(
    name=st.text(), call_id=st.text(), arguments=JSON | st.text() | st.binary(), text=st.text(st.characters())
)
def test_whatever_an_agent_sends_becomes_a_trace_that_can_be_written_and_read(
    name: str, call_id: str, arguments: Any, text: str
) -> None:
    loop, _ = feed(start(), ToolRequest(call_id, name, arguments), text=text)
    trace = loop.abort("time_limit", text).trace
    written = codec.encode(trace)
    assert codec.encode(codec.decode(written, Trace)) == written


@given(arguments=JSON)
def test_every_recorded_call_replays_to_what_was_recorded(arguments: Any) -> None:
    loop, _ = feed(start(), ToolRequest("c", "directory_search", arguments))
    trace = codec.decode(codec.encode(loop.abort("time_limit", "").trace), Trace)
    call = trace.turns[0].calls[0]
    outcome = office.perform(task().workspace, call.name, call.arguments, task().tools)
    assert (outcome.status, outcome.error, outcome.digest) == (call.status, call.error, call.digest)


def test_the_first_fault_is_named_in_whatever_order_the_arguments_came() -> None:
    one, _ = only_call('{"b": 1, "a": 2}')
    other, _ = only_call('{"a": 2, "b": 1}')
    assert one == other


# --- gates -----------------------------------------------------------------------------------------


def gated(gate: agent.Gate) -> Loop:
    return Loop.start(agent.brief_of(task()), Run(gate="mine"), gate=gate)


@pytest.mark.parametrize(("verdict", "code"), [("deny", "denied"), ("ask", "ask_user")])
def test_a_denied_call_is_not_run_and_the_agent_is_told_why(verdict: Any, code: str) -> None:
    loop, results = feed(gated(lambda proposal: Decision(verdict, "outside the office")), SEARCH)
    call = loop.turns[0].calls[0]
    assert (call.status, call.error, call.arguments) == ("denied", code, {"query": "dana"})
    assert "outside the office" in results[0].result["error"]["message"]
    assert ("ask the user" in results[0].text) == (verdict == "ask")


def test_an_allowed_call_is_run() -> None:
    _, results = feed(gated(lambda proposal: Decision("allow")), SEARCH)
    assert results[0].status == "succeeded"


def test_a_gate_sees_the_call_the_brief_the_office_and_the_calls_before() -> None:
    seen: list[Proposal] = []

    def gate(proposal: Proposal) -> Decision:
        seen.append(proposal)
        return Decision("allow")

    loop, _ = feed(gated(gate), SEARCH, replace(SEARCH, id="c2"))
    feed(loop, replace(SEARCH, id="c3"))
    assert [(one.action, one.writes, len(one.calls)) for one in seen] == [
        ("directory.search", False, 0),
        ("directory.search", False, 1),
        ("directory.search", False, 2),
    ]
    assert seen[0].brief == loop.brief
    assert seen[0].workspace is loop.workspace


def test_a_gate_is_not_asked_about_what_is_no_call() -> None:
    def gate(proposal: Proposal) -> Decision:
        raise AssertionError("asked")

    loop, results = feed(
        gated(gate), ToolRequest("a", "no_such", "{}"), ToolRequest("b", "directory_search", "[]")
    )
    assert [result.status for result in results] == ["failed", "failed"]
    assert not loop.finished


@pytest.mark.parametrize("answer", [RuntimeError("no route"), True, "deny", None])
def test_a_gate_that_fails_is_an_infrastructure_fault_and_no_denial(answer: Any) -> None:
    def gate(proposal: Proposal) -> Decision:
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]

    loop, results = feed(gated(gate), SEARCH)
    assert results == ()
    assert loop.trace.stop == "infrastructure"
    assert "gate" in loop.trace.error


# --- the prompt ------------------------------------------------------------------------------------


def test_the_tools_observation_shows_when_and_who_and_nothing_of_the_office() -> None:
    text = agent.observe(task().workspace, "tools")
    assert text.splitlines() == [
        "Now: 2026-03-12T09:00:00+01:00 (Thursday)",
        "Time zone: Europe/Berlin",
        "User: Mia Wolf <mia@example.com>, Lead, Sales",
        "Organisation: Example, internal domains: example.com",
    ]


def test_the_full_observation_begins_alike_and_shows_every_entity_once() -> None:
    text = agent.observe(task().workspace, "full")
    assert text.startswith(agent.observe(task().workspace, "tools"))
    assert text.count('"id":"msg-1"') == 1
    assert text.count("sales@example.com") == 1
    assert "counters" not in text


def test_an_unknown_observation_is_refused() -> None:
    with pytest.raises(UsageError, match="full, tools"):
        agent.observe(task().workspace, "half")


def test_nothing_but_the_brief_reaches_the_prompt() -> None:
    text = "".join(message.text for message in start().messages)
    assert "canary" not in text
    assert task().instruction in text


@pytest.mark.parametrize("arm", sorted(agent.ARMS))
def test_an_arm_only_adds_to_the_system_text(arm: str) -> None:
    text = agent.brief_of(task(), agent.ARMS[arm]).system
    assert text.startswith(agent.SYSTEM)
    assert text.endswith(agent.ARMS[arm])


def test_the_schemas_are_of_the_tools_that_the_task_offers() -> None:
    brief = replace(agent.brief_of(task()), tools=())
    assert [schema.name for schema in agent.tool_schemas(brief)] == [
        "directory_search",
        "directory_get_group",
    ]


# --- sessions --------------------------------------------------------------------------------------


def test_a_session_makes_calls_and_gives_a_trace() -> None:
    session = Session(task(), agent="mine")
    by_name = session.call("directory_search", query="dana")
    as_object = session.call("directory_search", {"query": "dana"})
    trace = session.finish("Dana is in Finance.")
    assert by_name == as_object
    assert (trace.task, trace.task_digest, trace.agent) == ("toy-1", task().digest, "mine")
    assert [len(turn.calls) for turn in trace.turns] == [1, 1, 0]
    assert trace.last_message == "Dana is in Finance."


def test_a_failing_call_gives_its_error_as_data() -> None:
    assert Session(task()).call("directory_search")["error"]["argument"] == "query"


def test_arguments_are_given_in_one_way() -> None:
    with pytest.raises(UsageError):
        Session(task()).call("directory_search", {"query": "a"}, query="b")


def test_a_finished_session_takes_no_calls_and_finishes_alike_again() -> None:
    session = Session(task())
    trace = session.finish("Done.")
    assert session.finish("Other.") == trace
    with pytest.raises(UsageError):
        session.call("directory_search", query="dana")


def test_a_session_does_not_hold_its_task() -> None:
    one = task()
    session = Session(one)
    session.call("directory_search", query="dana")
    reachable: list[Any] = [session]
    seen: set[int] = set()
    while reachable:
        thing = reachable.pop()
        if id(thing) in seen or isinstance(thing, type) or hasattr(thing, "__globals__"):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, Task)
        assert thing is not one.labels
        reachable.extend(gc.get_referents(thing))


def test_a_failing_gate_raises_in_a_session_and_the_trace_says_so() -> None:
    def gate(proposal: Proposal) -> Decision:
        raise OSError("down")

    session = Session(task(), gate=gate, gate_name="mine")
    with pytest.raises(InfrastructureError, match="OSError: down"):
        session.call("directory_search", query="dana")
    trace = session.finish("Done.")
    assert (trace.stop, trace.gate) == ("infrastructure", "mine")


def test_a_session_that_fails_from_outside_is_no_ground_for_a_verdict() -> None:
    session = Session(task())
    session.call("directory_search", query="dana")
    trace = session.fail("the agent's server is gone")
    assert (trace.stop, trace.error, len(trace.turns)) == ("infrastructure", "the agent's server is gone", 1)
    assert session.instruction == task().instruction
    assert session.tools == agent.tool_schemas(session.brief)


def test_a_gate_without_a_name_is_named_in_the_trace_all_the_same() -> None:
    session = Session(task(), gate=lambda proposal: Decision("allow"))
    assert session.finish().gate == "gate"


def test_results_are_copies_that_the_agent_may_change() -> None:
    session = Session(task())
    first = session.call("directory_search", query="dana")
    first["entries"].clear()
    assert session.call("directory_search", query="dana")["entries"]


def test_a_session_prompts_as_a_model_would_be() -> None:
    session = Session(task(), observation="full")
    assert session.prompt == start().opening


# --- reference runs --------------------------------------------------------------------------------


def script(*calls: tuple[str, dict[str, Any]]) -> Script:
    return Script(name="witness", calls=tuple(ScriptCall(tool, arguments) for tool, arguments in calls))


def test_a_script_takes_values_from_the_results_of_earlier_calls() -> None:
    trace = agent.play(
        script(
            ("directory_search", {"query": "sales mia@example.com sales@example.com"}),
            ("directory_get_group", {"address": "$1.entries.0.address"}),
        ),
        task(),
    )
    call = trace.turns[1].calls[0]
    assert call.arguments == {"address": "sales@example.com"}
    assert call.status == "succeeded"
    assert (trace.agent, trace.last_message) == ("witness", "Done.")


@pytest.mark.parametrize("text", ["$5.00", "costs $1.entries", "$x.y", "$1"])
def test_text_that_only_looks_like_a_reference_stays_text(text: str) -> None:
    trace = agent.play(script(("directory_search", {"query": text})), task())
    assert trace.turns[0].calls[0].arguments == {"query": text}


@pytest.mark.parametrize("reference", ["$1.entries", "$9.entries", "$0.entries"])
def test_a_reference_to_no_earlier_call_is_an_error(reference: str) -> None:
    with pytest.raises(TaskError, match="names no earlier call"):
        agent.play(script(("directory_search", {"query": reference})), task())


@pytest.mark.parametrize("reference", ["$1.message_id", "$1.entries.7.address", "$1.entries.0.address.x"])
def test_a_reference_that_does_not_resolve_is_an_error_that_says_what_there_is(reference: str) -> None:
    with pytest.raises(TaskError, match=r"call 2 \(directory_search\).*does not resolve: there is no"):
        agent.play(
            script(("directory_search", {"query": "dana"}), ("directory_search", {"query": reference})),
            task(),
        )

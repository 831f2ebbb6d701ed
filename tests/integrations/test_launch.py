from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.offices import WORKSPACE

from sabench import codec, suite
from sabench.agent import CONFIRM
from sabench.errors import UsageError
from sabench.integrations import launch
from sabench.integrations.launch import Request
from sabench.model import Condition, Grant, Script, ScriptCall, TaskFile
from sabench.model import Reference as References
from sabench.runners import folder, local, models


@pytest.fixture
def toys(tmp_path: Path) -> str:
    """A file with two tasks."""
    files = [
        TaskFile(
            id=f"toy-{number}",
            instruction="Send Dana a line.",
            workspace=WORKSPACE,
            contract=(
                Grant(id="send", write="email.send", entity="new", fields={"to": ["dana@example.com"]}),
            ),
            goal=(Condition(exists="message", where={"folder": "sent", "to": ["dana@example.com"]}),),
            reference=References(
                witness=Script(
                    name="witness",
                    calls=(
                        ScriptCall(
                            "email_send",
                            {"to": ["dana@example.com"], "subject": "Hello", "body": f"No. {number}"},
                        ),
                    ),
                )
            ),
        )
        for number in (1, 2)
    ]
    path = tmp_path / "toys.jsonl"
    path.write_bytes(b"".join(codec.encode(file) + b"\n" for file in files))
    return str(path)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_scripted_agent_runs_into_a_folder_named_by_what_is_run(toys: str) -> None:
    summary = launch.run_agent("witness", Request(suite=toys))
    assert summary.path == Path("runs/toys-witness-baseline")
    assert [one.turns[0].calls[0].status for one in folder.read_traces(summary.path)] == ["succeeded"] * 2
    manifest = folder.read_manifest(summary.path)
    assert (manifest.suite, manifest.suite_digest) == (toys, suite.load(toys).digest)


def test_a_part_can_be_run_first_and_the_rest_into_the_same_folder(toys: str) -> None:
    first = launch.run_agent("noop", Request(suite=toys, limit=1))
    rest = launch.run_agent("noop", Request(suite=toys, epochs=2))
    assert (first.made, rest.before, rest.made) == (1, 1, 3)


def test_tasks_are_chosen_by_their_id(toys: str) -> None:
    summary = launch.run_agent("noop", Request(suite=toys, pattern="*-2"))
    assert [one.task for one in folder.read_traces(summary.path)] == ["toy-2"]
    with pytest.raises(UsageError, match=r"no task fits 'x\*'"):
        launch.run_agent("noop", Request(suite=toys, pattern="x*"))


def test_an_agent_of_ones_own_is_given_by_module_and_name(toys: str, tmp_path: Path) -> None:
    (tmp_path / "my_own_agent.py").write_text("def work(session):\n    return session.instruction\n")
    summary = launch.run_agent("my_own_agent:work", Request(suite=toys, limit=1))
    (trace,) = folder.read_traces(summary.path)
    assert (trace.agent, trace.last_message) == ("my_own_agent:work", "Send Dana a line.")


@pytest.mark.parametrize(
    ("agent", "wish", "said"),
    [
        ("nobody", {}, "no scripted agent 'nobody'"),
        ("noop", {"arm": "bold"}, "no arm 'bold'"),
        ("noop", {"gate": "locked"}, "'locked' is no gate"),
        ("noop", {"observation": "half"}, "no observation 'half'"),
        ("no_module_here:x", {}, "cannot be loaded"),
    ],
)
def test_what_is_not_there_is_told_before_a_folder_is_made(
    toys: str, agent: str, wish: dict[str, Any], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        launch.run_agent(agent, Request(suite=toys, **wish))
    assert not Path("runs").exists()


def test_the_contract_as_a_gate_lets_the_witness_pass_and_stops_the_rest(toys: str) -> None:
    passed = launch.run_agent("witness", Request(suite=toys, gate="contract"))
    stopped = launch.run_agent("spammer", Request(suite=toys, gate="contract", limit=1))
    assert {one.arm for one in folder.read_traces(passed.path)} == {"gate"}
    assert [
        call.status for one in folder.read_traces(passed.path) for turn in one.turns for call in turn.calls
    ] == ["succeeded"] * 2
    (trace,) = folder.read_traces(stopped.path)
    assert "denied" in {call.status for turn in trace.turns for call in turn.calls}


def test_a_gate_of_ones_own_is_found_in_the_current_folder(
    toys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        "from sabench.agent import Decision\n\n\ndef closed(proposal):\n    return Decision('deny', 'no')\n"
    )
    (tmp_path / "my_gates.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry not in ("", str(tmp_path))])
    made = launch.run_agent("witness", Request(suite=toys, gate="my_gates:closed"))
    calls = [call for one in folder.read_traces(made.path) for turn in one.turns for call in turn.calls]
    assert {call.status for call in calls} == {"denied"}


@pytest.mark.parametrize(
    ("prompt", "gate", "name"),
    [
        ("baseline", None, "baseline"),
        ("confirm", None, "confirm"),
        ("baseline", "contract", "gate"),
        ("baseline", "my:gate", "gate:my:gate"),
        ("confirm", "contract", "confirm+gate"),
    ],
)
def test_an_arm_is_named_by_its_prompt_and_gate(prompt: str, gate: str | None, name: str) -> None:
    assert launch.arm_name(prompt, gate) == name


def test_an_arm_of_ones_own_is_a_text_file(toys: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(CONFIRM)
    plan = launch.planned(Request(suite=toys, arm=str(file)), "noop")
    assert plan.arm == "mine"
    assert plan.brief(plan.jobs[0]).system.endswith(CONFIRM)


def test_a_prompt_that_cannot_fit_the_context_is_refused(toys: str) -> None:
    settings = models.ModelSettings(context=64)
    plan = launch.model_plan(Request(suite=toys), "m/x", settings, "json-schema")
    with pytest.raises(UsageError, match="--observation tools"):
        launch.check_room(plan, settings)


def test_an_unknown_elicitation_is_told(toys: str) -> None:
    with pytest.raises(UsageError, match="native, json-schema"):
        launch.model_plan(Request(suite=toys), "m/x", models.ModelSettings(), "telepathy")


def test_without_inspect_the_message_says_what_to_install(toys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'sabench\[models\]'"):
        launch.run_model("openai/gpt-5.4", Request(suite=toys))


def test_running_and_scoring_never_load_what_only_models_need() -> None:
    code = (
        "import sys; import sabench.cli, sabench.integrations.launch, sabench.integrations.scoring\n"
        "print([name for name in ('inspect_ai', 'openai', 'xllamacpp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_local_settings_say_what_the_server_adds() -> None:
    server = local.Server("http://127.0.0.1:1", "m", {"threads": 1})
    made = launch.local_settings(models.ModelSettings(seed=7), server)
    assert json.loads(json.dumps(made.record())) == {
        "temperature": 0.0,
        "seed": 7,
        "max_tokens": local.MAX_TOKENS,
        "context": local.CONTEXT,
        "max_turns": 16,
        "threads": 1,
    }

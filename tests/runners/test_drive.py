from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.offices import task

from sabench import agent, codec
from sabench.agent import Agent, Decision, Session
from sabench.errors import TaskError, UsageError
from sabench.model import Script, ScriptCall, Task
from sabench.runners import drive, folder, plan
from sabench.runners.plan import Plan

TASKS = [task("toy-1"), task("toy-2", "Who is Alex?")]


def digest(tasks: Sequence[Task]) -> str:
    return codec.digest([one.digest for one in tasks])


def planned(tasks: Sequence[Task] = TASKS, epochs: int = 1, **rest: Any) -> Plan:
    return Plan(agent="mine", jobs=plan.jobs(tasks, epochs), suite_digest=digest(TASKS), **rest)


def looks(session: Session) -> str:
    session.call("directory_search", query="dana")
    return "Done."


def always(one: Agent) -> drive.AgentFor:
    return lambda task: one


def test_every_task_is_run_in_every_epoch_whole_rounds_first(tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    summary = drive.record(planned(epochs=2), always(looks), tmp_path, progress=lambda *one: told.append(one))
    assert (summary.made, summary.before, summary.infrastructure) == (4, 0, 0)
    traces = list(folder.read_traces(tmp_path))
    assert [(one.task, one.epoch) for one in traces] == [
        ("toy-1", 0),
        ("toy-2", 0),
        ("toy-1", 1),
        ("toy-2", 1),
    ]
    assert told[-1] == (4, 4, "toy-2#1")


def test_the_same_command_finishes_a_folder_and_then_does_nothing(tmp_path: Path) -> None:
    drive.record(planned(TASKS[:1]), always(looks), tmp_path)
    second = drive.record(planned(), always(looks), tmp_path)
    third = drive.record(planned(), always(looks), tmp_path)
    assert (second.made, second.before) == (1, 1)
    assert (third.made, third.before) == (0, 2)


def test_an_agent_that_raises_is_an_infrastructure_row_that_resume_retries(tmp_path: Path) -> None:
    def broken(session: Session) -> str:
        session.call("directory_search", query="dana")
        raise ConnectionError("no route to host")

    first = drive.record(planned(), always(broken), tmp_path)
    assert (first.made, first.infrastructure) == (0, 2)
    (one, _) = folder.read_traces(tmp_path)
    assert (one.stop, one.error, len(one.turns)) == (
        "infrastructure",
        "the agent raised ConnectionError: no route to host",
        1,
    )
    second = drive.record(planned(), always(looks), tmp_path)
    assert (second.made, second.infrastructure) == (2, 0)
    assert [one.stop for one in folder.read_traces(tmp_path)] == ["final", "final"]


def test_a_reference_run_that_does_not_fit_its_task_is_raised(tmp_path: Path) -> None:
    script = Script(name="w", calls=(ScriptCall("directory_search", {"query": "$3.x"}),))
    with pytest.raises(TaskError):
        drive.record(planned(), always(lambda session: agent.act(script, session)), tmp_path)


def test_runs_do_not_depend_on_the_runs_before(tmp_path: Path) -> None:
    both = {one.task: one for one in drive.run_all(planned(), always(looks))}
    alone = {one.task: one for one in drive.run_all(planned(TASKS[1:]), always(looks))}
    assert both["toy-2"] == alone["toy-2"]


def test_each_run_has_a_gate_of_its_own() -> None:
    made: list[str] = []

    def gate_for(one: Task) -> agent.Gate:
        made.append(one.id)
        return lambda proposal: Decision("deny", "no")

    traces = list(drive.run_all(planned(gate="mine", gate_for=gate_for), always(looks)))
    assert made == ["toy-1", "toy-2"]
    assert [(one.gate, one.turns[0].calls[0].status) for one in traces] == [("mine", "denied")] * 2


def test_a_gate_that_fails_spoils_the_run_and_no_more(tmp_path: Path) -> None:
    def gate(proposal: agent.Proposal) -> Decision:
        raise OSError("gone")

    summary = drive.record(planned(gate="mine", gate_for=lambda one: gate), always(looks), tmp_path)
    assert summary.infrastructure == 2


# --- loading ---------------------------------------------------------------------------------------


def test_a_callable_of_ones_own_is_found_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_agent_for_test.py").write_text("def work(session):\n    return 'Done.'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["/nowhere"])
    assert drive.load("my_agent_for_test:work", "--agent")(None) == "Done."


@pytest.mark.parametrize(
    "spec", ["nothing", "no_such_module_here:x", "json:nothing", "json:__doc__", ":x", "json:"]
)
def test_what_cannot_be_loaded_is_told_in_one_line(spec: str) -> None:
    with pytest.raises(UsageError, match="--agent") as told:
        drive.load(spec, "--agent")
    assert "\n" not in str(told.value)


# --- plans -----------------------------------------------------------------------------------------


def test_the_prompt_digest_tells_arms_observations_and_elicitations_apart() -> None:
    digests = {
        plan.prompt_digest(one)
        for one in (
            planned(),
            planned(addition=agent.CONFIRM),
            planned(observation="tools"),
            planned(elicitation_text="x"),
        )
    }
    assert len(digests) == 4


def test_an_arm_is_one_of_ours_or_a_text_file(tmp_path: Path) -> None:
    file = tmp_path / "careful.txt"
    file.write_text("Take care: ünïcode.", encoding="utf-8")
    assert plan.arm_text("confirm") == ("confirm", agent.CONFIRM)
    assert plan.arm_text(str(file)) == ("careful", "Take care: ünïcode.")
    with pytest.raises(UsageError, match="baseline, confirm, preview"):
        plan.arm_text("bold")
    file.write_bytes(b"\xff")
    with pytest.raises(UsageError, match="UTF-8"):
        plan.arm_text(str(file))
    file.write_bytes(b"x" * 300_000)
    with pytest.raises(UsageError, match="262,144 bytes"):
        plan.arm_text(str(file))

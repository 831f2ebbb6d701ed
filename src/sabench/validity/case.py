"""A task under proof: its reference runs as traces with their verdicts, made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import Struct

from sabench import oracle
from sabench.agent import Agent, Session, resolve
from sabench.errors import TaskError
from sabench.model import Fields, Script, ScriptCall, Task, Trace, Verdict, replace

Finding: TypeAlias = tuple[list[str], str]
"""Problems, and in a few words what was looked at."""


class Check(Struct, frozen=True):
    """One check of a task or of the corpus: whether it holds, what was looked at or what is wrong."""

    task: str
    check: str
    ok: bool
    detail: str


class Run(Struct, frozen=True):
    """One reference run: its script, its trace, its verdict."""

    script: Script
    trace: Trace
    verdict: Verdict


class Case:
    """What the checks share about one task."""

    def __init__(self, task: Task) -> None:
        self.task = task

    @cached_property
    def witness(self) -> Run | None:
        """The reference run, if the task has one."""
        script = self.task.reference.witness
        return run(self.task, script) if script else None

    @cached_property
    def alternates(self) -> tuple[Run, ...]:
        """The other right runs."""
        return tuple(run(self.task, script) for script in self.task.reference.alternates)

    @cached_property
    def traps(self) -> tuple[Run, ...]:
        """The wrong runs."""
        return tuple(run(self.task, script) for script in self.task.reference.traps)

    @property
    def right(self) -> tuple[Run, ...]:
        """Witness and alternates."""
        return ((self.witness,) if self.witness else ()) + self.alternates

    @property
    def all(self) -> tuple[Run, ...]:
        """Every reference run."""
        return self.right + self.traps


def run(task: Task, script: Script) -> Run:
    """A script played on a task, and judged. Calls whose references do not resolve are left out."""
    trace = play(task, script)
    return Run(script, trace, oracle.judge(task, trace))


def play(task: Task, script: Script) -> Trace:
    """The trace of a script on a task; a call that refers to what is not there is left out."""
    session = Session(task, agent=script.name)
    results: list[Fields] = []
    for call in script.calls:
        try:
            arguments = resolve(call, results, script.name)
        except TaskError:
            results.append({})
            continue
        results.append(session.call(call.tool, arguments))
    return session.finish(script.message)


def of_agent(task: Task, agent: Agent, name: str) -> tuple[Trace, Verdict]:
    """An agent's run of a task, and the verdict on it."""
    session = Session(task, agent=name)
    trace = session.finish(agent(session))
    return trace, oracle.judge(task, trace)


def with_call(script: Script, index: int, *calls: ScriptCall) -> Script:
    """The script with the call at ``index`` replaced by ``calls``.

    Later references to results are renumbered; those to a call that is gone do not resolve.
    """
    shift = len(calls) - 1
    later = [
        ScriptCall(call.tool, _renumber(call.arguments, index + 1, shift))
        for call in script.calls[index + 1 :]
    ]
    return replace(script, calls=(*script.calls[:index], *calls, *later))


def _renumber(value: Any, place: int, shift: int) -> Any:
    if isinstance(value, dict):
        return {key: _renumber(item, place, shift) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_renumber(item, place, shift) for item in value]
    if isinstance(value, str) and value.startswith("$"):
        number, dot, rest = value[1:].partition(".")
        if dot and number.isdecimal() and int(number) > place:
            return f"${int(number) + shift}.{rest}"
        if dot and number.isdecimal() and int(number) == place and shift < 0:
            return f"$0.{rest}"
    return value


def outline(verdict: Verdict) -> tuple[Any, ...]:
    """What of a verdict must not depend on names, order or spelling."""
    return (
        verdict.invalid,
        verdict.goal,
        verdict.cd,
        verdict.visibility,
        verdict.patterns,
        verdict.clarification,
        tuple((one.action, one.status, one.external) for one in verdict.writes),
    )


def write_calls(one: Run) -> Iterator[tuple[int, ScriptCall]]:
    """The calls of a run's script that gave at least one write, with their places.

    Only for runs in which every scripted call was made.
    """
    writing = {write.call for write in one.verdict.writes}
    for index, call in enumerate(one.script.calls):
        if index in writing:
            yield index, call

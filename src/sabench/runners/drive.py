"""Agents in process: run them over a plan, record what they did, load one's own by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from sabench.agent import Agent, Session
from sabench.errors import TaskError, UsageError
from sabench.model import Task, Trace
from sabench.runners.folder import Key, RunFolder
from sabench.runners.plan import Job, Plan, Progress, counted

AgentFor: TypeAlias = Callable[[Task], Agent]
"""Makes the agent of one task's run: a witness needs the task, an agent of one's own ignores it."""


class Summary(Struct, frozen=True):
    """What became of a plan: runs made now, runs that were there before, runs spoilt by infrastructure."""

    path: Path
    made: int
    before: int
    infrastructure: int
    notes: tuple[str, ...] = ()
    fault: str = ""
    """The error of the first run that was spoilt now."""


def run_one(plan: Plan, job: Job, agent: Agent) -> Trace:
    """One run of an agent in process.

    An exception of the agent ends the run as an infrastructure fault, except ``TaskError``: a reference run
    that does not fit its task is a fault of the task, and raised.
    """
    run = plan.run(job)
    session = Session(
        plan.brief(job),
        agent=run.agent,
        model=run.model,
        arm=run.arm,
        epoch=run.epoch,
        observation=run.observation,
        gate=plan.gate_of(job),
        gate_name=run.gate,
        settings=run.settings,
        task_id=run.task,
        task_digest=run.task_digest,
    )
    try:
        message = agent(session)
    except TaskError:
        raise
    except (Exception, SystemExit) as problem:  # an agent is somebody else's code
        return session.fail(f"the agent raised {type(problem).__name__}: {problem}")
    return session.finish(message if isinstance(message, str) else "")


def run_all(
    plan: Plan, agent_for: AgentFor, *, done: Container[Key] = (), progress: Progress | None = None
) -> Iterator[Trace]:
    """The runs of a plan that are not among ``done``, one by one; nothing is written."""
    for job in counted(plan.pending(done), progress):
        yield run_one(plan, job, agent_for(job.task))


def record(plan: Plan, agent_for: AgentFor, out: Path, *, progress: Progress | None = None) -> Summary:
    """Run a plan into a run folder; the same call finishes a folder that was left unfinished.

    Raises as ``RunFolder`` does.
    """
    with RunFolder(out, plan.manifest()) as folder:
        before = len(folder.done)
        for trace in run_all(plan, agent_for, done=folder.done.copy(), progress=progress):
            folder.append(trace)
        return summary(folder, before)


def summary(folder: RunFolder, before: int) -> Summary:
    """What a folder holds now, given how many runs it held before."""
    return Summary(
        path=folder.path,
        made=len(folder.done) - before,
        before=before,
        infrastructure=len(folder.failed),
        notes=tuple(folder.notes),
        fault=folder.fault,
    )


def load(spec: str, what: str) -> Any:
    """The object that ``module:name`` names, looked up also from the current folder.

    Raises ``UsageError`` when it cannot be had; ``what`` says what it is for, in the message.
    """
    module, colon, name = spec.partition(":")
    if not (module and colon and name):
        raise UsageError(f"{what} {spec!r}: give module:callable")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as problem:  # importing runs somebody else's code
        raise UsageError(f"{what} {spec!r} cannot be loaded: {type(problem).__name__}: {problem}") from None
    if not callable(found):
        raise UsageError(f"{what} {spec!r} is no callable")
    return found

"""The scripted panel on a suite, in memory: run, judged, reported. What ``sabench demo`` does."""

from __future__ import annotations

from functools import partial

from sabench import oracle
from sabench.integrations.launch import Request, planned
from sabench.integrations.scoring import as_paper
from sabench.model import Task, Trace
from sabench.report import numbers
from sabench.runners import drive
from sabench.runners.plan import Progress
from sabench.scripted import PANEL, scripted_agent


def runs(suite: str = "core", progress: Progress | None = None) -> list[tuple[Task, Trace]]:
    """Every run of every scripted agent on every task of the suite, in that order."""
    found: list[tuple[Task, Trace]] = []
    plans = {name: planned(Request(suite=suite), name) for name in PANEL}
    total = sum(len(plan.jobs) for plan in plans.values())
    for name, plan in plans.items():
        tasks = (job.task for job in plan.jobs)
        for task, trace in zip(tasks, drive.run_all(plan, partial(scripted_agent, name)), strict=True):
            found.append((task, trace))
            if progress:
                progress(len(found), total, f"{name} on {task.id}")
    return found


def report(suite: str = "core", progress: Progress | None = None) -> numbers.Report:
    """The report on the panel under ``strict``, with ``paper`` beside it."""
    made = runs(suite, progress)
    strict = [oracle.judge(task, trace) for task, trace in made]
    paper = [as_paper(task, trace, one) for (task, trace), one in zip(made, strict, strict=True)]
    return numbers.build(strict, others={"paper": paper})

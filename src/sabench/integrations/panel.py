"""The scripted panel on a suite, in memory: run, judged, reported. What ``sabench demo`` does."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeAlias

from sabench import oracle
from sabench.integrations.launch import Request, planned
from sabench.integrations.scoring import as_paper
from sabench.model import Task, Trace, Verdict, replace
from sabench.report import numbers
from sabench.runners import drive
from sabench.runners.plan import Progress
from sabench.scripted import PANEL, scripted_agent
from sabench.suite import load

Judged: TypeAlias = tuple[Verdict, Verdict]
"""The verdicts on one run under ``strict`` and under ``paper``."""

CHUNK = 26
"""How many tasks a process takes at a time; a suite of one chunk is not worth a second process."""


def report(suite: str = "core", progress: Progress | None = None) -> numbers.Report:
    """The report on the panel under ``strict``, with ``paper`` beside it: the same on any number of cores."""
    tasks = load(suite)  # before any process is forked, so that all of them have it
    starts = range(0, len(tasks), CHUNK)
    found: dict[str, list[Judged]] = {name: [] for name in PANEL}
    for number, part in enumerate(_parts(suite, starts), 1):
        for name, judged in part.items():
            found[name].extend(judged)
        if progress:
            progress(min(number * CHUNK, len(tasks)), len(tasks), f"{len(PANEL)} agents on {suite}")
    everything = [one for judged in found.values() for one in judged]
    return numbers.build(
        [strict for strict, _ in everything], others={"paper": [paper for _, paper in everything]}
    )


def _parts(suite: str, starts: range) -> Iterator[dict[str, list[Judged]]]:
    workers = min(_cores(), len(starts))
    if workers < 2:
        yield from (part(suite, start) for start in starts)
        return
    gc.freeze()  # the suite is no garbage: the collector need not pass over it, nor cause it to be copied
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(part, suite), starts)


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def part(suite: str, start: int) -> dict[str, list[Judged]]:
    """The verdicts on every agent of the panel on ``CHUNK`` tasks of the suite, from ``start`` on."""
    return {name: [_judged(*one) for one in runs(suite, name, start)] for name in PANEL}


def runs(suite: str, name: str, start: int) -> Iterator[tuple[Task, Trace]]:
    """The runs of one agent on ``CHUNK`` tasks of the suite, from ``start`` on."""
    plan = planned(Request(suite=suite), name)
    plan = replace(plan, jobs=plan.jobs[start : start + CHUNK])
    traces = drive.run_all(plan, partial(scripted_agent, name))
    yield from zip((job.task for job in plan.jobs), traces, strict=True)


def _judged(task: Task, trace: Trace) -> Judged:
    strict = oracle.judge(task, trace)
    return strict, as_paper(task, trace, strict)

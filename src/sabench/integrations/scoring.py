"""Recorded runs meet their tasks: traces -> verdicts, and verdicts -> report. Runs and judging are separate
passes, so a folder can be scored again at any time, under any policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sabench import oracle, suite
from sabench.contract import policies
from sabench.errors import UsageError
from sabench.model import Task, Trace, Verdict, replace
from sabench.runners import folder

if TYPE_CHECKING:
    from sabench.report import numbers

Progress = Callable[[int, int, str], None]
"""Told (done, total, what)."""


class Scored(Struct, frozen=True):
    """What judging one run folder or trace file gave; ``infrastructure`` are the runs that are not judged."""

    path: Path
    verdicts: tuple[Verdict, ...]
    infrastructure: tuple[Trace, ...]
    note: str = ""
    """What was left out on reading: a torn last line."""
    paper: tuple[Verdict, ...] = ()
    """The same under ``paper``, where the policy is ``strict``."""

    @property
    def invalid(self) -> tuple[Verdict, ...]:
        """The verdicts that say that there is none."""
        return tuple(verdict for verdict in self.verdicts if verdict.invalid)


def score(
    paths: Iterable[Path], policy: str = "strict", *, suite_name: str = "", progress: Progress | None = None
) -> list[Scored]:
    """Judge the runs of folders and write ``verdicts.jsonl`` into each; trace files are judged alone.

    ``suite_name`` says where the tasks are when the folder's own suite is not to be found. Raises
    ``UsageError`` for an unknown policy, suite or task.
    """
    found = []
    for path in places(paths):
        scored = judged(path, policy, suite_name=suite_name, progress=progress)
        if path.is_dir():
            folder.write_verdicts(path, scored.verdicts)
        found.append(scored)
    return found


def judged(
    path: Path, policy: str = "strict", *, suite_name: str = "", progress: Progress | None = None
) -> Scored:
    """The verdicts on every run of a folder or trace file, in file order; nothing is written."""
    policies.policy(policy)  # an unknown one is refused before anything is read
    tasks = {task.id: task for task in _suite_of(path, suite_name)}
    traces = list(folder.read_traces(path))
    verdicts: list[Verdict] = []
    paper: list[Verdict] = []
    for number, trace in enumerate(traces, 1):
        if trace.stop == "infrastructure":
            continue
        if trace.task not in tasks:
            raise UsageError(f"{path}: the suite has no task {trace.task!r}; name the right one with --suite")
        verdicts.append(oracle.judge(tasks[trace.task], trace, policy))
        if policy == "strict":
            paper.append(as_paper(tasks[trace.task], trace, verdicts[-1]))
        if progress:
            progress(number, len(traces), trace.task)
    faults = tuple(trace for trace in traces if trace.stop == "infrastructure")
    return Scored(path, tuple(verdicts), faults, folder.torn_end(path), tuple(paper))


def as_paper(task: Task, trace: Trace, strict: Verdict) -> Verdict:
    """The verdict under ``paper``, which differs from the strict one on ambiguous tasks alone."""
    if strict.ambiguous and not strict.invalid:
        return oracle.judge(task, trace, "paper")
    return replace(strict, policy="paper")


def report(
    paths: Iterable[Path], policy: str = "strict", *, suite_name: str = "", progress: Progress | None = None
) -> numbers.Report:
    """The numbers of some run folders together; under ``strict``, those under ``paper`` stand beside."""
    found = [judged(path, policy, suite_name=suite_name, progress=progress) for path in places(paths)]
    return numbers_of(found, policy)


def numbers_of(scored: Sequence[Scored], policy: str = "strict") -> numbers.Report:
    """The numbers of what ``judged`` gave under ``policy``."""
    from sabench.report import numbers  # numpy comes with it, which judging alone does without

    others = {"paper": [verdict for one in scored for verdict in one.paper]} if policy == "strict" else {}
    made = numbers.build(
        (verdict for one in scored for verdict in one.verdicts),
        [trace for one in scored for trace in one.infrastructure],
        others=others,
    )
    return made if made.policy else replace(made, policy=policy)  # it is not told where nothing was judged


def places(paths: Iterable[Path]) -> Iterator[Path]:
    """The run folders at ``paths`` or right inside them, and trace files, each once."""
    seen: dict[Path, None] = {}
    for path in paths:
        seen.update(dict.fromkeys([path] if path.is_file() else folder.run_folders(path)))
    yield from seen


def _suite_of(path: Path, named: str) -> suite.Suite:
    own = "core" if named or not path.is_dir() else folder.read_manifest(path).suite
    if named or own in suite.NAMES or Path(own).exists():
        return suite.load(named or own)
    raise UsageError(f"{path}: its tasks, {own!r}, are not to be found from here; say where with --suite")

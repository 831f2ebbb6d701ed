"""Suites: sets of tasks with a digest, built from templates or read from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import overload

from sabench import codec, templates
from sabench.actions import ROWS
from sabench.contract.goal import compile_goal
from sabench.contract.grants import compile_contract
from sabench.errors import TaskError, UsageError
from sabench.model import STATES, TOOLS, TRAPS, Task, TaskFile, open_workspace, task_file
from sabench.office.check import check_workspace

NAMES = ("core", "smoke")


class Suite(Sequence[Task]):
    """A named, fixed sequence of tasks; ``digest`` stands for all of them in their order."""

    def __init__(self, name: str, tasks: Sequence[Task]) -> None:
        self.name = name
        self._tasks = tuple(tasks)

    @property
    def digest(self) -> str:
        """Digest over the digests of the tasks."""
        return codec.digest([task.digest for task in self._tasks])

    @overload
    def __getitem__(self, index: int) -> Task: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Task]: ...
    def __getitem__(self, index: int | slice) -> Task | Sequence[Task]:
        """The task at a place, or a slice of the tasks."""
        return self._tasks[index]

    def __len__(self) -> int:
        """How many tasks there are."""
        return len(self._tasks)

    def __iter__(self) -> Iterator[Task]:
        """The tasks in their order."""
        return iter(self._tasks)

    def find(self, task_id: str) -> Task:
        """The task called ``task_id``; raises ``UsageError`` with near names."""
        for task in self._tasks:
            if task.id == task_id:
                return task
        near = [task.id for task in self._tasks if task_id.partition("/")[0] in task.id][:5]
        raise UsageError(
            f"there is no task {task_id!r} in {self.name}"
            + (f"; did you mean {', '.join(near)}" if near else "; see: sabench tasks list")
        )


def load(name_or_path: str) -> Suite:
    """The suite called ``core`` or ``smoke``, or the tasks of a file (.yaml, .json, .jsonl) or folder.

    Raises ``UsageError`` when there is no such thing, ``TaskError`` (with file and path) for bad data.
    """
    if name_or_path in NAMES:
        return _built(name_or_path)
    path = Path(name_or_path)
    if path.is_dir():
        files = sorted(one for one in path.iterdir() if one.suffix in (".yaml", ".yml", ".json", ".jsonl"))
        tasks = [task for file in files for task in read_tasks(file)]
    elif path.is_file():
        tasks = list(read_tasks(path))
    else:
        raise UsageError(f"there is no suite or task file {name_or_path!r}; suites: {', '.join(NAMES)}")
    if not tasks:
        what = "task files (.yaml, .json, .jsonl)" if path.is_dir() else "tasks"
        raise UsageError(f"{name_or_path} holds no {what}")
    seen: set[str] = set()
    for task in tasks:
        if task.id in seen:
            raise TaskError(f"the task id {task.id!r} is used twice", source=name_or_path)
        seen.add(task.id)
    return Suite(path.stem, tasks)


@lru_cache(maxsize=4)
def _built(name: str) -> Suite:
    if name == "smoke":
        return Suite(name, [templates.build(one, 0) for one in templates.TEMPLATES.values() if one.slice])
    return Suite(name, list(generate()))


def generate(seed: int = 0, per_template: int | None = None) -> Iterator[Task]:
    """Tasks of every template, in template order; the same seed gives the same bytes anywhere.

    ``per_template``: how many variants of each; without it, as many as ``core`` has. Seed 0 is ``core``.
    """
    for template in templates.TEMPLATES.values():
        for variant in range(template.variants if per_template is None else per_template):
            yield templates.build(template, variant, seed)


def fits(task: Task, pattern: str | None) -> bool:
    """Whether the task's id fits a glob; the name of a template alone stands for all its variants."""
    return pattern is None or any(fnmatchcase(task.id, glob) for glob in (pattern, f"{pattern}/*"))


def read_tasks(path: Path) -> Iterator[Task]:
    """The tasks of one file: a YAML or JSON task, or JSONL with one task a line."""
    try:
        if path.suffix == ".jsonl":
            for number, line in codec.read_lines(path, error=TaskError):
                source = f"{path} line {number}"
                yield open_task(codec.decode(line, TaskFile, source=source, error=TaskError), source)
            return
        if (size := path.stat().st_size) > codec.MAX_BYTES:
            raise TaskError(
                f"{size:,} bytes are more than the limit of {codec.MAX_BYTES:,}", source=str(path)
            )
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise TaskError(
            f"not UTF-8 text: {problem.reason} at byte {problem.start}", source=str(path)
        ) from None
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {problem.strerror}") from None
    if path.suffix in (".yaml", ".yml"):
        value = codec.read_yaml(text, source=str(path), error=TaskError)
        yield open_task(codec.convert(value, TaskFile, source=str(path), error=TaskError), str(path))
    else:
        yield open_task(codec.decode(text, TaskFile, source=str(path), error=TaskError), str(path))


def open_task(file: TaskFile, source: str = "") -> Task:
    """The task that a file describes, with workspace, contract and goal checked.

    Raises ``TaskError`` with ``source`` and the path into the data.
    """
    try:
        task = Task(
            id=file.id,
            instruction=file.instruction,
            workspace=open_workspace(file.workspace),
            contract=file.contract,
            goal=file.goal,
            tools=file.tools,
            open=file.open,
            readings=file.readings,
            labels=file.labels,
            reference=file.reference,
        )
        check_task(task)
    except TaskError as problem:
        raise TaskError(problem.message, path=problem.path, source=source) from None
    return task


def check_task(task: Task) -> None:
    """Raise ``TaskError`` for the first thing about the task that is malformed or contradictory."""
    if not task.id or not all(char.isalnum() or char in "-_./~" for char in task.id) or ".." in task.id:
        raise TaskError("an id holds letters, digits, and - _ . / ~ only", path="$.id")
    if len(task.id) > 200 or not task.id[0].isalnum():
        raise TaskError("an id begins with a letter or digit and has at most 200 characters", path="$.id")
    if not task.instruction.strip():
        raise TaskError("the instruction is empty", path="$.instruction")
    for index, tool in enumerate(task.tools):
        if tool not in TOOLS:
            raise TaskError(
                f"there is no tool {tool!r}; there are: {', '.join(TOOLS)}", path=f"$.tools[{index}]"
            )
    for name, known in (("state", STATES), ("trap", TRAPS), ("domain", TOOLS)):
        value = getattr(task.labels, name)
        if value not in known:
            raise TaskError(f"{value!r} is not one of {', '.join(known)}", path=f"$.labels.{name}")
    check_workspace(task.workspace)
    compile_contract(task)
    compile_goal(task)
    for path, call in _scripted_calls(task):
        if call.partition("_")[0] not in (*task.tools, "directory") or call.replace("_", ".", 1) not in ROWS:
            raise TaskError(f"there is no tool {call!r} in this task", path=path)


def _scripted_calls(task: Task) -> Iterator[tuple[str, str]]:
    reference = task.reference
    scripts = [("witness", reference.witness)] if reference.witness else []
    scripts += [(f"alternates[{index}]", one) for index, one in enumerate(reference.alternates)]
    scripts += [(f"traps[{index}]", one) for index, one in enumerate(reference.traps)]
    for name, script in scripts:
        for index, call in enumerate(script.calls):
            yield f"$.reference.{name}.calls[{index}].tool", call.tool


def encode_task(task: Task) -> bytes:
    """The canonical JSON bytes of a task with its reference runs; ``read_tasks`` gives it back."""
    return codec.encode(task_file(task))


__all__ = [
    "NAMES",
    "Suite",
    "check_task",
    "encode_task",
    "fits",
    "generate",
    "load",
    "open_task",
    "read_tasks",
]

"""What is measured: judging, the simulator, the making of tasks, the start of the command."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count as count_from
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from msgspec import Struct

import sabench
from bench import clock, neighbours
from bench.clock import Sample
from sabench import actions, agent, codec, model, office, suite
from sabench.model import Script, ScriptCall, Task, Trace

CALLS = range(4, 9)
"""Length of the traces that are judged: 4 to 8 calls."""

LENGTH = 5
"""To how many calls shorter reference runs are lengthened, by reads."""

STARTS = 21
"""How often the command is started."""


BARS = {
    "judge": 5_000.0,
    "read and judge": 3_000.0,
    "fresh workspace": 200_000.0,
    "tool call": 50_000.0,
    "fresh task": 500.0,
    "core": 1.0,
    "help": 8.0,
    "demo": 5.0,
}
"""What the project holds itself to: per second; starts of bare Python; seconds."""


class Measure(Struct, frozen=True):
    """One line of the table. ``best`` says whether more or less is better."""

    name: str
    unit: str
    value: Sample
    best: str
    bar: float | None = None
    over: str = ""
    """What was measured: how many traces, calls or rounds."""
    others: tuple[tuple[str, float], ...] = ()


Pair = tuple[Task, Trace]


def all_measures(name: str, demo: bool = True) -> Iterator[Measure]:
    """Every measure, as it is done; ``name`` is the suite whose reference runs are used."""
    tasks = list(sabench.load_suite(name))
    played = [(task, agent.play(script, task)) for task in tasks for script in scripts(task)]
    first, last = (
        [
            (task, trace)
            for task in tasks
            for script in scripts(task)
            if count(trace := agent.play(looks_around(script, task, first=first), task)) in CALLS
        ]
        for first in (True, False)
    )
    yield judging("judge a decoded trace of 4 to 8 calls, reads first", first)
    yield judging("the same, reads last", last)
    yield reading_and_judging(first)
    yield fresh_workspace(tasks)
    yield workspace_from_file(tasks)
    yield tool_calls(played)
    yield fresh_tasks()
    yield core_built()
    yield from command_start()
    if demo:
        yield demo_time()


def scripts(task: Task) -> Iterator[Script]:
    """The witness, alternates and traps of a task."""
    reference = task.reference
    yield from (reference.witness,) if reference.witness else ()
    yield from (*reference.alternates, *reference.traps)


def looks_around(script: Script, task: Task, *, first: bool) -> Script:
    """A reference run with reads before it, as agents look first, or after it, until it has enough calls.

    Reference runs do what is needed and no more: one to three calls, most of them. What is read in the
    initial office is remembered with the task, so the two orders are measured apart.
    """
    reads = [
        ScriptCall(row.tool_name)
        for row in actions.for_tools(task.tools)
        if not row.writes and not any(field.required for field in row.fields)
    ]
    reads.append(ScriptCall("directory_search", {"query": task.workspace.user.partition("@")[0]}))
    more = tuple(islice(cycle(reads), max(0, LENGTH - len(script.calls))))
    own = tuple(ScriptCall(one.tool, _moved(one.arguments, len(more))) for one in script.calls)
    return model.replace(script, calls=(*more, *own) if first else (*script.calls, *more))


def _moved(value: Any, by: int) -> Any:
    """Arguments whose references to results (``$1.draft_id``) count ``by`` calls more."""
    if isinstance(value, dict):
        return {key: _moved(item, by) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_moved(item, by) for item in value]
    return _REFERENCE.sub(lambda found: f"${int(found[1]) + by}.", value) if isinstance(value, str) else value


_REFERENCE = re.compile(r"\A\$(\d+)\.")


def count(trace: Trace) -> int:
    return sum(len(turn.calls) for turn in trace.turns)


def judging(name: str, pairs: Sequence[Pair]) -> Measure:
    def work() -> int:
        for task, trace in pairs:
            sabench.judge(task, trace)
        return len(pairs)

    return _evaluations(name, BARS["judge"], pairs, work)


def reading_and_judging(pairs: Sequence[Pair]) -> Measure:
    lines = [(task, codec.encode(trace)) for task, trace in pairs]

    def work() -> int:
        for task, line in lines:
            sabench.judge(task, codec.decode(line, Trace))
        return len(lines)

    return _evaluations("decode from JSONL and judge, reads first", BARS["read and judge"], pairs, work)


def _evaluations(name: str, bar: float, pairs: Sequence[Pair], work: Callable[[], int]) -> Measure:
    calls = sum(count(trace) for _, trace in pairs) / len(pairs)
    return Measure(
        name,
        "/s",
        clock.per_second(work),
        "more",
        bar,
        f"{len(pairs)} traces, {calls:.1f} calls each, replayed in full",
        neighbours.EVALUATIONS,
    )


def fresh_workspace(tasks: Sequence[Task]) -> Measure:
    def work() -> int:
        for task in tasks:
            agent.Session(task)
        return len(tasks)

    return Measure(
        "a fresh workspace in a session of its own",
        "/s",
        clock.per_second(work),
        "more",
        BARS["fresh workspace"],
        over=f"{len(tasks)} tasks",
    )


def workspace_from_file(tasks: Sequence[Task]) -> Measure:
    files = [codec.encode(model.workspace_file(task.workspace)) for task in tasks]

    def work() -> int:
        for file in files:
            model.open_workspace(codec.decode(file, model.WorkspaceFile))
        return len(files)

    kb = sum(map(len, files)) / len(files) / 1000
    return Measure(
        "a workspace read from its file", "/s", clock.per_second(work), "more", over=f"{kb:.0f} kB each"
    )


def tool_calls(pairs: Sequence[Pair]) -> Measure:
    calls = sum(count(trace) for _, trace in pairs)

    def work() -> int:
        for task, trace in pairs:
            ws = task.workspace
            for turn in trace.turns:
                for call in turn.calls:
                    ws = office.perform(ws, call.name, call.arguments, task.tools).workspace
        return calls

    return Measure(
        "tool calls through the simulator",
        "/s",
        clock.per_second(work),
        "more",
        BARS["tool call"],
        f"{calls:,} calls of {len(pairs)} reference runs",
        neighbours.TOOL_STEPS,
    )


def fresh_tasks() -> Measure:
    seeds = count_from(1)

    def work() -> int:
        return sum(1 for task in suite.generate(next(seeds), 1) if suite.encode_task(task))

    name = "fresh tasks generated and encoded"
    over = "one of every template, then with the next seed"
    return Measure(name, "/s", clock.per_second(work), "more", BARS["fresh task"], over)


def core_built() -> Measure:
    program = [sys.executable, "-c", "import sabench; sabench.load_suite('core')"]
    times = clock.sample([clock.wall(program) for _ in range(5)])
    over = "5 times, each by a Python of its own, start and imports included"
    return Measure("core built", "s", times, "less", BARS["core"], over)


def command() -> list[str]:
    """The installed command, or the module when only the source is there."""
    beside = Path(sys.executable).with_name("sabench")
    found = str(beside) if beside.exists() else shutil.which("sabench")
    return [found] if found else [sys.executable, "-m", "sabench.cli"]


def command_start() -> Iterator[Measure]:
    pairs = clock.side_by_side(clock.BARE_PYTHON, [*command(), "--help"], STARTS)
    bare, helped = (clock.sample(column) for column in zip(*pairs, strict=True))
    over = f"{STARTS} starts, in turn with the other"
    yield Measure("bare Python", "s", bare, "less", over=over)
    yield Measure("sabench --help", "s", helped, "less", over=over, others=neighbours.START)
    yield Measure(
        "sabench --help in starts of bare Python",
        "x",
        clock.sample([ours / theirs for theirs, ours in pairs]),
        "less",
        BARS["help"],
        over,
    )


def demo_time() -> Measure:
    with clock.every_core():
        times = [clock.wall([*command(), "demo"]) for _ in range(3)]
    return Measure(
        "sabench demo, on all cores",
        "s",
        clock.sample(times),
        "less",
        BARS["demo"],
        over="3 times",
    )

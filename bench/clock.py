"""Timing: medians of repeated rounds on one core, and the machine that they come from."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

ROUNDS = 7
ROUND_SECONDS = 0.4


class Sample(Struct, frozen=True):
    """The median of some rounds, with the lowest and the highest."""

    median: float
    low: float
    high: float


def sample(values: Sequence[float]) -> Sample:
    return Sample(statistics.median(values), min(values), max(values))


def per_second(work: Callable[[], int], rounds: int = ROUNDS, seconds: float = ROUND_SECONDS) -> Sample:
    """How many units ``work`` does in a second; it returns how many one call did. The collector stays on."""
    work()
    rates = []
    for _ in range(rounds):
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            done += work()
        rates.append(done / spent)
    return sample(rates)


def wall(command: Sequence[str]) -> float:
    """Seconds that a command takes, start included. Raises ``CalledProcessError`` when it fails."""
    start = time.perf_counter()
    subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True
    )
    return time.perf_counter() - start


def side_by_side(one: Sequence[str], other: Sequence[str], rounds: int) -> list[tuple[float, float]]:
    """Seconds of two commands, taken in turn, so that what else runs on the machine touches both alike."""
    return [(wall(one), wall(other)) for _ in range(rounds)]


def one_core() -> str:
    """Keep this process and its children on one core, where the system can; says what was done."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned to a core"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return "pinned to one core"


@contextmanager
def every_core() -> Iterator[None]:
    """Within this, all cores may be used again: for commands that spread their work over them."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    pinned = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, pinned)


def machine() -> dict[str, object]:
    """What the figures come from, with a plain loop by which machines can be compared."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "reference loop, million steps a second": round(per_second(_loop, rounds=5).median / 1e6, 1),
    }


def _loop() -> int:
    total = 0
    for number in range(100_000):
        total += number & 7
    return 100_000 if total else 0


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith(("model name", "Hardware")):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


BARE_PYTHON = [sys.executable, "-I", "-S", "-c", "pass"]
"""This Python, started to do nothing, without its site packages."""

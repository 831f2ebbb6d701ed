"""Measure, then print one aligned table (or, with ``--json``, data) with the machine's own figures."""

from __future__ import annotations

import argparse
import sys

import msgspec

from bench import clock, measures
from bench.measures import Measure
from sabench import __version__


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--suite", default="smoke", help="the suite whose reference runs are used")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--no-demo", action="store_true", help="leave out the time of the demo")
    options = parser.parse_args()
    pinned = clock.one_core()
    machine = clock.machine() | {"pinning": pinned, "sabench": __version__}
    found = list(measures.all_measures(options.suite, demo=not options.no_demo))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode({"machine": machine, "measures": found})).decode())
    else:
        sys.stdout.write(table(machine, found))


def table(machine: dict[str, object], found: list[Measure]) -> str:
    """The table as text: machine, measures against their bars, and the neighbours' figures."""
    lines = [f"{key}: {value}" for key, value in machine.items()]
    rows = [("", "median", "lowest", "highest", "bar", "times the bar", "over"), *map(_row, found)]
    lines += ["", *_aligned(rows), "", "Figures of others (see bench/neighbours.py for where they come from)"]
    shown = {measure.others: measure.unit for measure in found if measure.others}
    for others, unit in shown.items():
        lines += ["", *_aligned([(name, _number(value, unit)) for name, value in others])]
    return "\n".join(lines) + "\n"


def _row(measure: Measure) -> tuple[str, ...]:
    value, unit = measure.value, measure.unit
    numbers = [_number(one, unit) for one in (value.median, value.low, value.high)]
    bar = _number(measure.bar, unit) if measure.bar is not None else ""
    times = f"{value.median / measure.bar:.2f} ({measure.best} is better)" if measure.bar else ""
    return (measure.name, *numbers, bar, times, measure.over)


def _number(value: float, unit: str) -> str:
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


if __name__ == "__main__":
    main()

"""The benchmarks measure what they say; nothing here is timed."""

from __future__ import annotations

import pytest
from bench import __main__ as bench_main
from bench import measures, neighbours
from bench.clock import Sample
from bench.measures import Measure

import sabench
from sabench import agent
from sabench.model import replace


@pytest.mark.parametrize("first", [True, False], ids=["reads first", "reads last"])
@pytest.mark.parametrize("task", sabench.load_suite("smoke"), ids=lambda task: task.id)
def test_reads_lengthen_a_run_without_changing_its_verdict(task: sabench.Task, first: bool) -> None:
    for script in measures.scripts(task):
        short = agent.play(script, task)
        long = agent.play(measures.looks_around(script, task, first=first), task)
        assert measures.count(long) >= measures.LENGTH
        one, other = sabench.judge(task, short), sabench.judge(task, long)
        shift = measures.count(long) - measures.count(short) if first else 0
        moved = tuple(replace(write, call=write.call + shift) for write in one.writes)
        assert (one.goal, one.cd, moved) == (other.goal, other.cd, other.writes)
        assert not other.invalid
        assert other.calls.get("failed", 0) == one.calls.get("failed", 0)


@pytest.mark.parametrize(
    ("figures", "most"),
    [(neighbours.EVALUATIONS, True), (neighbours.TOOL_STEPS, True), (neighbours.START, False)],
)
def test_the_first_neighbour_is_the_best(figures: tuple[tuple[str, float], ...], most: bool) -> None:
    values = [value for _, value in figures]
    assert values == sorted(values, reverse=most)


def test_the_table_names_machine_measures_bars_and_neighbours() -> None:
    found = [
        Measure("judge", "/s", Sample(5000, 4000, 6000), "more", 1816, "8 traces", neighbours.EVALUATIONS),
        Measure("start", "s", Sample(0.1, 0.09, 0.2), "less"),
    ]
    lines = bench_main.table({"cpu": "a chip"}, found).splitlines()
    assert lines[0] == "cpu: a chip"
    assert lines[3].startswith(
        "judge  5,000 /s  4,000 /s  6,000 /s  1,816 /s  2.75 (more is better)  8 traces"
    )
    assert lines[2].index("median") == lines[3].index("5,000") == lines[4].index("0.1 s")
    assert any(line.startswith("WorkBench ") for line in lines)

"""Comparisons of two sets of runs. All verdicts are synthetic."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

from sabench import codec, stats
from sabench.errors import DataError, UsageError
from sabench.model import TRAPS
from sabench.report.comparison import DECLARED, Comparison, compare, to_json
from sabench.report.comparison_text import render
from sabench.stats import Group
from synthetic_verdicts import runs, verdict

LEFT = list(runs(seed=9, risk=0.6, skill=0.8, arm="confirm"))
RIGHT = list(runs(seed=4, risk=3.0, skill=0.95))


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(LEFT, RIGHT, resamples=500)


def test_contrasts_are_those_of_the_statistics(comparison: Comparison) -> None:
    outcomes = stats.tabulate([*LEFT, *RIGHT])
    draws = stats.draw(47, np.random.default_rng(3), 500)
    groups = (Group("loop", "synthetic/alpha", "confirm"), Group("loop", "synthetic/alpha", "baseline"))
    again = compare(LEFT, RIGHT, resamples=500, rng=np.random.default_rng(3))
    for row in again.rows:
        expected = stats.paired(outcomes, row.contrast.metric, *groups, draws)
        assert msgspec.structs.replace(row.contrast, adjusted=None) == expected


def test_declared_contrasts_are_corrected_and_checked_and_others_are_not(comparison: Comparison) -> None:
    declared = [row for row in comparison.rows if row.declared]
    assert tuple(row.contrast.metric for row in declared) == DECLARED
    for row in declared:
        assert row.contrast.p is not None and row.contrast.adjusted is not None
        assert row.contrast.adjusted >= row.contrast.p
        assert row.sign_flip is not None and row.least_detectable is not None
    assert all(row.contrast.adjusted is None for row in comparison.rows if not row.declared)


def test_one_declared_contrast_needs_no_correction() -> None:
    row = compare(LEFT, RIGHT, declared=("attempted",), resamples=200).rows[0]
    assert row.contrast.metric == "attempted" and row.contrast.adjusted == row.contrast.p
    with pytest.raises(UsageError, match="declare at least one metric"):
        compare(LEFT, RIGHT, declared=())
    with pytest.raises(UsageError, match="no rate 'harm'"):
        compare(LEFT, RIGHT, declared=("harm",))


def test_traps_add_up_to_the_whole(comparison: Comparison) -> None:
    whole = next(row.contrast for row in comparison.rows if row.contrast.metric == "cd")
    assert tuple(trap for trap, _ in comparison.by_trap) == TRAPS
    assert sum(one.num_a for _, one in comparison.by_trap) == whole.num_a
    assert sum(one.den_b for _, one in comparison.by_trap) == whole.den_b


def test_the_same_agent_before_and_after_is_told_apart_by_name() -> None:
    after = list(runs(seed=5, risk=0.5))
    found = compare(after, RIGHT, names=("after", "before"), resamples=50)
    assert (found.a, found.b) == ("synthetic/alpha (after)", "synthetic/alpha (before)")
    arms = [[msgspec.structs.replace(v, arm="gate") for v in side] for side in (after, RIGHT)]
    assert compare(*arms, resamples=50).a == "synthetic/alpha (gate, a)"


def test_a_side_is_the_runs_of_one_agent() -> None:
    with pytest.raises(UsageError, match="a holds no runs"):
        compare([], RIGHT)
    with pytest.raises(UsageError, match="after holds synthetic/alpha, synthetic/beta; a comparison takes"):
        compare([*RIGHT, *runs("synthetic/beta")], RIGHT, names=("after", "before"))


def test_missing_pairs_are_named_or_left_out_and_counted() -> None:
    with pytest.raises(DataError, match="--complete-pairs"):
        compare(LEFT[2:], RIGHT, resamples=50)
    found = compare(LEFT[2:], RIGHT, complete_pairs=True, resamples=50)
    assert (found.runs_a, found.runs_b) == (186, 186)
    assert "runs without a partner, left out: 2" in found.warnings


def test_invalid_traces_are_warned_of() -> None:
    broken = [msgspec.structs.replace(LEFT[0], invalid="step 1", goal=None, cd=None), *LEFT[1:]]
    found = compare(broken, RIGHT, complete_pairs=True, resamples=50)
    assert any("(confirm): invalid traces" in warning for warning in found.warnings)


def test_repeats_are_resampled_on_two_levels() -> None:
    found = compare(runs(epochs=2), runs("synthetic/beta", epochs=2, seed=3, risk=3), resamples=100)
    assert found.two_level and found.rows[0].contrast.templates == 47
    assert "then runs within them" in render(found)


def test_few_templates_give_counts_alone() -> None:
    found = compare(runs(templates=5), runs("synthetic/beta", templates=5, seed=2), resamples=50)
    assert all(row.contrast.p is None and row.sign_flip is None for row in found.rows)
    assert "too few templates for limits: 5" in found.warnings
    assert "[" not in render(found)


def test_sides_that_never_differ_could_find_anything_and_show_nothing() -> None:
    same = list(runs("synthetic/beta", seed=4, risk=3.0, skill=0.95))
    row = compare(RIGHT, same, resamples=50).rows[0]
    assert (row.contrast.difference, row.contrast.p, row.sign_flip, row.least_detectable) == (
        0.0,
        1.0,
        1.0,
        None,
    )


def test_json_is_stable_and_reads_back(comparison: Comparison) -> None:
    text = to_json(comparison)
    assert json.loads(text)["schema"] == "sabench.comparison/1"
    assert codec.decode(text, Comparison) == comparison
    assert to_json(compare(LEFT[::-1], RIGHT[::-1], resamples=500)) == text


@pytest.mark.parametrize("width", [80, 100, 130])
def test_text_fits_and_is_ascii(comparison: Comparison, width: int) -> None:
    text = render(comparison, width)
    assert text.isascii() and max(len(line) for line in text.splitlines()) <= width
    assert ("could" in text) is (width >= 100)
    cd = next(row.contrast for row in comparison.rows if row.contrast.metric == "cd")
    assert f"{cd.num_a}/{cd.den_a}" in text and f"{100 * (cd.difference or 0):+.1f}" in text


def test_colour_marks_sure_differences_alone(comparison: Comparison) -> None:
    assert "\x1b[" in render(comparison, color=True)


def test_a_comparison_without_a_denominator_shows_a_dash() -> None:
    clear = [verdict(f"t-{i}", model=m) for i in range(9) for m in ("x",)]
    other = [verdict(f"t-{i}", model="y", cd=True) for i in range(9)]
    line = next(
        line for line in render(compare(clear, other, resamples=20)).splitlines() if line.startswith(" asked")
    )
    assert "0/0" in line and " - " in line

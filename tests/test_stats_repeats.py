"""Repeats, power, and the checks on the default intervals. All verdicts are synthetic."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from sabench import stats
from sabench.errors import UsageError
from sabench.model import Labels
from sabench.stats import RATES, Group, repeats
from synthetic_verdicts import ALPHA, BETA, rng, runs, verdict

MINE = Group("loop", "", "baseline")


def repeated(hits: list[list[bool]]) -> stats.Outcomes:
    """One task a template; run ``epoch`` of task ``i`` is clean when ``hits[i][epoch]``."""
    return stats.tabulate(
        verdict(f"t-{i}", goal=hit, cd=not hit, epoch=epoch, of=Labels(template=f"x-{i}"))
        for i, row in enumerate(hits)
        for epoch, hit in enumerate(row)
    )


# --- all of k, any of k -----------------------------------------------------------------------------


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=6), st.integers(1, 4))
def test_all_and_any_of_k_agree_with_counting_every_subset(hits: list[list[bool]], k: int) -> None:
    outcomes = repeated(hits)
    draws = stats.draw(len(outcomes.clusters), rng(), 5)
    subsets = [list(itertools.combinations(row, k)) for row in hits]
    every = sum(sum(map(all, found)) / len(found) for found in subsets) / len(hits)
    some = sum(sum(not all(one) for one in found) / len(found) for found in subsets) / len(hits)
    assert stats.every(outcomes, RATES["clean"], MINE, k, draws).rate == pytest.approx(every)
    assert stats.some(outcomes, RATES["cd"], MINE, k, draws).rate == pytest.approx(some)


def test_one_of_one_is_the_rate_itself() -> None:
    outcomes = stats.tabulate(runs(epochs=3))
    draws = stats.draw(47, rng(), 50)
    plain = stats.estimate(*outcomes.sums(RATES["clean"], outcomes.rows(ALPHA)), draws)
    assert stats.every(outcomes, RATES["clean"], ALPHA, 1, draws).rate == pytest.approx(plain.rate)
    assert stats.some(outcomes, RATES["clean"], ALPHA, 1, draws).rate == pytest.approx(plain.rate)


def test_all_of_k_falls_and_any_of_k_rises_with_k() -> None:
    outcomes = stats.tabulate(runs(epochs=4, risk=2))
    draws = stats.draw(47, rng(), 50)
    every = [stats.every(outcomes, RATES["clean"], ALPHA, k, draws).rate or 0 for k in (1, 2, 3, 4)]
    some = [stats.some(outcomes, RATES["cd"], ALPHA, k, draws).rate or 0 for k in (1, 2, 3, 4)]
    assert every == sorted(every, reverse=True) and some == sorted(some)
    assert every[0] > every[3] and some[0] < some[3]


def test_runs_of_others_do_not_count() -> None:
    outcomes = stats.tabulate([*runs(templates=9, epochs=2), *runs("synthetic/beta", templates=12, epochs=3)])
    one = stats.every(outcomes, RATES["clean"], ALPHA, 2, stats.draw(12, rng(), 5))
    assert (one.den, one.templates) == (36, 9)


def test_more_runs_than_there_are_is_refused_by_name() -> None:
    outcomes = repeated([[True, False]])
    with pytest.raises(UsageError, match="3 of 2 runs of t-0"):
        stats.every(outcomes, RATES["clean"], MINE, 3, stats.draw(1, rng(), 5))
    with pytest.raises(UsageError, match="cd_given_goal is about some runs"):
        stats.some(outcomes, RATES["cd_given_goal"], MINE, 1, stats.draw(1, rng(), 5))


# --- two levels -------------------------------------------------------------------------------------


def test_two_level_draws_keep_whole_templates_size_by_size() -> None:
    outcomes = stats.tabulate(
        [*runs(templates=6, variants=2, epochs=2), *runs("synthetic/beta", templates=9)]
    )
    draws = stats.draw_runs(outcomes, rng(), 200)
    clusters = np.array([cluster for cluster, _ in outcomes.layout])
    sizes = np.bincount(clusters)
    drawn = np.stack([draws.weights[:, clusters == i].sum(axis=1) for i in range(len(sizes))])
    assert (drawn % sizes[:, None] == 0).all()
    assert ((drawn // sizes[:, None]).sum(axis=0) == len(sizes)).all()


def test_two_level_draws_do_not_need_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = stats.tabulate(runs(templates=5, epochs=2))
    monkeypatch.setattr(repeats, "CELLS", 5 * 8 * 3)
    assert stats.draw_runs(outcomes, rng(), 20).weights.sum(axis=1).tolist() == [40] * 20
    assert stats.draw_runs(stats.tabulate([]), rng(), 5).weights.shape == (5, 0)


def test_two_levels_are_wider_than_one_where_repeats_differ() -> None:
    outcomes = stats.tabulate(runs(epochs=2, risk=1.6))
    rows = outcomes.rows(ALPHA)
    one = stats.estimate(*outcomes.sums(RATES["clean"], rows), stats.draw(47, rng(), 3_000))
    two = stats.two_level(outcomes, RATES["clean"], rows, stats.draw_runs(outcomes, rng(), 3_000))
    assert (one.method, two.method, two.rate) == ("bootstrap", "two-level", one.rate)
    assert one.lo is not None and one.hi is not None and two.lo is not None and two.hi is not None
    assert two.hi - two.lo > one.hi - one.lo


def test_two_levels_agree_with_their_textbook_variance() -> None:
    """Resampling runs within resampled templates adds the mean within-template variance, over all runs."""
    generator = rng(1)
    hits = (generator.random((40, 5)) < generator.beta(2, 2, (40, 1))).tolist()
    outcomes = repeated(hits)
    draws = stats.draw_runs(outcomes, rng(2), 20_000)
    nums, dens = outcomes.run_sums(RATES["clean"], outcomes.rows(MINE))
    made = (draws.weights @ nums) / (draws.weights @ dens)
    means = np.array(hits, dtype=float).mean(axis=1)
    expected = means.var() / 40 + (means * (1 - means)).mean() / (40 * 5)
    assert made.var() == pytest.approx(expected, rel=0.05)


def test_few_templates_and_rare_rates_keep_the_one_level_estimate() -> None:
    few = stats.tabulate(runs(templates=9, epochs=2))
    rare = stats.tabulate(runs(risk=0.1, epochs=2))
    for outcomes in (few, rare):
        two = stats.two_level(
            outcomes, RATES["cd"], outcomes.rows(ALPHA), stats.draw_runs(outcomes, rng(), 50)
        )
        assert two.method == "wilson"
    nothing = stats.two_level(few, RATES["cd"], few.rows(BETA), stats.draw_runs(few, rng(), 50))
    assert nothing.rate is None


def test_two_level_limits_are_percentiles_of_the_resampled_rates() -> None:
    outcomes = stats.tabulate(runs(epochs=2, risk=3))
    draws = stats.draw_runs(outcomes, rng(), 400)
    weights = draws.weights.copy()
    weights[:3] = 0
    two = stats.two_level(outcomes, RATES["cd"], outcomes.rows(ALPHA), stats.Draws(weights))
    nums, dens = outcomes.run_sums(RATES["cd"], outcomes.rows(ALPHA))
    made = (weights[3:] @ nums) / (weights[3:] @ dens)
    assert (two.method, two.dropped, two.warning) == ("two-level", 3, "")
    assert (two.lo, two.hi) == pytest.approx(tuple(np.quantile(made, (0.025, 0.975))))


def test_runs_are_drawn_evenly_on_two_levels() -> None:
    outcomes = repeated([[True, False, True]] * 10)
    mean = stats.draw_runs(outcomes, rng(), 4_000).weights.mean(axis=0)
    assert mean == pytest.approx(np.ones(30), abs=0.15)


def test_two_levels_of_nothing_are_empty() -> None:
    assert stats.draw_runs(stats.tabulate([]), rng(), 10).weights.shape == (10, 0)


def test_two_levels_without_variation_fall_back() -> None:
    outcomes = stats.tabulate(runs())
    still = stats.Draws(np.ones((10, len(outcomes.layout)), dtype=np.uint16))
    two = stats.two_level(outcomes, RATES["clean"], outcomes.rows(ALPHA), still)
    assert two.method != "two-level"
    assert two.lo is not None and two.hi is not None and two.lo < two.hi


def test_a_contrast_can_be_drawn_by_run() -> None:
    outcomes = stats.tabulate([*runs(epochs=2, risk=0.5), *runs("synthetic/beta", epochs=2, seed=2, risk=3)])
    one = stats.paired(outcomes, "cd", BETA, ALPHA, stats.draw(47, rng(), 2_000))
    two = stats.paired(outcomes, "cd", BETA, ALPHA, stats.draw_runs(outcomes, rng(), 2_000), by_run=True)
    assert (one.difference, one.templates) == (two.difference, two.templates)
    assert one.lo is not None and one.hi is not None and two.lo is not None and two.hi is not None
    assert two.hi - two.lo > one.hi - one.lo


# --- BCa --------------------------------------------------------------------------------------------


def test_bca_agrees_with_scipy() -> None:
    nums, dens = rng(3).binomial(4, rng(4).beta(0.6, 2, 47)).astype(float), np.full(47, 4.0)
    ours = stats.bca(nums, dens, stats.draw(47, rng(), 10_000))
    theirs = scipy.stats.bootstrap(
        (nums, dens),
        lambda n, d, axis: n.sum(axis=axis) / d.sum(axis=axis),
        paired=True,
        method="BCa",
        n_resamples=10_000,
        rng=rng(5),
    ).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.012)


def test_bca_follows_its_formula() -> None:
    nums, dens = rng(3).binomial(4, rng(4).beta(0.6, 2, 20)).astype(float), np.full(20, 4.0)
    draws = stats.draw(20, rng(), 999)
    made = (draws.weights @ nums) / (draws.weights @ dens)
    rate = nums.sum() / dens.sum()
    normal = scipy.stats.norm
    bias = normal.ppf(((made < rate).mean() + (made <= rate).mean()) / 2)
    left_out = [np.delete(nums, i).sum() / np.delete(dens, i).sum() for i in range(20)]
    apart = np.mean(left_out) - np.array(left_out)
    acceleration = (apart**3).sum() / (6 * (apart**2).sum() ** 1.5)
    shifted = [bias + normal.ppf(tail) for tail in (0.025, 0.975)]
    ends = [normal.cdf(bias + one / (1 - acceleration * one)) for one in shifted]
    assert abs(acceleration) > 0.01
    assert stats.bca(nums, dens, draws) == pytest.approx(tuple(np.quantile(made, ends)), abs=1e-9)


def test_bca_has_no_limits_without_width() -> None:
    weights = np.ones((1_000, 12), dtype=np.uint8)
    weights[0, :2] = 0, 2
    nums = np.array([0.0, 3.0, 1.0, 2.0] * 3)
    assert stats.bca(nums, np.full(12, 4.0), stats.Draws(weights)) is None


def test_bca_is_undefined_where_nothing_varies() -> None:
    draws = stats.draw(12, rng(), 200)
    assert stats.bca(np.full(12, 2.0), np.full(12, 4.0), draws) is None
    assert stats.bca(np.zeros(12), np.full(12, 4.0), draws) is None


# --- power ------------------------------------------------------------------------------------------


def test_the_variance_of_a_difference_agrees_with_the_bootstrap() -> None:
    outcomes = stats.tabulate([*runs(risk=0.5), *runs("synthetic/beta", seed=2, risk=3)])
    sums = [outcomes.sums(RATES["cd"], outcomes.rows(group)) for group in (ALPHA, BETA)]
    variance, templates = stats.difference_variance(sums[0], sums[1])
    draws = stats.draw(47, rng(), 20_000).weights.astype(float)
    made = (draws @ sums[0][0]) / (draws @ sums[0][1]) - (draws @ sums[1][0]) / (draws @ sums[1][1])
    assert templates == 47
    assert variance == pytest.approx(made.var(), rel=0.08)


def test_the_variance_of_a_difference_is_that_of_a_mean_where_all_templates_are_alike() -> None:
    a, b, dens = rng(1).binomial(4, 0.6, 9) * 1.0, rng(2).binomial(4, 0.3, 9) * 1.0, np.full(9, 4.0)
    variance, templates = stats.difference_variance((a, dens), (b, dens))
    assert templates == 9
    assert variance == pytest.approx(((a - b) / 4).var(ddof=1) / 9, rel=1e-12)


def test_the_assumed_variance_is_the_binomial_one_for_unlike_unpaired_runs() -> None:
    assert stats.assumed_variance(0.15, 47, 4, 0, 0) == pytest.approx(2 * 0.15 * 0.85 / 188)
    # Runs that are all alike are worth one a template; sides that always agree leave nothing to vary.
    assert stats.assumed_variance(0.15, 47, 4, 1, 0) == pytest.approx(2 * 0.15 * 0.85 / 47)
    assert stats.assumed_variance(0.15, 47, 4, 0.5, 1) == 0


def test_the_least_detectable_difference_shrinks_with_the_root_of_the_templates() -> None:
    least = stats.least_detectable(0.0009, 47, 47)
    quantiles = scipy.stats.t.ppf(0.975, 46) + scipy.stats.t.ppf(0.8, 46)
    assert least == pytest.approx(0.03 * quantiles)
    assert stats.least_detectable(0.0009, 47, 4 * 4700) == pytest.approx(
        0.03 / 20 * (scipy.stats.norm.ppf(0.975) + scipy.stats.norm.ppf(0.8)), rel=1e-3
    )
    assert stats.least_detectable(0.0009, 47, 47, power=0.9) > least


def test_a_difference_of_that_size_is_found_about_as_often_as_promised() -> None:
    """Normal template differences of known variance: a t test finds the least detectable one 80%."""
    generator, templates = rng(8), 20
    least = stats.least_detectable(1 / templates, templates, templates)
    drawn = generator.normal(least, 1, (4_000, templates))
    found = scipy.stats.ttest_1samp(drawn, 0, axis=1).pvalue < 0.05
    assert found.mean() == pytest.approx(0.8, abs=0.03)


def test_plans_that_make_no_sense_are_refused() -> None:
    some, none = (np.ones(9), np.ones(9)), (np.zeros(9), np.zeros(9))
    with pytest.raises(UsageError, match="no runs to count"):
        stats.difference_variance(some, none)
    with pytest.raises(UsageError, match="at least two templates"):
        stats.difference_variance((np.ones(1), np.ones(1)), (np.ones(1), np.ones(1)))
    with pytest.raises(UsageError, match="below 8 templates"):
        stats.least_detectable(0.01, 47, 7)
    with pytest.raises(UsageError, match="power must lie"):
        stats.least_detectable(0.01, 47, 47, power=1)
    with pytest.raises(UsageError, match="power must lie"):
        stats.least_detectable(0.01, 47, 47, power=0.5)
    with pytest.raises(UsageError, match="one side has no runs"):
        stats.sign_flip(some, none, rng(), 10)
    assert math.isfinite(stats.least_detectable(0.01, 47, 8))

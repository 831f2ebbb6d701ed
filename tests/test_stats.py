"""Statistics against closed forms, scipy and a slow reference. All verdicts are synthetic."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import stats
from sabench.stats import intervals
from synthetic_verdicts import rng
from textbook import slow_percentile


@st.composite
def clustered(draw: st.DrawFn, least: int = 2, most: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Numerators and denominators by template, each numerator at most its denominator."""
    dens = draw(st.lists(st.integers(0, 6), min_size=least, max_size=most))
    nums = [draw(st.integers(0, den)) for den in dens]
    return np.array(nums, dtype=float), np.array(dens, dtype=float)


# --- Student's t ------------------------------------------------------------------------------------


@pytest.mark.parametrize("df", [1, 2, 3, 7, 8, 11, 29, 46, 47, 200, 9_999, 50_000])
@pytest.mark.parametrize("probability", [0.6, 0.9, 0.975, 0.995])
def test_t_quantile_agrees_with_scipy(df: int, probability: float) -> None:
    exact = scipy.stats.t.ppf(probability, df)
    assert stats.t_quantile(probability, df) == pytest.approx(exact, rel=2e-4 if df > 9_999 else 1e-8)


@given(st.floats(-30, 30), st.integers(1, 300))
def test_t_cdf_agrees_with_scipy(value: float, df: int) -> None:
    # scipy itself is off by 3e-10 next to 0: there it gives 0.5 whatever the value.
    assert stats.t_cdf(value, df) == pytest.approx(scipy.stats.t.cdf(value, df), abs=1e-9)


@given(st.floats(-30, 30))
def test_t_cdf_with_one_degree_of_freedom_is_cauchys(value: float) -> None:
    assert stats.t_cdf(value, 1) == pytest.approx(0.5 + math.atan(value) / math.pi, abs=1e-15)


@pytest.mark.parametrize(("probability", "df"), [(0.5, 5), (1.0, 5), (0.1, 5), (0.975, 0)])
def test_t_quantile_refuses_what_it_does_not_cover(probability: float, df: int) -> None:
    with pytest.raises(ValueError, match="degree of freedom"):
        stats.t_quantile(probability, df)


# --- Wilson -----------------------------------------------------------------------------------------


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_at_the_full_size_agrees_with_scipy(case: tuple[int, int]) -> None:
    hits, n = case
    exact = scipy.stats.binomtest(hits, n).proportion_ci(method="wilson")
    lo, hi = stats.wilson(hits / n, n, scipy.stats.norm.ppf(0.975))
    assert (lo, hi) == pytest.approx((exact.low, exact.high), abs=1e-9)


@given(st.floats(0, 1), st.floats(1, 1e6), st.floats(1, 13))
def test_wilson_limits_enclose_the_rate_and_have_width(rate: float, size: float, quantile: float) -> None:
    lo, hi = stats.wilson(rate, size, quantile)
    assert 0 <= lo <= rate + 1e-12 and rate - 1e-12 <= hi <= 1
    assert lo < hi


@given(st.floats(1, 1e6), st.floats(1, 13))
def test_wilson_ends_at_the_edge_where_the_rate_does(size: float, quantile: float) -> None:
    assert stats.wilson(0, size, quantile)[0] == 0
    assert stats.wilson(1, size, quantile)[1] == 1


def test_wilson_solves_the_score_equation() -> None:
    rate, size, quantile = 0.07, 83.5, 2.3
    for limit in stats.wilson(rate, size, quantile):
        assert abs(rate - limit) == pytest.approx(quantile * math.sqrt(limit * (1 - limit) / size))


# --- variance and effective size --------------------------------------------------------------------


@given(clustered())
def test_ratio_variance_agrees_with_exact_fractions(data: tuple[np.ndarray, np.ndarray]) -> None:
    nums, dens = data
    if not dens.sum():
        return
    pairs = [(Fraction(int(n)), Fraction(int(d))) for n, d in zip(nums, dens, strict=True) if d]
    total = sum(d for _, d in pairs)
    rate = sum(n for n, _ in pairs) / total
    clusters = len(pairs)
    squares = sum((n - rate * d) ** 2 for n, d in pairs)
    exact = Fraction(clusters, clusters - 1) * squares / total**2 if clusters > 1 else Fraction(0)
    assert stats.ratio_variance(nums, dens) == pytest.approx(float(exact), abs=1e-14)


def test_single_runs_are_worth_about_their_number() -> None:
    nums = np.array([1.0] * 12 + [0.0] * 28)
    # With one run a template the clustered variance is r(1-r)/(G-1).
    assert stats.effective_size(nums, np.ones(40)) == pytest.approx(39)


def test_runs_that_always_agree_within_a_template_are_worth_one_a_template() -> None:
    nums, dens = np.array([5.0] * 12 + [0.0] * 28), np.full(40, 5.0)
    assert stats.effective_size(nums, dens) == pytest.approx(39)


@pytest.mark.parametrize("hits", [0.0, 2.0, 4.0])
def test_where_templates_do_not_vary_the_size_is_their_number(hits: float) -> None:
    assert stats.effective_size(np.full(12, hits), np.full(12, 4.0)) == 12


@given(clustered())
def test_effective_size_is_at_most_the_runs(data: tuple[np.ndarray, np.ndarray]) -> None:
    nums, dens = data
    if dens.sum():
        assert 0 < stats.effective_size(nums, dens) <= dens.sum()


# --- draws and the bootstrap ------------------------------------------------------------------------


@given(st.integers(1, 60), st.integers(1, 50), st.integers(0, 5))
def test_every_resample_draws_as_many_templates_as_there_are(
    templates: int, resamples: int, seed: int
) -> None:
    draws = stats.draw(templates, rng(seed), resamples)
    assert draws.weights.shape == (resamples, templates) and draws.resamples == resamples
    assert (draws.weights.sum(axis=1) == templates).all()


def test_draws_do_not_depend_on_the_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = stats.draw(13, rng(), 500).weights
    monkeypatch.setattr(intervals, "CELLS", 13 * 7)
    assert (stats.draw(13, rng(), 500).weights == whole).all()


def test_a_template_that_is_drawn_every_time_does_not_become_none() -> None:
    class Same:
        def integers(self, low: int, high: int, size: tuple[int, int]) -> np.ndarray:
            return np.zeros(size, dtype=np.int64)

    weights = stats.draw(300, Same(), 2).weights  # type: ignore[arg-type]
    assert weights.max() == weights[0, 0] == 255


def test_draws_of_no_templates_are_empty() -> None:
    assert stats.draw(0, rng(), 10).weights.shape == (10, 0)


def test_weights_are_drawn_evenly() -> None:
    mean = stats.draw(10, rng(), 4_000).weights.mean(axis=0)
    assert mean == pytest.approx(np.ones(10), abs=0.08)


@settings(deadline=None, max_examples=25)
@given(clustered(least=40, most=60), st.integers(0, 99))
def test_the_bootstrap_agrees_with_a_slow_reference(data: tuple[np.ndarray, np.ndarray], seed: int) -> None:
    nums, dens = data
    draws = stats.draw(len(nums), rng(seed), 300)
    one = stats.estimate(nums, dens, draws)
    if one.method != "bootstrap":
        return
    lo, hi, dropped = slow_percentile(nums.tolist(), dens.tolist(), draws.weights.tolist())
    assert (one.lo, one.hi, one.dropped) == pytest.approx((lo, hi, dropped))


def test_the_bootstrap_agrees_with_scipy() -> None:
    nums, dens = rng(3).binomial(4, 0.3, 47).astype(float), np.full(47, 4.0)
    one = stats.estimate(nums, dens, stats.draw(47, rng(), 10_000))
    theirs = scipy.stats.bootstrap(
        (nums, dens),
        lambda n, d, axis: n.sum(axis=axis) / d.sum(axis=axis),
        paired=True,
        method="percentile",
        n_resamples=10_000,
        rng=rng(5),
    ).confidence_interval
    assert (one.lo, one.hi) == pytest.approx((theirs.low, theirs.high), abs=0.012)


def test_resamples_with_an_empty_denominator_are_dropped_and_counted() -> None:
    dens = np.array([4.0] * 30 + [0.0] * 970)
    nums = np.array([2.0, 1.0] * 15 + [0.0] * 970)
    weights = np.ones((100, 1000), dtype=np.uint8)
    weights[:9, :30] = 0
    weights[50:, 1] = 3
    one = stats.estimate(nums, dens, stats.Draws(weights))
    assert (one.method, one.dropped, one.templates) == ("bootstrap", 9, 30)


def test_without_resamples_there_are_no_totals_and_no_limits() -> None:
    assert intervals.resampled(np.ones((2, 5)), stats.draw(5, rng(), 0)).shape == (0, 2)
    assert intervals.percentiles(np.full(3, np.nan)) is None


def test_estimating_together_equals_estimating_one_by_one() -> None:
    generator = rng(11)
    columns = [(generator.binomial(4, 0.4, 40).astype(float), np.full(40, 4.0)) for _ in range(130)]
    draws = stats.draw(40, rng(), 200)
    together = stats.estimate_all(columns, draws)
    assert together == [stats.estimate(nums, dens, draws) for nums, dens in columns]


# --- which interval, when ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("templates", "hits", "method"),
    [
        (7, 2, "counts"),
        (8, 2, "wilson"),
        (29, 2, "wilson"),
        (30, 2, "bootstrap"),
        (47, 0, "wilson"),
        (47, 4, "wilson"),
    ],
)
def test_the_method_follows_templates_and_rate(templates: int, hits: int, method: str) -> None:
    nums = np.full(templates, float(hits))
    if 0 < hits < 4:
        nums[::2] -= 1
    one = stats.estimate(nums, np.full(templates, 4.0), stats.draw(templates, rng(), 400))
    assert one.method == method
    assert (one.lo is None) == (one.hi is None) == (method == "counts")


def test_rare_rates_get_wilson_although_templates_are_many() -> None:
    nums = np.array([1.0] * 9 + [0.0] * 38)
    one = stats.estimate(nums, np.full(47, 4.0), stats.draw(47, rng(), 400))
    assert one.method == "wilson" and one.rate is not None and one.rate < 0.1
    quantile = scipy.stats.t.ppf(0.975, 46)
    assert (one.lo, one.hi) == pytest.approx(
        stats.wilson(9 / 188, stats.effective_size(nums, np.full(47, 4.0)), quantile)
    )


def test_nothing_counted_is_no_rate_and_not_zero() -> None:
    one = stats.estimate(np.zeros(9), np.zeros(9), stats.draw(9, rng(), 10))
    assert one == stats.Estimate(None, None, None, 0, 0, "counts", 0, 0, "nothing was counted")


def test_few_templates_are_counted_and_said_to_be_few() -> None:
    one = stats.estimate(np.array([1.0, 2.0, 0.0]), np.full(3, 4.0), stats.draw(3, rng(), 10))
    assert one == stats.Estimate(0.25, None, None, 3, 12, "counts", 3, 0, "too few templates for limits: 3")


def test_some_templates_are_said_to_be_some() -> None:
    def warning(templates: int) -> str:
        nums = np.arange(float(templates)) % 4
        return stats.estimate(nums, np.full(templates, 4.0), stats.draw(templates, rng(), 100)).warning

    assert (warning(12), warning(40)) == ("only 12 templates", "")


@settings(deadline=None)
@given(clustered(), st.integers(0, 3))
def test_no_interval_has_zero_width_and_each_holds_its_rate(
    data: tuple[np.ndarray, np.ndarray], seed: int
) -> None:
    nums, dens = data
    one = stats.estimate(nums, dens, stats.draw(len(nums), rng(seed), 100))
    if one.lo is not None and one.hi is not None and one.rate is not None:
        assert one.lo < one.hi
        assert 0 <= one.lo <= one.hi <= 1
    if dens.sum():
        assert one.rate == pytest.approx(one.num / one.den)
        assert (one.num, one.den) == (nums.sum(), dens.sum())


def test_templates_that_all_agree_get_wilson_at_their_number() -> None:
    one = stats.estimate(np.full(40, 2.0), np.full(40, 4.0), stats.draw(40, rng(), 100))
    assert one.method == "wilson"
    assert (one.lo, one.hi) == pytest.approx(stats.wilson(0.5, 40, scipy.stats.t.ppf(0.975, 39)))


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    """Small simulation: 47 and 12 unlike templates of 4 runs, at a rare and at a middling rate."""
    generator = rng(2026)
    for templates, mean in ((47, 0.05), (47, 0.3), (12, 0.05), (12, 0.3)):
        draws = stats.draw(templates, generator, 400)
        inside = 0
        for _ in range(300):
            risks = generator.beta(mean * 4, (1 - mean) * 4, templates)
            one = stats.estimate(generator.binomial(4, risks).astype(float), np.full(templates, 4.0), draws)
            assert one.lo is not None and one.hi is not None
            inside += one.lo <= mean <= one.hi
        assert inside / 300 > 0.90, (templates, mean)

"""Statistics against closed forms, scipy and a slow reference. All verdicts are synthetic."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import msgspec
import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import stats
from sabench.errors import DataError, UsageError
from sabench.model import Labels, Trace
from sabench.stats import RATES, Group, contrasts, intervals
from synthetic_verdicts import labels, panel, runs, verdict

ALPHA = Group("loop", "synthetic/alpha", "baseline")
BETA = Group("loop", "synthetic/beta", "baseline")


def rng(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


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


def slow_percentile(
    nums: list[float], dens: list[float], weights: list[list[int]]
) -> tuple[float, float, int]:
    """The percentile limits as a textbook has them, one resample and one template at a time."""
    ratios = []
    for row in weights:
        num = sum(w * n for w, n in zip(row, nums, strict=True))
        den = sum(w * d for w, d in zip(row, dens, strict=True))
        if den:
            ratios.append(num / den)
    ratios.sort()
    return _quantile(ratios, 0.025), _quantile(ratios, 0.975), len(weights) - len(ratios)


def _quantile(ordered: list[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


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


# --- outcomes ---------------------------------------------------------------------------------------


def test_rates_count_what_their_names_say() -> None:
    given_verdicts = [
        verdict("a", goal=True, cd=False),
        verdict("b", goal=True, cd=True, external=True),
        verdict("c", goal=False, cd=True),
        verdict("d", goal=False, cd=False, clarification="over_asked"),
        verdict("e", goal=True, cd=False, ambiguous=True, clarification="asked"),
        verdict("f", goal=False, cd=True, ambiguous=True, clarification="wrote"),
        verdict("g", goal=False, cd=False, ambiguous=True, clarification="silent", attempted=1),
    ]
    outcomes = stats.tabulate(given_verdicts)
    rows = outcomes.rows(Group("loop", "", "baseline"))
    counted = {}
    for name, rate in RATES.items():
        nums, dens = outcomes.sums(rate, rows)
        counted[name] = (int(nums.sum()), int(dens.sum()))
    assert counted == {
        "goal": (3, 7),
        "cd": (3, 7),
        "external_cd": (1, 7),
        "clean": (2, 7),
        "goal_and_cd": (1, 7),
        "cd_given_goal": (1, 3),
        "fail_and_cd": (2, 7),
        "asked": (1, 3),
        "over_asked": (1, 4),
        "attempted": (1, 7),
    }


def test_invalid_and_infrastructure_are_in_no_denominator() -> None:
    trace = Trace(task="t-9", task_digest="digest-t-9", agent="loop", turns=(), stop="infrastructure")
    outcomes = stats.tabulate(
        [
            verdict("a"),
            verdict("b", goal=None, cd=None, invalid="step 2: the result differs"),
            verdict("c", goal=False, stop="infrastructure"),
        ],
        [trace, trace, ("loop", "", "baseline")],
    )
    group = Group("loop", "", "baseline")
    assert len(outcomes.verdicts) == 1
    assert (outcomes.invalid[group], outcomes.infrastructure[group]) == (1, 3)


def test_a_fault_that_a_later_attempt_made_good_is_not_counted() -> None:
    trace = Trace(task="a", task_digest="digest-a", agent="loop", turns=(), stop="infrastructure")
    assert stats.tabulate([verdict("a")], [trace]).infrastructure == {}


def test_an_agent_with_faults_alone_is_still_listed() -> None:
    outcomes = stats.tabulate([], [("loop", "m", "baseline")])
    assert outcomes.groups == (Group("loop", "m", "baseline"),)
    assert not outcomes.rows(outcomes.groups[0]).any()
    assert not outcomes.rows(ALPHA).any()


def test_a_run_given_twice_is_refused_by_name() -> None:
    with pytest.raises(DataError, match="the run of m on a, epoch 0, is given 2 times"):
        stats.tabulate([verdict("a", model="m"), verdict("a", model="m")])


def test_the_run_that_is_given_twice_is_named_among_others() -> None:
    with pytest.raises(DataError, match="the run of loop on c, epoch 2, is given 2 times"):
        stats.tabulate([verdict("a"), verdict("b"), *[verdict("c", epoch=2)] * 2])


def test_nothing_can_be_tabulated_and_summed() -> None:
    outcomes = stats.tabulate([])
    nums, dens = outcomes.sums(RATES["cd"], outcomes.rows(ALPHA))
    assert (nums.sum(), dens.sum(), len(outcomes.run_sums(RATES["cd"], outcomes.rows(ALPHA))[0])) == (0, 0, 0)
    assert all(len(codes) == 0 for codes in outcomes.labels.values())


def test_mixed_policies_are_refused() -> None:
    other = msgspec.structs.replace(verdict("b"), policy="paper")
    with pytest.raises(DataError, match=r"several policies \(paper, strict\)"):
        stats.tabulate([verdict("a"), other])


def test_tasks_without_a_template_stand_for_themselves() -> None:
    own = [verdict(f"mine-{i}", of=Labels()) for i in range(9)]
    assert len(stats.tabulate(own).clusters) == 9


def test_epochs_of_a_task_stay_in_one_cluster() -> None:
    outcomes = stats.tabulate(runs(templates=10, variants=2, epochs=3))
    assert len(outcomes.clusters) == 10 and len(outcomes.verdicts) == 60
    assert outcomes.sums(RATES["cd"], outcomes.rows(ALPHA))[1].tolist() == [6.0] * 10


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_input_changes_no_number(seed: int) -> None:
    ordered = panel()
    mixed = ordered[:]
    random.Random(seed).shuffle(mixed)
    one, two = stats.tabulate(ordered), stats.tabulate(mixed)
    assert one.verdicts == two.verdicts and one.clusters == two.clusters
    draws = stats.draw(len(one.clusters), rng(), 200)
    for group in one.groups:
        assert stats.estimate(*one.sums(RATES["cd"], one.rows(group)), draws) == stats.estimate(
            *two.sums(RATES["cd"], two.rows(group)), draws
        )


def test_labels_choose_rows() -> None:
    outcomes = stats.tabulate(runs(templates=16, variants=1))
    for label in stats.SLICES:
        chosen = sum(int(outcomes.where(label, value).sum()) for value in outcomes.values[label])
        assert chosen == 16
    cell = outcomes.where("cell", f"{labels(5).trap}/{labels(5).state}")
    assert cell.sum() == 1


# --- contrasts --------------------------------------------------------------------------------------


def two_agents() -> stats.Outcomes:
    return stats.tabulate([*runs(seed=1, risk=0.5), *runs("synthetic/beta", seed=2, risk=3.0)])


def test_a_paired_difference_agrees_with_a_slow_reference() -> None:
    outcomes = two_agents()
    draws = stats.draw(47, rng(), 400)
    one = stats.paired(outcomes, "cd", BETA, ALPHA, draws)
    sums = [outcomes.sums(RATES["cd"], outcomes.rows(group))[0].tolist() for group in (BETA, ALPHA)]
    made = sorted(
        sum(w * (b - a) for w, b, a in zip(row, *sums, strict=True)) / sum(4 * w for w in row)
        for row in draws.weights.tolist()
    )
    assert (one.lo, one.hi) == pytest.approx((_quantile(made, 0.025), _quantile(made, 0.975)))
    below, above = sum(x <= 0 for x in made), sum(x >= 0 for x in made)
    assert one.p == pytest.approx(min(1, 2 * min(1 + below, 1 + above) / 401))
    assert one.rate_a is not None and one.rate_b is not None
    assert one.difference == pytest.approx(one.rate_a - one.rate_b)


def test_within_a_label_only_its_tasks_are_compared() -> None:
    outcomes = two_agents()
    draws = stats.draw(47, rng(), 400)
    one = stats.paired(outcomes, "cd", BETA, ALPHA, draws, within=("trap", "overreach"))
    chosen = [v for v in outcomes.verdicts if v.labels.trap == "overreach"]
    hits = [sum(bool(v.cd) for v in chosen if stats.group_of(v) == group) for group in (BETA, ALPHA)]
    assert [one.num_a, one.num_b] == hits
    assert one.den_a == one.den_b == len(chosen) / 2
    assert one.templates == len({v.labels.template for v in chosen})


def test_enough_templates_bring_no_warning() -> None:
    one = stats.paired(two_agents(), "cd", ALPHA, BETA, stats.draw(47, rng(), 200))
    assert (one.method, one.warning) == ("bootstrap", "")


def test_swapping_the_agents_turns_the_sign_and_keeps_p() -> None:
    outcomes = two_agents()
    draws = stats.draw(47, rng(), 400)
    one, two = (stats.paired(outcomes, "clean", *pair, draws) for pair in ((ALPHA, BETA), (BETA, ALPHA)))
    assert one.lo is not None and one.hi is not None and two.lo is not None and two.hi is not None
    assert (one.difference, one.lo, one.hi) == pytest.approx((-(two.difference or 0), -two.hi, -two.lo))
    assert one.p == two.p


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=50))
def test_p_is_never_zero_and_at_most_one(differences: list[float]) -> None:
    p = stats.two_sided(np.array(differences))
    assert 0 < p <= 1


def test_p_follows_its_formula() -> None:
    assert stats.two_sided(np.array([1.0] * 97 + [-1.0, 0.0])) == pytest.approx(2 * 3 / 100)
    assert stats.two_sided(np.zeros(99)) == 1.0
    assert stats.two_sided(np.ones(99)) == pytest.approx(0.02)


def test_agents_that_never_differ_get_no_limits_and_p_one() -> None:
    outcomes = stats.tabulate([*runs(seed=1), *runs("synthetic/beta", seed=1)])
    one = stats.paired(outcomes, "cd", ALPHA, BETA, stats.draw(47, rng(), 100))
    assert (one.difference, one.lo, one.hi, one.p) == (0.0, None, None, 1.0)
    assert "same difference" in one.warning


def test_missing_pairs_are_an_error_that_names_them() -> None:
    outcomes = stats.tabulate([*runs(), *list(runs("synthetic/beta"))[3:]])
    draws = stats.draw(47, rng(), 50)
    with pytest.raises(DataError, match="synthetic/beta on tpl-00-0, synthetic/beta on tpl-00-1"):
        stats.paired(outcomes, "cd", ALPHA, BETA, draws)
    with pytest.raises(DataError):
        contrasts.matched(outcomes, ALPHA, BETA)
    one = stats.paired(outcomes, "cd", ALPHA, BETA, draws, complete_pairs=True)
    assert (one.left_out, one.den_a, one.den_b) == (3, 185, 185)


def test_missing_pairs_are_named_in_the_order_of_their_tasks() -> None:
    backwards = [
        msgspec.structs.replace(one, task_digest=f"digest-{9 - number}")
        for number, one in enumerate(runs(templates=1))
    ]
    one = msgspec.structs.replace(backwards[0], model="synthetic/beta")
    outcomes = stats.tabulate([*backwards, one])
    names = "synthetic/beta on tpl-00-1, synthetic/beta on tpl-00-2, synthetic/beta on tpl-00-3"
    with pytest.raises(DataError, match=names):
        stats.paired(outcomes, "cd", ALPHA, BETA, stats.draw(1, rng(), 50))


def test_many_missing_pairs_are_summed_up() -> None:
    outcomes = stats.tabulate([*runs(epochs=2), *runs("synthetic/beta")])
    with pytest.raises(DataError, match=r"tpl-00-0 \(epoch 1\).* and 183 more"):
        stats.paired(outcomes, "cd", ALPHA, BETA, stats.draw(47, rng(), 50))


def test_few_templates_give_counts_and_no_p() -> None:
    outcomes = stats.tabulate([*runs(templates=7), *runs("synthetic/beta", templates=7, seed=4)])
    one = stats.paired(outcomes, "cd", ALPHA, BETA, stats.draw(7, rng(), 50))
    assert (one.method, one.lo, one.hi, one.p, one.dropped) == ("counts", None, None, None, 0)


def test_some_templates_give_limits_with_a_warning() -> None:
    outcomes = stats.tabulate([*runs(templates=12), *runs("synthetic/beta", templates=12, seed=4, risk=4)])
    one = stats.paired(outcomes, "cd", ALPHA, BETA, stats.draw(12, rng(), 200))
    assert one.p is not None and "only 12 templates" in one.warning


def test_a_side_without_a_denominator_has_no_difference() -> None:
    good, bad = runs(skill=1, risk=0), runs("synthetic/beta", skill=0, risk=50)
    clear_only = [v for v in [*good, *bad] if not v.ambiguous]
    outcomes = stats.tabulate(clear_only)
    one = stats.paired(outcomes, "cd_given_goal", ALPHA, BETA, stats.draw(len(outcomes.clusters), rng(), 50))
    assert (one.difference, one.rate_b, one.p, one.den_b) == (None, None, None, 0)
    assert "one side" in one.warning


def test_resamples_that_empty_a_side_are_dropped_from_a_contrast() -> None:
    weights = np.ones((5, 9), dtype=np.uint8)
    weights[:2, 0] = 0
    lone = (np.array([1.0] + [0.0] * 8), np.array([1.0] + [0.0] * 8))
    other = (np.arange(9.0) % 2, np.ones(9))
    one = contrasts._contrast("cd", "a", "b", lone, other, stats.Draws(weights), 9)
    assert one.dropped == 2
    none = contrasts._contrast("cd", "a", "b", lone, other, stats.Draws(weights[:2]), 9)
    assert (none.lo, none.p, none.dropped) == (None, None, 2)


def test_unknown_names_are_told_with_the_known_ones() -> None:
    outcomes = two_agents()
    draws = stats.draw(47, rng(), 10)
    with pytest.raises(UsageError, match="no rate 'harm'; there are: goal"):
        stats.paired(outcomes, "harm", ALPHA, BETA, draws)
    with pytest.raises(UsageError, match="no runs of gamma; there are runs of: synthetic/alpha"):
        stats.paired(outcomes, "cd", ALPHA, Group("loop", "gamma", "baseline"), draws)
    with pytest.raises(UsageError, match="no runs of gamma; there are runs of: synthetic/alpha"):
        stats.paired(outcomes, "cd", Group("loop", "gamma", "baseline"), ALPHA, draws)
    with pytest.raises(UsageError, match="no label 'mood'"):
        stats.against_rest(outcomes, "cd", "mood", ["x"], draws)
    with pytest.raises(UsageError, match="no 'greed'; there are: ambiguity"):
        stats.against_rest(outcomes, "cd", "trap", ["greed"], draws)


def test_a_trap_is_compared_with_the_rest_over_pooled_agents() -> None:
    outcomes = two_agents()
    draws = stats.draw(47, rng(), 300)
    one = stats.against_rest(outcomes, "cd", "trap", ["ambiguity"], draws)
    inside = [v for v in outcomes.verdicts if v.labels.trap == "ambiguity"]
    assert (one.num_a, one.den_a) == (sum(bool(v.cd) for v in inside), len(inside))
    assert one.den_a + one.den_b == len(outcomes.verdicts)
    assert one.left_out == 0
    alone = stats.against_rest(outcomes, "cd", "trap", ["ambiguity"], draws, groups=[ALPHA])
    assert alone.den_a + alone.den_b == 188


def test_groups_of_states_are_compared_with_the_rest() -> None:
    one = stats.against_rest(
        two_agents(), "cd", "state", ["dependent", "cross-tool"], stats.draw(47, rng(), 300)
    )
    assert one.a == "dependent + cross-tool" and one.b == "the rest"


def test_holm_agrees_with_its_definition() -> None:
    base = stats.paired(two_agents(), "cd", ALPHA, BETA, stats.draw(47, rng(), 50))
    made = [msgspec.structs.replace(base, p=p) for p in (0.01, 0.04, 0.03, None, 0.005)]
    adjusted = [one.adjusted for one in stats.holm(made)]
    assert adjusted == [
        pytest.approx(0.03),
        pytest.approx(0.06),
        pytest.approx(0.06),
        None,
        pytest.approx(0.02),
    ]


def test_sign_flips_agree_with_scipy_on_equal_denominators() -> None:
    generator = rng(3)
    a, b = generator.binomial(4, 0.5, 20).astype(float), generator.binomial(4, 0.3, 20).astype(float)
    dens = np.full(20, 4.0)
    ours = stats.sign_flip((a, dens), (b, dens), rng(1), 20_000)
    theirs = scipy.stats.permutation_test(
        (a, b), lambda x, y: abs((x - y).sum()), permutation_type="samples", alternative="greater",
        vectorized=False, n_resamples=5_000, rng=rng(2),
    )  # fmt: skip
    assert ours == pytest.approx(theirs.pvalue, abs=0.02)


def test_sign_flips_find_nothing_between_equals() -> None:
    sums = (np.arange(10.0) % 3, np.full(10, 4.0))
    assert stats.sign_flip(sums, sums, rng(), 200) == 1.0


@settings(deadline=None, max_examples=20)
@given(st.permutations(range(12)))
def test_relabelled_templates_change_no_wilson_interval(order: list[int]) -> None:
    nums, dens = rng(4).binomial(4, 0.2, 12).astype(float), np.full(12, 4.0)
    draws = stats.draw(12, rng(), 100)
    one, two = stats.estimate(nums, dens, draws), stats.estimate(nums[order], dens, draws)
    assert (one.rate, one.lo, one.hi) == pytest.approx((two.rate, two.lo, two.hi))

"""Outcomes of verdicts, and contrasts of two groups of runs."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import stats
from sabench.errors import DataError, UsageError
from sabench.model import Labels, Trace
from sabench.stats import RATES, Group, contrasts
from synthetic_verdicts import ALPHA, BETA, labels, panel, rng, runs, verdict
from textbook import quantile

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
    assert (one.lo, one.hi) == pytest.approx((quantile(made, 0.025), quantile(made, 0.975)))
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

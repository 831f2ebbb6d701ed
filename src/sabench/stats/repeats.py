"""Repeated runs of a task (epochs): two-level bootstrap, "all of k", "any of k"."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import msgspec
import numpy as np

from sabench.errors import UsageError
from sabench.stats.intervals import (
    CELLS,
    RESAMPLES,
    Draws,
    Estimate,
    estimate,
    fits_percentiles,
    percentiles,
    ratios,
    resampled,
)
from sabench.stats.outcomes import Flags, Group, Outcomes, Rate, Sums


def draw_runs(outcomes: Outcomes, rng: np.random.Generator, resamples: int = RESAMPLES) -> Draws:
    """Two-level draws: templates with replacement, then within each drawn one its runs with replacement.

    The weights are by run, in the order of ``outcomes.layout``, and the same for every model and arm. Source:
    Davison & Hinkley, Bootstrap Methods and their Application (1997), section 3.8, strategy 2; they note that
    it errs on the wide side where templates have few runs.
    """
    clusters = np.array([cluster for cluster, _ in outcomes.layout], dtype=np.intp)
    sizes = np.bincount(clusters, minlength=len(outcomes.clusters))
    starts = np.cumsum(sizes) - sizes
    most = int(sizes.max(initial=0))
    weights = np.zeros((resamples, len(clusters)), dtype=np.uint16)
    block = max(1, CELLS // max(1, len(sizes) * max(1, most)))
    for start in range(0, resamples if len(sizes) else 0, block):
        rows = min(block, resamples - start)
        picked = rng.integers(0, len(sizes), size=(rows, len(sizes)))
        size = sizes[picked][:, :, None]
        inside = rng.integers(0, np.broadcast_to(size, (*picked.shape, most)))
        runs = starts[picked][:, :, None] + inside + np.arange(rows)[:, None, None] * len(clusters)
        drawn = runs[np.broadcast_to(np.arange(most) < size, runs.shape)]
        counted = np.bincount(drawn, minlength=rows * len(clusters))
        weights[start : start + rows] = counted.reshape(rows, len(clusters))
    return Draws(weights)


def two_level(outcomes: Outcomes, rate: Rate, rows: Flags, draws: Draws) -> Estimate:
    """The rate with a two-level interval, from ``draw_runs``: over templates and repeats.

    Where the template bootstrap would not be used (few templates, rare rates) the one-level estimate stands.
    """
    nums, dens = outcomes.sums(rate, rows)
    one = estimate(nums, dens, Draws(np.ones((1, len(nums)), dtype=np.uint8)))
    if one.rate is None or not fits_percentiles(one.rate, one.templates):
        return one
    made = ratios(*resampled(np.array(outcomes.run_sums(rate, rows)), draws).T)
    limits = percentiles(made)
    if limits is None:
        return one
    lo, hi, dropped = limits
    return msgspec.structs.replace(one, lo=lo, hi=hi, method="two-level", dropped=dropped, warning="")


def every(outcomes: Outcomes, rate: Rate, group: Group, k: int, draws: Draws) -> Estimate:
    """pass^k: the chance that ``k`` runs of a task all hit (``clean``), averaged over tasks.

    For c hits in n runs of a task C(c, k) / C(n, k), which is unbiased. Source: Yao, Shinn, Razavi &
    Narasimhan, tau-bench (2024), section 3. Raises ``UsageError`` when a task has fewer than ``k`` runs.
    """
    return _over_subsets(outcomes, rate, group, k, draws, lambda n, c: comb(c, k) / comb(n, k))


def some(outcomes: Outcomes, rate: Rate, group: Group, k: int, draws: Draws) -> Estimate:
    """Any in k: the chance that at least one of ``k`` runs of a task hits (``cd``), averaged over tasks.

    For c hits in n runs of a task 1 - C(n - c, k) / C(n, k), which is unbiased. Source: Chen et al.,
    Evaluating Large Language Models Trained on Code (2021), section 2.1. Raises ``UsageError`` when a task
    has fewer than ``k`` runs.
    """
    return _over_subsets(outcomes, rate, group, k, draws, lambda n, c: 1 - comb(n - c, k) / comb(n, k))


def _over_subsets(
    outcomes: Outcomes, rate: Rate, group: Group, k: int, draws: Draws, chance: Callable[[int, int], float]
) -> Estimate:
    if rate.of:
        raise UsageError(
            f"{rate.name} is about some runs of a task only; ask for a rate of all runs, such as clean"
        )
    nums, dens = outcomes.run_sums(rate, outcomes.rows(group))
    counts: dict[tuple[int, str], tuple[int, int]] = {}
    for (cluster, (task, _)), hit, counted in zip(outcomes.layout, nums, dens, strict=True):
        if counted:
            n, c = counts.get((cluster, task), (0, 0))
            counts[cluster, task] = (n + 1, c + int(hit))
    sums: tuple[Sums, Sums] = (np.zeros(len(outcomes.clusters)), np.zeros(len(outcomes.clusters)))
    for (cluster, task), (n, c) in counts.items():
        if not 1 <= k <= n:
            raise UsageError(
                f"{k} of {n} runs of {outcomes.tasks[task]} cannot be drawn; run as many epochs as that"
            )
        sums[0][cluster] += chance(n, c)
        sums[1][cluster] += 1
    return estimate(*sums, draws)

"""Rates with intervals: ratios of sums, resampled by template.

Runs of one template are alike, so the template is the unit of resampling (the *cluster*). Each rate gets one
of three methods:

- ``bootstrap``: percentile cluster bootstrap, from 30 templates on and for rates between 10% and 90%;
- ``wilson``: Wilson's interval at the effective sample size, elsewhere, from 8 templates on;
- ``counts``: below 8 templates the numbers alone, without limits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from sabench.stats.outcomes import Sums
from sabench.stats.student import t_quantile

LEVEL = 0.95
"""Confidence level of every interval."""

RESAMPLES = 10_000
FEW = 8
"""Below so many templates there are counts only."""
ENOUGH = 30
"""Below so many templates percentile intervals cover too little."""
EXTREME = 0.10
"""Rates nearer to 0 or 1 than this are skewed too much for percentile intervals."""

TAIL = (1 - LEVEL) / 2
"""What an interval leaves out on each side."""
_COLUMNS = 64  # ratios resampled at a time, so that memory does not grow with their number
CELLS = 4_000_000
"""Weights turned into floats at a time."""

Method = Literal["bootstrap", "two-level", "wilson", "counts"]


class Estimate(Struct, frozen=True):
    """A rate with its limits. ``rate`` is None where nothing was counted, limits are None where none hold.

    ``templates`` is the number of templates with a denominator, ``dropped`` how many resamples had an empty
    one, ``warning`` why the limits are missing or weak ("" otherwise).
    """

    rate: float | None
    lo: float | None
    hi: float | None
    num: int | float
    """Hits; not whole only for means over subsets of repeats (``repeats.every`` and ``repeats.some``)."""
    den: int
    method: Method
    templates: int = 0
    dropped: int = 0
    warning: str = ""


class Draws(Struct, frozen=True, eq=False):
    """How often each template is drawn in each resample: an array (resamples, templates).

    One value is used for every model, arm and rate, so that their resamples are paired.
    """

    weights: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

    @property
    def resamples(self) -> int:
        """How many resamples there are."""
        return int(self.weights.shape[0])


def draw(templates: int, rng: np.random.Generator, resamples: int = RESAMPLES) -> Draws:
    """Draw ``templates`` templates with replacement, ``resamples`` times.

    Index draws and one ``bincount`` a block (multinomial draws cost three times that). Source: Efron &
    Tibshirani, An Introduction to the Bootstrap (1993), chapters 6 and 8; clusters as units: Cameron, Gelbach
    & Miller, Review of Economics and Statistics 90 (2008), "pairs cluster bootstrap".
    """
    weights = np.zeros((resamples, templates), dtype=np.uint8)
    block = max(1, CELLS // max(1, templates))
    for start in range(0, resamples if templates else 0, block):
        rows = min(block, resamples - start)
        picked = rng.integers(0, templates, size=(rows, templates))
        picked += np.arange(rows)[:, None] * templates
        counted = np.bincount(picked.ravel(), minlength=rows * templates)
        weights[start : start + rows] = np.minimum(counted, 255).reshape(rows, templates)
    return Draws(weights)


def resampled(sums: npt.NDArray[np.float64], draws: Draws) -> npt.NDArray[np.float64]:
    """Resampled totals: (resamples, columns) from per-template sums (columns, templates)."""
    block = max(1, CELLS // max(1, sums.shape[1]))
    parts = [
        draws.weights[start : start + block].astype(np.float64) @ sums.T
        for start in range(0, draws.resamples, block)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, sums.shape[0]))


def ratios(nums: Sums, dens: Sums) -> npt.NDArray[np.float64]:
    """``nums / dens``, and NaN where the denominator is empty."""
    return np.divide(nums, dens, out=np.full_like(nums, np.nan), where=dens > 0)


def estimate_all(columns: Iterable[tuple[Sums, Sums]], draws: Draws) -> list[Estimate]:
    """One estimate for each (numerators, denominators) by template; equal to estimating them one by one.

    Takes the columns one at a time and keeps those alone that are to be resampled.
    """
    found: list[Estimate | None] = []
    waiting: list[tuple[int, Sums, Sums]] = []
    for nums, dens in columns:
        found.append(_without_resampling(nums, dens))
        if found[-1] is None:
            waiting.append((len(found) - 1, nums, dens))
    for start in range(0, len(waiting), _COLUMNS):
        block = waiting[start : start + _COLUMNS]
        totals = resampled(
            np.array([*(nums for _, nums, _ in block), *(dens for _, _, dens in block)]), draws
        )
        made = ratios(totals[:, : len(block)], totals[:, len(block) :])
        for (index, nums, dens), column in zip(block, made.T, strict=True):
            found[index] = _percentile(nums, dens, column)
    return [one for one in found if one is not None]


def estimate(nums: Sums, dens: Sums, draws: Draws) -> Estimate:
    """The rate ``sum(nums) / sum(dens)`` with its limits; both arrays are by template."""
    return estimate_all([(nums, dens)], draws)[0]


def _without_resampling(nums: Sums, dens: Sums) -> Estimate | None:
    num, den = float(nums.sum()), float(dens.sum())
    templates = int(np.count_nonzero(dens))
    if den == 0:
        return Estimate(None, None, None, 0, 0, "counts", 0, 0, "nothing was counted")
    if templates < FEW:
        why = f"too few templates for limits: {templates}"
        return Estimate(num / den, None, None, _whole(num), round(den), "counts", templates, 0, why)
    if not fits_percentiles(num / den, templates):
        return _wilson_estimate(nums, dens)
    return None


def fits_percentiles(rate: float, templates: int) -> bool:
    """Whether a percentile interval covers what it says: enough templates, and a rate that is not extreme."""
    return templates >= ENOUGH and EXTREME <= rate <= 1 - EXTREME


def percentiles(made: npt.NDArray[np.float64]) -> tuple[float, float, int] | None:
    """The limits of resampled values and how many of these were dropped as NaN; None without any width."""
    kept = made[~np.isnan(made)]
    lo, hi = (float(x) for x in np.quantile(kept, (TAIL, 1 - TAIL))) if len(kept) else (0.0, 0.0)
    return (lo, hi, len(made) - len(kept)) if lo < hi else None


def _percentile(nums: Sums, dens: Sums, resamples: npt.NDArray[np.float64]) -> Estimate:
    limits = percentiles(resamples)
    if limits is None:  # every template has the same rate
        return _wilson_estimate(nums, dens)
    lo, hi, dropped = limits
    num, den = float(nums.sum()), float(dens.sum())
    templates = int(np.count_nonzero(dens))
    return Estimate(num / den, lo, hi, _whole(num), round(den), "bootstrap", templates, dropped)


def _wilson_estimate(nums: Sums, dens: Sums) -> Estimate:
    num, den = float(nums.sum()), float(dens.sum())
    templates = int(np.count_nonzero(dens))
    lo, hi = wilson(num / den, effective_size(nums, dens), t_quantile(1 - TAIL, templates - 1))
    why = f"only {templates} templates" if templates < ENOUGH else ""
    return Estimate(num / den, lo, hi, _whole(num), round(den), "wilson", templates, 0, why)


def _whole(total: float) -> int | float:
    return round(total) if abs(total - round(total)) < 1e-9 else total


def ratio_variance(nums: Sums, dens: Sums) -> float:
    """Variance of ``sum(nums) / sum(dens)`` with templates as clusters.

    The linearised ratio, G/(G-1) · Σ(numᵢ - r·denᵢ)² / (Σ denᵢ)², for G clusters with a denominator. Source:
    Cochran, Sampling Techniques (1977), section 6.4; the between-cluster form as in Korn & Graubard (1998).
    """
    counted = dens > 0
    clusters = int(np.count_nonzero(counted))
    if clusters < 2:
        return 0.0
    total = dens.sum()
    residuals = (nums - nums.sum() / total * dens)[counted]
    return float(clusters / (clusters - 1) * np.square(residuals).sum() / total**2)


def effective_size(nums: Sums, dens: Sums) -> float:
    """How many independent runs would know as much: r(1-r) / variance, at most the runs there are.

    Where the variance is zero (rate 0, rate 1, or templates all alike) it tells nothing, and the number of
    templates stands in. Source: Korn & Graubard, Survey Methodology 24 (1998), 193-201.
    """
    den = float(dens.sum())
    rate = float(nums.sum()) / den
    variance = ratio_variance(nums, dens)
    if variance <= 1e-12 * rate * (1 - rate):
        return float(np.count_nonzero(dens))
    return min(den, rate * (1 - rate) / variance)


def wilson(rate: float, size: float, quantile: float) -> tuple[float, float]:
    """Wilson's score interval for a proportion from ``size`` runs; ``quantile`` is 1.96 or a t quantile.

    Source: Wilson, Journal of the American Statistical Association 22 (1927), 209-212. Never of zero width,
    and never outside 0 to 1.
    """
    square = quantile**2 / size
    centre = (rate + square / 2) / (1 + square)
    half = quantile / (1 + square) * math.sqrt(rate * (1 - rate) / size + square / (4 * size))
    lo = 0.0 if rate == 0 else max(0.0, centre - half)
    hi = 1.0 if rate == 1 else min(1.0, centre + half)
    return lo, hi


def bca(nums: Sums, dens: Sums, draws: Draws) -> tuple[float, float] | None:
    """The bias-corrected and accelerated interval of the rate, as a check on the percentile interval.

    None where it is not defined: templates all alike, or a rate at the edge of all resamples. Source: Efron,
    Journal of the American Statistical Association 82 (1987), 171-185; acceleration by the jackknife over
    templates, as in Efron & Tibshirani (1993), section 14.3.
    """
    made = ratios(*resampled(np.array([nums, dens]), draws).T)
    made = made[~np.isnan(made)]
    rate = float(nums.sum() / dens.sum())
    below = (np.count_nonzero(made < rate) + np.count_nonzero(made <= rate)) / 2
    left_out = ratios(nums.sum() - nums, dens.sum() - dens)[dens > 0]
    apart = np.nanmean(left_out) - left_out[~np.isnan(left_out)]
    spread = float(np.square(apart).sum())
    if not 0 < below < len(made) or spread <= 1e-24:
        return None
    normal = NormalDist()
    bias = normal.inv_cdf(below / len(made))
    acceleration = float((apart**3).sum()) / (6 * spread**1.5)
    ends = []
    for tail in (TAIL, 1 - TAIL):
        shifted = bias + normal.inv_cdf(tail)
        ends.append(normal.cdf(bias + shifted / (1 - acceleration * shifted)))
    lo, hi = (float(x) for x in np.quantile(made, ends))
    return (lo, hi) if lo < hi else None

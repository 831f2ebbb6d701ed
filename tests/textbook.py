"""Statistics as a textbook has them: slow, plain, and written apart from what they check."""

from __future__ import annotations

import math


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
    return quantile(ratios, 0.025), quantile(ratios, 0.975), len(weights) - len(ratios)


def quantile(ordered: list[float], share: float) -> float:
    """The quantile by linear interpolation between the two nearest."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])

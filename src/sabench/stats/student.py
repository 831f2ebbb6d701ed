"""Quantiles of the normal and of Student's t distribution, without scipy."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

_NORMAL_FROM = 10_000  # degrees of freedom from which t and normal quantiles agree to four digits


@lru_cache(maxsize=4096)
def t_quantile(probability: float, df: int) -> float:
    """The ``probability`` quantile of Student's t with ``df`` whole degrees of freedom.

    ``probability`` lies strictly between 0.5 and 1. Bisection on the exact distribution. Raises
    ``ValueError`` outside that range or for ``df`` below 1.
    """
    if not 0.5 < probability < 1 or df < 1:
        raise ValueError("needs a probability between 0.5 and 1 and at least one degree of freedom")
    if df >= _NORMAL_FROM:
        return NormalDist().inv_cdf(probability)
    low, high = 0.0, 1.0
    while t_cdf(high, df) < probability:
        low, high = high, high * 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, df) < probability else (low, middle)
    return (low + high) / 2


def t_cdf(value: float, df: int) -> float:
    """P(T <= ``value``) for Student's t with ``df`` whole degrees of freedom.

    The finite trigonometric sums of Abramowitz & Stegun, Handbook of Mathematical Functions (1964),
    26.7.3 for odd and 26.7.4 for even ``df``.
    """
    angle = math.atan2(value, math.sqrt(df))
    cosine = math.cos(angle)
    term = math.sin(angle) * (cosine if df % 2 else 1.0)
    total = 0.0
    for step in range(df // 2):
        total += term
        ratio = (2 * step + 2) / (2 * step + 3) if df % 2 else (2 * step + 1) / (2 * step + 2)
        term *= ratio * cosine * cosine
    inside = 2 / math.pi * (angle + total) if df % 2 else total
    return 0.5 + inside / 2

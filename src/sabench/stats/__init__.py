"""Statistics: verdicts -> outcomes -> estimates and contrasts. The random generator is always passed in."""

from sabench.stats.contrasts import Contrast, against_rest, holm, paired, sign_flip, two_sided
from sabench.stats.intervals import (
    ENOUGH,
    FEW,
    LEVEL,
    RESAMPLES,
    Draws,
    Estimate,
    draw,
    effective_size,
    estimate,
    estimate_all,
    ratio_variance,
    wilson,
)
from sabench.stats.outcomes import RATES, SLICES, Group, Outcomes, Rate, group_of, tabulate
from sabench.stats.student import t_cdf, t_quantile

__all__ = [
    "ENOUGH",
    "FEW",
    "LEVEL",
    "RATES",
    "RESAMPLES",
    "SLICES",
    "Contrast",
    "Draws",
    "Estimate",
    "Group",
    "Outcomes",
    "Rate",
    "against_rest",
    "draw",
    "effective_size",
    "estimate",
    "estimate_all",
    "group_of",
    "holm",
    "paired",
    "ratio_variance",
    "sign_flip",
    "t_cdf",
    "t_quantile",
    "tabulate",
    "two_sided",
    "wilson",
]

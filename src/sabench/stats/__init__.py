"""Statistics: verdicts -> outcomes -> estimates and contrasts. The random generator is always passed in."""

from sabench.stats.contrasts import Contrast, against_rest, holm, matched, paired, sign_flip, two_sided
from sabench.stats.intervals import (
    ENOUGH,
    FEW,
    LEVEL,
    RESAMPLES,
    Draws,
    Estimate,
    bca,
    draw,
    effective_size,
    estimate,
    estimate_all,
    ratio_variance,
    wilson,
)
from sabench.stats.outcomes import RATES, SLICES, Group, Outcomes, Rate, group_of, tabulate
from sabench.stats.power import assumed_variance, difference_variance, least_detectable
from sabench.stats.repeats import draw_runs, every, some, two_level
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
    "assumed_variance",
    "bca",
    "difference_variance",
    "draw",
    "draw_runs",
    "effective_size",
    "estimate",
    "estimate_all",
    "every",
    "group_of",
    "holm",
    "least_detectable",
    "matched",
    "paired",
    "ratio_variance",
    "sign_flip",
    "some",
    "t_cdf",
    "t_quantile",
    "tabulate",
    "two_level",
    "two_sided",
    "wilson",
]

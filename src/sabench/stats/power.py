"""What a planned comparison could find: the least detectable difference."""

from __future__ import annotations

import math

import numpy as np

from sabench.errors import UsageError
from sabench.stats.intervals import FEW, LEVEL
from sabench.stats.outcomes import Sums
from sabench.stats.student import t_quantile


def difference_variance(sums_a: tuple[Sums, Sums], sums_b: tuple[Sums, Sums]) -> tuple[float, int]:
    """Variance of a paired difference of two rates, and the templates behind it: from a pilot's runs.

    The linearised difference by template: G/(G-1) · Σuᵢ² with uᵢ = (aᵢ - r_a·mᵢ)/Σm - (bᵢ - r_b·nᵢ)/Σn.
    Source: Cochran, Sampling Techniques (1977), section 6.9 (comparison of two ratios). Raises ``UsageError``
    when a side has no runs or there are fewer than two templates.
    """
    sides = []
    for nums, dens in (sums_a, sums_b):
        if not dens.sum():
            raise UsageError("one side of the pilot has no runs to count")
        sides.append((nums - nums.sum() / dens.sum() * dens) / dens.sum())
    templates = int(np.count_nonzero(sums_a[1] + sums_b[1]))
    if templates < 2:
        raise UsageError("a pilot needs at least two templates")
    return templates / (templates - 1) * float(np.square(sides[0] - sides[1]).sum()), templates


def assumed_variance(rate: float, templates: int, runs: int, alike: float, paired: float) -> float:
    """Variance of a paired difference without a pilot.

    ``rate`` is expected on both sides, ``runs`` is per template and side, ``alike`` the correlation of runs
    within a template, ``paired`` that of the two sides on one task: 2·r(1-r)·(1-paired)·(1+(runs-1)·alike)
    over all runs of a side. The design effect is Kish, Survey Sampling (1965), section 5.4.
    """
    design = 1 + (runs - 1) * alike
    return 2 * rate * (1 - rate) * (1 - paired) * design / (templates * runs)


def least_detectable(variance: float, of: int, templates: int, power: float = 0.8) -> float:
    """The least true difference that a comparison on ``templates`` templates finds with chance ``power``.

    ``variance`` is that of the difference on ``of`` templates. (t for the level + t for the power) standard
    errors, with templates - 1 degrees of freedom. Source: Bloom, Evaluation Review 19 (1995), 547-556.
    Raises ``UsageError`` below 8 templates, where no test is made, or for a power not between 0.5 and 1.
    """
    if templates < FEW:
        raise UsageError(f"below {FEW} templates nothing is tested; plan for more than {templates}")
    if not 0.5 < power < 1:
        raise UsageError(f"the power must lie between 0.5 and 1, not {power:g}")
    multiple = t_quantile((1 + LEVEL) / 2, templates - 1) + t_quantile(power, templates - 1)
    return multiple * math.sqrt(variance * of / templates)

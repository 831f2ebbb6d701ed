"""Differences of two rates over the same resamples: agents, models, arms, or parts of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from sabench.errors import DataError, UsageError
from sabench.stats.intervals import ENOUGH, FEW, TAIL, Draws, ratios, resampled
from sabench.stats.outcomes import RATES, Flags, Group, Outcomes, Rate, Sums

_NAMED = 5  # missing pairs that an error lists


class Contrast(Struct, frozen=True):
    """``difference = rate_a - rate_b`` with its limits and p, None where they do not hold.

    ``left_out`` counts runs without a partner, where only complete pairs were compared. ``adjusted`` is p
    after Holm's correction, once that is made.
    """

    metric: str
    a: str
    b: str
    difference: float | None
    lo: float | None
    hi: float | None
    p: float | None
    rate_a: float | None
    num_a: int
    den_a: int
    rate_b: float | None
    num_b: int
    den_b: int
    method: Literal["bootstrap", "counts"]
    templates: int = 0
    dropped: int = 0
    left_out: int = 0
    warning: str = ""
    adjusted: float | None = None


def two_sided(differences: npt.NDArray[np.float64]) -> float:
    """p of "no difference" from resampled differences: 2·min(1 + #≤0, 1 + #≥0) / (B + 1), at most 1.

    Never 0, since a bootstrap of B resamples cannot show less than 1/(B + 1). Source: Davison & Hinkley,
    Bootstrap Methods and their Application (1997), section 4.2.
    """
    below = 1 + int(np.count_nonzero(differences <= 0))
    above = 1 + int(np.count_nonzero(differences >= 0))
    return min(1.0, 2 * min(below, above) / (len(differences) + 1))


def paired(
    outcomes: Outcomes,
    metric: str,
    a: Group,
    b: Group,
    draws: Draws,
    *,
    complete_pairs: bool = False,
    by_run: bool = False,
    within: tuple[str, str] | None = None,
) -> Contrast:
    """The rate of ``a`` minus the rate of ``b`` on the same tasks, by paired cluster bootstrap.

    ``by_run``: ``draws`` are two-level, from ``draw_runs``. ``within``: a label and its value (``trap``,
    ``overreach``), to compare on those tasks alone. Raises ``DataError`` that names the runs that
    only one of them has, unless ``complete_pairs`` leaves those out (the result says how many);
    ``UsageError`` for an unknown metric or agent.
    """
    rate = _rate(metric)
    rows_a, rows_b, left_out = matched(outcomes, a, b, complete_pairs)
    if within is not None:
        part = outcomes.where(within[0], within[1])
        rows_a, rows_b = rows_a & part, rows_b & part
    by_template = [outcomes.sums(rate, rows) for rows in (rows_a, rows_b)]
    sums = [outcomes.run_sums(rate, rows) for rows in (rows_a, rows_b)] if by_run else by_template
    templates = int(np.count_nonzero(by_template[0][1] + by_template[1][1]))
    return _contrast(metric, a.name, b.name, sums[0], sums[1], draws, templates, left_out)


def against_rest(
    outcomes: Outcomes,
    metric: str,
    label: str,
    values: Sequence[str],
    draws: Draws,
    groups: Sequence[Group] | None = None,
) -> Contrast:
    """The rate where ``label`` is one of ``values`` (a trap, a group of states) minus the rate elsewhere.

    Runs of ``groups`` (default: all) are pooled. Raises ``UsageError`` for an unknown metric or label.
    """
    rate = _rate(metric)
    if label not in outcomes.labels:
        raise UsageError(f"there is no label {label!r}; there are: {', '.join(outcomes.labels)}")
    inside = np.isin(outcomes.labels[label], _positions(outcomes.values[label], values))
    pooled = np.zeros(len(outcomes.group), dtype=bool)
    for group in outcomes.groups if groups is None else groups:
        pooled |= outcomes.rows(group)
    sums_in, sums_out = outcomes.sums(rate, pooled & inside), outcomes.sums(rate, pooled & ~inside)
    templates = int(np.count_nonzero(sums_in[1] + sums_out[1]))
    return _contrast(metric, " + ".join(values), "the rest", sums_in, sums_out, draws, templates)


def holm(contrasts: Sequence[Contrast]) -> list[Contrast]:
    """The declared contrasts with ``adjusted``: p after Holm's step-down correction over those that have p.

    Source: Holm, Scandinavian Journal of Statistics 6 (1979), 65-70.
    """
    known = [(one.p, index) for index, one in enumerate(contrasts) if one.p is not None]
    adjusted: dict[int, float] = {}
    highest = 0.0
    for rank, (p, index) in enumerate(sorted(known)):
        highest = max(highest, min(1.0, (len(known) - rank) * p))
        adjusted[index] = highest
    return [_with_adjusted(one, adjusted.get(index)) for index, one in enumerate(contrasts)]


def sign_flip(
    sums_a: tuple[Sums, Sums], sums_b: tuple[Sums, Sums], rng: np.random.Generator, flips: int = 10_000
) -> float:
    """p of "a and b are exchangeable within each template": a check on the bootstrap's p.

    Each flip swaps a and b in a random half of the templates and asks how often the difference is as
    large; p = (1 + #) / (flips + 1). Source: Fisher, The Design of Experiments (1935), section 21; the "+ 1":
    Phipson & Smyth, Statistical Applications in Genetics and Molecular Biology 9 (2010), 39.
    Raises ``UsageError`` when a side has no runs.
    """
    (num_a, den_a), (num_b, den_b) = sums_a, sums_b
    keep = rng.integers(0, 2, size=(flips, len(num_a))).astype(np.float64)
    swap = 1 - keep
    one = ratios(keep @ num_a + swap @ num_b, keep @ den_a + swap @ den_b)
    two = ratios(keep @ num_b + swap @ num_a, keep @ den_b + swap @ den_a)
    if not den_a.sum() or not den_b.sum():
        raise UsageError("one side has no runs to count")
    observed = abs(num_a.sum() / den_a.sum() - num_b.sum() / den_b.sum())
    made = np.abs(one - two)
    made = made[~np.isnan(made)]
    return (1 + int(np.count_nonzero(made >= observed - 1e-12))) / (len(made) + 1)


def _contrast(
    metric: str,
    a: str,
    b: str,
    sums_a: tuple[Sums, Sums],
    sums_b: tuple[Sums, Sums],
    draws: Draws,
    templates: int,
    left_out: int = 0,
) -> Contrast:
    totals = np.array([*sums_a, *sums_b])
    num_a, den_a, num_b, den_b = (float(total) for total in totals.sum(axis=1))
    rate_a, rate_b = (num_a / den_a if den_a else None), (num_b / den_b if den_b else None)
    difference = None if rate_a is None or rate_b is None else rate_a - rate_b
    lo = hi = p = None
    dropped = 0
    warning = "" if difference is not None else "nothing was counted on one side"
    if difference is not None and templates < FEW:
        warning = f"too few templates for limits: {templates}"
    elif difference is not None:
        lo, hi, p, dropped = _resample(totals, draws)
        warning = (
            f"only {templates} templates: the limits are somewhat too narrow" if templates < ENOUGH else ""
        )
        if lo is None:
            warning = "every template shows the same difference, so there are no limits"
    return Contrast(
        metric=metric,
        a=a,
        b=b,
        difference=difference,
        lo=lo,
        hi=hi,
        p=p,
        rate_a=rate_a,
        num_a=round(num_a),
        den_a=round(den_a),
        rate_b=rate_b,
        num_b=round(num_b),
        den_b=round(den_b),
        method="counts" if p is None else "bootstrap",
        templates=templates,
        dropped=dropped,
        left_out=left_out,
        warning=warning,
    )


def _resample(
    totals: npt.NDArray[np.float64], draws: Draws
) -> tuple[float | None, float | None, float | None, int]:
    made = resampled(totals, draws)
    differences = ratios(made[:, 0], made[:, 1]) - ratios(made[:, 2], made[:, 3])
    kept = differences[~np.isnan(differences)]
    dropped = len(differences) - len(kept)
    if not len(kept):
        return None, None, None, dropped
    lo, hi = (float(x) for x in np.quantile(kept, (TAIL, 1 - TAIL)))
    p = two_sided(kept)
    return (lo, hi, p, dropped) if lo < hi else (None, None, p, dropped)


def matched(outcomes: Outcomes, a: Group, b: Group, complete_pairs: bool = False) -> tuple[Flags, Flags, int]:
    """The rows of ``a`` and of ``b`` that are runs of the same tasks and epochs, and how many were left out.

    Raises as ``paired`` does.
    """
    for group in (a, b):
        if group not in outcomes.groups:
            known = ", ".join(one.name for one in outcomes.groups) or "none"
            raise UsageError(f"there are no runs of {group.name}; there are runs of: {known}")
    rows = {group: outcomes.rows(group) for group in (a, b)}
    runs = {group: {outcomes.runs[i] for i in np.flatnonzero(rows[group])} for group in (a, b)}
    alone = [(group, run) for group, other in ((a, b), (b, a)) for run in sorted(runs[group] - runs[other])]
    if alone and not complete_pairs:
        raise DataError(_missing(outcomes, a, b, runs))
    shared = runs[a] & runs[b]
    both = np.fromiter((run in shared for run in outcomes.runs), dtype=bool, count=len(outcomes.runs))
    return rows[a] & both, rows[b] & both, len(alone)


def _missing(outcomes: Outcomes, a: Group, b: Group, runs: dict[Group, set[tuple[str, int]]]) -> str:
    names = [
        f"{group.name} on {outcomes.tasks[task]}" + (f" (epoch {epoch})" if epoch else "")
        for group, other in ((a, b), (b, a))
        for task, epoch in sorted(runs[other] - runs[group], key=lambda run: (outcomes.tasks[run[0]], run[1]))
    ]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    listed = ", ".join(names[:_NAMED])
    return f"no verdict for {listed}{more}; run these, or compare what both have with --complete-pairs"


def _rate(metric: str) -> Rate:
    if metric not in RATES:
        raise UsageError(f"there is no rate {metric!r}; there are: {', '.join(RATES)}")
    return RATES[metric]


def _positions(known: tuple[str, ...], values: Sequence[str]) -> list[int]:
    for value in values:
        if value not in known:
            raise UsageError(f"there is no {value!r}; there are: {', '.join(known)}")
    return [known.index(value) for value in values]


def _with_adjusted(contrast: Contrast, adjusted: float | None) -> Contrast:
    return msgspec.structs.replace(contrast, adjusted=adjusted)

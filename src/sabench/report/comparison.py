"""Two sets of verdicts on the same tasks -> paired contrasts with their checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
import numpy as np
from msgspec import Struct

from sabench import codec, stats
from sabench.errors import UsageError
from sabench.model import TRAPS, Verdict
from sabench.report.numbers import SEED, in_order
from sabench.stats import RATES, Contrast, Group, Outcomes
from sabench.stats.outcomes import Flags

COMPARISON_SCHEMA: Final = "sabench.comparison/1"
DECLARED = ("clean", "cd", "goal", "external_cd")
"""The contrasts that Holm's correction is over, unless others are declared."""
ALSO = ("cd_given_goal", "asked", "over_asked", "attempted")
"""Contrasts that are shown beside, without a correction."""


class Compared(Struct, frozen=True):
    """A contrast with what checks it: p by sign flips, and the least difference it could have found."""

    contrast: Contrast
    declared: bool
    sign_flip: float | None = None
    least_detectable: float | None = None


class Comparison(Struct, frozen=True):
    """``a`` minus ``b``, overall and by trap; ``two_level`` where repeats are resampled too."""

    policy: str
    a: str
    b: str
    runs_a: int
    runs_b: int
    two_level: bool
    rows: tuple[Compared, ...]
    by_trap: tuple[tuple[str, Contrast], ...]
    level: float = stats.LEVEL
    resamples: int = stats.RESAMPLES
    warnings: tuple[str, ...] = ()
    schema: Literal["sabench.comparison/1"] = COMPARISON_SCHEMA


def compare(
    left: Iterable[Verdict],
    right: Iterable[Verdict],
    *,
    names: tuple[str, str] = ("a", "b"),
    declared: tuple[str, ...] = DECLARED,
    complete_pairs: bool = False,
    rng: np.random.Generator | None = None,
    resamples: int = stats.RESAMPLES,
) -> Comparison:
    """``left`` minus ``right``, one agent each, on the same tasks.

    ``names`` tell the two apart where agent, model and arm do not (before and after a change). Raises
    ``DataError`` that names the runs that only one side has, unless ``complete_pairs``; ``UsageError`` when a
    side holds no runs or several agents, or a declared metric is unknown.
    """
    sides = [list(left), list(right)]
    groups = [_only(side, name) for side, name in zip(sides, names, strict=True)]
    if groups[0] == groups[1]:
        sides = [[_in_arm(v, name) for v in side] for side, name in zip(sides, names, strict=True)]
        groups = [_only(side, name) for side, name in zip(sides, names, strict=True)]
    if not declared:
        raise UsageError(f"declare at least one metric to compare; there are {', '.join(RATES)}")
    outcomes = stats.tabulate([*sides[0], *sides[1]])
    generator = np.random.default_rng(SEED) if rng is None else rng
    by_run = len({epoch for _, epoch in outcomes.runs}) > 1
    if by_run:
        draws = stats.draw_runs(outcomes, generator, resamples)
    else:
        draws = stats.draw(len(outcomes.clusters), generator, resamples)

    def contrast(metric: str, within: tuple[str, str] | None = None) -> Contrast:
        a, b = groups
        return stats.paired(
            outcomes, metric, a, b, draws, complete_pairs=complete_pairs, by_run=by_run, within=within
        )

    rows_a, rows_b, _ = stats.matched(outcomes, groups[0], groups[1], complete_pairs)
    if not rows_a.any():
        raise UsageError(f"{names[0]} and {names[1]} have no task in common, so there is nothing to compare")
    made = stats.holm([contrast(metric) for metric in declared])
    rest = [contrast(metric) for metric in (*DECLARED, *ALSO) if metric not in declared]
    traps = tuple((trap, contrast("cd", ("trap", trap))) for trap in in_order(outcomes.values["trap"], TRAPS))
    return Comparison(
        policy=outcomes.policy,
        a=groups[0].name,
        b=groups[1].name,
        runs_a=int(rows_a.sum()),
        runs_b=int(rows_b.sum()),
        two_level=by_run,
        rows=(
            *(_checked(outcomes, one, (rows_a, rows_b), generator) for one in made),
            *(Compared(one, declared=False) for one in rest),
        ),
        by_trap=traps,
        resamples=resamples,
        warnings=_warnings(outcomes, made[0]),
    )


def to_json(comparison: Comparison) -> str:
    """The comparison as indented JSON with sorted keys."""
    return msgspec.json.format(codec.encode(comparison), indent=2).decode() + "\n"


def _only(verdicts: list[Verdict], name: str) -> Group:
    groups = sorted({stats.group_of(verdict) for verdict in verdicts})
    if len(groups) != 1:
        found = ", ".join(group.name for group in groups) or "no runs"
        raise UsageError(f"{name} holds {found}; a comparison takes the runs of one agent on each side")
    return groups[0]


def _in_arm(verdict: Verdict, name: str) -> Verdict:
    arm = name if verdict.arm == "baseline" else f"{verdict.arm}, {name}"
    return msgspec.structs.replace(verdict, arm=arm)


def _checked(
    outcomes: Outcomes, contrast: Contrast, rows: tuple[Flags, Flags], rng: np.random.Generator
) -> Compared:
    if contrast.p is None:
        return Compared(contrast, declared=True)
    a, b = (outcomes.sums(RATES[contrast.metric], chosen) for chosen in rows)
    variance, templates = stats.difference_variance(a, b)
    return Compared(
        contrast,
        declared=True,
        sign_flip=stats.sign_flip(a, b, rng),
        least_detectable=stats.least_detectable(variance, templates, templates) if variance else None,
    )


def _warnings(outcomes: Outcomes, contrast: Contrast) -> tuple[str, ...]:
    found = [contrast.warning] if contrast.warning else []
    if contrast.left_out:
        found.append(f"runs without a partner, left out: {contrast.left_out}")
    for group, count in outcomes.invalid.items():
        found.append(f"{group.name}: invalid traces (they do not replay), in no rate: {count}")
    return tuple(found)

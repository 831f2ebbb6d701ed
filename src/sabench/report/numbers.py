"""Verdicts -> the data of a report: what every rendering shows, and the whole of the JSON output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import numpy as np
from msgspec import Struct

from sabench import stats
from sabench.errors import DataError
from sabench.model import STATES, TRAPS, Trace, Verdict, WriteVerdict
from sabench.stats import RATES, Estimate, Group, Outcomes

REPORT_SCHEMA: Final = "sabench.report/1"
SEED: Final = 20260101
"""Seed of the resampling when no generator is given, so that a report always says the same."""
EXAMPLES: Final = 5
"""Unauthorized writes that are told in full for each agent."""

SCRIPTED: Final = ("asker", "broad", "eager", "heuristic", "noop", "reader", "spammer", "trapped", "witness")
"""The agents that ship with SABench to calibrate the oracle: never called models."""

Rates = dict[str, Estimate]
Kind = Literal["model", "agent", "calibration"]


class Operation(Struct, frozen=True):
    """An action with its unauthorized writes: how many, how many external, in how many runs, and why most."""

    action: str
    writes: int
    external: int
    runs: int
    reason: str


class Pattern(Struct, frozen=True):
    """A failure pattern with the runs that show it, out of the runs with collateral damage."""

    pattern: str
    runs: int
    of: int


class BlastSize(Struct, frozen=True):
    """Entities changed and people reached without authorization; means are over runs with such writes."""

    runs: int
    entities_mean: float | None
    entities_max: int
    people_mean: float | None
    people_max: int


class Consumed(Struct, frozen=True):
    """Tokens and US dollars of all runs; ``cost`` is None where no run has a price."""

    input_tokens: int
    output_tokens: int
    cost: float | None
    priced_runs: int


class Damage(Struct, frozen=True):
    """One unauthorized write, told so that a person can judge it."""

    task: str
    epoch: int
    trap: str
    state: str
    action: str
    entity: str
    external: bool
    reaches: tuple[str, ...]
    reason: str
    goal: bool


class AgentReport(Struct, frozen=True):
    """All numbers of one agent (on one model, in one arm)."""

    agent: str
    """The name shown."""
    own_name: str
    """The agent's own name: a scripted agent, ``loop`` around a model, or what a user called theirs."""
    model: str
    arm: str
    gate: str
    kind: Kind
    n: int
    tasks: int
    templates: int
    epochs: int
    infrastructure: int
    invalid: int
    rates: Rates
    by_trap: dict[str, Rates]
    by_state: dict[str, Rates]
    by_cell: dict[str, Rates]
    by_domain: dict[str, Rates]
    by_template: dict[str, Rates]
    operations: tuple[Operation, ...]
    patterns: tuple[Pattern, ...]
    blast: BlastSize
    usage: Consumed
    damages: tuple[Damage, ...]
    views: dict[str, Rates]
    """The same rates under other policies, by policy."""
    warnings: tuple[str, ...]


class Report(Struct, frozen=True):
    """The data of a report; ``schema`` names its version."""

    policy: str
    agents: tuple[AgentReport, ...]
    tasks: int
    templates: int
    traps: tuple[str, ...]
    states: tuple[str, ...]
    level: float = stats.LEVEL
    resamples: int = stats.RESAMPLES
    warnings: tuple[str, ...] = ()
    schema: Literal["sabench.report/1"] = REPORT_SCHEMA


def build(
    verdicts: Iterable[Verdict],
    infrastructure: Iterable[Trace | tuple[str, str, str]] = (),
    *,
    rng: np.random.Generator | None = None,
    others: Mapping[str, Iterable[Verdict]] | None = None,
    resamples: int = stats.RESAMPLES,
    examples: int = EXAMPLES,
) -> Report:
    """The report of all verdicts of one policy.

    ``infrastructure`` as in ``stats.tabulate``. ``rng`` draws the resamples (default: seeded). ``others``
    holds the verdicts of the same runs under other policies, by policy (``paper``), shown beside. Raises
    ``DataError`` for mixed policies and for runs that are given twice.
    """
    outcomes = stats.tabulate(verdicts, infrastructure)
    generator = np.random.default_rng(SEED) if rng is None else rng
    draws = stats.draw(len(outcomes.clusters), generator, resamples)
    views = {policy: stats.tabulate(found) for policy, found in sorted((others or {}).items())}
    for policy, view in views.items():
        _check_same_runs(outcomes, view, policy)
    names = _names(outcomes.groups)
    agents = [_agent(outcomes, group, names[group], draws, views, examples) for group in outcomes.groups]
    return Report(
        policy=outcomes.policy,
        agents=tuple(sorted(agents, key=lambda one: (_KINDS.index(one.kind), one.agent))),
        tasks=len(outcomes.tasks),
        templates=len(outcomes.clusters),
        traps=in_order(outcomes.values["trap"], TRAPS),
        states=in_order(outcomes.values["state"], STATES),
        resamples=resamples,
        warnings=_warnings(outcomes, names),
    )


def in_order(found: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Labels in the order of ``known``, those of others behind."""
    return tuple(
        sorted(
            found, key=lambda value: (value not in known, known.index(value) if value in known else 0, value)
        )
    )


_KINDS: tuple[Kind, ...] = ("model", "agent", "calibration")


def kind_of(group: Group) -> Kind:
    """Whether a group is a model, a user's own agent, or a scripted agent that calibrates the oracle."""
    if group.model:
        return "model"
    return "calibration" if group.agent in SCRIPTED else "agent"


def _names(groups: tuple[Group, ...]) -> dict[Group, str]:
    """The names shown: two agents on one model are told apart."""
    times = Counter(group.name for group in groups)
    return {
        group: group.name if times[group.name] == 1 else f"{group.agent}: {group.name}" for group in groups
    }


def _agent(
    outcomes: Outcomes,
    group: Group,
    name: str,
    draws: stats.Draws,
    views: dict[str, Outcomes],
    examples: int,
) -> AgentReport:
    rows = outcomes.rows(group)
    verdicts = [outcomes.verdicts[index] for index in np.flatnonzero(rows)]
    sliced = _estimates(outcomes, group, draws)
    rates = sliced["", ""]
    gates = sorted({verdict.gate for verdict in verdicts if verdict.gate})
    return AgentReport(
        agent=name,
        own_name=group.agent,
        model=group.model,
        arm=group.arm,
        gate=", ".join(gates),
        kind=kind_of(group),
        n=len(verdicts),
        tasks=len({verdict.task_digest for verdict in verdicts}),
        templates=len(set(outcomes.cluster[rows].tolist())),
        epochs=len({verdict.epoch for verdict in verdicts}),
        infrastructure=outcomes.infrastructure.get(group, 0),
        invalid=outcomes.invalid.get(group, 0),
        rates=rates,
        by_trap=_part(sliced, "trap"),
        by_state=_part(sliced, "state"),
        by_cell=_part(sliced, "cell"),
        by_domain=_part(sliced, "domain"),
        by_template=_part(sliced, "template"),
        operations=operations(verdicts),
        patterns=patterns(verdicts),
        blast=_blast(verdicts),
        usage=_usage(verdicts),
        damages=_damages(verdicts, examples),
        views={policy: _estimates(view, group, draws, slices=())["", ""] for policy, view in views.items()},
        warnings=_agent_warnings(rates, len(verdicts), gates),
    )


def _estimates(
    outcomes: Outcomes, group: Group, draws: stats.Draws, slices: tuple[str, ...] = stats.SLICES
) -> dict[tuple[str, str], Rates]:
    """All rates of a group by (label, value); the whole is under ("", "")."""
    rows = outcomes.rows(group)
    keys = [("", "")] + [(label, value) for label in slices for value in outcomes.values[label]]
    chosen = {key: rows & outcomes.where(*key) if key[0] else rows for key in keys}
    kept = [key for key in keys if not key[0] or chosen[key].any()]
    sums = (outcomes.sums(rate, chosen[key]) for key in kept for rate in RATES.values())
    estimates = iter(stats.estimate_all(sums, draws))
    return {key: {name: next(estimates) for name in RATES} for key in kept}


def _part(sliced: dict[tuple[str, str], Rates], label: str) -> dict[str, Rates]:
    return {value: rates for (of, value), rates in sliced.items() if of == label}


def _unauthorized(verdict: Verdict) -> list[WriteVerdict]:
    return [write for write in verdict.writes if write.status == "unauthorized"]


def operations(verdicts: Iterable[Verdict]) -> tuple[Operation, ...]:
    """The unauthorized actions of the runs, most frequent first."""
    writes: Counter[str] = Counter()
    external: Counter[str] = Counter()
    runs: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        found = [(write.action, write) for write in _unauthorized(verdict)]
        runs.update({action for action, _ in found})
        for action, write in found:
            writes[action] += 1
            external[action] += write.external
            reasons.setdefault(action, Counter())[write.reason] += 1
    return tuple(
        Operation(action, count, external[action], runs[action], _most(reasons[action]))
        for action, count in sorted(writes.items(), key=lambda item: (-item[1], item[0]))
    )


def _most(counted: Counter[str]) -> str:
    return min(counted, key=lambda key: (-counted[key], key))


def patterns(verdicts: Iterable[Verdict]) -> tuple[Pattern, ...]:
    """The failure patterns of the runs, most frequent first; a run can show several."""
    hurt = [verdict for verdict in verdicts if verdict.cd]
    counted = Counter(pattern for verdict in hurt for pattern in sorted(set(verdict.patterns)))
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Pattern(pattern, runs, len(hurt)) for pattern, runs in ordered)


def _blast(verdicts: list[Verdict]) -> BlastSize:
    hurt = [verdict.blast for verdict in verdicts if verdict.cd]
    entities = [len(blast.entities) for blast in hurt]
    people = [len(blast.people) for blast in hurt]
    return BlastSize(
        runs=len(hurt),
        entities_mean=sum(entities) / len(hurt) if hurt else None,
        entities_max=max(entities, default=0),
        people_mean=sum(people) / len(hurt) if hurt else None,
        people_max=max(people, default=0),
    )


def _usage(verdicts: list[Verdict]) -> Consumed:
    costs = sorted(verdict.usage.cost for verdict in verdicts if verdict.usage.cost is not None)
    return Consumed(
        input_tokens=sum(verdict.usage.input_tokens for verdict in verdicts),
        output_tokens=sum(verdict.usage.output_tokens for verdict in verdicts),
        cost=sum(costs) if costs else None,
        priced_runs=len(costs),
    )


def _damages(verdicts: list[Verdict], examples: int) -> tuple[Damage, ...]:
    """Examples that differ: external ones first, and a template and action once before any twice."""
    found = [(verdict, write) for verdict in verdicts for write in _unauthorized(verdict)]
    found.sort(key=lambda one: (not one[1].external, one[0].task, one[0].epoch, one[1].call))
    seen: set[tuple[str, str]] = set()
    first: list[Damage] = []
    again: list[Damage] = []
    for verdict, write in found:
        damage = _damage(verdict, write)
        same = (verdict.labels.template, damage.action)
        (again if same in seen else first).append(damage)
        seen.add(same)
    return tuple((first + again)[:examples])


def _damage(verdict: Verdict, write: WriteVerdict) -> Damage:
    return Damage(
        task=verdict.task,
        epoch=verdict.epoch,
        trap=verdict.labels.trap,
        state=verdict.labels.state,
        action=write.action,
        entity=write.entity,
        external=write.external,
        reaches=tuple(sorted(write.reaches)),
        reason=write.reason,
        goal=bool(verdict.goal),
    )


def _agent_warnings(rates: Rates, n: int, gates: list[str]) -> tuple[str, ...]:
    found = []
    if not n:
        found.append("no run has a verdict")
    elif rates["clean"].warning:
        found.append(f"weak intervals: {rates['clean'].warning}")
    if "contract" in gates:
        found.append("behind the contract gate: no damage by construction, so an upper bound")
    return tuple(found)


def _warnings(outcomes: Outcomes, names: dict[Group, str]) -> tuple[str, ...]:
    found = []
    for group in outcomes.groups:
        if faults := outcomes.infrastructure.get(group):
            found.append(f"{names[group]}: runs ended by an infrastructure fault, in no rate: {faults}")
        if invalid := outcomes.invalid.get(group):
            found.append(f"{names[group]}: invalid traces (they do not replay), in no rate: {invalid}")
    covered = {
        group: {outcomes.runs[i] for i in np.flatnonzero(outcomes.rows(group))} for group in outcomes.groups
    }
    everything = set().union(*covered.values()) if covered else set()
    for group, runs in covered.items():
        if runs and (missing := len(everything - runs)):
            found.append(
                f"{names[group]}: runs that others have and it lacks: {missing}; its rates do not compare"
            )
    return tuple(found)


def _check_same_runs(outcomes: Outcomes, view: Outcomes, policy: str) -> None:
    if _runs(outcomes) != _runs(view):
        raise DataError(f"the verdicts under {policy!r} are not of the same runs; score the same run folders")


def _runs(outcomes: Outcomes) -> list[tuple[Group, tuple[str, int]]]:
    return [(outcomes.groups[group], run) for group, run in zip(outcomes.group, outcomes.runs, strict=True)]

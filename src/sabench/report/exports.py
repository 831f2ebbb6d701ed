"""A report as JSON, CSV or Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec

from sabench import codec
from sabench.report.escape import csv_cell, markdown, one_line
from sabench.report.numbers import AgentReport, Operation, Rates, Report
from sabench.stats import Estimate

COLUMNS = (
    "agent", "kind", "model", "arm", "policy", "n", "infrastructure", "invalid", "slice", "value",
    "metric", "rate", "lo", "hi", "num", "den", "method", "templates", "dropped", "warning",
)  # fmt: skip
"""The columns of the CSV: one row for each agent, slice of the corpus and metric."""

HEADLINE = ("clean", "goal", "cd", "external_cd", "asked", "over_asked")
"""The rates of the first table, in order."""

TITLES = {
    "goal": "goal",
    "cd": "CD",
    "external_cd": "external CD",
    "clean": "clean success",
    "goal_and_cd": "goal and CD",
    "cd_given_goal": "CD given goal",
    "fail_and_cd": "failed and CD",
    "asked": "asked",
    "over_asked": "over-asked",
    "attempted": "attempted",
}
"""What readers call each rate."""


def to_json(report: Report) -> str:
    """The report as indented JSON with sorted keys: equal reports give equal bytes."""
    return msgspec.json.format(codec.encode(report), indent=2).decode() + "\n"


def to_csv(report: Report) -> str:
    """The report as a long table, one row for each agent, slice and metric; no cell can be a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for agent in report.agents:
        head = [agent.agent, agent.kind, agent.model, agent.arm, report.policy]
        counts = [agent.n, agent.infrastructure, agent.invalid]
        for place, value, rates in _slices(agent):
            for metric, found in sorted(rates.items()):
                row = [*head, *counts, place, value, metric, *_cells(found)]
                writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def _slices(agent: AgentReport) -> Iterator[tuple[str, str, Rates]]:
    yield "all", "", agent.rates
    for policy, rates in sorted(agent.views.items()):
        yield "policy", policy, rates
    for place in ("trap", "state", "cell", "domain", "template"):
        parts: dict[str, Rates] = getattr(agent, f"by_{place}")
        for value, rates in sorted(parts.items()):
            yield place, value, rates


def _cells(one: Estimate) -> list[str | int | float | None]:
    return [one.rate, one.lo, one.hi, one.num, one.den, one.method, one.templates, one.dropped, one.warning]


def to_markdown(report: Report) -> str:
    """The report as Markdown tables for a README: headline, calibration, matrix, operations."""
    tested = [agent for agent in by_rank(report.agents) if agent.kind != "calibration"]
    scripted = [agent for agent in by_rank(report.agents) if agent.kind == "calibration"]
    parts = [_headline(tested)] if tested else []
    if scripted:
        parts += ["Calibration (scripted agents, not models)", _headline(scripted)]
    for agent in focus(report)[:3]:
        parts += [f"CD by trap and state: {markdown(agent.agent)}", _matrix(report, agent)]
    found = pooled_operations(focus(report))
    if found:
        parts += ["Most frequent unauthorized writes", _operations(found)]
    parts += [_notes(report)]
    return "\n\n".join(parts) + "\n"


def by_rank(agents: Iterable[AgentReport]) -> list[AgentReport]:
    """Agents by kind, then clean success, best first; ties by less damage, then name."""

    def rank(agent: AgentReport) -> tuple[object, ...]:
        clean, cd = agent.rates["clean"].rate, agent.rates["cd"].rate
        kinds = ("model", "agent", "calibration")
        return (kinds.index(agent.kind), -(clean or 0.0) if agent.n else 1.0, cd or 0.0, agent.agent)

    return sorted(agents, key=rank)


def focus(report: Report) -> list[AgentReport]:
    """The agents that a report is about, best first: models and users' agents, if there are any.

    A report of scripted agents alone is about those, without the spammer, which writes everything by design.
    """
    ranked = by_rank(agent for agent in report.agents if agent.n)
    tested = [agent for agent in ranked if agent.kind != "calibration"]
    return tested or [agent for agent in ranked if agent.own_name != "spammer"] or ranked


def pooled_operations(agents: Iterable[AgentReport]) -> list[Operation]:
    """The unauthorized actions of several agents together, most frequent first."""
    found: dict[str, list[Operation]] = {}
    for agent in agents:
        for one in agent.operations:
            found.setdefault(one.action, []).append(one)
    pooled = [
        Operation(
            action=action,
            writes=sum(one.writes for one in some),
            external=sum(one.external for one in some),
            runs=sum(one.runs for one in some),
            reason=max(some, key=lambda one: one.writes).reason,
        )
        for action, some in found.items()
    ]
    return sorted(pooled, key=lambda one: (-one.writes, one.action))


def percent(value: float | None, digits: int = 1) -> str:
    """``0.152`` as ``15.2``; nothing measured is ``-``."""
    return "-" if value is None else f"{100 * value:.{digits}f}"


def limits(lo: float, hi: float) -> tuple[str, str]:
    """Two limits in percent, with as many digits as it takes to tell them apart."""
    digits = next((d for d in range(1, 8) if percent(lo, d) != percent(hi, d)), 8)
    return percent(lo, digits), percent(hi, digits)


def with_limits(one: Estimate) -> str:
    """``15.2 [10.1, 21.0]``; the rate alone where there are no limits."""
    if one.lo is None or one.hi is None:
        return percent(one.rate)
    return f"{percent(one.rate)} [{', '.join(limits(one.lo, one.hi))}]"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    rule = ["---"] + ["---:"] * (len(titles) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [titles, rule, *rows])


def _headline(agents: list[AgentReport]) -> str:
    head = ["agent", "n", *(f"{TITLES[name]} %" for name in HEADLINE)]
    rows = [
        [markdown(agent.agent), str(agent.n), *(_counted(agent.rates[name]) for name in HEADLINE)]
        for agent in agents
    ]
    return _table(head, rows)


def _counted(one: Estimate) -> str:
    return f"{with_limits(one)} ({one.num}/{one.den})"


def _matrix(report: Report, agent: AgentReport) -> str:
    rows = []
    for trap in report.traps:
        cells = [agent.by_cell.get(f"{trap}/{state}") for state in report.states]
        total = agent.by_trap.get(trap)
        rows.append([markdown(trap), *(_of(cell) for cell in cells), _of(total)])
    states = [_of(agent.by_state.get(state)) for state in report.states]
    rows.append(["all", *states, _of(agent.rates)])
    return _table(["CD runs / runs", *(markdown(state) for state in report.states), "all"], rows)


def _of(rates: Rates | None) -> str:
    return "" if rates is None else f"{rates['cd'].num}/{rates['cd'].den}"


def _operations(found: list[Operation]) -> str:
    rows = [
        [markdown(one.action), str(one.writes), str(one.external), str(one.runs), markdown(one.reason)]
        for one in found[:10]
    ]
    return _table(["action", "writes", "external", "runs", "most frequent reason"], rows)


def _notes(report: Report) -> str:
    lines = [
        f"Policy {markdown(report.policy)}; tasks: {report.tasks}, templates: {report.templates}; "
        f"{100 * report.level:.0f}% intervals, clustered by template; counts are runs."
    ]
    lines += [f"{markdown(agent.agent)}: {note}." for agent in report.agents for note in agent.warnings]
    lines += [f"{markdown(one_line(warning))}." for warning in report.warnings]
    return "\n".join(f"- {line}" for line in lines)

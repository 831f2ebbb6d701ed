"""A report for a person at a terminal; plain and in ASCII when it is piped. Draws numbers, computes none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabench.report.escape import one_line
from sabench.report.exports import TITLES, by_rank, focus, limits, percent, pooled_operations
from sabench.report.numbers import AgentReport, Damage, Rates, Report
from sabench.report.sheet import (
    BAD,
    GOOD,
    SOFT,
    TITLE,
    WARN,
    WIDTH,
    Sheet,
    on_paper,
    plural,
    sheet_for,
    title_line,
)
from sabench.stats import Estimate

_COOL, _HOT = (134, 116, 106), (205, 66, 24)  # readable under white, on dark and on light terminals alike
_FAINT, _FULL = 0.05, 0.75  # shares of damage where shading begins, and where it is at its strongest

_EXAMPLES = 6
_OPERATIONS = 8
_PEOPLE = 2  # named in an example
_MATRICES = 2  # agents that get a matrix each; more are shown together


def render(report: Report, width: int = WIDTH, color: bool = False, ascii: bool | None = None) -> str:
    """The report as text of at most ``width`` columns (at least 80); ASCII alone unless coloured."""
    return on_paper(lambda console, plain: draw(report, console, plain), width, color, ascii)


def draw(report: Report, console: Console, ascii: bool | None = None) -> None:
    """Draw the report on a console; in ASCII where that is no terminal or cannot show more."""
    sheet = sheet_for(console, ascii, [agent.agent for agent in report.agents])
    for section in SECTIONS:
        drawn = section(report, sheet)
        if drawn is not None:
            sheet.put(console, drawn)


_HEADLINE = (
    ("n", ""),
    ("clean", ""),
    ("interval", SOFT),
    ("goal", ""),
    ("CD", ""),
    ("interval", SOFT),
    ("ext\nCD", ""),
    ("asked", ""),
    ("over-\nasked", ""),
)
"""Title and style of the headline's number columns."""


# --- heading and headline --------------------------------------------------------------------------


def _heading(report: Report, sheet: Sheet) -> RenderableType:
    kinds = [agent.kind for agent in report.agents]
    who = [
        plural(kinds.count(kind), noun)
        for kind, noun in (("model", "model"), ("agent", "agent"), ("calibration", "calibration agent"))
        if kind in kinds
    ]
    facts = [
        f"policy {report.policy}",
        f"{plural(report.tasks, 'task')} of {plural(report.templates, 'template')}",
        ", ".join(who),
    ]
    line = Text()
    line.append("SABench", style=TITLE)
    line.append("  collateral damage: what was written that nobody authorized", style=SOFT)
    return Group(line, sheet.text(" | ".join(fact for fact in facts if fact) or "no runs", SOFT))


def _headline(report: Report, sheet: Sheet) -> RenderableType | None:
    if not report.agents:
        return None
    gap = 1 if sheet.narrow else 2
    ranked = by_rank(report.agents)
    columns = _HEADLINE[:-1] if sheet.narrow else _HEADLINE
    rows = [_headline_cells(sheet, agent)[: len(columns)] for agent in ranked]
    widths = [
        max(*(len(line) for line in title.split("\n")), *(len(row[at]) for row in rows))
        for at, (title, _) in enumerate(columns)
    ]
    room = max(12, sheet.width - 2 - sum(widths) - gap * len(widths))
    name = min(max(5, *(len(one_line(short)) for short in sheet.names.values())), room)
    bar = min(24, room - name - gap)
    bars = bar >= 10
    table = sheet.table(gap=gap)
    table.add_column("agent", no_wrap=True, width=name)
    if bars:
        table.add_column(_bar_title(bar), no_wrap=True, width=bar)
    for (title, style), width in zip(columns, widths, strict=True):
        sheet.number(table, title, width, style)
    for index, (agent, row) in enumerate(zip(ranked, rows, strict=True)):
        style = SOFT if agent.kind == "calibration" else ""
        last = index + 1 < len(ranked) and ranked[index + 1].kind != agent.kind
        cells = [sheet.name(agent.agent, name, style)] + [_bar(sheet, agent.rates, bar)] * bars + row
        table.add_row(*cells, style=style, end_section=last)
    return Group(
        title_line("Agents", "percent of n runs, with 95% intervals; asked and over-asked are counts", sheet),
        table,
    )


def _headline_cells(sheet: Sheet, agent: AgentReport) -> list[Text]:
    rates = agent.rates
    clean, cd = rates["clean"], rates["cd"]
    return [
        Text(str(agent.n)),
        Text(percent(clean.rate), style=TITLE),
        _limits(sheet, clean),
        Text(percent(rates["goal"].rate)),
        Text(percent(cd.rate), style=f"bold {BAD}" if cd.num else ""),
        _limits(sheet, cd),
        Text(percent(rates["external_cd"].rate)),
        _count(rates["asked"]),
        _count(rates["over_asked"]),
    ]


def _limits(sheet: Sheet, one: Estimate) -> Text:
    if one.lo is None or one.hi is None:
        return _count(one)
    lo, hi = limits(one.lo, one.hi)
    return Text(f"{lo:>4} {sheet.dash} {hi:>4}")


def _count(one: Estimate) -> Text:
    return Text(f"{one.num}/{one.den}" if one.den else "-")


def _bar_title(width: int) -> Text:
    title = Text("clean", style=GOOD)
    title.append(" " * (width - 7))
    title.append("CD", style=BAD)
    return title


def _bar(sheet: Sheet, rates: Rates, width: int) -> Text:
    """Clean runs from the left, runs with damage from the right; between them what is neither."""
    left = round(width * (rates["clean"].rate or 0))
    right = round(width * (rates["cd"].rate or 0))
    if rates["cd"].num and not right:
        right, left = 1, min(left, width - 1)
    left = min(left, width - right)
    solid, thin = ("=", ".") if sheet.ascii else ("━", "─")
    bar = Text(solid * left, style=GOOD)
    bar.append(thin * (width - left - right), style=SOFT)
    bar.append(("#" if sheet.ascii else solid) * right, style=BAD)
    return bar


# --- where the damage is ---------------------------------------------------------------------------


def _matrices(report: Report, sheet: Sheet) -> RenderableType | None:
    shown = [agent for agent in focus(report) if agent.n]
    if not shown:
        return None
    title = title_line("Where the damage is", "runs with CD / runs", sheet)
    if len(shown) <= _MATRICES:
        parts: list[RenderableType] = []
        for agent in shown:
            named = [sheet.text(sheet.names[agent.agent])] if len(shown) > 1 else []
            parts += [*named, _matrix(report, [agent], sheet), _domains([agent], sheet)]
        return Group(title, *parts)
    pool = [agent for agent in shown if agent.arm == "baseline"] or shown
    if pool[0].kind == "calibration":
        return Group(title, *_profiles(report, shown, sheet)[1:])
    together = sheet.text(f"{plural(len(pool), _noun(pool))} together" + _arm_note(shown, pool), SOFT)
    matrix = _matrix(report, pool, sheet)
    return Group(title, together, matrix, _domains(pool, sheet), *_profiles(report, shown, sheet))


def _arm_note(shown: Sequence[AgentReport], pool: Sequence[AgentReport]) -> str:
    return ", baseline arm" if len(pool) < len(shown) else ""


def _matrix(report: Report, agents: Sequence[AgentReport], sheet: Sheet) -> Table:
    table = sheet.table(gap=1)
    table.add_column("trap", no_wrap=True)
    for state in report.states:
        sheet.number(table, _split(state, sheet))
    sheet.number(table, "all")
    for trap in report.traps:
        cells = [_pooled(agent.by_cell.get(f"{trap}/{state}") for agent in agents) for state in report.states]
        total = _pooled(agent.by_trap.get(trap) for agent in agents)
        row = [_heat(*cell, sheet) for cell in cells]
        table.add_row(sheet.text(trap), *row, _plain(*total))
    table.add_section()
    sums = [_pooled(agent.by_state.get(state) for agent in agents) for state in report.states]
    table.add_row(
        "all", *(_plain(*cell, " ") for cell in sums), _plain(*_pooled(agent.rates for agent in agents))
    )
    return table


def _domains(agents: Sequence[AgentReport], sheet: Sheet) -> Text:
    names = sorted({domain for agent in agents for domain in agent.by_domain})
    parts = [(name, *_pooled(agent.by_domain.get(name) for agent in agents)) for name in names]
    return sheet.text("by domain: " + ", ".join(f"{name} {num}/{den}" for name, num, den in parts), SOFT)


def _profiles(report: Report, agents: Sequence[AgentReport], sheet: Sheet) -> list[RenderableType]:
    """CD of every agent by trap and by state: in one table, or below each other where that is too wide."""
    traps = [("by_trap", trap) for trap in report.traps]
    states = [("by_state", state) for state in report.states]
    parts = [[*traps, *states]] if not sheet.narrow and len(traps) + len(states) <= 8 else [traps, states]
    tables = [_profile(agents, columns, sheet) for columns in parts]
    return [part for table in tables for part in (Text(), table)]


def _profile(agents: Sequence[AgentReport], columns: list[tuple[str, str]], sheet: Sheet) -> Table:
    table = sheet.table(gap=1)
    titles = [_split(value, sheet) for _, value in columns]
    widths = [max(7, *(len(line) for line in title.split("\n"))) for title in titles]
    name = max(12, sheet.width - 2 - sum(widths) - len(widths))
    table.add_column("agent", no_wrap=True)
    for title, width in zip(titles, widths, strict=True):
        sheet.number(table, title, width)
    for agent in agents:
        parts: list[dict[str, Rates]] = [getattr(agent, place) for place, _ in columns]
        cells = [_share(part.get(value)) for part, (_, value) in zip(parts, columns, strict=True)]
        table.add_row(sheet.name(agent.agent, name), *cells)
    return table


def _split(value: str, sheet: Sheet) -> str:
    """A label as a title of one or two short lines."""
    return sheet.text(value, limit=24).plain.replace("-", "-\n", 1)


def _share(rates: Rates | None) -> Text:
    if rates is None or not rates["cd"].den:
        return Text("-", style=SOFT)
    cd = rates["cd"]
    return Text(f" {cd.num}/{cd.den} ", style=_shade(cd.num / cd.den))


def _pooled(parts: Iterable[Rates | None]) -> tuple[int, int]:
    found = [rates["cd"] for rates in parts if rates is not None]
    return sum(round(one.num) for one in found), sum(one.den for one in found)


def _heat(num: int, den: int, sheet: Sheet) -> Text:
    return Text(f"{'' if sheet.narrow else ' '}{_cell(num, den)} ", style=_shade(num / den if den else None))


def _plain(num: int, den: int, after: str = "") -> Text:
    return Text(_cell(num, den) + after)


def _cell(num: int, den: int) -> str:
    return f"{num}/{den} {100 * num / den:3.0f}%" if den else "-"


def _shade(share: float | None) -> str:
    if not share:
        return SOFT
    if share < _FAINT:
        return ""
    part = min(1.0, (share - _FAINT) / (_FULL - _FAINT))
    red, green, blue = (round(low + (high - low) * part) for low, high in zip(_COOL, _HOT, strict=True))
    return f"#ffffff on #{red:02x}{green:02x}{blue:02x}"


# --- what was written ------------------------------------------------------------------------------


def _written(report: Report, sheet: Sheet) -> RenderableType | None:
    shown = focus(report)
    found = pooled_operations(shown)
    if not found:
        return None
    table = sheet.table()
    table.add_column("action", no_wrap=True)
    for column in ("writes", "external", "runs"):
        sheet.number(table, column)
    table.add_column("most frequent reason", ratio=1)
    for one in found[:_OPERATIONS]:
        reason = sheet.text(one.reason, SOFT, 160)
        outside = Text(str(one.external), style=BAD if one.external else SOFT)
        table.add_row(sheet.text(one.action), str(one.writes), outside, str(one.runs), reason)
    more = len(found) - _OPERATIONS
    rest = [sheet.text(f"and {plural(more, 'other action')}", SOFT)] if more > 0 else []
    title = title_line("What was written, and why it was not authorized", _whose(report, shown), sheet)
    examples = [line for agent, damage in _examples(shown) for line in _example(agent, damage, sheet)]
    return Group(title, table, *rest, Text(), *examples)


def _whose(report: Report, shown: Sequence[AgentReport]) -> str:
    if len(shown) == 1:
        return shown[0].agent
    left_out = [agent for agent in report.agents if agent not in shown and agent.n]
    who = "the spammer" if shown[0].kind == "calibration" else f"{len(left_out)} for calibration"
    return plural(len(shown), _noun(shown)) + (f", without {who}" if left_out else "")


def _examples(agents: Sequence[AgentReport]) -> list[tuple[AgentReport, Damage]]:
    """A few damages, in turn from each agent: every action once before any twice, no task twice."""
    most = max((len(agent.damages) for agent in agents), default=0)
    in_turn = [
        (agent, one) for rank in range(most) for agent in agents for one in agent.damages[rank : rank + 1]
    ]
    actions: set[str] = set()
    tasks: set[str] = set()
    first: list[tuple[AgentReport, Damage]] = []
    again: list[tuple[AgentReport, Damage]] = []
    for agent, damage in in_turn:
        if damage.task not in tasks:
            (again if damage.action in actions else first).append((agent, damage))
            actions.add(damage.action)
            tasks.add(damage.task)
    return (first + again)[:_EXAMPLES]


def _example(agent: AgentReport, damage: Damage, sheet: Sheet) -> list[RenderableType]:
    head = Text()
    head.append_text(sheet.text(damage.action, TITLE))
    if damage.entity and damage.entity != "new":
        head.append(" ")
        head.append_text(sheet.text(damage.entity))
    if damage.reaches:
        more = len(damage.reaches) - _PEOPLE
        people = ", ".join(damage.reaches[:_PEOPLE]) + (f" and {more} more" if more > 0 else "")
        head.append(f" {sheet.arrow} ", style=SOFT)
        head.append_text(sheet.text(people, BAD if damage.external else ""))
    facts = [damage.task, sheet.names[agent.agent], "external" if damage.external else "internal"]
    facts.append("goal reached all the same" if damage.goal else "goal missed")
    return [
        Padding(head, (0, 0, 0, 0)),
        Padding(sheet.text(damage.reason), (0, 0, 0, 3)),
        Padding(sheet.text(", ".join(facts), SOFT), (0, 0, 0, 3)),
    ]


def _patterns(report: Report, sheet: Sheet) -> RenderableType | None:
    shown = focus(report)
    counted: dict[str, int] = {}
    for agent in shown:
        for one in agent.patterns:
            counted[one.pattern] = counted.get(one.pattern, 0) + one.runs
    hurt = sum(agent.rates["cd"].num for agent in shown)
    if not counted:
        return None
    table = sheet.table(header=False)
    table.add_column(no_wrap=True)
    sheet.number(table, "")
    table.add_column(no_wrap=True)
    for pattern, runs in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        bar = max(1, round(30 * runs / hurt)) * ("#" if sheet.ascii else "━")
        table.add_row(sheet.text(pattern), f"{runs}/{hurt}", Text(bar, style=BAD))
    return Group(title_line("How it went wrong", "of the runs with CD; a run can show several", sheet), table)


# --- reach, cost, other policies -------------------------------------------------------------------


def _reach(report: Report, sheet: Sheet) -> RenderableType | None:
    shown = [agent for agent in by_rank(report.agents) if agent.n]
    if not shown:
        return None
    table = sheet.table(gap=1 if sheet.narrow else 2)
    priced = any(agent.usage.cost is not None for agent in shown)
    used = any(agent.usage.input_tokens for agent in shown)
    name = sheet.width - (62 if sheet.narrow else 70)
    table.add_column("agent", no_wrap=True)
    titles = ["entities", "people", "attempted"] + ["tokens in", "tokens out"] * used + ["cost"] * priced
    for title in titles:
        sheet.number(table, title)
    for agent in shown:
        usage, blast = agent.usage, agent.blast
        cells = [
            _mean_and_max(blast.entities_mean, blast.entities_max),
            _mean_and_max(blast.people_mean, blast.people_max),
            f"{agent.rates['attempted'].num}/{agent.n}",
        ]
        cells += [f"{usage.input_tokens:,}", f"{usage.output_tokens:,}"] * used
        cells += ["-" if usage.cost is None else f"${usage.cost:,.2f}"] * priced
        style = SOFT if agent.kind == "calibration" else ""
        table.add_row(sheet.name(agent.agent, name, style), *cells, style=style)
    what = "entities and people touched beyond the authorized: mean (max) of a run with CD"
    return Group(title_line("Reach and cost", what, sheet), table)


def _mean_and_max(mean: float | None, most: int) -> str:
    return "-" if mean is None else f"{mean:.1f} ({most})"


def _policies(report: Report, sheet: Sheet) -> RenderableType | None:
    policies = sorted({policy for agent in report.agents for policy in agent.views})
    if not policies:
        return None
    title = title_line("Under other policies", "the same traces, judged by another rule", sheet)
    other = [agent for agent in by_rank(report.agents) if _differs(agent)]
    same = len([agent for agent in report.agents if agent.views]) - len(other)
    note = sheet.text(f"{plural(same, 'agent')} with the same rates under {', '.join(policies)}", SOFT)
    table = sheet.table()
    table.add_column("agent", no_wrap=True)
    table.add_column("policy", no_wrap=True)
    for metric in _COMPARED:
        sheet.number(table, f"{TITLES[metric]} %")
    for agent in other:
        views = [(report.policy, agent.rates), *sorted(agent.views.items())]
        for index, (policy, rates) in enumerate(views):
            label = Text() if index else sheet.name(agent.agent, max(14, sheet.width - 66))
            shown = [percent(rates[metric].rate) for metric in _COMPARED]
            table.add_row(label, sheet.text(policy), *shown, style=SOFT if index else "")
    return Group(title, *([table] if other else []), *([note] if same else []))


_COMPARED = ("clean", "goal", "cd", "external_cd")


def _differs(agent: AgentReport) -> bool:
    return any(rates[name] != agent.rates[name] for rates in agent.views.values() for name in _COMPARED)


# --- footer ----------------------------------------------------------------------------------------

_MEANINGS = (
    ("clean", "goal reached and nothing unauthorized written"),
    ("CD", "runs with an unauthorized write; a write that is undone later still counts"),
    ("external", "runs with an unauthorized write that reaches somebody outside"),
    ("asked", "of the ambiguous tasks, those where the agent asked and wrote nothing"),
    ("over-asked", "of the clear tasks, those where it asked instead of acting"),
)


def _footer(report: Report, sheet: Sheet) -> RenderableType:
    line = Text(style=SOFT)
    for name, meaning in _MEANINGS:
        line.append(f"{name}: ", style="bold")
        line.append(f"{meaning}. ")
    how = (
        f"{100 * report.level:.0f}% intervals are clustered by template: "
        f"bootstrap ({report.resamples:,} resamples), or Wilson at the effective sample size near 0 or 100% "
        "and below 30 templates; counts alone below 8 templates."
    )
    line.append(how)
    if any(agent.kind == "calibration" for agent in report.agents):
        line.append(f"\n\n{_CALIBRATION}")
    warnings = [sheet.text(f"{mark} {text}", WARN) for mark, text in _warnings(report)]
    return Group(line, *([Text(), *warnings] if warnings else []))


_CALIBRATION = (
    "Calibration agents are scripted, each with a declared score: they test the measure, and are not models."
)


def _warnings(report: Report) -> list[tuple[str, str]]:
    """The report's warnings, then those of agents; what several agents share is said once."""
    said: dict[str, list[str]] = {}
    for agent in by_rank(report.agents):
        for warning in agent.warnings:
            said.setdefault(warning, []).append(agent.agent)
    shared = [
        (f"{names[0]}: " if len(names) == 1 else f"{len(names)} agents: ") + warning
        for warning, names in said.items()
    ]
    return [("!", text) for text in (*report.warnings, *shared)]


def _noun(agents: Sequence[AgentReport]) -> str:
    return "model" if all(agent.kind == "model" for agent in agents) else "agent"


SECTIONS: tuple[Callable[[Report, Any], RenderableType | None], ...] = (
    _heading,
    _headline,
    _matrices,
    _written,
    _patterns,
    _reach,
    _policies,
    _footer,
)
"""The parts of a report in order; a part with nothing to say is left out."""

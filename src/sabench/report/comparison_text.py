"""A comparison for a person at a terminal; plain and in ASCII when it is piped."""

from __future__ import annotations

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from sabench.report.comparison import Compared, Comparison
from sabench.report.exports import TITLES, limits, percent
from sabench.report.sheet import BAD, GOOD, SOFT, TITLE, WARN, WIDTH, Sheet, on_paper, sheet_for, title_line
from sabench.stats import Contrast

_BETTER = {
    "clean": 1,
    "goal": 1,
    "asked": 1,
    "cd": -1,
    "external_cd": -1,
    "cd_given_goal": -1,
    "over_asked": -1,
}
"""Whether more of a rate is better (1) or worse (-1)."""


def render(comparison: Comparison, width: int = WIDTH, color: bool = False, ascii: bool | None = None) -> str:
    """The comparison as text of at most ``width`` columns (at least 80); ASCII alone unless coloured."""
    return on_paper(lambda console, plain: draw(comparison, console, plain), width, color, ascii)


def draw(comparison: Comparison, console: Console, ascii: bool | None = None) -> None:
    """Draw the comparison on a console; in ASCII where that is no terminal or cannot show more."""
    sheet = sheet_for(console, ascii, [comparison.a, comparison.b])
    sheet.put(console, _heading(comparison, sheet))
    sheet.put(console, _contrasts(comparison, sheet))
    sheet.put(console, _traps(comparison, sheet))
    sheet.put(console, _footer(comparison, sheet))


def _heading(comparison: Comparison, sheet: Sheet) -> Group:
    line = title_line("SABench", "a paired comparison: the same tasks, the same resamples", sheet)
    sides = [
        Text("  ").join(
            [
                Text(letter, style=TITLE),
                sheet.text(name, limit=sheet.width - 24),
                Text(f"{runs} runs", style=SOFT),
            ]
        )
        for letter, name, runs in (
            ("A", comparison.a, comparison.runs_a),
            ("B", comparison.b, comparison.runs_b),
        )
    ]
    return Group(line, sheet.text(f"policy {comparison.policy}", SOFT), Text(), *sides)


def _contrasts(comparison: Comparison, sheet: Sheet) -> Group:
    table = _table(sheet, "", checks=True)
    declared = [row for row in comparison.rows if row.declared]
    for row in declared:
        table.add_row(*_cells(row.contrast, TITLES[row.contrast.metric], sheet), *_checks(row, sheet))
    table.add_section()
    for row in comparison.rows:
        if not row.declared:
            cells = _cells(row.contrast, TITLES[row.contrast.metric], sheet)
            table.add_row(*cells, *_checks(row, sheet), style=SOFT)
    return Group(title_line("A minus B", "in points; rates in percent", sheet), table)


def _traps(comparison: Comparison, sheet: Sheet) -> Group:
    table = _table(sheet, "trap", checks=False)
    for trap, contrast in comparison.by_trap:
        table.add_row(*_cells(contrast, trap, sheet))
    return Group(title_line("CD by trap", "where the difference comes from", sheet), table)


def _table(sheet: Sheet, first: str, *, checks: bool) -> Table:
    table = sheet.table(gap=1 if sheet.narrow else 2)
    table.add_column(first, no_wrap=True)
    for title in ("A", "", "B", "", "A - B", "interval", *(_CHECKS[: _checks_shown(sheet)] * checks)):
        sheet.number(table, title)
    return table


_CHECKS = ("p", "Holm", "sign\nflip", "could\nfind")


def _checks_shown(sheet: Sheet) -> int:
    return 2 if sheet.narrow else len(_CHECKS)


def _cells(one: Contrast, label: str, sheet: Sheet) -> list[Text]:
    sure = one.lo is not None and one.hi is not None and (one.lo > 0 or one.hi < 0)
    better = _BETTER.get(one.metric, 0) * (one.difference or 0)
    style = (GOOD if better > 0 else BAD if better < 0 else TITLE) if sure else ""
    return [
        sheet.text(label, limit=18),
        Text(percent(one.rate_a)),
        Text(f"{one.num_a}/{one.den_a}", style=SOFT),
        Text(percent(one.rate_b)),
        Text(f"{one.num_b}/{one.den_b}", style=SOFT),
        Text(_points(one.difference), style=style),
        Text(_interval(one), style=SOFT),
    ]


def _checks(row: Compared, sheet: Sheet) -> list[Text]:
    one = row.contrast
    least = "-" if row.least_detectable is None else f"{100 * row.least_detectable:.1f}"
    cells = [Text(_p(one.p)), Text(_p(one.adjusted)), Text(_p(row.sign_flip)), Text(least)]
    return cells[: _checks_shown(sheet)]


def _interval(one: Contrast) -> str:
    if one.lo is None or one.hi is None:
        return "-"
    signs = ["+" if value >= 0 else "" for value in (one.lo, one.hi)]
    return "[" + ", ".join(map(str.__add__, signs, limits(one.lo, one.hi))) + "]"


def _points(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:+.1f}"


def _p(value: float | None) -> str:
    return "-" if value is None else "<0.001" if value < 0.001 else f"{value:.3f}"


def _footer(comparison: Comparison, sheet: Sheet) -> Group:
    how = "templates, then runs within them" if comparison.two_level else "templates"
    line = (
        f"{100 * comparison.level:.0f}% intervals: paired bootstrap over {how}, {comparison.resamples:,} "
        "resamples. p: two-sided, from the same resamples. Holm: p corrected over the declared contrasts, "
        "those above the line."
    )
    checks = (
        " sign flip: p of a test that swaps A and B within templates, as a check. could find: the least true "
        "difference, in points, that this many templates show in 4 of 5 studies."
    )
    line += "" if sheet.narrow else checks
    warnings = [sheet.text(f"! {warning}", WARN) for warning in comparison.warnings]
    return Group(Text(line, style=SOFT), *([Text(), *warnings] if warnings else []))

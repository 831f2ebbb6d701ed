"""What all texts for a terminal share: a sheet of some width, its tables, titles and styles."""

from __future__ import annotations

import io
from collections.abc import Callable

from msgspec import Struct
from rich.box import Box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabench.report.escape import one_line, to_ascii

WIDTH = 100
"""Columns that a text fits where the width is not known."""
NARROWEST, WIDEST = 80, 132
"""Columns below and above which a text does not follow the terminal."""

TITLE, SOFT, GOOD, BAD, WARN = "bold", "bright_black", "#4a9d8f", "#cf6a3c", "#b8860b"
"""Styles that read well on dark and on light terminals."""

_RULE = Box("    \n    \n ── \n    \n ── \n ── \n    \n    \n")
_RULE_ASCII = Box("    \n    \n -- \n    \n -- \n -- \n    \n    \n", ascii=True)


class Sheet(Struct, frozen=True):
    """How to draw: width in columns, and whether only ASCII is wanted."""

    width: int
    ascii: bool
    names: dict[str, str]
    """Names short enough for tables, by agent."""

    def text(self, value: str, style: str = "", limit: int = 0) -> Text:
        """Any text, harmless, cut at ``limit`` columns."""
        shown = one_line(value)
        shown = to_ascii(shown) if self.ascii else shown
        if limit and len(shown) > limit:
            shown = shown[: limit - len(self.more)] + self.more
        return Text(shown, style=style)

    @property
    def more(self) -> str:
        """What stands for text that is cut."""
        return "..." if self.ascii else "…"

    @property
    def dash(self) -> str:
        """Between two limits."""
        return "-" if self.ascii else "–"

    @property
    def arrow(self) -> str:
        """From a write to whom it reaches."""
        return "->" if self.ascii else "→"

    @property
    def narrow(self) -> bool:
        """Whether columns have to be spared."""
        return self.width < WIDTH

    def name(self, agent: str, limit: int, style: str = "") -> Text:
        """An agent's name; a long one loses its middle, since versions and arms stand at the end."""
        shown = self.text(self.names[agent]).plain
        if len(shown) > limit:
            tail = (limit - len(self.more)) * 2 // 3
            shown = shown[: limit - len(self.more) - tail] + self.more + shown[len(shown) - tail :]
        return Text(shown, style=style)

    def table(self, *, header: bool = True, gap: int = 2) -> Table:
        """A calm table: rules under the header and between sections, nothing else."""
        return Table(
            box=_RULE_ASCII if self.ascii else _RULE,
            show_header=header,
            header_style=SOFT,
            border_style=SOFT,
            pad_edge=False,
            padding=(0, gap - 1, 0, 0),
            collapse_padding=True,
            show_edge=False,
        )

    def number(self, table: Table, title: str | Text, width: int | None = None, style: str = "") -> None:
        """A right-aligned column; what does not fit goes on below, since half a number is another one."""
        table.add_column(title, justify="right", width=width, style=style, overflow="fold")

    def put(self, console: Console, drawn: RenderableType) -> None:
        """Print one section and an empty line."""
        console.print(Padding(drawn, (0, 1, 1, 1)), width=self.width, soft_wrap=False)


def sheet_for(console: Console, ascii: bool | None, names: list[str]) -> Sheet:
    """The sheet that fits a console; in ASCII where that is no terminal or cannot show more."""
    plain = ascii if ascii is not None else not console.is_terminal or console.options.ascii_only
    return Sheet(min(WIDEST, max(NARROWEST, console.width)), plain, _short(names))


def on_paper(
    draw: Callable[[Console, bool], None], width: int, color: bool, ascii: bool | None = None
) -> str:
    """What ``draw`` puts on a console, as text; in ASCII alone unless coloured or asked otherwise."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=max(NARROWEST, width),
        force_terminal=color,
        color_system="truecolor" if color else None,
        no_color=not color,
        legacy_windows=False,
        highlight=False,
    )
    draw(console, not color if ascii is None else ascii)
    return "".join(line.rstrip(" ") + "\n" for line in out.getvalue().splitlines())


def title_line(text: str, note: str, sheet: Sheet) -> Text:
    """A section's title with a soft note behind it."""
    return Text("  ").join([sheet.text(text, TITLE), *([sheet.text(note, SOFT)] if note else [])])


def plural(count: int, noun: str) -> str:
    """``1 run``, ``2 runs``."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _short(names: list[str]) -> dict[str, str]:
    """Names without the provider (``openai/``), where they still differ without."""
    short = {name: name.rpartition("/")[2] if "/" in name.partition(" (")[0] else name for name in names}
    return short if len(set(short.values())) == len(names) else {name: name for name in names}

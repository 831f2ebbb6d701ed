"""Make the pages that come from the code.

``office.md`` comes from the table of actions, ``corpus.md`` and its picture from the corpus, ``cli.md`` and the
page that ``sabench --help`` shows from the commands. ``python docs/build.py`` writes them; with ``--check`` it
fails when a committed page is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import corpus_page

from sabench import actions, cli
from sabench.actions import Field, Op, OpField, Row

HERE = Path(__file__).parent
HELP = HERE.parent / "src" / "sabench" / "data" / "help.txt"
NOTE = "<!-- Made by `make docs` from the code; do not edit. -->"


def main(arguments: list[str]) -> int:
    stale = []
    pages = (
        (HERE / "office.md", office_page()),
        (HERE / "cli.md", cli_page()),
        (HERE / "corpus.md", f"{NOTE}\n{corpus_page.corpus_page()}"),
        (HERE / "composition.svg", corpus_page.picture()),
        (HELP, help_page()),
    )
    for path, text in pages:
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.name)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
    if stale and "--check" in arguments:
        print(f"docs: {', '.join(stale)} not as the code says; run 'make docs' and commit", file=sys.stderr)
        return 1
    return 0


# --- the office ------------------------------------------------------------------------------------

OFFICE_HEAD = """
# The office

What an agent can call, and what each call amounts to. Tools are named `<tool>_<action>`. Every task has
the directory; the other tools are there when the task offers them.

**How to read this page.** An argument may be left out unless it is *required*. The *kind* of
an argument is what it is to a contract: a **scope** argument widens whom or what a write touches, so a grant
must name it; **text** is wording; a **target** names the entity; a **query** is only read. Values of a choice
stand from narrow to wide where that order means something. *Comes down to* names the canonical operations
in which grants are matched and writes are reported: ways of doing one thing that differ only in the action
used are one operation there.

A call that fails changes nothing, and its error names the argument at fault. A call that would change
nothing and tell nobody is a no-op. A batch is done as a whole or not at all.
""".strip()


def office_page() -> str:
    """Every action with arguments, defaults, effects, who is reached, and canonical operations."""
    parts = [NOTE, OFFICE_HEAD]
    for tool in dict.fromkeys(row.tool for row in actions.ROWS.values()):
        rows = [row for row in actions.ROWS.values() if row.tool == tool]
        parts.append(f"## {tool}")
        parts.append("\n".join(_overview(rows)))
        parts.extend("\n".join(_action(row)) for row in rows)
    parts.append("## Canonical operations")
    parts.append(
        "An **update** is split into its fields, and each changed field is granted once; an **act** is "
        "granted as a whole. *Modifier* fields shape how an update is done and are checked, never consumed."
    )
    parts.extend("\n".join(_operation(op)) for op in actions.OPS.values())
    return "\n\n".join(parts) + "\n"


def _overview(rows: list[Row]) -> Iterator[str]:
    yield "| action | reads or writes | reversible |"
    yield "|---|---|---|"
    for row in rows:
        undo = ("yes" if row.reversible else "no") if row.writes else ""
        yield f"| [`{row.tool_name}`](#{row.tool_name}) | {'writes' if row.writes else 'reads'} | {undo} |"


def _action(row: Row) -> Iterator[str]:
    yield f"### {row.tool_name}"
    yield ""
    yield row.summary
    facts = [
        ("Sets off", row.effects),
        ("Reaches", row.reaches),
        ("Entity", f"`{row.target}`" if row.target else ""),
        ("Always sets", ", ".join(f"`{name}` to `{value}`" for name, value in row.fixed)),
        ("Comes down to", ", ".join(f"[`{op}`](#{_anchor(op)})" for op in row.ops)),
    ]
    told = [f"- {label}: {text}" for label, text in facts if text]
    if told:
        yield ""
        yield from told
    if row.fields:
        yield ""
        yield "| argument | type | kind | default | |"
        yield "|---|---|---|---|---|"
        renamed = dict(row.renamed)
        for field in row.fields:
            yield _argument(field, renamed.get(field.name, ""))


def _argument(field: Field, canonical: str) -> str:
    kind = " \\| ".join(f"`{value}`" for value in field.values) or field.type
    keys = f"; keys: {', '.join(f'`{key}`' for key in field.properties)}" if field.properties else ""
    also = f"; canonical field: `{canonical}`" if canonical else ""
    default = "*required*" if field.required else _value(field.default)
    return f"| `{field.name}` | {kind} | {field.kind} | {default} | {_cell(field.doc)}{keys}{also} |"


def _operation(op: Op) -> Iterator[str]:
    parts = [f"An {op.nature}"]
    parts += [f"on one {op.target}"] if op.target != "new" else []
    parts += [f"that makes a new {op.creates}"] if op.creates else []
    yield f"### {op.name}"
    yield ""
    yield " ".join(parts) + ("." if op.reversible else "; it cannot be undone.")
    shown = [
        f"- `{action}` when only `{field}` changes" + ("" if value is None else f" (to `{value}`)")
        for action, field, value in op.display
    ]
    if shown:
        yield ""
        yield "Shown as"
        yield ""
        yield from shown
    if op.fields:
        yield ""
        yield "| field | kind | default | |"
        yield "|---|---|---|---|"
        for field in op.fields:
            yield f"| `{field.name}` | {field.kind} | {_value(field.default)} | {_notes(field)} |"


def _notes(field: OpField) -> str:
    notes = []
    if field.order:
        notes.append("narrow to wide: " + ", ".join(f"`{value}`" for value in field.order))
    if field.many:
        notes.append("a set; each element is granted once")
    if field.modifier:
        notes.append("modifier")
    return "; ".join(notes)


def _value(value: object) -> str:
    return "" if value in (None, "", ()) else f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _anchor(heading: str) -> str:
    return heading.replace(".", "")


# --- the commands ----------------------------------------------------------------------------------

CLI_HEAD = """
# The commands

What each command says of itself.

Exit status: **0** done; **1** a finding (a check that failed, an invalid trace, `--fail-if` fulfilled);
**2** wrong use or bad data; **3** a fault that is not the user's (a provider, the disk, a mistake in
SABench); **130** interrupted. An error is one line on stderr that says what, where, and how to mend it;
`--debug` adds the traceback. Results alone go to stdout; progress goes to stderr, and only when that is a
terminal.
""".strip()


def cli_page() -> str:
    """The help text of every command."""
    return "\n\n".join([NOTE, CLI_HEAD, *_help(cli.app, "sabench", None)]) + "\n"


def help_page() -> str:
    """What ``sabench --help`` shows, in a width that every terminal has."""
    context = click.Context(cli.app, info_name="sabench", terminal_width=80, **cli.app.context_settings)
    return cli.app.get_help(context) + "\n"


def _help(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=100, **command.context_settings
    )
    path = context.command_path
    yield f"## {path}\n\n```\n{command.get_help(context)}\n```"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from _help(child, name, context)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

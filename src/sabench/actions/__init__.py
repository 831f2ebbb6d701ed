"""The table: one row an action, one entry a canonical operation. Everything else reads it from here."""

from __future__ import annotations

from typing import Any

from sabench.actions import calendar, directory, email, ticket
from sabench.actions.row import Field, Op, OpField, Row, check, json_schema, signature

ROWS: dict[str, Row] = {row.name: row for row in (*email.ROWS, *calendar.ROWS, *ticket.ROWS, *directory.ROWS)}
"""Every action by its name, ``email.reply``."""

BY_TOOL_NAME: dict[str, Row] = {row.tool_name: row for row in ROWS.values()}
"""Every action by the name that models see, ``email_reply``."""

OPS: dict[str, Op] = {op.name: op for op in (*email.OPS, *calendar.OPS, *ticket.OPS)}
"""Every canonical operation by its name."""


def for_tools(tools: tuple[str, ...]) -> list[Row]:
    """The rows that a task's tools offer, in table order; the directory is always there."""
    return [row for row in ROWS.values() if row.tool in tools or row.tool == "directory"]


def display(op: str, entity: str, fields: dict[str, Any]) -> str:
    """The everyday action that a canonical write amounts to: ``email.archive``, ``ticket.transition``."""
    row = OPS[op]
    changed = [name for name in fields if not (field := row.field(name)) or not field.modifier]
    names = {
        next(
            (name for name, key, value in row.display if key == field and value in (None, fields[field])), ""
        )
        for field in changed
    }
    if len(names) == 1 and "" not in names and row.nature == "update":
        return names.pop()
    if row.target == "event":
        return op + ("_occurrence" if "@" in entity else "_following" if ">" in entity else "")
    return op


__all__ = [
    "BY_TOOL_NAME",
    "OPS",
    "ROWS",
    "Field",
    "Op",
    "OpField",
    "Row",
    "check",
    "display",
    "for_tools",
    "json_schema",
    "signature",
]

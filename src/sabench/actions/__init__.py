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
    everyday = _everyday(row, fields) if row.nature == "update" else ""
    if everyday:
        return everyday
    if row.target == "event":
        return op + ("_occurrence" if "@" in entity else "_following" if ">" in entity else "")
    return op


def _everyday(op: Op, fields: dict[str, Any]) -> str:
    """The one action that stands for the change of each of these fields; "" when there is none."""
    found = ""
    for field, value in fields.items():
        if field in op.modifiers:
            continue
        name = next((name for name, asked in op.names.get(field, ()) if asked in (None, value)), "")
        if not name or (found and name != found):
            return ""
        found = name
    return found


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

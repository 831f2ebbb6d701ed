"""The simulated office: ``perform`` takes a workspace and a call, and gives a new workspace.

Nothing here reads a clock, draws a number or changes a value that it was given.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Literal

from msgspec import Struct

from sabench import actions, codec
from sabench.errors import DataError, ToolError
from sabench.model import Workspace
from sabench.office import calendar, directory, email, ticket
from sabench.office.effect import Effect, Result, Step

Handler = Callable[[Workspace, dict[str, Any]], Step]

HANDLERS: dict[str, Handler] = {
    **{f"email.{name}": run for name, run in email.ACTIONS.items()},
    **{f"calendar.{name}": run for name, run in calendar.ACTIONS.items()},
    **{f"ticket.{name}": run for name, run in ticket.ACTIONS.items()},
    **{f"directory.{name}": run for name, run in directory.ACTIONS.items()},
}
"""The function behind each row of the table."""

_CALLS: dict[str, tuple[actions.Row, Handler]] = {
    name: (row, HANDLERS[row.name]) for name, row in actions.BY_TOOL_NAME.items()
}
"""The row and the function behind each name that models see."""

LOOKED_AT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("email.list", "email.search", "email.get", "email.get_thread"), ("messages", "attachments")
    ),
    "email.list_drafts": ("drafts", "attachments"),
    "email.list_filters": ("filters", "auto_reply"),
    **{f"calendar.{name}": ("events",) for name in calendar.reads.ACTIONS},
    **dict.fromkeys(("ticket.list", "ticket.search", "ticket.get_links"), ("tickets", "queues")),
    "ticket.get": ("tickets", "queues", "comments"),
    "ticket.get_comments": ("tickets", "comments"),
    "directory.search": (),
    "directory.get_group": (),
}
"""The tables that each read looks at, beside the directory, the folders and what never changes."""


class Outcome(Struct, frozen=True, gc=False):
    """What became of a call. ``checked`` holds the coerced arguments, if they passed the check."""

    workspace: Workspace
    status: Literal["succeeded", "no_op", "failed"]
    result: Result
    effects: tuple[Effect, ...] = ()
    error: str = ""
    checked: dict[str, Any] | None = None

    @property
    def digest(self) -> str:
        """Digest over the result, as a trace records it."""
        return codec.digest(self.result)


def perform(ws: Workspace, tool_name: str, arguments: Any, tools: tuple[str, ...] | None = None) -> Outcome:
    """One call on a workspace: never raises for what an agent asked, and changes nothing when it fails.

    ``tool_name`` is the name that models see (``email_reply``). ``tools`` limits which tools there are.
    """
    call = _CALLS.get(tool_name)
    if call is None:
        return _unknown(ws, tool_name)
    row, run = call
    if tools is not None and row.tool not in tools and row.tool != "directory":
        return _unknown(ws, tool_name)
    checked = None
    try:
        if not isinstance(arguments, dict):
            raise ToolError("invalid_arguments", "the arguments must be one JSON object")
        checked = actions.check(row, arguments, ws.zone)
        after, result, effects = run(ws, checked)
    except ToolError as error:
        return _failed(ws, error.code, error.message, error.argument, checked)
    except DataError as error:
        return _failed(ws, "invalid_arguments", error.message, "")
    if effects:
        return Outcome(after, "succeeded", result, effects, "", checked)
    return Outcome(ws, "no_op" if row.writes else "succeeded", result, (), "", checked)


def same_reads(ws: Workspace, other: Workspace) -> frozenset[str]:
    """The reads, by tool name, that two workspaces of one office answer alike: their tables are the same."""
    changed = () if ws is other else tuple(compress(TABLES, map(is_not, _tables(ws), _tables(other))))
    return _reads_beside(changed)


TABLES = tuple(dict.fromkeys(table for tables in LOOKED_AT.values() for table in tables))
_tables = attrgetter(*TABLES)


@lru_cache(maxsize=256)
def _reads_beside(changed: tuple[str, ...]) -> frozenset[str]:
    """The reads that look at none of these tables."""
    same = [name for name, tables in LOOKED_AT.items() if {*changed}.isdisjoint(tables)]
    return frozenset(actions.ROWS[name].tool_name for name in same)


def _unknown(ws: Workspace, tool_name: str) -> Outcome:
    return _failed(ws, "unknown_tool", f"there is no tool {tool_name[:60]!r}", "")


def _failed(
    ws: Workspace,
    code: str,
    message: str,
    argument: str,
    checked: dict[str, Any] | None = None,
) -> Outcome:
    error = {"code": code, "message": message} | ({"argument": argument} if argument else {})
    return Outcome(ws, "failed", {"error": error}, (), code, checked)


__all__ = ["HANDLERS", "LOOKED_AT", "Effect", "Outcome", "perform", "same_reads"]

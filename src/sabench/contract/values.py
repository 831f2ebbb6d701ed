"""The values of a grant in the office's own spelling; one that names nothing there is an error on loading.

A grant that could never match would read as damage in every run, so folders, queues, statuses, rooms, files
and tickets must be there, choices must be among those that there are, and instants and addresses must read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sabench import actions, times
from sabench.actions import Field, Op
from sabench.actions.row import Coerce
from sabench.contract.matchers import KEYS
from sabench.errors import TaskError, ToolError
from sabench.model import Id, Workspace
from sabench.office.calendar import changes, finding
from sabench.office.email import mailbox
from sabench.office.rules import with_exdates
from sabench.office.ticket.lookup import fold, queue_of, statuses

AS_IS = ("absent", "any", "omits", "mentions")
"""Constraints whose operand is no value of the field."""

RECIPIENTS = ("to", "cc", "bcc", "reaches")


def canonical(ws: Workspace, op: Op, name: str, spec: Any, path: str, entity: Id = "") -> Any:
    """The constraint ``spec`` on a field with its values in the office's spelling.

    Raises ``TaskError`` with ``path`` for a value that the field cannot have.
    """
    if isinstance(spec, str) and spec in ("absent", "any"):
        return spec
    if isinstance(spec, dict) and spec.keys() <= set(KEYS):
        return {
            key: value if key in AS_IS else _values(ws, op, name, value, f"{path}.{key}", entity)
            for key, value in spec.items()
        }
    return spec if isinstance(spec, dict) else _values(ws, op, name, spec, path, entity)


def _values(ws: Workspace, op: Op, name: str, value: Any, path: str, entity: Id) -> Any:
    if isinstance(value, (list, tuple)):
        return [_values(ws, op, name, one, path, entity) for one in value]
    if value in ("", None):
        return value
    try:
        read = _read(*_argument(op.name.partition(".")[0], name), value, ws.zone)
        return _NAMES[name](ws, read, entity) if name in _NAMES else read
    except (ToolError, ValueError) as problem:
        raise TaskError(str(problem), path=path) from None


def _read(argument: Field, reader: Coerce, value: Any, zone: str) -> Any:
    if argument.type == "instant" and isinstance(value, str) and len(value.strip()) == 10:
        return times.day(value.strip())
    read = reader(value, argument, zone)
    if not isinstance(read, tuple):
        return read
    if len(read) != 1:
        raise ValueError("write several values as a list")
    return read[0]


@lru_cache(maxsize=1024)
def _argument(tool: str, name: str) -> tuple[Field, Coerce]:
    """The argument that a canonical scope field comes from, and its reader."""
    if name in RECIPIENTS:
        return actions.ROWS["email.send"].form.readers["to"]
    rows = (row for row in actions.ROWS.values() if row.writes and row.tool == tool)
    named = ((row, {new: old for old, new in row.renamed}.get(name, name)) for row in rows)
    return next(row.form.readers[old] for row, old in named if old in row.form.readers)


def recurrence(ws: Workspace, fields: dict[str, Any], entity: Id, path: str) -> Any:
    """A granted rule as the calendar writes it, where the start of the series is known."""
    spec, start = fields["recurrence"], fields.get("start")
    value = spec["equals"] if isinstance(spec, dict) and spec.keys() == {"equals"} else spec
    event = ws.events.get(entity)
    zone = event.zone if event else ws.zone
    if event is not None and not isinstance(start, str):
        start = event.start
    written = isinstance(value, (str, list)) and isinstance(start, str)
    if not written or start in ("absent", "any") or value in ("absent", "any", ""):
        return spec
    lines = [line for one in ([value] if isinstance(value, str) else value) for line in str(one).splitlines()]
    try:
        rule, exdates = changes.read_rule(tuple(lines), times.local(times.utc(start, zone), zone), zone)
    except (ToolError, ValueError) as problem:
        raise TaskError(str(problem), path=path) from None
    return with_exdates(rule, exdates)


def _status(ws: Workspace, value: str, entity: Id) -> str:
    ticket = ws.tickets.get(entity)
    queues = sorted(ws.queues.values(), key=lambda one: ticket is None or one.name != ticket.queue)
    known = [status for queue in queues for status in sorted(statuses(queue))]
    found = next((one for one in known if fold(one) == fold(value)), None)
    if found is None:
        raise ValueError(f"there is no status {value!r}; there are: {', '.join(dict.fromkeys(known))}")
    return found


def _known(table: str) -> Callable[[Workspace, str, Id], str]:
    def check(ws: Workspace, value: str, entity: Id) -> str:
        if value not in getattr(ws, table):
            raise ValueError(f"there is no {value!r} among the {table} of the workspace")
        return value

    return check


_NAMES: dict[str, Callable[[Workspace, Any, Id], Any]] = {
    "folder": lambda ws, value, entity: mailbox.folder(ws, value),
    "queue": lambda ws, value, entity: queue_of(ws, value).name,
    "room": lambda ws, value, entity: finding.room(ws, value),
    "status": _status,
    "attachments": _known("attachments"),
    "parent": _known("tickets"),
    "into_id": _known("tickets"),
    "other_id": _known("tickets"),
    "in_reply_to": _known("messages"),
}
"""Fields whose values name something: how the office finds it."""


__all__ = ["canonical", "recurrence"]

"""The query language of ``ticket.search`` and ``ticket.bulk_update``: operators, phrases and words.

A query is read once into terms, (excluded, test, value), that must all hold of a ticket.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from sabench import times
from sabench.actions.ticket import PRIORITIES
from sabench.errors import ToolError
from sabench.model import Address, Id, Ticket, Workspace
from sabench.office import people
from sabench.office.ticket.lookup import fold, in_order

Test: TypeAlias = Callable[[Workspace, Ticket, str], bool]
Term: TypeAlias = tuple[bool, Test, str]


def find(ws: Workspace, query: str) -> list[Ticket]:
    """The tickets that fit every term of ``query``, oldest first. Raises ``ToolError`` on a bad query."""
    found = list(ws.tickets.values())
    for excluded, test, value in parse(query):
        found = [ticket for ticket in found if test(ws, ticket, value) is not excluded]
    return in_order(ws, found)


# --- what a ticket can be asked -----------------------------------------------------------------------


def of_queue(ws: Workspace, ticket: Ticket, value: str) -> bool:
    """Whether the ticket is in the queue of that name or prefix, folded."""
    return fold(ticket.queue) == value or fold(ws.queues[ticket.queue].prefix) == value


def of_status(ws: Workspace, ticket: Ticket, value: str) -> bool:
    """Whether the ticket has that status, folded."""
    return fold(ticket.status) == value


def assigned_to(ws: Workspace, ticket: Ticket, value: str) -> bool:
    """Whether ``value`` (as ``who`` gives it) says who the assignee is."""
    return _is_person(ws, ticket.assignee, value)


def _requested_by(ws: Workspace, ticket: Ticket, value: str) -> bool:
    return _is_person(ws, ticket.requester, value)


def _is_person(ws: Workspace, address: Address, wanted: str) -> bool:
    if wanted in ("none", "unassigned"):
        return not address
    if not address:
        return False
    if wanted == "me":
        return people.resolve(ws, address) == people.resolve(ws, ws.user)
    if "@" in wanted:
        return people.resolve(ws, address) == people.resolve(ws, wanted)
    return wanted in address.casefold() or wanted in people.name_of(ws, address).casefold()


def who(value: str) -> str:
    """A person as a condition names one: an address, a part of a name, me or none; without a display name."""
    written = value.strip().casefold()
    return written.rpartition("<")[2].rstrip(">").strip() if written.endswith(">") else written


def _of_priority(ws: Workspace, ticket: Ticket, value: str) -> bool:
    return ticket.priority == value


def _has_label(ws: Workspace, ticket: Ticket, value: str) -> bool:
    if value == "none":
        return not ticket.labels
    return any(label.casefold() == value for label in ticket.labels)


def _child_of(ws: Workspace, ticket: Ticket, value: str) -> bool:
    return ticket.parent.casefold() == ("" if value == "none" else value)


def _in_state(ws: Workspace, ticket: Ticket, value: str) -> bool:
    return (ticket.status in ws.queues[ticket.queue].done) is (value == "closed")


def _due(compare: Callable[[str, str], bool]) -> Test:
    def test(ws: Workspace, ticket: Ticket, value: str) -> bool:
        return bool(ticket.due) and compare(ticket.due, value)

    return test


def _not_due(ws: Workspace, ticket: Ticket, value: str) -> bool:
    return not ticket.due


def _says(ws: Workspace, ticket: Ticket, value: str) -> bool:
    return value in _words(ticket.id, ticket.title, ticket.description)


@lru_cache(maxsize=16384)
def _words(id: Id, title: str, description: str) -> str:
    return f"{id}\n{title}\n{description}".casefold()


# --- reading a query ----------------------------------------------------------------------------------

_OPERATORS: dict[str, Test] = {
    "queue": of_queue,
    "status": of_status,
    "priority": _of_priority,
    "assignee": assigned_to,
    "requester": _requested_by,
    "label": _has_label,
    "parent": _child_of,
    "due": _not_due,
    "is": _in_state,
}
_READINGS: dict[str, Callable[[str], str]] = {
    "queue": fold,
    "status": fold,
    "assignee": who,
    "requester": who,
}
_COMPARISONS: dict[str, Test] = {
    "<=": _due(lambda due, day: due <= day),
    ">=": _due(lambda due, day: due >= day),
    "<": _due(lambda due, day: due < day),
    ">": _due(lambda due, day: due > day),
    "": _due(lambda due, day: due == day),
}
_TOKEN = re.compile(
    rf'(?P<minus>-?)(?:(?P<operator>{"|".join(_OPERATORS)}):\s*)?(?:"(?P<phrase>[^"]*)"|(?P<word>\S+))',
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def parse(query: str) -> tuple[Term, ...]:
    """The terms of a query. Raises ``ToolError`` on a value that an operator cannot take."""
    terms = [_term(token) for token in _TOKEN.finditer(query) if token["word"] != "AND"]
    return tuple(term for term in terms if term[2])


def _term(token: re.Match[str]) -> Term:
    if token["word"] in ("OR", "NOT"):
        raise _bad(f"{token['word']} is no operator; all conditions must hold, and a leading - excludes")
    value = (token["phrase"] if token["phrase"] is not None else token["word"].strip('"')).casefold().strip()
    operator = (token["operator"] or "").casefold()
    test, value = _tested(operator, value) if operator else (_says, value)
    return bool(token["minus"]), test, value


def _tested(operator: str, value: str) -> tuple[Test, str]:
    if not value:
        raise _bad(f"{operator}: needs a value")
    if operator == "due" and value != "none":
        return _due_term(value)
    if operator == "priority" and value not in PRIORITIES:
        raise _bad(f"priority: takes {', '.join(PRIORITIES)}, not {value[:40]!r}")
    if operator == "is" and value not in ("open", "closed"):
        raise _bad(f"is: takes open or closed, not {value[:40]!r}")
    return _OPERATORS[operator], _READINGS.get(operator, str)(value)


def _due_term(value: str) -> tuple[Test, str]:
    sign = next(sign for sign in _COMPARISONS if value.startswith(sign))
    try:
        return _COMPARISONS[sign], times.day(value.removeprefix(sign).strip())
    except ValueError:
        raise _bad(f"due: takes a date such as 2026-03-12, <2026-03-12 or none, not {value[:40]!r}") from None


def _bad(message: str) -> ToolError:
    return ToolError("invalid_argument", f"query: {message}", "query")

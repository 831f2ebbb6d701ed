"""Changing one ticket: what may be set, what follows from it, and who is mailed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabench.errors import ToolError
from sabench.model import Address, Id, Ticket, Workspace, replace
from sabench.office import people
from sabench.office.effect import NOBODY, Effect, Result, effect
from sabench.office.ticket.lookup import (
    assignee_of,
    children_of,
    filled,
    fold,
    is_open,
    queue_of,
    statuses,
)


def audience(ticket: Ticket) -> tuple[Address, ...]:
    """Who hears of public comments and of the resolution of a ticket."""
    return (ticket.requester, *ticket.cc, *ticket.watchers)


def _resolved_below(ws: Workspace, top: Ticket, stays: Id = "") -> list[Ticket]:
    """The open tickets under ``top``, each resolved; ``stays`` is left alone."""
    found: dict[Id, Ticket] = {}
    waiting = [top.id]
    while waiting:
        for child in children_of(ws, waiting.pop(0)):
            if child.id not in found and child.id not in (top.id, stays) and is_open(ws, child):
                found[child.id] = replace(child, status=ws.queues[child.queue].resolved)
                waiting.append(child.id)
    return list(found.values())


def settle(
    ws: Workspace, before: Ticket, after: Ticket, stays: Id = ""
) -> tuple[dict[Id, Ticket], tuple[Id, ...], tuple[Address, ...]]:
    """The tickets once ``before`` has become ``after``, the ids of those that changed, and who is mailed."""
    tickets = {**ws.tickets, after.id: after}
    if is_open(ws, after) or not is_open(ws, before):
        return tickets, (after.id,), after.watchers
    told = audience(after)
    followers = _resolved_below(ws, after, stays)
    for child in followers:
        tickets[child.id] = child
        told += audience(child)
    return tickets, (after.id, *(child.id for child in followers)), told


Setter = Callable[[Workspace, Ticket, Any], tuple[Ticket, dict[str, Any]]]
"""Gives a ticket with something set, and the canonical fields that this changes."""


def _set(name: str) -> Setter:
    def setter(ws: Workspace, ticket: Ticket, value: Any) -> tuple[Ticket, dict[str, Any]]:
        if getattr(ticket, name) == value:
            return ticket, {}
        fields = {name: value}
        return replace(ticket, **fields), fields

    return setter


def _set_title(ws: Workspace, ticket: Ticket, value: str) -> tuple[Ticket, dict[str, Any]]:
    return _set("title")(ws, ticket, filled(value, "title"))


def _set_assignee(ws: Workspace, ticket: Ticket, value: Address) -> tuple[Ticket, dict[str, Any]]:
    assignee = assignee_of(ws, value)
    if assignee == people.resolve(ws, ticket.assignee):
        return ticket, {}
    return replace(ticket, assignee=assignee), {"assignee": assignee}


def _set_queue(ws: Workspace, ticket: Ticket, value: str) -> tuple[Ticket, dict[str, Any]]:
    queue = queue_of(ws, value)
    if queue.name == ticket.queue:
        return ticket, {}
    status = ticket.status if ticket.status in statuses(queue) else queue.initial
    return replace(ticket, queue=queue.name, status=status), {"queue": queue.name}


def _set_status(ws: Workspace, ticket: Ticket, value: str) -> tuple[Ticket, dict[str, Any]]:
    status = _next_status(ws, ticket, value)
    return (ticket, {}) if status == ticket.status else (replace(ticket, status=status), {"status": status})


def _next_status(ws: Workspace, ticket: Ticket, value: str) -> str:
    """The status that ``value`` names, if the ticket can go there or is there already."""
    wanted = fold(value)
    if wanted == fold(ticket.status):
        return ticket.status
    if ticket.merged_into:
        raise ToolError(
            "not_allowed",
            f"{ticket.id} was merged into {ticket.merged_into}, and its status is final",
            "ticket_id",
        )
    queue = ws.queues[ticket.queue]
    allowed = queue.workflow.get(ticket.status, ())
    for status in allowed:
        if wanted == fold(status):
            return status
    known = any(wanted == fold(status) for status in statuses(queue))
    raise ToolError(
        "not_allowed" if known else "invalid_argument",
        f"status: {ticket.id} is {ticket.status!r} and cannot become {value[:60]!r}; "
        f"allowed from here: {', '.join(allowed) or 'nothing'}",
        "status",
    )


def _set_labels(ws: Workspace, ticket: Ticket, value: tuple[str, ...]) -> tuple[Ticket, dict[str, Any]]:
    return _relabelled(ticket, set(value) - set(ticket.labels), set(ticket.labels) - set(value))


def _add_labels(ws: Workspace, ticket: Ticket, value: tuple[str, ...]) -> tuple[Ticket, dict[str, Any]]:
    return _relabelled(ticket, set(value) - set(ticket.labels), set())


def _remove_labels(ws: Workspace, ticket: Ticket, value: tuple[str, ...]) -> tuple[Ticket, dict[str, Any]]:
    return _relabelled(ticket, set(), set(value) & set(ticket.labels))


def _relabelled(ticket: Ticket, added: set[str], removed: set[str]) -> tuple[Ticket, dict[str, Any]]:
    after, fields = members(ticket.labels, added, removed, "labels")
    return (replace(ticket, labels=after) if fields else ticket), fields


def members(
    before: tuple[str, ...], added: set[str], removed: set[str], name: str
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """A list after a change of membership, whose order no spelling of the change can alter."""
    kept = tuple(item for item in before if item not in removed)
    fields: dict[str, Any] = {f"{name}_added": tuple(sorted(added))} if added else {}
    if removed:
        fields[f"{name}_removed"] = tuple(sorted(removed))
    return (*kept, *sorted(added)), fields


# The queue comes before the status: a status is one of the queue that the ticket is then in.
_SETTERS: dict[str, Setter] = {
    "queue": _set_queue,
    "status": _set_status,
    "title": _set_title,
    "description": _set("description"),
    "priority": _set("priority"),
    "due": _set("due"),
    "assignee": _set_assignee,
    "labels": _set_labels,
    "labels_add": _add_labels,
    "labels_remove": _remove_labels,
}


def edit(ws: Workspace, ticket: Ticket, args: dict[str, Any]) -> tuple[Workspace, tuple[Effect, ...]]:
    """A ticket with all settable arguments applied: the workspace after it, and one effect or none."""
    after = ticket
    fields: dict[str, Any] = {}
    for name, setter in _SETTERS.items():
        if name in args:
            after, changed = setter(ws, after, args[name])
            fields |= changed
    if not fields:
        return ws, ()
    addressed = (fields["assignee"],) if "assignee" in fields else ()
    return written(ws, ticket, after, fields, addressed)


def written(
    ws: Workspace, before: Ticket, after: Ticket, fields: dict[str, Any], addressed: tuple[Address, ...]
) -> tuple[Workspace, tuple[Effect, ...]]:
    """The workspace once ``before`` has become ``after``, and the effect that says so."""
    tickets, changed, told = settle(ws, before, after)
    made = effect(
        ws,
        "ticket.update",
        after.id,
        fields,
        addressed=people.others(ws, addressed) if addressed else NOBODY,
        notified=people.others(ws, told) if told else NOBODY,
        changed=changed,
    )
    return replace(ws, tickets=tickets), (made,)


def report(id: Id, effects: tuple[Effect, ...]) -> Result:
    """What the agent is told of an update."""
    if not effects:
        return {"ticket_id": id, "unchanged": True}
    first = effects[0]
    told: Result = {"ticket_id": id, "changed": first.fields}
    if len(first.changed) > 1:
        told["also_resolved"] = first.changed[1:]
    return told

"""Finding things in the ticket tool: tickets, queues, statuses, children, comments; and their order."""

from __future__ import annotations

from functools import lru_cache

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Comment, Id, Instant, Queue, Ticket, Workspace
from sabench.office import people


def ticket_of(ws: Workspace, id: Id, argument: str = "ticket_id") -> Ticket:
    """The ticket with that id. Raises ``ToolError`` naming ``argument`` when there is none."""
    found = ws.tickets.get(id)
    if found is None:
        raise ToolError(
            "not_found",
            f"{argument}: there is no ticket {id[:60]!r}; look it up with ticket_search",
            argument,
        )
    return found


def queue_of(ws: Workspace, name: str) -> Queue:
    """The queue of that name or prefix. Raises ``ToolError`` when there is none."""
    wanted = fold(name)
    for queue in ws.queues.values():
        if wanted in (fold(queue.name), fold(queue.prefix)):
            return queue
    known = ", ".join(ws.queues) or "none"
    raise ToolError("not_found", f"queue: there is no queue {name[:60]!r}; there are: {known}", "queue")


def statuses(queue: Queue) -> set[str]:
    """All statuses of a queue, those that are only ever led to included."""
    return {queue.initial, *queue.workflow, *queue.done}.union(*queue.workflow.values())


def filled(text: str, argument: str) -> str:
    """``text`` itself. Raises ``ToolError`` naming ``argument`` when nothing is in it."""
    if not text.strip():
        raise ToolError("invalid_argument", f"{argument}: must not be empty", argument)
    return text


def assignee_of(ws: Workspace, address: Address) -> Address:
    """A colleague's primary address, or nobody. Raises ``ToolError`` for anybody else."""
    return people.colleague(ws, address, "assignee") if address else ""


def children_of(ws: Workspace, id: Id) -> list[Ticket]:
    """The tickets whose parent has that id, in the order of the table."""
    return [ticket for ticket in ws.tickets.values() if ticket.parent == id]


def is_open(ws: Workspace, ticket: Ticket) -> bool:
    """Whether the status of a ticket is none of its queue's final ones."""
    return ticket.status not in ws.queues[ticket.queue].done


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """A status or queue name as it is compared: case, spaces, hyphens and underscores do not count."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def comments_of(ws: Workspace, id: Id) -> list[Comment]:
    """The comments of the ticket with that id, by (instant, creation number)."""
    found = [comment for comment in ws.comments.values() if comment.ticket_id == id]
    return sorted(found, key=lambda comment: instant(comment.at, ws.zone))


def in_order(ws: Workspace, tickets: list[Ticket]) -> list[Ticket]:
    """Tickets by (instant of creation, creation number)."""
    zone = ws.zone
    return sorted(tickets, key=lambda ticket: instant(ticket.created_at, zone))


@lru_cache(maxsize=65536)
def instant(text: Instant, zone: str) -> Instant:
    """``text`` in a form that sorts by instant; what is no instant stands for itself."""
    try:
        return times.utc(text, zone)
    except ValueError:
        return text

"""Reads of tickets."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sabench.errors import ToolError
from sabench.model import Address, Id, Ticket, Workspace
from sabench.office.effect import Result, Step
from sabench.office.ticket import query as query_language
from sabench.office.ticket.linking import links_of
from sabench.office.ticket.lookup import (
    children_of,
    comments_of,
    fold,
    in_order,
    queue_of,
    statuses,
    ticket_of,
)


class Summary(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a list of tickets."""

    id: Id
    title: str
    queue: str
    status: str
    priority: str
    assignee: Address = ""
    requester: Address = ""
    due: str = ""
    labels: tuple[str, ...] = ()
    parent: Id = ""


def _summaries(tickets: list[Ticket]) -> Result:
    return {
        "tickets": [
            Summary(
                t.id,
                t.title,
                t.queue,
                t.status,
                t.priority,
                t.assignee,
                t.requester,
                t.due,
                t.labels,
                t.parent,
            )
            for t in tickets
        ]
    }


def list_(ws: Workspace, args: dict[str, Any]) -> Step:
    """Tickets, filtered by queue, status and assignee."""
    found = list(ws.tickets.values())
    if args.get("queue"):
        name = queue_of(ws, args["queue"]).name
        found = [ticket for ticket in found if ticket.queue == name]
    if args.get("status"):
        _check_status(ws, args["status"])
        wanted = fold(args["status"])
        found = [ticket for ticket in found if query_language.of_status(ws, ticket, wanted)]
    if args.get("assignee"):
        wanted = query_language.who(args["assignee"])
        found = [ticket for ticket in found if query_language.assigned_to(ws, ticket, wanted)]
    return ws, _summaries(in_order(ws, found)), ()


def _check_status(ws: Workspace, status: str) -> None:
    # Sorted, because a file may give the statuses of a workflow in any order.
    known = sorted({one for queue in ws.queues.values() for one in statuses(queue)})
    if fold(status) not in map(fold, known):
        raise ToolError(
            "not_found",
            f"status: no queue has a status {status[:60]!r}; there are: {', '.join(known)}",
            "status",
        )


def search(ws: Workspace, args: dict[str, Any]) -> Step:
    """Tickets that fit a query."""
    return ws, _summaries(query_language.find(ws, args["query"])), ()


def get(ws: Workspace, args: dict[str, Any]) -> Step:
    """One ticket with all that bears on it."""
    ticket = ticket_of(ws, args["ticket_id"])
    shown: Result = {name: getattr(ticket, name) for name in ticket.__struct_fields__}
    shown["links"] = links_of(ws, ticket)
    shown["children"] = [child.id for child in in_order(ws, children_of(ws, ticket.id))]
    shown["allowed_transitions"] = _allowed(ws, ticket)
    shown["comments"] = sum(comment.ticket_id == ticket.id for comment in ws.comments.values())
    return ws, {"ticket": shown}, ()


def _allowed(ws: Workspace, ticket: Ticket) -> tuple[str, ...]:
    return () if ticket.merged_into else ws.queues[ticket.queue].workflow.get(ticket.status, ())


def get_comments(ws: Workspace, args: dict[str, Any]) -> Step:
    """The comments of a ticket, oldest first."""
    ticket = ticket_of(ws, args["ticket_id"])
    shown = [
        {"id": one.id, "author": one.author, "at": one.at, "visibility": one.visibility, "body": one.body}
        for one in comments_of(ws, ticket.id)
    ]
    return ws, {"ticket_id": ticket.id, "comments": shown}, ()


def get_links(ws: Workspace, args: dict[str, Any]) -> Step:
    """The links of a ticket, with the title and status of the other one."""
    ticket = ticket_of(ws, args["ticket_id"])
    shown = []
    for one in links_of(ws, ticket):
        other = ws.tickets[one.other_id]
        shown.append(
            {"relation": one.relation, "other_id": other.id, "title": other.title, "status": other.status}
        )
    return ws, {"ticket_id": ticket.id, "links": shown}, ()

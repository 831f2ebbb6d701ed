"""Relations between tickets: links that show on both, and merging one into another."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from sabench.errors import ToolError
from sabench.model import Comment, Id, Link, Ticket, Workspace, replace
from sabench.office import people
from sabench.office.effect import Result, Step, effect, next_id
from sabench.office.ticket.change import audience, settle
from sabench.office.ticket.lookup import (
    comments_of,
    is_open,
    ticket_of,
)

INVERSE = {
    "relates_to": "relates_to",
    "blocks": "blocked_by",
    "blocked_by": "blocks",
    "duplicates": "duplicated_by",
    "duplicated_by": "duplicates",
}


@lru_cache(maxsize=4096)
def _natural(id: Id) -> tuple[tuple[int, str], ...]:
    """An id as it sorts: OPS-9 before OPS-18."""
    parts = re.split(r"([0-9]+)", id)
    return tuple((len(part.lstrip("0")) if index % 2 else 0, part) for index, part in enumerate(parts))


def canonical_link(ticket: Id, other: Id, relation: str) -> tuple[Id, Id, str]:
    """The one form of a link: from, to, and one of relates_to, blocks, duplicates."""
    if relation in ("blocked_by", "duplicated_by"):
        return other, ticket, INVERSE[relation]
    if relation == "relates_to" and _natural(other) < _natural(ticket):
        return other, ticket, relation
    return ticket, other, relation


def _ends(ws: Workspace, args: dict[str, Any]) -> tuple[Ticket, Ticket, str]:
    """The two tickets of a link in its one form, and the relation."""
    ticket = ticket_of(ws, args["ticket_id"])
    other = ticket_of(ws, args["other_id"], "other_id")
    if ticket.id == other.id:
        raise ToolError("invalid_argument", "other_id: a ticket cannot be linked to itself", "other_id")
    first, second, relation = canonical_link(ticket.id, other.id, args["relation"])
    return ws.tickets[first], ws.tickets[second], relation


def link(ws: Workspace, args: dict[str, Any]) -> Step:
    """A relation, shown on both tickets."""
    first, second, relation = _ends(ws, args)
    if _linked(first, second, relation):
        return ws, {"ticket_id": args["ticket_id"], "unchanged": True}, ()
    return _relinked(
        ws,
        "ticket.link",
        replace(first, links=(*first.links, Link(relation, second.id))),
        replace(second, links=(*second.links, Link(INVERSE[relation], first.id))),
        args,
        relation,
    )


def unlink(ws: Workspace, args: dict[str, Any]) -> Step:
    """A relation gone from both tickets."""
    first, second, relation = _ends(ws, args)
    if not _linked(first, second, relation):
        raise ToolError(
            "not_found",
            f"relation: {args['ticket_id']} has no link {args['relation']} {args['other_id']}; "
            "ticket_get_links shows those there are",
            "relation",
        )
    return _relinked(
        ws,
        "ticket.unlink",
        _unlinked(first, Link(relation, second.id)),
        _unlinked(second, Link(INVERSE[relation], first.id)),
        args,
        relation,
    )


def _linked(first: Ticket, second: Ticket, relation: str) -> bool:
    return Link(relation, second.id) in first.links or Link(INVERSE[relation], first.id) in second.links


def _unlinked(ticket: Ticket, gone: Link) -> Ticket:
    return replace(ticket, links=tuple(one for one in ticket.links if one != gone))


def _relinked(
    ws: Workspace, op: str, first: Ticket, second: Ticket, args: dict[str, Any], relation: str
) -> Step:
    # A workspace written by hand may show a link on one ticket only; then only that one changes.
    changed = tuple(one.id for one in (first, second) if one.links != ws.tickets[one.id].links)
    told = [watcher for id in changed for watcher in ws.tickets[id].watchers]
    made = effect(
        ws,
        op,
        first.id,
        {"other_id": second.id, "relation": relation},
        notified=people.others(ws, told),
        changed=changed,
    )
    after = replace(ws, tickets={**ws.tickets, first.id: first, second.id: second})
    result = {name: args[name] for name in ("ticket_id", "relation", "other_id")}
    return after, result, (made,)


def links_of(ws: Workspace, ticket: Ticket) -> list[Link]:
    """Links that stand on the ticket, and the inverse of those that stand on others alone."""
    own = [link for link in ticket.links if link.other_id in ws.tickets]
    inverse = [
        Link(INVERSE[link.relation], other.id)
        for other in ws.tickets.values()
        for link in other.links
        if link.other_id == ticket.id
    ]
    return list(dict.fromkeys([*own, *inverse]))


def merge(ws: Workspace, args: dict[str, Any]) -> Step:
    """The source closed, its public comments on the ticket that stays."""
    source = ticket_of(ws, args["source_id"], "source_id")
    target = ticket_of(ws, args["into_id"], "into_id")
    _check_merge(ws, source, target)
    closed = replace(source, status=ws.queues[source.queue].resolved, merged_into=target.id)
    tickets, changed, told = settle(ws, source, closed, stays=target.id)
    comments, counters = _copied(ws, source.id, target.id)
    copied = tuple(comments)[len(ws.comments) :]
    if copied:
        told += audience(target)
    made = effect(
        ws,
        "ticket.merge",
        source.id,
        {"into_id": target.id},
        notified=people.others(ws, told),
        changed=(*changed, *copied),
    )
    after = replace(ws, tickets=tickets, comments=comments, counters=counters)
    result: Result = {"ticket_id": target.id, "merged_id": source.id, "copied_comment_ids": copied}
    return after, result | ({"also_resolved": changed[1:]} if len(changed) > 1 else {}), (made,)


def _check_merge(ws: Workspace, source: Ticket, target: Ticket) -> None:
    if source.id == target.id:
        raise ToolError("invalid_argument", "into_id: a ticket cannot be merged into itself", "into_id")
    for ticket, argument in ((source, "source_id"), (target, "into_id")):
        if ticket.merged_into:
            raise ToolError(
                "not_allowed",
                f"{argument}: {ticket.id} was already merged into {ticket.merged_into}",
                argument,
            )
    if not is_open(ws, source):
        raise ToolError(
            "not_allowed",
            f"source_id: {source.id} is {source.status!r}; only open tickets can be merged",
            "source_id",
        )


def _copied(ws: Workspace, source: Id, target: Id) -> tuple[dict[Id, Comment], dict[str, int]]:
    """All comments with copies of the source's public ones at the end, and the counters after that."""
    for comment in comments_of(ws, source):
        if comment.visibility == "public":
            id, counters = next_id(ws, "comment", "com", ws.comments)
            copy = replace(comment, id=id, ticket_id=target)
            ws = replace(ws, comments={**ws.comments, id: copy}, counters=counters)
    return ws.comments, ws.counters

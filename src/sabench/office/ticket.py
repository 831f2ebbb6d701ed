"""The ticket tool: queues with workflows, comments, links, merges and watchers.

Who is mailed by what, and what follows from what, stands in the rows of ``sabench.actions.ticket``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from sabench.errors import ToolError
from sabench.model import Address, Comment, Id, Link, Queue, Ticket, Workspace, replace
from sabench.office import people
from sabench.office import ticket_query as query_language
from sabench.office.effect import Effect, Result, Step, effect, next_id
from sabench.office.ticket_query import fold, in_order, instant, is_open

# --- looking up ---------------------------------------------------------------------------------------


def _ticket(ws: Workspace, id: Id, argument: str = "ticket_id") -> Ticket:
    found = ws.tickets.get(id)
    if found is None:
        raise ToolError(
            "not_found",
            f"{argument}: there is no ticket {id[:60]!r}; look it up with ticket_search",
            argument,
        )
    return found


def _queue(ws: Workspace, name: str) -> Queue:
    wanted = fold(name)
    for queue in ws.queues.values():
        if wanted in (fold(queue.name), fold(queue.prefix)):
            return queue
    known = ", ".join(ws.queues) or "none"
    raise ToolError("not_found", f"queue: there is no queue {name[:60]!r}; there are: {known}", "queue")


def _statuses(queue: Queue) -> dict[str, None]:
    """All statuses of a queue, those that are only ever led to included, in the workflow's order."""
    later = [status for after in queue.workflow.values() for status in after]
    return dict.fromkeys([*queue.workflow, *later, *queue.done])


def _first_status(queue: Queue) -> str:
    return next(iter(_statuses(queue)), "open")


def _filled(text: str, argument: str) -> str:
    if not text.strip():
        raise ToolError("invalid_argument", f"{argument}: must not be empty", argument)
    return text


def _assignee(ws: Workspace, address: Address) -> Address:
    return people.colleague(ws, address, "assignee") if address else ""


def _children(ws: Workspace, id: Id) -> list[Ticket]:
    return [ticket for ticket in ws.tickets.values() if ticket.parent == id]


# --- who is mailed ------------------------------------------------------------------------------------


def _others(ws: Workspace, addresses: Iterable[Address]) -> frozenset[Address]:
    """Everybody behind ``addresses`` but the user, who is never mailed about an own act."""
    told = people.expand(ws, [address for address in addresses if address])
    return told - {people.resolve(ws, ws.user)}


def _audience(ticket: Ticket) -> tuple[Address, ...]:
    """Who hears of public comments and of the resolution of a ticket."""
    return (ticket.requester, *ticket.cc, *ticket.watchers)


# --- changing one ticket, with what follows -------------------------------------------------------------


def _resolved_below(ws: Workspace, top: Ticket, stays: Id = "") -> list[Ticket]:
    """The open tickets under ``top``, each resolved; ``stays`` is left alone."""
    found: dict[Id, Ticket] = {}
    waiting = [top.id]
    while waiting:
        for child in _children(ws, waiting.pop(0)):
            if child.id not in found and child.id not in (top.id, stays) and is_open(ws, child):
                found[child.id] = replace(child, status=ws.queues[child.queue].resolved)
                waiting.append(child.id)
    return list(found.values())


def _settle(
    ws: Workspace, before: Ticket, after: Ticket, stays: Id = ""
) -> tuple[dict[Id, Ticket], tuple[Id, ...], list[Address]]:
    """The tickets once ``before`` has become ``after``, the ids of those that changed, and who is mailed."""
    tickets = {**ws.tickets, after.id: after}
    if is_open(ws, after) or not is_open(ws, before):
        return tickets, (after.id,), list(after.watchers)
    told = list(_audience(after))
    followers = _resolved_below(ws, after, stays)
    for child in followers:
        tickets[child.id] = child
        told += _audience(child)
    return tickets, (after.id, *(child.id for child in followers)), told


Setter = Callable[[Workspace, Ticket, Any], tuple[Ticket, dict[str, Any]]]
"""Gives a ticket with something set, and the canonical fields that this changes."""


def _set(name: str) -> Setter:
    def setter(ws: Workspace, ticket: Ticket, value: Any) -> tuple[Ticket, dict[str, Any]]:
        if getattr(ticket, name) == value:
            return ticket, {}
        return replace(ticket, **{name: value}), {name: value}

    return setter


def _set_title(ws: Workspace, ticket: Ticket, value: str) -> tuple[Ticket, dict[str, Any]]:
    return _set("title")(ws, ticket, _filled(value, "title"))


def _set_assignee(ws: Workspace, ticket: Ticket, value: Address) -> tuple[Ticket, dict[str, Any]]:
    assignee = _assignee(ws, value)
    if assignee == people.resolve(ws, ticket.assignee):
        return ticket, {}
    return replace(ticket, assignee=assignee), {"assignee": assignee}


def _set_queue(ws: Workspace, ticket: Ticket, value: str) -> tuple[Ticket, dict[str, Any]]:
    queue = _queue(ws, value)
    if queue.name == ticket.queue:
        return ticket, {}
    status = ticket.status if ticket.status in _statuses(queue) else _first_status(queue)
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
    known = any(wanted == fold(status) for status in _statuses(queue))
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
    after, fields = _members(ticket.labels, added, removed, "labels")
    return (replace(ticket, labels=after) if fields else ticket), fields


def _members(
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


def _edit(ws: Workspace, ticket: Ticket, args: dict[str, Any]) -> tuple[Workspace, tuple[Effect, ...]]:
    """A ticket with all settable arguments applied: the workspace after it, and one effect or none."""
    after = ticket
    fields: dict[str, Any] = {}
    for name, setter in _SETTERS.items():
        if name in args:
            after, changed = setter(ws, after, args[name])
            fields |= changed
    if not fields:
        return ws, ()
    return _written(ws, ticket, after, fields, (fields.get("assignee", ""),))


def _written(
    ws: Workspace, before: Ticket, after: Ticket, fields: dict[str, Any], addressed: tuple[Address, ...]
) -> tuple[Workspace, tuple[Effect, ...]]:
    tickets, changed, told = _settle(ws, before, after)
    made = effect(
        ws,
        "ticket.update",
        after.id,
        fields,
        addressed=_others(ws, addressed),
        notified=_others(ws, told),
        changed=changed,
    )
    return replace(ws, tickets=tickets), (made,)


def _report(id: Id, effects: tuple[Effect, ...]) -> Result:
    """What the agent is told of an update."""
    if not effects:
        return {"ticket_id": id, "unchanged": True}
    first = effects[0]
    told: Result = {"ticket_id": id, "changed": first.fields}
    return told | ({"also_resolved": first.changed[1:]} if len(first.changed) > 1 else {})


def _require_settings(args: dict[str, Any], target: str) -> None:
    if args.keys() <= {target}:
        raise ToolError("missing_argument", f"give at least one field to change beside {target}")


# --- writes -------------------------------------------------------------------------------------------


def create(ws: Workspace, args: dict[str, Any]) -> Step:
    """A new ticket in the first status of its queue."""
    queue = _queue(ws, args["queue"])
    me = people.resolve(ws, ws.user)
    given = {
        "description": args.get("description", ""),
        "priority": args["priority"],
        "assignee": _assignee(ws, args.get("assignee", "")),
        "requester": people.resolve(ws, args.get("requester", me)),
        "parent": _ticket(ws, args["parent"], "parent").id if "parent" in args else "",
        "labels": tuple(sorted(args.get("labels", ()))),
    }
    id, counters = next_id(ws, f"ticket:{queue.name}", queue.prefix, ws.tickets)
    ticket = Ticket(
        id=id,
        queue=queue.name,
        title=_filled(args["title"], "title"),
        status=_first_status(queue),
        created_at=ws.now,
        **given,
    )
    at_default = {"priority": "normal", "requester": me}
    fields = {name: value for name, value in given.items() if value and value != at_default.get(name)}
    made = effect(
        ws,
        "ticket.create",
        id,
        {"queue": queue.name, "title": ticket.title, **fields},
        addressed=_others(ws, (ticket.requester, ticket.assignee)),
        created=id,
    )
    after = replace(ws, tickets={**ws.tickets, id: ticket}, counters=counters)
    return after, {"ticket_id": id, "status": ticket.status}, (made,)


def update(ws: Workspace, args: dict[str, Any]) -> Step:
    """Fields of one ticket."""
    ticket = _ticket(ws, args["ticket_id"])
    _require_settings(args, "ticket_id")
    after, effects = _edit(ws, ticket, args)
    return after, _report(ticket.id, effects), effects


def transition(ws: Workspace, args: dict[str, Any]) -> Step:
    """A status that the workflow allows, and a public comment if one is given."""
    ticket = _ticket(ws, args["ticket_id"])
    after, effects = _edit(ws, ticket, {"status": args["status"]})
    result = _report(ticket.id, effects)
    if not args.get("comment", "").strip():
        return after, result, effects
    after, comment_id, commented = _comment(after, after.tickets[ticket.id], args["comment"], "public")
    return after, result | {"comment_id": comment_id}, (*effects, commented)


def add_comment(ws: Workspace, args: dict[str, Any]) -> Step:
    """A comment, public unless said otherwise."""
    ticket = _ticket(ws, args["ticket_id"])
    body = _filled(args["body"], "body")
    after, comment_id, commented = _comment(ws, ticket, body, args["visibility"])
    result = {"ticket_id": ticket.id, "comment_id": comment_id, "visibility": args["visibility"]}
    return after, result, (commented,)


def _comment(ws: Workspace, ticket: Ticket, body: str, visibility: str) -> tuple[Workspace, Id, Effect]:
    id, counters = next_id(ws, "comment", "com", ws.comments)
    comment = Comment(
        id=id,
        ticket_id=ticket.id,
        author=people.resolve(ws, ws.user),
        body=body,
        at=ws.now,
        visibility=visibility,
    )
    if visibility == "public":
        told = _others(ws, _audience(ticket))
    else:
        watching = _others(ws, ticket.watchers)
        told = watching - people.outside(ws, watching)
    made = effect(
        ws,
        "ticket.add_comment",
        ticket.id,
        {"body": body, "visibility": visibility},
        notified=told,
        changed=(id,),
        created=id,
    )
    return replace(ws, comments={**ws.comments, id: comment}, counters=counters), id, made


def add_watchers(ws: Workspace, args: dict[str, Any]) -> Step:
    """People whom every later change is mailed to."""
    ticket = _ticket(ws, args["ticket_id"])
    added = set(_named(ws, args)) - set(people.resolve_all(ws, ticket.watchers))
    return _rewatched(ws, ticket, added, set())


def remove_watchers(ws: Workspace, args: dict[str, Any]) -> Step:
    """Watchers who are mailed no longer."""
    ticket = _ticket(ws, args["ticket_id"])
    named = set(_named(ws, args))
    removed = {watcher for watcher in ticket.watchers if people.resolve(ws, watcher) in named}
    after, result, effects = _rewatched(ws, ticket, set(), removed)
    absent = named - set(people.resolve_all(ws, removed))
    return after, result | ({"not_watching": sorted(absent)} if absent else {}), effects


def _named(ws: Workspace, args: dict[str, Any]) -> tuple[Address, ...]:
    if not args["people"]:
        raise ToolError("invalid_argument", "people: name at least one address", "people")
    return people.resolve_all(ws, args["people"])


def _rewatched(ws: Workspace, ticket: Ticket, added: set[Address], removed: set[Address]) -> Step:
    watchers, fields = _members(ticket.watchers, added, removed, "watchers")
    if removed:
        fields["watchers_removed"] = tuple(sorted(people.resolve_all(ws, removed)))
    if not fields:
        return ws, _report(ticket.id, ()), ()
    after, effects = _written(ws, ticket, replace(ticket, watchers=watchers), fields, tuple(sorted(added)))
    return after, _report(ticket.id, effects), effects


def bulk_update(ws: Workspace, args: dict[str, Any]) -> Step:
    """Every ticket that fits a query, one after the other; none of them when one cannot be changed."""
    if not query_language.parse(args["query"]):
        raise ToolError(
            "invalid_argument", "query: say which tickets; an empty query fits every ticket", "query"
        )
    _require_settings(args, "query")
    if "labels" in args and ("labels_add" in args or "labels_remove" in args):
        raise ToolError(
            "invalid_argument", "labels: give the full list, or what to add and remove, not both", "labels"
        )
    if set(args.get("labels_add", ())) & set(args.get("labels_remove", ())):
        raise ToolError(
            "invalid_argument", "labels_add: a label cannot be both added and removed", "labels_add"
        )
    matched = [ticket.id for ticket in query_language.find(ws, args["query"])]
    made: list[Effect] = []
    for id in matched:
        ws, effects = _edit(ws, ws.tickets[id], args)
        made += effects
    changed = [one.entity for one in made]
    result: Result = {
        "matched": len(matched),
        "updated": changed,
        "unchanged": [id for id in matched if id not in changed],
    }
    return (
        ws,
        result if matched else result | {"note": "no ticket fits the query; nothing was changed"},
        tuple(made),
    )


def delete(ws: Workspace, args: dict[str, Any]) -> Step:
    """A ticket with its comments, gone; what pointed at it points nowhere."""
    ticket = _ticket(ws, args["ticket_id"])
    tickets = {id: _without(other, ticket.id) for id, other in ws.tickets.items() if id != ticket.id}
    touched = [other for id, other in tickets.items() if other is not ws.tickets[id]]
    comments = {id: comment for id, comment in ws.comments.items() if comment.ticket_id != ticket.id}
    gone = [id for id in ws.comments if id not in comments]
    told = [*ticket.watchers, *(watcher for other in touched for watcher in other.watchers)]
    made = effect(
        ws,
        "ticket.delete",
        ticket.id,
        {},
        notified=_others(ws, told),
        changed=(ticket.id, *gone, *(other.id for other in touched)),
    )
    return replace(ws, tickets=tickets, comments=comments), {"ticket_id": ticket.id, "deleted": True}, (made,)


def _without(ticket: Ticket, id: Id) -> Ticket:
    links = tuple(link for link in ticket.links if link.other_id != id)
    parent = "" if ticket.parent == id else ticket.parent
    if parent == ticket.parent and len(links) == len(ticket.links):
        return ticket
    return replace(ticket, parent=parent, links=links)


# --- links --------------------------------------------------------------------------------------------

_INVERSE = {
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


def _canonical_link(ws: Workspace, args: dict[str, Any]) -> tuple[Ticket, Ticket, str]:
    """The one form of a link: from, to, and one of relates_to, blocks, duplicates."""
    ticket = _ticket(ws, args["ticket_id"])
    other = _ticket(ws, args["other_id"], "other_id")
    if ticket.id == other.id:
        raise ToolError("invalid_argument", "other_id: a ticket cannot be linked to itself", "other_id")
    relation: str = args["relation"]
    if relation in ("blocked_by", "duplicated_by"):
        return other, ticket, _INVERSE[relation]
    if relation == "relates_to" and _natural(other.id) < _natural(ticket.id):
        return other, ticket, relation
    return ticket, other, relation


def link(ws: Workspace, args: dict[str, Any]) -> Step:
    """A relation, shown on both tickets."""
    first, second, relation = _canonical_link(ws, args)
    if _linked(first, second, relation):
        return ws, {"ticket_id": args["ticket_id"], "unchanged": True}, ()
    return _relinked(
        ws,
        "ticket.link",
        replace(first, links=(*first.links, Link(relation, second.id))),
        replace(second, links=(*second.links, Link(_INVERSE[relation], first.id))),
        args,
        relation,
    )


def unlink(ws: Workspace, args: dict[str, Any]) -> Step:
    """A relation gone from both tickets."""
    first, second, relation = _canonical_link(ws, args)
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
        _unlinked(second, Link(_INVERSE[relation], first.id)),
        args,
        relation,
    )


def _linked(first: Ticket, second: Ticket, relation: str) -> bool:
    return Link(relation, second.id) in first.links or Link(_INVERSE[relation], first.id) in second.links


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
        notified=_others(ws, told),
        changed=changed,
    )
    after = replace(ws, tickets={**ws.tickets, first.id: first, second.id: second})
    result = {name: args[name] for name in ("ticket_id", "relation", "other_id")}
    return after, result, (made,)


# --- merging ------------------------------------------------------------------------------------------


def merge(ws: Workspace, args: dict[str, Any]) -> Step:
    """The source closed, its public comments on the ticket that stays."""
    source = _ticket(ws, args["source_id"], "source_id")
    target = _ticket(ws, args["into_id"], "into_id")
    _check_merge(ws, source, target)
    closed = replace(source, status=ws.queues[source.queue].resolved, merged_into=target.id)
    tickets, changed, told = _settle(ws, source, closed, stays=target.id)
    comments, counters = _copied(ws, source.id, target.id)
    copied = tuple(comments)[len(ws.comments) :]
    if copied:
        told += _audience(target)
    made = effect(
        ws,
        "ticket.merge",
        source.id,
        {"into_id": target.id},
        notified=_others(ws, told),
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
    for comment in _comments(ws, source):
        if comment.visibility == "public":
            id, counters = next_id(ws, "comment", "com", ws.comments)
            copy = replace(comment, id=id, ticket_id=target)
            ws = replace(ws, comments={**ws.comments, id: copy}, counters=counters)
    return ws.comments, ws.counters


def _comments(ws: Workspace, id: Id) -> list[Comment]:
    found = [comment for comment in ws.comments.values() if comment.ticket_id == id]
    return sorted(found, key=lambda comment: instant(comment.at, ws.zone))


# --- reads --------------------------------------------------------------------------------------------


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
        name = _queue(ws, args["queue"]).name
        found = [ticket for ticket in found if ticket.queue == name]
    if args.get("status"):
        _check_status(ws, args["status"])
        found = [ticket for ticket in found if query_language.of_status(ws, ticket, args["status"])]
    if args.get("assignee"):
        found = [ticket for ticket in found if query_language.assigned_to(ws, ticket, args["assignee"])]
    return ws, _summaries(in_order(ws, found)), ()


def _check_status(ws: Workspace, status: str) -> None:
    known = dict.fromkeys(one for queue in ws.queues.values() for one in _statuses(queue))
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
    ticket = _ticket(ws, args["ticket_id"])
    shown: Result = {name: getattr(ticket, name) for name in ticket.__struct_fields__}
    shown["links"] = _links(ws, ticket)
    shown["children"] = [child.id for child in in_order(ws, _children(ws, ticket.id))]
    shown["allowed_transitions"] = _allowed(ws, ticket)
    shown["comments"] = sum(comment.ticket_id == ticket.id for comment in ws.comments.values())
    return ws, {"ticket": shown}, ()


def _allowed(ws: Workspace, ticket: Ticket) -> tuple[str, ...]:
    return () if ticket.merged_into else ws.queues[ticket.queue].workflow.get(ticket.status, ())


def get_comments(ws: Workspace, args: dict[str, Any]) -> Step:
    """The comments of a ticket, oldest first."""
    ticket = _ticket(ws, args["ticket_id"])
    shown = [
        {"id": one.id, "author": one.author, "at": one.at, "visibility": one.visibility, "body": one.body}
        for one in _comments(ws, ticket.id)
    ]
    return ws, {"ticket_id": ticket.id, "comments": shown}, ()


def get_links(ws: Workspace, args: dict[str, Any]) -> Step:
    """The links of a ticket, with the title and status of the other one."""
    ticket = _ticket(ws, args["ticket_id"])
    shown = []
    for one in _links(ws, ticket):
        other = ws.tickets[one.other_id]
        shown.append(
            {"relation": one.relation, "other_id": other.id, "title": other.title, "status": other.status}
        )
    return ws, {"ticket_id": ticket.id, "links": shown}, ()


def _links(ws: Workspace, ticket: Ticket) -> list[Link]:
    """Links that stand on the ticket, and the inverse of those that stand on others alone."""
    own = [link for link in ticket.links if link.other_id in ws.tickets]
    inverse = [
        Link(_INVERSE[link.relation], other.id)
        for other in ws.tickets.values()
        for link in other.links
        if link.other_id == ticket.id
    ]
    return list(dict.fromkeys([*own, *inverse]))


ACTIONS: dict[str, Callable[[Workspace, dict[str, Any]], Step]] = {
    "list": list_,
    "search": search,
    "get": get,
    "get_comments": get_comments,
    "get_links": get_links,
    "create": create,
    "update": update,
    "assign": update,
    "transition": transition,
    "add_comment": add_comment,
    "link": link,
    "unlink": unlink,
    "merge": merge,
    "add_watchers": add_watchers,
    "remove_watchers": remove_watchers,
    "bulk_update": bulk_update,
    "delete": delete,
}

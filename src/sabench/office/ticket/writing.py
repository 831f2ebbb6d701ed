"""Writes on tickets: created, changed, commented, watched, deleted."""

from __future__ import annotations

from typing import Any

from sabench.errors import ToolError
from sabench.model import Address, Comment, Id, Ticket, Workspace, replace
from sabench.office import people
from sabench.office.effect import Effect, Result, Step, effect, next_id
from sabench.office.ticket import query as query_language
from sabench.office.ticket.change import audience, edit, members, report, written
from sabench.office.ticket.lookup import (
    assignee_of,
    filled,
    queue_of,
    ticket_of,
)


def create(ws: Workspace, args: dict[str, Any]) -> Step:
    """A new ticket in the first status of its queue."""
    queue = queue_of(ws, args["queue"])
    me = people.resolve(ws, ws.user)
    given = {
        "description": args.get("description", ""),
        "priority": args["priority"],
        "assignee": assignee_of(ws, args.get("assignee", "")),
        "requester": people.resolve(ws, args.get("requester", me)),
        "parent": ticket_of(ws, args["parent"], "parent").id if "parent" in args else "",
        "labels": tuple(sorted(args.get("labels", ()))),
    }
    id, counters = next_id(ws, f"ticket:{queue.name}", queue.prefix, ws.tickets)
    ticket = Ticket(
        id=id,
        queue=queue.name,
        title=filled(args["title"], "title"),
        status=queue.initial,
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
        addressed=people.others(ws, (ticket.requester, ticket.assignee)),
        created=id,
    )
    after = replace(ws, tickets={**ws.tickets, id: ticket}, counters=counters)
    return after, {"ticket_id": id, "status": ticket.status}, (made,)


def update(ws: Workspace, args: dict[str, Any]) -> Step:
    """Fields of one ticket."""
    ticket = ticket_of(ws, args["ticket_id"])
    _require_settings(args, "ticket_id")
    after, effects = edit(ws, ticket, args)
    return after, report(ticket.id, effects), effects


def _require_settings(args: dict[str, Any], target: str) -> None:
    if args.keys() <= {target}:
        raise ToolError("missing_argument", f"give at least one field to change beside {target}")


def transition(ws: Workspace, args: dict[str, Any]) -> Step:
    """A status that the workflow allows, and a public comment if one is given."""
    ticket = ticket_of(ws, args["ticket_id"])
    after, effects = edit(ws, ticket, {"status": args["status"]})
    result = report(ticket.id, effects)
    if not args.get("comment", "").strip():
        return after, result, effects
    after, comment_id, commented = _comment(after, after.tickets[ticket.id], args["comment"], "public")
    result = (result if effects else {"ticket_id": ticket.id}) | {"comment_id": comment_id}
    return after, result, (*effects, commented)


def add_comment(ws: Workspace, args: dict[str, Any]) -> Step:
    """A comment, public unless said otherwise."""
    ticket = ticket_of(ws, args["ticket_id"])
    body = filled(args["body"], "body")
    after, comment_id, commented = _comment(ws, ticket, body, args["visibility"])
    result = {"ticket_id": ticket.id, "comment_id": comment_id, "visibility": args["visibility"]}
    return after, result, (commented,)


def _comment(ws: Workspace, ticket: Ticket, body: str, visibility: str) -> tuple[Workspace, Id, Effect]:
    id, counters = next_id(ws, "comment", "com", ws.comments)
    author = people.resolve(ws, ws.user)
    comment = Comment(id, ticket.id, author, body, ws.now, visibility)
    if visibility == "public":
        told = people.others(ws, audience(ticket))
    else:
        watching, outside = people.reach(ws, people.others(ws, ticket.watchers))
        told = watching - outside if outside else watching
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
    ticket = ticket_of(ws, args["ticket_id"])
    added = set(_named(ws, args)) - set(people.resolve_all(ws, ticket.watchers))
    return _rewatched(ws, ticket, added, set())


def remove_watchers(ws: Workspace, args: dict[str, Any]) -> Step:
    """Watchers who are mailed no longer."""
    ticket = ticket_of(ws, args["ticket_id"])
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
    watchers, fields = members(ticket.watchers, added, removed, "watchers")
    if removed:
        fields["watchers_removed"] = tuple(sorted(people.resolve_all(ws, removed)))
    if not fields:
        return ws, report(ticket.id, ()), ()
    after, effects = written(ws, ticket, replace(ticket, watchers=watchers), fields, tuple(sorted(added)))
    return after, report(ticket.id, effects), effects


def bulk_update(ws: Workspace, args: dict[str, Any]) -> Step:
    """Every ticket that fits a query, one after the other; none of them when one cannot be changed."""
    _check_bulk(args)
    matched = [ticket.id for ticket in query_language.find(ws, args["query"])]
    made: list[Effect] = []
    for id in matched:
        ws, effects = edit(ws, ws.tickets[id], args)
        made += effects
    changed = [one.entity for one in made]
    result: Result = {
        "matched": len(matched),
        "updated": changed,
        "unchanged": [id for id in matched if id not in changed],
    }
    if not matched:
        result["note"] = "no ticket fits the query; nothing was changed"
    return ws, result, tuple(made)


def _check_bulk(args: dict[str, Any]) -> None:
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


def delete(ws: Workspace, args: dict[str, Any]) -> Step:
    """A ticket with its comments, gone; what pointed at it points nowhere."""
    ticket = ticket_of(ws, args["ticket_id"])
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
        notified=people.others(ws, told),
        changed=(ticket.id, *gone, *(other.id for other in touched)),
    )
    return replace(ws, tickets=tickets, comments=comments), {"ticket_id": ticket.id, "deleted": True}, (made,)


def _without(ticket: Ticket, id: Id) -> Ticket:
    links = tuple(link for link in ticket.links if link.other_id != id)
    parent = "" if ticket.parent == id else ticket.parent
    if parent == ticket.parent and len(links) == len(ticket.links):
        return ticket
    return replace(ticket, parent=parent, links=links)

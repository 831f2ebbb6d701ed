"""Two agents that try every action with valid arguments: ``reader`` every read, ``spammer`` every write."""

from __future__ import annotations

from typing import Any

from sabench import actions, times
from sabench.actions import Row
from sabench.agent import Session
from sabench.model import Fields, Workspace

LAST = (
    "delete_permanently",
    "delete",
    "cancel",
    "cancel_occurrence",
    "cancel_following",
    "merge",
    "delete_draft",
    "delete_filter",
    "send_draft",
    "trash_thread",
)
"""Actions that take away what others need."""


def reader(session: Session) -> str:
    """Every read of every tool once, as far as there is something to read, and no write."""
    for row in actions.for_tools(session.brief.tools):
        arguments = arguments_for(row, session.brief.workspace)
        if not row.writes and all(field.name in arguments for field in row.fields if field.required):
            session.call(row.tool_name, arguments)
    return "I have read everything and changed nothing."


def spammer(session: Session) -> str:
    """Every write of every tool once, those that take things away at the end."""
    rows = [row for row in actions.for_tools(session.brief.tools) if row.writes]
    for row in sorted(rows, key=lambda one: one.action in LAST):
        session.call(row.tool_name, arguments_for(row, session.brief.workspace))
    return "Done."


def arguments_for(row: Row, ws: Workspace) -> Fields:
    """Valid arguments for a call of ``row`` on ``ws``, as far as the office has what the action needs."""
    found: Fields = {}
    for field in row.fields:
        value = field.values[-1] if field.values else _value(field.name, row, ws)
        if value not in (None, [], ""):
            found[field.name] = value
    return found


def _value(name: str, row: Row, ws: Workspace) -> Any:
    make = _VALUES.get(f"{row.name}.{name}") or _VALUES.get(name)
    return make(ws) if make else None


def _first(table: dict[str, Any], place: int = 0) -> str | None:
    keys = list(table)
    return keys[min(place, len(keys) - 1)] if keys else None


def _message(ws: Workspace) -> str | None:
    """A mail that somebody else sent, which every mail action can take."""
    others = [one.id for one in ws.messages.values() if one.sender != ws.user and one.folder == "inbox"]
    return others[0] if others else _first(ws.messages)


def _messages(ws: Workspace) -> list[str]:
    one = _message(ws)
    return [one] if one else []


def _event(ws: Workspace) -> str | None:
    own = [one.id for one in ws.events.values() if one.organizer == ws.user]
    return own[0] if own else _first(ws.events)


def _series(ws: Workspace) -> str | None:
    own = [one.id for one in ws.events.values() if one.organizer == ws.user and one.recurrence]
    return own[0] if own else _event(ws)


def _start(ws: Workspace) -> str | None:
    series = _series(ws)
    return ws.events[series].start if series else None


def _transition(ws: Workspace) -> tuple[str, str] | None:
    for ticket in ws.tickets.values():
        nexts = ws.queues[ticket.queue].workflow.get(ticket.status, ())
        if nexts:
            return ticket.id, nexts[0]
    return None


def _outsider(ws: Workspace) -> str:
    domains = ws.directory.organisation.domains
    outside = [one for one in ws.directory.people if one.rpartition("@")[2] not in domains]
    return outside[0] if outside else "somebody@elsewhere.example"


def _colleague(ws: Workspace) -> str:
    domains = ws.directory.organisation.domains
    inside = [one for one in ws.directory.people if one.rpartition("@")[2] in domains and one != ws.user]
    return inside[0] if inside else ws.user


def _words(ws: Workspace) -> str:
    return "A short note"


_VALUES: dict[str, Any] = {
    "message_id": _message,
    "message_ids": _messages,
    "thread_id": lambda ws: ws.messages[one].thread_id if (one := _message(ws)) else None,
    "draft_id": lambda ws: _first(ws.drafts),
    "filter_id": lambda ws: _first(ws.filters),
    "folder": lambda ws: "inbox",
    "email.move.folder": lambda ws: next(
        (one for one in ws.folders if one not in ("inbox", "sent")), "archive"
    ),
    "to": lambda ws: [_outsider(ws)],
    "subject": _words,
    "body": _words,
    "message": _words,
    "comment": _words,
    "title": _words,
    "description": _words,
    "location": _words,
    "email.label.add": lambda ws: ["seen-by-spammer"],
    "criteria": lambda ws: {"from": _outsider(ws)},
    "actions": lambda ws: {"forward_to": _outsider(ws)},
    "enabled": lambda ws: True,
    "event_id": _event,
    "calendar.update_occurrence.event_id": _series,
    "calendar.update_following.event_id": _series,
    "calendar.cancel_occurrence.event_id": _series,
    "calendar.cancel_following.event_id": _series,
    "calendar.update_occurrence.occurrence_start": _start,
    "calendar.cancel_occurrence.occurrence_start": _start,
    "from_start": _start,
    "start": lambda ws: times.plus_minutes(ws.now, 60 * 24 * 40),
    "end": lambda ws: times.plus_minutes(ws.now, 60 * 24 * 40 + 30),
    "calendar.list_events.start": lambda ws: ws.now,
    "calendar.list_events.end": lambda ws: times.plus_minutes(ws.now, 60 * 24 * 30),
    "calendar.update.start": lambda ws: None,
    "calendar.update.end": lambda ws: None,
    "calendar.update_occurrence.start": lambda ws: None,
    "calendar.update_occurrence.end": lambda ws: None,
    "calendar.update_following.start": lambda ws: None,
    "calendar.update_following.end": lambda ws: None,
    "calendar.create.attendees": lambda ws: [_colleague(ws)],
    "calendar.add_attendees.attendees": lambda ws: [_outsider(ws)],
    "calendar.remove_attendees.attendees": lambda ws: [_outsider(ws)],
    "minutes": lambda ws: 7,
    "people": lambda ws: [_colleague(ws)],
    "query": lambda ws: ws.directory.people[ws.user].name.split()[0],
    "ticket.bulk_update.query": lambda ws: "is:open",
    "ticket.search.query": lambda ws: "is:open",
    "address": lambda ws: _first(ws.directory.groups),
    "queue": lambda ws: _first(ws.queues),
    "ticket.update.queue": lambda ws: None,
    "ticket.bulk_update.queue": lambda ws: None,
    "ticket_id": lambda ws: _first(ws.tickets),
    "ticket.transition.ticket_id": lambda ws: pair[0] if (pair := _transition(ws)) else _first(ws.tickets),
    "ticket.transition.status": lambda ws: pair[1] if (pair := _transition(ws)) else None,
    "ticket.delete.ticket_id": lambda ws: _first(ws.tickets, 3),
    "other_id": lambda ws: _first(ws.tickets, 1),
    "source_id": lambda ws: _first(ws.tickets, 2),
    "into_id": lambda ws: _first(ws.tickets, 1),
    "assignee": _colleague,
    "ticket.list.assignee": lambda ws: "me",
    "due": lambda ws: times.day(times.plus_minutes(ws.now, 60 * 24 * 50)),
    "labels_add": lambda ws: ["seen-by-spammer"],
    "limit": lambda ws: 50,
}
"""A valid value for an argument, by ``tool.action.argument`` or by the argument's name alone."""

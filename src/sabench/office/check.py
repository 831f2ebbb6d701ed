"""Whether a workspace is one: everything it refers to is there, and every instant and address reads."""

from __future__ import annotations

from collections.abc import Iterable

from sabench import times
from sabench.errors import DataError, TaskError
from sabench.model import Event, Message, Ticket, Workspace
from sabench.office import people, recurrence


def check_workspace(ws: Workspace) -> None:
    """Raise ``TaskError``, with the path into the task, for the first thing that does not fit."""
    _moment(ws.now, "$.workspace.now")
    try:
        times.zone(ws.zone)
    except ValueError as problem:
        raise TaskError(str(problem), path="$.workspace.zone") from None
    if ws.user not in ws.directory.people or not people.is_internal(ws.directory, ws.user):
        raise TaskError("the user must be one of people, with an internal address", path="$.workspace.user")
    for table in ("people", "groups", "rooms"):
        for index, address in enumerate(getattr(ws.directory, table)):
            _address(address, f"$.workspace.{table}[{index}].address")
    for index, message in enumerate(ws.messages.values()):
        _message(ws, message, f"$.workspace.messages[{index}]")
    for index, draft in enumerate(ws.drafts.values()):
        _each(draft.attachments, ws.attachments, "attachment", f"$.workspace.drafts[{index}].attachments")
        if draft.in_reply_to:
            _each((draft.in_reply_to,), ws.messages, "message", f"$.workspace.drafts[{index}].in_reply_to")
    for index, event in enumerate(ws.events.values()):
        _event(ws, event, f"$.workspace.events[{index}]")
    for index, queue in enumerate(ws.queues.values()):
        path = f"$.workspace.queues[{index}]"
        known = {*queue.workflow, *(status for nexts in queue.workflow.values() for status in nexts)}
        if not queue.workflow:
            raise TaskError("a queue needs a workflow", path=f"{path}.workflow")
        _each((queue.resolved, *queue.done), known, "status", f"{path}.done")
    for index, ticket in enumerate(ws.tickets.values()):
        _ticket(ws, ticket, f"$.workspace.tickets[{index}]")
    for index, comment in enumerate(ws.comments.values()):
        _each((comment.ticket_id,), ws.tickets, "ticket", f"$.workspace.comments[{index}].ticket_id")
        _moment(comment.at, f"$.workspace.comments[{index}].at")
        if comment.visibility not in ("internal", "public"):
            raise TaskError(
                "visibility is internal or public", path=f"$.workspace.comments[{index}].visibility"
            )
    _counters(ws)


def _message(ws: Workspace, message: Message, path: str) -> None:
    if message.folder not in ws.folders:
        raise TaskError(f"there is no folder {message.folder!r}", path=f"{path}.folder")
    _moment(message.sent_at, f"{path}.sent_at")
    for name in ("to", "cc", "bcc"):
        for address in getattr(message, name):
            _address(address, f"{path}.{name}")
    _address(message.sender, f"{path}.sender")
    _each(message.attachments, ws.attachments, "attachment", f"{path}.attachments")


def _event(ws: Workspace, event: Event, path: str) -> None:
    _moment(event.start, f"{path}.start")
    _moment(event.end, f"{path}.end")
    try:
        times.zone(event.zone)
    except ValueError as problem:
        raise TaskError(str(problem), path=f"{path}.zone") from None
    if times.utc(event.end) <= times.utc(event.start):
        raise TaskError("an event ends after it starts", path=f"{path}.end")
    if event.room:
        _each((event.room,), ws.directory.rooms, "room", f"{path}.room")
    for index, attendee in enumerate(event.attendees):
        _address(attendee.address, f"{path}.attendees[{index}].address")
    try:
        starts = {one.original_start for one in recurrence.occurrences(event)}
    except (DataError, ValueError) as problem:
        raise TaskError(f"recurrence: {problem}", path=f"{path}.recurrence") from None
    for key in event.overrides:
        if key not in starts:
            raise TaskError(f"no occurrence starts at {key}", path=f"{path}.overrides")


def _ticket(ws: Workspace, ticket: Ticket, path: str) -> None:
    _each((ticket.queue,), ws.queues, "queue", f"{path}.queue")
    queue = ws.queues[ticket.queue]
    known = {*queue.workflow, *(status for nexts in queue.workflow.values() for status in nexts)}
    _each((ticket.status,), known, "status", f"{path}.status")
    if ticket.priority not in ("low", "normal", "high", "urgent"):
        raise TaskError("priority is low, normal, high or urgent", path=f"{path}.priority")
    if ticket.parent:
        _each((ticket.parent,), ws.tickets, "ticket", f"{path}.parent")
    for index, link in enumerate(ticket.links):
        _each((link.other_id,), ws.tickets, "ticket", f"{path}.links[{index}].other_id")
    if ticket.created_at:
        _moment(ticket.created_at, f"{path}.created_at")


def _counters(ws: Workspace) -> None:
    """New ids must be new."""
    taken: dict[str, tuple[str, Iterable[str]]] = {
        f"ticket:{queue.name}": (queue.prefix, ws.tickets) for queue in ws.queues.values()
    }
    taken["message"] = ("msg", ws.messages)
    taken["draft"] = ("draft", ws.drafts)
    taken["filter"] = ("filter", ws.filters)
    taken["event"] = ("ev", ws.events)
    taken["comment"] = ("com", ws.comments)
    for kind, (prefix, table) in taken.items():
        first = ws.counters.get(kind, 1)
        for one in table:
            head, _, number = one.rpartition("-")
            if head == prefix and number.isdigit() and int(number) >= first:
                raise TaskError(
                    f"must be above {one}, or new ids would collide", path=f"$.workspace.counters.{kind}"
                )


def _each(ids: Iterable[str], known: Iterable[str], what: str, path: str) -> None:
    table = known if isinstance(known, (dict, set)) else set(known)
    for one in ids:
        if one not in table:
            raise TaskError(f"there is no {what} {one!r}", path=path)


def _moment(text: str, path: str) -> None:
    try:
        times.parse(text)
    except ValueError as problem:
        raise TaskError(str(problem), path=path) from None
    if not (text.endswith("Z") or "+" in text[10:] or "-" in text[10:]):
        raise TaskError(f"{text!r} needs an offset, such as +01:00 or Z", path=path)


def _address(text: str, path: str) -> None:
    local, at, domain = text.rpartition("@")
    if not (at and local and domain) or text != text.casefold() or " " in text or not text.isprintable():
        raise TaskError(f"{text!r} is not a mail address in lower case", path=path)

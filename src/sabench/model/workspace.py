"""A whole office at one moment, in memory and as it stands in a file."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from sabench.errors import TaskError
from sabench.model.entity import (
    Address,
    Attachment,
    AutoReply,
    Comment,
    Draft,
    Entity,
    Event,
    Filter,
    Group,
    Id,
    Instant,
    Message,
    Organisation,
    Person,
    Queue,
    Room,
    Ticket,
)

E = TypeVar("E", bound=Entity)


class Directory(Struct, frozen=True, dict=True):
    """Who is who: never changed by an action, so what is derived from it is kept with it."""

    organisation: Organisation
    people: dict[Address, Person]
    groups: dict[Address, Group]
    rooms: dict[Address, Room]

    @cached_property
    def primary(self) -> dict[Address, Address]:
        """Every known address and alias, casefolded, with the primary address that it stands for."""
        known = {address: address for table in (self.people, self.groups, self.rooms) for address in table}
        for person in self.people.values():
            known.update(dict.fromkeys(person.aliases, person.address))
        return known

    @cached_property
    def mailboxes(self) -> dict[Address, str]:
        """Every known address and alias as it reads in a mail header, ``Dana Reyes <dana@acme.example>``."""
        tables = (self.people, self.groups, self.rooms)
        names = {address: entry.name for table in tables for address, entry in table.items()}
        return {address: _mailbox(names[known], address) for address, known in self.primary.items()}

    @cached_property
    def expansions(self) -> dict[Iterable[Address], tuple[frozenset[Address], frozenset[Address]]]:
        """A memo for ``office.people.reach``."""
        return {}

    @cached_property
    def others(self) -> dict[tuple[Address, ...], frozenset[Address]]:
        """A memo for ``office.people.others``."""
        return {}

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Room for what the office derives from mail and from who is who, and may forget at any time."""
        return {}


def _mailbox(name: str, address: Address) -> str:
    quoted = f'"{name}"' if any(char in name for char in ",;@()[]:") else name
    return f"{quoted} <{address}>" if name else address


class Workspace(Struct, frozen=True, gc=False):
    """A whole office at one moment."""

    now: Instant
    zone: str
    user: Address
    directory: Directory
    folders: tuple[str, ...]
    messages: dict[Id, Message]
    attachments: dict[Id, Attachment]
    drafts: dict[Id, Draft]
    filters: dict[Id, Filter]
    auto_reply: AutoReply
    events: dict[Id, Event]
    queues: dict[str, Queue]
    tickets: dict[Id, Ticket]
    comments: dict[Id, Comment]
    counters: dict[str, int]
    """Next number for each kind of id that tools make: message, thread, draft, filter, event, comment,
    and ``ticket:<queue>``."""


class WorkspaceFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A workspace as it stands in a file: tables as lists of entities."""

    now: Instant
    zone: str
    user: Address
    organisation: Organisation
    people: tuple[Person, ...] = ()
    groups: tuple[Group, ...] = ()
    rooms: tuple[Room, ...] = ()
    folders: tuple[str, ...] = ("inbox", "sent", "archive", "trash", "spam")
    messages: tuple[Message, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    drafts: tuple[Draft, ...] = ()
    filters: tuple[Filter, ...] = ()
    auto_reply: AutoReply = AutoReply()
    events: tuple[Event, ...] = ()
    queues: tuple[Queue, ...] = ()
    tickets: tuple[Ticket, ...] = ()
    comments: tuple[Comment, ...] = ()
    counters: dict[str, int] = {}


# --- between file and memory ------------------------------------------------------------------------


def _table(path: str, entities: tuple[E, ...], key: str = "id") -> dict[str, E]:
    table: dict[str, E] = {}
    for index, entity in enumerate(entities):
        name = getattr(entity, key)
        if name in table:
            raise TaskError(f"{key} {name!r} is used twice", path=f"$.workspace.{path}[{index}].{key}")
        table[name] = entity
    return table


def _check_queues(file: WorkspaceFile) -> None:
    known = {queue.name for queue in file.queues}
    for index, queue in enumerate(file.queues):
        if queue.resolved not in queue.done:
            path = f"$.workspace.queues[{index}].resolved"
            raise TaskError(f"{queue.resolved!r} is none of the statuses in done", path=path)
    for index, ticket in enumerate(file.tickets):
        if ticket.queue not in known:
            path = f"$.workspace.tickets[{index}].queue"
            raise TaskError(f"there is no queue {ticket.queue!r}; add it to queues", path=path)


def open_workspace(file: WorkspaceFile) -> Workspace:
    """The workspace that a file describes.

    Raises ``TaskError`` on an id that is used twice, a ticket in no queue, a queue that cannot resolve.
    """
    _check_queues(file)
    directory = Directory(
        organisation=file.organisation,
        people=_table("people", file.people, "address"),
        groups=_table("groups", file.groups, "address"),
        rooms=_table("rooms", file.rooms, "address"),
    )
    return Workspace(
        now=file.now,
        zone=file.zone,
        user=file.user,
        directory=directory,
        folders=file.folders,
        messages=_table("messages", file.messages),
        attachments=_table("attachments", file.attachments),
        drafts=_table("drafts", file.drafts),
        filters=_table("filters", file.filters),
        auto_reply=file.auto_reply,
        events=_table("events", file.events),
        queues=_table("queues", file.queues, "name"),
        tickets=_table("tickets", file.tickets),
        comments=_table("comments", file.comments),
        counters=file.counters,
    )


def workspace_file(ws: Workspace) -> WorkspaceFile:
    """The file form of a workspace; ``open_workspace`` gives it back."""
    return WorkspaceFile(
        now=ws.now,
        zone=ws.zone,
        user=ws.user,
        organisation=ws.directory.organisation,
        people=tuple(ws.directory.people.values()),
        groups=tuple(ws.directory.groups.values()),
        rooms=tuple(ws.directory.rooms.values()),
        folders=ws.folders,
        messages=tuple(ws.messages.values()),
        attachments=tuple(ws.attachments.values()),
        drafts=tuple(ws.drafts.values()),
        filters=tuple(ws.filters.values()),
        auto_reply=ws.auto_reply,
        events=tuple(ws.events.values()),
        queues=tuple(ws.queues.values()),
        tickets=tuple(ws.tickets.values()),
        comments=tuple(ws.comments.values()),
        counters=ws.counters,
    )

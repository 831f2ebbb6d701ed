"""What an office holds: people, mail, events, tickets. Frozen records, each a value."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from sabench import codec

Id = str
Address = str
Instant = str


class Entity(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of what an office holds."""


# --- people ----------------------------------------------------------------------------------------


class Organisation(Entity, frozen=True):
    """The user's organisation; an address is internal when its domain is exactly one of ``domains``."""

    name: str
    domains: tuple[str, ...]
    trade: str = ""


class Person(Entity, frozen=True):
    """Somebody in the directory: a colleague or an outside contact."""

    address: Address
    name: str
    team: str = ""
    title: str = ""
    company: str = ""
    aliases: tuple[Address, ...] = ()


class Group(Entity, frozen=True):
    """A distribution list; members are people, outside addresses, or other groups."""

    address: Address
    name: str
    members: tuple[Address, ...] = ()
    description: str = ""


class Room(Entity, frozen=True):
    """A bookable room, addressed like a person."""

    address: Address
    name: str
    capacity: int = 0


# --- email -----------------------------------------------------------------------------------------


class Attachment(Entity, frozen=True):
    """A file that hangs on one or more messages."""

    id: Id
    name: str
    note: str = ""


class Message(Entity, frozen=True):
    """A mail in the user's mailbox. ``folder`` is one of the mailbox's folders."""

    id: Id
    thread_id: Id
    folder: str
    sender: Address
    to: tuple[Address, ...]
    subject: str
    body: str
    sent_at: Instant
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    reply_to: Address = ""
    attachments: tuple[Id, ...] = ()
    labels: tuple[str, ...] = ()
    read: bool = True
    starred: bool = False
    in_reply_to: Id = ""
    forward_of: Id = ""


class Draft(Entity, frozen=True):
    """An unsent mail of the user."""

    id: Id
    to: tuple[Address, ...]
    subject: str
    body: str
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    attachments: tuple[Id, ...] = ()
    in_reply_to: Id = ""
    updated_at: Instant = ""


class Filter(Entity, frozen=True):
    """A standing rule for later mail."""

    id: Id
    criteria: dict[str, str]
    actions: dict[str, Any]


class AutoReply(Entity, frozen=True):
    """The out-of-office answer. ``audience``: ``organization``, ``contacts`` or ``everyone``."""

    enabled: bool = False
    message: str = ""
    audience: str = "organization"


# --- calendar --------------------------------------------------------------------------------------


class Attendee(Entity, frozen=True):
    """Somebody (or a list) invited; ``response`` is needs_action, accepted, declined or tentative."""

    address: Address
    response: str = "needs_action"


class Override(Entity, frozen=True):
    """An exception of a series: the fields of one occurrence that differ; ``None`` means as the series."""

    start: Instant | None = None
    end: Instant | None = None
    title: str | None = None
    location: str | None = None
    room: Address | None = None
    description: str | None = None
    attendees: tuple[Attendee, ...] | None = None


class Event(Entity, frozen=True, dict=True, gc=True):
    """A meeting, or a series when ``recurrence`` (an RFC 5545 RRULE without the prefix) is set.

    ``start`` and ``end`` carry an offset; occurrences repeat in the local time of ``zone``. ``exdates``
    and the keys of ``overrides`` are the original starts of occurrences in UTC (``…Z``).
    """

    id: Id
    title: str
    start: Instant
    end: Instant
    zone: str
    organizer: Address
    attendees: tuple[Attendee, ...] = ()
    location: str = ""
    room: Address = ""
    description: str = ""
    recurrence: str = ""
    exdates: tuple[Instant, ...] = ()
    overrides: dict[Instant, Override] = {}
    status: str = "confirmed"
    response: str = "accepted"
    reminder: int | None = None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Room for what is derived from this event alone: its occurrences."""
        return {}


# --- tickets ---------------------------------------------------------------------------------------


class Queue(Entity, frozen=True):
    """A ticket queue. ``workflow`` maps each status to those that may follow; ``done`` are final ones."""

    name: str
    prefix: str
    workflow: dict[str, tuple[str, ...]]
    done: tuple[str, ...]
    resolved: str
    description: str = ""
    initial: str = ""
    """Where its tickets start; the first status of ``workflow`` as written, if not given."""

    def __post_init__(self) -> None:
        # Kept as a field, because canonical files sort the keys of a workflow.
        if not self.initial:
            msgspec.structs.force_setattr(self, "initial", next(iter(self.workflow), "open"))


class Link(Entity, frozen=True):
    """A relation from one ticket to another; see the table for the relations there are."""

    relation: str
    other_id: Id


class Ticket(Entity, frozen=True):
    """One ticket. ``parent`` is set on children; watchers and cc are mailed by the rules in the table."""

    id: Id
    queue: str
    title: str
    description: str
    status: str
    priority: str = "normal"
    assignee: Address = ""
    requester: Address = ""
    cc: tuple[Address, ...] = ()
    watchers: tuple[Address, ...] = ()
    labels: tuple[str, ...] = ()
    parent: Id = ""
    links: tuple[Link, ...] = ()
    due: str = ""
    created_at: Instant = ""
    merged_into: Id = ""


class Comment(Entity, frozen=True):
    """A comment on a ticket; ``visibility`` is ``internal`` or ``public``."""

    id: Id
    ticket_id: Id
    author: Address
    body: str
    at: Instant
    visibility: str = "public"


def base_id(entity: Id) -> Id:
    """The event behind an occurrence key (``ev-7@…``, ``ev-7>…``); any other id is itself."""
    if "@" in entity:
        return entity.partition("@")[0]
    return entity.partition(">")[0] if ">" in entity else entity


def plain_fields(entity: Entity) -> dict[str, Any]:
    """An entity as a plain dict without the fields that are at their default: what tools show."""
    shown: dict[str, Any] = codec.plain(entity)
    return shown

"""Frozen records of everything that is data: the office, tasks, traces and verdicts.

All are values, and hold nothing that could lead back to them, so the garbage collector passes most of them
over (``gc=False``). The tables of a ``Workspace`` are dictionaries that nobody changes: an action makes a new
table and shares all others. Instants are ISO 8601 text with an offset; addresses are casefolded mail
addresses. In files the tables are lists of entities (``WorkspaceFile``), so that an id is written once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct, field

from sabench import codec
from sabench.errors import TaskError

E = TypeVar("E", bound="Entity")

TASK_SCHEMA: Final = "sabench.task/1"
TRACE_SCHEMA: Final = "sabench.trace/1"
VERDICT_SCHEMA: Final = "sabench.verdict/1"

Id = str
Address = str
Instant = str
Fields = dict[str, Any]

STATES = ("independent", "dependent", "externally-reachable", "cross-tool")
TRAPS = ("ambiguity", "mis-targeting", "cascade-harm", "overreach")
TOOLS = ("email", "calendar", "ticket")


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
    head, occurrence, _ = entity.partition("@")
    return head if occurrence else entity.partition(">")[0]


# --- the workspace ---------------------------------------------------------------------------------


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
    def expansions(self) -> dict[tuple[Address, ...], frozenset[Address]]:
        """A memo for ``office.people.expand``."""
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


# --- tasks -----------------------------------------------------------------------------------------


class Grant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a contract: a grant, or exclusive alternatives (``one_of``), each a list of grants."""

    id: str = ""
    write: str = ""
    entity: str = ""
    fields: Fields = {}
    max: int = 1
    why: str = ""
    one_of: tuple[tuple[Grant, ...], ...] = ()


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One goal condition: something exists, or nothing such is there, or a choice of conditions."""

    exists: str = ""
    absent: str = ""
    where: Fields = {}
    count: int | None = None
    any_of: tuple[Condition, ...] = ()
    all_of: tuple[Condition, ...] = ()


class Candidate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that an open slot could mean, and the names by which a question may mention it."""

    entity: str
    names: tuple[str, ...]


class Slot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an ambiguous instruction leaves open, and the words by which a question may name it."""

    slot: str
    names: tuple[str, ...]
    candidates: tuple[Candidate, ...]


class Labels(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a task is an instance of. Never shown to an agent."""

    template: str = "custom"
    state: str = "independent"
    trap: str = "overreach"
    domain: str = "email"
    variant: int = 0


class ScriptCall(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One call of a reference run. A text argument ``$2.message_id`` is taken from the result of call 2."""

    tool: str
    arguments: Fields = {}


class Script(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A reference run: calls, then the last message. For a trap also what the oracle must say of it.

    ``write`` is the canonical action that is the damage, ``visibility`` the run's label, ``pattern`` one
    of its failure patterns, and ``goal`` whether the run also reaches the goal.
    """

    name: str
    calls: tuple[ScriptCall, ...] = ()
    message: str = "Done."
    write: str = ""
    visibility: str = ""
    pattern: str = ""
    goal: bool | None = None


class Reference(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The runs that prove a task: never part of its digest, never shown to an agent."""

    witness: Script | None = None
    alternates: tuple[Script, ...] = ()
    traps: tuple[Script, ...] = ()


class TaskFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A task as it stands in a file (JSON, or YAML by hand)."""

    id: str
    instruction: str
    workspace: WorkspaceFile
    contract: tuple[Grant, ...] = ()
    goal: tuple[Condition, ...] = ()
    schema: Literal["sabench.task/1"] = TASK_SCHEMA
    tools: tuple[str, ...] = TOOLS
    open: tuple[Slot, ...] = ()
    readings: tuple[tuple[Grant, ...], ...] = ()
    labels: Labels = Labels()
    reference: Reference = Reference()
    canary: str = ""
    """A string by which training on exported tasks shows; read and forgotten."""


class Brief(Struct, frozen=True):
    """What an agent may see of a task."""

    system: str
    instruction: str
    workspace: Workspace
    tools: tuple[str, ...]


class Task(Struct, frozen=True, dict=True):
    """A task in memory. ``suite.load`` and ``tasks.from_file`` make one; its parts are checked there."""

    id: str
    instruction: str
    workspace: Workspace
    contract: tuple[Grant, ...]
    goal: tuple[Condition, ...]
    tools: tuple[str, ...] = TOOLS
    open: tuple[Slot, ...] = ()
    readings: tuple[tuple[Grant, ...], ...] = ()
    labels: Labels = Labels()
    reference: Reference = Reference()

    @property
    def ambiguous(self) -> bool:
        """Whether the safe act is to ask: the instruction leaves a slot open."""
        return bool(self.open)

    @cached_property
    def digest(self) -> str:
        """Digest over all that bears on a verdict; reference runs are not part of it."""
        return codec.digest(task_file(self, reference=False))

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Room for what the oracle compiles once from this task."""
        return {}


# --- traces ----------------------------------------------------------------------------------------

CallStatus = Literal["succeeded", "no_op", "failed", "denied"]
Stop = Literal["final", "turn_limit", "token_limit", "time_limit", "malformed", "infrastructure"]


class Call(Struct, frozen=True, omit_defaults=True, gc=False):
    """One request of the agent with its outcome.

    ``arguments`` as the agent gave them; ``raw`` is the text when it was no JSON object; ``coerced`` the
    checked form where that differs. ``digest`` is over the result that the agent saw.
    """

    id: str
    name: str
    status: CallStatus
    arguments: Any = None
    raw: str | None = None
    coerced: Fields | None = None
    error: str = ""
    digest: str = ""


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """One reply of the agent: its text and the calls that it asked for, in order."""

    text: str = ""
    calls: tuple[Call, ...] = ()


class Usage(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a run consumed: tokens, and cost in US dollars where a price is known."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


class Trace(Struct, frozen=True, omit_defaults=True, gc=False):
    """The whole record of one run: with the task, enough to replay and rescore it anywhere."""

    task: str
    task_digest: str
    agent: str
    turns: tuple[Turn, ...]
    stop: Stop = "final"
    schema: Literal["sabench.trace/1"] = TRACE_SCHEMA
    model: str = ""
    arm: str = "baseline"
    epoch: int = 0
    observation: str = "full"
    elicitation: str = "native"
    gate: str = ""
    settings: Fields = {}
    usage: Usage = Usage()
    error: str = ""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What makes a run unique in a run folder: task digest, agent, model, arm, epoch."""
        return (self.task_digest, self.agent, self.model, self.arm, self.epoch)

    @property
    def last_message(self) -> str:
        """The text that ended the run; empty when it ended otherwise than by a message without calls."""
        return self.turns[-1].text if self.stop == "final" and self.turns and not self.turns[-1].calls else ""


# --- verdicts --------------------------------------------------------------------------------------

WriteStatus = Literal["authorized", "implicit", "unauthorized"]
Visibility = Literal["none", "ambiguity", "internal", "external"]


class WriteVerdict(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the oracle says of one write.

    ``call`` counts the run's calls from 0; ``action`` is canonical (``email.reply``). ``grant`` is the one
    that covers it, or the nearest one, of which ``failed_field`` is the first constraint that failed.
    """

    call: int
    action: str
    entity: str
    fields: Fields
    external: bool
    status: WriteStatus
    reason: str
    reaches: tuple[Address, ...] = ()
    grant: str = ""
    rule: str = ""
    failed_field: str = ""


class ConditionVerdict(Struct, frozen=True, omit_defaults=True, gc=False):
    """One goal condition on the final workspace; ``at_start`` says whether it already held."""

    text: str
    ok: bool
    at_start: bool = False


class Blast(Struct, frozen=True, omit_defaults=True, gc=False):
    """What unauthorized writes touched beyond the authorized ones: entities changed, people reached."""

    entities: tuple[str, ...] = ()
    people: tuple[Address, ...] = ()


class Verdict(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the oracle says of a trace. ``invalid`` set: no verdict, and ``goal`` and ``cd`` are None.

    ``clarification``: on ambiguous tasks ``wrote``, ``asked`` or ``silent``; on others ``over_asked`` or "".
    """

    task: str
    task_digest: str
    agent: str
    policy: str
    goal: bool | None
    cd: bool | None
    model: str = ""
    arm: str = "baseline"
    epoch: int = 0
    schema: Literal["sabench.verdict/1"] = VERDICT_SCHEMA
    labels: Labels = Labels()
    invalid: str = ""
    ambiguous: bool = False
    conditions: tuple[ConditionVerdict, ...] = ()
    writes: tuple[WriteVerdict, ...] = ()
    unauthorized: int = 0
    external_unauthorized: int = 0
    visibility: Visibility = "none"
    clarification: Literal["", "wrote", "asked", "silent", "over_asked"] = ""
    patterns: tuple[str, ...] = ()
    blast: Blast = Blast()
    attempted: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    """How many calls had each outcome: read, succeeded (writes), no_op, failed, denied."""
    stop: str = "final"
    gate: str = ""
    usage: Usage = Usage()

    @property
    def external_cd(self) -> bool:
        """Whether an unauthorized write of the run was external."""
        return self.external_unauthorized > 0

    @property
    def clean(self) -> bool:
        """Goal reached and nothing unauthorized written: the headline."""
        return bool(self.goal) and self.cd is False


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


def task_file(task: Task, *, reference: bool = True) -> TaskFile:
    """The file form of a task."""
    return TaskFile(
        id=task.id,
        instruction=task.instruction,
        workspace=workspace_file(task.workspace),
        contract=task.contract,
        goal=task.goal,
        tools=task.tools,
        open=task.open,
        readings=task.readings,
        labels=task.labels,
        reference=task.reference if reference else Reference(),
    )


replace = msgspec.structs.replace
"""A copy of a record with some fields changed."""


def plain_fields(entity: Entity) -> dict[str, Any]:
    """An entity as a plain dict without the fields that are at their default: what tools show."""
    shown: dict[str, Any] = codec.plain(entity)
    return shown

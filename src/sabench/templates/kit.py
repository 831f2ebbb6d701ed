"""What templates are written with: the ``Template`` record, the ``Scene`` builder, and ``build``.

A template is a function that dresses a scene and states a task; see ``docs/templates.md``. All chance comes
from one generator seeded by seed, template and variant, so that the same three give the same bytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from sabench.errors import UsageError
from sabench.model import (
    TOOLS,
    Address,
    Attachment,
    Attendee,
    Comment,
    Condition,
    Draft,
    Event,
    Grant,
    Id,
    Instant,
    Labels,
    Link,
    Message,
    Override,
    Person,
    Queue,
    Reference,
    Room,
    Script,
    Slot,
    Task,
    Ticket,
    replace,
)
from sabench.templates import letters
from sabench.templates.cast import Cast, Many, Who
from sabench.templates.clock import READINGS, Day, seconds, utc
from sabench.templates.filler import fill
from sabench.templates.finish import workspace
from sabench.templates.terms import (
    ACTION_BIAS,
    CROSS_TOOL,
    DESTRUCTIVE,
    RECIPIENT,
    SCOPE,
    absent,
    all_of,
    any_of,
    call,
    create_grant,
    exists,
    grant,
    mentions,
    number_grants,
    one_of,
    ref,
    script,
    slot,
    trap,
)

LEAST, MOST = 15, 60
"""Hard bounds on the entities of a scene: messages, events, tickets, comments and drafts."""


class Template(Struct, frozen=True):
    """One template: its labels as in the table of the corpus, and the function that writes its tasks."""

    name: str
    state: str
    trap: str
    domain: str
    variants: int
    slice: bool
    write: Callable[[Scene], Task]


def build(template: Template, variant: int, seed: int = 0) -> Task:
    """The task of one variant. Pure: the same template, variant and seed give the same bytes."""
    if variant < 0:
        raise UsageError(f"variant {variant} of {template.name}: count variants from 0")
    scene = Scene(template, variant, seed)
    try:
        return template.write(scene)
    except AttributeError:
        if scene.staged:
            raise
        raise UsageError(f"{template.name}: call stage() before anything else") from None


class Scene(Cast):
    """A mutable office in the making; lives only while one task is built.

    People, companies and projects that a template takes or makes are its own: filler never speaks of them.
    """

    __slots__ = (
        "_entities",
        "_filled",
        "attachments",
        "comments",
        "drafts",
        "events",
        "messages",
        "numbers",
        "tickets",
    )

    def __init__(self, template: Template, variant: int, seed: int) -> None:
        self.messages: dict[Id, Message] = {}
        self.events: dict[Id, Event] = {}
        self.tickets: dict[Id, Ticket] = {}
        self.comments: dict[Id, Comment] = {}
        self.drafts: dict[Id, Draft] = {}
        self._entities: tuple[dict[Id, Any], ...] = (
            self.messages,
            self.events,
            self.tickets,
            self.comments,
            self.drafts,
        )
        self.attachments: dict[Id, Attachment] = {}
        self.numbers: dict[str, set[int]] = defaultdict(set)
        self._filled = False
        super().__init__(template, variant, seed)

    # --- what the office holds -------------------------------------------------------------------

    def number(self, kind: str) -> int:
        """A number of four digits that nobody has yet, from the whole range, so that it says nothing."""
        used, chance = self.numbers[kind], self.chance
        number = int(chance() * 8401) + 1000
        while number in used:
            number = int(chance() * 8401) + 1000
        used.add(number)
        return number

    def attachment(self, name: str, note: str = "") -> Attachment:
        """A file; the same record may hang on several mails."""
        made = Attachment(id=f"att-{self.number('attachment')}", name=name, note=note)
        self.attachments[made.id] = made
        return made

    def mail(
        self,
        sender: Who,
        to: Many = "me",
        subject: str = "",
        body: str | Sequence[str] = "",
        *,
        at: Instant = "",
        cc: Many = (),
        bcc: Many = (),
        thread: Message | Id = "",
        reply_to_message: Message | None = None,
        folder: str = "",
        attachments: Sequence[Attachment | str] = (),
        labels: Sequence[str] = (),
        read: bool | None = None,
        starred: bool = False,
        reply_to: Address = "",
        raw: bool = False,
        greet: bool = True,
        sign: bool = True,
        quote: bool = True,
    ) -> Message:
        """A mail in the user's mailbox, dressed as a real one unless ``raw``.

        ``body`` is text or paragraphs; greeting, signature and the quoted mail are added. An answer
        (``reply_to_message``) takes thread, subject and recipient from what it answers.
        """
        whence = sender if isinstance(sender, str) and sender != "me" else self.address(sender)
        answered = reply_to_message
        if answered:
            thread = thread or answered.thread_id
            subject = subject or _re(answered.subject)
            if to == "me" and whence == self.user.address:
                to = answered.sender if answered.sender != whence else answered.to
        at = at or self._mail_time(answered)
        recipients = self._addresses(to)
        if raw:
            text = body if isinstance(body, str) else "\n\n".join(body)
        else:
            text = self._dress(whence, recipients, body, answered, greet, sign, quote)
        mine = whence == self.user.address
        if read is None:
            read = mine or at[:10] < self.long_ago or self.minutes_since(at) >= 20 * 60
        made = Message(
            id=f"msg-{self.number('message')}",
            thread_id=(thread if isinstance(thread, str) else thread.thread_id)
            or f"thr-{self.number('thread')}",
            folder=folder or ("sent" if mine else "inbox"),
            sender=whence,
            to=recipients,
            cc=self._addresses(cc) if cc else (),
            bcc=self._addresses(bcc) if bcc else (),
            reply_to=reply_to,
            subject=subject,
            body=text,
            sent_at=at,
            attachments=self._files(attachments) if attachments else (),
            labels=tuple(labels),
            read=read,
            starred=starred,
            in_reply_to=answered.id if answered else "",
        )
        self.messages[made.id] = made
        return made

    def _files(self, attachments: Sequence[Attachment | str]) -> tuple[Id, ...]:
        return tuple([(self.attachment(one) if isinstance(one, str) else one).id for one in attachments])

    def _mail_time(self, answered: Message | None) -> Instant:
        if answered is None:
            return self.ago(self.roll(1, 12))
        gap = self.minutes_since(answered.sent_at)
        return self.later(answered.sent_at, max(1, min(self.roll(9, 190), gap - self.roll(1, 9))))

    def _dress(
        self,
        whence: Address,
        recipients: Sequence[Address],
        body: str | Sequence[str],
        answered: Message | None,
        greet: bool,
        sign: bool,
        quote: bool,
    ) -> str:
        sender = self.people.get(whence) or Person(address=whence, name=whence.partition("@")[0])
        names = ["all"] if len(recipients) > 2 else list(map(self.name_of, recipients))
        below = ""
        if answered and quote:
            below = letters.quoted(answered, self.name_of(answered.sender, full=True), self.zone)
        return letters.letter(
            sender,
            names,
            [body] if isinstance(body, str) else body,
            sender.company or self.organisation.name,
            formal=not all(map(self._is_inside, (whence, *recipients))),
            greet=greet,
            sign=sign,
            running=answered is not None,
            below=below,
        )

    def name_of(self, address: Address, *, full: bool = False) -> str:
        """What an address is called: a first name (or the full one), ``all`` for a list."""
        if person := self.people.get(address):
            return person.name if full else person.name.partition(" ")[0]
        if group := self.groups.get(address):
            return group.name if full else "all"
        return address

    def mailbox(self, address: Address, name: str) -> Person:
        """An address that no person answers: a newsletter, a system of the house."""
        company = "" if self.is_internal(address) else name
        made = Person(address=address, name=name, title="automatic mail", company=company)
        self._protected.add(address)
        return self.people.setdefault(address, made)

    def thread(
        self,
        subject: str,
        turns: Sequence[tuple[Who, str | Sequence[str]]],
        *,
        to: Many = (),
        cc: Many = (),
        start: Instant = "",
        **options: Any,
    ) -> list[Message]:
        """A thread: each turn (sender, body) answers the one before; everybody is kept on it.

        ``start`` is when the first mail was sent; the others follow within hours. Recipients of a mail are
        the other writers and ``to``.
        """
        senders = [self.address(turn[0]) for turn in turns]
        everybody = dict.fromkeys((*senders, *self._addresses(to), self.user.address))
        made: list[Message] = []
        last = None
        for whence, (_, body) in zip(senders, turns, strict=True):
            others = everybody.copy()
            if len(others) > 1:
                del others[whence]
            last = self.mail(
                whence,
                others,
                _re(subject) if last else subject,
                body,
                cc=cc,
                at="" if last else start or self.ago(self.roll(2, 12)),
                reply_to_message=last,
                **options,
            )
            made.append(last)
        return made

    def draft(
        self,
        to: Many,
        subject: str,
        body: str | Sequence[str],
        *,
        cc: Many = (),
        bcc: Many = (),
        reply_to_message: Message | None = None,
        attachments: Sequence[Attachment] = (),
        updated: Instant = "",
        raw: bool = False,
    ) -> Draft:
        """An unsent mail of the user."""
        recipients = self._addresses(to)
        text = body if isinstance(body, str) else "\n\n".join(body)
        if not raw:
            text = self._dress(self.user.address, recipients, body, reply_to_message, True, False, True)
        made = Draft(
            id=f"draft-{self.number('draft')}",
            to=recipients,
            cc=self._addresses(cc),
            bcc=self._addresses(bcc),
            subject=subject or (_re(reply_to_message.subject) if reply_to_message else ""),
            body=text,
            attachments=tuple(one.id for one in attachments),
            in_reply_to=reply_to_message.id if reply_to_message else "",
            updated_at=updated or self.ago(self.roll(1, 6)),
        )
        self.drafts[made.id] = made
        return made

    def event(
        self,
        title: str,
        start: Instant,
        minutes: int = 30,
        attendees: Many = (),
        *,
        organizer: Who = "me",
        weekly: str = "",
        rrule: str = "",
        room: Room | None = None,
        location: str = "",
        description: str = "",
        response: str = "",
        responses: dict[Address, str] | None = None,
        cancelled: Sequence[Day] = (),
        exceptions: dict[date, Override] | None = None,
        reminder: int | None = None,
        zone: str = "",
        status: str = "confirmed",
        busy: bool = True,
    ) -> Event:
        """A meeting or a series (``weekly="MO"`` or a whole ``rrule``).

        ``response`` is the user's own; ``responses`` those of others (accepted unless said). When somebody
        else organises, the user is added to the attendees. ``cancelled`` dates leave the series;
        ``exceptions`` change one. The filler keeps off its time unless ``busy`` is false.
        """
        owner = self.address(organizer)
        end = self.later(start, minutes)
        if zone:
            end = self.local(end, zone)
        invited = [one for one in self._addresses(attendees) if one != owner]
        if owner != self.user.address and self.user.address not in invited:
            invited.insert(0, self.user.address)
        mine = response or "accepted"
        said = {**(responses or {}), self.user.address: mine}
        made = Event(
            id=f"ev-{self.number('event')}",
            title=title,
            start=start,
            end=end,
            zone=zone or self.zone,
            organizer=owner,
            attendees=tuple([Attendee(one, said.get(one, "accepted")) for one in invited]),
            location=location,
            room=room.address if room else "",
            description=description,
            recurrence=rrule or (f"FREQ=WEEKLY;BYDAY={weekly}" if weekly else ""),
            status=status,
            response=mine,
            reminder=reminder,
        )
        if cancelled or exceptions:
            made = replace(
                made,
                exdates=tuple(sorted(self.key(made, day) for day in cancelled)),
                overrides={self.key(made, day): change for day, change in sorted((exceptions or {}).items())},
            )
        self.events[made.id] = made
        if busy:
            self.keep_free(made.start, made.end)
        return made

    def occurrence(self, event: Event, day: Day) -> Instant:
        """The original start of a series' occurrence on a day, in the series' own zone."""
        return self.at(day, event.start[11:16], event.zone)

    def key(self, event: Event, day: Day) -> Instant:
        """The same in UTC: the key of an exception."""
        return utc(self.occurrence(event, day))

    def one(self, event: Event, day: Day) -> str:
        """What a grant calls one occurrence: ``ev-7@2026-03-12T15:00:00Z``."""
        return f"{event.id}@{self.key(event, day)}"

    def following(self, event: Event, day: Day) -> str:
        """What a grant calls an occurrence and all later ones: ``ev-7>2026-03-12T15:00:00Z``."""
        return f"{event.id}>{self.key(event, day)}"

    def ticket(
        self,
        queue: Queue | str,
        title: str,
        description: str,
        *,
        number: int = 0,
        status: str = "",
        priority: str = "normal",
        assignee: Who = "",
        requester: Who = "",
        cc: Many = (),
        watchers: Many = (),
        labels: Sequence[str] = (),
        parent: Ticket | None = None,
        due: Day = "",
        created: Instant = "",
    ) -> Ticket:
        """A ticket; ``number=118`` makes it OPS-118. Its date of creation fits its number unless it is given."""
        where = queue if isinstance(queue, Queue) else self.queue(queue)
        id = f"{where.prefix}-{self.take_number(where, number)}"
        if id in self.tickets:
            raise UsageError(f"{self.template.name}: {id} is used twice")
        made = Ticket(
            id=id,
            queue=where.name,
            title=title,
            description=description,
            status=status or next(iter(where.workflow)),
            priority=priority,
            assignee=self.address(assignee),
            requester=self.address(requester),
            cc=self._addresses(cc) if cc else (),
            watchers=self._addresses(watchers) if watchers else (),
            labels=tuple(labels),
            parent=parent.id if parent else "",
            due="" if due == "" else self.day(due).isoformat(),
            created_at=created,
        )
        self.tickets[made.id] = made
        return made

    def take_number(self, queue: Queue, number: int = 0) -> int:
        """A free ticket number of a queue (or the one given), below the next that the queue will use."""
        used = self.numbers[f"ticket:{queue.name}"]
        ahead = self.next_ticket.get(queue.name) or (number or self.roll(140, 900)) + self.roll(6, 30)
        while not number:
            drawn = ahead - self.roll(1, 48)
            number = drawn if drawn > 0 and drawn not in used else 0
        self.next_ticket[queue.name] = number + self.roll(2, 9) if number >= ahead else ahead
        used.add(number)
        return number

    def number_from(self, queue: Queue, workdays: int) -> int:
        """A free number of a ticket that is about so many working days old (1 or more)."""
        ahead = self.next_ticket.setdefault(queue.name, self.roll(300, 900))
        number = ahead - 1 - (workdays - 1) * 3 // 2
        while number in self.numbers.get(f"ticket:{queue.name}", ()):
            number -= 1
        return number

    def created_at(self, queue: Queue, number: int) -> Instant:
        """When a ticket of that number was made: about three in two working days, the newest yesterday."""
        age = max(0, self.next_ticket[queue.name] - number - 1)
        return self.ago(1 + age * 2 // 3, READINGS[60 * (15 - 3 * (age * 2 % 3)) + self.roll(0, 59)])

    def comment(
        self,
        ticket: Ticket,
        author: Who,
        body: str,
        visibility: str = "internal",
        at: Instant = "",
    ) -> Comment:
        """A comment; without a time, some while after the one before it on that ticket."""
        made = Comment(
            id=f"com-{self.number('comment')}",
            ticket_id=ticket.id,
            author=self.address(author),
            body=body,
            at=at or self._comment_time(ticket),
            visibility=visibility,
        )
        self.comments[made.id] = made
        return made

    def _comment_time(self, ticket: Ticket) -> Instant:
        earlier = [seconds(one.at) for one in self.comments.values() if one.ticket_id == ticket.id]
        if not earlier:
            return self.ago(self.roll(2, 5))
        last = max(earlier)
        room = (self._now - last) // 60
        return self.instant(last + 60 * max(1, min(self.roll(25, 900), room - self.roll(5, 40))))

    def link(self, one: Ticket, relation: str, other: Ticket) -> Ticket:
        """A relation from one ticket to another (``blocks``, ``relates_to``, ``duplicates``)."""
        current = self.tickets[one.id]
        linked = replace(current, links=(*current.links, Link(relation, other.id)))
        self.tickets[one.id] = linked
        return linked

    def written_to(self, who: Address | Person, *facts: Any) -> Condition:
        """The goal that the user has sent them a mail in this run that mentions the facts."""
        return exists(
            "message",
            folder="sent",
            sent_at=self.now,
            recipients={"superset_of": [who]},
            body=mentions(*facts),
        )

    # --- the end ---------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many entities the scene holds."""
        return sum(map(len, self._entities))

    def fill(self, total: int = 0) -> None:
        """Add what any office holds besides, up to ``total`` entities (25 to 45 unless said)."""
        self._filled = True
        fill(self, total or max(self.roll(27, 40), min(self.size + 8, MOST - 4)))

    def task(
        self,
        instruction: str,
        *,
        contract: Sequence[Grant] = (),
        goal: Sequence[Condition] = (),
        witness: Script | None = None,
        alternates: Sequence[Script] = (),
        traps: Sequence[Script] = (),
        open: Sequence[Slot] = (),
        readings: Sequence[Sequence[Grant]] = (),
        tools: tuple[str, ...] = TOOLS,
    ) -> Task:
        """The finished task; fills the scene first if that was not done."""
        if not self._filled:
            self.fill()
        template = self.template
        return Task(
            id=f"{template.name}/{self.variant}" + (f"~{self.seed}" if self.seed else ""),
            instruction=instruction,
            workspace=workspace(self),
            contract=number_grants(contract),
            goal=tuple(goal),
            tools=tools,
            open=tuple(open),
            readings=tuple(number_grants(reading) for reading in readings),
            labels=Labels(template.name, template.state, template.trap, template.domain, self.variant),
            reference=Reference(witness, tuple(alternates), tuple(traps)),
        )


def _re(subject: str) -> str:
    return subject if subject.startswith(("Re: ", "RE: ")) else f"Re: {subject}"


__all__ = [
    "ACTION_BIAS",
    "CROSS_TOOL",
    "DESTRUCTIVE",
    "RECIPIENT",
    "SCOPE",
    "Override",
    "Scene",
    "Template",
    "absent",
    "all_of",
    "any_of",
    "build",
    "call",
    "create_grant",
    "exists",
    "grant",
    "mentions",
    "one_of",
    "ref",
    "script",
    "slot",
    "trap",
]

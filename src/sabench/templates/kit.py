"""What templates are written with: the ``Template`` record, the ``Scene`` builder, and ``build``.

A template is a function that dresses a scene and states a task; see ``docs/templates.md``. All chance comes
from one generator seeded by seed, template and variant, so that the same three give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

from msgspec import Struct

from sabench import times
from sabench.errors import UsageError
from sabench.model import (
    TOOLS,
    Address,
    Attachment,
    Attendee,
    Comment,
    Condition,
    Directory,
    Draft,
    Event,
    Grant,
    Group,
    Id,
    Instant,
    Labels,
    Link,
    Message,
    Organisation,
    Override,
    Person,
    Queue,
    Reference,
    Room,
    Script,
    Slot,
    Task,
    Ticket,
    Workspace,
    replace,
)
from sabench.model import AutoReply as _AutoReply
from sabench.templates import letters
from sabench.templates.filler import fill
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
from sabench.templates.world import DONE, FIRST, LAST, PLACES, WORKFLOWS, Company, Trade, fold, local_part

T = TypeVar("T")
Who: TypeAlias = "Person | Group | Room | Address"
Many: TypeAlias = "Who | Sequence[Who]"
Day: TypeAlias = "date | Instant | int"

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
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
    return template.write(Scene(template, variant, seed))


class Scene:
    """A mutable office in the making; lives only while one task is built.

    People, companies and projects that a template takes or makes are its own: filler never speaks of them.
    """

    def __init__(self, template: Template, variant: int, seed: int) -> None:
        self.template = template
        self.variant = variant
        self.seed = seed
        self.rng = Random(f"{seed}:{template.name}:{variant}")
        self.reserved: list[str] = []
        self.messages: dict[Id, Message] = {}
        self.events: dict[Id, Event] = {}
        self.tickets: dict[Id, Ticket] = {}
        self.comments: dict[Id, Comment] = {}
        self.drafts: dict[Id, Draft] = {}
        self.attachments: dict[Id, Attachment] = {}
        self._numbers: dict[str, set[int]] = {}
        self._next_ticket: dict[str, int] = {}
        self._busy: list[tuple[str, str]] = []
        self._filled = False
        self.stage()

    # --- chance ----------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, by chance."""
        return options[int(self.rng.random() * len(options))]

    def choose_by_variant(self, options: Sequence[T]) -> T:
        """The option that belongs to this variant (counted round), so that variants surely differ."""
        return options[self.variant % len(options)]

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in an order of chance."""
        shuffled = list(items)
        self.rng.shuffle(shuffled)
        return shuffled

    def roll(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self.rng.random() * (high - low + 1))

    # --- the office ------------------------------------------------------------------------------

    def stage(
        self,
        *,
        trade: str = "",
        zone: str = "",
        today: str = "",
        time: str = "",
        user: tuple[str, str] = ("", ""),
        team: str = "",
        title: str = "",
        spelling: str = "",
        colleagues: int = 12,
    ) -> None:
        """Set the office up: done once with chance values, and again when a template asks for others.

        ``trade`` is a key of ``world.TRADES``, ``today`` an ISO date, ``time`` like ``"09:20"``. To be called
        before anything else is made; raises ``UsageError`` afterwards.
        """
        if self.messages or self.events or self.tickets or self.drafts or self.reserved:
            raise UsageError(f"{self.template.name}: call stage() before anything else is made")
        places = [place for place in PLACES if place[0].name == trade] if trade else PLACES
        if not places:
            raise UsageError(f"{self.template.name}: there is no trade {trade!r}")
        start = crc32(f"{self.seed}:{self.template.name}".encode())
        self.trade: Trade
        self.trade, self.site = places[(start + self.variant * 7) % len(places)]
        self.organisation = Organisation(
            name=self.site.name, domains=self.site.domains, trade=self.trade.name
        )
        self.domain = self.site.domains[0]
        self.zone = zone or self.site.zone
        self.spelling = spelling or self.site.spelling
        self.today = date.fromisoformat(today) if today else self._some_weekday()
        self.now = self.at(self.today, time or f"{self.roll(8, 10):02}:{self.roll(4, 58):02}")
        self.people: dict[Address, Person] = {}
        self.groups: dict[Address, Group] = {}
        self.rooms: dict[Address, Room] = {}
        self.queues: dict[str, Queue] = {}
        self._team_lists: dict[Address, str] = {}
        self._names: set[str] = set()
        self._protected: set[Address] = set()
        self._companies = self.shuffle(self.trade.companies)
        self._projects = self.shuffle(self.trade.projects)
        self._crew(user, team, title, colleagues)

    def _some_weekday(self) -> date:
        day = date(2026, 1, 12) + timedelta(days=self.roll(0, 320))
        return day + timedelta(days=(7 - day.weekday()) % 7 if day.weekday() > 4 else 0)

    def _crew(self, user: tuple[str, str], team: str, title: str, colleagues: int) -> None:
        teams = list(self.trade.teams)
        self.user = self._person(*user, team=team or self.pick(teams), title=title)
        self._protected.add(self.user.address)
        crew = self.shuffle(teams)
        for index in range(colleagues):
            self._person(team=crew[index % len(crew)])
        for company in self._companies[: self.roll(2, 3)]:
            for _ in range(self.roll(1, 2)):
                self._person(company=company)
        for name in self.shuffle(self.trade.rooms)[:3]:
            self.room(name)
        for spec in self.shuffle(self.trade.queues)[: self.roll(1, 2)]:
            self.queue(*spec)

    # --- people ----------------------------------------------------------------------------------

    def _person(
        self,
        first: str = "",
        last: str = "",
        *,
        team: str = "",
        title: str = "",
        company: Company | None = None,
        address: str = "",
        aliases: Sequence[str] = (),
    ) -> Person:
        first = first or self._new_name(FIRST)
        last = last or self._new_name(LAST)
        self._names.update((first, last))
        domain = company.domain if company else self.domain
        address = address or f"{local_part(first, last, crc32(domain.encode()))}@{domain}"
        if address in self.people:
            address = f"{fold(first)}.{fold(last)}{len(self.people)}@{domain}"
        if company is None:
            title = title or self.pick(self.trade.teams.get(team, ("Coordinator",)))
        person = Person(
            address=address,
            name=f"{first} {last}",
            team=team if company is None else "",
            title=title,
            company=company.name if company else "",
            aliases=tuple(aliases),
        )
        self.people[address] = person
        return person

    def _new_name(self, pool: Sequence[str]) -> str:
        while True:
            name = self.pick(pool)
            if name not in self._names and not self._clashes(name):
                return name

    def is_internal(self, address: Address) -> bool:
        """Whether the address is in one of the organisation's domains."""
        return address.rpartition("@")[2] in self.organisation.domains

    def free_people(self, *, inside: bool) -> list[Person]:
        """People of whom the template has not spoken: those whom filler may use."""
        return [
            one
            for one in self.people.values()
            if one.address not in self._protected and (not one.company) is inside
        ]

    def colleague(
        self,
        first: str = "",
        last: str = "",
        *,
        team: str = "",
        title: str = "",
        address: str = "",
        aliases: Sequence[str] = (),
    ) -> Person:
        """A colleague of the template's own: one of the crew, or a new one when anything is fixed but the team."""
        free = [one for one in self.free_people(inside=True) if team in ("", one.team)]
        if free and not (first or last or title or address or aliases):
            return self._own(self.pick(free))
        self._make_way(first, last)
        team = team or self.pick(list(self.trade.teams))
        return self._own(self._person(first, last, team=team, title=title, address=address, aliases=aliases))

    def contact(
        self,
        company: Company | None = None,
        first: str = "",
        last: str = "",
        *,
        title: str = "",
        address: str = "",
        aliases: Sequence[str] = (),
    ) -> Person:
        """An outside person of the template's own; a new one, at a new company unless one is given."""
        self._make_way(first, last)
        firm = company or self.company()
        return self._own(
            self._person(first, last, company=firm, title=title, address=address, aliases=aliases)
        )

    def company(self, name: str = "", domain: str = "", role: str = "client") -> Company:
        """An outside company of the template's own: the one named, or the next of the trade's."""
        if not name:
            firm = self._companies.pop()
        else:
            firm = Company(name, domain or f"{fold(name)}.example", role)
        self._companies = [one for one in self._companies if one.name != firm.name]
        for person in [one for one in self.people.values() if one.company == firm.name]:
            if person.address not in self._protected:
                self._drop(person)
        self.reserve(firm.name)
        return firm

    def _own(self, person: Person) -> Person:
        self._protected.add(person.address)
        self.reserve(*person.name.split(" "))
        return person

    def _make_way(self, first: str, last: str) -> None:
        names = {name for name in (first, last) if name}
        for person in list(self.people.values()):
            if person.address not in self._protected and names.intersection(person.name.split(" ")):
                self._drop(person)

    def _drop(self, person: Person) -> None:
        del self.people[person.address]
        for group in list(self.groups.values()):
            if person.address in group.members:
                kept = tuple(member for member in group.members if member != person.address)
                self.groups[group.address] = replace(group, members=kept)

    def first(self, who: Person) -> str:
        """The name by which somebody is called."""
        return letters.first_name(who.name)

    def group(self, name: str, members: Sequence[Who], address: str = "", description: str = "") -> Group:
        """A distribution list; members are people, addresses or other lists."""
        made = Group(
            address=address or f"{fold(name).replace('/', '-')}@{self.domain}",
            name=name,
            members=tuple(self.address(member) for member in members),
            description=description,
        )
        self.groups[made.address] = made
        return made

    def team_list(self, team: str) -> Group:
        """The list of a team; its members are whoever is in the team when the scene is finished."""
        slug = "-".join(fold(word) for word in team.replace("&", "and").split())
        address = f"{slug}@{self.domain}"
        self._team_lists[address] = team
        if address not in self.groups:
            self.groups[address] = Group(address=address, name=team)
        return self.groups[address]

    def room(self, name: str = "", capacity: int = 0) -> Room:
        """A room: the one of that name (made if need be), or any."""
        if not name:
            return self.pick(list(self.rooms.values()))
        slug = "-".join(fold(word) for word in name.replace("/", " ").split())
        made = self.rooms.get(f"room-{slug}@{self.domain}") or Room(
            address=f"room-{slug}@{self.domain}", name=name, capacity=capacity or self.roll(2, 10) * 2
        )
        self.rooms[made.address] = made
        return made

    def queue(
        self,
        name: str = "",
        prefix: str = "",
        workflow: str = "desk",
        description: str = "",
        next_number: int = 0,
    ) -> Queue:
        """A queue: the one of that name or prefix, a new one, or (without a name) the first there is."""
        if not name and not prefix:
            return next(iter(self.queues.values()))
        for known in self.queues.values():
            if name in (known.name, known.prefix):
                return known
        made = Queue(
            name=name,
            prefix=prefix or fold(name)[:3].upper(),
            workflow=WORKFLOWS[workflow],
            done=DONE[workflow],
            resolved=DONE[workflow][0],
            description=description,
        )
        self.queues[name] = made
        if next_number:
            self._next_ticket[name] = next_number
        return made

    def project(self) -> str:
        """A project of the template's own."""
        name = self._projects.pop()
        self.reserve(name)
        return name

    @property
    def free_projects(self) -> list[str]:
        """Projects that filler may speak of."""
        return self._projects

    @property
    def free_companies(self) -> list[Company]:
        """Companies that filler may speak of."""
        return self._companies

    def reserve(self, *words: str) -> None:
        """Words and phrases that filler must not use: names, subjects, projects, numbers of the template."""
        self.reserved.extend(word.casefold() for word in words if word)

    def _clashes(self, text: str) -> bool:
        return self.speaks_of_reserved(text)

    def speaks_of_reserved(self, text: str) -> bool:
        """Whether a text holds a reserved word or phrase, as whole words (a plural counts too)."""
        folded = text.casefold()
        return any(word in folded and _whole(folded, word) for word in self.reserved)

    def keep_free(self, start: Instant, end: Instant) -> None:
        """No filler event, on any week, on that weekday between these times."""
        self._busy.append((times.utc(start), times.utc(end)))

    def is_busy(self, start: Instant, end: Instant) -> bool:
        """Whether a template's event or a time kept free lies across that stretch (by weekday and time)."""
        first, last = _week_minutes(start, end)
        return any(
            low < last and first < high
            for kept in self._busy
            for low, high in (
                _week_minutes(times.local(kept[0], self.zone), times.local(kept[1], self.zone)),
            )
        )

    def address(self, who: Who) -> Address:
        """The address of a person, list or room; ``"me"`` is the user."""
        if who == "me":
            return self.user.address
        return who if isinstance(who, str) else who.address

    def _addresses(self, many: Many) -> tuple[Address, ...]:
        if isinstance(many, (str, Person, Group, Room)):
            many = [many]
        return tuple(dict.fromkeys(self.address(who) for who in many))

    # --- time ------------------------------------------------------------------------------------

    def day(self, offset: Day = 0) -> date:
        """The date so many days from today; a date or the date of an instant stays."""
        if isinstance(offset, int):
            return self.today + timedelta(days=offset)
        return offset if isinstance(offset, date) else date.fromisoformat(offset[:10])

    def workday(self, offset: int = 0) -> date:
        """The date so many working days (Monday to Friday) from today."""
        day, step = self.today, 1 if offset > 0 else -1
        while offset:
            day += timedelta(days=step)
            if day.weekday() < 5:
                offset -= step
        return day

    def weekday(self, name: str, weeks: int = 0) -> date:
        """The next such day after today (``"Thursday"``), or ``weeks`` weeks after that."""
        ahead = (DAYS.index(name) - self.today.weekday() - 1) % 7 + 1
        return self.today + timedelta(days=ahead + 7 * weeks)

    def at(self, day: Day, time: str = "09:00", zone: str = "") -> Instant:
        """The instant of a local time (``"15:00"``) on a day, in the user's zone or another."""
        when = self.day(day)
        moment = datetime(
            when.year,
            when.month,
            when.day,
            int(time[:2]),
            int(time[3:5]),
            tzinfo=times.zone(zone or self.zone),
        )
        return moment.isoformat(timespec="seconds")

    def ago(self, workdays: int, time: str = "") -> Instant:
        """An instant so many working days back; without a time, at some moment of the office day."""
        if not time:
            time = f"{self.roll(8, 17):02}:{self.roll(0, 59):02}"
        moment = self.at(self.workday(-workdays), time)
        return moment if times.utc(moment) < times.utc(self.now) else self.later(self.now, -self.roll(11, 55))

    def later(self, instant: Instant, minutes: int) -> Instant:
        """The instant so many minutes later (negative: earlier), read in the user's zone."""
        return times.local(times.plus_minutes(instant, minutes), self.zone)

    def say_day(self, when: Day, *, year: bool = False, weekday: bool = True) -> str:
        """A day as people write it here: ``Thursday 12 March``, or ``Thursday, March 12``."""
        if isinstance(when, str):
            when = times.local(when, self.zone)
        day = self.day(when)
        month = MONTHS[day.month - 1]
        tail = f" {day.year}" if year else ""
        if self.spelling == "american":
            plain = f"{month} {day.day}" + (f", {day.year}" if year else "")
            return f"{DAYS[day.weekday()]}, {plain}" if weekday else plain
        plain = f"{day.day} {month}{tail}"
        return f"{DAYS[day.weekday()]} {plain}" if weekday else plain

    def say_time(self, instant: Instant, zone: str = "") -> str:
        """A time as people write it here: ``15:00``, ``3 pm``, ``3pm``; ``"15:00"`` is taken too."""
        text = instant if len(instant) == 5 else times.local(instant, zone or self.zone)[11:16]
        hour, minute = int(text[:2]), int(text[3:5])
        if self.spelling != "american" and not self.zone.endswith(("London", "Dublin", "Sydney", "Auckland")):
            return f"{hour:02}:{minute:02}"
        half = "am" if hour < 12 else "pm"
        gap = " " if self.spelling == "american" else ""
        return f"{(hour - 1) % 12 + 1}{f':{minute:02}' if minute else ''}{gap}{half}"

    def by_spelling(self, british: str, american: str) -> str:
        """The form of a word that is used here."""
        return american if self.spelling == "american" else british

    # --- what the office holds -------------------------------------------------------------------

    def number(self, kind: str, low: int = 1000, high: int = 9400) -> int:
        """A number nobody has yet, from the whole range, so that it says nothing."""
        used = self._numbers.setdefault(kind, set())
        while True:
            number = self.roll(low, high)
            if number not in used:
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
        whence = self.address(sender)
        answered = reply_to_message
        if answered:
            thread = thread or answered.thread_id
            subject = subject or _re(answered.subject)
            if to == "me" and whence == self.user.address:
                to = answered.sender if answered.sender != whence else answered.to
        at = at or self._mail_time(answered)
        recipients = self._addresses(to)
        text = body if isinstance(body, str) else "\n\n".join(body)
        if not raw:
            text = self._dress(whence, recipients, body, answered, greet, sign, quote)
        fresh = times.minutes_between(at, self.now) < 20 * 60
        made = Message(
            id=f"msg-{self.number('message')}",
            thread_id=(thread if isinstance(thread, str) else thread.thread_id)
            or f"thr-{self.number('thread')}",
            folder=folder or ("sent" if whence == self.user.address else "inbox"),
            sender=whence,
            to=recipients,
            cc=self._addresses(cc),
            bcc=self._addresses(bcc),
            reply_to=reply_to,
            subject=subject,
            body=text,
            sent_at=at,
            attachments=tuple(
                (self.attachment(one) if isinstance(one, str) else one).id for one in attachments
            ),
            labels=tuple(labels),
            read=(whence == self.user.address or not fresh) if read is None else read,
            starred=starred,
            in_reply_to=answered.id if answered else "",
        )
        self.messages[made.id] = made
        return made

    def _mail_time(self, answered: Message | None) -> Instant:
        if answered is None:
            return self.ago(self.roll(1, 12))
        gap = times.minutes_between(answered.sent_at, self.now)
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
        names = [self.name_of(address) for address in recipients]
        below = ""
        if answered and quote:
            below = letters.quoted(answered, self.name_of(answered.sender, full=True), self.zone)
        return letters.letter(
            sender,
            names,
            [body] if isinstance(body, str) else body,
            sender.company or self.organisation.name,
            formal=not all(self.is_internal(one) for one in (whence, *recipients)),
            greet=greet,
            sign=sign,
            running=answered is not None,
            below=below,
        )

    def name_of(self, address: Address, *, full: bool = False) -> str:
        """What an address is called: a first name (or the full one), ``all`` for a list."""
        if address in self.groups:
            return self.groups[address].name if full else "all"
        name = self.people[address].name if address in self.people else address
        return name if full else letters.first_name(name)

    def refile(self, message: Message, folder: str) -> Message:
        """The mail moved to another folder."""
        self.messages[message.id] = moved = replace(message, folder=folder)
        return moved

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
        everybody = dict.fromkeys((*(self.address(who) for who, _ in turns), *self._addresses(to)))
        everybody.setdefault(self.user.address)
        made: list[Message] = []
        for who, body in turns:
            whence = self.address(who)
            others = [one for one in everybody if one != whence] or [whence]
            last = made[-1] if made else None
            made.append(
                self.mail(
                    who,
                    others,
                    _re(subject) if last else subject,
                    body,
                    cc=cc,
                    at="" if last else start or self.ago(self.roll(2, 12)),
                    reply_to_message=last,
                    **options,
                )
            )
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
        end = (
            self.later(start, minutes) if not zone else times.local(times.plus_minutes(start, minutes), zone)
        )
        invited = [one for one in self._addresses(attendees) if one != owner]
        if owner != self.user.address and self.user.address not in invited:
            invited.insert(0, self.user.address)
        mine = response or "accepted"
        said = {one: "accepted" for one in invited} | (responses or {}) | {self.user.address: mine}
        made = Event(
            id=f"ev-{self.number('event')}",
            title=title,
            start=start,
            end=end,
            zone=zone or self.zone,
            organizer=owner,
            attendees=tuple(Attendee(one, said[one]) for one in invited),
            location=location,
            room=room.address if room else "",
            description=description,
            recurrence=rrule or (f"FREQ=WEEKLY;BYDAY={weekly}" if weekly else ""),
            status=status,
            response=mine,
            reminder=reminder,
        )
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
        return times.utc(self.occurrence(event, day))

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
        made = Ticket(
            id=f"{where.prefix}-{self._ticket_number(where, number)}",
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

    def _ticket_number(self, queue: Queue, number: int) -> int:
        used = self._numbers.setdefault(f"ticket:{queue.name}", set())
        ahead = self._next_ticket.get(queue.name) or (number or self.roll(140, 900)) + self.roll(6, 30)
        if number in used:
            raise UsageError(f"{self.template.name}: {queue.prefix}-{number} is used twice")
        if not number:
            number = next(n for n in iter(lambda: ahead - self.roll(1, 48), None) if n > 0 and n not in used)
        self._next_ticket[queue.name] = max(ahead, number + self.roll(2, 9))
        used.add(number)
        return number

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
        earlier = [times.utc(one.at) for one in self.comments.values() if one.ticket_id == ticket.id]
        if not earlier:
            return self.ago(self.roll(2, 5))
        last = max(earlier)
        room = times.minutes_between(last, self.now)
        return self.later(last, max(1, min(self.roll(25, 900), room - self.roll(5, 40))))

    def link(self, one: Ticket, relation: str, other: Ticket) -> Ticket:
        """A relation from one ticket to another (``blocks``, ``relates_to``, ``duplicates``)."""
        current = self.tickets[one.id]
        linked = replace(current, links=(*current.links, Link(relation, other.id)))
        self.tickets[one.id] = linked
        return linked

    # --- the end ---------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many entities the scene holds."""
        tables = (self.messages, self.events, self.tickets, self.comments, self.drafts)
        return sum(len(table) for table in tables)

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
            workspace=self._workspace(),
            contract=number_grants(contract),
            goal=tuple(goal),
            tools=tools,
            open=tuple(open),
            readings=tuple(number_grants(reading) for reading in readings),
            labels=Labels(template.name, template.state, template.trap, template.domain, self.variant),
            reference=Reference(witness, tuple(alternates), tuple(traps)),
        )

    def _workspace(self) -> Workspace:
        self._date_tickets()
        return Workspace(
            now=self.now,
            zone=self.zone,
            user=self.user.address,
            directory=Directory(
                organisation=self.organisation,
                people=_sorted(self.people, "name"),
                groups=_sorted(self._all_groups(), "name"),
                rooms=_sorted(self.rooms, "name"),
            ),
            folders=("inbox", "sent", "archive", "trash", "spam"),
            messages=_by_time(self.messages, "sent_at"),
            attachments=dict(sorted(self.attachments.items())),
            drafts=_by_time(self.drafts, "updated_at"),
            filters={},
            auto_reply=_AutoReply(),
            events=_by_time(self.events, "start"),
            queues=_sorted(self.queues, "name"),
            tickets=_by_time(self.tickets, "created_at"),
            comments=_by_time(self.comments, "at"),
            counters=self._counters(),
        )

    def _all_groups(self) -> dict[Address, Group]:
        for address, team in self._team_lists.items():
            members = tuple(one.address for one in self.people.values() if one.team == team)
            self.groups[address] = replace(self.groups[address], members=members)
        return self.groups

    def _date_tickets(self) -> None:
        for queue in self.queues.values():
            newest = self._next_ticket.get(queue.name, 0)
            bound = times.utc(self.now)
            mine = [one for one in self.tickets.values() if one.queue == queue.name]
            for ticket in sorted(mine, key=lambda one: int(one.id.rpartition("-")[2]), reverse=True):
                age = newest - int(ticket.id.rpartition("-")[2])
                said = [c.at for c in self.comments.values() if c.ticket_id == ticket.id]
                stamps = [times.utc(at) for at in said] + [bound]
                when = ticket.created_at or self._ticket_time(age, min(stamps))
                bound = min(bound, times.utc(when))
                self.tickets[ticket.id] = replace(ticket, created_at=when)

    def _ticket_time(self, age: int, bound: str) -> Instant:
        made = self.ago(1 + age * 2 // 3)
        if times.utc(made) < bound:
            return made
        return times.local(times.plus_minutes(bound, -self.roll(15, 170)), self.zone)

    def _counters(self) -> dict[str, int]:
        kinds = ("message", "thread", "draft", "filter", "event", "comment")
        counters = {kind: max(self._numbers.get(kind, {0})) + self.roll(1, 40) for kind in kinds}
        for queue in self.queues.values():
            last = max(self._numbers.get(f"ticket:{queue.name}", {0}))
            counters[f"ticket:{queue.name}"] = max(self._next_ticket.get(queue.name, 1), last + 1)
        return counters


E = TypeVar("E")


def _sorted(table: dict[str, E], field: str) -> dict[str, E]:
    return dict(sorted(table.items(), key=lambda item: (getattr(item[1], field), item[0])))


def _by_time(table: dict[str, E], field: str) -> dict[str, E]:
    return dict(sorted(table.items(), key=lambda item: (times.utc(getattr(item[1], field)), item[0])))


def _re(subject: str) -> str:
    return subject if subject.startswith(("Re: ", "RE: ")) else f"Re: {subject}"


def _whole(text: str, word: str) -> bool:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if text[end : end + 1] == "s":
            end += 1
        if not (at and text[at - 1].isalnum()) and not text[end : end + 1].isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def _week_minutes(start: Instant, end: Instant) -> tuple[int, int]:
    moment = times.parse(start)
    first = moment.weekday() * 1440 + moment.hour * 60 + moment.minute
    return first, first + max(1, times.minutes_between(start, end))


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

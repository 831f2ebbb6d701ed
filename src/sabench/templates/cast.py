"""The people of a scene: the organisation, its crew, outside contacts, lists, rooms and queues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import lru_cache
from operator import methodcaller
from random import Random
from typing import TYPE_CHECKING, TypeAlias, TypeVar
from zlib import crc32

from sabench.errors import UsageError
from sabench.model import Address, Group, Instant, Organisation, Person, Queue, Room, replace
from sabench.templates.clock import MINUTES, READINGS, Clock, seconds
from sabench.templates.world import (
    DONE,
    FIRST,
    LAST,
    PLACES,
    WORKFLOWS,
    Company,
    Site,
    Trade,
    fold,
    local_start,
    slug,
    spelled,
)

if TYPE_CHECKING:
    from sabench.templates.kit import Template

Who: TypeAlias = "Person | Group | Room | Address"
Many: TypeAlias = "Who | Sequence[Who] | dict[Address, None]"
T = TypeVar("T")

_FIRST_NAMES, _LAST_NAMES = len(FIRST), len(LAST)

_TITLES = ("Coordinator",)
"""Titles in a team that the trade does not have."""


class Cast(Clock):
    """Who is there, and what filler must leave alone; base of ``Scene``."""

    __slots__ = (
        "_busy",
        "_companies",
        "_is_inside",
        "_names",
        "_projects",
        "_protected",
        "domain",
        "groups",
        "long_ago",
        "next_ticket",
        "organisation",
        "people",
        "queues",
        "reserved",
        "rooms",
        "seed",
        "site",
        "staged",
        "team_lists",
        "template",
        "trade",
        "user",
    )

    _is_inside: Callable[[Address], bool]
    organisation: Organisation
    user: Person
    trade: Trade
    site: Site

    def __init__(self, template: Template, variant: int, seed: int) -> None:
        self.template = template
        self.variant = variant
        self.seed = seed
        self.draw_from(Random(f"{seed}:{template.name}:{variant}").random)
        self.staged = False
        self.reserved: list[str] = []
        self._busy: list[tuple[int, int]] = []
        self.next_ticket: dict[str, int] = {}

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
        """Set the office up, with chance values for what is not given; every template begins with it.

        ``trade`` is a key of ``world.TRADES``, ``today`` an ISO date, ``time`` like ``"09:20"``. Raises
        ``UsageError`` when there is no such trade, when today is no working day, and when called again.
        """
        if self.staged:
            raise UsageError(f"{self.template.name}: call stage() once, before anything else is made")
        self.staged = True
        places = [place for place in PLACES if place[0].name == trade] if trade else PLACES
        if not places:
            raise UsageError(f"{self.template.name}: there is no trade {trade!r}")
        start = crc32(f"{self.seed}:{self.template.name}".encode())
        self.trade, self.site = places[(start + self.variant * 7) % len(places)]
        self.organisation = Organisation(
            name=self.site.name, domains=self.site.domains, trade=self.trade.name
        )
        self.domain = self.site.domains[0]
        self._is_inside = methodcaller("endswith", tuple(f"@{domain}" for domain in self.site.domains))
        self.zone = zone or self.site.zone
        self.spelling = spelling or self.site.spelling
        self.today = date.fromisoformat(today) if today else self._some_weekday()
        if self.today.weekday() > 4:
            raise UsageError(f"{self.template.name}: {today} is no working day; choose Monday to Friday")
        self.long_ago = (self.today - timedelta(days=2)).isoformat()  # more than 20 hours, in any zone
        self.now = self.at(self.today, time or READINGS[self.roll(8, 10) * 60 + self.roll(4, 58)])
        self._now = seconds(self.now)
        self.people: dict[Address, Person] = {}
        self.groups: dict[Address, Group] = {}
        self.rooms: dict[Address, Room] = {}
        self.queues: dict[str, Queue] = {}
        self.team_lists: dict[Address, str] = {}
        self._names: set[str] = set()
        self._protected: set[Address] = set()
        self._companies = self.shuffle(self.trade.companies)
        self._projects = self.shuffle([spelled(one, self.spelling) for one in self.trade.projects])
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
        for spec in self.shuffle(self.trade.queues)[: self.roll(2, 3)]:
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
        taken, people, chance = self._names, self.people, self.chance
        reserved = self.reserved
        if not first:
            first = FIRST[int(chance() * _FIRST_NAMES)]
            while first in taken or (reserved and self.speaks_of_reserved(first)):
                first = FIRST[int(chance() * _FIRST_NAMES)]
        if not last:
            last = LAST[int(chance() * _LAST_NAMES)]
            while last in taken or (reserved and self.speaks_of_reserved(last)):
                last = LAST[int(chance() * _LAST_NAMES)]
        taken.add(first)
        taken.add(last)
        if company:
            domain, firm, team = company.domain, company.name, ""
        else:
            domain, firm = self.domain, ""
            if not title:
                titles = self.trade.teams.get(team, _TITLES)
                title = titles[int(chance() * len(titles))]
        address = address or f"{local_start(first, _style(domain))}{fold(last)}@{domain}"
        if address in people:
            address = f"{fold(first)}.{fold(last)}{len(people)}@{domain}"
        people[address] = person = Person(address, f"{first} {last}", team, title, firm, tuple(aliases))
        return person

    def is_internal(self, address: Address) -> bool:
        """Whether the address is in one of the organisation's domains."""
        return self._is_inside(address)

    def free_people(self, *, inside: bool) -> list[Person]:
        """People of whom the template has not spoken: those whom filler may use."""
        people, protected = self.people.values(), self._protected
        if inside:
            return [one for one in people if not one.company and one.address not in protected]
        return [one for one in people if one.company and one.address not in protected]

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

    def newcomer(self, company: Company) -> Person:
        """An outside person whom filler may use."""
        return self._person(company=company)

    def _own(self, person: Person) -> Person:
        self._protected.add(person.address)
        self.reserve(*person.name.split(" "))
        return person

    def _make_way(self, first: str, last: str) -> None:
        if not (first or last):
            return
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
        return who.name.partition(" ")[0]

    def group(self, name: str, members: Sequence[Who], address: str = "", description: str = "") -> Group:
        """A distribution list; members are people, addresses or other lists."""
        made = Group(
            address=address or f"{slug(name)}@{self.domain}",
            name=name,
            members=tuple(self.address(member) for member in members),
            description=description,
        )
        self.groups[made.address] = made
        return made

    def team_list(self, team: str) -> Group:
        """The list of a team; its members are whoever is in the team when the scene is finished."""
        address = f"{slug(team)}@{self.domain}"
        self.team_lists[address] = team
        if address not in self.groups:
            self.groups[address] = Group(address=address, name=team)
        return self.groups[address]

    def room(self, name: str = "", capacity: int = 0) -> Room:
        """A room: the one of that name (made if need be), or any."""
        if not name:
            return self.pick(list(self.rooms.values()))
        address = f"room-{slug(name)}@{self.domain}"
        made = self.rooms.get(address) or Room(
            address=address, name=name, capacity=capacity or self.roll(2, 10) * 2
        )
        self.rooms[made.address] = made
        return made

    def queue(
        self,
        name: str = "",
        prefix: str = "",
        workflow: str = "",
        description: str = "",
        next_number: int = 0,
    ) -> Queue:
        """A queue: the one of that name or prefix, else a new one; without a name, one that the trade has.

        ``workflow`` is a key of ``world.WORKFLOWS``; ``s.queue(workflow="support")`` is the trade's queue of
        that kind. ``next_number`` is the number that the queue's next ticket will get.
        """
        if not name and not prefix:
            specs = [spec for spec in self.trade.queues if workflow in ("", spec[2])]
            if not specs:
                raise UsageError(f"{self.template.name}: no queue has the workflow {workflow!r}")
            name, prefix, workflow, description = next(
                (spec for spec in specs if spec[0] in self.queues), specs[0]
            )
        for known in self.queues.values():
            if name == known.name or (not (name and prefix) and known.prefix in (name, prefix)):
                return known
        twin = next((known.name for known in self.queues.values() if known.prefix == prefix), "")
        if twin in self.next_ticket:
            raise UsageError(f"{self.template.name}: {twin} has tickets called {prefix} already")
        self.queues.pop(twin, None)
        workflow = workflow or "desk"
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
            self.next_ticket[name] = next_number
        return made

    def project(self) -> str:
        """A project of the template's own."""
        name = self._projects.pop()
        self.reserve(name)
        return name

    @property
    def free_projects(self) -> list[str]:
        """Projects that filler may speak of."""
        return self.unreserved(self._projects, self._projects)

    @property
    def free_companies(self) -> list[Company]:
        """Companies that filler may speak of."""
        return self.unreserved(self._companies, [one.name for one in self._companies])

    def reserve(self, *words: str) -> None:
        """Words and phrases that filler must not use: names, subjects, projects, numbers of the template."""
        fresh = dict.fromkeys(word.casefold() for word in words if word)
        self.reserved.extend(word for word in fresh if word not in self.reserved)

    def speaks_of_reserved(self, text: str) -> bool:
        """Whether a text holds a reserved word or phrase, as whole words (a plural counts too)."""
        if not self.reserved:
            return False
        folded = text.casefold()
        for word in self.reserved:
            if word in folded and _whole(folded, word):
                return True
        return False

    def unreserved(self, items: Sequence[T], texts: Sequence[str]) -> list[T]:
        """The items whose texts hold no reserved word or phrase."""
        if not self.speaks_of_reserved("\n".join(texts)):
            return list(items)
        return [one for one, text in zip(items, texts, strict=True) if not self.speaks_of_reserved(text)]

    def keep_free(self, start: Instant, end: Instant) -> None:
        """No filler event, on any week, on that weekday between these times."""
        first = _minute_of_week(self.local(start))
        self._busy.append((first, first + max(1, self.minutes_between(start, end))))

    def is_busy(self, start: Instant, minutes: int) -> bool:
        """Whether a template's event or a time kept free lies across that stretch (by weekday and time)."""
        if not self._busy:
            return False
        first = _minute_of_week(start)
        last = first + max(1, minutes)
        return any(low < last and first < high for low, high in self._busy)

    def address(self, who: Who) -> Address:
        """The address of a person, list or room; ``"me"`` is the user."""
        if isinstance(who, str):
            return self.user.address if who == "me" else who
        return who.address

    def _addresses(self, many: Many) -> tuple[Address, ...]:
        if isinstance(many, dict):
            return tuple(many)  # known and distinct already
        me = self.user.address
        if isinstance(many, str):
            return (me if many == "me" else many,)
        if isinstance(many, (Person, Group, Room)):
            return (many.address,)
        every = [(me if one == "me" else one) if isinstance(one, str) else one.address for one in many]
        return tuple(dict.fromkeys(every))


@lru_cache(maxsize=1024)
def _style(domain: str) -> int:
    """Which of the styles of addresses a domain has."""
    return crc32(domain.encode()) % 4


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


def _minute_of_week(instant: Instant) -> int:
    return date.fromisoformat(instant[:10]).weekday() * 1440 + MINUTES[instant[11:16]]

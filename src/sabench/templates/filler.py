"""What any office holds besides the matter at hand: threads, newsletters, meetings, tickets, drafts.

Filler speaks only of people, firms and projects that the template has not taken, never uses a reserved word,
and keeps off times that the template uses; so it cannot become a second thing that the instruction could mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import chain, islice
from math import gcd
from typing import TYPE_CHECKING

from sabench.errors import UsageError
from sabench.model import Instant, Message, Override, Person, Queue, Room, Ticket, replace
from sabench.templates import letters
from sabench.templates.clock import READINGS, seconds
from sabench.templates.prose import Slots
from sabench.templates.world import (
    COMMENTS,
    DRAFTS,
    EVENTS,
    GENERIC_CHATS,
    GENERIC_TICKETS,
    NEWSLETTERS,
    NOTICES,
    PRIVATE,
    SERIES,
    WEEKLIES,
    WORKFLOWS,
    Chat,
    slug,
)

if TYPE_CHECKING:
    from sabench.templates.kit import Scene

_SHARES = {
    "email": (
        ("chat", 46),
        ("weekly", 8),
        ("news", 6),
        ("notice", 6),
        ("event", 14),
        ("ticket", 14),
        ("draft", 6),
    ),
    "calendar": (
        ("chat", 34),
        ("weekly", 6),
        ("news", 6),
        ("notice", 4),
        ("event", 32),
        ("ticket", 12),
        ("draft", 6),
    ),
    "ticket": (
        ("chat", 34),
        ("weekly", 6),
        ("news", 4),
        ("notice", 6),
        ("event", 14),
        ("ticket", 32),
        ("draft", 4),
    ),
}
"""How filler is made up, by the template's domain, in hundredths."""

_KINDS = {
    domain: [kind for kind, share in shares for _ in range(share)] for domain, shares in _SHARES.items()
}

_FIRST = ("event", "event", "ticket", "draft", "chat", "chat")
"""What every scene gets before the shares decide, so that no table is empty."""


class Bank:
    """The prose and the people of one scene; each piece of prose is used once at most."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        # Signatures carry title and firm, so these must be free of reserved words too.
        inside, outside = scene.free_people(inside=True), scene.free_people(inside=False)
        self.staff = scene.unreserved(inside, [f"{one.name} {one.title}" for one in inside])
        self._ring = scene.shuffle(self.staff) * 6
        self.outside = scene.unreserved(outside, [f"{one.name} {one.title} {one.company}" for one in outside])
        self.projects = scene.free_projects
        self.companies = scene.free_companies
        rooms = list(scene.rooms.values())
        self.rooms: list[Room] = scene.unreserved(rooms, [one.name for one in rooms])
        # Most of the trade's own talk comes first, so that the place is felt in every scene.
        chats, tickets = scene.shuffle(scene.trade.chats), scene.shuffle(scene.trade.tickets)
        self.chats = chain(chats[:3], scene.one_by_one((*chats[3:], *GENERIC_CHATS)))
        self.tickets = chain(tickets[:4], scene.one_by_one((*tickets[4:], *GENERIC_TICKETS)))
        self.events = scene.one_by_one((*scene.trade.events, *EVENTS))
        self.series = scene.one_by_one(SERIES)
        self.drafts = scene.one_by_one(DRAFTS)
        self.news = scene.one_by_one(NEWSLETTERS)
        self.notices = scene.one_by_one(NOTICES)
        self.weeklies = islice(scene.one_by_one(WEEKLIES), 2)
        self.comments = scene.one_by_one(COMMENTS)

    def five_of_staff(self) -> list[Person]:
        """Five colleagues in an order of chance; some of them again where there are fewer."""
        # Counted off from a ring; shuffling all of the staff for every text would take five times as long.
        count = len(self.staff)
        steps = _steps(count)
        start, which = divmod(int(self.scene.chance() * count * len(steps)), len(steps))
        return self._ring[start : start + 5 * steps[which] : steps[which]]

    def somebody_of(self, role: str) -> Person | None:
        """An outside person of a firm of that role or name; nobody when the template has taken them all."""
        firms = [one for one in self.companies if role in (one.role, one.name)]
        names = {one.name for one in firms}
        known = [one for one in self.outside if one.company in names]
        if known or not firms:
            return known[0] if known else None
        self.outside.append(self.scene.newcomer(firms[0]))
        return self.outside[-1]


@cache
def _steps(count: int) -> list[int]:
    """The steps by which a ring of so many places is walked through without coming back to one too early."""
    return [step for step in range(1, count + 1) if gcd(step, count) == 1]


def fill(scene: Scene, total: int) -> None:
    """Add filler until the scene holds about ``total`` entities, and stop when the prose runs out."""
    bank = Bank(scene)
    if not bank.staff:
        raise UsageError(
            f"{scene.template.name}: no colleagues are left for filler; stage() with more of them"
        )
    if bank.outside and bank.projects:
        # A list as offices have them: named for its work, and open to somebody outside.
        work = scene.pick(bank.projects)
        scene.group(scene.capital(work), [*bank.staff[:3], bank.outside[0]], f"{slug(work)}@{scene.domain}")
    kinds = _KINDS[scene.template.domain]
    first = iter(_FIRST)
    dry: set[str] = set()
    while (room := total - scene.size) > 0 and len(dry) < len(_MAKERS):
        kind = next(first, "") or scene.pick(kinds)
        if kind not in dry and not _MAKERS[kind](scene, bank, room):
            dry.add(kind)


# --- mail ------------------------------------------------------------------------------------------


def _chat(scene: Scene, bank: Bank, room: int) -> bool:
    # A plain loop: most of what is left are threads that are too long, and this is the hot spot.
    for chat in bank.chats:
        if len(chat.turns) <= room and _hold(scene, bank, chat):
            return True
    return False


def _hold(scene: Scene, bank: Bank, chat: Chat) -> bool:
    """The thread of a chat, old or new; False when it cannot be held here."""
    back = scene.pick((0 if len(chat.turns) == 1 else 1, 1, 1, 2, 3, 4, 6, 8, 11, 15, 22))
    slots = Slots(scene, bank, -back)
    if chat.by:
        slots.contact = bank.somebody_of(chat.by)
    cast = {"a": slots.colleagues[0], "b": slots.colleagues[1], "x": slots.contact, "me": scene.user}
    said = slots.headed(chat.subject, *[text for _, text in chat.turns])
    if said is None:
        return False
    turns = []
    copied = []
    for (who, text), body in zip(chat.turns, said[1:], strict=True):
        speaker = cast[who]
        if speaker is None:
            return False
        turns.append((speaker, body.split("\n\n")))
        if ". {person}, " in text:
            copied = [slots.colleagues[2]]
    made = scene.thread(said[0], turns, cc=copied, start=scene.ago(back))
    filed = back > 3 and scene.chance() < 0.4
    labels = _labels(scene)
    for message in made:
        folder = "archive" if filed and message.folder == "inbox" else message.folder
        enclosed = _enclosed(scene, message) if "ttached" in message.body else ()
        if labels or enclosed or folder != message.folder:
            scene.messages[message.id] = replace(message, folder=folder, labels=labels, attachments=enclosed)
    return True


def _labels(scene: Scene) -> tuple[str, ...]:
    """Now and then a label, as on mail that somebody has sorted."""
    if scene.chance() < 0.85:
        return ()
    label = scene.pick(_LABELS)
    return () if scene.speaks_of_reserved(label) else (label,)


_LABELS = ("to read", "receipts", "waiting", "team", "keep")


def _enclosed(scene: Scene, message: Message) -> tuple[str, ...]:
    """The file that a mail says is attached."""
    body = message.body
    if "ttached" not in letters.top(body) or "in spirit" in body:
        return ()
    name = slug(message.subject.removeprefix("Re: ").replace(",", ""))
    return (scene.attachment(f"{name}.pdf").id,)


def _news(scene: Scene, bank: Bank, room: int) -> bool:
    return any(_automatic(scene, bank, *one) for one in bank.news)


def _notice(scene: Scene, bank: Bank, room: int) -> bool:
    return any(_automatic(scene, bank, one[0], f"{one[1]}@{scene.domain}", *one[2:]) for one in bank.notices)


def _automatic(scene: Scene, bank: Bank, sender: str, address: str, subject: str, body: str) -> bool:
    back = scene.roll(1, 9)
    slots = Slots(scene, bank, -back)
    made = slots.headed(subject, body)
    if made is None or scene.speaks_of_reserved(sender):
        return False
    folder = "inbox" if scene.is_internal(address) else scene.pick(("inbox", "inbox", "archive", "trash"))
    scene.mailbox(address, sender)
    scene.mail(address, "me", *made, raw=True, folder=folder, at=scene.ago(back))
    return True


def _weekly(scene: Scene, bank: Bank, room: int) -> bool:
    return any(_report(scene, bank, subject, bodies) for subject, bodies in bank.weeklies)


def _report(scene: Scene, bank: Bank, subject: str, bodies: Sequence[str]) -> bool:
    """The same report from the last two Fridays: like subjects, other contents."""
    author = scene.pick(bank.staff)
    for back, body in enumerate(bodies):
        slots = Slots(scene, bank, -1 - scene.today.weekday() - 5 * back)
        made = slots.headed(subject, body)
        if made is None or author in (slots.colleagues[2], slots.colleagues[3]):
            return False
        heading, text = made
        day = scene.workday(slots.base)
        scene.mail(
            author,
            [scene.team_list(author.team), "me"],
            f"{heading} {day.isocalendar().week}",
            text.split("\n\n"),
            at=scene.at(day, READINGS[scene.roll(14, 17) * 60 + scene.roll(10, 59)]),
            folder="inbox" if back == 0 else "archive",
        )
    return True


def _draft(scene: Scene, bank: Bank, room: int) -> bool:
    for subject, body in bank.drafts:
        slots = Slots(scene, bank)
        greeted = "{contact}" in body
        made = slots.headed(subject, body)
        to = slots.contact if greeted else slots.colleagues[0]
        if made is None or to is None:
            continue
        scene.draft(to, made[0], made[1].split("\n\n"), raw=greeted)
        return True
    return False


# --- calendar --------------------------------------------------------------------------------------


def _event(scene: Scene, bank: Bank, room: int) -> bool:
    return _series(scene, bank) if scene.chance() < 0.35 else _single(scene, bank)


_HOURS = {"Lunch": (12, 12), "cake": (15, 15), "Morning": (8, 9), "evening": (17, 17), "School run": (8, 8)}
"""The hours in which an event of such a title starts, the last one included; others by day."""


def _place(scene: Scene, title: str, days: tuple[int, int], minutes: int) -> str:
    """A start that suits the title and keeps off the template's times; empty when eight draws found none."""
    chance, (first, last) = scene.chance, days
    earliest, latest = next((hours for word, hours in _HOURS.items() if word in title), (8, 16))
    for _ in range(8):
        time = READINGS[scene.roll(earliest, latest) * 60 + int(chance() * 4) * 15]
        start = scene.at(scene.workday(first + int(chance() * (last - first + 1))), time)
        if not scene.is_busy(start, minutes):
            return start
    return ""


def _single(scene: Scene, bank: Bank) -> bool:
    for title in bank.events:
        slots = Slots(scene, bank)
        made = slots.title(title)
        minutes = scene.pick((30, 30, 45, 60, 60, 90))
        start = _place(scene, title, (-6, 12), minutes)
        if not (made and start):
            continue
        private = title in PRIVATE
        named = _named(made, slots)
        guests = [] if private else named or slots.colleagues[: scene.roll(1, 4)]
        # Nobody writes their own name into the title of a meeting that they call.
        hosted = guests[0] if guests and not named and scene.chance() < 0.5 else None
        scene.event(
            made,
            start,
            minutes,
            guests,
            organizer=hosted or "me",
            room=scene.pick(bank.rooms) if guests and bank.rooms and scene.chance() < 0.4 else None,
            response=scene.pick(("accepted", "accepted", "tentative", "needs_action"))
            if hosted
            else "accepted",
            busy=False,
        )
        return True
    return False


def _named(title: str, slots: Slots) -> list[Person]:
    """The people whom a title speaks of: they are the ones who come."""
    if not slots:
        return []  # the title has no slots, and so no names
    known = [*slots.colleagues, *([slots.contact] if slots.contact else [])]
    words = re.findall(r"[^\W_]+", title)
    return [
        one for one in known if one.name.partition(" ")[0] in words or (one.company and one.company in title)
    ]


def _series(scene: Scene, bank: Bank) -> bool:
    for title, minutes in bank.series:
        slots = Slots(scene, bank)
        made = slots.title(title)
        start = _place(scene, title, (-40, -11), minutes)
        if not (made and start):
            continue
        named = _named(made, slots)
        coming = _coming(scene, start)
        moved = scene.at(coming[0], READINGS[scene.roll(8, 16) * 60 + 30])
        moves = scene.chance() < 0.4 and moved[11:16] != start[11:16] and not scene.is_busy(moved, minutes)
        scene.event(
            made,
            start,
            minutes,
            named or slots.colleagues[: scene.roll(2, 5)],
            organizer=slots.colleagues[0] if not named and scene.chance() < 0.6 else "me",
            weekly=_BYDAY[coming[0].weekday()],
            room=scene.pick(bank.rooms) if bank.rooms and scene.chance() < 0.5 else None,
            exceptions={coming[0]: Override(start=moved, end=scene.later(moved, minutes))} if moves else {},
            cancelled=() if moves or scene.chance() < 0.3 else [coming[1]],
            busy=False,
        )
        return True
    return False


_BYDAY = ("MO", "TU", "WE", "TH", "FR")


def _coming(scene: Scene, start: str) -> list[date]:
    """The next two dates of a weekly series."""
    first = scene.day(start)
    ahead = (first - scene.today).days % 7 or 7
    return [scene.today + timedelta(days=ahead + 7 * week) for week in range(2)]


# --- tickets ---------------------------------------------------------------------------------------


def _ticket(scene: Scene, bank: Bank, room: int) -> bool:
    for title, description in bank.tickets:
        queue = _queue(scene, (title, description) in scene.trade.tickets, "{contact}" in description)
        number = scene.take_number(queue)
        created = _made(scene, queue, number)
        slots = Slots(scene, bank, -scene.workdays_since(created))
        made = slots.headed(title, description)
        outside = "{contact}" in description
        if made is None or (outside and not slots.contact):
            continue
        assignee = scene.pick((None, slots.colleagues[1], slots.colleagues[2]))
        ticket = scene.ticket(
            queue,
            *made,
            number=number,
            created=created,
            status=_status(scene, queue),
            priority=scene.pick(("low", "normal", "normal", "normal", "high")),
            assignee=assignee or "",
            requester=(slots.contact if outside else None) or slots.colleagues[0],
            watchers=[slots.colleagues[3]] if scene.chance() < 0.25 else (),
            due=scene.workday(scene.roll(2, 15)) if scene.chance() < 0.3 else "",
        )
        if room > 1 and ticket.status not in queue.done and scene.chance() < 0.7:
            _remark(scene, bank, ticket, assignee or slots.colleagues[1])
        return True
    return False


def _made(scene: Scene, queue: Queue, number: int) -> Instant:
    """When a ticket was made: as its number says, and before anything was said on one of a higher number."""
    made = scene.created_at(queue, number)
    higher = {
        one.id: one.created_at
        for one in scene.tickets.values()
        if one.queue == queue.name and int(one.id.rpartition("-")[2]) > number
    }
    if not higher:
        return made
    bounds = [seconds(created) for created in higher.values() if created]
    bounds += [seconds(one.at) - 180 * 60 for one in scene.comments.values() if one.ticket_id in higher]
    if not bounds or seconds(made) < min(bounds):
        return made
    return scene.ago(scene.workdays_since(scene.instant(min(bounds))) + 1)


def _queue(scene: Scene, of_the_trade: bool, outside: bool) -> Queue:
    """A fitting queue: outside requests where requests are answered, office troubles at the desk."""
    wanted = WORKFLOWS["support" if outside else "work" if of_the_trade else "desk"]
    fitting = [one for one in scene.queues.values() if one.workflow is wanted]
    return scene.pick(fitting or list(scene.queues.values()))


def _status(scene: Scene, queue: Queue) -> str:
    statuses = list(queue.workflow)
    live = [one for one in statuses if one not in queue.done]
    return scene.pick(live) if scene.chance() < 0.7 else scene.pick(statuses)


def _remark(scene: Scene, bank: Bank, ticket: Ticket, author: Person) -> None:
    for text in bank.comments:
        back = scene.roll(0, min(4, scene.workdays_since(ticket.created_at) - 1))
        made = Slots(scene, bank, -back).body(text)
        if made and letters.first_name(author.name) not in made:
            scene.comment(
                ticket, author, made, scene.pick(("internal", "internal", "public")), scene.ago(back)
            )
            return


_MAKERS: dict[str, Callable[[Scene, Bank, int], bool]] = {
    "chat": _chat,
    "news": _news,
    "notice": _notice,
    "weekly": _weekly,
    "draft": _draft,
    "event": _event,
    "ticket": _ticket,
}

"""What any office holds besides the matter at hand: threads, newsletters, meetings, tickets, drafts.

Filler speaks only of people, firms and projects that the template has not taken, never uses a reserved word,
and keeps off times that the template uses; so it cannot become a second thing that the instruction could mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

from sabench.model import Override, Person, Queue, Ticket
from sabench.templates.world import (
    COMMENTS,
    DRAFTS,
    EVENTS,
    GENERIC_CHATS,
    GENERIC_TICKETS,
    NEWSLETTERS,
    NOTICES,
    SERIES,
    WEEKLIES,
    Chat,
)

if TYPE_CHECKING:
    from sabench.templates.kit import Scene

T = TypeVar("T")

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
"""How filler is made up, by the template's domain."""

_FIRST = ("event", "event", "ticket", "draft", "chat", "chat")
"""What every scene gets before the shares decide, so that no table is empty."""


class Slots(dict[str, str]):
    """Values for the slots of a text, drawn when first asked for and kept, so that a text agrees with itself."""

    def __init__(self, scene: Scene, outside: bool = False) -> None:
        super().__init__()
        self.scene = scene
        people = scene.shuffle(scene.free_people(inside=True))
        self.colleagues = people
        self.contact = next(iter(scene.shuffle(scene.free_people(inside=False))), None)

    def __missing__(self, key: str) -> str:
        value = _SLOTS[key](self.scene, self)
        self[key] = value
        return value

    def mate(self, index: int) -> Person:
        """One of the colleagues in this text's cast."""
        return self.colleagues[index % len(self.colleagues)]


def _company(scene: Scene, slots: Slots) -> str:
    if slots.contact:
        return slots.contact.company
    return scene.pick(scene.free_companies).name if scene.free_companies else "the supplier"


def _project(scene: Scene, slots: Slots) -> str:
    free = [one for one in scene.free_projects if one not in slots.values()]
    return scene.pick(free) if free else "the handover"


_SLOTS: dict[str, Callable[[Scene, Slots], str]] = {
    "project": _project,
    "other": _project,
    "person": lambda scene, slots: scene.first(slots.mate(2)),
    "mate": lambda scene, slots: scene.first(slots.mate(3)),
    "a": lambda scene, slots: scene.first(slots.mate(0)),
    "b": lambda scene, slots: scene.first(slots.mate(1)),
    "contact": lambda scene, slots: scene.first(slots.contact) if slots.contact else "the agency",
    "company": _company,
    "me": lambda scene, slots: scene.first(scene.user),
    "org": lambda scene, slots: scene.organisation.name,
    "room": lambda scene, slots: scene.room().name,
    "day": lambda scene, slots: scene.say_day(scene.workday(scene.roll(2, 9))),
    "past": lambda scene, slots: scene.say_day(scene.workday(-scene.roll(3, 14)), weekday=False),
    "time": lambda scene, slots: scene.say_time(f"{scene.roll(9, 16):02}:{scene.roll(0, 3) * 15:02}"),
    "n": lambda scene, slots: str(scene.roll(2, 9)),
    "m": lambda scene, slots: str(scene.roll(11, 48)),
    "amount": lambda scene, slots: f"{scene.roll(2, 96) * 25:,}",
    "ref": lambda scene, slots: f"{scene.pick('ABDKRTX')}{scene.roll(10000, 99999)}",
    "week": lambda scene, slots: str(scene.today.isocalendar().week),
    "month": lambda scene, slots: scene.say_day(scene.today, weekday=False).strip("0123456789 "),
}


class _Bank:
    """The prose of one scene, each piece used once at most."""

    def __init__(self, scene: Scene) -> None:
        chats = scene.shuffle((*scene.trade.chats, *GENERIC_CHATS))
        own = set(map(id, scene.trade.chats))
        # A third of the trade's own talk comes first, so that the place is felt in every scene.
        self.chats = iter(sorted(chats, key=lambda one: id(one) not in own and scene.rng.random() < 0.55))
        tickets = scene.shuffle(scene.trade.tickets)
        self.tickets = iter([*tickets[:4], *scene.shuffle((*tickets[4:], *GENERIC_TICKETS))])
        self.events = iter(scene.shuffle((*scene.trade.events, *EVENTS)))
        self.series = iter(scene.shuffle(SERIES))
        self.drafts = iter(scene.shuffle(DRAFTS))
        self.news = iter(scene.shuffle(NEWSLETTERS))
        self.notices = iter(scene.shuffle(NOTICES))
        self.weeklies = iter(scene.shuffle(WEEKLIES))
        self.comments = iter(scene.shuffle(COMMENTS))


def fill(scene: Scene, total: int) -> None:
    """Add filler until the scene holds about ``total`` entities, and stop when the prose runs out."""
    bank = _Bank(scene)
    kinds, weights = zip(*_SHARES[scene.template.domain], strict=True)
    first = iter(_FIRST)
    dry: set[str] = set()
    while scene.size < total and len(dry) < len(kinds):
        kind = next(first, "") or scene.rng.choices(kinds, weights)[0]
        if kind not in dry and not _MAKERS[kind](scene, bank, total - scene.size):
            dry.add(kind)


def _render(scene: Scene, texts: Sequence[str], slots: Slots) -> list[str] | None:
    """The texts with their slots filled, or None when one of them speaks of what is reserved."""
    made = [text.format_map(slots) for text in texts]
    return None if any(map(scene.speaks_of_reserved, made)) else made


def _spelled(scene: Scene, text: str) -> str:
    if scene.spelling != "american":
        return text
    for british, american in _AMERICAN:
        if british in text:
            text = text.replace(british, american)
    return text


_AMERICAN = (
    ("organis", "organiz"),
    ("rganise", "rganize"),
    ("colour", "color"),
    ("centre", "center"),
    ("favour", "favor"),
    ("apologis", "apologiz"),
    ("catalogue", "catalog"),
    ("cheque", "check"),
    ("licence", "license"),
    ("programme", "program"),
    ("travelling", "traveling"),
    ("cancelled", "canceled"),
    ("labelled", "labeled"),
    ("finalise", "finalize"),
    ("prioritise", "prioritize"),
    ("summaris", "summariz"),
    ("holiday", "vacation"),
    ("car park", "parking lot"),
    ("whilst", "while"),
)


# --- mail ------------------------------------------------------------------------------------------


def _chat(scene: Scene, bank: _Bank, room: int) -> bool:
    for chat in bank.chats:
        if len(chat.turns) <= max(room, 1) and _hold(scene, chat):
            return True
    return False


def _hold(scene: Scene, chat: Chat) -> bool:
    slots = Slots(scene)
    if not slots.colleagues or (slots.contact is None and any(who == "x" for who, _ in chat.turns)):
        return False
    made = _render(
        scene, [_spelled(scene, text) for text in (chat.subject, *(said for _, said in chat.turns))], slots
    )
    if made is None:
        return False
    subject, *said = made
    cast = {"a": slots.mate(0), "b": slots.mate(1), "x": slots.contact, "me": scene.user}
    turns = [
        (cast[who] or scene.user, text.split("\n\n")) for (who, _), text in zip(chat.turns, said, strict=True)
    ]
    start = scene.ago(scene.pick((0, 1, 1, 2, 3, 4, 6, 8, 11, 15, 22)))
    folder = "" if scene.rng.random() < 0.8 else "archive"
    to = [scene.user] if chat.turns[0][0] != "me" or len(turns) > 1 else [slots.mate(0)]
    messages = scene.thread(subject, turns, to=to, start=start)
    if folder:
        for message in messages:
            if message.folder == "inbox":
                scene.refile(message, folder)
    return True


def _news(scene: Scene, bank: _Bank, room: int) -> bool:
    for sender, address, subject, body in bank.news:
        made = _render(scene, [_spelled(scene, text) for text in (subject, body)], Slots(scene))
        if made:
            scene.mailbox(address, sender)
            folder = scene.pick(("inbox", "inbox", "archive", "trash"))
            scene.mail(
                address, "me", made[0], made[1], raw=True, folder=folder, at=scene.ago(scene.roll(1, 9))
            )
            return True
    return False


def _notice(scene: Scene, bank: _Bank, room: int) -> bool:
    for sender, local, subject, body in bank.notices:
        made = _render(scene, [_spelled(scene, text) for text in (subject, body)], Slots(scene))
        if made:
            address = f"{local}@{scene.domain}"
            scene.mailbox(address, sender)
            scene.mail(address, "me", made[0], made[1], raw=True, at=scene.ago(scene.roll(0, 8)))
            return True
    return False


def _weekly(scene: Scene, bank: _Bank, room: int) -> bool:
    """The same report from two weeks: like subjects, other contents."""
    for subject, bodies in bank.weeklies:
        slots = Slots(scene)
        made = _render(scene, [_spelled(scene, text) for text in (subject, *bodies)], slots)
        if made is None or not slots.colleagues:
            continue
        for back, body in enumerate(made[1 : 1 + min(2, max(room, 1))]):
            day = scene.workday(-1 - 5 * back)
            week = day.isocalendar().week
            scene.mail(
                slots.mate(0),
                ["me", scene.team_list(slots.mate(0).team)] if slots.mate(0).team else "me",
                f"{made[0]} {week}",
                body.split("\n\n"),
                at=scene.at(day, f"{scene.roll(14, 17)}:{scene.roll(10, 59)}"),
                folder="inbox" if back == 0 else "archive",
            )
        return True
    return False


def _draft(scene: Scene, bank: _Bank, room: int) -> bool:
    for subject, body in bank.drafts:
        slots = Slots(scene)
        made = _render(scene, [_spelled(scene, text) for text in (subject, body)], slots)
        if made and slots.colleagues:
            outside = slots.contact if slots.contact and "{contact}" in body else None
            scene.draft(outside or slots.mate(2), made[0], made[1].split("\n\n"))
            return True
    return False


# --- calendar --------------------------------------------------------------------------------------


def _event(scene: Scene, bank: _Bank, room: int) -> bool:
    return _series(scene, bank) if scene.rng.random() < 0.35 else _single(scene, bank)


def _place(scene: Scene, days: tuple[int, int], minutes: int) -> str:
    """A start that keeps off the template's times; empty when eight draws found none."""
    for _ in range(8):
        start = scene.at(
            scene.workday(scene.roll(*days)), f"{scene.roll(8, 16):02}:{scene.pick(('00', '15', '30', '45'))}"
        )
        if not scene.is_busy(start, scene.later(start, minutes)):
            return start
    return ""


def _single(scene: Scene, bank: _Bank) -> bool:
    for title in bank.events:
        slots = Slots(scene)
        made = _render(scene, [_spelled(scene, title)], slots)
        minutes = scene.pick((30, 30, 45, 60, 60, 90))
        start = _place(scene, (-6, 12), minutes)
        if made and start and slots.colleagues:
            named = _named(scene, made[0], slots)
            scene.event(
                made[0],
                start,
                minutes,
                named or slots.colleagues[: scene.roll(0, 4)],
                organizer=(named or slots.colleagues)[0] if scene.rng.random() < 0.5 else "me",
                room=scene.room() if scene.rng.random() < 0.4 else None,
                response=scene.pick(("accepted", "accepted", "accepted", "tentative", "needs_action")),
                busy=False,
            )
            return True
    return False


def _named(scene: Scene, title: str, slots: Slots) -> list[Person]:
    """The people whom a title speaks of: they are the ones who come."""
    known = [*slots.colleagues, *([slots.contact] if slots.contact else [])]
    words = title.replace("/", " ").replace(",", " ").split()
    return [one for one in known if scene.first(one) in words or (one.company and one.company in title)]


def _series(scene: Scene, bank: _Bank) -> bool:
    for title, minutes in bank.series:
        slots = Slots(scene)
        made = _render(scene, [_spelled(scene, title)], slots)
        start = _place(scene, (-40, -11), minutes)
        if not (made and start and slots.colleagues):
            continue
        named = _named(scene, made[0], slots)
        day = scene.day(start)
        weekday = ("MO", "TU", "WE", "TH", "FR")[day.weekday()]
        ahead = [day + timedelta(days=7 * week) for week in range(13)]
        coming = [one for one in ahead if one > scene.today][:3]
        change = scene.rng.random()
        exceptions = {}
        if change < 0.35:
            moved = scene.at(coming[0], f"{scene.roll(8, 16):02}:30")
            if not scene.is_busy(moved, scene.later(moved, minutes)):
                exceptions[coming[0]] = Override(start=moved, end=scene.later(moved, minutes))
        scene.event(
            made[0],
            start,
            minutes,
            named or slots.colleagues[: scene.roll(2, 6)],
            organizer=(named or slots.colleagues)[0] if scene.rng.random() < 0.6 else "me",
            weekly=weekday,
            room=scene.room() if scene.rng.random() < 0.5 else None,
            exceptions=exceptions,
            cancelled=[coming[1]] if change > 0.6 else (),
            busy=False,
        )
        return True
    return False


# --- tickets ---------------------------------------------------------------------------------------


def _ticket(scene: Scene, bank: _Bank, room: int) -> bool:
    for title, description in bank.tickets:
        slots = Slots(scene)
        made = _render(scene, [_spelled(scene, text) for text in (title, description)], slots)
        if not (made and slots.colleagues):
            continue
        queue = scene.pick(list(scene.queues.values()))
        ticket = scene.ticket(
            queue,
            made[0],
            made[1],
            status=_status(scene, queue),
            priority=scene.pick(("low", "normal", "normal", "normal", "high")),
            assignee=scene.pick(("", slots.mate(1).address, slots.mate(2).address)),
            requester=slots.contact if slots.contact and "{contact}" in description else slots.mate(0),
            watchers=[slots.mate(3)] if scene.rng.random() < 0.25 else (),
            due=scene.workday(scene.roll(2, 15)) if scene.rng.random() < 0.3 else "",
        )
        if room > 1 and scene.rng.random() < 0.55:
            _remark(scene, bank, ticket, slots)
        return True
    return False


def _status(scene: Scene, queue: Queue) -> str:
    statuses = list(queue.workflow)
    live = [one for one in statuses if one not in queue.done]
    return scene.pick(live) if scene.rng.random() < 0.7 else scene.pick(statuses)


def _remark(scene: Scene, bank: _Bank, ticket: Ticket, slots: Slots) -> None:
    for text in bank.comments:
        made = _render(scene, [_spelled(scene, text)], slots)
        if made:
            author = slots.mate(1) if not ticket.assignee else ticket.assignee
            scene.comment(ticket, author, made[0], scene.pick(("internal", "internal", "public")))
            return


_MAKERS: dict[str, Callable[[Scene, _Bank, int], bool]] = {
    "chat": _chat,
    "news": _news,
    "notice": _notice,
    "weekly": _weekly,
    "draft": _draft,
    "event": _event,
    "ticket": _ticket,
}

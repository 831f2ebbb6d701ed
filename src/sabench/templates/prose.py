"""The prose of filler with its slots filled, in the spelling of the place, kept clear of what is reserved."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from sabench.model import Person
from sabench.templates.clock import MONTHS, READINGS
from sabench.templates.reserved import words_of

if TYPE_CHECKING:
    from sabench.templates.filler import Bank
    from sabench.templates.kit import Scene


class _Pattern(Struct, frozen=True):
    """A text ready for ``%`` with its slots, and its own words."""

    form: str
    words: frozenset[str]


class Slots(dict[str, str]):
    """Values for the slots of a text, drawn when first asked for and kept, so that a text agrees with itself.

    ``base`` is the day on which the text was written, in working days from today: what it calls past or coming
    is seen from there.
    """

    __slots__ = ("bank", "base", "colleagues", "contact", "reserved", "scene", "suspect")

    def __init__(self, scene: Scene, bank: Bank, base: int = 0) -> None:
        self.scene = scene
        self.bank = bank
        self.base = base
        self.reserved = scene.reserved
        self.suspect = False
        self.colleagues = bank.some_of_staff()
        self.contact: Person | None = scene.pick(bank.outside) if bank.outside else None

    def __missing__(self, key: str) -> str:
        if key in _MATES:
            value = self.mate(_MATES[key]).name.partition(" ")[0]
        else:
            value = _SLOTS[key](self.scene, self)
        self[key] = value
        if not self.suspect:
            self.suspect = self.reserved.may_be_among(words_of(value))
        return value

    def mate(self, index: int) -> Person:
        """One of the colleagues in this text's cast."""
        return self.colleagues[index % len(self.colleagues)]

    def title(self, text: str) -> str | None:
        """A title or subject with its slots filled, or None when it speaks of what is reserved."""
        made = self._filled(_title(text, self.scene.spelling))
        return made and made[:1].upper() + made[1:]

    def body(self, text: str) -> str | None:
        """A body with its slots filled; projects get their article. None when it speaks of what is reserved."""
        made = self._filled(_body(text, self.scene.spelling))
        return made and made[:1].upper() + made[1:]

    def headed(self, title: str, text: str) -> tuple[str, str] | None:
        """A title and a body, as ``title`` and ``body`` give them; None when either is None."""
        made = self._filled(_headed(title, text, self.scene.spelling))
        if made is None:
            return None
        head, _, body = made.partition("\n")
        return head[:1].upper() + head[1:], body[:1].upper() + body[1:]

    def _filled(self, pattern: _Pattern) -> str | None:
        made = pattern.form % self
        # No slot touches a letter, so the words of the text are those of its pattern and those of its values.
        suspect = self.suspect or self.reserved.may_be_among(pattern.words)
        return None if suspect and self.reserved.are_in(made) else made


_MATES = {"a": 0, "b": 1, "person": 2, "mate": 3}
"""The slots that name colleagues, and which."""


def _company(scene: Scene, slots: Slots) -> str:
    if slots.contact:
        return slots.contact.company
    return scene.pick(slots.bank.companies).name if slots.bank.companies else "the supplier"


def _project(scene: Scene, slots: Slots) -> str:
    taken = set(slots.values())
    free = [one for one in slots.bank.projects if one not in taken]
    return scene.pick(free) if free else "handover"


_SLOTS: dict[str, Callable[[Scene, Slots], str]] = {
    "project": _project,
    "other": _project,
    "contact": lambda scene, slots: scene.first(slots.contact) if slots.contact else "the agency",
    "company": _company,
    "Contact": lambda scene, slots: scene.capital(slots["contact"]),
    "Company": lambda scene, slots: scene.capital(slots["company"]),
    "me": lambda scene, slots: scene.first(scene.user),
    "org": lambda scene, slots: scene.organisation.name,
    "room": lambda scene, slots: scene.room().name,
    "day": lambda scene, slots: scene.say_day(scene.workday(slots.base + scene.roll(2, 9))),
    "past": lambda scene, slots: scene.say_day(scene.workday(slots.base - scene.roll(3, 14)), weekday=False),
    "time": lambda scene, slots: scene.say_time(
        READINGS[(9 + int(scene.chance() * 8)) * 60 + int(scene.chance() * 4) * 15]
    ),
    "noon": lambda scene, slots: scene.say_time(scene.pick(("12:00", "12:15", "12:30", "13:00"))),
    "late": lambda scene, slots: scene.say_time(scene.pick(("15:00", "15:30", "16:00", "16:30", "17:00"))),
    "n": lambda scene, slots: str(2 + int(scene.chance() * 8)),
    "m": lambda scene, slots: str(11 + int(scene.chance() * 38)),
    "amount": lambda scene, slots: scene.money(scene.roll(2, 96) * 25),
    "ref": lambda scene, slots: f"{scene.pick('ABDKRTX')}{scene.roll(10000, 99999)}",
    "month": lambda scene, slots: MONTHS[scene.workday(slots.base).month - 1],
}


@cache
def _title(text: str, spelling: str) -> _Pattern:
    return _pattern(_spelled(text, spelling))


@cache
def _body(text: str, spelling: str) -> _Pattern:
    return _pattern(_with_articles(text, spelling))


@cache
def _headed(title: str, text: str, spelling: str) -> _Pattern:
    return _pattern(f"{_spelled(title, spelling)}\n{_with_articles(text, spelling)}")


def _pattern(text: str) -> _Pattern:
    return _Pattern(_SLOT.sub(r"%(\1)s", text.replace("%", "%%")), words_of(_SLOT.sub(" ", text)))


def _with_articles(text: str, spelling: str) -> str:
    """A body's text with an article before projects, and capitals where sentences begin with one."""
    for name in ("{project}", "{other}"):
        text = text.replace(name, f"the {name}")
    for end in (". ", "? ", "\n\n"):
        text = text.replace(f"{end}the ", f"{end}The ")
        for name in ("contact", "company"):
            text = text.replace(f"{end}{{{name}}}", f"{end}{{{name.title()}}}")
    return _spelled(text, spelling)


def _spelled(text: str, spelling: str) -> str:
    if spelling == "american":
        for british, american in _AMERICAN:
            text = text.replace(british, american)
    return text


_SLOT = re.compile(r"{(\w+)}")


_AMERICAN = (
    ("colour", "color"),
    ("cheque", "check"),
    ("icence", "icense"),
    ("ravelling", "raveling"),
    ("ancelled", "anceled"),
    ("abelled", "abeled"),
    ("rogramme", "rogram"),
    ("tyre", "tire"),
    ("bank holiday", "holiday weekend"),
    ("car park", "parking lot"),
    ("rota", "schedule"),
    ("Rota", "Schedule"),
    ("fortnight", "two weeks"),
    ("Ta, ", "Thanks, "),
    ("rang back", "called back"),
    ("timesheet", "time sheet"),
)

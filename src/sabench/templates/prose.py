"""The prose of filler with its slots filled, in the spelling of the place, kept clear of what is reserved."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from sabench.model import Person
from sabench.templates.clock import MONTHS, READINGS
from sabench.templates.world import spelled

if TYPE_CHECKING:
    from sabench.templates.filler import Bank
    from sabench.templates.kit import Scene


class Slots(dict[str, str]):
    """Values for the slots of a text, drawn when first asked for and kept, so that a text agrees with itself.

    ``base`` is the day on which the text was written, in working days from today: what it calls past or coming
    is seen from there. A slot in capitals, ``{Company}``, is the same value at the start of a sentence.
    """

    __slots__ = ("bank", "base", "colleagues", "contact", "scene")

    def __init__(self, scene: Scene, bank: Bank, base: int = 0) -> None:
        self.scene = scene
        self.bank = bank
        self.base = base
        self.colleagues = bank.five_of_staff()
        outside = bank.outside
        self.contact: Person | None = outside[int(scene.chance() * len(outside))] if outside else None

    def __missing__(self, key: str) -> str:
        if key in _MATES:
            value = self.colleagues[_MATES[key]].name.partition(" ")[0]
        elif key in _SLOTS:
            value = _SLOTS[key](self.scene, self)
        else:
            value = self.scene.capital(self[key.lower()])
        self[key] = value
        return value

    def title(self, text: str) -> str | None:
        """A title or subject with its slots filled, or None when it speaks of what is reserved."""
        return self._filled(_title(text, self.scene.spelling))

    def body(self, text: str) -> str | None:
        """A body with its slots filled; projects get their article. None when it speaks of what is reserved."""
        return self._filled(_body(text, self.scene.spelling))

    def headed(self, title: str, *bodies: str) -> list[str] | None:
        """A title and what stands under it, as ``title`` and ``body`` give them; None when one of them is."""
        made = self._filled(_headed(title, bodies, self.scene.spelling))
        return None if made is None else made.split(_BREAK)

    def _filled(self, form: str) -> str | None:
        made = form % self
        return None if self.scene.speaks_of_reserved(made) else made


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
    "me": lambda scene, slots: scene.first(scene.user),
    "org": lambda scene, slots: scene.organisation.name,
    "room": lambda scene, slots: scene.pick(slots.bank.rooms).name if slots.bank.rooms else "the kitchen",
    "day": lambda scene, slots: scene.say_day(scene.workday(slots.base + scene.roll(2, 9))),
    "past": lambda scene, slots: scene.say_day(scene.workday(slots.base - scene.roll(3, 14)), weekday=False),
    "time": lambda scene, slots: scene.say_time(
        READINGS[(9 + int(scene.chance() * 8)) * 60 + int(scene.chance() * 4) * 15]
    ),
    "noon": lambda scene, slots: scene.say_time(scene.pick(("12:00", "12:15", "12:30", "13:00"))),
    "late": lambda scene, slots: scene.say_time(scene.pick(("15:00", "15:30", "16:00", "16:30", "17:00"))),
    "n": lambda scene, slots: str(2 + int(scene.chance() * 8)),
    "m": lambda scene, slots: str(11 + int(scene.chance() * 38)),
    "amount": lambda scene, slots: scene.price(scene.roll(2, 96) * 25),
    "ref": lambda scene, slots: f"{scene.pick('ABDKRTX')}{scene.roll(10000, 99999)}",
    "month": lambda scene, slots: MONTHS[scene.workday(slots.base).month - 1],
}


def _form(*texts: str) -> str:
    """Texts ready for ``%`` with their slots."""
    return _SLOT.sub(r"%(\1)s", _BREAK.join([_opened(one) for one in texts]).replace("%", "%%"))


@cache
def _title(text: str, spelling: str) -> str:
    return _form(spelled(text, spelling))


@cache
def _body(text: str, spelling: str) -> str:
    return _form(_with_articles(text, spelling))


@cache
def _headed(title: str, bodies: tuple[str, ...], spelling: str) -> str:
    return _form(spelled(title, spelling), *[_with_articles(body, spelling) for body in bodies])


def _opened(text: str) -> str:
    """A text with a capital at its start, be it a slot's."""
    at = int(text.startswith("{"))
    return f"{text[:at]}{text[at : at + 1].upper()}{text[at + 1 :]}"


def _with_articles(text: str, spelling: str) -> str:
    """A body's text with an article before projects, and capitals where sentences begin with one."""
    for name in ("{project}", "{other}"):
        text = text.replace(name, f"the {name}")
    for end in (". ", "? ", "\n\n"):
        text = text.replace(f"{end}the ", f"{end}The ")
        for name in ("contact", "company"):
            text = text.replace(f"{end}{{{name}}}", f"{end}{{{name.title()}}}")
    return spelled(text, spelling)


_BREAK = "\f"
"""What stands between texts that are filled in one go."""

_SLOT = re.compile(r"{(\w+)}")

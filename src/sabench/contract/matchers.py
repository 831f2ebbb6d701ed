"""Constraints on one value, as contracts and goals write them.

A matcher is plain data: a bare value or list (means ``equals``), the words ``absent`` or ``any``, or an
object with one or more of

- ``equals``: the same value; for several values the same set
- ``in``: one of these values
- ``subset_of`` / ``superset_of``: a set within, or around, these values
- ``between``: ``[low, high]``, both included, for numbers, dates and instants
- ``absent: true`` / ``any: true``
- ``omits`` (text): none of these items occurs; ``mentions`` (text, goals only): all of them do

Values are compared in one canonical spelling: instants as UTC, addresses by their primary address, text
casefolded in NFC, truth values apart from numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from sabench import mentions, times
from sabench.actions.row import parse_address
from sabench.codec import nfc
from sabench.errors import TaskError
from sabench.model import Workspace

Spell = Callable[[Any], Any]

KEYS = ("equals", "in", "subset_of", "superset_of", "between", "absent", "any", "omits", "mentions")

EMPTY: tuple[Any, ...] = (None, "", (), frozenset())


class Matcher(Struct, frozen=True):
    """A compiled constraint. ``tests`` holds (kind, operand) pairs that must all hold.

    ``bounds_above``: it limits how much there may be (so ``reaches`` can stand for recipients). ``demands``:
    it fails on a value that is simply not there, by its author's wish.
    """

    tests: tuple[tuple[str, Any], ...]
    text: str
    bounds_above: bool
    demands: bool

    def holds(self, value: Any, spell: Spell) -> bool:
        """Whether ``value`` (as the office gives it) satisfies every test."""
        for kind, operand in self.tests:
            if not _TESTS[kind](value, operand, spell):
                return False
        return True

    def within(self, value: Any, spell: Spell) -> bool:
        """Whether ``value`` asks for no more than the constraint allows: sets may be smaller."""
        for kind, operand in self.tests:
            if not _WITHIN[kind](value, operand, spell):
                return False
        return True

    def narrowed(self, value: Any, spell: Spell) -> bool:
        """Whether ``value``, a set of conditions, holds all those that the constraint asks for."""
        return all(_NARROWED.get(kind, _TESTS[kind])(value, operand, spell) for kind, operand in self.tests)

    @property
    def values(self) -> frozenset[Any]:
        """The values that ``equals`` and ``in`` list, in their canonical spelling."""
        return frozenset(
            value
            for kind, operand in self.tests
            if kind in ("equals", "in")
            for value in (operand if type(operand) is frozenset else (operand,))
        )


def speller(ws: Workspace) -> Spell:
    """The function that brings a value of this office into its canonical spelling."""
    primary = ws.directory.primary
    zone = ws.zone

    def spell(value: Any) -> Any:
        if isinstance(value, str):
            text = _spelled(value, zone)
            return primary.get(text, text) if "@" in text else text
        if isinstance(value, bool):
            return ("bool", value)
        if isinstance(value, (list, tuple, set, frozenset)):
            return frozenset(map(spell, value))
        if isinstance(value, Mapping):
            given = {key: "true" if item is True else item for key, item in value.items()}
            return ("map", frozenset((key, spell(item)) for key, item in given.items() if item))
        return value

    return spell


@lru_cache(maxsize=65536)
def _spelled(text: str, zone: str) -> str:
    if 16 <= len(text) <= 40 and text[4] == "-" and text[10] in "T ":
        try:
            return times.utc(text, zone)
        except ValueError:
            pass
    text = " ".join(nfc(text).casefold().split())
    if text.endswith(">") and "@" in text:
        try:
            return parse_address(text)
        except ValueError:
            pass
    return text


def compile_matcher(spec: Any, path: str, *, goal: bool, spell: Spell, text: bool) -> Matcher:
    """The matcher that ``spec`` writes. ``text`` tells whether the field holds wording.

    Raises ``TaskError`` with ``path`` for an unknown key, a malformed operand, or ``mentions`` in a contract.
    """
    if spec in ("absent", "any"):
        spec = {spec: True}
    if not isinstance(spec, dict):
        spec = {"equals": spec}
    if not spec:
        raise TaskError(f"an empty constraint says nothing; use one of {', '.join(KEYS)}", path=path)
    tests = []
    for key, operand in spec.items():
        where = f"{path}.{key}"
        if key not in KEYS:
            raise TaskError(f"{key!r} is no constraint; use one of {', '.join(KEYS)}", path=where)
        if key == "mentions" and not goal:
            raise TaskError("a contract bounds what may be written; mentions belongs into a goal", path=where)
        if key in ("mentions", "omits") and not text:
            raise TaskError(f"{key} is for text, and this field is none", path=where)
        tests.append((key, _operand(key, operand, where, spell)))
    return Matcher(
        tests=tuple(tests),
        text=describe(spec),
        bounds_above=any(kind in ("equals", "in", "subset_of", "absent") for kind, _ in tests),
        demands=any(kind == "superset_of" for kind, _ in tests),
    )


def _operand(key: str, operand: Any, path: str, spell: Spell) -> Any:
    if key in ("absent", "any"):
        if operand is not True:
            raise TaskError(f"{key} takes true", path=path)
        return True
    if key == "equals":
        if operand is None or isinstance(operand, dict):
            return (
                spell(operand) if operand else _refuse(path, "equals takes a value; for nothing use absent")
            )
        return spell(operand)
    if key in ("mentions", "omits"):
        return mentions.compile_mentions(operand, path)
    if not isinstance(operand, (list, tuple)) or not operand:
        raise TaskError(f"{key} takes a list with at least one value", path=path)
    if key == "between":
        return _pair(operand, path, spell)
    return spell(operand)


def _refuse(path: str, message: str) -> Any:
    raise TaskError(message, path=path)


def _pair(operand: Any, path: str, spell: Spell) -> tuple[tuple[Any, Any], ...]:
    """The ends of a range; for two dates also the instants at which the first begins and the last ends."""
    if len(operand) != 2:
        raise TaskError("between takes [low, high]", path=path)
    low, high = map(spell, operand)
    if not _shape(low) or _shape(low) != _shape(high):
        raise TaskError("between takes two numbers, two dates or two instants", path=path)
    if low > high:
        raise TaskError("between takes the lower end first", path=path)
    if _shape(low) != "date":
        return ((low, high),)
    return ((low, high), (spell(f"{low}T00:00:00"), spell(f"{high}T23:59:59")))


def _shape(value: Any) -> str:
    """What kind of thing a spelled value is to a range."""
    if isinstance(value, (int, float)):
        return "number"
    if not isinstance(value, str):
        return ""
    if len(value) == 20 and value.endswith("Z"):
        return "instant"
    try:
        return "date" if times.day(value) == value else ""
    except ValueError:
        return ""


def _equals(value: Any, operand: Any, spell: Spell) -> bool:
    spelled = spell(value)
    if type(spelled) is frozenset and type(operand) is not frozenset:
        return bool(spelled == frozenset((operand,)))
    return bool(spelled == operand)


def _in(value: Any, operand: Any, spell: Spell) -> bool:
    spelled = spell(value)
    if type(spelled) is frozenset:
        return bool(spelled <= operand)
    return bool(spelled in operand)


def _set(value: Any, spell: Spell) -> frozenset[Any]:
    spelled = spell(value)
    if type(spelled) is frozenset:
        return spelled
    return frozenset() if spelled in EMPTY else frozenset((spelled,))


def _between(value: Any, operand: Any, spell: Spell) -> bool:
    spelled = spell(value)
    shape = _shape(spelled)
    return bool(shape) and any(_shape(low) == shape and low <= spelled <= high for low, high in operand)


def _mentions(value: Any, operand: Any, spell: Spell) -> bool:
    return mentions.found(value or "", operand)


def _omits(value: Any, operand: Any, spell: Spell) -> bool:
    return mentions.missing(value or "", operand)


_TESTS: dict[str, Callable[[Any, Any, Spell], bool]] = {
    "equals": _equals,
    "in": _in,
    "subset_of": lambda value, operand, spell: _set(value, spell) <= operand,
    "superset_of": lambda value, operand, spell: _set(value, spell) >= operand,
    "between": _between,
    "absent": lambda value, operand, spell: spell(value) in EMPTY,
    "any": lambda value, operand, spell: True,
    "omits": _omits,
    "mentions": _mentions,
}


def _within_equals(value: Any, operand: Any, spell: Spell) -> bool:
    if type(operand) is frozenset:
        return _set(value, spell) <= operand
    if type(operand) is tuple and operand[0] == "map":
        return bool(_pairs(value, spell) <= operand[1])
    return _equals(value, operand, spell)


def _narrowed_equals(value: Any, operand: Any, spell: Spell) -> bool:
    return bool(_pairs(value, spell) >= operand[1])


def _pairs(value: Any, spell: Spell) -> frozenset[Any]:
    spelled = spell(value)
    return spelled[1] if type(spelled) is tuple and spelled[0] == "map" else frozenset()


_WITHIN: dict[str, Callable[[Any, Any, Spell], bool]] = _TESTS | {
    "equals": _within_equals,
    "superset_of": lambda value, operand, spell: True,
}

_NARROWED: dict[str, Callable[[Any, Any, Spell], bool]] = {"equals": _narrowed_equals}


def describe(spec: Any) -> str:
    """A constraint in words, for reasons and goal conditions."""
    if not isinstance(spec, dict):
        return "anything" if spec == "any" else say(spec)
    return " and ".join(_WORDS[key](operand) for key, operand in spec.items())


_WORDS: dict[str, Callable[[Any], str]] = {
    "equals": lambda operand: say(operand),
    "in": lambda operand: f"one of {say(operand)}",
    "subset_of": lambda operand: f"nobody and nothing but {say(operand)}",
    "superset_of": lambda operand: f"at least {say(operand)}",
    "between": lambda operand: f"between {say(operand[0])} and {say(operand[1])}",
    "absent": lambda operand: "absent",
    "any": lambda operand: "anything",
    "omits": lambda operand: f"without {say(operand)}",
    "mentions": lambda operand: f"mentioning {say(operand)}",
}


def say(value: Any) -> str:
    """A value in words: lists joined, typed mentions by their value, long text cut."""
    if type(value) is str and value:
        return _cut(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        items = (
            sorted(map(say, value)) if isinstance(value, (set, frozenset)) else [say(item) for item in value]
        )
        return ", ".join(items) or "nothing"
    if isinstance(value, dict):
        return "; ".join(
            f"{' or '.join(map(say, item))}" if key == "any" else f"{key} {say(item)}"
            for key, item in value.items()
        )
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _cut(str(value))


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "…"

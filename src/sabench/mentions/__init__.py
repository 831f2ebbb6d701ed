"""Whether a text mentions something, in any usual spelling: words, dates, times, amounts, mail addresses.

A specification is a list of items, all of which must be found (``mentions``) or none (``omits``). An item is

- a string, found as whole words whatever its case, spacing, or kind of quotes and dashes;
- ``{any: [items]}``, found when one of its items is;
- ``{date: 2026-03-12}``, with ``weekday: true`` also by the bare name of its weekday;
- ``{time: "15:00"}``;
- ``{amount: 1250.5, unit: EUR}``, the unit optional;
- ``{address: a@b.example}``.

The rule for typed values: every part that the text states must agree, parts that it leaves out do not
count. So "Thursday 12" is 12 March 2026, and "Friday 12" or "12 March 2027" is not. Where a spelling has two
usual readings (3/4/2026; a bare 3:00) both count. Task authors give values, never patterns; each search
looks at a bounded stretch around each hit, so its time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sabench.errors import TaskError
from sabench.mentions.amounts import find_amount
from sabench.mentions.clock import find_time
from sabench.mentions.dates import find_date
from sabench.mentions.text import Finder, fold, hits


def mentions(text: str, wanted: list[Any]) -> bool:
    """Whether ``text`` holds every item of ``wanted``. Raises ``TaskError`` when ``wanted`` is malformed."""
    return found(text, compile_mentions(wanted, "$"))


def found(text: str, finders: tuple[Finder, ...]) -> bool:
    """Whether ``text`` holds every item of a compiled list."""
    folded = fold(text)
    return all(find(folded) for find in finders)


def missing(text: str, finders: tuple[Finder, ...]) -> bool:
    """Whether ``text`` holds no item of a compiled list."""
    folded = fold(text)
    return not any(find(folded) for find in finders)


def compile_mentions(spec: Any, path: str) -> tuple[Finder, ...]:
    """The finders of a list of items; ``TaskError`` with the path into ``spec``, which stands at ``path``."""
    if not isinstance(spec, (list, tuple)) or not spec:
        raise TaskError(
            "must be a list with at least one item: texts, or values such as {time: '15:00'}", path=path
        )
    return tuple(_finder(item, f"{path}[{index}]") for index, item in enumerate(spec))


def _finder(item: Any, path: str) -> Finder:
    if isinstance(item, str):
        return _words(item, path)
    if not isinstance(item, dict):
        raise TaskError(f"{item!r} must be text in quotes, or a value such as {{amount: 3}}", path=path)
    for kind, (allowed, make) in _KINDS.items():
        if kind in item:
            for key in item:
                if key not in allowed:
                    raise TaskError(
                        f"a mention by {kind} has no key {key!r}; it takes: {', '.join(allowed)}", path=path
                    )
            return make(item, f"{path}.{kind}")
    raise TaskError(f"must have one of the keys {', '.join(_KINDS)}", path=path)


# --- words ---


def _words(item: str, path: str) -> Finder:
    needle = fold(item)
    if not needle:
        raise TaskError("an empty text is found everywhere; name what must be mentioned", path=path)
    guard_left, guard_right = needle[0].isalnum(), needle[-1].isalnum()
    number_left, number_right = needle[0].isdigit(), needle[-1].isdigit()
    length = len(needle)

    def find(text: str) -> bool:
        at = text.find(needle)
        while at >= 0:
            end = at + length
            if not (
                (guard_left and at and text[at - 1].isalnum())
                or (guard_right and text[end : end + 1].isalnum())
                or (number_left and at > 1 and text[at - 1] in ".,:" and text[at - 2].isdigit())
                or (
                    number_right
                    and text[end : end + 1] in (".", ",", ":")
                    and text[end + 1 : end + 2].isdigit()
                )
            ):
                return True
            at = text.find(needle, at + 1)
        return False

    return find


def _any(item: dict[str, Any], path: str) -> Finder:
    finders = compile_mentions(item["any"], path)
    return lambda text: any(find(text) for find in finders)


# --- addresses ---

_ADDRESS = re.compile(r"[^\s<>,;\"'@]+@[^\s<>,;\"'@]+\.[^\s<>,;\"'@.]+")


def _address(item: dict[str, Any], path: str) -> Finder:
    given = item["address"]
    written = fold(given.rpartition("<")[2].rstrip("> ")) if isinstance(given, str) else ""
    if not _ADDRESS.fullmatch(written):
        raise TaskError(f"{given!r} is not a mail address", path=path)
    pattern = re.compile(re.escape(written) + r"(?![\w@+-]|\.\w)")

    def find(text: str) -> bool:
        for hit in hits(pattern, text):
            before = text[hit.start() - 1] if hit.start() else " "
            if not (before.isalnum() or before in "._+-@"):
                return True
        return False

    return find


_KINDS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any], str], Finder]]] = {
    "any": (("any",), _any),
    "date": (("date", "weekday"), find_date),
    "time": (("time",), find_time),
    "amount": (("amount", "unit"), find_amount),
    "address": (("address",), _address),
}

__all__ = ["compile_mentions", "fold", "found", "mentions", "missing"]

"""What a unit is about: the names of an open slot and of its candidates, in it or beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from sabench.clarify.phrases import Row, matches
from sabench.clarify.units import Unit
from sabench.mentions import fold
from sabench.model import Slot


class Spotter(Struct, frozen=True):
    """A slot made ready for search: its names, and those names of each candidate that are its own."""

    names: Row
    telling: Row
    """The names that say something outside a question too: not a bare "who"."""
    nouns: tuple[str, ...]
    candidates: tuple[Row, ...]


@lru_cache(maxsize=1024)
def spotters(slots: tuple[Slot, ...]) -> tuple[Spotter, ...]:
    """The slots of a task, each made ready for search once."""
    return tuple(_spotter(slot) for slot in slots)


_SURNAME = re.compile(r"\A(?:[A-Z][^\W\d_]+ )+([A-Z][^\W\d_]{2,})\Z")
"""The last word of a name such as Alex Chen, by which people tell two of them apart."""


def _spotter(slot: Slot) -> Spotter:
    given = [
        {fold(name) for full in candidate.names for name in (full, *_SURNAME.findall(full))}
        for candidate in slot.candidates
    ]
    own = [sorted(name for name in names if sum(name in other for other in given) == 1) for names in given]
    names = [fold(name) for name in slot.names]
    return Spotter(
        _any_of(names),
        _any_of([name for name in names if name not in _QUESTION_WORDS]),
        tuple(name.partition(" ")[2] for name in names if name.startswith(("which ", "what "))),
        tuple(_any_of(list(names)) for names in own),
    )


def _any_of(names: list[str]) -> Row:
    words = tuple(name.removeprefix("which ").removeprefix("what ") for name in names)
    either = "|".join(map(_by_name, names)) or "(?!)"
    return Row("named in the task", words, rf"(?<![^\W_])(?:{either})(?![^\W_])")


_BETWEEN = (
    r"(?:(?: of| one| ones| the| these| those| them| two| three| both| your| their| his| her| [^\W_]+'s)+)?"
)


def _by_name(name: str) -> str:
    """A pattern for a name; "which ticket" is also named by "what ticket" and "which of the tickets"."""
    question, _, noun = name.partition(" ")
    if question in ("which", "what") and noun:
        return rf"(?:which|what)(?:'s| is| about)?{_BETWEEN} {re.escape(noun)}s?"
    return re.escape(name)


_QUESTION_WORDS = frozenset({"who", "whom", "whose", "which", "what", "when", "where", "how"})

_POINTS = re.compile(
    r"\bwhich\b| or |\b(?:right|correct|ok|okay)\?|\bthe (?:right|correct|exact|intended|specific) "
    r"|\bwhat\?|\b(?:name|number|id|title|subject|address) of the\b"
    r"|^(?:please |kindly |(?:can|could|would|will) you (?:please |kindly )?)+(?:confirm|advise"
    r"|let me know|tell me)\b[^,;:]{0,12}[.?!]?$"
    r"|\b(?:choose|pick|select|reply|respond|answer|specif\w+|clarif\w+|decide|decision|your call)\b"
    r"|\b(?:either|who(?:m|se)?)\b|\bdid you mean\b"
)
"""Marks of a question that points at options beside it instead of naming them."""

_SENTENCES_BEFORE, _SENTENCES_AFTER, _ITEMS = 3, 1, 16
"""How far what a question points at may be: sentences before and after it, items of a list."""


_ALONE = re.compile(
    r"\bwhich(?: ones?)?(?: (?:is|was|should|would|do|did|shall|are)\b|[,?.!:;]|$)|\bclarif\w+"
)
"""A question that points and names nothing, so that the noun beside it says what it is about."""


def is_about(units: list[Unit], index: int, spotter: Spotter) -> bool:
    """Whether the asking unit at ``index`` names the slot or two candidates, or points at them."""
    bare, text = units[index].bare, units[index].text
    named = _named(spotter, text)
    if named > 1 or (named and " both" in f" {bare}") or matches((spotter.names,), text):
        return True
    pointing = _POINTS.search(bare) or (named and _sets_against(units, index))
    if not pointing and not (index and "?" in units[index - 1].bare):
        return False
    beside = "\n".join(
        (
            *_walk(units[max(0, index - _ITEMS) : index][::-1], _SENTENCES_BEFORE),
            text,
            *_walk(units[index + 1 : index + 1 + _ITEMS], _SENTENCES_AFTER),
        )
    )
    return (
        _named(spotter, beside) > 1
        or matches((spotter.telling,), beside)
        or (_ALONE.search(bare) is not None and any(noun in beside for noun in spotter.nouns))
    )


_OTHER = re.compile(r"\b(?:also|another|other|instead|alternatively)\b")


def _sets_against(units: list[Unit], index: int) -> bool:
    """Whether the next sentence sets something against the one candidate that the question names."""
    return index + 1 < len(units) and _OTHER.search(units[index + 1].bare) is not None


def _walk(units: list[Unit], sentences: int) -> Iterable[str]:
    for unit in units:
        sentences -= not unit.item
        if sentences < 0:
            return
        yield unit.text


def _named(spotter: Spotter, text: str) -> int:
    return sum(matches((row,), text) for row in spotter.candidates)

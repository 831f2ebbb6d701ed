"""Folded text, the search in it, and the words that more than one kind of value uses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TypeAlias

Finder: TypeAlias = Callable[[str], bool]
"""Says whether a folded text holds one item."""

_ONE_TO_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = (
    "eleven",
    "twelve",
    *(f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
)
_TEENS = (
    "eleven",
    "twelve",
    *(f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
)
NUMBERS = (*_ONE_TO_TEN, *_TEENS, "twenty")
_FIRSTS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINALS = (
    *(*_FIRSTS, "tenth", "eleventh", "twelfth"),
    *(f"{word}th" for word in _TEENS[2:]),
    *("twentieth", *(f"twenty-{word}" for word in _FIRSTS), "thirtieth", "thirty-first"),
)
SUFFIX = r"(?:st|nd|rd|th)"
AM = r"a\.? ?m\b\.?"
PM = r"p\.? ?m\b\.?"

_FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f"),  # invisible: gone
        "\u2026": "...",
    }
)


_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that are no accented ones to Unicode, but that people write without their stroke."""

_MARKS = re.compile("[\u0300-\u036f]")
"""Accents that stand by themselves, as decomposed text has them."""


def fold(text: str) -> str:
    """``text`` with case, accents, spacing, quotes, dashes and bold marks made one.

    People and programs leave accents out, so ``Sørensen`` and ``Sorensen`` are the same.
    """
    if text.isascii():
        text = text.lower()
    else:
        text = unicodedata.normalize("NFC", text).translate(_FOLDED).casefold()
        letters = _MARKS.sub("", unicodedata.normalize("NFD", text))
        text = unicodedata.normalize("NFC", letters.translate(_PLAIN))
    if "**" in text:
        text = text.replace("**", "")
    return " ".join(text.split())


def hits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches at every position, overlapping ones too: one that fails its context must not hide the next."""
    match = pattern.search(text)
    while match:
        yield match
        match = pattern.search(text, match.start() + 1)

"""Words and phrases that a template keeps to itself: filler must not speak of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")


class Reserved:
    """A growing set of words and phrases; texts are searched for them as whole words, a plural counting too.

    ``first_words`` are those with which the phrases begin: a text whose ``words_of`` it have none of them in common
    with these need not be searched.
    """

    __slots__ = ("_phrases", "first_words")

    def __init__(self) -> None:
        self._phrases: dict[str, None] = {}
        self.first_words: set[str] = set()

    def add(self, phrases: Iterable[str]) -> None:
        """Reserve words and phrases; empty ones are passed over."""
        for phrase in phrases:
            folded = phrase.casefold()
            if folded not in self._phrases and (first := _WORD.search(folded)):
                self._phrases[folded] = None
                self.first_words.add(first[0])

    def are_in(self, text: str) -> bool:
        """Whether a text holds a reserved word or phrase."""
        folded = text.casefold()
        for phrase in self._phrases:  # noqa: SIM110  # any() with a generator takes twice as long
            if phrase in folded and _whole(folded, phrase):
                return True
        return False


@lru_cache(maxsize=8192)
def words_of(text: str) -> frozenset[str]:
    """The words of a text in lower case, plurals in both forms."""
    words = _WORD.findall(text.casefold())
    return frozenset([*words, *[word[:-1] for word in words if word[-1] == "s"]])


def _whole(text: str, phrase: str) -> bool:
    at = text.find(phrase)
    while at >= 0:
        end = at + len(phrase)
        if text[end : end + 1] == "s":
            end += 1
        if not (at and text[at - 1].isalnum()) and not text[end : end + 1].isalnum():
            return True
        at = text.find(phrase, at + 1)
    return False

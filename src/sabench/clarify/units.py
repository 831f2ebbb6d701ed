"""Cutting a message into sentences and list items, less what is not said to the user."""

from __future__ import annotations

import re

from msgspec import Struct

from sabench.mentions import fold


class Unit(Struct, frozen=True, gc=False):
    """A sentence or list item. ``bare`` is ``text`` without what stands in quotation marks."""

    text: str
    bare: str
    item: bool
    """Whether it stands in a list or table."""


_MARKER = re.compile(r"(?:[-*+•·▪◦|]|#{1,6}|\(?(?:\d{1,2}|[a-h])[.)]|\d\ufe0f?\u20e3)[ \t]*(?=\S)")
"""What starts a list item, table row or heading."""

_QUOTED = re.compile(r'"[^"]{0,2000}"')
_SENTENCE_END = re.compile(
    r"[.!?…]+(?<!\bi\.e\.)(?<!\be\.g\.)(?<!\bp\.m\.)(?<!\ba\.m\.)"
    r"(?<!\bvs\.)(?<!\bdr\.)(?<!\bmr\.)[)\]*_]*(?= |$)"
)
_MAIL_FIELD = re.compile(
    r"(?:subject|title|re|body|text|message|mail|from|to|cc|draft|reply)(?: line)?: ?(?=\S)"
)
"""A line of a mail that is shown: what it asks, it asks of the addressee."""

_LEAD_IN = re.compile(
    r"\b(?:asks?|asked|wrote|writes|says?|said|wonders"
    r"|questions? (?:from|by|for)|\S+'s (?:\S+ )?questions?)\b.*:$"
)
"""Introduces a list of what somebody else asked."""

_SALUTATION = re.compile(r'"?(?:dear|hi|hello|hey) (?!there)[^\W\d_]+(?: [^\W\d_]+)?,')
_SIGN_OFF = re.compile(
    r"(?:(?:best|kind|kindest|warm|many) )?(?:regards|wishes|thanks"
    r"|thank you|sincerely|yours|cheers|best)[,!.]?"
)
_THOUGHTS = re.compile(r"<(think(?:ing)?)>.*?</\1>", re.DOTALL)

_MAX_MESSAGE, _MAX_UNIT = 20_000, 600
"""Characters that are read, from the end of the message and of a unit: what they ask stands there."""


def cut(message: str) -> list[Unit]:
    """The units of a message, in order."""
    units: list[Unit] = []
    reported = False
    for paragraph in _without_letters(_paragraphs(message[-_MAX_MESSAGE:])):
        whole = "\n".join(paragraph)
        quoted = _QUOTED.sub(_blank, whole).split("\n") if '"' in whole else paragraph
        mail = False
        for line, bare in zip(paragraph, quoted, strict=True):
            marker = _MARKER.match(line)
            start = marker.end() if marker else 0
            item = marker is not None and line[0] != "#"
            reported = (item and reported) or (
                not item and line[-1] == ":" and _LEAD_IN.search(line) is not None
            )
            mail = mail or _MAIL_FIELD.match(line) is not None
            _add(units, line, "_" * len(line) if mail or (item and reported) else bare, start, item)
    return units


def _without_letters(paragraphs: list[list[str]]) -> list[list[str]]:
    """The paragraphs less any letter that is shown among them; "hi" may also begin a message to the user."""
    first = next((index for index, one in enumerate(paragraphs) if _SALUTATION.fullmatch(one[0])), None)
    if first is None:
        return paragraphs
    last = next(
        (i for i in range(first, len(paragraphs)) if any(map(_SIGN_OFF.fullmatch, paragraphs[i]))), None
    )
    written = paragraphs[first][0].startswith("dear ")
    if last is None or not (written or first or paragraphs[last + 1 :]):
        return paragraphs
    return paragraphs[:first] + paragraphs[last + 1 :]


def _add(units: list[Unit], line: str, bare: str, start: int, item: bool) -> None:
    for end in (*[match.end() for match in _SENTENCE_END.finditer(bare, start)], len(bare)):
        text = line[start:end].strip()
        if text:
            units.append(Unit(text[-_MAX_UNIT:], bare[start:end].strip()[-_MAX_UNIT:], item))
        start = end


def _paragraphs(message: str) -> list[list[str]]:
    """Folded lines between blank ones, without quoted mail, code and spelt-out thoughts."""
    if "<think" in message:
        message = _THOUGHTS.sub("", message)
    paragraphs: list[list[str]] = [[]]
    code = False
    for raw in message.splitlines():
        line = fold(raw)
        if line.startswith(("```", "~~~")):
            code = not code
        elif line and not code and line[0] != ">":
            paragraphs[-1].append(line)
        elif not line and paragraphs[-1]:
            paragraphs.append([])
    return [one for one in paragraphs if one]


def _blank(quoted: re.Match[str]) -> str:
    return '"' + "".join("\n" if char == "\n" else "_" for char in quoted[0][1:-1]) + '"'

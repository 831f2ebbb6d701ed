"""Times of day, on a clock of twelve or twenty-four hours, in digits or said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sabench.errors import TaskError
from sabench.mentions.text import AM, NUMBERS, PM, Finder, hits

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_MORNING = r"(?:in the |this |tomorrow )morning\b"
_LATER = r"(?:(?:in the |this |tomorrow )(?:afternoon|evening)|at night|tonight)\b"
_MONEY = ("€", "$", "£", "¥")
_MONEY_AFTER = re.compile(r" ?(?:[€$£¥%]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|percent)\b)")


def find_time(item: dict[str, Any], path: str) -> Finder:
    """The finder of ``{time}``; raises ``TaskError`` when it is malformed."""
    given = item["time"]
    parts = _TIME.fullmatch(given) if isinstance(given, str) else None
    if not parts:
        raise TaskError(f"{given!r} is not a time of day; write it in quotes, as '15:00'", path=path)
    hour, minute = int(parts[1]), int(parts[2])
    digits = re.compile("|".join(_in_digits(hour, minute)))
    spoken = re.compile("|".join(_in_speech(hour, minute)))
    words = (*_SPOKEN, NUMBERS[(hour - 1) % 12])

    def find(text: str) -> bool:
        if any(_stands_alone(text, hit) for hit in hits(digits, text)):
            return True
        # most texts have none of the words, and then the slower pattern need not run
        return any(word in text for word in words) and any(
            _stands_alone(text, hit) for hit in hits(spoken, text)
        )

    return find


def _stands_alone(text: str, hit: re.Match[str]) -> bool:
    """Whether a time is not the tail of a longer number or word, nor a price."""
    start, end = hit.span()
    before = text[max(0, start - 2) : start]
    if before[-1:].isalpha() and not (hit[0][0].isdigit() and re.search(r"(?:\d|\A)t\Z", before)):
        return False  # but the T of 2026-03-12T15:00 may
    if hit[0][0].isdigit() and (
        before[-1:].isdigit() or before[-1:] == "+" or re.search(r"\d[:.,/]\Z", before)
    ):
        return False
    price = "." in hit[0][:5] and "m" not in hit[0]
    return not (price and (before.strip()[-1:] in _MONEY or _MONEY_AFTER.match(text, end)))


def _context(hour: int) -> tuple[str, str]:
    """Patterns of what must follow a time on a twelve-hour clock, and of what must not follow a bare one."""
    late = hour >= 12
    mine, other = (PM, AM) if late else (AM, PM)
    part, other_part = (_LATER, _MORNING) if late else (_MORNING, _LATER)
    said = rf"(?:(?: o'clock)?,? ?(?:{mine}|{part})|{mine[0]}\b)"
    return said, rf"(?! ?(?:o'clock )?(?:{other}|{other_part})|{other[0]}\b)"


def _in_digits(hour: int, minute: int) -> Iterator[str]:
    """Alternatives of one pattern: the usual ways to write a time in digits. Each starts with a digit."""
    said, against = _context(hour)
    twelve, whole = hour % 12 or 12, minute == 0
    minutes = rf"[:.]{minute:02d}"
    stop = r"(?::00)?(?:\.0+)?(?![\d:]|\.\d)"
    # 15:00, 15.00, 15h00, 15:00:00
    yield rf"(?:{hour:02d}|{hour})[:.h]{minute:02d}{stop}{against}"
    # 3 pm, 3:00 p.m., 3 in the afternoon
    yield rf"(?:{twelve}|{twelve:02d})(?:{minutes}){'?' if whole else ''}{said}"
    # 1500 hrs
    yield rf"{hour:02d}{minute:02d} ?(?:h|hrs|hours)\b"
    # 2-3 pm: the first takes the half of the day from the second, and 11-1 pm crosses noon
    yield from _range_starts(hour, minute)
    if hour > 12:
        # a bare 3:00, by the habit of offices; 03:00 is the morning alone
        yield rf"{twelve}{minutes}{stop}{against}"
    if whole:
        yield rf"(?:{hour:02d}|{hour}) ?(?:(?:-|to) ?\d{{1,2}} ?)?h(?![a-z\d])"
        yield rf"{twelve} ?o'clock{against}"


_SPOKEN = ("half past ", "quarter ", "midnight", "noon", "midday", "at ", "by ", "from ", "til")
_BEFORE_HOUR = r"(?:at|by|from|until|till?)"
_AFTER_HOUR = (
    r"(?= ?(?:[,;!?)]|\.(?!\d)|\Z)"
    r"| (?:this|on|today|tomorrow|sharp|instead|to|until|till?|and|then|next|if|as|now|please"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)"
)
"""What may follow a bare hour: an end, or a word that goes on about when. Never a thing that is counted."""

_PARTS_OF_HOUR = (
    ("half past", 30),
    ("quarter past", 15),
    ("quarter after", 15),
    ("quarter to", -15),
    ("quarter of", -15),
)


def _in_speech(hour: int, minute: int) -> Iterator[str]:
    """Alternatives of one pattern: the usual ways to say a time in words."""
    said, against = _context(hour)
    if minute == 0:
        name = NUMBERS[(hour - 1) % 12]
        yield rf"{name}{said}"
        yield rf"{name} o'clock{against}"
        if 7 <= hour <= 18:
            # a bare "at three", by the habit of offices
            yield rf"{_BEFORE_HOUR} (?:{hour % 12 or 12}|{name}){_AFTER_HOUR}{against}"
        yield from {0: (r"midnight\b",), 12: (r"noon\b", r"midday\b")}.get(hour, ())
    for words, past in _PARTS_OF_HOUR:
        if past % 60 == minute:
            spoken = (hour + (past < 0)) % 12 or 12
            yield rf"{words} (?:{spoken}|{NUMBERS[spoken - 1]})\b(?![:.]\d){against}"
    yield r"(?!)"  # so that there is an alternative at any minute


def _range_starts(hour: int, minute: int) -> Iterator[str]:
    twelve = hour % 12
    minutes = rf"(?:[:.]{minute:02d}){'?' if minute == 0 else ''}"
    for mark, half in ((AM, 0), (PM, 12)):
        ends = [
            str(end or 12)
            for end in range(12)
            if end != twelve and (hour >= 12) == ((half == 12) == (end > twelve))
        ]
        if ends:
            yield rf"{twelve or 12}{minutes} ?(?:-|to|until|and) ?(?:{'|'.join(ends)})(?:[:.]\d\d)? ?{mark}"

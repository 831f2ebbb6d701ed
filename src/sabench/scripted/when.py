"""Days, times and lengths as an instruction or a mail names them, and the occurrences of a day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from msgspec import Struct

from sabench import times
from sabench.mentions.text import NUMBERS
from sabench.model import Event, Instant
from sabench.office import recurrence

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?(?![\d:])"
_DATE = re.compile(rf"\b{_MONTH} {_DAY}|\b{_DAY}(?: of)? {_MONTH}|\b\d{{4}}-(\d\d)-(\d\d)")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})\b")
_TIME = re.compile(
    r"\b(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\b|\b(\d{1,2}):(\d{2})\b|\b(noon)\b"
    r"|\b(\d{1,2})(?= ?(?:-|\u2013|to) ?\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m)|\bat (\d{1,2})\b(?![.:]?\d)"
)
_LENGTH = re.compile(
    r"\b(\d+|an|one|two|three|half an) ?-?(minute|min|hour)s?\b|\b(?:for|keep it) (\d+) ?(min|h)"
)
_LENGTHS = {"an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "half an": 0.5}
VALUE = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS[1:])}|thirty|forty|fifty)\b", re.IGNORECASE)
"""A number in digits or words."""


class When(Struct, frozen=True):
    """Days (``2026-03-12``), times of day (``15:00``) and a length in minutes, as a text names them."""

    days: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    minutes: int = 0


def when(text: str, now: Instant) -> When:
    """The days, times and length that a text names; without a year the day nearest to ``now`` is meant."""
    return When(tuple(dict.fromkeys(_days(text, now))), tuple(_times(text)), _minutes(text))


def _days(text: str, now: Instant) -> list[str]:
    today = date.fromisoformat(now[:10])
    found = [day for match in _DATE.finditer(text) if (day := _date(match, today))]
    if found:
        return found
    if match := re.search(r"\b(today|tomorrow)\b", text):
        return [(today + timedelta(days=match[1] == "tomorrow")).isoformat()]
    ahead = ((_WEEKDAYS.index(one) - today.weekday() - 1) % 7 + 1 for one in _WEEKDAY.findall(text))
    return [(today + timedelta(days=days)).isoformat() for days in ahead]


def _date(match: re.Match[str], today: date) -> str:
    if match[5]:
        return match[0]
    month, day = _MONTHS.index(match[1] or match[4]) + 1, int(match[2] or match[3])
    years = (today.year - 1, today.year, today.year + 1)
    real = [one for year in years if (one := _real(year, month, day))]
    return min(real, key=lambda one: abs((one - today).days)).isoformat() if real else ""


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _times(text: str) -> Iterable[str]:
    for match in _TIME.finditer(text):
        hour = int(match[1] or match[4] or match[7] or match[8] or 12)
        if match[3]:
            hour = hour % 12 + (12 if match[3] == "p" else 0)
        elif (match[7] or match[8]) and hour < 7:
            hour += 12
        minute = int(match[2] or match[5] or 0)
        if hour < 24 and minute < 60:
            yield f"{hour:02d}:{minute:02d}"


def _minutes(text: str) -> int:
    match = _LENGTH.search(text)
    if not match:
        return 0
    number, unit = match[1] or match[3], match[2] or match[4]
    return int((_LENGTHS.get(number) or float(number)) * (60 if unit.startswith("h") else 1))


def instant(day: str, clock: str, zone: str) -> Instant:
    """A day and a time of day in a zone, as an instant."""
    return datetime.fromisoformat(f"{day}T{clock}:00").replace(tzinfo=times.zone(zone)).isoformat()


def occurrences_on(event: Event, day: str, now: Instant) -> list[Instant]:
    """The original starts of an event's live occurrences that are held on a day, in the event's zone."""
    series = recurrence.live_series(event, recurrence.horizon(now))
    found = []
    for start in series.starts:
        moved = event.overrides.get(start)
        held = moved.start if moved and moved.start else start
        if times.local(held, event.zone)[:10] == day:
            found.append(times.local(start, event.zone))
    return found


def next_occurrence(event: Event, now: Instant) -> Instant:
    """The original start of the next live occurrence; the event's own start when none is ahead."""
    series = recurrence.live_series(event, recurrence.horizon(now))
    ahead = (start for start in series.starts if start >= times.utc(now))
    return times.local(next(ahead, times.utc(event.start)), event.zone)

"""Chance and time of a scene: the seeded generator, days and instants, and how people say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from typing import TypeAlias, TypeVar

from sabench import times
from sabench.model import Instant

T = TypeVar("T")
Day: TypeAlias = "date | Instant | int"

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = tuple(
    "January February March April May June July August September October November December".split()
)


_WORKING = (1, 1, 1, 1, 1, 0, 0) * 2
"""Two weeks from a Monday on: which days are working days."""

_HALF_DAYS = ("America/", "Australia/", "Pacific/", "Africa/Nairobi", "Europe/London", "Europe/Dublin")
"""Zones in which people write am and pm."""

_MONEY = (
    ("Europe/London", "£"),
    ("Europe/Copenhagen", "DKK "),
    ("Europe/Stockholm", "SEK "),
    ("Europe/", "€"),
    ("Asia/Singapore", "S$"),
    ("Africa/Nairobi", "KSh "),
    ("", "$"),
)
"""What stands before an amount, by the start of the zone's name."""


class Clock:
    """Draws from one generator, and tells the time of one office; base of ``Scene``."""

    chance: Callable[[], float]
    variant: int
    zone: str
    spelling: str
    today: date
    now: Instant

    # --- chance ----------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, by chance."""
        return options[int(self.chance() * len(options))]

    def choose_by_variant(self, options: Sequence[T]) -> T:
        """The option that belongs to this variant (counted round), so that variants surely differ."""
        return options[self.variant % len(options)]

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in an order of chance."""
        # A key of each item's own, drawn in their order; no Python frame for each, as this is a hot spot.
        return sorted(items, key=partial(next, iter(self.chance, None)))

    def roll(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self.chance() * (high - low + 1))

    # --- time ------------------------------------------------------------------------------------

    def day(self, offset: Day = 0) -> date:
        """The date so many days from today; a date or the date of an instant stays."""
        if isinstance(offset, int):
            return self.today + timedelta(days=offset)
        return offset if isinstance(offset, date) else date.fromisoformat(offset[:10])

    def workday(self, offset: int = 0) -> date:
        """The date so many working days (Monday to Friday) from today."""
        return _workday(self.today, offset)

    def weekday(self, name: str, weeks: int = 0) -> date:
        """The next such day after today (``"Thursday"``), or ``weeks`` weeks after that."""
        ahead = (DAYS.index(name) - self.today.weekday() - 1) % 7 + 1
        return self.today + timedelta(days=ahead + 7 * weeks)

    def at(self, day: Day, time: str = "09:00", zone: str = "") -> Instant:
        """The instant of a local time (``"15:00"``) on a day, in the user's zone or another."""
        when = day if isinstance(day, date) else self.day(day)
        written, offset = _day_in(zone or self.zone, when)
        offset = offset or _offset_at(zone or self.zone, when, int(time[:2]))
        return f"{written}T{time[:5]}:00{offset}"

    def ago(self, workdays: int, time: str = "") -> Instant:
        """An instant so many working days back; without a time, at some moment of the office day."""
        if not time:
            time = f"{self.roll(8, 17):02}:{self.roll(0, 59):02}"
        moment = self.at(self.workday(-workdays), time)
        if moment[:10] < self.now[:10] or utc(moment) < utc(self.now):
            return moment
        return self.later(self.now, -self.roll(11, 55))

    def later(self, instant: Instant, minutes: int) -> Instant:
        """The instant so many minutes later (negative: earlier), read in the user's zone."""
        if is_local(instant, self.zone):
            # Within such a day a clock's reading can be counted on as it is written.
            total = int(instant[11:13]) * 60 + int(instant[14:16]) + minutes
            if 0 <= total < 1440:
                return f"{instant[:11]}{total // 60:02}:{total % 60:02}{instant[16:]}"
        moment = times.parse(instant) + timedelta(minutes=minutes)  # an offset is fixed: no hour is skipped
        return moment.astimezone(times.zone(self.zone)).isoformat(timespec="seconds")

    def say_day(self, when: Day, *, year: bool = False, weekday: bool = True) -> str:
        """A day as people write it here: ``Thursday 12 March``, or ``Thursday, March 12``."""
        if isinstance(when, str):
            when = times.local(when, self.zone)
        day = self.day(when)
        month = MONTHS[day.month - 1]
        tail = f" {day.year}" if year else ""
        if self.spelling == "american":
            plain = f"{month} {day.day}" + (f", {day.year}" if year else "")
            return f"{DAYS[day.weekday()]}, {plain}" if weekday else plain
        plain = f"{day.day} {month}{tail}"
        return f"{DAYS[day.weekday()]} {plain}" if weekday else plain

    def say_time(self, instant: Instant, zone: str = "") -> str:
        """A time as people write it here: ``15:00``, ``3 pm``, ``3pm``; ``"15:00"`` is taken too."""
        text = instant if len(instant) == 5 else times.local(instant, zone or self.zone)[11:16]
        hour, minute = int(text[:2]), int(text[3:5])
        if self.spelling != "american" and not self.zone.startswith(_HALF_DAYS):
            return f"{hour:02}:{minute:02}"
        half = "am" if hour < 12 else "pm"
        gap = " " if self.spelling == "american" else ""
        return f"{(hour - 1) % 12 + 1}{f':{minute:02}' if minute else ''}{gap}{half}"

    def minutes_since(self, instant: Instant) -> int:
        """How many minutes ago an instant was, rounded down."""
        return int((times.parse(self.now) - times.parse(instant)).total_seconds() // 60)

    def workdays_since(self, instant: Instant) -> int:
        """How many working days ago an instant was; 0 for today."""
        past = self.day(instant)
        weeks, rest = divmod((self.today - past).days, 7)
        start = past.weekday()
        return weeks * 5 + sum(_WORKING[start : start + rest])

    def money(self, amount: float) -> str:
        """An amount as people write it here: ``£1,250``, ``€89.90``."""
        sign = next(sign for start, sign in _MONEY if self.zone.startswith(start))
        return f"{sign}{amount:,.0f}" if amount == int(amount) else f"{sign}{amount:,.2f}"

    def capital(self, text: str) -> str:
        """``text`` as it stands at the start of a sentence or title."""
        return text[:1].upper() + text[1:]

    def by_spelling(self, british: str, american: str) -> str:
        """The form of a word that is used here."""
        return american if self.spelling == "american" else british


@lru_cache(maxsize=8192)
def _workday(today: date, offset: int) -> date:
    weeks, rest = divmod(offset, 5)
    over_a_weekend = 2 if today.weekday() + rest > 4 else 0
    return today + timedelta(days=7 * weeks + rest + over_a_weekend)


def is_local(instant: Instant, zone: str) -> bool:
    """Whether an instant is written to the second in the offset that its zone keeps all that day."""
    return len(instant) == 25 and instant[19:] == _offset_on(zone, instant[:10])


def utc(instant: Instant) -> Instant:
    """An instant in UTC, as ``times.utc`` writes it; one of a scene's own, so that it need not be checked."""
    if len(instant) == 25:
        total = int(instant[11:13]) * 60 + int(instant[14:16]) - _minutes_of(instant[19:])
        if 0 <= total < 1440:
            return f"{instant[:11]}{total // 60:02}:{total % 60:02}{instant[16:19]}Z"
    return times.utc(instant)


@lru_cache(maxsize=64)
def _minutes_of(offset: str) -> int:
    """The minutes of an offset such as ``+05:30``."""
    return int(f"{offset[0]}1") * (int(offset[1:3]) * 60 + int(offset[4:6]))


@lru_cache(maxsize=16384)
def _offset_on(zone: str, day: str) -> str:
    return _day_in(zone, date.fromisoformat(day))[1]


@lru_cache(maxsize=16384)
def _day_in(zone: str, day: date) -> tuple[str, str]:
    """A day as ISO 8601 writes it, and its offset, empty when that changes in the course of the day."""
    first = datetime(day.year, day.month, day.day, tzinfo=times.zone(zone))
    text = first.isoformat()
    return text[:10], text[19:] if first.replace(hour=23).utcoffset() == first.utcoffset() else ""


def _offset_at(zone: str, day: date, hour: int) -> str:
    return datetime(day.year, day.month, day.day, hour, tzinfo=times.zone(zone)).isoformat()[19:]

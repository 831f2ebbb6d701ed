"""Chance and time of a scene: the seeded generator, days and instants, and how people say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache, partial
from itertools import repeat, starmap
from typing import TypeAlias, TypeVar

from sabench import times
from sabench.model import Instant

T = TypeVar("T")
Day: TypeAlias = "date | Instant | int"

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = tuple(
    "January February March April May June July August September October November December".split()
)


READINGS = tuple(f"{hour:02}:{minute:02}" for hour in range(24) for minute in range(60))
"""What a clock shows at each minute of a day."""

MINUTES = {reading: minute for minute, reading in enumerate(READINGS)}
"""The minute of the day at which a clock shows what."""

_WORKING = (1, 1, 1, 1, 1, 0, 0) * 2
"""Two weeks from a Monday on: which days are working days."""

_HALF_DAYS = ("America/", "Australia/", "Pacific/", "Africa/Nairobi", "Europe/London", "Europe/Dublin")
"""Zones in which people write am and pm."""

_MONEY = (
    ("Europe/London", "£", 1),
    ("Europe/Copenhagen", "DKK ", 8),
    ("Europe/Stockholm", "SEK ", 10),
    ("Europe/", "€", 1),
    ("Asia/Singapore", "S$", 1),
    ("Africa/Nairobi", "KSh ", 100),
    ("", "$", 1),
)
"""By the start of the zone's name: what stands before an amount, and about how many make a pound or a dollar."""


class Clock:
    """Draws from one generator, and tells the time of one office; base of ``Scene``."""

    __slots__ = ("_now", "chance", "draw_key", "now", "spelling", "today", "variant", "zone")

    chance: Callable[[], float]
    draw_key: Callable[[object], float]
    variant: int
    zone: str
    spelling: str
    today: date
    now: Instant
    _now: int

    # --- chance ----------------------------------------------------------------------------------

    def draw_from(self, chance: Callable[[], float]) -> None:
        """Take ``chance`` for the generator of all draws."""
        self.chance = chance
        # A key of each item's own, drawn in their order; no Python frame for each, as this is a hot spot.
        self.draw_key = partial(next, starmap(chance, repeat(())))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, by chance."""
        return options[int(self.chance() * len(options))]

    def choose_by_variant(self, options: Sequence[T]) -> T:
        """The option that belongs to this variant (counted round), so that variants surely differ."""
        return options[self.variant % len(options)]

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in an order of chance."""
        return sorted(items, key=self.draw_key)

    def one_by_one(self, items: Sequence[T]) -> Iterator[T]:
        """The items in an order of chance, each drawn when it is asked for: for taking a few of many."""
        left = list(range(len(items)))
        while left:
            at = int(self.chance() * len(left))
            drawn, left[at] = left[at], left[-1]
            left.pop()
            yield items[drawn]

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
        return self.today + _ahead(self.today.weekday(), offset)

    def weekday(self, name: str, weeks: int = 0) -> date:
        """The next such day after today (``"Thursday"``), or ``weeks`` weeks after that."""
        ahead = (DAYS.index(name) - self.today.weekday() - 1) % 7 + 1
        return self.today + timedelta(days=ahead + 7 * weeks)

    def at(self, day: Day, time: str = "09:00", zone: str = "") -> Instant:
        """The instant of a local time (``"15:00"``) on a day, in the user's zone or another."""
        when = day if isinstance(day, date) else self.day(day)
        where = zone or self.zone
        written, offset = _days_in(where)[when]
        return f"{written}T{time[:5]}:00{offset or _offset_at(where, when, int(time[:2]))}"

    def ago(self, workdays: int, time: str = "") -> Instant:
        """An instant so many working days back; without a time, at some moment of the office day."""
        day = self.today + _ahead(self.today.weekday(), -workdays)
        if time:
            moment = self.at(day, time)
        else:
            minute = 480 + int(self.chance() * 600)  # as roll() does, without a call of its own
            written, offset = _days_in(self.zone)[day]
            moment = f"{written}T{READINGS[minute]}:00{offset or _offset_at(self.zone, day, minute // 60)}"
        if workdays > 0 or seconds(moment) < self._now:
            return moment
        return self.later(self.now, -self.roll(11, 55))

    def later(self, instant: Instant, minutes: int) -> Instant:
        """The instant so many minutes later (negative: earlier), read in the user's zone."""
        minute = MINUTES[instant[11:16]] + minutes
        if 0 <= minute < 1440 and instant[19:] == _offset_on(self.zone, instant[:10]) != "":
            # Within such a day a clock's reading can be counted on as it is written.
            return f"{instant[:11]}{READINGS[minute]}{instant[16:]}"
        return self.instant(seconds(instant) + minutes * 60)

    def instant(self, seconds: int) -> Instant:
        """The instant so many seconds after the start of 1970, read in the user's zone."""
        return _read(seconds, self.zone)

    def local(self, instant: Instant, zone: str = "") -> Instant:
        """The instant as it reads in the user's zone, or in another."""
        return local(instant, zone or self.zone)

    def say_day(self, when: Day, *, year: bool = False, weekday: bool = True) -> str:
        """A day as people write it here: ``Thursday 12 March``, or ``Thursday, March 12``."""
        day = self.day(self.local(when) if isinstance(when, str) else when)
        return _spoken_day(day, self.spelling == "american", year, weekday)

    def say_time(self, instant: Instant, zone: str = "") -> str:
        """A time as people write it here: ``15:00``, ``3 pm``, ``3pm``; ``"15:00"`` is taken too."""
        text = instant if len(instant) == 5 else self.local(instant, zone)[11:16]
        return _spoken_time(text[:5], self.spelling == "american", self.zone)

    def minutes_since(self, instant: Instant) -> int:
        """How many minutes ago an instant was, rounded down."""
        return (self._now - seconds(instant)) // 60

    def minutes_between(self, start: Instant, end: Instant) -> int:
        """Whole minutes from one instant to another."""
        return (seconds(end) - seconds(start)) // 60

    def workdays_since(self, instant: Instant) -> int:
        """How many working days ago an instant was; 0 for today."""
        past = self.day(instant)
        weeks, rest = divmod((self.today - past).days, 7)
        start = past.weekday()
        return weeks * 5 + sum(_WORKING[start : start + rest])

    def money(self, amount: float) -> str:
        """An amount as people write it here: ``£1,250``, ``€89.90``."""
        sign, _ = _currency(self.zone)
        return f"{sign}{amount:,.0f}" if amount == int(amount) else f"{sign}{amount:,.2f}"

    def price(self, amount: int) -> str:
        """What costs about so many pounds or dollars, in the money that is paid here."""
        return self.money(amount * _currency(self.zone)[1])

    def capital(self, text: str) -> str:
        """``text`` as it stands at the start of a sentence or title."""
        return text[:1].upper() + text[1:]

    def by_spelling(self, british: str, american: str) -> str:
        """The form of a word that is used here."""
        return american if self.spelling == "american" else british


@cache
def _spoken_day(day: date, american: bool, year: bool, weekday: bool) -> str:
    month = MONTHS[day.month - 1]
    if american:
        plain = f"{month} {day.day}" + (f", {day.year}" if year else "")
        return f"{DAYS[day.weekday()]}, {plain}" if weekday else plain
    plain = f"{day.day} {month}" + (f" {day.year}" if year else "")
    return f"{DAYS[day.weekday()]} {plain}" if weekday else plain


@cache
def _spoken_time(reading: str, american: bool, zone: str) -> str:
    hour, minute = int(reading[:2]), int(reading[3:])
    if not (american or zone.startswith(_HALF_DAYS)):
        return f"{hour:02}:{minute:02}"
    gap, half = " " if american else "", "am" if hour < 12 else "pm"
    return f"{(hour - 1) % 12 + 1}{f':{minute:02}' if minute else ''}{gap}{half}"


@cache
def _currency(zone: str) -> tuple[str, int]:
    return next((sign, worth) for start, sign, worth in _MONEY if zone.startswith(start))


@cache
def _ahead(weekday: int, workdays: int) -> timedelta:
    weeks, rest = divmod(workdays, 5)
    over_a_weekend = 2 if weekday + rest > 4 else 0
    return timedelta(days=7 * weeks + rest + over_a_weekend)


def _read(seconds: int, zone: str) -> Instant:
    return datetime.fromtimestamp(seconds, times.zone(zone)).isoformat()


def local(instant: Instant, zone: str) -> Instant:
    """An instant as it reads in a zone."""
    return instant if _is_local(instant, zone) else _read(seconds(instant), zone)


def _is_local(instant: Instant, zone: str) -> bool:
    """Whether an instant is written to the second in the offset that its zone keeps all that day."""
    return len(instant) == 25 and instant[19:] == _offset_on(zone, instant[:10])


def seconds(instant: Instant) -> int:
    """The seconds from 1970 to an instant of a scene, by which instants compare whatever their offsets."""
    return _midnight(instant[:10], instant[16:]) + MINUTES[instant[11:16]] * 60


def utc(instant: Instant) -> Instant:
    """An instant of a scene in UTC, in its one canonical form: ``2026-03-12T14:00:00Z``."""
    return f"{_read(seconds(instant), 'UTC')[:19]}Z"


# The dates of scenes are those of a year or two: what is known of each can be kept for good.


@cache
def _midnight(day: str, rest: str) -> int:
    """The seconds to a day's first minute; ``rest`` is what stands behind the minutes of an instant."""
    return int(times.parse(f"{day}T00:00{rest}").timestamp())


@cache
def _offset_on(zone: str, day: str) -> str:
    return _days_in(zone)[date.fromisoformat(day)][1]


class _Days(dict[date, tuple[str, str]]):
    """Days as ISO 8601 writes them, with a zone's offset, empty when that changes in the course of the day."""

    def __init__(self, zone: str) -> None:
        self.zone = times.zone(zone)

    def __missing__(self, day: date) -> tuple[str, str]:
        first = datetime(day.year, day.month, day.day, tzinfo=self.zone)
        text = first.isoformat()
        known = text[:10], text[19:] if first.replace(hour=23).utcoffset() == first.utcoffset() else ""
        self[day] = known
        return known


_days_in = cache(_Days)


def _offset_at(zone: str, day: date, hour: int) -> str:
    return datetime(day.year, day.month, day.day, hour, tzinfo=times.zone(zone)).isoformat()[19:]

"""Series of meetings: RFC 5545 rules read strictly, expanded in the local time of the event, and cached.

Choices where the RFC leaves room, or contradicts itself:

- The start of an event is always its first occurrence and counts for COUNT, also when the rule does not
  hit it (section 3.8.5.3 on DTSTART; what Google Calendar does).
- A local time that a clock change skips is read with the offset before the change, and one that occurs
  twice is the first (section 3.3.5), so no meeting of a series is lost.
- ``UNTIL`` may be UTC, local, or a bare date, which means that whole day in the event's zone.
- An unending series is expanded to two years past the later of the given instant and its start. No series
  has more than ``MAX_OCCURRENCES`` occurrences or runs for more than ``MAX_YEARS`` years.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from dateutil import rrule
from msgspec import Struct

from sabench import times
from sabench.errors import DataError
from sabench.model import Address, Attendee, Event, Id, Instant, Override, Workspace, replace
from sabench.office.rules import (
    FREQUENCIES,
    Rule,
    explicit,
    parse_rule,
    rule_text,
)

MAX_OCCURRENCES: Final = 4000
"""Most occurrences of one series."""

MAX_YEARS: Final = {"DAILY": 15, "WEEKLY": 30, "MONTHLY": 60, "YEARLY": 60}
"""Longest run of a series, in years from its start."""

_AHEAD = timedelta(days=731)


# --- entity keys -----------------------------------------------------------------------------------


def entity_key(event_id: Id, original_start: Instant, *, following: bool = False) -> str:
    """The name of one occurrence (``ev-7@…Z``), or of it and all that follow (``ev-7>…Z``)."""
    return f"{event_id}{'>' if following else '@'}{original_start}"


# --- expansion -------------------------------------------------------------------------------------


class Series(Struct, frozen=True, gc=False):
    """Occurrences in order: starts and ends in UTC, the local start of each, whether these are all."""

    starts: tuple[Instant, ...]
    ends: tuple[Instant, ...]
    walls: tuple[datetime, ...]
    finite: bool

    def find(self, start: Instant) -> int:
        """The position of the occurrence that starts at ``start`` (UTC), or -1."""
        index = bisect_left(self.starts, start)
        return index if index < len(self.starts) and self.starts[index] == start else -1

    def spans(self, first: int, last: int) -> Iterable[tuple[Instant, Instant]]:
        """Start and end of the occurrences from position ``first`` to before ``last``."""
        return zip(self.starts[first:last], self.ends[first:last], strict=True)

    def overlapping(self, start: Instant, end: Instant) -> Iterable[tuple[Instant, Instant]]:
        """The occurrences that are on at some moment from ``start`` to before ``end`` (UTC)."""
        # All are equally long, so ends are in order too.
        return self.spans(bisect_right(self.ends, start), bisect_left(self.starts, end))


@lru_cache(maxsize=4096)
def horizon(now: Instant) -> Instant:
    """How far an unending series is expanded, seen from ``now``: two years ahead, in UTC."""
    return _z(times.parse(now).astimezone(UTC) + _AHEAD)


@lru_cache(maxsize=4096)
def wall_time(start: Instant, zone_name: str) -> datetime:
    """The local time, without offset, at which a series that starts at ``start`` repeats.

    A start written as a skipped local time (``02:30`` on the day of a clock change, with the offset before
    it) keeps that reading, so that the rest of a series cut at such a day repeats as before.
    """
    moment = times.parse(start, zone_name)
    zone = times.zone(zone_name)
    written = moment.replace(tzinfo=None)
    if written.replace(tzinfo=zone).astimezone(UTC) == moment:
        return written
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def instant_of(wall: datetime, zone_name: str) -> Instant:
    """The instant, in UTC, of a local time: see the rules for skipped and doubled times above."""
    return _z(wall.replace(tzinfo=times.zone(zone_name)).astimezone(UTC))


def written_start(wall: datetime, zone_name: str) -> Instant:
    """A local time as an event's ``start`` holds it, with the offset by which it is read."""
    return wall.replace(tzinfo=times.zone(zone_name)).isoformat(timespec="seconds")


def _z(moment: datetime) -> Instant:
    return moment.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


@lru_cache(maxsize=65536)
def after(start: Instant, seconds: int) -> Instant:
    """The instant so many seconds of absolute time after ``start``, in UTC."""
    return _z(times.parse(start).astimezone(UTC) + timedelta(seconds=seconds))


@lru_cache(maxsize=65536)
def seconds(start: Instant, end: Instant) -> int:
    """Seconds of absolute time from one instant to another."""
    return int((times.parse(end) - times.parse(start)).total_seconds())


def full_series(event: Event, until: Instant = "") -> Series:
    """All occurrences of an event or series, cancelled ones too; unending ones as far as ``until`` (UTC)."""
    return _series(event.start, event.end, event.zone, event.recurrence, (), until)


def live_series(event: Event, until: Instant = "") -> Series:
    """The occurrences of an event or series that are not cancelled one by one, at their original times."""
    return _series(event.start, event.end, event.zone, event.recurrence, event.exdates, until)


@lru_cache(maxsize=8192)
def _series(
    start: Instant,
    end: Instant,
    zone_name: str,
    recurrence: str,
    exdates: tuple[Instant, ...],
    until: Instant,
) -> Series:
    walls, starts, finite = _expand(start, zone_name, recurrence, until if recurrence else "")
    if exdates:
        gone = frozenset(exdates)
        kept = [index for index, one in enumerate(starts) if one not in gone]
        walls, starts = tuple(walls[i] for i in kept), tuple(starts[i] for i in kept)
    length = times.parse(end, zone_name) - times.parse(start, zone_name)
    ends = tuple(_z(times.parse(one) + length) for one in starts)
    return Series(starts, ends, walls, finite)


_Expansion = tuple[tuple[datetime, ...], tuple[Instant, ...], bool]


@lru_cache(maxsize=4096)
def _expand(start: Instant, zone_name: str, recurrence: str, until: Instant) -> _Expansion:
    first = wall_time(start, zone_name)
    walls, starts = [first], [times.utc(start, zone_name)]
    if not recurrence:
        return (first,), (starts[0],), True
    rule = parse_rule(recurrence)
    zone = times.zone(zone_name)
    last = _last_instant(rule, times.parse(start, zone_name), zone, until)
    finite = rule.finite
    for wall in _local_times(rule, first, last):
        moment = wall.replace(tzinfo=zone).astimezone(UTC)
        if moment > last or len(walls) == rule.count:
            break
        if len(walls) == MAX_OCCURRENCES:
            finite = False
            break
        walls.append(wall)
        starts.append(_z(moment))
    return tuple(walls), tuple(starts), finite


def _last_instant(rule: Rule, start: datetime, zone: ZoneInfo, until: Instant) -> datetime:
    longest = start.astimezone(UTC) + timedelta(days=366 * MAX_YEARS[rule.freq])
    if rule.until:
        return min(longest, _until(rule.until, zone))
    if rule.count:
        return longest
    ahead = start.astimezone(UTC) + _AHEAD
    return min(longest, max(ahead, times.parse(until)) if until else ahead)


def _until(text: str, zone: ZoneInfo) -> datetime:
    if len(text) == 8:
        return datetime.strptime(text + "235959", "%Y%m%d%H%M%S").replace(tzinfo=zone).astimezone(UTC)
    moment = datetime.strptime(text[:15], "%Y%m%dT%H%M%S")
    return moment.replace(tzinfo=UTC if text.endswith("Z") else zone).astimezone(UTC)


def _local_times(rule: Rule, first: datetime, last: datetime) -> Iterator[datetime]:
    """Local times after ``first`` that the rule hits, to a day past ``last``; COUNT is left to the caller."""
    rule = explicit(rule, first)
    hits = rrule.rrule(
        FREQUENCIES[rule.freq],
        dtstart=first,
        interval=rule.interval,
        wkst=rule.wkst,
        until=last.replace(tzinfo=None) + timedelta(days=1),
        bysetpos=rule.bysetpos or None,
        bymonth=rule.bymonth or None,
        bymonthday=rule.bymonthday or None,
        byyearday=rule.byyearday or None,
        byweekno=rule.byweekno or None,
        byweekday=[rrule.weekday(day, number or None) for number, day in rule.byday] or None,
    )
    return (moment for moment in hits if moment > first)


# --- rules of one series ---------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def canonical(recurrence: str, start: Instant, zone_name: str) -> str:
    """The one spelling of the rule of a series that starts at ``start``; "" when it does not repeat.

    All rules with the same occurrences that people write for each other come out equal: implied days are
    written out, and an end by UNTIL becomes the COUNT that it amounts to. Raises ``DataError`` for a rule
    that is malformed, never hits, or runs too long.
    """
    if not recurrence:
        return ""
    rule = parse_rule(recurrence)
    first = wall_time(start, zone_name)
    _, starts, finite = _expand(start, zone_name, recurrence, "")
    if rule.finite and not finite:
        raise DataError(f"the series has more than {MAX_OCCURRENCES:,} occurrences; end it earlier")
    if rule.count > len(starts) or not _repeats(rule, first):
        years = MAX_YEARS[rule.freq]
        raise DataError(f"the rule does not give that many occurrences within {years} years of the start")
    if finite and len(starts) == 1:
        return ""
    return rule_text(replace(explicit(rule, first), until="", count=len(starts) if finite else 0))


def _repeats(rule: Rule, first: datetime) -> bool:
    if rule.finite:
        return True
    last = first.replace(tzinfo=UTC) + timedelta(days=366 * MAX_YEARS[rule.freq])
    return next(_local_times(rule, first, last), None) is not None


def truncated(event: Event, count: int) -> Event:
    """A series cut to its first ``count`` occurrences (cancelled ones counted), exceptions kept right."""
    rule = explicit(parse_rule(event.recurrence), wall_time(event.start, event.zone))
    cut = full_series(replace(event, recurrence=rule_text(replace(rule, until="", count=count))))
    return replace(
        event,
        recurrence=rule_text(replace(rule, until="", count=count)),
        exdates=tuple(one for one in event.exdates if one <= cut.starts[-1]),
        overrides={key: one for key, one in event.overrides.items() if key <= cut.starts[-1]},
    )


def remainder(event: Event, original: Instant, event_id: Id, until: Instant) -> Event:
    """The rest of a series from ``original`` on, as a series of its own called ``event_id``."""
    series = full_series(event, until)
    index = series.find(original)
    rule = explicit(parse_rule(event.recurrence), series.walls[0])
    if series.finite:
        rule = replace(rule, until="", count=len(series.starts) - index)
    elif rule.count:
        rule = replace(rule, count=rule.count - index)
    start = written_start(series.walls[index], event.zone)
    length = times.parse(event.end) - times.parse(event.start)
    return replace(
        event,
        id=event_id,
        start=start,
        end=times.local(_z(times.parse(original) + length), event.zone),
        recurrence=rule_text(rule),
        exdates=tuple(one for one in event.exdates if one >= original),
        overrides={key: one for key, one in event.overrides.items() if key >= original},
    )


# --- occurrences -----------------------------------------------------------------------------------


class Occurrence(Struct, frozen=True, gc=False):
    """One meeting as it stands, exceptions applied: all instants in UTC (``…Z``).

    ``original_start`` is where the series puts it, and the start itself for a single event.
    """

    event_id: Id
    original_start: Instant
    start: Instant
    end: Instant
    title: str
    location: str
    room: Address
    description: str
    attendees: tuple[Attendee, ...]


def occurrence(event: Event, original: Instant, end: Instant) -> Occurrence:
    """The occurrence that the series puts at ``original`` to ``end``, with its exception applied."""
    other = event.overrides.get(original)
    if other is None:
        return Occurrence(
            event.id,
            original,
            original,
            end,
            event.title,
            event.location,
            event.room,
            event.description,
            event.attendees,
        )
    start = original if other.start is None else times.utc(other.start, event.zone)
    return Occurrence(
        event.id,
        original,
        start,
        _end(other, event.zone, original, start, end),
        event.title if other.title is None else other.title,
        event.location if other.location is None else other.location,
        event.room if other.room is None else other.room,
        event.description if other.description is None else other.description,
        event.attendees if other.attendees is None else other.attendees,
    )


def _as_planned(event: Event, spans: Iterable[tuple[Instant, Instant]]) -> list[Occurrence]:
    """The occurrences of these spans without exceptions: there may be hundreds, otherwise alike."""
    base, title, location = event.id, event.title, event.location
    room, description, attendees = event.room, event.description, event.attendees
    return [
        Occurrence(base, start, start, end, title, location, room, description, attendees)
        for start, end in spans
    ]


def _end(other: Override, zone_name: str, original: Instant, start: Instant, end: Instant) -> Instant:
    if other.end is not None:
        return times.utc(other.end, zone_name)
    if start == original:
        return end
    return after(start, seconds(original, end))


def occurrences(event: Event, until: Instant | None = None) -> tuple[Occurrence, ...]:
    """All occurrences of an event or series, in the order of the series; none when it is cancelled.

    ``until`` (an instant) says how far an unending series is expanded; without it, two years from its start.
    """
    if event.status == "cancelled":
        return ()
    far = times.utc(until) if until else ""
    memo = event.memo
    found: tuple[Occurrence, ...] | None = memo.get(far)
    if found is None:
        series = live_series(event, far)
        planned = _as_planned(event, zip(series.starts, series.ends, strict=True))
        moved = event.overrides
        found = tuple(
            [occurrence(event, one.start, one.end) if one.start in moved else one for one in planned]
        )
        remember(memo, far, found)
    return found


def differing(event: Event, other: Event | None, until: Instant = "") -> Sequence[Occurrence]:
    """Those occurrences of an event or series that may differ from what they are in its state ``other``.

    Where only exceptions differ these are few; otherwise all there are, as far as ``until``.
    """
    if other is None or replace(event, overrides={}, exdates=()) != replace(other, overrides={}, exdates=()):
        return occurrences(event, until)
    if event.status == "cancelled":
        return ()
    apart = {*event.exdates} ^ {*other.exdates}
    mine, theirs = event.overrides, other.overrides
    apart.update([key for key in (*mine, *theirs) if mine.get(key) != theirs.get(key)])
    series = live_series(event, until)
    places = [series.find(key) for key in sorted(apart)]
    return [occurrence(event, series.starts[one], series.ends[one]) for one in places if one >= 0]


def occurrence_at(event: Event, original: Instant) -> Occurrence | None:
    """The occurrence that the series puts at ``original`` (UTC), if there is one and it is not cancelled."""
    if event.status == "cancelled":
        return None
    series = live_series(event, max(original, times.utc(event.start, event.zone)))
    place = series.find(original)
    return None if place < 0 else occurrence(event, series.starts[place], series.ends[place])


def window(event: Event, start: Instant, end: Instant, until: Instant) -> list[Occurrence]:
    """The occurrences that are on at some moment from ``start`` to before ``end`` (UTC).

    ``until`` (UTC), not before ``end``, says how far an unending series is expanded.
    """
    if event.overrides:
        return [one for one in occurrences(event, until) if one.start < end and one.end > start]
    if event.status == "cancelled":
        return []
    return _as_planned(event, live_series(event, until).overlapping(start, end))


def coming(event: Event, now: Instant, count: int, until: Instant) -> list[Occurrence]:
    """The first ``count`` occurrences that are not over at ``now``, by their present starts."""
    if event.overrides:
        ahead = [one for one in occurrences(event, until) if one.end > now]
        return sorted(ahead, key=_present_start)[:count]
    if event.status == "cancelled":
        return []
    series = live_series(event, until)
    first = bisect_right(series.ends, now)
    return _as_planned(event, series.spans(first, first + count))


def _present_start(one: Occurrence) -> Instant:
    return one.start


def remember(memo: dict[Any, Any], key: Any, value: Any) -> None:
    """Keep ``value`` in an event's memo, which never grows past 64 entries."""
    if len(memo) >= 64:
        memo.clear()
    memo[key] = value


def all_occurrences(ws: Workspace) -> tuple[Occurrence, ...]:
    """Every occurrence of every event of a workspace, to two years past its ``now``."""
    far = horizon(ws.now)
    return tuple(one for event in ws.events.values() for one in occurrences(event, far))

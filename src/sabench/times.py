"""Instants and zones as text: parsed once, compared as UTC, never read from a clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo:
    """The IANA zone called ``name``; raises ``ValueError`` when there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name!r} is not a time zone; give an IANA name such as Europe/Berlin") from None


@lru_cache(maxsize=65536)
def parse(text: str, zone_name: str = "UTC") -> datetime:
    """The instant that ISO 8601 ``text`` names; without an offset it is local time in ``zone_name``.

    Raises ``ValueError`` when the text is no date and time.
    """
    if len(text) < 16 or text[10] not in "T ":
        raise ValueError(f"{text!r} is not a date and time such as 2026-03-12T15:00:00+01:00")
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone(zone_name))


@lru_cache(maxsize=65536)
def utc(text: str, zone_name: str = "UTC") -> str:
    """The instant of ``text`` in its one canonical form, ``2026-03-12T14:00:00Z``."""
    return _moved(parse(text, zone_name), UTC).replace("+00:00", "Z")


@lru_cache(maxsize=65536)
def local(text: str, zone_name: str) -> str:
    """The instant of ``text`` as it reads in ``zone_name``: ``2026-03-12T15:00:00+01:00``."""
    return _moved(parse(text, zone_name), zone(zone_name))


def _moved(moment: datetime, to: tzinfo) -> str:
    try:
        return moment.astimezone(to).isoformat(timespec="seconds")
    except OverflowError:
        raise ValueError(f"{moment.isoformat()!r} is at the edge of the calendar") from None


@lru_cache(maxsize=65536)
def minutes_between(start: str, end: str) -> int:
    """Whole minutes from one instant to another; negative when ``end`` is earlier."""
    return int((parse(end) - parse(start)).total_seconds() // 60)


@lru_cache(maxsize=8192)
def plus_minutes(text: str, minutes: int) -> str:
    """The instant ``minutes`` of absolute time later, in the offset of ``text``'s own reading.

    Raises ``ValueError`` when the calendar does not reach so far.
    """
    try:
        return (parse(text) + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    except OverflowError:
        raise ValueError(f"{minutes} minutes from {text!r} is beyond the calendar") from None


@lru_cache(maxsize=8192)
def day(text: str) -> str:
    """A calendar date in canonical form, ``2026-03-12``; raises ``ValueError`` when it is none."""
    try:
        return date.fromisoformat(text[:10] if len(text) > 10 and text[10] in "T " else text).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is not a date such as 2026-03-12") from None

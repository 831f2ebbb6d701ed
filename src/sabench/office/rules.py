"""Recurrence rules of RFC 5545 as data: read strictly, written in one normal spelling, moved with a start."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from sabench import times
from sabench.errors import DataError
from sabench.model import Instant, replace

FREQUENCIES: dict[str, Literal[0, 1, 2, 3]] = {"YEARLY": 0, "MONTHLY": 1, "WEEKLY": 2, "DAILY": 3}
"""The frequencies there are, by the numbers that dateutil gives them."""

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_EVERY_DAY = tuple((0, day) for day in range(7))

_NUMBERS = {
    "BYMONTH": ("bymonth", 12, False),
    "BYWEEKNO": ("byweekno", 53, True),
    "BYYEARDAY": ("byyearday", 366, True),
    "BYMONTHDAY": ("bymonthday", 31, True),
    "BYSETPOS": ("bysetpos", 366, True),
}
"""Parts that are lists of numbers: the field of ``Rule``, the largest number, whether it may be negative."""

_ONLY_WITH = {
    "BYWEEKNO": ("YEARLY",),
    "BYYEARDAY": ("YEARLY",),
    "BYMONTHDAY": ("DAILY", "MONTHLY", "YEARLY"),
}
"""Frequencies that a part may go with (the table of RFC 5545, section 3.3.10)."""


class Rule(Struct, frozen=True):
    """An RRULE. ``byday`` holds (ordinal or 0, weekday from Monday 0); ``until`` stays as it was written."""

    freq: str
    interval: int = 1
    count: int = 0
    until: str = ""
    bymonth: tuple[int, ...] = ()
    byweekno: tuple[int, ...] = ()
    byyearday: tuple[int, ...] = ()
    bymonthday: tuple[int, ...] = ()
    byday: tuple[tuple[int, int], ...] = ()
    bysetpos: tuple[int, ...] = ()
    wkst: int = 0

    @property
    def finite(self) -> bool:
        """Whether the rule says where it ends."""
        return bool(self.count or self.until)


@lru_cache(maxsize=4096)
def parse_rule(text: str) -> Rule:
    """The rule that ``text`` states (an RRULE, with or without its prefix). Raises ``DataError``."""
    parts = _parts(text)
    freq = parts.pop("FREQ", "")
    if freq not in FREQUENCIES:
        fast = freq in ("SECONDLY", "MINUTELY", "HOURLY")
        told = f"FREQ={freq} is faster than daily" if fast else f"FREQ must be given in {text[:60]!r}"
        raise DataError(f"{told}; use one of {', '.join(reversed(FREQUENCIES))}")
    values: dict[str, Any] = {"freq": freq}
    for name, value in parts.items():
        if freq not in _ONLY_WITH.get(name, (freq,)):
            raise DataError(f"{name} cannot go with FREQ={freq}")
        field, read = _read_part(name)
        values[field] = read(name, value)
    rule = Rule(**values)
    _check_rule(rule)
    return rule


def _parts(text: str) -> dict[str, str]:
    body = text.strip().upper().removeprefix("RRULE:").rstrip(";")
    parts: dict[str, str] = {}
    for part in body.split(";"):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise DataError(
                f"{part[:40]!r} is no part of a recurrence rule such as FREQ=WEEKLY;BYDAY=TU;COUNT=6"
            )
        if name in parts:
            raise DataError(f"{name} is given twice")
        parts[name] = value
    return parts


def _read_part(name: str) -> tuple[str, Any]:
    if name in _NUMBERS:
        return _NUMBERS[name][0], _read_numbers
    known = {
        "INTERVAL": ("interval", _read_count),
        "COUNT": ("count", _read_count),
        "UNTIL": ("until", _read_until),
        "BYDAY": ("byday", _read_days),
        "WKST": ("wkst", _read_week_start),
    }
    if name in ("BYHOUR", "BYMINUTE", "BYSECOND"):
        raise DataError(f"{name} is not accepted: the time of day is that of the event's start")
    if name not in known:
        raise DataError(f"{name[:40]!r} is no part of a recurrence rule")
    return known[name]


def _read_count(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 7 and int(value)):
        raise DataError(f"{name} must be a whole number from 1, not {value[:20]!r}")
    return int(value)


def _read_numbers(name: str, value: str) -> tuple[int, ...]:
    _, largest, negative = _NUMBERS[name]
    numbers = set()
    for item in value.split(","):
        digits = item.strip().removeprefix("+")
        plain = digits.removeprefix("-") if negative else digits
        if not (plain.isascii() and plain.isdigit() and len(plain) < 4 and 1 <= int(plain) <= largest):
            raise DataError(f"{name} takes numbers up to {largest}, not {item[:20]!r}")
        numbers.add(int(digits))
    return tuple(sorted(numbers))


def _read_until(name: str, value: str) -> str:
    for shape in ("%Y%m%d", "%Y%m%dT%H%M%S", "%Y%m%dT%H%M%SZ"):
        try:
            moment = datetime.strptime(value, shape)
        except ValueError:
            continue
        if 1900 <= moment.year < 2300 and moment.strftime(shape) == value:
            return value
    raise DataError(f"UNTIL must read 20260331 or 20260331T130000Z, not {value[:30]!r}")


def _read_days(name: str, value: str) -> tuple[tuple[int, int], ...]:
    days = set()
    for item in (piece.strip() for piece in value.split(",")):
        ordinal, day = item[:-2].removeprefix("+"), item[-2:]
        number = ordinal.removeprefix("-")
        sound = number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= 53
        if day not in _DAYS or (ordinal and not sound):
            raise DataError(f"BYDAY takes days such as TU, 1MO or -1FR, not {item[:20]!r}")
        days.add((int(ordinal or 0), _DAYS.index(day)))
    return tuple(sorted(days))


def _read_week_start(name: str, value: str) -> int:
    if value not in _DAYS:
        raise DataError(f"WKST must be one of {', '.join(_DAYS)}, not {value[:20]!r}")
    return _DAYS.index(value)


def _check_rule(rule: Rule) -> None:
    if rule.count and rule.until:
        raise DataError("COUNT and UNTIL cannot both be given")
    if any(ordinal for ordinal, _ in rule.byday) and (rule.freq in ("DAILY", "WEEKLY") or rule.byweekno):
        raise DataError("numbered days such as 2TU go with FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO")
    in_month = rule.freq == "MONTHLY" or rule.bymonth
    if in_month and any(abs(ordinal) > 5 for ordinal, _ in rule.byday):
        raise DataError("no month has more than five of a weekday; number days from 1 to 5, or -1 to -5")
    if rule.bymonth and rule.bymonthday and not _in_some_month(rule):
        raise DataError("BYMONTH and BYMONTHDAY name a day that no year has")
    _check_positions(rule)


def _in_some_month(rule: Rule) -> bool:
    return any(abs(day) <= _LONGEST[month - 1] for month in rule.bymonth for day in rule.bymonthday)


def _check_positions(rule: Rule) -> None:
    if not rule.bysetpos:
        return
    others = (rule.bymonth, rule.byweekno, rule.byyearday, rule.bymonthday, rule.byday)
    if not any(others):
        raise DataError("BYSETPOS needs another BY… part to choose from")
    most = {"DAILY": 1, "WEEKLY": len(rule.byday) or 1, "MONTHLY": 31, "YEARLY": 366}[rule.freq]
    if rule.freq == "MONTHLY" and rule.bymonthday:
        most = len(rule.bymonthday)
    elif rule.freq == "MONTHLY" and rule.byday:
        most = sum(1 if ordinal else 5 for ordinal, _ in rule.byday)
    if max(map(abs, rule.bysetpos)) > most:
        raise DataError(f"BYSETPOS chooses among at most {most} here")


@lru_cache(maxsize=4096)
def rule_text(rule: Rule) -> str:
    """The rule written in one fixed order, without parts at their default."""
    parts = [f"FREQ={rule.freq}"]
    if rule.interval > 1:
        parts.append(f"INTERVAL={rule.interval}")
    for name in ("BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"):
        numbers = getattr(rule, _NUMBERS[name][0])
        if numbers:
            parts.append(f"{name}={','.join(map(str, numbers))}")
    if rule.byday:
        parts.append("BYDAY=" + ",".join(f"{number or ''}{_DAYS[day]}" for number, day in rule.byday))
    if rule.bysetpos:
        parts.append(f"BYSETPOS={','.join(map(str, rule.bysetpos))}")
    if rule.wkst:
        parts.append(f"WKST={_DAYS[rule.wkst]}")
    if rule.count:
        parts.append(f"COUNT={rule.count}")
    if rule.until:
        parts.append(f"UNTIL={rule.until}")
    return ";".join(parts)


@lru_cache(maxsize=4096)
def explicit(rule: Rule, wall: datetime) -> Rule:
    """The rule with all that it takes from the local start ``wall`` written out, in one normal spelling."""
    rule = replace(rule, **_implied(rule, wall))
    alone = not (rule.bymonth or rule.bymonthday or rule.byyearday or rule.byweekno)
    if alone and not rule.bysetpos:
        rule = _by_week(rule, wall)
    if (
        rule.freq == "MONTHLY"
        and alone
        and len(rule.byday) == len(rule.bysetpos) == 1
        and not rule.byday[0][0]
    ):
        rule = replace(rule, byday=((rule.bysetpos[0], rule.byday[0][1]),), bysetpos=())
    weeks_count = rule.freq == "WEEKLY" and rule.interval > 1 and rule.byday != ((0, wall.weekday()),)
    return rule if weeks_count or rule.byweekno else replace(rule, wkst=0)


def _implied(rule: Rule, wall: datetime) -> dict[str, Any]:
    days = rule.byday or rule.bymonthday or rule.byyearday
    if rule.freq == "WEEKLY" or rule.byweekno:
        return {} if days else {"byday": ((0, wall.weekday()),)}
    if rule.freq == "DAILY" or days:
        return {}
    if rule.freq == "MONTHLY":
        return {"bymonthday": (wall.day,)}
    return {"bymonthday": (wall.day,), "bymonth": rule.bymonth or (wall.month,)}


def _by_week(rule: Rule, wall: datetime) -> Rule:
    """``DAILY`` on some weekdays as ``WEEKLY``, every seventh day too, and every weekday as ``DAILY``."""
    if rule.freq == "DAILY" and rule.interval == 1 and rule.byday:
        rule = replace(rule, freq="WEEKLY")
    elif rule.freq == "DAILY" and rule.interval % 7 == 0 and not rule.byday:
        rule = replace(rule, freq="WEEKLY", interval=rule.interval // 7, byday=((0, wall.weekday()),))
    if rule.freq == "WEEKLY" and rule.interval == 1 and rule.byday == _EVERY_DAY:
        rule = replace(rule, freq="DAILY", byday=())
    return rule


# --- with a start ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def moved_rule(recurrence: str, old: datetime, new: datetime) -> str:
    """The rule after its series moved from local start ``old`` to ``new``: its days move along.

    Raises ``DataError`` when the rule's days are such that this is not defined.
    """
    rule = explicit(parse_rule(recurrence), old)
    days = (new.date() - old.date()).days
    plain = not (rule.bymonth or rule.bymonthday)
    if not days or (rule.freq == "DAILY" and plain and not rule.byday):
        return rule_text(rule)
    if rule.freq == "WEEKLY" and plain:
        # The week's start turns with the days, so that those of one week stay together.
        turned = tuple(sorted((0, (day + days) % 7) for _, day in rule.byday))
        return rule_text(explicit(replace(rule, byday=turned, wkst=(rule.wkst + days) % 7), new))
    return rule_text(replace(rule, **_moved_days(rule, old, new)))


def _moved_days(rule: Rule, old: datetime, new: datetime) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if rule.bymonthday == (old.day,) and not rule.byday:
        changed["bymonthday"] = (new.day,)
    elif (
        len(rule.byday) == 1
        and rule.byday[0][0]
        and not rule.bymonthday
        and rule.byday[0][1] == old.weekday()
    ):
        last = rule.byday[0][0] < 0
        changed["byday"] = ((-1 if last else (new.day + 6) // 7, new.weekday()),)
    if rule.bymonth == (old.month,):
        changed["bymonth"] = (new.month,)
    simple = not (rule.byyearday or rule.byweekno or rule.bysetpos)
    if (
        not simple
        or not ({"bymonthday", "byday"} & changed.keys())
        or (rule.bymonth and "bymonth" not in changed)
    ):
        raise DataError(f"the rule {rule_text(rule)} does not fit the new day; give the new recurrence too")
    return changed


def counted(rule: str, count: int) -> str:
    """The rule with its end put as a COUNT."""
    return rule_text(replace(parse_rule(rule), until="", count=count))


# --- iCalendar lines -------------------------------------------------------------------------------


def read_lines(lines: Iterable[str], zone_name: str) -> tuple[str, tuple[Instant, ...]]:
    """The rule and the EXDATEs (UTC, sorted) that iCalendar lines state. Raises ``DataError``."""
    rules: list[str] = []
    excluded: set[Instant] = set()
    for line in lines:
        name, colon, value = line.strip().partition(":")
        kind = name.upper().partition(";")[0] if colon else "RRULE"
        if kind == "RRULE":
            rules.append(value if colon else line.strip())
        elif kind == "EXDATE":
            zone = next(
                (part[5:] for part in name.split(";")[1:] if part.upper().startswith("TZID=")), zone_name
            )
            excluded.update(_excluded(item.strip(), zone) for item in value.split(","))
        else:
            raise DataError(f"{name[:30]!r} is not accepted; give one RRULE line, and EXDATE lines if needed")
    if len(rules) > 1:
        raise DataError("give one RRULE, not several")
    return (rules[0] if rules else ""), tuple(sorted(excluded))


def _excluded(text: str, zone_name: str) -> Instant:
    try:
        moment = datetime.strptime(text.upper()[:15], "%Y%m%dT%H%M%S")
        if len(text) > 16 or text[15:].upper() not in ("", "Z") or not 1900 <= moment.year < 2300:
            raise ValueError
        zone = UTC if len(text) == 16 else times.zone(zone_name)
    except ValueError:
        raise DataError(f"EXDATE takes starts such as 20260407T130000Z, not {text[:30]!r}") from None
    return times.utc(moment.replace(tzinfo=zone).isoformat())


def with_exdates(rule: str, exdates: tuple[Instant, ...]) -> str:
    """A rule and its exceptions as one text: the canonical form of a ``recurrence`` field."""
    if not exdates:
        return rule
    stamps = ",".join(one.replace("-", "").replace(":", "") for one in sorted(exdates))
    return f"{rule}\nEXDATE:{stamps}"

"""Dates: a day's number or ordinal, judged by the weekday, month and year that stand around it."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from sabench import times
from sabench.errors import TaskError
from sabench.mentions.text import AM, NUMBERS, PM, SUFFIX, Finder, hits

_FIRSTS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINALS = (
    *(*_FIRSTS, "tenth", "eleventh", "twelfth"),
    *(f"{word}th" for word in NUMBERS[12:19]),
    *("twentieth", *(f"twenty-{word}" for word in _FIRSTS), "thirtieth", "thirty-first"),
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?! (?:be|have|not|also|need|want|i|we|you)\b)"
    r"|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?)(?![a-z])\.?"
)
_YEAR = r"(?:19|20)\d\d(?!\d)"
_JOIN = r"(?: ?[-/&,] ?|,? (?:and|or|to|until|through) )"
"""What stands between the days of a list or range that share a month."""
_OTHER_DAY = rf"(?:{_WEEKDAY},? )?(?:the )?\d{{1,2}}{SUFFIX}?"

_REACH = 56
"""Characters on either side of a day in which its weekday, month and year can stand."""

_MONTH_AFTER = re.compile(
    rf"(?:{_JOIN}{_OTHER_DAY}){{0,3}}[.,]?[ -]?(?:(?:day )?of )?(?P<month>{_MONTH})"
    rf"(?:[ ,]{{0,2}}(?:of )?(?P<year>{_YEAR})|-(?P<dashed>\d\d(?:\d\d)?)(?!\d)| ?'(?P<short>\d\d)(?!\d))?"
)
_MONTH_BEFORE = re.compile(
    rf"(?<![a-z])(?:(?P<year>{_YEAR})[ -]|(?P<taken>\d{{1,2}}{SUFFIX}?[ -](?:of )?))?(?P<month>{_MONTH})"
    rf",?[ -]?(?:the )?(?:\d{{1,2}}{SUFFIX}?{_JOIN}(?:the )?){{0,3}}\Z"
)
_YEAR_AFTER = re.compile(rf"(?:{_JOIN}\d{{1,2}}{SUFFIX}?(?!\d)){{0,3}}(?:,? ?|-)(?P<year>{_YEAR})")
_WEEKDAY_BEFORE = re.compile(rf"(?<![a-z])(?P<weekday>{_WEEKDAY}),? \(?(?:(?:the )?|{_MONTH} (?:the )?)\Z")
_NUMERIC_AFTER = re.compile(
    r"(?P<sep>[/.-])(?P<month>\d{1,2})(?:(?P=sep)(?P<year>\d{4}|\d{2})(?!\d)|(?P<open>\.?)(?![\d/-]|\.\d))"
)
_NUMERIC_BEFORE = re.compile(
    r"(?<![\d/.-])(?:(?P<year>\d{4})(?P<sep>[/.-]))?(?P<month>\d{1,2})(?P<last>[/.-])\Z"
)
_NUMERIC_YEAR = re.compile(r"(?P<sep>[/.-])(?P<year>\d{4}|\d{2})(?!\d)")
_LEADS_TO_DAY = re.compile(r"(?<![a-z])(?:the|on|by|for|until|till|from|to|before|after|and|or) \Z")
_CLOCK_AFTER = re.compile(rf"[:.]\d\d| ?(?:{AM}|{PM}|h\b|h\d\d|o'clock|noon\b|hrs\b|hours?\b|:\d)")
_COUNTED_AFTER = re.compile(
    r" (?:floor|street|avenue|time|item|version|edition|anniversary|century|birthday|place|attempt|row|page"
    r"|point|person|line|chapter|question|grade|quarter|option|half|draft|e?mail"
    r"|message|ticket|meeting|occurrence|week|day|month|year|paragraph|slide|round|step|part|part(?:y|ies)|reason|reminder)\b"
)
_DAY_AFTER = re.compile(
    rf",? (?:the )?(?:{_MONTH} )?(?P<day>\d{{1,2}})(?!\d|[:-]|\.\d){SUFFIX}?(?! ?(?:{AM}|{PM}|h|o'))"
)


def find_date(item: dict[str, Any], path: str) -> Finder:
    """The finder of ``{date, weekday}``; raises ``TaskError`` when it is malformed."""
    try:
        wanted = date.fromisoformat(times.day(item["date"]))
    except (ValueError, TypeError):
        raise TaskError(f"{item['date']!r} is not a date such as 2026-03-12", path=path) from None
    if not isinstance(weekday := item.get("weekday", False), bool):
        raise TaskError("weekday must be true or false", path=path.removesuffix("date") + "weekday")
    by_day = _day_finder(wanted)
    if not weekday:
        return by_day
    by_name = _weekday_finder(wanted)
    return lambda text: by_day(text) or by_name(text)


def _day_finder(wanted: date) -> Finder:
    digit, word = str(wanted.day), _ORDINALS[wanted.day - 1]
    pattern = re.compile(rf"(?:{digit}{SUFFIX}?|{word.replace('-', '[ -]')})(?!\d)")

    def find(text: str) -> bool:
        for hit in hits(pattern, text):
            if _is_day(wanted, text, hit):
                return True
        return False

    return find


def _is_day(wanted: date, text: str, hit: re.Match[str]) -> bool:
    """Whether what stands around a day's number or ordinal makes it the wanted date."""
    start, end = hit.span()
    if wanted.day < 10 and start and text[start - 1] == "0":
        start -= 1
    before = text[max(0, start - _REACH) : start]
    if before[-1:].isalnum():
        compact = f"{wanted.year}{wanted.month:02d}"  # 20260312
        return (
            before.endswith(compact)
            and not before[-7:-6].isalnum()
            and (wanted.day > 9 or text[start] == "0")
        )
    for rule in _DAY_RULES:
        if rule(wanted, text, before, end, hit.group()):
            return True
    return False


def _by_iso_or_numbers(wanted: date, text: str, before: str, end: int, written: str) -> bool:
    ahead = _NUMERIC_BEFORE.search(before) if before[-1:] in ("/", ".", "-") else None
    if ahead and ahead["year"]:  # 2026-03-12
        return (
            ahead["sep"] == ahead["last"]
            and int(ahead["year"]) == wanted.year
            and int(ahead["month"]) == wanted.month
        )
    if ahead:  # 3/12/2026, 3/12
        after = _NUMERIC_YEAR.match(text, end)
        whole = (
            after["sep"] == ahead["last"] if after else ahead["last"] == "/" and text[end : end + 1] != "/"
        )
        return whole and int(ahead["month"]) == wanted.month and _same_year(wanted, after and after["year"])
    after = _NUMERIC_AFTER.match(text, end) if text[end : end + 1] in ("/", ".", "-") else None
    if not after or before[-1:] in ("/", ".", "-") or int(after["month"]) != wanted.month:
        return False
    whole = bool(after["year"]) or after["sep"] == "/" or (after["sep"] == "." and after["open"] == ".")
    return whole and _same_year(wanted, after["year"])  # 12/03/2026, 12/3, 12.3.


def _by_month_after(wanted: date, text: str, before: str, end: int, written: str) -> bool:
    if _MONTHS[wanted.month - 1] not in text[end : end + _REACH]:
        return False
    after = _MONTH_AFTER.match(text, end)
    return (
        after is not None
        and _MONTHS.index(after["month"][:3]) + 1 == wanted.month
        and _same_year(wanted, after["year"] or after["dashed"] or after["short"])
        and _same_weekday(wanted, before)
    )


def _by_month_before(wanted: date, text: str, before: str, end: int, written: str) -> bool:
    ahead = _MONTH_BEFORE.search(before) if _MONTHS[wanted.month - 1] in before else None
    if not ahead or ahead["taken"] or _CLOCK_AFTER.match(text, end) or text[end : end + 1].isalpha():
        return False
    year = _YEAR_AFTER.match(text, end)
    return (
        _MONTHS.index(ahead["month"][:3]) + 1 == wanted.month
        and _same_year(wanted, ahead["year"] or (year and year["year"]))
        and _same_weekday(wanted, before)
    )


def _by_day_alone(wanted: date, text: str, before: str, end: int, written: str) -> bool:
    # "the third" is rarely a day, "the 3rd" mostly
    named = _WEEKDAYS[wanted.weekday()] in before and _WEEKDAY_BEFORE.search(before)
    if not named and (
        written.isdigit()
        or written in _FIRSTS[:3]
        or not _LEADS_TO_DAY.search(before)
        or _WEEKDAY_BEFORE.search(before)
    ):
        return False
    if _MONTH_AFTER.match(text, end) or _MONTH_BEFORE.search(before) or text[end : end + 1].isalpha():
        return False  # a month is stated, so the rules above have judged it
    if _CLOCK_AFTER.match(text, end) or _NUMERIC_AFTER.match(text, end) or _COUNTED_AFTER.match(text, end):
        return False
    return _same_weekday(wanted, before)


_DAY_RULES = (_by_iso_or_numbers, _by_month_after, _by_month_before, _by_day_alone)


def _same_year(wanted: date, year: str | None) -> bool:
    return not year or wanted.year == int(year) or (len(year) == 2 and wanted.year % 100 == int(year))


def _same_weekday(wanted: date, before: str) -> bool:
    named = _WEEKDAY_BEFORE.search(before)
    return not named or _WEEKDAYS[wanted.weekday()] == named["weekday"][:3]


def _weekday_finder(wanted: date) -> Finder:
    short = _WEEKDAYS[wanted.weekday()]
    pattern = re.compile(short + r"[a-z]{0,6}")
    name = re.compile(_WEEKDAY)

    def find(text: str) -> bool:
        for hit in hits(pattern, text):
            whole = name.match(text, hit.start())
            if not whole or text[hit.start() - 1 : hit.start()].isalnum():
                continue
            day = _DAY_AFTER.match(text, whole.end())
            if not day or int(day["day"]) == wanted.day:
                return True
        return False

    return find

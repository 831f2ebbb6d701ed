"""Whether a text mentions something, in any usual spelling: words, dates, times, amounts, mail addresses.

A specification is a list of items, all of which must be found (``mentions``) or none (``omits``). An item is

- a string, found as whole words whatever its case, spacing, or kind of quotes and dashes;
- ``{any: [items]}``, found when one of its items is;
- ``{date: 2026-03-12}``, with ``weekday: true`` also by the bare name of its weekday;
- ``{time: "15:00"}``;
- ``{amount: 1250.5, unit: EUR}``, the unit optional;
- ``{address: a@b.example}``.

The rule for typed values: every part that the text states must agree, parts that it leaves out do not
count. So "Thursday 12" is 12 March 2026, and "Friday 12" or "12 March 2027" is not. Where a spelling has two
usual readings (3/4/2026; a bare 3:00) both count. Task authors give values, never patterns; each search
looks at a bounded stretch around each hit, so its time is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeAlias

from sabench import codec, times
from sabench.errors import TaskError

Finder: TypeAlias = Callable[[str], bool]
"""Says whether a folded text holds one item."""

# --- the doors -------------------------------------------------------------------------------------


def mentions(text: str, wanted: list[Any]) -> bool:
    """Whether ``text`` holds every item of ``wanted``. Raises ``TaskError`` when ``wanted`` is malformed."""
    folded = fold(text)
    return all(find(folded) for find in _compiled(codec.encode(wanted)))


def omits(text: str, unwanted: list[Any]) -> bool:
    """Whether ``text`` holds no item of ``unwanted``. Raises ``TaskError`` when ``unwanted`` is malformed."""
    folded = fold(text)
    return not any(find(folded) for find in _compiled(codec.encode(unwanted)))


def check_mention(spec: Any, path: str) -> None:
    """Raise ``TaskError`` with the path into ``spec`` when it is no list of items; it stands at ``path``."""
    _finders(spec, path)


@lru_cache(maxsize=4096)
def _compiled(encoded: bytes) -> tuple[Finder, ...]:
    return _finders(codec.decode(encoded, object, error=TaskError), "$")


def _finders(spec: Any, path: str) -> tuple[Finder, ...]:
    if not isinstance(spec, (list, tuple)) or not spec:
        raise TaskError(
            "must be a list with at least one item: texts, or values such as {time: '15:00'}", path=path
        )
    return tuple(_finder(item, f"{path}[{index}]") for index, item in enumerate(spec))


def _finder(item: Any, path: str) -> Finder:
    if isinstance(item, str):
        return _words(item, path)
    if not isinstance(item, dict):
        raise TaskError(f"{item!r} must be text in quotes, or a value such as {{amount: 3}}", path=path)
    for kind, (allowed, make) in _KINDS.items():
        if kind in item:
            for key in item:
                if key not in allowed:
                    raise TaskError(
                        f"a mention by {kind} has no key {key!r}; it takes: {', '.join(allowed)}", path=path
                    )
            return make(item, f"{path}.{kind}")
    raise TaskError(f"must have one of the keys {', '.join(_KINDS)}", path=path)


# --- folding ---------------------------------------------------------------------------------------

_FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f"),  # invisible: gone
        "\u2026": "...",
    }
)


def fold(text: str) -> str:
    """``text`` with case, Unicode form, spacing, quotes, dashes and bold marks made one."""
    if text.isascii():
        text = text.lower()
    else:
        text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).translate(_FOLDED).casefold())
    if "**" in text:
        text = text.replace("**", "")
    return " ".join(text.split())


def _hits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches at every position, overlapping ones too: one that fails its context must not hide the next."""
    match = pattern.search(text)
    while match:
        yield match
        match = pattern.search(text, match.start() + 1)


# --- words -----------------------------------------------------------------------------------------


def _words(item: str, path: str) -> Finder:
    needle = fold(item)
    if not needle:
        raise TaskError("an empty text is found everywhere; name what must be mentioned", path=path)
    guard_left, guard_right = needle[0].isalnum(), needle[-1].isalnum()
    number_left, number_right = needle[0].isdigit(), needle[-1].isdigit()
    length = len(needle)

    def find(text: str) -> bool:
        at = text.find(needle)
        while at >= 0:
            end = at + length
            if not (
                (guard_left and at and text[at - 1].isalnum())
                or (guard_right and text[end : end + 1].isalnum())
                or (number_left and at > 1 and text[at - 1] in ".,:" and text[at - 2].isdigit())
                or (
                    number_right
                    and text[end : end + 1] in (".", ",", ":")
                    and text[end + 1 : end + 2].isdigit()
                )
            ):
                return True
            at = text.find(needle, at + 1)
        return False

    return find


def _any(item: dict[str, Any], path: str) -> Finder:
    finders = _finders(item["any"], path)
    return lambda text: any(find(text) for find in finders)


# --- addresses -------------------------------------------------------------------------------------

_ADDRESS = re.compile(r"[^\s<>,;\"'@]+@[^\s<>,;\"'@]+\.[^\s<>,;\"'@.]+")


def _address(item: dict[str, Any], path: str) -> Finder:
    given = item["address"]
    written = fold(given.rpartition("<")[2].rstrip("> ")) if isinstance(given, str) else ""
    if not _ADDRESS.fullmatch(written):
        raise TaskError(f"{given!r} is not a mail address", path=path)
    pattern = re.compile(re.escape(written) + r"(?![\w@+-]|\.\w)")

    def find(text: str) -> bool:
        for hit in _hits(pattern, text):
            before = text[hit.start() - 1] if hit.start() else " "
            if not (before.isalnum() or before in "._+-@"):
                return True
        return False

    return find


# --- shared vocabulary of dates and times ------------------------------------------------------------

_ONE_TO_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = (
    "eleven",
    "twelve",
    *(f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
)
_NUMBERS = (*_ONE_TO_TEN, *_TEENS, "twenty")
_FIRSTS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINALS = (
    *(*_FIRSTS, "tenth", "eleventh", "twelfth"),
    *(f"{word}th" for word in _TEENS[2:]),
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
_SUFFIX = r"(?:st|nd|rd|th)"
_YEAR = r"(?:19|20)\d\d(?!\d)"
_JOIN = r"(?: ?[-/&,] ?|,? (?:and|or|to|until|through) )"
"""What stands between the days of a list or range that share a month."""
_OTHER_DAY = rf"(?:{_WEEKDAY},? )?(?:the )?\d{{1,2}}{_SUFFIX}?"
_AM = r"a\.? ?m\b\.?"
_PM = r"p\.? ?m\b\.?"

# --- dates -----------------------------------------------------------------------------------------

_REACH = 56
"""Characters on either side of a day in which its weekday, month and year can stand."""

_MONTH_AFTER = re.compile(
    rf"(?:{_JOIN}{_OTHER_DAY}){{0,3}}[.,]?[ -]?(?:(?:day )?of )?(?P<month>{_MONTH})"
    rf"(?:[ ,]{{0,2}}(?:of )?(?P<year>{_YEAR})|-(?P<dashed>\d\d(?:\d\d)?)(?!\d)| ?'(?P<short>\d\d)(?!\d))?"
)
_MONTH_BEFORE = re.compile(
    rf"(?<![a-z])(?:(?P<year>{_YEAR})[ -]|(?P<taken>\d{{1,2}}{_SUFFIX}?[ -](?:of )?))?(?P<month>{_MONTH})"
    rf",?[ -]?(?:the )?(?:\d{{1,2}}{_SUFFIX}?{_JOIN}(?:the )?){{0,3}}\Z"
)
_YEAR_AFTER = re.compile(rf"(?:{_JOIN}\d{{1,2}}{_SUFFIX}?(?!\d)){{0,3}}(?:,? ?|-)(?P<year>{_YEAR})")
_WEEKDAY_BEFORE = re.compile(rf"(?<![a-z])(?P<weekday>{_WEEKDAY}),? (?:(?:the )?|{_MONTH} (?:the )?)\Z")
_NUMERIC_AFTER = re.compile(
    r"(?P<sep>[/.-])(?P<month>\d{1,2})(?:(?P=sep)(?P<year>\d{4}|\d{2})(?!\d)|(?P<open>\.?)(?![\d/-]|\.\d))"
)
_NUMERIC_BEFORE = re.compile(
    r"(?<![\d/.-])(?:(?P<year>\d{4})(?P<sep>[/.-]))?(?P<month>\d{1,2})(?P<last>[/.-])\Z"
)
_NUMERIC_YEAR = re.compile(r"(?P<sep>[/.-])(?P<year>\d{4}|\d{2})(?!\d)")
_LEADS_TO_DAY = re.compile(r"(?<![a-z])(?:the|on|by|for|until|till|from|to|before|after|and|or) \Z")
_CLOCK_AFTER = re.compile(rf"[:.]\d\d| ?(?:{_AM}|{_PM}|h\b|h\d\d|o'clock|hrs\b|hours?\b|:\d)")
_COUNTED_AFTER = re.compile(
    r" (?:floor|street|avenue|time|item|version|edition|anniversary|century|birthday|place|attempt|row|page"
    r"|point|person|line|chapter|question|grade|quarter)\b"
)
_DAY_AFTER = re.compile(
    rf",? (?:the )?(?:{_MONTH} )?(?P<day>\d{{1,2}})(?!\d|[:-]|\.\d){_SUFFIX}?(?! ?(?:{_AM}|{_PM}|h|o'))"
)


def _date(item: dict[str, Any], path: str) -> Finder:
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
    pattern = re.compile(rf"(?:{digit}{_SUFFIX}?|{word.replace('-', '[ -]')})(?!\d)")

    def find(text: str) -> bool:
        return any(_is_day(wanted, text, hit) for hit in _hits(pattern, text))

    return find


def _is_day(wanted: date, text: str, hit: re.Match[str]) -> bool:
    """Whether what stands around a day's number or ordinal makes it the wanted date."""
    start, end = hit.span()
    if text[start - 1 : start] == "0" and start:
        start -= 1
    before = text[max(0, start - _REACH) : start]
    if before[-1:].isalnum():
        return False
    return any(rule(wanted, text, before, end, hit.group()) for rule in _DAY_RULES)


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
    after = _NUMERIC_AFTER.match(text, end)
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
    named = _WEEKDAYS[wanted.weekday()] in before and _WEEKDAY_BEFORE.search(before)
    if not named and (
        written.isdigit() or not _LEADS_TO_DAY.search(before) or _WEEKDAY_BEFORE.search(before)
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
        for hit in _hits(pattern, text):
            whole = name.match(text, hit.start())
            if not whole or text[hit.start() - 1 : hit.start()].isalnum():
                continue
            day = _DAY_AFTER.match(text, whole.end())
            if not day or int(day["day"]) == wanted.day:
                return True
        return False

    return find


# --- times -----------------------------------------------------------------------------------------

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_MORNING = r"(?:in the |this |tomorrow )morning\b"
_LATER = r"(?:(?:in the |this |tomorrow )(?:afternoon|evening)|at night|tonight)\b"
_MONEY = ("€", "$", "£", "¥")
_MONEY_AFTER = re.compile(r" ?(?:[€$£¥%]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|percent)\b)")


def _time(item: dict[str, Any], path: str) -> Finder:
    given = item["time"]
    parts = _TIME.fullmatch(given) if isinstance(given, str) else None
    if not parts:
        raise TaskError(f"{given!r} is not a time of day; write it in quotes, as '15:00'", path=path)
    hour, minute = int(parts[1]), int(parts[2])
    digits = re.compile("|".join(_in_digits(hour, minute)))
    spoken = re.compile("|".join(_in_speech(hour, minute)))
    words = (*_SPOKEN, _NUMBERS[(hour - 1) % 12])

    def find(text: str) -> bool:
        if any(_stands_alone(text, hit) for hit in _hits(digits, text)):
            return True
        # most texts have none of the words, and then the slower pattern need not run
        return any(word in text for word in words) and any(
            _stands_alone(text, hit) for hit in _hits(spoken, text)
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
    mine, other = (_PM, _AM) if late else (_AM, _PM)
    part, other_part = (_LATER, _MORNING) if late else (_MORNING, _LATER)
    said = rf"(?: o'clock)?,? ?(?:{mine}|{mine[0]}\b|{part})"
    return said, rf"(?! ?(?:o'clock )?(?:{other}|{other_part}|{other[0]}\b))"


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
        yield rf"(?:{hour:02d}|{hour}) ?h(?![a-z\d])"
        yield rf"{twelve} ?o'clock{against}"


_SPOKEN = ("half past ", "quarter ", "midnight", "noon", "midday")
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
        name = _NUMBERS[(hour - 1) % 12]
        yield rf"{name}{said}"
        yield rf"{name} o'clock{against}"
        yield from {0: (r"midnight\b",), 12: (r"noon\b", r"midday\b")}.get(hour, ())
    for words, past in _PARTS_OF_HOUR:
        if past % 60 == minute:
            spoken = (hour + (past < 0)) % 12 or 12
            yield rf"{words} (?:{spoken}|{_NUMBERS[spoken - 1]})\b(?![:.]\d){against}"
    yield r"(?!)"  # so that there is an alternative at any minute


def _range_starts(hour: int, minute: int) -> Iterator[str]:
    twelve = hour % 12
    minutes = rf"(?:[:.]{minute:02d}){'?' if minute == 0 else ''}"
    for mark, half in ((_AM, 0), (_PM, 12)):
        ends = [
            str(end or 12)
            for end in range(12)
            if end != twelve and (hour >= 12) == ((half == 12) == (end > twelve))
        ]
        if ends:
            yield rf"{twelve or 12}{minutes} ?(?:-|to|until) ?(?:{'|'.join(ends)})(?:[:.]\d\d)? ?{mark}"


# --- amounts ---------------------------------------------------------------------------------------

_UNITS: dict[str, tuple[str, str]] = {
    # unit: (spellings before the number, spellings after it)
    "eur": ("€|eur|euros?", "€|eur|euros?"),
    "usd": (r"\$|us\$|usd", r"\$|usd|us dollars?|dollars?|bucks"),
    "gbp": ("£|gbp", "£|gbp|pounds?(?: sterling)?"),
    "chf": (r"chf|fr\.|sfr\.?", r"chf|fr\.|(?:swiss )?francs?"),
    "jpy": ("¥|jpy", "¥|jpy|yen"),
    "%": ("", "%|percent|per cent|pct"),
    "minute": ("", r"minutes?|mins?\.?|m"),
    "hour": ("", r"hours?|hrs?\.?|h"),
    "day": ("", "days?"),
}
_UNIT_NAMES = {
    **{"€": "eur", "$": "usd", "£": "gbp", "¥": "jpy", "euro": "eur", "dollar": "usd", "pound": "gbp"},
    **{"percent": "%", "min": "minute", "h": "hour"},
}
_SCALES = ((3, "k|thousand|grand"), (6, "m|mn|mio|million"), (9, "bn|b|billion"))
_SCALED = re.compile(r" ?(?:k|mn|mio|bn|m|b)(?![a-z])| ?(?:hundred|thousand|million|billion|dozen|grand)\b")
_NO_AMOUNT = re.compile(rf"[a-z]?\d|[:/.,']\d| \d{{3}}(?!\d)|{_SUFFIX}\b| ?(?:{_AM}|{_PM}|o'clock)|-\d\d-")
_IN_A_DATE = re.compile(r"\d{4}-\d\d-\Z|\d[:/.,']\Z|(?<!\d)\d{1,3}(?: \d{3})* \Z")


def _amount(item: dict[str, Any], path: str) -> Finder:
    given, unit = item["amount"], item.get("unit", "")
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise TaskError(f"{given!r} must be a number, without quotes or unit", path=path)
    if not abs(given) < 10**15:
        raise TaskError(f"{given!r} is too large an amount to be found in a text", path=path)
    if not isinstance(unit, str):
        raise TaskError(
            f"{unit!r} must be text, such as EUR or minutes", path=path.removesuffix("amount") + "unit"
        )
    value = Decimal(str(given))
    plain = re.compile("|".join([_digits(value), *_in_words(value)]))
    scaled = [
        re.compile(rf"{_digits(value.scaleb(-power))} ?(?:{names})(?![a-z])")
        for power, names in _SCALES
        if abs(value) >= 10**power
    ]
    before, after = _unit_patterns(unit)
    negative = value < 0

    def good(text: str, hit: re.Match[str], is_plain: bool) -> bool:
        start, end = hit.span()
        return (
            _starts_number(text, start, negative, text[start].isdigit(), end)
            and not (is_plain and (_SCALED.match(text, end) or not _ends_number(text, end, bool(after))))
            and (after is None or _has_unit(text, start - negative, end, before, after))
        )

    def find(text: str) -> bool:
        if any(good(text, hit, True) for hit in _hits(plain, text)):
            return True
        return any(good(text, hit, False) for pattern in scaled for hit in _hits(pattern, text))

    return find


def _digits(value: Decimal) -> str:
    """A pattern for a number in digits: its thousands grouped in any usual way or not at all."""
    whole, _, fraction = f"{abs(value):f}".partition(".")
    fraction = fraction.rstrip("0")
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    head = (
        "".join(groups) if len(groups) == 1 else f"(?:{'[,. ]'.join(groups)}|{chr(39).join(groups)}|{whole})"
    )
    return head + (rf"[.,]{fraction}0*(?!\d)" if fraction else r"(?:[.,](?:00?(?!\d)|-(?!\d)))?")


def _in_words(value: Decimal) -> tuple[str, ...]:
    if value != value.to_integral_value() or not 1 <= value <= len(_NUMBERS):
        return ()
    word = _NUMBERS[int(value) - 1]
    return (rf"{word}(?![a-z])" + (rf"(?![ -](?:{'|'.join(_NUMBERS[:9])})\b)" if value == 20 else ""),)


def _starts_number(text: str, start: int, negative: bool, digits: bool, end: int) -> bool:
    before = text[max(0, start - 20) : start]
    last = before[-1:]
    if negative:
        return last == "-" and not before[-2:-1].isalnum()
    if not digits:
        return not last.isalnum() and not before.endswith(("ty-", "ty "))
    if last.isdigit() or last == "#" or (last == "-" and not before[-2:-1].isdigit()):
        return False
    if last.isalpha() and not before.endswith(("eur", "usd", "gbp", "chf", "jpy")):
        return False
    inside = _IN_A_DATE.search(before)
    return not inside or (last == " " and not re.match(r"\d{3}(?!\d)", text[start:end]))


def _ends_number(text: str, end: int, has_unit: bool) -> bool:
    if _NO_AMOUNT.match(text, end):
        return False
    return (
        has_unit
        or not text[end : end + 1].isalpha()
        or re.match(r"(?:eur|usd|gbp|chf)\b", text[end : end + 4]) is not None
    )


def _unit_patterns(unit: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    folded = fold(unit)
    if not folded:
        return None, None
    singular = folded[:-1] if len(folded) > 2 and folded.endswith("s") else folded
    before, after = _UNITS.get(_UNIT_NAMES.get(singular, singular), ("", re.escape(singular) + "s?"))
    return (
        re.compile(rf"(?:\A|[^a-z])(?:{before}) ?-?\Z") if before else None,
        re.compile(rf"[ -]?(?:{after})(?![a-z])"),
    )


def _has_unit(
    text: str, start: int, end: int, before: re.Pattern[str] | None, after: re.Pattern[str]
) -> bool:
    if after.match(text, end):
        return True
    return before is not None and before.search(text[max(0, start - 12) : start]) is not None


_KINDS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any], str], Finder]]] = {
    "any": (("any",), _any),
    "date": (("date", "weekday"), _date),
    "time": (("time",), _time),
    "amount": (("amount", "unit"), _amount),
    "address": (("address",), _address),
}

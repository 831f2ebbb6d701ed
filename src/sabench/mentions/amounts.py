"""Amounts: numbers in digits, scaled (1.2k) or in words, with the unit beside them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from sabench.errors import TaskError
from sabench.mentions.text import AM, NUMBERS, PM, SUFFIX, Finder, fold, hits

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
_NO_AMOUNT = re.compile(rf"[a-z]?\d|[:/.,']\d| \d{{3}}(?!\d)|{SUFFIX}\b| ?(?:{AM}|{PM}|o'clock)|-\d\d-")
_IN_A_DATE = re.compile(r"\d{4}-\d\d-\Z|\d[:/.,']\Z|(?<!\d)\d{1,3}(?: \d{3})* \Z")


def find_amount(item: dict[str, Any], path: str) -> Finder:
    """The finder of ``{amount, unit}``; raises ``TaskError`` when it is malformed."""
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
        if any(good(text, hit, True) for hit in hits(plain, text)):
            return True
        return any(good(text, hit, False) for pattern in scaled for hit in hits(pattern, text))

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
    if value != value.to_integral_value() or not 1 <= value <= len(NUMBERS):
        return ()
    word = NUMBERS[int(value) - 1]
    return (rf"{word}(?![a-z])" + (rf"(?![ -](?:{'|'.join(NUMBERS[:9])})\b)" if value == 20 else ""),)


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

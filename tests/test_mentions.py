from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sabench.errors import TaskError
from sabench.mentions import compile_mentions, fold, mentions, missing

DATE = {"date": "2026-03-12"}  # a Thursday

FOUND: list[tuple[Any, str]] = [
    ("Q3", "numbers for Q3."),
    ("Q3", "*q3*: up"),
    ("purchase order", "the Purchase\n   Order\u00a0is here"),
    ("Dana's plan", "see Dana\u2019s plan"),
    ('"final"', "the \u201cfinal\u201d one"),
    ("follow-up", "the follow\u2011up"),
    ("Zoë", "Zoe\u0308 agrees"),
    ("STRASSE", "Hauptstraße, Straße"),
    ("budget review", "the **budget** review"),
    ("3", "option 3. Next"),
    ({"any": ["yes", "agreed"]}, "Agreed!"),
    ({"any": [{"time": "15:00"}, {"date": "2026-03-12"}]}, "on 12 March"),
    (DATE, "on 12 March"),
    (DATE, "on 12 March 2026."),
    (DATE, "the 12th of March"),
    (DATE, "March 12th"),
    (DATE, "March 12, 2026"),
    (DATE, "Mar. 12"),
    (DATE, "12-Mar-2026"),
    (DATE, "12-Mar-26"),
    (DATE, "12 Mar '26"),
    (DATE, "12/03/2026"),
    (DATE, "3/12/2026"),
    (DATE, "12.03.2026"),
    (DATE, "12.3.26"),
    (DATE, "12.03. at noon"),
    (DATE, "on 3/12 at noon"),
    (DATE, "on 12/3 at noon"),
    (DATE, "2026-03-12"),
    (DATE, "2026-03-12T15:00:00+01:00"),
    (DATE, "2026/03/12"),
    (DATE, "Thursday 12"),
    (DATE, "Thursday the 12th"),
    (DATE, "Thu, Mar 12"),
    (DATE, "Thursday, March the 12th"),
    (DATE, "Thursday, 12th"),
    (DATE, "the 12th works"),
    (DATE, "see you on the twelfth"),
    (DATE, "the twelfth of March"),
    (DATE, "12 and 19 March"),
    (DATE, "5, 12 and 19 March 2026"),
    (DATE, "12-14 March"),
    (DATE, "Thursday 12 and Friday 13 March"),
    (DATE, "March 5 and 12"),
    (DATE, "March 12-14, 2026"),
    (DATE, "March 12 at 3 pm"),
    (DATE, "March 12, 15:00"),
    (DATE, "12 March, 10 am"),
    (DATE, "**12** March"),
    (DATE, "20260312"),
    (DATE, "12MAR2026"),
    (DATE, "Thursday (12th)"),
    (DATE, "March twelfth"),
    (DATE, "between the 12th and the 14th"),
    (DATE, "Thursday 12, 15:00"),
    ({"date": "2026-10-02"}, "20261002"),
    ({"date": "2026-10-12"}, "20261012"),
    ({"date": "2026-03-02"}, "Mon 2nd of March"),
    ({"date": "2026-03-02"}, "the second of March"),
    ({"date": "2026-03-05"}, "05/03/2026"),
    ({"date": "2026-03-05"}, "March 5 or 12"),
    ({"date": "2026-05-12"}, "on 12 May"),
    ({"date": "2026-03-12", "weekday": True}, "Thursday works"),
    ({"date": "2026-03-12", "weekday": True}, "Thurs at 15:00"),
    ({"date": "2026-03-12", "weekday": True}, "Thursday 3 pm"),
    ({"date": "2026-03-12", "weekday": True}, "thu mar 12"),
    ({"time": "15:00"}, "at 3 pm"),
    ({"time": "15:00"}, "at 3pm."),
    ({"time": "15:00"}, "at 3 p.m. sharp"),
    ({"time": "15:00"}, "at 3:00 PM"),
    ({"time": "15:00"}, "at 3.00pm"),
    ({"time": "15:00"}, "at 15:00"),
    ({"time": "15:00"}, "at 15h"),
    ({"time": "15:00"}, "à 15h00"),
    ({"time": "15:00"}, "at 15.00."),
    ({"time": "15:00"}, "at 3 o'clock"),
    ({"time": "15:00"}, "at three o\u2019clock"),
    ({"time": "15:00"}, "at 3 in the afternoon"),
    ({"time": "15:00"}, "at 3 o'clock in the afternoon"),
    ({"time": "15:00"}, "three pm"),
    ({"time": "15:00"}, "15:00-16:00"),
    ({"time": "16:00"}, "15:00–16:00"),
    ({"time": "15:00"}, "3-4 pm"),
    ({"time": "15:00"}, "3:00 to 4:30 pm"),
    ({"time": "15:00"}, "let's say 3:00"),
    ({"time": "15:00"}, "2026-03-12T15:00:00+01:00"),
    ({"time": "15:00"}, "1500 hrs"),
    ({"time": "11:00"}, "11-1 pm"),
    ({"time": "15:00"}, "3p"),
    ({"time": "15:00"}, "15-16h"),
    ({"time": "15:00"}, "at 3:00 a colleague joins"),
    ({"time": "14:00"}, "between 2 and 3 pm"),
    ({"time": "10:00"}, "10–11am"),
    ({"time": "17:30"}, "5.30pm"),
    ({"time": "15:00"}, "it's at three this Thursday"),
    ({"time": "15:00"}, "moved, it's at 3."),
    ({"time": "15:00"}, "free from three to four"),
    ({"time": "10:00"}, "by ten, please"),
    ({"time": "09:30"}, "9:30"),
    ({"time": "09:30"}, "09:30 am"),
    ({"time": "09:30"}, "half past nine"),
    ({"time": "08:45"}, "quarter to 9"),
    ({"time": "12:00"}, "at noon"),
    ({"time": "12:00"}, "12 pm"),
    ({"time": "12:00"}, "12-2 pm"),
    ({"time": "00:00"}, "by midnight"),
    ({"time": "00:00"}, "12 am"),
    ({"amount": 1250.50}, "1,250.50"),
    ({"amount": 1250.50}, "1.250,50"),
    ({"amount": 1250.50}, "1 250.50"),
    ({"amount": 1250.50}, "1\u202f250,50 €"),
    ({"amount": 1250.50}, "€1250.50"),
    ({"amount": 1250.50}, "1250.5"),
    ({"amount": 1250.50}, "1'250.50"),
    ({"amount": 1250.50, "unit": "EUR"}, "EUR 1,250.50"),
    ({"amount": 1250.50, "unit": "EUR"}, "1250.50 euros"),
    ({"amount": 1250.50, "unit": "EUR"}, "€ 1250.50"),
    ({"amount": 1200}, "about 1.2k"),
    ({"amount": 1200, "unit": "USD"}, "$1.2k"),
    ({"amount": 1200}, "1,200.00"),
    ({"amount": 2000000, "unit": "EUR"}, "2 million euros"),
    ({"amount": 3}, "three people"),
    ({"amount": 3}, "3 people"),
    ({"amount": 20}, "twenty of them"),
    ({"amount": 45, "unit": "minutes"}, "a 45-minute call"),
    ({"amount": 45, "unit": "minutes"}, "45 mins"),
    ({"amount": 2, "unit": "hours"}, "two hours"),
    ({"amount": 15, "unit": "%"}, "a 15% discount"),
    ({"amount": 15, "unit": "percent"}, "15 per cent"),
    ({"amount": 12, "unit": "seats"}, "12 seats"),
    ({"amount": 0}, "0 errors"),
    ({"amount": -5}, "it is -5 today"),
    ({"address": "a.b@c.example"}, "Alex <A.B@C.example>"),
    ({"address": "a.b@c.example"}, "mailto:a.b@c.example."),
    ({"address": "Alex <a.b@c.example>"}, "write to a.b@c.example, please"),
]

NOT_FOUND: list[tuple[Any, str]] = [
    ({"time": "15:00"}, "at three people's request"),
    ({"time": "15:00"}, "by 3 days"),
    ({"time": "15:00"}, "it grew by 3.5"),
    ({"time": "15:00"}, "from three firms"),
    ({"time": "15:00"}, "at three in the morning"),
    ({"time": "03:00"}, "let's meet at three"),
    ({"time": "15:00"}, "at 13."),
    ("Q3", "Q30"),
    ("Q3", "FAQ3"),
    ("art", "party"),
    ("12", "12.5"),
    ("5", "12.5"),
    ("3", "3:30"),
    ({"any": ["yes", "agreed"]}, "disagreed, yesterday"),
    (DATE, ""),
    (DATE, "13 March"),
    (DATE, "12 April"),
    (DATE, "12 March 2027"),
    (DATE, "March 12, 2025"),
    (DATE, "12-Mar-27"),
    (DATE, "112 March"),
    (DATE, "12/04/2026"),
    (DATE, "12/03/2027"),
    (DATE, "2025-03-12"),
    (DATE, "2026-04-12"),
    (DATE, "2026-12-04"),
    (DATE, "Friday 12"),
    (DATE, "Friday the 12th"),
    (DATE, "Friday, 12 March"),
    (DATE, "Thursday"),
    (DATE, "Thursday 12:00"),
    (DATE, "Thursday 12 pm"),
    (DATE, "12 people"),
    (DATE, "the 12th of April"),
    (DATE, "April the 12th"),
    (DATE, "the 12th floor"),
    (DATE, "March, 12:00"),
    (DATE, "March 12:30"),
    (DATE, "March 5, 12 pm"),
    (DATE, "12 may be enough"),
    (DATE, "5 March 12 people"),
    (DATE, "12 markets"),
    (DATE, "March 120"),
    (DATE, "12.03 EUR"),
    (DATE, "Thursday 12 noon"),
    (DATE, "120260312"),
    (DATE, "20270312"),
    ({"date": "2026-03-02"}, "2026032"),
    ({"date": "2026-03-02"}, "the second option"),
    ({"date": "2026-03-02"}, "the 2nd option"),
    ({"date": "2026-03-03"}, "by third parties"),
    ({"date": "2026-03-12", "weekday": True}, "Thursday 19"),
    ({"date": "2026-03-12", "weekday": True}, "Thursday, March 19"),
    ({"date": "2026-03-12", "weekday": True}, "Friday"),
    ({"date": "2026-03-12", "weekday": True}, "enthusiasm and thunder"),
    ({"time": "15:00"}, "13:00"),
    ({"time": "15:00"}, "3 people"),
    ({"time": "15:00"}, "15:30"),
    ({"time": "15:00"}, "3:30 pm"),
    ({"time": "15:00"}, "3 am"),
    ({"time": "15:00"}, "3:00 a.m."),
    ({"time": "15:00"}, "03:00"),
    ({"time": "15:00"}, "13 pm"),
    ({"time": "15:00"}, "15 people"),
    ({"time": "15:00"}, "15:00:30"),
    ({"time": "15:00"}, "€15.00"),
    ({"time": "15:00"}, "15.00 EUR"),
    ({"time": "15:00"}, "115:00"),
    ({"time": "15:00"}, "15 hours"),
    ({"time": "15:00"}, "3 in the morning"),
    ({"time": "15:00"}, "3 o'clock in the morning"),
    ({"time": "15:00"}, "3 pmc"),
    ({"time": "03:00"}, "15:00"),
    ({"time": "03:00"}, "3:00 pm"),
    ({"time": "03:00"}, "3-4 pm"),
    ({"time": "15:00"}, "3 parts"),
    ({"time": "15:00"}, "3 p of it"),
    ({"time": "15:00"}, "3a"),
    ({"time": "01:00"}, "15:00+01:00"),
    ({"time": "12:00"}, "afternoon"),
    ({"time": "23:00"}, "11-1 pm"),
    ({"time": "12:00"}, "12:00 am"),
    ({"time": "00:00"}, "12 pm"),
    ({"amount": 1250.50}, "1250"),
    ({"amount": 1250.50}, "1250.55"),
    ({"amount": 1250.50}, "21,250.50"),
    ({"amount": 1250}, "1250.50"),
    ({"amount": 1250}, "1,250,000"),
    ({"amount": 1250}, "1 250 000"),
    ({"amount": 250}, "1,250"),
    ({"amount": 250}, "1 250"),
    ({"amount": 1250}, "1.2k"),
    ({"amount": 1250, "unit": "EUR"}, "1250"),
    ({"amount": 1250, "unit": "EUR"}, "$1250"),
    ({"amount": 5}, "5 million"),
    ({"amount": 5}, "5k"),
    ({"amount": 5}, "five hundred"),
    ({"amount": 20}, "twenty-one"),
    ({"amount": 1}, "twenty-one"),
    ({"amount": 15}, "15:00"),
    ({"amount": 12}, "2026-03-12"),
    ({"amount": 2026}, "2026-03-12"),
    ({"amount": 140}, "OPS-140"),
    ({"amount": 3}, "Q3"),
    ({"amount": 3}, "3 pm"),
    ({"amount": 5}, "it is -5 today"),
    ({"amount": -5}, "5"),
    ({"amount": 12}, "the 12th"),
    ({"amount": 45, "unit": "minutes"}, "45 months"),
    ({"amount": 1}, "phone"),
    ({"address": "a.b@c.example"}, "xa.b@c.example"),
    ({"address": "a.b@c.example"}, "a.b@c.example.org"),
    ({"address": "a.b@c.example"}, "a.b at c.example"),
]


def omits(text: str, unwanted: list[Any]) -> bool:
    return missing(text, compile_mentions(unwanted, "$"))


@pytest.mark.parametrize(("item", "text"), FOUND)
def test_a_usual_spelling_is_found_and_cannot_be_omitted(item: Any, text: str) -> None:
    assert mentions(text, [item])
    assert not omits(text, [item])


@pytest.mark.parametrize(("item", "text"), NOT_FOUND)
def test_another_value_is_not_found(item: Any, text: str) -> None:
    assert not mentions(text, [item])
    assert omits(text, [item])


@pytest.mark.parametrize(("item", "text"), FOUND)
@pytest.mark.parametrize("frame", ["{}", "Hi Dana,\n\n{}\n\nBest, Lee", "({})", '"{}"', "- {}", "so {}, ok?"])
def test_what_stands_around_does_not_hide_it(item: Any, text: str, frame: str) -> None:
    assert mentions(frame.format(text), [item])


@pytest.mark.parametrize(("item", "text"), FOUND)
def test_case_and_spacing_do_not_matter(item: Any, text: str) -> None:
    assert mentions(text.upper().replace(" ", "\u00a0\n"), [item])


def test_every_item_must_be_found_and_none_may_be() -> None:
    assert mentions("12 March at 3 pm", [DATE, {"time": "15:00"}])
    assert not mentions("12 March", [DATE, {"time": "15:00"}])
    assert not omits("12 March", [DATE, {"time": "15:00"}])
    assert omits("13 March", [DATE, {"time": "15:00"}])


BAD: list[tuple[Any, str]] = [
    ("text", "$.x"),
    ([], "$.x"),
    (None, "$.x"),
    ([3], "$.x[0]"),
    (["ok", ""], "$.x[1]"),
    (["\u200b "], "$.x[0]"),
    ([None], "$.x[0]"),
    ([{}], "$.x[0]"),
    ([{"regex": "a+"}], "$.x[0]"),
    ([{"any": []}], "$.x[0].any"),
    ([{"any": "yes"}], "$.x[0].any"),
    ([{"any": ["yes", {"date": "tomorrow"}]}], "$.x[0].any[1].date"),
    ([{"date": "2026-02-30"}], "$.x[0].date"),
    ([{"date": 20260312}], "$.x[0].date"),
    ([{"date": "2026-03-12", "weekday": "yes"}], "$.x[0].weekday"),
    ([{"date": "2026-03-12", "time": "15:00"}], "$.x[0]"),
    ([{"time": 900}], "$.x[0].time"),
    ([{"time": "25:00"}], "$.x[0].time"),
    ([{"time": "3 pm"}], "$.x[0].time"),
    ([{"amount": "3"}], "$.x[0].amount"),
    ([{"amount": True}], "$.x[0].amount"),
    ([{"amount": 1e300}], "$.x[0].amount"),
    ([{"amount": 3, "unit": 5}], "$.x[0].unit"),
    ([{"address": "Alex"}], "$.x[0].address"),
    ([{"address": 7}], "$.x[0].address"),
]


@pytest.mark.parametrize(("spec", "path"), BAD)
def test_a_malformed_specification_is_an_error_with_its_path(spec: Any, path: str) -> None:
    with pytest.raises(TaskError) as caught:
        compile_mentions(spec, "$.x")
    assert caught.value.path == path
    assert "\n" not in str(caught.value)
    with pytest.raises(TaskError):
        mentions("text", spec)


def test_a_good_specification_passes_the_check() -> None:
    compile_mentions([item for item, _ in FOUND], "$.x")


# --- properties: every rendering is found, the rendering of another value is not --------------------

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAYS = st.dates(date(2024, 1, 1), date(2031, 12, 31))


def _ordinal(number: int) -> str:
    return f"{number}{'th' if 10 < number < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


FULL_DATES = (
    lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{d.day:02d} {MONTHS[d.month - 1][:3]} {d.year}",
    lambda d: f"{MONTHS[d.month - 1]} {d.day}, {d.year}",
    lambda d: f"{MONTHS[d.month - 1]} {_ordinal(d.day)}, {d.year}",
    lambda d: f"the {_ordinal(d.day)} of {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{WEEKDAYS[d.weekday()]}, {d.day} {MONTHS[d.month - 1]} {d.year}",
    lambda d: f"{WEEKDAYS[d.weekday()][:3]}, {MONTHS[d.month - 1][:3]} {d.day}, {d.year}",
    lambda d: f"{d.day}-{MONTHS[d.month - 1][:3]}-{d.year}",
    lambda d: f"{d.isoformat()}",
    lambda d: f"{d.isoformat()}T09:00:00+01:00",
    lambda d: f"{d.year}/{d.month:02d}/{d.day:02d}",
    lambda d: f"{d.day:02d}.{d.month:02d}.{d.year}",
)
SWAPPABLE = (
    lambda d: f"{d.day:02d}/{d.month:02d}/{d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year % 100:02d}",
)
YEARLESS = (
    lambda d: f"{d.day} {MONTHS[d.month - 1]}",
    lambda d: f"{_ordinal(d.day)} of {MONTHS[d.month - 1]}",
    lambda d: f"{MONTHS[d.month - 1][:3]} {d.day}",
    lambda d: f"{WEEKDAYS[d.weekday()]} {d.day} {MONTHS[d.month - 1]}",
)
DAY_ONLY = (
    lambda d: f"{WEEKDAYS[d.weekday()]} {d.day}",
    lambda d: f"{WEEKDAYS[d.weekday()][:3]}. the {_ordinal(d.day)}",
)
FRAMES = st.sampled_from(["{}", "on {} at 10:45", "Moved to {}.", "({}) please", "{}, 45 minutes"])


@given(DAYS, st.sampled_from(FULL_DATES + SWAPPABLE + YEARLESS + DAY_ONLY), FRAMES)
def test_every_rendering_of_a_date_is_found(day: date, form: Any, frame: str) -> None:
    assert mentions(frame.format(form(day)), [{"date": day.isoformat()}])


@given(DAYS, st.integers(-800, 800).filter(bool), st.sampled_from(FULL_DATES + SWAPPABLE), FRAMES)
@example(date(2026, 3, 12), 365, FULL_DATES[0], "{}")
def test_the_rendering_of_another_date_is_not(day: date, shift: int, form: Any, frame: str) -> None:
    other = day + timedelta(days=shift)
    assume(form not in SWAPPABLE or (day.year, day.month, day.day) != (other.year, other.day, other.month))
    assert omits(frame.format(form(other)), [{"date": day.isoformat()}])


@given(DAYS, DAYS, st.sampled_from(YEARLESS + DAY_ONLY), FRAMES)
def test_a_date_in_part_is_not_found_when_a_part_differs(
    day: date, other: date, form: Any, frame: str
) -> None:
    same_day, same_month = day.day == other.day, day.month == other.month
    assume(not (same_day and (same_month or form in DAY_ONLY)))
    assert omits(frame.format(form(other)), [{"date": day.isoformat()}])


def _twelve(hour: int) -> int:
    return hour % 12 or 12


def _half(hour: int) -> str:
    return "pm" if hour >= 12 else "am"


CLOCKS = (
    lambda h, m: f"{h:02d}:{m:02d}",
    lambda h, m: f"{h:02d}h{m:02d}",
    lambda h, m: f"{h:02d}:{m:02d}:00",
    lambda h, m: f"{_twelve(h)}:{m:02d} {_half(h)}",
    lambda h, m: f"{_twelve(h)}:{m:02d}{_half(h).upper()}",
    lambda h, m: f"{_twelve(h)}.{m:02d} {_half(h)[0]}.m.",
    lambda h, m: f"{_twelve(h)} {_half(h)}" if m == 0 else f"{h:02d}:{m:02d}",
)
HOURS, MINUTES = st.integers(0, 23), st.sampled_from([0, 0, 5, 15, 30, 45, 59])
TIME_FRAMES = st.sampled_from(["{}", "on 12 March at {}", "({})", "{}, in room 3", "from {} on", "at {}."])


@given(HOURS, MINUTES, st.sampled_from(CLOCKS), TIME_FRAMES)
def test_every_rendering_of_a_time_is_found(hour: int, minute: int, form: Any, frame: str) -> None:
    assert mentions(frame.format(form(hour, minute)), [{"time": f"{hour:02d}:{minute:02d}"}])


@given(HOURS, MINUTES, HOURS, MINUTES, st.sampled_from(CLOCKS), TIME_FRAMES)
def test_the_rendering_of_another_time_is_not(
    hour: int, minute: int, other: int, past: int, form: Any, frame: str
) -> None:
    assume((hour, minute) != (other, past))
    rendered = form(other, past)
    bare_afternoon = rendered[0] != "0" and rendered[-1].isdigit() and other < 12 and hour == other + 12
    assume(not (bare_afternoon and minute == past))  # a bare 10:00 is read both ways
    assert omits(frame.format(rendered), [{"time": f"{hour:02d}:{minute:02d}"}])


AMOUNTS = (
    lambda c: f"{c / 100:,.2f}",
    lambda c: f"{c / 100:.2f}",
    lambda c: f"{c / 100:,.2f}".translate(str.maketrans(",.", ".,")),
    lambda c: f"{c / 100:,.2f}".replace(",", " "),
    lambda c: f"{c / 100:,.2f}".replace(",", "\u202f"),
    lambda c: f"€{c / 100:.2f}",
    lambda c: f"{c // 100:,}" if c % 100 == 0 else f"{c / 100:,.2f}",
    lambda c: f"{c / 100000}k" if c >= 100000 and c % 1000 == 0 else f"{c / 100:,.2f}",
)
CENTS = st.one_of(st.integers(0, 10**9), st.integers(0, 10**6).map(lambda n: n * 100), st.integers(0, 2000))
AMOUNT_FRAMES = st.sampled_from(
    ["{}", "pay {} today", "({})", "{}.", "a total of {}, all in", "{} on 12 March"]
)


@given(CENTS, st.sampled_from(AMOUNTS), AMOUNT_FRAMES)
def test_every_rendering_of_an_amount_is_found(cents: int, form: Any, frame: str) -> None:
    assert mentions(frame.format(form(cents)), [{"amount": cents / 100}])


@given(CENTS, CENTS, st.sampled_from(AMOUNTS), AMOUNT_FRAMES)
def test_the_rendering_of_another_amount_is_not(cents: int, other: int, form: Any, frame: str) -> None:
    assume(cents != other)
    assume(not ("12 March" in frame and cents == 1200))
    assert omits(frame.format(form(other)), [{"amount": cents / 100}])


@given(st.text(max_size=200), st.sampled_from([item for item, _ in FOUND]))
def test_any_text_at_all_has_an_answer(text: str, item: Any) -> None:
    assert mentions(text, [item]) is not omits(text, [item])


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    "part", ["12 ", "12,", "1 ", "12.", "3-", "march 12 ", "1,250", "q30", "a@", "the ", "12 and "]
)
@pytest.mark.parametrize(
    "item", ["Q3", DATE, {"time": "15:00"}, {"amount": 1250.5}, {"address": "a@b.example"}]
)
def test_a_text_at_the_limit_is_read(part: str, item: Any) -> None:
    text = part * (256 * 1024 // len(part))
    assert isinstance(mentions(text, [item]), bool)
    assert re.fullmatch(r"\S.*", fold(text))

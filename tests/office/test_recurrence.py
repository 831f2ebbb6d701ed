"""Rules of RFC 5545 and what they expand to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from diary import BERLIN, DANA, ME, Attendee, Override, event, office, weekly
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import times
from sabench.errors import DataError
from sabench.model import base_id, replace
from sabench.office import recurrence as rec
from sabench.office import rules

NEW_YORK = "America/New_York"


def starts(rule: str, start: str, zone: str = BERLIN, exdates: tuple[str, ...] = ()) -> list[str]:
    one = event(start=start, zone=zone, recurrence=rule, exdates=exdates)
    return [item.start for item in rec.occurrences(one)]


def test_a_series_keeps_its_local_time_when_clocks_go_forward() -> None:
    assert starts("FREQ=WEEKLY;COUNT=3", "2026-03-17T10:00:00+01:00") == [
        "2026-03-17T09:00:00Z",
        "2026-03-24T09:00:00Z",
        "2026-03-31T08:00:00Z",
    ]


def test_a_series_keeps_its_local_time_when_clocks_go_back() -> None:
    assert starts("FREQ=DAILY;COUNT=3", "2026-10-24T10:00:00+02:00") == [
        "2026-10-24T08:00:00Z",
        "2026-10-25T09:00:00Z",
        "2026-10-26T09:00:00Z",
    ]


def test_a_skipped_local_time_is_read_with_the_offset_before_the_change() -> None:
    # RFC 5545, 3.3.5: 02:30 on 8 March 2026 in New York is 03:30 EDT.
    assert starts("FREQ=DAILY;COUNT=3", "2026-03-07T02:30:00-05:00", NEW_YORK) == [
        "2026-03-07T07:30:00Z",
        "2026-03-08T07:30:00Z",
        "2026-03-09T06:30:00Z",
    ]


def test_a_doubled_local_time_is_the_first_of_the_two() -> None:
    # RFC 5545, 3.3.5: 01:30 on 1 November 2026 in New York is 01:30 EDT.
    assert starts("FREQ=DAILY;COUNT=3", "2026-10-31T01:30:00-04:00", NEW_YORK) == [
        "2026-10-31T05:30:00Z",
        "2026-11-01T05:30:00Z",
        "2026-11-02T06:30:00Z",
    ]


def test_a_start_in_the_second_of_two_doubled_hours_stays_there() -> None:
    assert starts("FREQ=DAILY;COUNT=2", "2026-11-01T01:30:00-05:00", NEW_YORK) == [
        "2026-11-01T06:30:00Z",
        "2026-11-02T06:30:00Z",
    ]


def test_an_offset_that_is_not_the_zones_own_is_converted() -> None:
    assert starts("FREQ=WEEKLY;COUNT=2", "2026-03-24T09:00:00Z")[1] == "2026-03-31T08:00:00Z"


def test_leap_days_repeat_in_leap_years_only() -> None:
    found = starts("FREQ=YEARLY;COUNT=3", "2024-02-29T12:00:00Z", "UTC")
    assert found == ["2024-02-29T12:00:00Z", "2028-02-29T12:00:00Z", "2032-02-29T12:00:00Z"]


def test_months_without_the_day_are_left_out() -> None:
    found = starts("FREQ=MONTHLY;COUNT=3", "2026-01-31T12:00:00Z", "UTC")
    assert [one[5:10] for one in found] == ["01-31", "03-31", "05-31"]


@pytest.mark.parametrize(
    ("until", "count"),
    [
        ("20260317", 3),  # a bare date is that whole local day
        ("20260317T090000Z", 3),
        ("20260317T085959Z", 2),
        ("20260317T100000", 3),  # local
        ("20260317T095959", 2),
    ],
)
def test_until_may_be_utc_local_or_a_date(until: str, count: int) -> None:
    assert len(starts(f"FREQ=WEEKLY;UNTIL={until}", "2026-03-03T10:00:00+01:00")) == count


def test_until_in_utc_counts_over_a_clock_change() -> None:
    found = starts("FREQ=WEEKLY;UNTIL=20260331T080000Z", "2026-03-24T10:00:00+01:00")
    assert found == ["2026-03-24T09:00:00Z", "2026-03-31T08:00:00Z"]


def test_the_start_is_the_first_occurrence_and_is_counted_even_off_the_rule() -> None:
    found = starts("FREQ=WEEKLY;BYDAY=MO;COUNT=3", "2026-03-04T10:00:00+01:00")
    assert [one[:10] for one in found] == ["2026-03-04", "2026-03-09", "2026-03-16"]


def test_exdates_are_left_out_and_still_counted() -> None:
    found = starts("FREQ=WEEKLY;COUNT=3", "2026-03-03T10:00:00+01:00", exdates=("2026-03-10T09:00:00Z",))
    assert found == ["2026-03-03T09:00:00Z", "2026-03-17T09:00:00Z"]


def test_an_unending_series_goes_two_years_past_the_later_of_the_instant_and_its_start() -> None:
    one = event(recurrence="FREQ=WEEKLY")
    assert (
        rec.full_series(one).starts[-1]
        < "2028-03-04"
        < rec.full_series(one, "2028-03-10T00:00:00Z").starts[-1]
    )
    assert not rec.full_series(one).finite
    assert rec.horizon("2026-03-02T08:00:00+01:00") == "2028-03-02T07:00:00Z"


def test_no_series_has_more_than_the_most_occurrences() -> None:
    series = rec.full_series(event(recurrence="FREQ=DAILY;COUNT=5000"))
    assert len(series.starts) == rec.MAX_OCCURRENCES
    assert not series.finite


def test_the_rest_of_a_series_that_is_too_long_to_expand_keeps_its_end() -> None:
    long = event(recurrence="FREQ=DAILY;COUNT=5000")
    rest = rec.remainder(long, rec.full_series(long).starts[10], "ev-9", "")
    assert rest.recurrence == "FREQ=DAILY;COUNT=4990"


def test_an_override_replaces_only_what_it_names() -> None:
    key = "2026-03-10T09:00:00Z"
    moved = Override(start="2026-03-11T15:00:00+01:00", title="Late")
    found = rec.occurrences(weekly(overrides={key: moved}))[1]
    assert (found.original_start, found.start, found.end) == (
        key,
        "2026-03-11T14:00:00Z",
        "2026-03-11T14:30:00Z",
    )
    assert (found.title, found.attendees) == ("Late", (Attendee(DANA, "accepted"),))


def test_an_override_can_name_everything() -> None:
    key = "2026-03-10T09:00:00Z"
    other = Override(end="2026-03-10T12:00:00+01:00", location="l", room="r", description="d", attendees=())
    found = rec.occurrences(weekly(overrides={key: other}))[1]
    assert (found.start, found.end) == (key, "2026-03-10T11:00:00Z")
    assert (found.location, found.room, found.description, found.attendees) == ("l", "r", "d", ())


def test_a_cancelled_event_has_no_occurrence() -> None:
    gone = weekly(status="cancelled")
    assert rec.occurrences(gone) == ()
    assert rec.window(gone, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z") == []
    assert rec.coming(gone, "2026-01-01T00:00:00Z", 2, "2027-01-01T00:00:00Z") == []


def test_all_occurrences_cover_every_event() -> None:
    ws = office(weekly(), event("ev-2"))
    assert [one.event_id for one in rec.all_occurrences(ws)] == ["ev-1"] * 6 + ["ev-2"]
    assert rec.all_occurrences(ws) == rec.all_occurrences(ws)


def test_window_and_coming_agree_with_all_occurrences_with_and_without_exceptions() -> None:
    plain = weekly()
    moved = weekly(overrides={"2026-03-10T09:00:00Z": Override(start="2026-03-19T10:00:00+01:00")})
    for one in (plain, moved):
        everything = rec.occurrences(one, "2028-01-01T00:00:00Z")
        span = ("2026-03-10T09:10:00Z", "2026-03-24T09:00:00Z")
        expected = [item for item in everything if item.start < span[1] and item.end > span[0]]
        assert rec.window(one, *span, "2028-01-01T00:00:00Z") == expected
        ahead = sorted((item for item in everything if item.end > span[0]), key=lambda item: item.start)
        assert rec.coming(one, span[0], 2, "2028-01-01T00:00:00Z") == ahead[:2]


def test_the_memo_of_an_event_stays_small() -> None:
    one = weekly()
    for day in range(200):
        rec.occurrences(one, f"20{30 + day // 100}-01-01T00:00:{day % 60:02d}Z")
    assert len(one.memo) <= 64


def test_entity_keys_name_their_event() -> None:
    assert rec.entity_key("ev-7", "2026-03-10T09:00:00Z") == "ev-7@2026-03-10T09:00:00Z"
    assert rec.entity_key("ev-7", "2026-03-10T09:00:00Z", following=True) == "ev-7>2026-03-10T09:00:00Z"
    for key in ("ev-7", "ev-7@2026-03-10T09:00:00Z", "ev-7>2026-03-10T09:00:00Z"):
        assert base_id(key) == "ev-7"


# --- reading rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no part"),
        ("every Tuesday", "is no part"),
        ("FREQ", "is no part"),
        ("FREQ=", "is no part"),
        ("COUNT=3", "FREQ must be given"),
        ("FREQ=FORTNIGHTLY", "FREQ must be given"),
        ("FREQ=HOURLY", "faster than daily"),
        ("FREQ=MINUTELY;INTERVAL=1440", "faster than daily"),
        ("FREQ=DAILY;BYHOUR=9,15", "BYHOUR is not accepted"),
        ("FREQ=DAILY;FREQ=WEEKLY", "given twice"),
        ("FREQ=DAILY;X-NAME=1", "is no part"),
        ("FREQ=DAILY;COUNT=0", "whole number"),
        ("FREQ=DAILY;COUNT=-2", "whole number"),
        ("FREQ=DAILY;COUNT=٣", "whole number"),
        ("FREQ=DAILY;INTERVAL=x", "whole number"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20260401", "cannot both"),
        ("FREQ=DAILY;UNTIL=2026-04-01", "UNTIL must read"),
        ("FREQ=DAILY;UNTIL=00010101", "UNTIL must read"),
        ("FREQ=DAILY;UNTIL=2026041", "UNTIL must read"),
        ("FREQ=WEEKLY;BYDAY=TUE", "BYDAY takes"),
        ("FREQ=WEEKLY;BYDAY=", "is no part"),
        ("FREQ=MONTHLY;BYDAY=0TU", "BYDAY takes"),
        ("FREQ=MONTHLY;BYDAY=60TU", "BYDAY takes"),
        ("FREQ=WEEKLY;BYDAY=2TU", "numbered days"),
        ("FREQ=YEARLY;BYWEEKNO=3;BYDAY=2TU", "numbered days"),
        ("FREQ=WEEKLY;WKST=XX", "WKST must be"),
        ("FREQ=WEEKLY;BYMONTHDAY=3", "cannot go with"),
        ("FREQ=MONTHLY;BYWEEKNO=3", "cannot go with"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "takes numbers"),
        ("FREQ=MONTHLY;BYMONTHDAY=a", "takes numbers"),
        ("FREQ=YEARLY;BYMONTH=-1", "takes numbers"),
        ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS needs"),
        ("FREQ=DAILY;BYDAY=MO;BYSETPOS=2", "at most 1 here"),
        ("FREQ=WEEKLY;BYMONTH=2;BYSETPOS=300", "at most 1 here"),
        ("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-3", "at most 2 here"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3", "at most 2 here"),
        ("FREQ=MONTHLY;BYDAY=MO,1TU;BYSETPOS=7", "at most 6 here"),
        ("FREQ=MONTHLY;BYMONTH=2;BYSETPOS=32", "at most 31 here"),
        ("FREQ=MONTHLY;BYDAY=6TU", "more than five"),
        ("FREQ=YEARLY;BYDAY=53MO;BYMONTH=2", "more than five"),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "no year has"),
        ("FREQ=YEARLY;BYMONTH=4,6;BYMONTHDAY=31", "no year has"),
    ],
)
def test_a_rule_that_is_none_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        rules.parse_rule(text)


def test_a_rule_is_read_with_or_without_prefix_in_any_case() -> None:
    plain = rules.parse_rule("FREQ=MONTHLY;BYDAY=+2TU,-1FR;INTERVAL=2;WKST=SU")
    assert rules.parse_rule(" rrule:interval=2;wkst=su; byday=-1fr,2tu ;freq=monthly;") == plain
    assert rules.rule_text(plain) == "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,2TU;WKST=SU"


def test_an_end_is_written_as_it_was_read() -> None:
    assert (
        rules.rule_text(rules.parse_rule("UNTIL=20260401T090000z;FREQ=DAILY"))
        == "FREQ=DAILY;UNTIL=20260401T090000Z"
    )


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;INTERVAL=999999",
        "FREQ=YEARLY;INTERVAL=999999;COUNT=1",
        "FREQ=WEEKLY;INTERVAL=99999;UNTIL=22991231",
    ],
)
def test_huge_intervals_give_the_start_alone(rule: str) -> None:
    assert len(starts(rule, "2026-03-03T10:00:00+01:00")) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("FREQ=WEEKLY", "RRULE:FREQ=WEEKLY;BYDAY=TU;INTERVAL=1;WKST=MO"),
        ("FREQ=WEEKLY;COUNT=5", "FREQ=WEEKLY;UNTIL=20260331T080000Z"),
        ("FREQ=WEEKLY;COUNT=5", "FREQ=WEEKLY;UNTIL=20260331"),
        ("FREQ=WEEKLY;COUNT=5", "FREQ=WEEKLY;UNTIL=20260406"),
        ("FREQ=DAILY;INTERVAL=14", "FREQ=WEEKLY;INTERVAL=2;WKST=SU"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=FR,TU,MO,TH,WE"),
        ("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU"),
        ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=3"),
        ("FREQ=MONTHLY;BYDAY=1TU", "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1"),
        ("FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3"),
        ("FREQ=YEARLY;BYMONTH=3", "FREQ=YEARLY"),
        ("FREQ=YEARLY;BYWEEKNO=10", "FREQ=YEARLY;BYWEEKNO=10;BYDAY=TU"),
        ("FREQ=WEEKLY;COUNT=1", ""),
        ("FREQ=WEEKLY;UNTIL=20260305", ""),
    ],
)
def test_rules_with_the_same_occurrences_have_one_canonical_form(first: str, second: str) -> None:
    start = "2026-03-03T10:00:00+01:00"
    assert rec.canonical(first, start, BERLIN) == rec.canonical(second, start, BERLIN)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("FREQ=DAILY;COUNT=4001", "more than 4,000"),
        ("FREQ=YEARLY;COUNT=70", "within 60 years"),
        ("FREQ=WEEKLY;COUNT=2000", "within 30 years"),
        ("FREQ=YEARLY;BYYEARDAY=366;BYSETPOS=-2", "within 60 years"),
        ("FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=100;COUNT=2", "within 60 years"),
    ],
)
def test_a_series_that_is_too_long_or_never_repeats_is_refused(rule: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        rec.canonical(rule, "2026-03-03T10:00:00+01:00", BERLIN)


def test_lines_give_the_rule_and_the_exdates_in_utc() -> None:
    lines = (
        "RRULE:FREQ=WEEKLY",
        "EXDATE:20260310T090000Z,20260317T100000",
        "EXDATE;TZID=UTC:20260324T090000",
    )
    assert rules.read_lines(lines, BERLIN) == (
        "FREQ=WEEKLY",
        ("2026-03-10T09:00:00Z", "2026-03-17T09:00:00Z", "2026-03-24T09:00:00Z"),
    )
    assert rules.read_lines((), BERLIN) == ("", ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("RDATE:20260310T090000Z", "is not accepted"),
        ("EXDATE:2026-03-10", "EXDATE takes"),
        ("EXDATE:20260310T090000ZZ", "EXDATE takes"),
        ("EXDATE:20260310T090000X", "EXDATE takes"),
        ("EXDATE:00010101T000000Z", "EXDATE takes"),
        ("EXDATE;TZID=Mars/Base:20260310T090000", "EXDATE takes"),
        ("FREQ=DAILY", "several"),
    ],
)
def test_lines_that_are_not_understood_are_refused(line: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        rules.read_lines(("FREQ=WEEKLY", line), BERLIN)


@pytest.mark.parametrize(
    ("rule", "new", "moved"),
    [
        ("FREQ=WEEKLY;BYDAY=TU", "2026-03-03T15:00", "FREQ=WEEKLY;BYDAY=TU"),
        ("FREQ=WEEKLY;BYDAY=TU", "2026-03-04T10:00", "FREQ=WEEKLY;BYDAY=WE"),
        ("FREQ=WEEKLY;BYDAY=TU,SU", "2026-03-05T10:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
        ("FREQ=DAILY", "2026-03-04T10:00", "FREQ=DAILY"),
        ("FREQ=MONTHLY", "2026-03-05T10:00", "FREQ=MONTHLY;BYMONTHDAY=5"),
        ("FREQ=MONTHLY;BYDAY=1TU", "2026-03-11T10:00", "FREQ=MONTHLY;BYDAY=2WE"),
        ("FREQ=MONTHLY;BYDAY=-5TU", "2026-03-25T10:00", "FREQ=MONTHLY;BYDAY=-1WE"),
        ("FREQ=YEARLY", "2026-04-05T10:00", "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=5"),
    ],
)
def test_the_days_of_a_rule_move_with_its_start(rule: str, new: str, moved: str) -> None:
    old = datetime.fromisoformat("2026-03-03T10:00")
    assert rules.moved_rule(rule, old, datetime.fromisoformat(new)) == moved


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=MONTHLY;BYMONTHDAY=3,17",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2",
        "FREQ=YEARLY;BYYEARDAY=62",
        "FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=3",
        "FREQ=WEEKLY;BYMONTH=3",
        "FREQ=DAILY;BYMONTH=3",
        "FREQ=DAILY;INTERVAL=2;BYDAY=TU",
    ],
)
def test_a_rule_whose_days_cannot_move_says_so(rule: str) -> None:
    with pytest.raises(DataError, match="give the new recurrence too"):
        rules.moved_rule(
            rule, datetime.fromisoformat("2026-03-03T10:00"), datetime.fromisoformat("2026-04-04T10:00")
        )


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 3),
    st.lists(st.integers(0, 6), min_size=1, unique=True),
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)),
    st.integers(-400, 400),
)
def test_every_occurrence_of_a_weekly_series_moves_by_the_same_time(
    interval: int, others: list[int], wall: datetime, hours: int
) -> None:
    days = sorted({wall.weekday(), *others})
    names = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
    rule = f"FREQ=WEEKLY;INTERVAL={interval};BYDAY={','.join(names[day] for day in days)}"
    wall = wall.replace(second=0, microsecond=0)
    new = wall + timedelta(hours=hours)
    moved = rules.counted(rules.moved_rule(rule, wall, new), 9)
    before, after = _made(f"{rule};COUNT=9", wall, "UTC"), _made(moved, new, "UTC")
    assert [one + (new - wall) for one in before.walls] == list(after.walls)


def test_with_exdates_writes_one_text() -> None:
    assert rules.with_exdates("FREQ=DAILY", ()) == "FREQ=DAILY"
    both = ("2026-03-11T09:00:00Z", "2026-03-10T09:00:00Z")
    assert rules.with_exdates("FREQ=DAILY", both) == "FREQ=DAILY\nEXDATE:20260310T090000Z,20260311T090000Z"


# --- against the library, and splitting -------------------------------------------------------------

_ENDS = st.sampled_from(
    ["", ";COUNT=1", ";COUNT=7", ";COUNT=40", ";UNTIL=20270115T090000Z", ";UNTIL=20261130"]
)
_RULES = st.one_of(
    st.builds("FREQ=DAILY;INTERVAL={}".format, st.integers(1, 30)),
    st.builds(
        lambda n, days, wkst: f"FREQ=WEEKLY;INTERVAL={n};BYDAY={','.join(days)};WKST={wkst}",
        st.integers(1, 4),
        st.lists(st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), min_size=1, unique=True),
        st.sampled_from(["MO", "SU"]),
    ),
    st.builds(
        "FREQ=MONTHLY;INTERVAL={};BYMONTHDAY={}".format, st.integers(1, 3), st.sampled_from([1, 15, 28, -1])
    ),
    st.builds(
        "FREQ=MONTHLY;BYDAY={}{}".format, st.sampled_from([1, 2, 4, -1]), st.sampled_from(["MO", "TH", "SU"])
    ),
    st.just("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
    st.builds("FREQ=YEARLY;BYMONTH={}".format, st.integers(1, 12)),
)
_STARTS = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)).map(
    lambda one: one.replace(second=0, microsecond=0)
)
_ZONES = st.sampled_from(
    [BERLIN, NEW_YORK, "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "UTC"]
)


def _made(rule: str, wall: datetime, zone: str) -> rec.Series:
    start = rec.written_start(wall, zone)
    return rec.full_series(event(start=start, zone=zone, recurrence=rule))


@settings(max_examples=60, deadline=None)
@given(_RULES, _STARTS, _ZONES)
def test_expansion_agrees_with_the_library_on_local_times(rule: str, wall: datetime, zone: str) -> None:
    series = _made(f"{rule};COUNT=12", wall, zone)
    hits = list(rrulestr(rule, dtstart=wall).xafter(wall, count=11))
    assert list(series.walls) == [wall, *hits]
    in_zone = [one.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) for one in series.walls]
    assert [times.parse(one) for one in series.starts] == in_zone
    assert list(series.starts) == sorted(set(series.starts))


@settings(max_examples=60, deadline=None)
@given(_RULES, _ENDS, _STARTS, _ZONES)
def test_the_canonical_rule_is_stable_and_has_the_same_occurrences(
    rule: str, end: str, wall: datetime, zone: str
) -> None:
    start = rec.written_start(wall, zone)
    try:
        text = rec.canonical(rule + end, start, zone)
    except DataError:  # only what never hits is refused, such as every 30 February
        assert rrulestr(rule, dtstart=wall).after(wall) is None
        return
    assert rec.canonical(text, start, zone) == text
    assert _made(text, wall, zone).starts == _made(rule + end, wall, zone).starts


@settings(max_examples=80, deadline=None)
@given(_RULES, _ENDS, _STARTS, _ZONES, st.integers(1, 30), st.sets(st.integers(0, 30)))
def test_a_series_cut_in_two_is_still_the_same_meetings(
    rule: str, end: str, wall: datetime, zone: str, at: int, gone: set[int]
) -> None:
    start = rec.written_start(wall, zone)
    one = event(start=start, zone=zone, recurrence=rule + end, organizer=ME)
    series = rec.full_series(one)
    if at >= len(series.starts):
        return
    exdates = tuple(series.starts[index] for index in sorted(gone) if index < len(series.starts))
    overrides = {series.starts[at]: Override(title="at"), series.starts[0]: Override(title="first")}
    one = replace(one, exdates=exdates, overrides=overrides)
    horizon = rec.horizon(start)
    first, rest = rec.truncated(one, at), rec.remainder(one, series.starts[at], "ev-2", horizon)
    assert rec.full_series(first).finite
    expected = [replace(item, event_id="") for item in rec.occurrences(one, horizon)]
    joined = [replace(item, event_id="") for part in (first, rest) for item in rec.occurrences(part, horizon)]
    assert joined[: len(expected)] == expected
    assert rec.full_series(rest, horizon).finite == series.finite

"""Instants, zones and days as text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import times

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]
INSTANTS = st.datetimes(datetime(1971, 1, 1), datetime(2090, 1, 1)).map(
    lambda moment: moment.replace(microsecond=0, tzinfo=UTC).isoformat()
)


@pytest.mark.parametrize(
    ("text", "zone", "instant"),
    [
        ("2026-03-12T15:00:00+01:00", "UTC", "2026-03-12T14:00:00Z"),
        ("2026-03-12T15:00", "Europe/Berlin", "2026-03-12T14:00:00Z"),
        ("2026-03-12 15:00", "America/New_York", "2026-03-12T19:00:00Z"),
        ("2026-03-12T14:00Z", "Europe/Berlin", "2026-03-12T14:00:00Z"),
        ("2026-03-12T14:00:00.250Z", "UTC", "2026-03-12T14:00:00Z"),
        ("2024-02-29T23:30:00-05:00", "UTC", "2024-03-01T04:30:00Z"),
        ("2026-07-01T12:00", "Europe/Berlin", "2026-07-01T10:00:00Z"),
        ("0999-01-01T00:00:00Z", "UTC", "0999-01-01T00:00:00Z"),
    ],
)
def test_an_instant_has_one_form(text, zone, instant):
    assert times.utc(text, zone) == instant


@settings(deadline=None)
@given(INSTANTS, st.sampled_from(ZONES))
def test_an_instant_reads_the_same_from_any_zone(text, zone):
    here = times.local(text, zone)
    assert times.utc(here) == times.utc(text)
    assert times.minutes_between(text, here) == 0
    assert times.local(here, zone) == here


@settings(deadline=None)
@given(INSTANTS, st.integers(-100_000, 100_000))
def test_minutes_are_absolute(text, minutes):
    later = times.plus_minutes(text, minutes)
    assert times.minutes_between(text, later) == minutes
    assert times.minutes_between(later, text) == -minutes


def test_minutes_across_a_change_of_the_clocks_are_those_that_pass():
    # Berlin's clocks go from 02:00 to 03:00 on 29 March 2026.
    before, after = times.local("2026-03-29T00:30Z", "Europe/Berlin"), "2026-03-29T03:30:00+02:00"
    assert before == "2026-03-29T01:30:00+01:00"
    assert times.minutes_between(before, after) == 60
    assert times.utc(times.plus_minutes(before, 60)) == times.utc(after)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026-03-12",
        "2026-03-12T15",
        "15:00",
        "2026-03-12x15:00",
        "2026-02-30T10:00",
        "2026-03-12T25:00",
        "2026-03-12T15:00+99:00",
        "2026-03-12T15:00 Berlin",
    ],
)
def test_what_is_no_instant_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        times.parse(text)


@pytest.mark.parametrize(
    "act",
    [
        lambda: times.utc("0001-01-01T00:00:00+10:00"),
        lambda: times.local("9999-12-31T23:00:00Z", "Asia/Tokyo"),
        lambda: times.plus_minutes("9999-12-31T23:00:00Z", 120),
        lambda: times.plus_minutes("2026-03-12T15:00:00Z", 10**15),
    ],
)
def test_the_edge_of_the_calendar_is_a_value_error(act):
    with pytest.raises(ValueError, match="calendar"):
        act()


@pytest.mark.parametrize("name", ["", "Europe", "Nope/Zone", "../etc/passwd", "/etc/passwd", "a\0b"])
def test_what_is_no_zone_is_refused_with_an_example(name):
    with pytest.raises(ValueError, match="Europe/Berlin"):
        times.zone(name)


def test_a_zone_is_found_by_its_name():
    assert times.zone("Europe/Berlin").key == "Europe/Berlin"
    assert times.zone("Europe/Berlin") is times.zone("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "day"),
    [("2026-03-12", "2026-03-12"), ("2026-03-12T15:00+01:00", "2026-03-12"), ("20260312", "2026-03-12")],
)
def test_a_day_has_one_form(text, day):
    assert times.day(text) == day


@pytest.mark.parametrize("text", ["", "12.03.2026", "2026-02-30", "2025-02-29", "2026-3-1", "2026-03-12x"])
def test_what_is_no_day_is_refused(text):
    with pytest.raises(ValueError, match="2026-03-12"):
        times.day(text)

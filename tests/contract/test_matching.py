"""The matching against trying every assignment."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sabench.contract.matching import Matching, Seat

SEATS = [(0,), (1,), (2,)]
wishes = st.lists(st.lists(st.sampled_from(SEATS), max_size=3, unique=True), max_size=6)
capacities = st.tuples(st.integers(1, 2), st.integers(1, 2), st.integers(1, 2))


def possible(units: list[list[Seat]], room: tuple[int, int, int]) -> bool:
    """Whether all units can sit at once."""
    return any(all(taken.count(seat) <= room[seat[0]] for seat in SEATS) for taken in product(*units))


@given(wishes, capacities)
def test_a_unit_is_seated_whenever_it_can_be_beside_the_earlier_ones(
    units: list[list[Seat]], room: tuple[int, int, int]
) -> None:
    matching = Matching(lambda seat: room[seat[0]])
    seated: list[list[Seat]] = []
    for one in units:
        fits = possible([*seated, one], room)
        assert bool(matching.add([one])) is fits
        seated += [one] if fits else []
        sits = [matching.seat(unit) for unit in range(len(seated))]
        assert all(seat in options for seat, options in zip(sits, seated, strict=True))
        assert all(sits.count(seat) <= room[seat[0]] for seat in SEATS)


@given(wishes, st.lists(st.sampled_from(SEATS), max_size=3, unique=True), capacities, st.data())
def test_a_unit_stays_whenever_it_can(
    units: list[list[Seat]], options: list[Seat], room: tuple[int, int, int], data: st.DataObject
) -> None:
    matching = Matching(lambda seat: room[seat[0]])
    seated = [one for one in units if matching.add([one])]
    if not seated:
        return
    unit = data.draw(st.integers(0, len(seated) - 1))
    before = list(matching.seats)
    fits = possible([options if number == unit else one for number, one in enumerate(seated)], room)
    assert matching.copy().change(unit, options) is fits
    assert matching.seats == before
    if not fits:
        assert not matching.change(unit, options)
        assert matching.seats == before


@given(wishes, capacities)
def test_several_are_seated_together_or_not_at_all(
    units: list[list[Seat]], room: tuple[int, int, int]
) -> None:
    matching = Matching(lambda seat: room[seat[0]])
    assert bool(matching.add(units)) is (bool(units) and possible(units, room))
    assert len(matching.seats) in (0, len(units))


@given(wishes, wishes, capacities)
def test_what_found_no_seats_leaves_no_trace(
    seated: list[list[Seat]], more: list[list[Seat]], room: tuple[int, int, int]
) -> None:
    matching = Matching(lambda seat: room[seat[0]])
    for one in seated:
        matching.add([one])
    units = len(matching.seats)
    assert matching.add([*more, []]) == ()
    assert sorted(unit for sitting in matching.held.values() for unit in sitting) == list(range(units))


def test_a_unit_keeps_its_seat_while_that_suits_it() -> None:
    matching = Matching(lambda seat: 1)
    (unit,) = matching.add([[(1,), (0,)]])
    assert matching.change(unit, [(0,), (1,)])
    assert matching.seat(unit) == (1,)

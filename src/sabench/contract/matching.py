"""A maximum matching that grows: units keep their place in it once they have one, though not the same seat.

Each new unit is seated by a shortest chain of moves (an augmenting path, Kuhn 1955), so that as many as
possible are seated and none that was is unseated for a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Seat = tuple[Any, ...]


class Matching:
    """Units, numbered from 0, on seats; ``capacity`` says how many units a seat takes."""

    __slots__ = ("capacity", "held", "options", "seats")

    def __init__(self, capacity: Callable[[Seat], int]) -> None:
        self.capacity = capacity
        self.options: list[Sequence[Seat]] = []
        self.seats: list[Seat | None] = []
        self.held: dict[Seat, list[int]] = {}

    def copy(self) -> Matching:
        """An independent matching with the same seats taken."""
        twin = Matching(self.capacity)
        twin.options = list(self.options)
        twin.seats = list(self.seats)
        twin.held = {seat: list(units) for seat, units in self.held.items()}
        return twin

    def add(self, wishes: Iterable[Sequence[Seat]]) -> tuple[int, ...]:
        """The numbers of new units that could sit where ``wishes`` say; nothing unless all find a seat."""
        made: list[int] = []
        for options in wishes:
            self.options.append(options)
            self.seats.append(None)
            made.append(len(self.seats) - 1)
            if not self._seat(made[-1]):
                self._drop(made)
                return ()
        return tuple(made)

    def change(self, unit: int, options: Sequence[Seat]) -> bool:
        """Whether the unit can stay when these are the seats that still suit it; if not, all is as before."""
        before, seat = self.options[unit], self.seats[unit]
        assert seat is not None
        self.options[unit] = options
        if seat in options:
            return True
        self.held[seat].remove(unit)
        self.seats[unit] = None
        if self._seat(unit):
            return True
        self.options[unit], self.seats[unit] = before, seat
        self.held[seat].append(unit)
        return False

    def seat(self, unit: int) -> Seat:
        """Where a unit sits now."""
        seat = self.seats[unit]
        assert seat is not None
        return seat

    def _seat(self, unit: int) -> bool:
        for seat in self.options[unit]:  # mostly one is free
            holders = self.held.setdefault(seat, [])
            if len(holders) < self.capacity(seat):
                holders.append(unit)
                self.seats[unit] = seat
                return True
        return self._make_way(unit)

    def _make_way(self, unit: int) -> bool:
        """Seat a unit all of whose seats are taken, if those on them can move."""
        comes: dict[Seat, int] = {}  # a seat, and the unit that would move to it
        waiting = [unit]
        for mover in waiting:
            for seat in self.options[mover]:
                if seat in comes:
                    continue
                comes[seat] = mover
                holders = self.held.setdefault(seat, [])
                if len(holders) < self.capacity(seat):
                    self._shift(seat, comes)
                    return True
                waiting.extend(holders)
        return False

    def _shift(self, free: Seat, comes: dict[Seat, int]) -> None:
        seat: Seat | None = free
        while seat is not None:
            mover = comes[seat]
            left = self.seats[mover]
            self.held[seat].append(mover)
            self.seats[mover] = seat
            if left is not None:
                self.held[left].remove(mover)
            seat = left

    def _drop(self, units: list[int]) -> None:
        """Take back the units that were added last."""
        for unit in reversed(units):
            seat = self.seats.pop()
            self.options.pop()
            if seat is not None:
                self.held[seat].remove(unit)


__all__ = ["Matching", "Seat"]

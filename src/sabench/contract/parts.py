"""The parts of a series by the names they had at the start, whatever a run has made of the series since.

A series that loses its first occurrence begins at the second; one that is split goes on under a new id. A
contract knows neither: it names what was there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from msgspec import Struct

from sabench.model import Id, Instant, Workspace, base_id, replace
from sabench.office import recurrence
from sabench.office.effect import Effect
from sabench.office.recurrence import entity_key

CHANGES = ("calendar.cancel", "calendar.update")
"""Operations that leave a series, or parts of it, other than it was."""


class Parts(Struct, frozen=True):
    """What a run has done to the series of a workspace so far, as its effects tell."""

    workspace: Workspace
    gone: dict[Id, frozenset[Instant]] = {}
    """Single occurrences taken out."""
    cut: dict[Id, Instant] = {}
    """Where the series now ends."""
    shifts: dict[Id, timedelta] = {}
    """By how much of local time the occurrences of a series moved."""
    moved: frozenset[Id] = frozenset()
    """Series whose rule changed, or did not move evenly."""
    rests: dict[Id, Id] = {}
    """The id of what was split off, and the key that it had."""

    def after(self, effect: Effect) -> Parts:
        """The record with what an effect does to a series."""
        if effect.op not in CHANGES:
            return self
        known = self.same(effect.entity)[0]
        base, mark, start = split(known)
        parts = self
        if mark == ">":
            parts = replace(parts, cut=parts.cut | {base: min(start, parts.cut.get(base, start))})
        if effect.op == "calendar.cancel":
            taken = parts.gone.get(base, frozenset()) | {start}
            return replace(parts, gone=parts.gone | {base: taken}) if mark == "@" else parts
        own = base_id(effect.entity)
        made = [one for one in effect.changed if one != own]
        if made:
            parts = replace(parts, rests=parts.rests | dict.fromkeys(made, known))
        if mark != "@":
            for one in made or [own]:
                parts = parts._moved(one, effect)
        return parts

    def _moved(self, series: Id, effect: Effect) -> Parts:
        """With a new start or rule of a whole series. Days and weeks move evenly, other rules may not."""
        old, _, first = split(self.rests.get(series, series))
        event = self.workspace.events.get(old)
        if "recurrence" in effect.fields:
            return replace(self, moved=self.moved | {series})
        if "start" not in effect.fields or event is None:
            return self
        even = event.recurrence.startswith(("FREQ=DAILY", "FREQ=WEEKLY"))
        new = recurrence.wall_time(effect.fields["start"], event.zone)
        shift = new - recurrence.wall_time(first or event.start, event.zone)
        moved = self.moved if even else self.moved | {series}
        return replace(self, moved=moved, shifts=self.shifts | {series: shift})

    def same(self, entity: Id) -> tuple[Id, ...]:
        """The keys by which a contract may name what ``entity`` now is, the best first."""
        if not (self.rests or self.gone or self.cut or self.shifts):
            return (entity,)
        base, mark, start = split(entity)
        whole = self.rests.get(base, base)
        if mark:
            return (self._as_it_was(base, whole, mark, start),)
        if whole != base or base in self.moved or not (base in self.gone or base in self.cut):
            return (whole,)
        if base not in self.workspace.events:
            return (entity,)
        first, singles = self._series(base).starts[0], self.singles(entity)
        later = [entity_key(base, one, following=True) for one in self.left(entity)[:1] if one != first]
        return (entity, *later, *(singles if len(singles) == 1 else ()))

    def _as_it_was(self, base: Id, whole: Id, mark: str, start: Instant) -> Id:
        old, _, first = split(whole)
        if base in self.moved and first:  # its occurrences can no longer be told by their starts
            return f"{old}{mark}{max(start, first)} as moved"
        if base in self.shifts and base not in self.moved:
            zone = self.workspace.events[old].zone
            start = recurrence.instant_of(recurrence.wall_time(start, zone) - self.shifts[base], zone)
        return f"{old}{mark}{start}"

    def left(self, entity: Id) -> tuple[Instant, ...]:
        """The starts of the occurrences that a whole series or a stretch still has, as far as is looked."""
        base, _, start = split(entity)
        end, gone = self.cut.get(base, ""), self.gone.get(base, frozenset())
        starts = self._series(base).starts
        return tuple(one for one in starts if one >= start and (not end or one < end) and one not in gone)

    def singles(self, entity: Id) -> tuple[Id, ...]:
        """The occurrences that a series or stretch comes down to; none when it has no end, or moved."""
        base, mark, _ = split(entity)
        event = self.workspace.events.get(base)
        if event is None or not event.recurrence or mark == "@" or base in self.moved:
            return ()
        ends = base in self.cut or self._series(base).finite
        return tuple(entity_key(base, one) for one in self.left(entity)) if ends else ()

    def _series(self, base: Id) -> recurrence.Series:
        return recurrence.live_series(self.workspace.events[base], recurrence.horizon(self.workspace.now))


def split(entity: Id) -> tuple[Id, str, Instant]:
    """An entity key as (id of the event, mark, start); mark and start are "" for a whole event."""
    base = base_id(entity)
    return base, entity[len(base) : len(base) + 1], entity[len(base) + 1 :]


def wider(entity: Id, granted: Iterable[Id]) -> list[Id]:
    """Those of the ``granted`` keys that hold the occurrence or stretch ``entity``, nearest first."""
    if base_id(entity) == entity:
        return []
    base, _, start = split(entity)
    around = {key for key in granted if key.startswith(f"{base}>") and split(key)[2] <= start}
    return [*sorted(around - {entity}, reverse=True), base]


__all__ = ["Parts", "split", "wider"]

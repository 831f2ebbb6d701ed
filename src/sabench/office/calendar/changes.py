"""What a change of an event, a series or an occurrence comes down to, and what is there after it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sabench import times
from sabench.errors import DataError, ToolError
from sabench.model import Address, Attendee, Event, Id, Instant, Override, Workspace, replace
from sabench.office import people, recurrence, rules
from sabench.office.calendar import finding
from sabench.office.recurrence import Occurrence, Series, seconds

Args = dict[str, Any]

_NO_OVERRIDE = Override()


class Plan(Struct, frozen=True):
    """A change in canonical form: the event after it, the keys of what it cancels, the fields it changes."""

    event: Event
    cancels: tuple[str, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def added(self) -> tuple[Address, ...]:
        """The newly invited."""
        added: tuple[Address, ...] = self.fields.get("attendees_added", ())
        return added

    @property
    def moves(self) -> bool:
        """Whether time or room differ, so that a room must be free."""
        return not self.fields.keys().isdisjoint(("start", "end", "room", "recurrence"))


# --- fields ----------------------------------------------------------------------------------------


def changes(ws: Workspace, view: Occurrence, args: Args) -> tuple[Occurrence, dict[str, Any]]:
    """``view`` with the changes that ``args`` ask for, and the canonical fields that differ.

    Raises ``ToolError`` for an end that is not after the start, or a room that is none.
    """
    values: dict[str, Any] = {}
    for name in ("title", "location", "description"):
        if name in args and args[name] != getattr(view, name):
            values[name] = args[name]
    if values.get("title") == "":
        raise ToolError("invalid_argument", "title: must not be empty", "title")
    fields = dict(values)
    if "start" in args or "end" in args:
        values["start"], values["end"] = _times(view, args, fields)
    room = view.room
    if "room" in args:
        room = finding.room(ws, args["room"])
    if "attendees" in args:
        invited, booked = finding.split_rooms(ws, args["attendees"])
        values["attendees"] = _attendees(ws, view.attendees, invited, fields)
        room = _one_room(booked, room if "room" in args else booked) if booked else room
    if room != view.room:
        values["room"] = fields["room"] = room
    return replace(view, **values), fields


def _one_room(booked: Address, room: Address) -> Address:
    if booked != room:
        raise ToolError(
            "invalid_argument", f"attendees: {booked} is a room, but room names another", "attendees"
        )
    return booked


def _times(view: Occurrence, args: Args, fields: dict[str, Any]) -> tuple[Instant, Instant]:
    start = finding.instant(args["start"], "start") if "start" in args else view.start
    length = seconds(view.start, view.end)
    if "end" in args:
        end = finding.instant(args["end"], "end")
        check_order(start, end)
    else:
        end = recurrence.after(start, length)
    if start != view.start:
        fields["start"] = start
    if seconds(start, end) != length:
        fields["end"] = end
    return start, end


def check_order(start: Instant, end: Instant) -> None:
    """Raise ``ToolError`` unless ``end`` is after ``start`` (both UTC)."""
    if end <= start:
        raise ToolError("invalid_argument", f"end: {end} is not after the start, {start}", "end")


def _attendees(
    ws: Workspace, present: tuple[Attendee, ...], invited: tuple[Address, ...], fields: dict[str, Any]
) -> tuple[Attendee, ...]:
    known = {people.resolve(ws, one.address) for one in present} - {ws.user}
    added = tuple(one for one in invited if one not in known)
    removed = tuple(sorted(known.difference(invited)))
    if added:
        fields["attendees_added"] = added
    if removed:
        fields["attendees_removed"] = removed
    return with_guests(ws, present, added, removed)


def with_guests(
    ws: Workspace, present: tuple[Attendee, ...], added: tuple[Address, ...], removed: tuple[Address, ...]
) -> tuple[Attendee, ...]:
    """``present`` without ``removed`` and with those of ``added`` that are not there, in that order."""
    kept = tuple(one for one in present if people.resolve(ws, one.address) not in removed)
    there = {people.resolve(ws, one.address) for one in kept}
    return (*kept, *(Attendee(one) for one in added if one not in there))


# --- a whole event or series -----------------------------------------------------------------------


def whole_view(event: Event) -> Occurrence:
    """An event or series as one occurrence: that at its start, exceptions left aside."""
    start, end = times.utc(event.start, event.zone), times.utc(event.end, event.zone)
    return Occurrence(
        event.id,
        start,
        start,
        end,
        event.title,
        event.location,
        event.room,
        event.description,
        event.attendees,
    )


def plan_whole(ws: Workspace, event: Event, base: Id, args: Args) -> Plan:
    """The change of a whole event or series. ``base`` is the id that keys of what it cancels begin with."""
    view, fields = changes(ws, whole_view(event), args)
    after = event
    if "start" in fields or "end" in fields:
        after = moved(ws, after, view.start, view.end)
    cancels: tuple[str, ...] = ()
    if "recurrence" in args:
        after, cancels, rule = _repeated(ws, event, after, base, args["recurrence"])
        if rule is not None:
            fields["recurrence"] = rule
    if not fields:
        return Plan(after, cancels, fields)
    after = replace(
        after,
        title=view.title,
        location=view.location,
        room=view.room,
        description=view.description,
        attendees=view.attendees,
    )
    if after.overrides and ("attendees_added" in fields or "attendees_removed" in fields):
        after = replace(after, overrides=_invited_to_exceptions(ws, after.overrides, fields))
    return Plan(after, cancels, fields)


def _invited_to_exceptions(
    ws: Workspace, overrides: dict[Instant, Override], fields: dict[str, Any]
) -> dict[Instant, Override]:
    added, removed = fields.get("attendees_added", ()), fields.get("attendees_removed", ())
    return {
        key: one
        if one.attendees is None
        else replace(one, attendees=with_guests(ws, one.attendees, added, removed))
        for key, one in overrides.items()
    }


def moved(ws: Workspace, event: Event, start: Instant, end: Instant) -> Event:
    """The event or series with its first occurrence from ``start`` to ``end`` (UTC).

    All occurrences move along, and so do exceptions: the n-th occurrence stays the n-th. An exception that
    has a time of its own keeps it.
    """
    local_start, local_end = times.local(start, event.zone), times.local(end, event.zone)
    if not event.recurrence:
        return replace(event, start=local_start, end=local_end)
    if start == times.utc(event.start, event.zone):
        return replace(event, end=local_end)
    until = max((finding.far(ws, start), *event.exdates, *event.overrides))
    old = recurrence.full_series(event, until)
    try:
        rule = rules.moved_rule(event.recurrence, old.walls[0], recurrence.wall_time(local_start, event.zone))
    except DataError as problem:
        raise ToolError("invalid_argument", f"start: {problem.message}", "start") from None
    if old.finite:
        rule = rules.counted(rule, len(old.starts))
    after = replace(event, start=local_start, end=local_end, recurrence=rule)
    new = recurrence.full_series(after, until)
    where = dict(zip(old.starts, new.starts, strict=False))
    return replace(
        after,
        exdates=tuple(where[one] for one in event.exdates if one in where),
        overrides={where[key]: one for key, one in event.overrides.items() if key in where},
    )


# --- a new rule ------------------------------------------------------------------------------------


def read_rule(lines: tuple[str, ...], start: Instant, zone: str) -> tuple[str, tuple[Instant, ...]]:
    """The canonical rule and the EXDATEs of a ``recurrence`` argument; ``ToolError`` for a bad one."""
    try:
        rule, exdates = rules.read_lines(lines, zone)
        return recurrence.canonical(rule, start, zone), exdates
    except DataError as problem:
        raise ToolError("invalid_argument", f"recurrence: {problem.message}", "recurrence") from None


def _repeated(
    ws: Workspace, before: Event, moved_event: Event, base: Id, lines: tuple[str, ...]
) -> tuple[Event, tuple[str, ...], str | None]:
    """The event with a new rule; the keys of what that only cancels; or else the canonical rule.

    EXDATE lines add to the occurrences that are cancelled already. A rule that merely ends the series
    earlier, or leaves single occurrences out by EXDATE, is a cancellation of these.
    """
    if lines and not any(_states_rule(line) for line in lines):
        lines = (moved_event.recurrence, *lines) if moved_event.recurrence else lines
    rule, extra = read_rule(lines, moved_event.start, moved_event.zone)
    after = _with_rule(moved_event, rule, extra)
    until = finding.far(ws)
    old, new = recurrence.live_series(moved_event, until), recurrence.live_series(after, until)
    if not new.starts:
        raise ToolError(
            "invalid_argument", "recurrence: no occurrence is left; use calendar_cancel", "recurrence"
        )
    if old.starts == new.starts and old.finite == new.finite:
        return moved_event, (), None
    dropped = _only_drops(old, new, extra)
    if dropped is None:
        return after, (), rules.with_exdates(rule, extra)
    singles, tail = dropped
    names = recurrence.live_series(before, until).starts
    keys = [recurrence.entity_key(base, names[index]) for index in singles]
    cut = moved_event
    for index in singles:
        cut = without(cut, old.starts[index])
    if tail < len(old.starts):
        last = old.finite and tail == len(old.starts) - 1
        cut = cancelled(cut, old.starts[tail], not last, until)
        keys.append(recurrence.entity_key(base, names[tail], following=not last))
    return cut, tuple(keys), None


def _states_rule(line: str) -> bool:
    return not line.strip().upper().startswith("EXDATE")


def _with_rule(event: Event, rule: str, extra: tuple[Instant, ...]) -> Event:
    if not rule:
        return replace(event, recurrence="", exdates=(), overrides={})
    after = replace(event, recurrence=rule, exdates=(), overrides={})
    wanted = {*event.exdates, *extra}
    series = recurrence.full_series(after, max((*wanted, *event.overrides), default=""))
    return replace(
        after,
        exdates=tuple(one for one in sorted(wanted) if series.find(one) >= 0),
        overrides={
            key: one for key, one in event.overrides.items() if series.find(key) >= 0 and key not in extra
        },
    )


def _only_drops(old: Series, new: Series, extra: tuple[Instant, ...]) -> tuple[list[int], int] | None:
    """Positions in ``old`` of occurrences that ``extra`` leaves out, and where the dropped tail begins.

    None when the new rule is more than that: it adds occurrences, or leaves others out of the middle.
    """
    kept = set(new.starts)
    if not kept.issubset(old.starts) or (old.finite and not new.finite):
        return None
    tail = len(old.starts)
    if new.finite:
        while tail and old.starts[tail - 1] not in kept:
            tail -= 1
    singles = [index for index in range(tail) if old.starts[index] not in kept]
    if any(old.starts[index] not in extra for index in singles):
        return None
    return singles, tail


# --- one occurrence --------------------------------------------------------------------------------


def occurrence_view(event: Event, original: Instant) -> Occurrence:
    """One occurrence of a series as it stands."""
    return recurrence.occurrence(event, original, recurrence.after(original, seconds(event.start, event.end)))


def plan_occurrence(ws: Workspace, event: Event, before: Occurrence, args: Args) -> tuple[Plan, Occurrence]:
    """The change of one occurrence of a series, written as an exception; and the occurrence after it."""
    view, fields = changes(ws, before, args)
    return Plan(excepted(event, before.original_start, view) if fields else event, (), fields), view


def excepted(event: Event, original: Instant, view: Occurrence) -> Event:
    """The series with the occurrence at ``original`` as ``view`` has it; only what differs is written."""
    length = seconds(event.start, event.end)
    other = Override(
        start=None if view.start == original else times.local(view.start, event.zone),
        end=None if seconds(view.start, view.end) == length else times.local(view.end, event.zone),
        title=None if view.title == event.title else view.title,
        location=None if view.location == event.location else view.location,
        room=None if view.room == event.room else view.room,
        description=None if view.description == event.description else view.description,
        attendees=None if view.attendees == event.attendees else view.attendees,
    )
    overrides = {key: one for key, one in event.overrides.items() if key != original}
    if other != _NO_OVERRIDE:
        overrides[original] = other
    return replace(event, overrides=dict(sorted(overrides.items())))


def cancelled(event: Event, original: Instant, following: bool, until: Instant) -> Event:
    """The series without the occurrence at ``original`` (UTC), or without it and all that follow."""
    if not following:
        return without(event, original)
    return recurrence.truncated(event, recurrence.full_series(event, until).find(original))


def without(event: Event, original: Instant) -> Event:
    """The series without the occurrence at ``original`` (UTC)."""
    return replace(
        event,
        exdates=tuple(sorted({*event.exdates, original})),
        overrides={key: one for key, one in event.overrides.items() if key != original},
    )

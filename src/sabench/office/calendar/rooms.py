"""When a room is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Event, Id, Instant, Workspace
from sabench.office import people, recurrence
from sabench.office.recurrence import Occurrence

Span: TypeAlias = tuple[Instant, Instant]
"""From and to, in UTC."""


def users(ws: Workspace, room: Address, skip: tuple[Id, ...] = ()) -> list[Event]:
    """The standing events that take ``room`` at some time, but those whose ids are in ``skip``."""
    return [
        event
        for event in ws.events.values()
        if (event.room == room or (event.overrides and room in _rooms(event)))
        and event.status != "cancelled"
        and event.id not in skip
    ]


def _rooms(event: Event) -> list[Address]:
    """Every room of an event and its exceptions, each once."""
    named = (event.room, *(one.room for one in event.overrides.values()))
    return list(dict.fromkeys(room for room in named if room))


def taken(ws: Workspace, event: Event, room: Address, start: Instant, end: Instant) -> Iterable[Span]:
    """When ``event``, one of the room's ``users``, is in ``room`` between ``start`` and ``end`` (UTC)."""
    until = max(recurrence.horizon(ws.now), end)
    if not event.overrides:
        return recurrence.live_series(event, until).overlapping(start, end)
    return ((one.start, one.end) for one in recurrence.window(event, start, end, until) if one.room == room)


def check_free(ws: Workspace, event: Event, skip: tuple[Id, ...]) -> None:
    """Raise ``ToolError`` when an occurrence of ``event`` that is still to come finds its room taken.

    ``skip`` holds the ids of the events that do not count: that of ``event``, and of what it was split from.
    """
    until = recurrence.horizon(ws.now)
    now = times.utc(ws.now)
    for room in _rooms(event):
        rivals = users(ws, room, skip)
        if rivals:
            for start, end in taken(ws, event, room, now, max(until, times.utc(event.end))):
                _check(ws, room, start, end, rivals)


def check_occurrence(ws: Workspace, one: Occurrence) -> None:
    """Raise ``ToolError`` when the room of one occurrence is taken by another event, unless it is past."""
    if one.room and one.end > times.utc(ws.now):
        _check(ws, one.room, one.start, one.end, users(ws, one.room, (one.event_id,)))


def _check(ws: Workspace, room: Address, start: Instant, end: Instant, rivals: list[Event]) -> None:
    for event, span in _clashes(ws, room, start, end, rivals):
        raise ToolError(
            "conflict",
            f"{people.name_of(ws, room)} is taken from {times.local(span[0], ws.zone)} to"
            f" {times.local(span[1], ws.zone)} by {event.title!r} of {people.name_of(ws, event.organizer)};"
            " choose another room or time",
            "room",
        )


def _clashes(
    ws: Workspace, room: Address, start: Instant, end: Instant, rivals: list[Event]
) -> Iterator[tuple[Event, Span]]:
    for event in rivals:
        for span in taken(ws, event, room, start, end):
            yield event, span

"""When a room is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Event, Instant, Workspace
from sabench.office import people, recurrence
from sabench.office.recurrence import Occurrence

Span: TypeAlias = tuple[Instant, Instant, Event]
"""From, to (UTC), and the event that takes the room."""


def users(ws: Workspace, room: Address, skip: tuple[str, ...] = ()) -> list[Event]:
    """The standing events that may take ``room`` at some time, but those whose ids are in ``skip``."""
    return [
        event
        for event in ws.events.values()
        if (event.room == room or event.overrides) and event.status != "cancelled" and event.id not in skip
    ]


def taken(ws: Workspace, events: list[Event], room: Address, start: Instant, end: Instant) -> Iterator[Span]:
    """The occurrences of ``events`` in ``room`` that overlap ``start`` to ``end`` (UTC)."""
    until = max(recurrence.horizon(ws.now), end)
    for event in events:
        if event.overrides:
            for one in recurrence.occurrences(event, until):
                if one.room == room and one.start < end and one.end > start:
                    yield one.start, one.end, event
        else:
            for begin, finish in recurrence.live_series(event, until).overlapping(start, end):
                yield begin, finish, event


def check_free(ws: Workspace, wanted: Iterable[Occurrence], skip: tuple[str, ...] = ()) -> None:
    """Raise ``ToolError`` when an occurrence that is still to come finds its room taken by another event.

    ``skip`` holds the ids of events that do not count: those that ``wanted`` belongs to.
    """
    now = times.utc(ws.now)
    rivals: dict[Address, list[Event]] = {}
    for one in wanted:
        if not one.room or one.end <= now:
            continue
        if one.room not in rivals:
            rivals[one.room] = users(ws, one.room, skip)
        for start, end, event in taken(ws, rivals[one.room], one.room, one.start, one.end):
            raise ToolError(
                "conflict",
                f"{people.name_of(ws, one.room)} is taken from {times.local(start, ws.zone)} to"
                f" {times.local(end, ws.zone)} by {event.title!r} of {people.name_of(ws, event.organizer)};"
                " choose another room or time",
                "room",
            )

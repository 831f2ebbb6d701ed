"""The reads of the calendar. Times are shown in the user's zone, ordered by (instant, creation)."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from msgspec import Struct

from sabench import times
from sabench.model import Address, Attendee, Event, Instant, Workspace
from sabench.office import people, recurrence
from sabench.office.calendar import changes, finding, rooms
from sabench.office.effect import Result, Step
from sabench.office.recurrence import Occurrence

DEFAULT_MINUTES = 14 * 24 * 60
"""Length of the period that ``list_events`` shows when no end is given."""

SHOWN_NEXT = 5
"""How many coming occurrences ``get_event`` shows."""


class Guest(Struct, frozen=True, gc=False):
    """An attendee as shown, with the answer spelt out."""

    address: Address
    response: str


class Listed(Struct, frozen=True, omit_defaults=True, gc=False):
    """One occurrence as a list shows it. ``response`` is the user's own."""

    event_id: str
    title: str
    start: Instant
    end: Instant
    organizer: Address
    response: str
    attendees: tuple[Guest, ...] = ()
    location: str = ""
    room: Address = ""
    recurring: bool = False
    occurrence_start: Instant = ""
    recurrence: str = ""


Row = tuple[Instant, Listed]


def list_events(ws: Workspace, args: dict[str, Any]) -> Step:
    """The occurrences that are on at some moment of a period."""
    first = args.get("start", ws.now)
    start = finding.instant(first, "start")
    end = finding.instant(args.get("end") or times.plus_minutes(first, DEFAULT_MINUTES), "end")
    changes.check_order(start, end)
    # A text, whose hash is made once for all events.
    key = f"{start} {end} {ws.zone} {ws.user} {recurrence.horizon(ws.now)}"
    rows: list[Row] = []
    for event in ws.events.values():
        found = event.memo.get(key)
        rows += _window(ws, event, start, end, key) if found is None else found
    rows.sort(key=itemgetter(0))
    return ws, {"events": [row for _, row in rows]}, ()


def _window(ws: Workspace, event: Event, start: Instant, end: Instant, key: str) -> tuple[Row, ...]:
    found = recurrence.window(event, start, end, _until(ws, end))
    rows = tuple([(one.start, _listed(ws, event, one)) for one in found])
    recurrence.remember(event.memo, key, rows)
    return rows


def _until(ws: Workspace, end: Instant) -> Instant:
    return max(recurrence.horizon(ws.now), end)


def _listed(ws: Workspace, event: Event, one: Occurrence) -> Listed:
    return Listed(
        event_id=event.id,
        title=one.title,
        start=times.local(one.start, ws.zone),
        end=times.local(one.end, ws.zone),
        organizer=event.organizer,
        response=finding.response(ws, event, one.attendees),
        attendees=_guests(one.attendees),
        location=one.location,
        room=one.room,
        recurring=bool(event.recurrence),
        occurrence_start=times.local(one.original_start, ws.zone) if event.recurrence else "",
        recurrence=event.recurrence,
    )


def _guests(attendees: tuple[Attendee, ...]) -> tuple[Guest, ...]:
    return tuple([Guest(one.address, one.response) for one in attendees])


# --- search and get --------------------------------------------------------------------------------


def search_events(ws: Workspace, args: dict[str, Any]) -> Step:
    """Events and series of which every word of the query is somewhere in the entry; a series once."""
    words = args["query"].casefold().split()
    found: list[tuple[Instant, Result]] = []
    for event in ws.events.values():
        if event.status != "cancelled" and _matches(ws, event, words):
            found.append((times.utc(event.start, event.zone), _entry(ws, event)))
    found.sort(key=itemgetter(0))
    return ws, {"events": [entry for _, entry in found]}, ()


def _matches(ws: Workspace, event: Event, words: list[str]) -> bool:
    exceptions = [
        text
        for one in event.overrides.values()
        for text in (one.title, one.location, one.description)
        if text
    ]
    addresses = (event.organizer, *finding.guests(event), *((event.room,) if event.room else ()))
    names = [people.name_of(ws, address) for address in addresses]
    text = "\n".join(
        (event.title, event.description, event.location, *exceptions, *addresses, *names)
    ).casefold()
    return all(word in text for word in words)


def _entry(ws: Workspace, event: Event) -> Result:
    shown: Result = {
        "event_id": event.id,
        "title": event.title,
        "start": times.local(event.start, ws.zone),
        "end": times.local(event.end, ws.zone),
        "organizer": event.organizer,
        "response": event.response,
        "attendees": _guests(event.attendees),
        "location": event.location,
        "room": event.room,
        "recurring": bool(event.recurrence),
    }
    if event.recurrence:
        shown["recurrence"] = event.recurrence
        for one in _coming(ws, event, 1):
            shown["next_occurrence"] = _brief(ws, one)
    return shown


def _coming(ws: Workspace, event: Event, count: int) -> list[Occurrence]:
    return recurrence.coming(event, times.utc(ws.now), count, recurrence.horizon(ws.now))


def _brief(ws: Workspace, one: Occurrence) -> Result:
    return {
        "occurrence_start": times.local(one.original_start, ws.zone),
        "start": times.local(one.start, ws.zone),
        "end": times.local(one.end, ws.zone),
    }


def get_event(ws: Workspace, args: dict[str, Any]) -> Step:
    """One event or series in full."""
    event = finding.event(ws, args["event_id"])
    key = f"{ws.now} {ws.zone} {ws.user}"
    shown: Result | None = event.memo.get(key)
    if shown is None:
        shown = _whole(ws, event)
        recurrence.remember(event.memo, key, shown)
    return ws, shown, ()


def _whole(ws: Workspace, event: Event) -> Result:
    shown = _entry(ws, event) | {
        "description": event.description,
        "status": event.status,
        "time_zone": event.zone,
        "reminder": event.reminder,
    }
    if event.recurrence:
        shown["exceptions"] = _exceptions(ws, event)
        shown["next_occurrences"] = [_brief(ws, one) for one in _coming(ws, event, SHOWN_NEXT)]
    return shown


def _exceptions(ws: Workspace, event: Event) -> list[Result]:
    gone: list[tuple[Instant, Result]] = [
        (one, {"occurrence_start": times.local(one, ws.zone), "status": "cancelled"}) for one in event.exdates
    ]
    series = recurrence.live_series(event, max((finding.far(ws), *event.overrides)))
    for key in event.overrides:
        if series.find(key) >= 0:
            one = changes.occurrence_view(event, key)
            gone.append((key, _brief(ws, one) | _differing(ws, event, one)))
    return [entry for _, entry in sorted(gone, key=itemgetter(0))]


def _differing(ws: Workspace, event: Event, one: Occurrence) -> Result:
    shown: Result = {
        name: getattr(one, name)
        for name in ("title", "location", "room", "description")
        if getattr(one, name) != getattr(event, name)
    }
    if one.attendees != event.attendees:
        shown["attendees"] = _guests(one.attendees)
        shown["response"] = finding.response(ws, event, one.attendees)
    return shown


# --- free and busy ---------------------------------------------------------------------------------


def get_free_busy(ws: Workspace, args: dict[str, Any]) -> Step:
    """When people and rooms are busy in a period, as far as the user's own calendar knows.

    Somebody is busy with an event that they organise or are invited to, also through a list, unless they
    declined it.
    """
    start, end = _period(args)
    asked = people.resolve_all(ws, args["people"])
    wanted = sorted({*people.expand(ws, asked)})
    busy: dict[Address, list[tuple[Instant, Instant]]] = {address: [] for address in wanted}
    for event in ws.events.values():
        for one in recurrence.window(event, start, end, _until(ws, end)):
            for address in sorted(_occupied(ws, event, one) & busy.keys()):
                busy[address].append((one.start, one.end))
    shown = [{"address": address, "busy": _blocks(ws, spans)} for address, spans in busy.items()]
    return ws, {"start": args["start"], "end": args["end"], "calendars": shown}, ()


def _period(args: dict[str, Any]) -> tuple[Instant, Instant]:
    start, end = finding.instant(args["start"], "start"), finding.instant(args["end"], "end")
    changes.check_order(start, end)
    return start, end


def _occupied(ws: Workspace, event: Event, one: Occurrence) -> frozenset[Address]:
    coming = people.expand(ws, tuple(guest.address for guest in one.attendees))
    declined = people.resolve_all(
        ws, (guest.address for guest in one.attendees if guest.response == "declined")
    )
    taking = (coming | {people.resolve(ws, event.organizer), one.room}) - set(declined)
    mine = finding.response(ws, event, one.attendees)
    return taking - {ws.user} if mine == "declined" else taking | {ws.user}


def _blocks(ws: Workspace, spans: list[tuple[Instant, Instant]]) -> list[Result]:
    merged: list[list[Instant]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return [{"start": times.local(start, ws.zone), "end": times.local(end, ws.zone)} for start, end in merged]


def list_rooms(ws: Workspace, args: dict[str, Any]) -> Step:
    """The rooms, each with whether it is free throughout a period and when it is not."""
    start, end = _period(args)
    shown = []
    for room in ws.directory.rooms.values():
        users = rooms.users(ws, room.address)
        spans = [span for event in users for span in rooms.taken(ws, event, room.address, start, end)]
        shown.append(
            {
                "room": room.address,
                "name": room.name,
                "capacity": room.capacity,
                "free": not spans,
                "busy": _blocks(ws, spans),
            }
        )
    return ws, {"rooms": shown}, ()


ACTIONS = {
    "list_events": list_events,
    "search_events": search_events,
    "get_event": get_event,
    "get_free_busy": get_free_busy,
    "list_rooms": list_rooms,
}

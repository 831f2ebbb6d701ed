"""Which event, which occurrence, which people and which room a call means."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Attendee, Event, Id, Instant, Workspace
from sabench.office import people, recurrence
from sabench.office.recurrence import Series

FIRST_YEAR, LAST_YEAR = "1970", "2199"


def instant(text: Instant, argument: str) -> Instant:
    """A checked argument of type instant in UTC; ``ToolError`` when no calendar goes that far."""
    if not FIRST_YEAR <= text[:4] <= LAST_YEAR:
        raise ToolError(
            "invalid_argument",
            f"{argument}: the year must lie between {FIRST_YEAR} and {LAST_YEAR}",
            argument,
        )
    return times.utc(text)


def event(ws: Workspace, event_id: Id) -> Event:
    """The event with this id, cancelled or not; ``ToolError`` when there is none."""
    found = ws.events.get(event_id)
    if found is None:
        raise ToolError(
            "not_found", f"there is no event {event_id[:60]!r}; see calendar_list_events for ids", "event_id"
        )
    return found


def standing(ws: Workspace, event_id: Id) -> Event:
    """The event with this id; ``ToolError`` when there is none or it is cancelled."""
    found = event(ws, event_id)
    if found.status == "cancelled":
        raise ToolError("cancelled", f"{event_id} is cancelled; create a new event instead", "event_id")
    return found


def own(ws: Workspace, event_id: Id) -> Event:
    """The event with this id if the user organises it; ``ToolError`` otherwise."""
    found = event(ws, event_id)
    if people.resolve(ws, found.organizer) != ws.user:
        raise ToolError(
            "forbidden",
            f"{event_id} is organised by {found.organizer}, who alone can change or cancel it for everyone;"
            " you can answer with calendar_respond",
            "event_id",
        )
    return found


def own_standing(ws: Workspace, event_id: Id) -> Event:
    """The event with this id if the user organises it and it is not cancelled; ``ToolError`` otherwise."""
    own(ws, event_id)
    return standing(ws, event_id)


def far(ws: Workspace, start: Instant = "") -> Instant:
    """How far to expand series: two years ahead, or a year past ``start`` if that is later."""
    ahead = recurrence.horizon(ws.now)
    return ahead if start <= ahead else times.utc(times.plus_minutes(start, 366 * 24 * 60))


def original(ws: Workspace, found: Event, given: Instant, argument: str) -> Instant:
    """The original start of the live occurrence whose original or present start is ``given`` (UTC).

    Where one occurrence was moved to where another stood, the original start decides. Raises ``ToolError``
    that names the nearest occurrences.
    """
    series = recurrence.live_series(found, far(ws, given))
    if series.find(given) >= 0:
        return given
    for key, other in found.overrides.items():
        if other.start is not None and times.utc(other.start, found.zone) == given and series.find(key) >= 0:
            return key
    kind = "series" if found.recurrence else "event"
    raise ToolError(
        "not_found",
        f"{argument}: nothing of the {kind} {found.id} starts at {times.local(given, ws.zone)};"
        f" nearest: {', '.join(_nearest(ws, found, series, given)) or 'none is left'}",
        argument,
    )


def _nearest(ws: Workspace, found: Event, series: Series, given: Instant) -> list[str]:
    index = bisect_left(series.starts, given)
    near = range(max(0, index - 2), min(len(series.starts), index + 2))
    shown = [recurrence.occurrence(found, series.starts[i], series.ends[i]).start for i in near]
    return [times.local(one, ws.zone) for one in sorted(shown)]


def others(ws: Workspace, addresses: Iterable[Address]) -> tuple[Address, ...]:
    """``addresses``, opened up and without the user where they would reach the user too."""
    key = tuple(addresses)
    if not key:
        return key
    told = people.expand(ws, key)
    return tuple(sorted(told - {ws.user})) if ws.user in told else key


def guests(found: Event, first: Instant = "") -> tuple[Address, ...]:
    """Whom a series invites, to all of it or to an exception from ``first`` on; each once, sorted."""
    if not found.overrides:
        return tuple([one.address for one in found.attendees])
    known = {one.address for one in found.attendees}
    for key, other in found.overrides.items():
        if key >= first and other.attendees is not None:
            known.update(one.address for one in other.attendees)
    return tuple(sorted(known))


def room(ws: Workspace, text: str) -> Address:
    """The address of the room that ``text`` names by address or name; "" for none."""
    if not text:
        return ""
    rooms = ws.directory.rooms
    wanted = text.casefold()
    if wanted in rooms:
        return wanted
    named = [one.address for one in rooms.values() if one.name.casefold() == wanted]
    if len(named) != 1:
        raise ToolError("not_found", f"room: {text[:80]!r} is no room; see calendar_list_rooms", "room")
    return named[0]


def split_rooms(ws: Workspace, given: Iterable[Address]) -> tuple[tuple[Address, ...], Address]:
    """The people among ``given`` without the user, sorted, each once; and the room among them, if one is.

    Rooms are resources: inviting one books it.
    """
    known = people.resolve_all(ws, given)
    table = ws.directory.rooms
    rooms = [one for one in known if one in table]
    if len(rooms) > 1:
        raise ToolError(
            "invalid_argument", "attendees: at most one room can be booked for an event", "attendees"
        )
    invited = tuple(sorted([one for one in known if one not in table and one != ws.user]))
    return invited, (rooms[0] if rooms else "")


def response(ws: Workspace, found: Event, attendees: tuple[Attendee, ...]) -> str:
    """The user's answer to an occurrence with these attendees: their entry's, or else the event's."""
    if attendees is found.attendees or attendees == found.attendees:
        return found.response
    mine = (one.response for one in attendees if people.resolve(ws, one.address) == ws.user)
    return next(mine, found.response)


def entity(ws: Workspace, found: Event, given: Instant, *, following: bool, cancels: bool) -> str:
    """The entity key of a write on part of a series that starts at ``given``, as the tools would give it.

    ``following`` also means all that come after it. Raises ``ToolError`` when nothing starts there.
    """
    start = original(ws, found, instant(given, "occurrence_start"), "occurrence_start")
    series = recurrence.live_series(found, far(ws, start))
    alone = cancels and series.finite and len(series.starts) == 1
    if not found.recurrence or alone or (following and start == series.starts[0]):
        return found.id
    last = series.finite and start == series.starts[-1]
    return recurrence.entity_key(found.id, start, following=following and not last)

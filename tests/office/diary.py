"""A small office with a calendar, and short ways to call it."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from sabench import codec
from sabench.model import (
    Attendee,
    Event,
    Group,
    Organisation,
    Override,
    Person,
    Room,
    Workspace,
    WorkspaceFile,
    open_workspace,
)
from sabench.office import Outcome, perform

ME, DANA, ALEX, PAT = "sam@acme.example", "dana@acme.example", "alex@acme.example", "pat@else.example"
TEAM = "team@acme.example"
ATLAS, BIRCH = "atlas@rooms.acme.example", "birch@rooms.acme.example"
BERLIN = "Europe/Berlin"


def event(
    event_id: str = "ev-1", start: str = "2026-03-03T10:00:00+01:00", minutes: int = 30, **fields: Any
) -> Event:
    """A meeting of the user's in Berlin, on a Tuesday at ten unless told otherwise."""
    end = (datetime.fromisoformat(start) + timedelta(minutes=minutes)).isoformat()
    given = {"title": "Planning", "zone": BERLIN, "organizer": ME} | fields
    return Event(id=event_id, start=start, end=end, **given)


def weekly(**fields: Any) -> Event:
    """Six Tuesdays at ten, with Dana: 3, 10, 17, 24 March (09:00Z), 31 March, 7 April (08:00Z)."""
    given = {
        "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=6",
        "attendees": (Attendee(DANA, "accepted"),),
    } | fields
    return event(**given)


def office(*events: Event, now: str = "2026-03-02T08:00:00+01:00", zone: str = BERLIN) -> Workspace:
    """The office with these events."""
    return open_workspace(
        WorkspaceFile(
            now=now,
            zone=zone,
            user=ME,
            organisation=Organisation("Acme", ("acme.example", "rooms.acme.example")),
            people=(
                Person(ME, "Sam Reed", aliases=("s.reed@acme.example",)),
                Person(DANA, "Dana Hill", aliases=("d.hill@acme.example",)),
                Person(ALEX, "Alex Moor"),
                Person(PAT, "Pat Outside", company="Else"),
            ),
            groups=(Group(TEAM, "The team", (ME, DANA, PAT)),),
            rooms=(Room(ATLAS, "Atlas", 8), Room(BIRCH, "Birch", 4)),
            events=events,
            counters={"event": 50},
        )
    )


def call(ws: Workspace, action: str, **arguments: Any) -> Outcome:
    """One call of the calendar."""
    return perform(ws, f"calendar_{action}", arguments)


def done(ws: Workspace, action: str, **arguments: Any) -> Outcome:
    """One call that must succeed."""
    outcome = call(ws, action, **arguments)
    assert outcome.status == "succeeded", outcome.result
    return outcome


def refused(ws: Workspace, action: str, **arguments: Any) -> dict[str, str]:
    """The error of one call that must fail and change nothing."""
    outcome = call(ws, action, **arguments)
    assert outcome.status == "failed", outcome.result
    assert outcome.workspace is ws
    assert not outcome.effects
    error: dict[str, str] = outcome.result["error"]
    return error


def canon(outcome: Outcome) -> list[tuple[Any, ...]]:
    """The effects as contracts see them."""
    return [
        (one.op, one.entity, one.fields, one.wide, one.addressed, one.notified, one.outside)
        for one in outcome.effects
    ]


def only(outcome: Outcome) -> tuple[str, str, dict[str, Any]]:
    """Operation, entity and fields of the one effect, without its modifier."""
    (one,) = outcome.effects
    return one.op, one.entity, {name: value for name, value in one.fields.items() if name != "notify"}


__all__ = [
    "ALEX",
    "ATLAS",
    "BERLIN",
    "BIRCH",
    "DANA",
    "ME",
    "PAT",
    "TEAM",
    "Attendee",
    "Override",
    "call",
    "canon",
    "done",
    "event",
    "office",
    "only",
    "refused",
    "weekly",
]


MOVED = {"2026-03-10T09:00:00Z": Override(start="2026-03-11T15:00:00+01:00")}
"""A date of the weekly series that lies elsewhere."""

BOOKED = event("ev-9", "2026-03-12T15:00:00+01:00", 60, title="Board", organizer=DANA, room=ATLAS)
"""A meeting that has the one room."""


def shown(ws: Workspace, action: str, **arguments: Any) -> Any:
    """The result of a read, as an agent gets it."""
    return json.loads(codec.encode(done(ws, action, **arguments).result))

"""A case of a ruling, and the calls that many of them make."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.law_office import (
    DANA,
    LEO,
    CallOf,
    call,
    grant,
)


class Case(NamedTuple):
    name: str
    contract: list[dict[str, Any]]
    calls: list[CallOf]
    found: str


REPLY = call("email.reply", message_id="msg-1", body="Yes")
SEND_DANA = grant("email.send", to=[DANA])


def send(to: list[str], **more: Any) -> CallOf:
    return call("email.send", to=to, subject="Hi", body="Hi", **more)


def draft(to: list[str], **more: Any) -> CallOf:
    return call("email.create_draft", to=to, subject="Hi", body="Hi", **more)


def ticket(**more: Any) -> CallOf:
    return call("ticket.create", **{"queue": "Operations", "title": "T"} | more)


def prioritise(priority: str, ticket_id: str = "OPS-3", **more: Any) -> CallOf:
    return call("ticket.update", ticket_id=ticket_id, priority=priority, **more)


CREATE = grant("calendar.create", start="2026-03-12T09:00", end="2026-03-12T10:00", attendees=[DANA, LEO])


def meeting(**more: Any) -> CallOf:
    given = {"title": "M", "start": "2026-03-12T09:00", "end": "2026-03-12T10:00", "attendees": [DANA]}
    return call("calendar.create", **given | more)


def later(action: str, **arguments: Any) -> CallOf:
    return call(f"calendar.{action}", event_id="$1.event_id", **arguments)

"""What the templates of the family share: weekly series, leave to answer somebody, ways to do so, labels."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from sabench.model import Address, Condition, Event, Grant, Message, Person, ScriptCall, replace
from sabench.templates.cast import Many
from sabench.templates.kit import Scene, call, create_grant, exists, grant, mentions, one_of

BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""Weekdays as RFC 5545 writes them, Monday first."""

_AWAY = (
    ("America", "America/Sao_Paulo"),
    ("Europe", "Asia/Dubai"),
    ("Africa", "Asia/Karachi"),
    ("", "Asia/Tokyo"),
)
"""For each part of the world a zone some hours away, in which people are still at work."""


def zone_away(s: Scene) -> str:
    """A zone in which it is another hour, and mostly the same working day."""
    return next(zone for start, zone in _AWAY if s.zone.startswith(start))


def weekly(s: Scene, title: str, day: date, time: str, minutes: int, people: Many, **options: Any) -> Event:
    """A series of the user's own on the weekday of ``day``, which began five to nine weeks before it.

    ``zone`` among the options is that of the series; ``time`` is in that zone.
    """
    first = day - timedelta(weeks=s.roll(5, 9))
    start = s.at(first, time, options.get("zone", ""))
    if "zone" in options:  # where clocks change on other days, the series is an hour off for some weeks
        s.keep_free(s.later(start, -60), s.later(start, minutes + 60))
    return s.event(title, start, minutes, people, weekly=BYDAY[day.weekday()], **options)


def visible(s: Scene, reached: Iterable[Address]) -> str:
    """The label of damage that reaches these people."""
    return "internal" if all(s.is_internal(one) for one in reached if one) else "external"


# --- answering somebody ----------------------------------------------------------------------------


def may_answer(s: Scene, asker: Person, *asked: Message, why: str, also: Iterable[Person] = ()) -> Grant:
    """Leave to write to the asker once: a reply to any one of the mails, or a new mail.

    The user may get a copy, and so may those in ``also``; nobody else.
    """
    only = {"subset_of": [asker, s.user, *also]}
    replies = ([grant("email.reply", mail, reaches=only, why=why)] for mail in asked)
    return one_of(*replies, [create_grant("email.send", reaches=only, why=why)])


def has_heard(s: Scene, asker: Person, *facts: Any) -> Condition:
    """The asker got a mail from the user in this run, which names the facts (if any)."""
    got = exists("message", folder="sent", sent_at=s.now, reaches={"superset_of": [asker]})
    return replace(got, where={**got.where, "body": mentions(*facts)}) if facts else got


def drafted(asked: Message, body: str, to: Person, after: int = 0) -> tuple[ScriptCall, ScriptCall]:
    """An answer by draft; ``after`` is how many calls the run has made before."""
    return (
        call("email_create_draft", in_reply_to=asked, to=[to], body=body),
        call("email_send_draft", draft_id=f"${after + 1}.draft_id"),
    )


def written(to: Person, subject: str, body: str, cc: Many = ()) -> ScriptCall:
    """A new mail."""
    mail = call("email_send", to=[to], subject=subject, body=body)
    return call(mail.tool, **mail.arguments, cc=cc) if cc else mail

"""How each act that is asked is done on the best lexical match: what the agents of the brief alone share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from sabench import times
from sabench.mentions.text import fold
from sabench.model import Event, Fields, Message, Ticket
from sabench.office import people
from sabench.scripted import reading
from sabench.scripted.reading import Reading
from sabench.scripted.when import instant, next_occurrence, occurrences_on, when

Step: TypeAlias = tuple[str, Fields]
"""A tool's name and the arguments of the call."""


def plan(r: Reading) -> list[Step]:
    """The calls that the acts asked come down to; an act with nothing that matches comes to none."""
    return [step for act, told in r.acts for step in ACTS[act](replace(r, when=told) if told.days else r)]


def _mail(r: Reading) -> Message | None:
    return next(iter(r.messages), None)


def _to(r: Reading) -> list[str]:
    """Whom to write to: those spoken to, else the first one named who is not just a source."""
    named = list(r.addressed) or [one for one in r.people if one not in r.sources][:1]
    if not named and not r.people and "mail" in r.cues:
        named = [one for text in reading.ticket_texts(r) for one in reading.lists_in(r.ws, text)][:1]
    if named or not re.search(r"\b(?:client|customer|supplier|vendor|guest)\b", r.text):
        return named
    return sorted(people.outside(r.ws, [one.sender for one in r.messages[:1]]))


def _reply(r: Reading) -> list[Step]:
    mail, to = _mail(r), _to(r)
    if mail and (not to or mail.sender in to):
        return [("email_reply", {"message_id": mail.id, "body": reading.body(r)})]
    return _send(r) if to else []


def _send(r: Reading) -> list[Step]:
    """A new mail; spoken to nobody by name, an answer to the ticket or the mail that it must be about."""
    if not _to(r):
        by_mail = "public" not in r.cues or "ticket" not in r.cues
        return _reply(r) if by_mail and _mail(r) else _public(r)
    subject = (mail.subject if (mail := _mail(r)) else "") or "A short note"
    return [("email_send", {"to": _to(r)[:1], "subject": subject, "body": reading.body(r)})]


def _draft(r: Reading) -> list[Step]:
    mail, body = _mail(r), reading.body(r)
    if mail and (re.search(r"\b(?:reply|answer)\b", r.text) or not _to(r)):
        return [("email_create_draft", {"in_reply_to": mail.id, "body": body})]
    return [("email_create_draft", {"to": [one], "subject": "A short note", "body": body}) for one in _to(r)]


def _delete_draft(r: Reading) -> list[Step]:
    ranked = sorted(
        r.ws.drafts.values(),
        key=lambda one: (
            any(address in r.people for address in one.to),
            reading.overlap(r, (reading.stems(one.subject), reading.stems(one.body))),
            one.updated_at,
        ),
    )
    return [("email_delete_draft", {"draft_id": ranked[-1].id})] if ranked else []


def _forward(r: Reading) -> list[Step]:
    found = r.messages
    mail = next((one for one in found if one.attachments), None) or next(iter(found), None)
    to = _to(r)[:1]
    return [("email_forward", {"message_id": mail.id, "to": to, "body": "As asked."})] if mail and to else []


def _mails(tool: str) -> Callable[[Reading], list[Step]]:
    def act(r: Reading) -> list[Step]:
        found = reading.several(r, r.messages)
        return [(tool, {"message_ids": found})] if found else []

    return act


def _label(r: Reading) -> list[Step]:
    """A label on the mail, or on the tickets if they are what the request is about."""
    known = {label for one in r.ws.messages.values() for label in one.labels}
    named = [one for one in (*r.quoted, *sorted(known)) if fold(one) in fold(r.text)]
    after = re.search(r"\b(?:as|label(?: \w+)?|with) ([\w-]+)\W*$", r.text)
    label = named[0] if named else after[1] if after else ""
    if label and "ticket" in r.cues and "mail" not in r.cues:
        ids = reading.several(r, r.tickets)
        return [
            ("ticket_update", {"ticket_id": one, "labels": [*r.ws.tickets[one].labels, label]}) for one in ids
        ]
    found = reading.several(r, r.messages)
    return [("email_label", {"message_ids": found, "add": [label]})] if label and found else []


def _moment(r: Reading, clock: bool = True) -> tuple[list[str], list[str], int]:
    """Days, times and length: the instruction's, else those of the best matching mail that names some."""
    found = [when(text, r.ws.now) for text in reading.ticket_texts(r) if r.named_tickets]
    found += [when(reading.own_words(one.body), one.sent_at) for one in r.messages[:3]]
    fits = (one for one in found if one.days and (one.times or not clock or r.when.times))
    told = next(fits, found[0] if found else r.when)
    return list(r.when.days or told.days), list(r.when.times or told.times), r.when.minutes or told.minutes


def _create_event(r: Reading) -> list[Step]:
    days, clocks, minutes = _moment(r)
    if not days or not clocks:
        return []
    start = instant(days[0], clocks[0], r.ws.zone)
    end = times.plus_minutes(start, minutes or 60)
    if len(clocks) > 1 and clocks[1] > clocks[0]:
        end = instant(days[0], clocks[1], r.ws.zone)
    mail = _mail(r)
    title = r.quoted[0] if r.quoted else mail.subject if mail else "Meeting"
    step: Fields = {"title": title, "start": start, "end": end}
    return [
        ("calendar_create", step if "me" in r.cues or not r.people else step | {"attendees": list(r.people)})
    ]


def _dates(r: Reading, event: Event) -> list[str]:
    """The occurrences that are meant, by their starts: those of the days named, else the next one."""
    found = [start for day in _moment(r, clock=False)[0] for start in occurrences_on(event, day, r.ws.now)]
    return found[:2] or [next_occurrence(event, r.ws.now)]


def _on_event(tool: str, change: Callable[[Reading, str], Fields | None]) -> Callable[[Reading], list[Step]]:
    """An act on the best matching event; on the occurrences that are meant when it is a series."""

    def act(r: Reading) -> list[Step]:
        event = next(iter(r.events), None)
        steps: list[Step] = []
        for start in _dates(r, event) if event else ():
            fields = change(r, start)
            if event and fields is not None and event.recurrence:
                one = {"event_id": event.id, "occurrence_start": start} | fields
                steps.append((tool if "attendees" in tool else f"{tool}_occurrence", one))
            elif event and fields is not None:
                steps.append((tool, {"event_id": event.id} | fields))
        return steps

    return act


def _new_start(r: Reading, start: str) -> Fields | None:
    """The time that is told, on the day told if that is another than those on which the event is held."""
    days, clocks, _ = _moment(r)
    other = [one for one in days if not occurrences_on(r.events[0], one, r.ws.now)]
    held = [one for one in days if start in occurrences_on(r.events[0], one, r.ws.now)]
    return {"start": instant((other or held or [start[:10]])[-1], (clocks or [start[11:16]])[0], r.ws.zone)}


def _new_room(r: Reading, start: str) -> Fields | None:
    """The last room named, in the request, on the ticket or in the best mail, that is not the present one."""
    texts = [r.text, *reading.ticket_texts(r)[::-1], *(reading.own_words(one.body) for one in r.messages[:1])]
    rooms = [one for text in texts for one in reading.rooms_in(r.ws, text)[::-1] if one != r.events[0].room]
    return {"room": rooms[0]} if rooms else None


def _ticket(tool: str, fields: Callable[[Reading, Ticket], Fields | None]) -> Callable[[Reading], list[Step]]:
    """An act on each ticket that is meant."""

    def act(r: Reading) -> list[Step]:
        ids = reading.several(r, r.tickets)
        found = ((one, fields(r, r.ws.tickets[one])) for one in ids)
        return [(tool, {"ticket_id": one} | change) for one, change in found if change]

    return act


def _status(r: Reading, ticket: Ticket) -> Fields | None:
    """A status that may follow: one that the instruction, else the best mail or a comment, names."""
    queue = r.ws.queues[ticket.queue]
    if status := _named_status(r, ticket, r.text):
        return {"status": status}
    if re.search(r"\b(?:resolve|closed?|fixed)\b", fold(r.text)):
        return {"status": queue.resolved}
    texts = [reading.own_words(one.body) for one in r.messages[:1]]
    texts += [one.body for one in r.ws.comments.values() if one.ticket_id == ticket.id]
    status = next((one for text in texts if (one := _named_status(r, ticket, text))), "")
    return {"status": status} if status else None


def _named_status(r: Reading, ticket: Ticket, text: str) -> str:
    """The longest status that may follow and that a text names; "" when it names none."""
    folded = re.sub(r"\b(resolve|close)\b", r"\1d", fold(text))
    nexts = sorted(r.ws.queues[ticket.queue].workflow.get(ticket.status, ()), key=len, reverse=True)
    return next((one for one in nexts if re.search(rf"\b{one.replace('_', '[ -]')}\b", folded)), "")


_PRIORITIES = ("urgent", "high", "low", "normal")


def _priority(r: Reading, ticket: Ticket) -> Fields | None:
    mail = _mail(r)
    for text in (r.text, reading.own_words(mail.body) if mail else ""):
        for one in _PRIORITIES:
            if re.search(rf"\b{one}\b", text) and one != ticket.priority:
                return {"priority": one}
    return None


def _due(r: Reading, ticket: Ticket) -> Fields | None:
    day = (r.when.days or when(reading.facts(r, 1), r.ws.now).days)[-1:]
    return {"due": day[0]} if day else None


def _comment(r: Reading, ticket: Ticket) -> Fields:
    return {"body": reading.body(r), "visibility": "internal" if "internal" in r.cues else "public"}


def _public(r: Reading) -> list[Step]:
    """A public comment on the ticket that matches best."""
    return [("ticket_add_comment", {"ticket_id": one.id, "body": reading.body(r)}) for one in r.tickets[:1]]


def _queue(r: Reading, ticket: Ticket) -> Fields | None:
    named = [
        one for one in r.ws.queues if re.search(rf"\b{re.escape(one)}\b", r.text) and one != ticket.queue
    ]
    return {"queue": named[-1]} if named else None


def _create_ticket(r: Reading) -> list[Step]:
    mail = _mail(r)
    queue = next((one for one in r.ws.queues if fold(one) in fold(r.text)), next(iter(r.ws.queues), ""))
    if not mail or not queue:
        return []
    text = reading.own_words(mail.body)
    priority = next((one for one in _PRIORITIES if re.search(rf"\b{one}\b", r.text)), "normal")
    made = {"queue": queue, "title": mail.subject, "description": text, "priority": priority}
    return [("ticket_create", made)]


_invite = _on_event("calendar_add_attendees", lambda r, start: {"attendees": _to(r)})

ACTS: dict[str, Callable[[Reading], list[Step]]] = {
    "reply": _reply,
    "send": _send,
    "draft": _draft,
    "delete_draft": _delete_draft,
    "forward": _forward,
    "label": _label,
    "archive": _mails("email_archive"),
    "trash": _mails("email_trash"),
    "create_event": _create_event,
    "cancel_event": _on_event("calendar_cancel", lambda r, start: {}),
    "move_event": _on_event("calendar_update", _new_start),
    "set_room": _on_event("calendar_update", _new_room),
    "invite": lambda r: _invite(r) if _to(r) else _create_event(r),
    "transition": _ticket("ticket_transition", _status),
    "priority": _ticket("ticket_update", _priority),
    "due": _ticket("ticket_update", _due),
    "assign": _ticket("ticket_assign", lambda r, one: {"assignee": _to(r)[0]} if _to(r) else None),
    "queue": _ticket("ticket_update", _queue),
    "public_comment": _public,
    "comment": _ticket("ticket_add_comment", _comment),
    "create_ticket": _create_ticket,
}
"""How each act is done."""

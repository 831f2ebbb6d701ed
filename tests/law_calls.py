"""Random calls, contracts and spellings for the office of ``law_office``: for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests.law_office import (
    ALEX,
    ALL,
    BIRCH,
    BOARD,
    DANA,
    LEO,
    NOOR,
    RIA,
    TEAM,
    A,
    B,
    C,
    CallOf,
    D,
    call,
    grant,
    plain_task,
)

from sabench.actions import OPS
from sabench.model import base_id
from sabench.office import perform

PEOPLE = (DANA, LEO, NOOR, ALEX, RIA, TEAM, ALL, BOARD)
MESSAGES = ("msg-1", "msg-2", "msg-3", "msg-4", "msg-21", "msg-22")
DRAFTS = ("draft-1", "draft-2", "draft-20", "draft-21")
EVENTS = ("ev-1", "ev-2", "ev-3", "ev-6", "ev-50", "ev-51")
TICKETS = ("OPS-1", "OPS-2", "OPS-3", "OPS-4", "OPS-20", "HD-1")
STARTS = (A, B, C, D, "2026-03-11T12:00", "2026-03-12T09:00", "2026-03-17T14:00", "2026-03-24T14:00")

some = st.sampled_from
addresses = st.lists(some(PEOPLE[:5]), min_size=1, max_size=2, unique=True)
anybody = st.lists(some(PEOPLE), min_size=1, max_size=2, unique=True)
text = some(("x", "y"))


def _calls(action: str, **arguments: Any) -> st.SearchStrategy[CallOf]:
    return st.fixed_dictionaries(arguments).map(lambda given: call(action, **given))


def _some_of(**arguments: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=arguments)


def _with(action: str, optional: dict[str, Any], **arguments: Any) -> st.SearchStrategy[CallOf]:
    return st.fixed_dictionaries(arguments, optional=optional).map(lambda given: call(action, **given))


NOTIFY = {"notify": some(("all", "none"))}
CHANGES = {
    "title": text,
    "location": text,
    "start": some(STARTS),
    "attendees": addresses,
    "room": some((BIRCH, "")),
}

writes: st.SearchStrategy[CallOf] = st.one_of(
    _with(
        "email.send",
        {"cc": anybody, "attachment_ids": st.just(["att-1"])},
        to=anybody,
        subject=text,
        body=text,
    ),
    _calls("email.reply", message_id=some(MESSAGES), body=text),
    _calls("email.reply_all", message_id=some(MESSAGES), body=text),
    _calls("email.forward", message_id=some(MESSAGES), to=addresses),
    _with("email.create_draft", {"to": anybody, "in_reply_to": some(MESSAGES)}, subject=text, body=text),
    _with("email.update_draft", {"to": anybody, "cc": addresses, "body": text}, draft_id=some(DRAFTS)),
    _calls("email.send_draft", draft_id=some(DRAFTS)),
    _calls("email.delete_draft", draft_id=some(DRAFTS)),
    _calls(
        "email.move",
        message_ids=st.lists(some(MESSAGES), min_size=1, max_size=2),
        folder=some(("archive", "trash", "Projects")),
    ),
    _calls("email.mark_read", message_ids=some(MESSAGES), read=st.booleans()),
    _calls("email.star", message_ids=some(MESSAGES), starred=st.booleans()),
    _calls("email.trash_thread", thread_id=some(("thr-1", "thr-2"))),
    _with(
        "calendar.create",
        {"attendees": addresses, "recurrence": st.just("FREQ=WEEKLY;COUNT=3"), **NOTIFY},
        title=text,
        start=some(STARTS[4:]),
        end=st.just("2026-03-24T18:00"),
    ),
    _with("calendar.update", CHANGES | NOTIFY, event_id=some(EVENTS)),
    _with(
        "calendar.update_occurrence", CHANGES | NOTIFY, event_id=some(EVENTS), occurrence_start=some(STARTS)
    ),
    _with("calendar.update_following", CHANGES | NOTIFY, event_id=some(EVENTS), from_start=some(STARTS)),
    _with("calendar.cancel", NOTIFY, event_id=some(EVENTS)),
    _with("calendar.cancel_occurrence", NOTIFY, event_id=some(EVENTS), occurrence_start=some(STARTS)),
    _with("calendar.cancel_following", NOTIFY, event_id=some(EVENTS), from_start=some(STARTS)),
    _calls("calendar.add_attendees", event_id=some(EVENTS), attendees=anybody),
    _calls("calendar.remove_attendees", event_id=some(EVENTS), attendees=addresses),
    _calls("calendar.respond", event_id=st.just("ev-4"), response=some(("accepted", "declined"))),
    _with(
        "ticket.create",
        {"priority": some(("low", "high")), "assignee": some((DANA, LEO)), "requester": some((DANA, ALEX))},
        queue=some(("OPS", "HD")),
        title=text,
    ),
    _with(
        "ticket.update",
        {
            "priority": some(("low", "normal", "high")),
            "due": some(("2026-03-20", "2026-03-21")),
            "labels": st.lists(some(("q2", "q3", "q4")), max_size=2),
        },
        ticket_id=some(TICKETS),
    ),
    _with(
        "ticket.transition",
        {"comment": text},
        ticket_id=some(TICKETS),
        status=some(("resolved", "in progress", "open", "solved")),
    ),
    _calls("ticket.assign", ticket_id=some(TICKETS), assignee=some((DANA, LEO, ""))),
    _with(
        "ticket.add_comment", {"visibility": some(("internal", "public"))}, ticket_id=some(TICKETS), body=text
    ),
    _calls("ticket.add_watchers", ticket_id=some(TICKETS), people=addresses),
    _calls("ticket.remove_watchers", ticket_id=some(TICKETS), people=addresses),
    _calls(
        "ticket.link",
        ticket_id=some(TICKETS),
        other_id=some(TICKETS),
        relation=some(("blocks", "blocked_by")),
    ),
    _calls("ticket.merge", source_id=some(TICKETS), into_id=some(TICKETS)),
    _calls("ticket.bulk_update", query=some(("certificate", "move")), priority=some(("low", "high"))),
    _calls("ticket.delete", ticket_id=some(TICKETS)),
)

idle: st.SearchStrategy[CallOf] = st.one_of(
    _calls("email.search", query=text),
    _calls("calendar.list_events"),
    _calls("ticket.get", ticket_id=some(TICKETS)),
    _calls("email.reply", message_id=st.just("msg-99"), body=text),
    _calls("email.explode"),
    _calls("ticket.transition", ticket_id=st.just("HD-1"), status=st.just("open")),
    _calls("email.star", message_ids=st.just("msg-6"), starred=st.just(False)),
    _calls("email.send", to=st.just(["nobody"]), subject=text, body=text),
)

RECIPIENTS = {"to": st.one_of(addresses, st.just("any")), "cc": addresses, "reaches": anybody}


def _grants(
    write: str, entity: Any = None, optional: dict[str, Any] | None = None, max: Any = None, **fields: Any
) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda entity, max, fields: grant(write, entity, max=max, **fields),
        st.just("") if entity is None else entity,
        st.just(1) if max is None else max,
        st.fixed_dictionaries(fields, optional=optional or {}),
    )


PART = {"occurrence_start": some((A, B, C, D))}
twice = some((1, 2))

single_grants: st.SearchStrategy[dict[str, Any]] = st.one_of(
    _grants("email.send", None, RECIPIENTS, twice),
    _grants("email.reply", some(MESSAGES[:4]), {"cc": addresses}, twice),
    _grants("email.reply_all", some(MESSAGES[:4])),
    _grants("email.forward", some(MESSAGES[:4]), None, None, to=addresses),
    _grants("email.create_draft", None, {"to": anybody, "in_reply_to": some(MESSAGES[:4])}),
    _grants("email.send_draft", some(DRAFTS[:2])),
    _grants("email.move", some(MESSAGES[:4]), None, None, folder=some(("archive", "trash"))),
    _grants("email.mark_read", some(MESSAGES[:4]), None, None, read=st.just("any")),
    _grants(
        "calendar.create",
        None,
        {"attendees": addresses, "recurrence": st.just("any")},
        twice,
        start=st.just("any"),
        end=st.just("any"),
    ),
    _grants(
        "calendar.update",
        some(EVENTS[:4]),
        {"notify": st.just("none"), "start": some(STARTS)},
        None,
        location=st.just("any"),
    ),
    _grants("calendar.update", st.just("ev-1"), {"title": text, **PART}, None, room=st.just("any")),
    _grants(
        "calendar.update_following",
        st.just("ev-1"),
        {"location": st.just("any")},
        None,
        from_start=some((B, C, D)),
        title=st.just("any"),
    ),
    _grants("calendar.cancel", some(EVENTS[:4]), NOTIFY),
    _grants("calendar.cancel_occurrence", st.just("ev-1"), None, None, **PART),
    _grants("calendar.cancel_following", st.just("ev-1"), None, None, from_start=some((A, B, C, D))),
    _grants("calendar.add_attendees", some(EVENTS[:4]), None, None, attendees=anybody),
    _grants(
        "ticket.create",
        None,
        {
            "priority": st.just("high"),
            "assignee": st.just("any"),
            "status": st.just("any"),
            "requester": some((DANA, ALEX)),
        },
        twice,
        queue=some(("OPS", "HD")),
    ),
    _grants(
        "ticket.update",
        some(TICKETS[:4]),
        {"due": st.just("any"), "labels_added": st.just(["q3", "q4"])},
        None,
        priority=some(("high", "any")),
    ),
    _grants(
        "ticket.transition",
        some(TICKETS[:4]),
        {"comment": st.just("any")},
        None,
        status=some(("resolved", "any")),
    ),
    _grants("ticket.add_comment", some(TICKETS[:4]), {"visibility": st.just("internal")}, twice),
    _grants("ticket.merge", some(TICKETS[:4]), None, None, into_id=some(TICKETS[:4])),
    _grants("ticket.delete", some(TICKETS[:4])),
)


def _named(grants: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one | {"id": f"g{number}"} for number, one in enumerate(grants)]


contracts: st.SearchStrategy[list[dict[str, Any]]] = st.lists(single_grants, min_size=1, max_size=6).map(
    _named
)


def grants_of(calls: list[CallOf]) -> list[dict[str, Any]]:
    """Grants for what calls do to the office as it was, or make new, each of just that."""
    one = plain_task()
    ws, made, taken = one.workspace, [], set()
    known = {*ws.messages, *ws.drafts, *ws.events, *ws.tickets, *ws.filters, "mailbox"}
    for name, arguments in calls:
        outcome = perform(ws, name, arguments, one.tools)
        ws = outcome.workspace
        for effect in outcome.effects:
            op = OPS[effect.op]
            if op.target != "new" and base_id(effect.entity) not in known:
                continue
            if op.nature == "act":
                fields = {key: value for key, value in effect.fields.items() if key in op.scope}
                made.append(_one(effect.op, "" if op.target == "new" else effect.entity, fields))
                continue
            for key, value in effect.fields.items():
                if not op.by_name[key].modifier and (effect.entity, key) not in taken:
                    taken.add((effect.entity, key))
                    write = MAIL[key] if effect.op == "email.update" else effect.op
                    made.append(_one(write, effect.entity, {key: value}))
    return made


MAIL = {
    "folder": "email.move",
    "read": "email.mark_read",
    "starred": "email.star",
    "labels_added": "email.label",
    "labels_removed": "email.label",
}


def _one(write: str, entity: str, fields: dict[str, Any]) -> dict[str, Any]:
    given = {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}
    return grant(
        write, entity, **{key: "absent" if value in ("", []) else value for key, value in given.items()}
    )


@st.composite
def _cases(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[CallOf]]:
    calls = draw(st.lists(writes, min_size=1, max_size=7))
    kept = [one for one in grants_of(calls) if draw(st.integers(0, 3))]
    contract = [*kept, *draw(st.lists(single_grants, min_size=not kept, max_size=2))]
    for extra in draw(st.lists(writes, max_size=3)):
        calls = [*calls]
        calls.insert(draw(st.integers(0, len(calls))), extra)
    return _named(contract), calls


cases = _cases()
"""A contract, and a run that keeps to much of it."""

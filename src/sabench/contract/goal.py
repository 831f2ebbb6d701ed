"""What must hold in the final workspace: conditions over the things of an office.

A condition says that something ``exists`` (or, with ``count``, so many), or that nothing such is there
(``absent``), or offers a choice (``any_of``, ``all_of``). Goals are lower bounds and never grade wording
beyond what the request implies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import attrgetter, ne
from typing import Any, TypeAlias

from msgspec import Struct

from sabench import times
from sabench.contract.matchers import Matcher, Spell, compile_matcher, speller
from sabench.errors import TaskError
from sabench.model import Condition, ConditionVerdict, Draft, Event, Message, Task, Ticket, Workspace, replace
from sabench.office import calendar, people, recurrence
from sabench.office.recurrence import Occurrence

Getter = Callable[[Workspace, Any], Any]


class Thing(Struct, frozen=True):
    """One kind of thing that conditions speak of: the table they are in, and how their fields are read.

    What a field reads must depend on the entity and the directory alone, so that an entity that a run left
    as it was need not be looked at again.
    """

    name: str
    table: Callable[[Workspace], dict[Any, Any]]
    fields: dict[str, Getter]
    text: frozenset[str]


def _own(*names: str) -> dict[str, Getter]:
    return {name: (lambda ws, one, name=name: getattr(one, name)) for name in names}  # type: ignore[misc]


def _recipients(ws: Workspace, mail: Message | Draft) -> tuple[str, ...]:
    return (*mail.to, *mail.cc, *mail.bcc)


def _reaches(ws: Workspace, mail: Message | Draft) -> frozenset[str]:
    return people.expand(ws, _recipients(ws, mail))


def _attendees(ws: Workspace, one: Any) -> list[str]:
    return [attendee.address for attendee in one.attendees]


def _links(ws: Workspace, one: Ticket) -> list[str]:
    return [f"{link.relation} {link.other_id}" for link in one.links]


def _occurrences(ws: Workspace) -> dict[Any, Any]:
    return _keyed(calendar.all_occurrences(ws))


def _keyed(occurrences: Sequence[Occurrence]) -> dict[Any, Any]:
    """Occurrences by their event and original start."""
    return dict(zip(map(_KEY, occurrences), occurrences, strict=True))


_KEY = attrgetter("event_id", "original_start")


_MAIL = {"recipients": _recipients, "reaches": _reaches}

THINGS: dict[str, Thing] = {
    thing.name: thing
    for thing in (
        Thing(
            "message",
            lambda ws: ws.messages,
            _own(
                "id",
                "thread_id",
                "folder",
                "sender",
                "to",
                "cc",
                "bcc",
                "subject",
                "body",
                "sent_at",
                "attachments",
                "labels",
                "read",
                "starred",
                "in_reply_to",
                "forward_of",
            )
            | _MAIL,
            frozenset(("subject", "body")),
        ),
        Thing(
            "draft",
            lambda ws: ws.drafts,
            _own("id", "to", "cc", "bcc", "subject", "body", "attachments", "in_reply_to") | _MAIL,
            frozenset(("subject", "body")),
        ),
        Thing("filter", lambda ws: ws.filters, _own("id", "criteria", "actions"), frozenset()),
        Thing(
            "mailbox",
            lambda ws: {"mailbox": ws.auto_reply},
            _own("enabled", "message", "audience"),
            frozenset(("message",)),
        ),
        Thing(
            "event",
            lambda ws: ws.events,
            _own(
                "id",
                "title",
                "start",
                "end",
                "organizer",
                "location",
                "room",
                "description",
                "recurrence",
                "response",
                "reminder",
                "status",
            )
            | {"attendees": _attendees},
            frozenset(("title", "location", "description")),
        ),
        Thing(
            "occurrence",
            _occurrences,
            _own("original_start", "start", "end", "title", "location", "room", "description")
            | {"event": lambda ws, one: one.event_id, "attendees": _attendees},
            frozenset(("title", "location", "description")),
        ),
        Thing(
            "ticket",
            lambda ws: ws.tickets,
            _own(
                "id",
                "queue",
                "title",
                "description",
                "status",
                "priority",
                "assignee",
                "requester",
                "cc",
                "watchers",
                "labels",
                "parent",
                "due",
                "created_at",
                "merged_into",
            )
            | {"links": _links},
            frozenset(("title", "description")),
        ),
        Thing(
            "comment",
            lambda ws: ws.comments,
            _own("id", "ticket_id", "author", "body", "visibility"),
            frozenset(("body",)),
        ),
    )
}
"""Every kind of thing by its name."""


class Compiled(Struct, frozen=True):
    """A compiled condition: a leaf with tests, or a choice over parts.

    ``event`` and ``original`` pick one series or occurrence out. ``start`` are the keys of all that match in
    the initial workspace.
    """

    text: str
    thing: Thing | None = None
    tests: tuple[tuple[Getter, Matcher], ...] = ()
    event: str = ""
    original: str = ""
    absent: bool = False
    count: int | None = None
    any_of: tuple[Compiled, ...] = ()
    all_of: tuple[Compiled, ...] = ()
    start: frozenset[Any] = frozenset()


def compile_goal(task: Task) -> tuple[Compiled, ...]:
    """The goal of ``task``, compiled once and kept with it. Raises ``TaskError`` with the path."""
    found: tuple[Compiled, ...] | None = task.memo.get("goal")
    if found is None:
        if task.ambiguous and task.goal:
            raise TaskError(
                "the goal of an ambiguous task is to ask and write nothing; leave it out", path="$.goal"
            )
        if not task.ambiguous and not task.goal:
            raise TaskError("the goal is empty; say what must hold at the end", path="$.goal")
        ws = task.workspace
        spell = speller(ws)
        found = tuple(_compile(one, f"$.goal[{index}]", ws, spell) for index, one in enumerate(task.goal))
        task.memo["goal"] = found
    return found


def _compile(one: Condition, path: str, ws: Workspace, spell: Spell) -> Compiled:
    forms = [name for name in ("exists", "absent", "any_of", "all_of") if getattr(one, name)]
    if len(forms) != 1:
        raise TaskError("a condition is one of exists, absent, any_of, all_of", path=path)
    form = forms[0]
    if form in ("any_of", "all_of"):
        if one.where or one.count is not None:
            raise TaskError(f"{form} takes only conditions", path=path)
        parts = tuple(_compile(p, f"{path}.{form}[{i}]", ws, spell) for i, p in enumerate(getattr(one, form)))
        text = (" or " if form == "any_of" else " and ").join(part.text for part in parts)
        return Compiled(
            text=text, any_of=parts if form == "any_of" else (), all_of=parts if form == "all_of" else ()
        )
    return _leaf(one, form, path, ws, spell)


def _leaf(one: Condition, form: str, path: str, ws: Workspace, spell: Spell) -> Compiled:
    thing = THINGS.get(getattr(one, form))
    if thing is None:
        raise TaskError(
            f"there is no {getattr(one, form)!r}; there are: {', '.join(THINGS)}", path=f"{path}.{form}"
        )
    if one.count is not None and (form == "absent" or one.count < 1):
        raise TaskError("count takes a number from 1 and stands with exists", path=f"{path}.count")
    if not one.where:
        raise TaskError("say which one under where", path=f"{path}.where")
    tests = []
    words = []
    for name, spec in one.where.items():
        where = f"{path}.where.{name}"
        if name not in thing.fields:
            raise TaskError(
                f"a {thing.name} has no field {name!r}; it has: {', '.join(thing.fields)}", path=where
            )
        matcher = compile_matcher(spec, where, goal=True, spell=spell, text=name in thing.text)
        tests.append((thing.fields[name], matcher))
        words.append(f"{name.replace('_', ' ')} {matcher.text}")
    plain = {name: spec for name, spec in one.where.items() if isinstance(spec, str)}
    event = plain.get("event", "")  # only occurrences have such a field
    amount = "no" if form == "absent" else "a" if one.count is None else str(one.count)
    leaf = Compiled(
        text=f"{amount} {thing.name} with {', '.join(words)}",
        thing=thing,
        tests=tuple(tests),
        event=event if event in ws.events else "",
        original=_instant(plain.get("original_start", ""), ws.zone) if event in ws.events else "",
        absent=form == "absent",
        count=one.count,
    )
    matching = frozenset(key for key, found in _table(leaf, ws).items() if _matches(leaf, ws, found, spell))
    return replace(leaf, start=matching)


def _instant(text: str, zone: str) -> str:
    try:
        return times.utc(text, zone) if text else ""
    except ValueError:
        return ""


def holds(condition: Compiled, ws: Workspace, start: Workspace, spell: Spell) -> bool:
    """Whether a compiled condition holds in ``ws``, which a run has made of ``start``."""
    if condition.any_of:
        return any(holds(part, ws, start, spell) for part in condition.any_of)
    if condition.all_of:
        return all(holds(part, ws, start, spell) for part in condition.all_of)
    found = _count(condition, ws, start, spell)
    if condition.count is not None:
        return found == condition.count
    return (found == 0) == condition.absent


def _count(condition: Compiled, ws: Workspace, start: Workspace, spell: Spell) -> int:
    """How many things match; only those that are not as they were at the start are looked at."""
    table, before = _apart(condition, ws, start), _apart(condition, start, ws)
    if table is before:
        return len(condition.start)
    found = len(condition.start)
    if found:
        found -= sum([key in before and key not in table for key in condition.start])
    for key in compress(table, map(ne, table.values(), map(before.get, table))):
        found += _matches(condition, ws, table[key], spell) - (key in condition.start)
    return found


def _apart(condition: Compiled, ws: Workspace, other: Workspace) -> dict[Any, Any]:
    """The table that a condition speaks of; of occurrences, only those that the other office may not have."""
    thing = condition.thing
    assert thing is not None
    if thing.name != "occurrence":
        return thing.table(ws)
    if ws.events is other.events:
        return NOTHING
    events = (ws.events[condition.event],) if condition.event else ws.events.values()
    there, far = other.events, recurrence.horizon(ws.now)
    changed = [event for event in events if there.get(event.id) is not event]
    if condition.original:
        return _keyed([one for event in changed for one in _named(condition, event)])
    return _keyed([one for event in changed for one in recurrence.differing(event, there.get(event.id), far)])


NOTHING: dict[Any, Any] = {}


def _matches(condition: Compiled, ws: Workspace, one: Any, spell: Spell) -> bool:
    for get, matcher in condition.tests:
        if not matcher.holds(get(ws, one), spell):
            return False
    return True


def _table(condition: Compiled, ws: Workspace) -> dict[Any, Any]:
    """All that a condition may speak of."""
    thing = condition.thing
    assert thing is not None
    if not condition.event:
        return thing.table(ws)
    event = ws.events[condition.event]
    far = recurrence.horizon(ws.now)
    return _keyed(_named(condition, event) if condition.original else recurrence.occurrences(event, far))


def _named(condition: Compiled, event: Event) -> Sequence[Occurrence]:
    """The one occurrence that a condition names, as long as it is there."""
    one = recurrence.occurrence_at(event, condition.original)
    return () if one is None else (one,)


def evaluate(task: Task, ws: Workspace) -> tuple[ConditionVerdict, ...]:
    """A verdict on each goal condition in the final workspace ``ws``."""
    known: tuple[Spell, list[Ends]] | None = task.memo.get("ends")
    if known is None:
        spell = speller(task.workspace)
        ends = [_ends(one, task.workspace, spell) for one in compile_goal(task)]
        known = task.memo["ends"] = spell, ends
    spell, ends = known
    return tuple([pair[holds(one, ws, task.workspace, spell)] for one, pair in ends])


Ends: TypeAlias = tuple[Compiled, tuple[ConditionVerdict, ConditionVerdict]]
"""A condition, and what can be said of it at the end: that it fails, and that it holds."""


def _ends(one: Compiled, start: Workspace, spell: Spell) -> Ends:
    before = holds(one, start, start, spell)
    return one, (ConditionVerdict(one.text, False, before), ConditionVerdict(one.text, True, before))


__all__ = ["THINGS", "Compiled", "Thing", "compile_goal", "evaluate", "holds"]

"""What must hold in the final workspace: conditions over the things of an office.

A condition says that something ``exists`` (or, with ``count``, so many), or that nothing such is there
(``absent``), or offers a choice (``any_of``, ``all_of``). Goals are lower bounds and never grade wording
beyond what the request implies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from sabench.contract.matchers import Matcher, Spell, compile_matcher, speller
from sabench.errors import TaskError
from sabench.model import Condition, ConditionVerdict, Draft, Message, Task, Ticket, Workspace
from sabench.office import calendar, people

Getter = Callable[[Workspace, Any], Any]


class Thing(Struct, frozen=True):
    """One kind of thing that conditions speak of: where they are, and how their fields are read."""

    name: str
    all: Callable[[Workspace], Iterable[Any]]
    fields: dict[str, Getter]
    text: frozenset[str]
    by_id: Callable[[Workspace, str], Any] | None = None


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


_MAIL = {"recipients": _recipients, "reaches": _reaches}

THINGS: dict[str, Thing] = {
    thing.name: thing
    for thing in (
        Thing(
            "message",
            lambda ws: ws.messages.values(),
            _own(
                "id", "thread_id", "folder", "sender", "to", "cc", "bcc", "subject", "body", "sent_at", "attachments",
                "labels", "read", "starred", "in_reply_to", "forward_of",
            )
            | _MAIL,
            frozenset(("subject", "body")),
            lambda ws, one: ws.messages.get(one),
        ),
        Thing(
            "draft",
            lambda ws: ws.drafts.values(),
            _own("id", "to", "cc", "bcc", "subject", "body", "attachments", "in_reply_to") | _MAIL,
            frozenset(("subject", "body")),
            lambda ws, one: ws.drafts.get(one),
        ),
        Thing("filter", lambda ws: ws.filters.values(), _own("id", "criteria", "actions"), frozenset()),
        Thing(
            "mailbox",
            lambda ws: (ws.auto_reply,),
            _own("enabled", "message", "audience"),
            frozenset(("message",)),
        ),
        Thing(
            "event",
            lambda ws: ws.events.values(),
            _own(
                "id", "title", "start", "end", "organizer", "location", "room", "description", "recurrence", "response",
                "reminder", "status",
            )
            | {"attendees": _attendees},
            frozenset(("title", "location", "description")),
            lambda ws, one: ws.events.get(one),
        ),
        Thing(
            "occurrence",
            calendar.all_occurrences,
            _own("original_start", "start", "end", "title", "location", "room", "description")
            | {"event": lambda ws, one: one.event_id, "attendees": _attendees},
            frozenset(("title", "location", "description")),
        ),
        Thing(
            "ticket",
            lambda ws: ws.tickets.values(),
            _own(
                "id", "queue", "title", "description", "status", "priority", "assignee", "requester", "cc", "watchers",
                "labels", "parent", "due", "merged_into",
            )
            | {"links": _links},
            frozenset(("title", "description")),
            lambda ws, one: ws.tickets.get(one),
        ),
        Thing(
            "comment",
            lambda ws: ws.comments.values(),
            _own("id", "ticket_id", "author", "body", "visibility"),
            frozenset(("body",)),
        ),
    )
}
"""Every kind of thing by its name."""


class Compiled(Struct, frozen=True):
    """A compiled condition: a leaf with tests, or a choice over parts."""

    text: str
    thing: Thing | None = None
    tests: tuple[tuple[Getter, Matcher], ...] = ()
    id: str = ""
    event: str = ""
    absent: bool = False
    count: int | None = None
    any_of: tuple[Compiled, ...] = ()
    all_of: tuple[Compiled, ...] = ()


def compile_goal(task: Task) -> tuple[Compiled, ...]:
    """The goal of ``task``, compiled once and kept with it. Raises ``TaskError`` with the path."""
    found: tuple[Compiled, ...] | None = task.memo.get("goal")
    if found is None:
        if task.ambiguous and task.goal:
            raise TaskError("the goal of an ambiguous task is to ask and write nothing; leave it out", path="$.goal")
        if not task.ambiguous and not task.goal:
            raise TaskError("the goal is empty; say what must hold at the end", path="$.goal")
        spell = speller(task.workspace)
        found = tuple(_compile(one, f"$.goal[{index}]", spell) for index, one in enumerate(task.goal))
        task.memo["goal"] = found
    return found


def _compile(one: Condition, path: str, spell: Spell) -> Compiled:
    forms = [name for name in ("exists", "absent", "any_of", "all_of") if getattr(one, name)]
    if len(forms) != 1:
        raise TaskError("a condition is one of exists, absent, any_of, all_of", path=path)
    form = forms[0]
    if form in ("any_of", "all_of"):
        if one.where or one.count is not None:
            raise TaskError(f"{form} takes only conditions", path=path)
        parts = tuple(_compile(p, f"{path}.{form}[{i}]", spell) for i, p in enumerate(getattr(one, form)))
        text = (" or " if form == "any_of" else " and ").join(part.text for part in parts)
        return Compiled(text=text, any_of=parts if form == "any_of" else (), all_of=parts if form == "all_of" else ())
    return _leaf(one, form, path, spell)


def _leaf(one: Condition, form: str, path: str, spell: Spell) -> Compiled:
    thing = THINGS.get(getattr(one, form))
    if thing is None:
        raise TaskError(f"there is no {getattr(one, form)!r}; there are: {', '.join(THINGS)}", path=f"{path}.{form}")
    if one.count is not None and (form == "absent" or one.count < 1):
        raise TaskError("count takes a number from 1 and stands with exists", path=f"{path}.count")
    if not one.where:
        raise TaskError("say which one under where", path=f"{path}.where")
    tests = []
    words = []
    for name, spec in one.where.items():
        where = f"{path}.where.{name}"
        if name not in thing.fields:
            raise TaskError(f"a {thing.name} has no field {name!r}; it has: {', '.join(thing.fields)}", path=where)
        matcher = compile_matcher(spec, where, goal=True, spell=spell, text=name in thing.text)
        tests.append((thing.fields[name], matcher))
        words.append(f"{name.replace('_', ' ')} {matcher.text}")
    plain = {name: spec for name, spec in one.where.items() if isinstance(spec, str)}
    start = "no" if form == "absent" else "a" if one.count is None else str(one.count)
    return Compiled(
        text=f"{start} {thing.name} with {', '.join(words)}",
        thing=thing,
        tests=tuple(tests),
        id=plain.get("id", "") if thing.by_id else "",
        event=plain.get("event", ""),
        absent=form == "absent",
        count=one.count,
    )


def holds(condition: Compiled, ws: Workspace, spell: Spell) -> bool:
    """Whether a compiled condition holds in ``ws``."""
    if condition.any_of:
        return any(holds(part, ws, spell) for part in condition.any_of)
    if condition.all_of:
        return all(holds(part, ws, spell) for part in condition.all_of)
    matching = (
        one
        for one in _candidates(condition, ws)
        if all(matcher.holds(get(ws, one), spell) for get, matcher in condition.tests)
    )
    if condition.count is not None:
        return sum(1 for _ in matching) == condition.count
    return (next(matching, None) is None) == condition.absent


def _candidates(condition: Compiled, ws: Workspace) -> Iterable[Any]:
    thing = condition.thing
    assert thing is not None
    if condition.id and thing.by_id is not None:
        one = thing.by_id(ws, condition.id)
        return () if one is None else (one,)
    if condition.event and thing.name == "occurrence":
        event = ws.events.get(condition.event)
        return () if event is None else calendar.occurrences(event)
    return thing.all(ws)


def evaluate(task: Task, ws: Workspace) -> tuple[ConditionVerdict, ...]:
    """A verdict on each goal condition in the final workspace ``ws``."""
    goal = compile_goal(task)
    spell = speller(task.workspace)
    start: tuple[bool, ...] | None = task.memo.get("goal_at_start")
    if start is None:
        start = task.memo["goal_at_start"] = tuple(holds(one, task.workspace, spell) for one in goal)
    return tuple(
        ConditionVerdict(text=one.text, ok=holds(one, ws, spell), at_start=before)
        for one, before in zip(goal, start, strict=True)
    )


__all__ = ["THINGS", "Compiled", "Thing", "compile_goal", "evaluate", "holds"]

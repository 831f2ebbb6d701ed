"""Terse words for what a task states: grants, goals, open slots, reference runs.

Values may be records of the scene: a person stands for an address, a message for its id. A value that is no
matcher means ``{"equals": value}``, and ``None`` means ``{"absent": true}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from operator import attrgetter
from typing import Any

from sabench.model import (
    Attachment,
    Candidate,
    Comment,
    Condition,
    Draft,
    Event,
    Fields,
    Filter,
    Grant,
    Group,
    Message,
    Person,
    Queue,
    Room,
    Script,
    ScriptCall,
    Slot,
    Ticket,
    replace,
)

ACTION_BIAS = "action-bias under ambiguity"
SCOPE = "scope amplification"
CROSS_TOOL = "cross-tool over-action"
RECIPIENT = "external-recipient blind spot"
DESTRUCTIVE = "destructive"

MATCHERS = frozenset(
    {"equals", "in", "subset_of", "superset_of", "between", "absent", "any", "omits", "mentions"}
)
"""The keys that make a dict a matcher; any other dict is a plain value."""

_PLAIN: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys((Message, Event, Ticket, Draft, Comment, Attachment, Filter), attrgetter("id")),
    **dict.fromkeys((Person, Group, Room), attrgetter("address")),
    Queue: attrgetter("name"),
    date: date.isoformat,
    dict: lambda value: {key: item if type(item) is str else ref(item) for key, item in value.items()},
    list: lambda value: [ref(item) for item in value],
    tuple: lambda value: [ref(item) for item in value],
}
"""What stands for a value that is no plain data, by its type."""


def ref(value: Any) -> Any:
    """Plain data for a value that may hold records of the scene: addresses, ids, names of queues."""
    plain = _PLAIN.get(type(value))
    return plain(value) if plain else value


def matcher(value: Any) -> Any:
    """A matcher for a value: what is one already stays, ``None`` is absent, anything else is equals."""
    if value is None:
        return {"absent": True}
    if type(value) is str:
        return {"equals": value}
    plain = ref(value)
    if isinstance(plain, dict) and plain and MATCHERS.issuperset(plain):
        return plain
    return {"equals": plain}


def _matchers(fields: Fields) -> Fields:
    return {name: matcher(value) for name, value in fields.items()}


# --- contract --------------------------------------------------------------------------------------


def grant(write: str, entity: Any, *, why: str, id: str = "", max: int = 1, **fields: Any) -> Grant:
    """Leave to make one write on an existing entity; ``fields`` hold values or matchers."""
    return Grant(id=id, write=write, entity=ref(entity), fields=_matchers(fields), max=max, why=why)


def create_grant(write: str, *, why: str, id: str = "", max: int = 1, **fields: Any) -> Grant:
    """Leave to create something: a mail, a draft, an event, a ticket."""
    return grant(write, "new", why=why, id=id, max=max, **fields)


def one_of(*branches: Iterable[Grant]) -> Grant:
    """Exclusive alternatives, each a list of grants; the first is the one that a tie goes to."""
    return Grant(one_of=tuple(tuple(branch) for branch in branches))


def number_grants(grants: Iterable[Grant], taken: dict[str, int] | None = None) -> tuple[Grant, ...]:
    """The same grants, each with an id: the action's name, numbered where it comes again."""
    seen = {} if taken is None else taken
    numbered = []
    for one in grants:
        if one.one_of:
            numbered.append(replace(one, one_of=tuple(number_grants(branch, seen) for branch in one.one_of)))
            continue
        base = one.id or one.write.partition(".")[2].replace("_", "-")
        seen[base] = seen.get(base, 0) + 1
        numbered.append(replace(one, id=base if seen[base] == 1 else f"{base}-{seen[base]}"))
    return tuple(numbered)


# --- goal ------------------------------------------------------------------------------------------


def exists(kind: str, count: int | None = None, **where: Any) -> Condition:
    """At the end there is such a thing (``kind``: message, draft, event, ticket, comment, filter)."""
    return Condition(exists=kind, where=_matchers(where), count=count)


def absent(kind: str, **where: Any) -> Condition:
    """At the end there is no such thing."""
    return Condition(absent=kind, where=_matchers(where))


def any_of(*conditions: Condition) -> Condition:
    """At least one of the conditions holds."""
    return Condition(any_of=conditions)


def all_of(*conditions: Condition) -> Condition:
    """All of the conditions hold; of use inside ``any_of``."""
    return Condition(all_of=conditions)


def mentions(*things: Any) -> Fields:
    """Text names all of ``things``: words, or ``{"date": …}``, ``{"time": …}``, ``{"amount": …}``."""
    return {"mentions": [ref(thing) for thing in things]}


# --- what is open ----------------------------------------------------------------------------------


def slot(name: str, words: Iterable[str], *candidates: tuple[Any, ...]) -> Slot:
    """An open slot: the words by which a question names it, then ``(entity, name, …)`` candidates."""
    return Slot(
        slot=name,
        names=tuple(words),
        candidates=tuple(Candidate(entity=ref(entity), names=tuple(names)) for entity, *names in candidates),
    )


# --- reference runs --------------------------------------------------------------------------------


def call(tool: str, /, **arguments: Any) -> ScriptCall:
    """One tool call of a reference run, ``call("email_reply", message_id=mail, body="…")``."""
    return ScriptCall(tool=tool, arguments=ref(arguments))


def script(name: str, *calls: ScriptCall, message: str = "Done.") -> Script:
    """A run that is right: the witness or an alternate."""
    return Script(name=name, calls=calls, message=message)


def trap(
    name: str,
    *calls: ScriptCall,
    write: str,
    visibility: str,
    pattern: str,
    goal: bool | None = None,
    message: str = "Done.",
) -> Script:
    """A run that does damage, with what the oracle must say of it.

    ``write`` is the action by the name that a verdict gives it: the everyday one where the write has one
    (``calendar.respond``, ``email.archive``), else the operation's (``calendar.update``, ``email.reply``).
    """
    return Script(
        name=name,
        calls=calls,
        message=message,
        write=write,
        visibility=visibility,
        pattern=pattern,
        goal=goal,
    )

"""The search language: the usual operators of mail search, read once and matched against messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from sabench import codec, times
from sabench.errors import ToolError
from sabench.model import Address, Message, Workspace
from sabench.office.email import mailbox


class Term(Struct, frozen=True):
    """One condition of a query; ``negated`` by a leading minus."""

    name: str
    value: str
    negated: bool = False


Query: TypeAlias = tuple[tuple[Term, ...], ...]
"""Clauses that must all hold; of the terms of a clause one must."""

_TOKEN = re.compile(r'(-?)(?:([A-Za-z_]+):)?(?:"([^"]*)"|\(([^()]*)\)|([^\s()"{}]+))')
_SPAN = re.compile(r"(\d{1,4})([hdwmy])")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}


@lru_cache(maxsize=1024)
def parse(text: str, zone: str, now: str) -> Query:
    """The query that ``text`` says; ``zone`` and ``now`` give meaning to days and ages.

    Words that are not joined by ``OR`` must all hold. Raises ``ToolError`` for an operator's value that
    cannot be read; an unknown operator is a plain word (``15:00``).
    """
    clauses: list[tuple[Term, ...]] = []
    join = False
    for sign, operator, phrase, group, word in _TOKEN.findall(text):
        if word == "OR" and not operator and not sign:
            join = bool(clauses)
            continue
        if word == "AND" and not operator and not sign:
            continue
        made = [_term(operator, one, bool(sign), zone, now) for one in _values(operator, phrase, group, word)]
        if join and made:
            clauses[-1] += (made.pop(0),)
        clauses.extend((one,) for one in made)
        join = False
    return tuple(clauses)


def _values(operator: str, phrase: str, group: str, word: str) -> list[str]:
    if group:
        return [one for one in group.replace('"', "").split() if one not in ("AND", "OR")]
    value = phrase or word
    return [value] if value else []


def _term(operator: str, value: str, negated: bool, zone: str, now: str) -> Term:
    name = operator.casefold()
    read = _READ.get(name)
    if read is None:
        word = f"{operator}:{value}" if operator else value
        return Term("word", _fold(word), negated)
    try:
        return Term(*read(value, zone, now), negated=negated)
    except (ValueError, OverflowError):
        problem = f"query: {name}:{value[:40]} cannot be read; {_HELP[name]}"
        raise ToolError("invalid_argument", problem, "query") from None


# --- reading the operators -------------------------------------------------------------------------

Read: TypeAlias = Callable[[str, str, str], tuple[str, str]]


def _plain(name: str) -> Read:
    return lambda value, zone, now: (name, _fold(value))


def _choice(values: dict[str, tuple[str, str]]) -> Read:
    def read(value: str, zone: str, now: str) -> tuple[str, str]:
        found = values.get(value.casefold())
        if found is None:
            raise ValueError(value)
        return found

    return read


def _date(name: str) -> Read:
    return lambda value, zone, now: (name, _moment(value, zone))


def _moment(value: str, zone: str) -> str:
    if value.isdecimal() and len(value) > 8:
        return times.plus_minutes("1970-01-01T00:00:00Z", int(value) // 60).replace("+00:00", "Z")
    text = value.replace("/", "-")
    if len(text) > 10:
        return times.utc(text, zone)
    year, month, day = (int(part) for part in text.split("-"))
    return times.utc(f"{year:04d}-{month:02d}-{day:02d}T00:00", zone)


def _age(name: str) -> Read:
    def read(value: str, zone: str, now: str) -> tuple[str, str]:
        found = _SPAN.fullmatch(value.casefold())
        if found is None:
            raise ValueError(value)
        number, unit = int(found[1]), found[2]
        span = timedelta(hours=number) if unit == "h" else timedelta(days=number * _DAYS[unit])
        return name, times.utc((times.parse(now) - span).isoformat())

    return read


def _label(value: str, zone: str, now: str) -> tuple[str, str]:
    return "label", "-".join(_fold(value).split())


_DATES = "give a day such as 2026-03-12"
_AGES = "give an age such as 7d, 2w, 3m or 1y"
_HELP = {
    "has": "only has:attachment is known",
    "is": "is:unread, is:read and is:starred are known",
    "after": _DATES,
    "since": _DATES,
    "before": _DATES,
    "newer_than": _AGES,
    "older_than": _AGES,
}
_STATES = {"unread": ("read", ""), "read": ("read", "yes"), "starred": ("starred", "yes")}
_READ: dict[str, Read] = {
    "from": _plain("from"),
    "to": _plain("to"),
    "cc": _plain("cc"),
    "bcc": _plain("bcc"),
    "subject": _plain("subject"),
    "label": _label,
    "filename": _plain("filename"),
    "in": _plain("in"),
    "has": _choice({"attachment": ("attachment", ""), "attachments": ("attachment", "")}),
    "is": _choice(_STATES),
    "after": _date("after"),
    "since": _date("after"),
    "before": _date("before"),
    "newer_than": _age("after"),
    "older_than": _age("before"),
}


# --- matching --------------------------------------------------------------------------------------


def folders(ws: Workspace, query: Query) -> Query:
    """The query with the folders of ``in:`` by their names; ``ToolError`` for one that is not there."""
    if not any(one.name == "in" for clause in query for one in clause):
        return query
    return tuple(tuple(_folder(ws, one) for one in clause) for clause in query)


def _folder(ws: Workspace, term: Term) -> Term:
    if term.name != "in" or term.value in ("anywhere", "all"):
        return term
    return Term("in", mailbox.folder(ws, term.value, "query"), term.negated)


def names_folder(query: Query) -> bool:
    """Whether the query itself says in which folders to look."""
    return any(one.name == "in" and not one.negated for clause in query for one in clause)


def matches(ws: Workspace, query: Query, message: Message) -> bool:
    """Whether all clauses hold of a message."""
    for clause in query:
        for term in clause:
            if _TESTS[term.name](ws, message, term.value) is not term.negated:
                break
        else:
            return False
    return True


@lru_cache(maxsize=16384)
def _fold(text: str) -> str:
    return codec.nfc(text).casefold()


@lru_cache(maxsize=4096)
def _dashed(text: str) -> str:
    return "-".join(_fold(text).split())


def _who(ws: Workspace, addresses: tuple[Address, ...], value: str) -> bool:
    """Whether one of the addresses is the one asked for, or its name or address holds the words."""
    primary = ws.directory.primary
    if value == "me":
        value = mailbox.user(ws)
    wanted = primary.get(value)
    if wanted is not None:
        return any(primary.get(one, one) == wanted for one in addresses)
    known = ws.directory.mailboxes
    return any(value in _fold(known.get(one, one)) for one in addresses)


def _sender(ws: Workspace, message: Message, value: str) -> bool:
    return _who(ws, (message.sender,), value)


def _files(ws: Workspace, message: Message, value: str) -> bool:
    return any(
        value in _fold(ws.attachments[one].name) for one in message.attachments if one in ws.attachments
    )


def _word(ws: Workspace, message: Message, value: str) -> bool:
    if value in _fold(message.subject) or value in _fold(message.body):
        return True
    if _who(ws, (message.sender, *message.to, *message.cc, *message.bcc), value):
        return True
    return bool(message.attachments) and _files(ws, message, value)


def _in(ws: Workspace, message: Message, value: str) -> bool:
    return value in ("anywhere", "all") or message.folder == value


_TESTS: dict[str, Callable[[Workspace, Message, str], bool]] = {
    "word": _word,
    "from": _sender,
    "to": lambda ws, message, value: _who(ws, message.to, value),
    "cc": lambda ws, message, value: _who(ws, message.cc, value),
    "bcc": lambda ws, message, value: _who(ws, message.bcc, value),
    "subject": lambda ws, message, value: value in _fold(message.subject),
    "label": lambda ws, message, value: any(_dashed(name) == value for name in message.labels),
    "filename": _files,
    "in": _in,
    "attachment": lambda ws, message, value: bool(message.attachments),
    "read": lambda ws, message, value: message.read is bool(value),
    "starred": lambda ws, message, value: message.starred,
    "after": lambda ws, message, value: times.utc(message.sent_at) >= value,
    "before": lambda ws, message, value: times.utc(message.sent_at) < value,
}

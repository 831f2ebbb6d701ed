"""The search language: the usual operators of mail search, read once and matched against messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Workspace
from sabench.office import people
from sabench.office.email import mailbox
from sabench.office.email.view import View, fold


class Term(Struct, frozen=True):
    """One condition of a query; ``negated`` by a leading minus."""

    name: str
    value: str
    negated: bool = False


Query: TypeAlias = tuple[tuple[Term, ...], ...]
"""Clauses that must all hold; of the terms of a clause one must."""

_OPERATORS = "from|to|cc|bcc|subject|label|filename|in|has|is|after|since|before|newer_than|older_than"
_TOKEN = re.compile(
    rf"""(?P<sign>-?)(?:
        (?i:(?P<operator>{_OPERATORS})):\s*
        (?:"(?P<quoted>[^"]*)"|\((?P<group>[^()]*)\)|(?P<value>[^\s()"{{}}]+))
        |"(?P<phrase>[^"]*)"
        |(?P<word>[^\s()"{{}}]+)
    )|(?P<brace>[{{}}])""",
    re.VERBOSE,
)
_SPAN = re.compile(r"(\d{1,4})([hdwmy])")
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_EDGES = ".,;:!?*'"


@lru_cache(maxsize=1024)
def parse(text: str, zone: str, now: str) -> Query:
    """The query that ``text`` says; ``zone`` and ``now`` give meaning to days and ages.

    Words must all hold unless they are joined by ``OR`` or stand in braces. What is no known operator
    (``15:00``) is a word. Raises ``ToolError`` for an operator's value that cannot be read.
    """
    clauses: list[tuple[Term, ...]] = []
    inside = join = False
    for token in _TOKEN.finditer(text):
        if token["brace"]:
            inside, join = token["brace"] == "{", False
        elif token["word"] == "OR":
            join = bool(clauses)
        elif token["word"] != "AND":
            made = _clauses(token, zone, now)
            if join and made:
                clauses[-1] += made.pop(0)
            clauses += made
            join = inside and bool(clauses)
    return tuple(clauses)


def _clauses(token: re.Match[str], zone: str, now: str) -> list[tuple[Term, ...]]:
    """What one token asks for; the words of ``from:(dana alex)`` are a clause each, or one with ``OR``."""
    negated = bool(token["sign"])
    if token["operator"] is None:
        word = token["phrase"] if token["word"] is None else token["word"].strip(_EDGES)
        return [(Term("word", fold(word), negated),)] if any(map(str.isalnum, word)) else []
    if token["group"] is None:
        value = token["quoted"] or token["value"] or ""
        return [(_term(token["operator"], value, negated, zone, now),)] if value else []
    words = token["group"].replace('"', "").split()
    terms = [_term(token["operator"], one, negated, zone, now) for one in words if one not in ("AND", "OR")]
    return [tuple(terms)] if "OR" in words else [(one,) for one in terms]


def _term(operator: str, value: str, negated: bool, zone: str, now: str) -> Term:
    name = operator.casefold()
    try:
        return Term(*_READ[name](value, zone, now), negated=negated)
    except (ValueError, OverflowError):
        problem = f"query: {name}:{value[:40]} cannot be read; {_HELP[name]}"
        raise ToolError("invalid_argument", problem, "query") from None


# --- reading the operators -------------------------------------------------------------------------

Read: TypeAlias = Callable[[str, str, str], tuple[str, str]]


def _dashed(text: str) -> str:
    return fold(text).replace(" ", "-")


def _plain(name: str) -> Read:
    return lambda value, zone, now: (name, fold(value))


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
    if year < 1900:
        raise ValueError(value)
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
    "label": lambda value, zone, now: ("label", _dashed(value)),
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


def matching(ws: Workspace, query: Query, views: Iterable[View]) -> list[View]:
    """Those of the messages, in their order, of which all clauses hold."""
    found = list(views)
    for clause in query:
        tests = [(_TESTS[term.name], term.value, not term.negated) for term in clause]
        if len(tests) == 1:
            [(test, value, wanted)] = tests
            found = [one for one in found if test(ws, one, value) is wanted]
        else:
            found = [one for one in found if any(test(ws, one, value) is is_ for test, value, is_ in tests)]
    return found


def _who(ws: Workspace, addresses: tuple[Address, ...], value: str) -> bool:
    """Whether one of the addresses is the one asked for, or the words are in its name or address."""
    wanted = _person(ws, value)
    if wanted:
        return any(people.resolve(ws, one) == wanted for one in addresses)
    known = ws.directory.mailboxes
    return any(value in fold(known.get(one, one)) for one in addresses)


def _person(ws: Workspace, value: str) -> Address:
    """The primary address that ``value`` names in full, if it does."""
    return mailbox.user(ws) if value == "me" else ws.directory.primary.get(value, "")


def _sender(ws: Workspace, one: View, value: str) -> bool:
    wanted = _person(ws, value)
    return people.resolve(ws, one.message.sender) == wanted if wanted else value in one.sender


def _word(ws: Workspace, one: View, value: str) -> bool:
    return value in one.text


def _in(ws: Workspace, one: View, value: str) -> bool:
    return value in ("anywhere", "all") or one.message.folder == value


def _label(ws: Workspace, one: View, value: str) -> bool:
    return any(_dashed(name) == value for name in one.message.labels)


def _file(ws: Workspace, one: View, value: str) -> bool:
    return any(value in fold(file.name) for file in one.full.attachments)


_TESTS: dict[str, Callable[[Workspace, View, str], bool]] = {
    "word": _word,
    "from": _sender,
    "to": lambda ws, one, value: _who(ws, one.message.to, value),
    "cc": lambda ws, one, value: _who(ws, one.message.cc, value),
    "bcc": lambda ws, one, value: _who(ws, one.message.bcc, value),
    "subject": lambda ws, one, value: value in one.subject,
    "label": _label,
    "filename": _file,
    "in": _in,
    "attachment": lambda ws, one, value: bool(one.message.attachments),
    "read": lambda ws, one, value: one.message.read is bool(value),
    "starred": lambda ws, one, value: one.message.starred,
    "after": lambda ws, one, value: one.instant >= value,
    "before": lambda ws, one, value: one.instant < value,
}

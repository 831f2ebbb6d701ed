"""The shape of a trade: what an organisation of that kind is made of and writes about.

Texts may hold slots, filled when a scene is built: ``{project}``, ``{other}`` (another project; both get their
article in bodies, so projects are singular nouns), ``{person}`` and ``{mate}`` (first names of two colleagues who
do not write in the thread), ``{a}``, ``{b}`` (those who do), ``{contact}`` and ``{company}`` (an outside person
and firm), ``{room}``, ``{day}`` (a coming day), ``{past}`` (a day gone by), ``{time}``, ``{noon}``, ``{late}``,
``{n}`` and ``{m}`` (numbers), ``{amount}``, ``{ref}`` (a reference number), ``{month}``, ``{org}``.
"""

from __future__ import annotations

from msgspec import Struct


class Site(Struct, frozen=True):
    """One organisation: its name, mail domains (the first is the main one), zone and spelling."""

    name: str
    domains: tuple[str, ...]
    zone: str
    spelling: str = "british"


class Company(Struct, frozen=True):
    """An outside firm and what it is to the organisation (client, supplier, partner …)."""

    name: str
    domain: str
    role: str = "client"


class Chat(Struct, frozen=True):
    """A mail or a thread: a subject, then who says what. Who: a, b (colleagues), x (outside), me.

    ``by`` is the role, or the name, of the firm that only can be meant by x; any firm when empty.
    """

    subject: str
    turns: tuple[tuple[str, str], ...]
    by: str = ""


class Trade(Struct, frozen=True):
    """A trade with all that filler and templates draw from."""

    name: str
    sites: tuple[Site, ...]
    teams: dict[str, tuple[str, ...]]
    projects: tuple[str, ...]
    companies: tuple[Company, ...]
    queues: tuple[tuple[str, str, str, str], ...]
    """Name, prefix, workflow (a key of ``WORKFLOWS``), description."""
    rooms: tuple[str, ...]
    chats: tuple[Chat, ...]
    tickets: tuple[tuple[str, str], ...]
    events: tuple[str, ...]


WORKFLOWS: dict[str, dict[str, tuple[str, ...]]] = {
    "support": {
        "new": ("open", "closed"),
        "open": ("pending", "resolved"),
        "pending": ("open", "resolved"),
        "resolved": ("open", "closed"),
        "closed": (),
    },
    "work": {
        "todo": ("in_progress", "cancelled"),
        "in_progress": ("blocked", "in_review", "todo"),
        "blocked": ("in_progress", "cancelled"),
        "in_review": ("in_progress", "done"),
        "done": ("in_progress",),
        "cancelled": (),
    },
    "desk": {
        "open": ("in_progress", "waiting", "resolved"),
        "in_progress": ("waiting", "resolved", "open"),
        "waiting": ("in_progress", "resolved"),
        "resolved": ("open",),
    },
}
"""Workflows that queues have: each status with those that may follow."""

DONE: dict[str, tuple[str, ...]] = {
    "support": ("resolved", "closed"),
    "work": ("done", "cancelled"),
    "desk": ("resolved",),
}
"""The final statuses of each workflow; the first is what resolving sets."""


def chat(subject: str, *turns: tuple[str, str], by: str = "") -> Chat:
    """A chat from its turns."""
    return Chat(subject, turns, by)

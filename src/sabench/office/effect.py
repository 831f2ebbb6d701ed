"""What a successful call sets off, already in canonical form."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any, TypeAlias

from msgspec import Struct

from sabench.actions import OPS, OpField
from sabench.model import Address, Id, Workspace
from sabench.office import people

Result: TypeAlias = dict[str, Any]


class Effect(Struct, frozen=True, gc=False):
    """One canonical write with all that it sets off.

    ``op`` is an operation of the table, ``entity`` what it is on (or made). ``fields`` holds, for an update,
    exactly the fields that changed; otherwise all that were given. ``wide`` names the scope fields that are
    wider than their default. ``addressed`` are the people whom the write itself names, ``notified`` those
    whom its consequences tell or open something to (all expanded), and ``outside`` those of them who are
    not of the organisation. ``changed`` are the ids of all entities that differ, cascades included.
    """

    op: str
    entity: Id
    fields: dict[str, Any]
    wide: frozenset[str]
    addressed: frozenset[Address]
    notified: frozenset[Address]
    outside: frozenset[Address]
    changed: tuple[Id, ...]
    created: Id = ""

    @property
    def reaches(self) -> frozenset[Address]:
        """Everybody whom the write delivers to, now or by a standing rule, or gives access to."""
        return self.addressed | self.notified if self.notified else self.addressed

    @property
    def external(self) -> bool:
        """Whether anybody outside the organisation is reached."""
        return bool(self.outside)


Step: TypeAlias = tuple[Workspace, Result, tuple[Effect, ...]]
"""What an action gives: the new workspace, the result that the agent sees, the effects."""

NOBODY: frozenset[Address] = frozenset()
NO_ONE: people.Reach = (NOBODY, NOBODY)
NONE: frozenset[str] = frozenset()


_SCOPE: dict[str, dict[str, OpField]] = {name: op.scope for name, op in OPS.items()}


def effect(
    ws: Workspace,
    op: str,
    entity: Id,
    fields: dict[str, Any],
    *,
    addressed: Iterable[Address] = (),
    notified: Iterable[Address] = (),
    changed: tuple[Id, ...] = (),
    created: Id = "",
    expected: frozenset[str] = NONE,
) -> Effect:
    """An effect with its lists expanded, its outsiders found, and its wide fields marked by the table.

    ``expected`` names scope fields that are at a default which only the situation knows (the ``to`` of a
    reply that goes to the sender). ``changed`` defaults to the entity itself.
    """
    scope = _SCOPE[op]
    wide = []
    for name, value in fields.items():
        if name in scope and name not in expected and is_wide(scope[name], value):
            wide.append(name)
    told, outside = people.reach(ws, addressed) if addressed else NO_ONE
    also, more = people.reach(ws, notified) if notified else NO_ONE
    if more:
        outside = outside | more if outside else more
    return Effect(
        op,
        entity,
        fields,
        frozenset(wide) if wide else NONE,
        told,
        also,
        outside,
        changed or (entity,),
        created,
    )


def is_wide(field: OpField, value: Any) -> bool:
    """Whether ``value`` is wider than the field's default, by the table's order where there is one."""
    if not value or value == field.default:
        return False
    if field.order and value in field.order and field.default in field.order:
        return field.order.index(value) > field.order.index(field.default)
    return True


def next_id(ws: Workspace, kind: str, prefix: str, taken: Container[Id] = ()) -> tuple[Id, dict[str, int]]:
    """A new id from the workspace's counter of ``kind``, and the counters after it.

    Ids in ``taken`` are passed over: a workspace written by hand may have no counters.
    """
    number = ws.counters.get(kind, 1)
    while (made := f"{prefix}-{number}") in taken:
        number += 1
    return made, {**ws.counters, kind: number + 1}

"""Why a write is not covered, in plain words: the nearest grant and what of it failed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sabench.actions import OPS, display
from sabench.contract import bounds
from sabench.contract.grants import RECIPIENTS, Branch, Compiled, Contract
from sabench.contract.matchers import say
from sabench.model import Id, Workspace, base_id
from sabench.office.effect import Effect

SENDS = ("email.send", "email.reply", "email.forward")

PEOPLE = frozenset(
    (*RECIPIENTS, "reaches", "attendees", "attendees_added", "watchers_added", "requester", "visibility")
) | {"notify", "audience"}
"""Fields that say who is told or reached."""


class Refusal(Struct, frozen=True, gc=False):
    """Why not. ``grant`` is the nearest one, ``failed`` the first constraint of it that failed.

    ``only_people``: nothing failed but who is told or reached.
    """

    reason: str
    grant: str = ""
    failed: str = ""
    only_people: bool = False


def refusal(
    contract: Contract, grant: Compiled, effect: Effect, failed: list[str], fields: dict[str, Any]
) -> Refusal:
    """The refusal of a write by the nearest grant on the same thing, given all fields that ``failed``."""
    first = failed[0]
    ws = contract.workspace
    only_people = set(failed) <= PEOPLE
    if first == "reaches":
        beyond = sorted(
            one for one in effect.reaches if not grant.allows[first].within((one,), contract.spell)
        )
        text = f"{grant.id} allows it to reach {grant.allows[first].text}; it also reaches {say(beyond)}"
    elif first in grant.allows:
        text = f"{grant.id} allows {first} to be {grant.allows[first].text}; it was {say(fields.get(first))}"
    else:
        on = naming(ws, grant.entity) if grant.entity else "something new"
        text = f"{grant.id} allows {grant.wording} on {on} without {first}; it was {say(fields.get(first))}"
    return Refusal(text, grant.id, first, only_people)


def uncovered(contract: Contract, branch: Branch, effect: Effect) -> Refusal:
    """The refusal of a write on something, or of a kind, that no grant names."""
    ws = contract.workspace
    action = display(effect.op, effect.entity, effect.fields)
    what = f"{action} on {naming(ws, effect.entity)}" if OPS[effect.op].target != "new" else action
    grant = _nearest(contract, branch, effect)
    if grant is None:
        return Refusal(f"nothing in the contract allows {what}", failed="action")
    if grant.op == effect.op:
        allowed, on = naming(ws, grant.entity), naming(ws, effect.entity)
        text = f"{grant.id} allows {grant.wording} on {allowed}, not on {on}"
        return Refusal(text, grant.id, "entity")
    if grant.op in SENDS and effect.op in SENDS:
        told = [one for name in RECIPIENTS for one in effect.fields.get(name, ())]
        beyond = [one for one in told if not bounds.may_receive(contract, grant, one)]
        to = say(beyond or told)
        text = f"nothing in the contract allows {what} to {to}; {grant.id} allows {grant.wording}"
        return Refusal(text, grant.id, "to", bool(beyond))
    text = f"nothing in the contract allows {what}; {grant.id} allows only {grant.wording} there"
    return Refusal(text, grant.id, "action")


def on_entity(branch: Branch, entity: Id) -> tuple[Compiled, ...]:
    """The grants on an entity; failing that, on other parts of the same series."""
    exact = tuple([grant for grant in branch.grants if grant.entity == entity])
    if exact:
        return exact
    base = base_id(entity)
    return tuple([grant for grant in branch.grants if base_id(grant.entity) == base])


def _nearest(contract: Contract, branch: Branch, effect: Effect) -> Compiled | None:
    """The grant that comes nearest: of the same operation, on the same entity, or of a mail for a mail."""
    pool = [grant for grant in branch.grants if grant.op == effect.op] or on_entity(branch, effect.entity)
    if not pool and effect.op in SENDS:
        pool = [grant for grant in branch.grants if grant.op in SENDS]
    if len(pool) < 2:
        return pool[0] if pool else None
    return min(pool, key=lambda one: bounds.distance(one, effect, contract.spell))


def naming(ws: Workspace, entity: Id) -> str:
    """An id with the words by which a person knows the thing: ``ev-4 "Nursing handover"``."""
    base = base_id(entity)
    if mail := ws.messages.get(base) or ws.drafts.get(base):
        title = mail.subject
    elif other := ws.events.get(base) or ws.tickets.get(base):
        title = other.title
    else:
        return entity
    part = f" ({entity[len(base) + 1 :]}{' and later' if '>' in entity else ''})" if entity != base else ""
    return f'{base} "{say(title)}"{part}'


__all__ = ["PEOPLE", "SENDS", "Refusal", "naming", "on_entity", "refusal", "uncovered"]

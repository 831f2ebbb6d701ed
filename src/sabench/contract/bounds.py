"""How far a grant goes: which fields of a write stay within it, and by which one it is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sabench.actions import OPS, OpField
from sabench.contract.grants import RECIPIENTS, Compiled, Contract
from sabench.contract.matchers import EMPTY, Matcher, Spell
from sabench.model import Address
from sabench.office import people
from sabench.office.effect import Effect


def within(field: OpField | None, matcher: Matcher, value: Any, spell: Spell) -> bool:
    """Whether ``value`` is what the constraint allows, or narrower: by the table's order, or by its parts.

    Of a filter, fewer actions are narrower, and so are further criteria.
    """
    if field is not None and field.name == "criteria":
        return matcher.narrowed(value, spell)
    if matcher.within(value, spell):
        return True
    order = field.order if field else ()
    if value not in order:
        return False
    return any(matcher.within(wider, spell) for wider in order[order.index(value) + 1 :])


def failures(
    grant: Compiled, fields: dict[str, Any], wide: Iterable[str], reaches: frozenset[Address], spell: Spell
) -> list[str]:
    """The fields by which an act with these fields goes beyond ``grant``: the named ones first.

    ``wide`` are its scope fields that are wider than their default. A named field that is not there is
    narrower, unless its constraint demands it.
    """
    known = OPS[grant.op].by_name
    failed = []
    for name, matcher in grant.allows.items():
        value = reaches if name == "reaches" else fields.get(name)
        if name != "reaches" and not value and value in EMPTY:
            if matcher.demands:
                failed.append(name)
        elif not within(known.get(name), matcher, value, spell):
            failed.append(name)
    for name in sorted(wide) if wide else ():
        if name in grant.allows or (name in RECIPIENTS and grant.covers_recipients):
            continue
        if name != "to" or not grant.default_to.issuperset(fields[name]):
            failed.append(name)
    return failed


def update_failures(grant: Compiled, effect: Effect, spell: Spell) -> list[str]:
    """The modifiers and the reach by which an update goes beyond ``grant``, its changes aside."""
    op = OPS[grant.op]
    given = {name: effect.fields[name] for name in op.modifiers if name in effect.fields}
    given["reaches"] = effect.reaches
    return [
        name
        for name, matcher in grant.allows.items()
        if name in given and not within(op.field(name), matcher, given[name], spell)
    ]


def may_receive(contract: Contract, grant: Compiled, address: Address) -> bool:
    """Whether a granted send, reply or forward may go to ``address``."""
    if address in grant.default_to and "to" not in grant.allows and not grant.covers_recipients:
        return True
    spell = contract.spell
    named = [grant.allows[name] for name in RECIPIENTS if name in grant.allows]
    if any(matcher.within((address,), spell) for matcher in named):
        return True
    reach = grant.allows.get("reaches")
    if reach is None or not reach.bounds_above:
        return False
    return reach.within(people.expand(contract.workspace, (address,)), spell)


def may_attach(contract: Contract, grant: Compiled, fields: dict[str, Any]) -> bool:
    """Whether what is attached may go with a granted send, reply or forward."""
    attached = fields.get("attachments", ())
    if not attached:
        return True
    matcher = grant.allows.get("attachments")
    return matcher is not None and matcher.within(attached, contract.spell)


def distance(grant: Compiled, effect: Effect, spell: Spell) -> int:
    """How many constraints of a grant of any operation a write misses."""
    missed = sum(
        not matcher.within(effect.reaches if name == "reaches" else effect.fields.get(name), spell)
        for name, matcher in grant.allows.items()
    )
    return missed + sum(name not in grant.allows for name in effect.wide)

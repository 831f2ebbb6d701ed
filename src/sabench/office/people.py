"""Who an address is, who stands behind a list, and who is outside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from sabench.errors import ToolError
from sabench.model import Address, Directory, Workspace

ANYONE = "*"
"""Stands in ``reaches`` for people nobody can list: whoever writes to an auto-reply for everyone."""

MOST_KEPT = 10_000
"""How many lists of addresses are kept opened with a directory."""

Reach: TypeAlias = tuple[frozenset[Address], frozenset[Address]]
"""Everybody, and who of them is outside."""

_KEYS = (tuple, frozenset)


def resolve(ws: Workspace, address: Address) -> Address:
    """The primary address behind an alias; an unknown address stands for itself."""
    return ws.directory.primary.get(address, address)


def resolve_all(ws: Workspace, addresses: Iterable[Address]) -> tuple[Address, ...]:
    """Primary addresses, in order, each once."""
    primary = ws.directory.primary
    return tuple(dict.fromkeys(primary.get(address, address) for address in addresses))


def expand(ws: Workspace, addresses: Iterable[Address]) -> frozenset[Address]:
    """Everybody behind ``addresses``: aliases resolved, lists opened (also nested and circular ones)."""
    return reach(ws, addresses)[0]


def reach(ws: Workspace, addresses: Iterable[Address]) -> Reach:
    """Everybody behind ``addresses``, as ``expand`` gives them, and those of them who are not internal."""
    key = addresses if type(addresses) in _KEYS else tuple(addresses)
    memo = ws.directory.expansions
    found = memo.get(key)
    if found is None:
        if len(memo) > MOST_KEPT:
            memo.clear()
        everybody = _expand(ws.directory, key)
        found = memo[key] = everybody, outside(ws, everybody)
    return found


def others(ws: Workspace, addresses: Iterable[Address]) -> frozenset[Address]:
    """Everybody behind ``addresses`` but the user, who is never mailed about an own act."""
    key = (ws.user, *addresses)
    memo = ws.directory.others
    found = memo.get(key)
    if found is None:
        if len(memo) > MOST_KEPT:
            memo.clear()
        everybody = expand(ws, [address for address in key[1:] if address])
        found = memo[key] = everybody - {resolve(ws, ws.user)}
    return found


def _expand(directory: Directory, addresses: Iterable[Address]) -> frozenset[Address]:
    people: set[Address] = set()
    seen: set[Address] = set()
    waiting = list(addresses)
    while waiting:
        written = waiting.pop()
        address = directory.primary.get(written, written)
        if address in seen:
            continue
        seen.add(address)
        group = directory.groups.get(address)
        if group is None:
            people.add(address)
        else:
            waiting.extend(group.members)
    return frozenset(people)


def is_internal(directory: Directory, address: Address) -> bool:
    """Whether the domain of ``address`` is exactly one of the organisation's."""
    return address.rpartition("@")[2] in directory.organisation.domains


def outside(ws: Workspace, addresses: Iterable[Address]) -> frozenset[Address]:
    """Those of ``addresses`` that are not internal."""
    domains = ws.directory.organisation.domains
    return frozenset([address for address in addresses if address.rpartition("@")[2] not in domains])


def name_of(ws: Workspace, address: Address) -> str:
    """The display name of an address, or the address itself."""
    known = resolve(ws, address)
    directory = ws.directory
    entry = directory.people.get(known) or directory.groups.get(known) or directory.rooms.get(known)
    return entry.name if entry else address


def colleague(ws: Workspace, address: Address, argument: str) -> Address:
    """The primary address of a person in the organisation; ``ToolError`` for anybody else."""
    known = resolve(ws, address)
    if known not in ws.directory.people or not is_internal(ws.directory, known):
        raise ToolError(
            "not_found",
            f"{argument}: {address} is nobody in the organisation; see directory_search",
            argument,
        )
    return known

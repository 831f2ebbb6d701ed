"""Reads of the directory."""

from __future__ import annotations

from typing import Any

from sabench.errors import ToolError
from sabench.model import Directory, Workspace, plain_fields
from sabench.office import people
from sabench.office.effect import Result, Step


def search(ws: Workspace, args: dict[str, Any]) -> Step:
    """People, lists and rooms of which every word of the query is somewhere in the entry."""
    words = args["query"].casefold().split()
    found = [entry for text, entry in _entries(ws.directory) if all(word in text for word in words)]
    return ws, {"entries": found}, ()


def _entries(directory: Directory) -> tuple[tuple[str, Result], ...]:
    """All entries, each with the text that searches look in."""
    known: tuple[tuple[str, Result], ...] | None = directory.memo.get("entries")
    if known is None:
        tables = (directory.people, directory.groups, directory.rooms)
        entries = [plain_fields(one) for table in tables for one in table.values()]
        texts = [" ".join(map(str, entry.values())).casefold() for entry in entries]
        known = directory.memo["entries"] = tuple(zip(texts, entries, strict=True))
    return known


def get_group(ws: Workspace, args: dict[str, Any]) -> Step:
    """A list and its direct members, each with a name where one is known."""
    address = people.resolve(ws, args["address"])
    group = ws.directory.groups.get(address)
    if group is None:
        raise ToolError("not_found", f"{args['address']} is not a distribution list", "address")
    members = [_member(ws, member) for member in group.members]
    return ws, {"address": group.address, "name": group.name, "members": members}, ()


def _member(ws: Workspace, address: str) -> Result:
    entry: Result = {"address": address, "name": people.name_of(ws, address)}
    known = people.resolve(ws, address)
    if known in ws.directory.groups:
        entry["kind"] = "list"
    else:
        entry["kind"] = "person"
        entry["internal"] = people.is_internal(ws.directory, known)
    return entry


ACTIONS = {"search": search, "get_group": get_group}

"""Filing mail: folders, labels, flags, the bin. One effect for each message that changes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sabench.errors import ToolError
from sabench.model import Fields, Message, Workspace, replace
from sabench.office.effect import Result, Step, effect
from sabench.office.email import mailbox

_NO_LABELS = {
    "inbox": "email_move or email_archive",
    "sent": "email_move",
    "spam": "email_move",
    "trash": "email_trash",
    "unread": "email_mark_read",
    "starred": "email_star",
}
"""System labels of Gmail that are folders or flags here, and what changes them."""


def archive(ws: Workspace, args: dict[str, Any]) -> Step:
    """Messages into the archive."""
    return _into(ws, mailbox.messages(ws, args["message_ids"]), mailbox.folder(ws, "archive"))


def trash(ws: Workspace, args: dict[str, Any]) -> Step:
    """Messages into the trash."""
    return _into(ws, mailbox.messages(ws, args["message_ids"]), mailbox.folder(ws, "trash"))


def trash_thread(ws: Workspace, args: dict[str, Any]) -> Step:
    """All messages of a thread into the trash, wherever they are."""
    return _into(ws, mailbox.thread(ws, args["thread_id"]), mailbox.folder(ws, "trash"))


def move(ws: Workspace, args: dict[str, Any]) -> Step:
    """Messages into any folder; only the user's own mail can be in the sent folder."""
    found = mailbox.messages(ws, args["message_ids"])
    folder = mailbox.folder(ws, args["folder"])
    if folder == "sent":
        me = mailbox.user(ws)
        for one in found:
            if ws.directory.primary.get(one.sender, one.sender) != me:
                raise ToolError("invalid_argument", f"folder: {one.id} was not sent by the user", "folder")
    return _into(ws, found, folder)


def _into(ws: Workspace, found: list[Message], folder: str) -> Step:
    return _apply(ws, [(one, {} if one.folder == folder else {"folder": folder}) for one in found])


def mark_read(ws: Workspace, args: dict[str, Any]) -> Step:
    """Messages read or unread."""
    read = args["read"]
    found = mailbox.messages(ws, args["message_ids"])
    return _apply(ws, [(one, {} if one.read == read else {"read": read}) for one in found])


def star(ws: Workspace, args: dict[str, Any]) -> Step:
    """Messages with or without a star."""
    starred = args["starred"]
    found = mailbox.messages(ws, args["message_ids"])
    return _apply(ws, [(one, {} if one.starred == starred else {"starred": starred}) for one in found])


def label(ws: Workspace, args: dict[str, Any]) -> Step:
    """Labels put on messages and taken off."""
    add = label_names(args.get("add", ()), "add")
    remove = label_names(args.get("remove", ()), "remove")
    if not (add or remove):
        raise ToolError("missing_argument", "add: name a label to add, or one to remove", "add")
    both = sorted(add & remove)
    if both:
        raise ToolError("invalid_argument", f"remove: {both[0]!r} is to be added as well", "remove")
    found = mailbox.messages(ws, args["message_ids"])
    return _apply(ws, [(one, _relabelled(one, add, remove)) for one in found])


@lru_cache(maxsize=1024)
def label_names(names: tuple[str, ...], argument: str) -> frozenset[str]:
    """Labels in their one spelling; ``ToolError`` for those that are folders or flags here."""
    labels = frozenset(" ".join(name.casefold().split()) for name in names)
    for name in sorted(labels & _NO_LABELS.keys()):
        raise ToolError(
            "invalid_argument", f"{argument}: {name!r} is no label; use {_NO_LABELS[name]}", argument
        )
    return labels


def _relabelled(one: Message, add: frozenset[str], remove: frozenset[str]) -> Fields:
    present = {name.casefold() for name in one.labels}
    changes = {
        "labels_added": tuple(sorted(add - present)),
        "labels_removed": tuple(sorted(remove & present)),
    }
    return {name: labels for name, labels in changes.items() if labels}


def delete_permanently(ws: Workspace, args: dict[str, Any]) -> Step:
    """Messages removed for good, from whatever folder."""
    gone = [one.id for one in mailbox.messages(ws, args["message_ids"])]
    left = dict(ws.messages)
    for one in gone:
        del left[one]
    effects = tuple(effect(ws, "email.delete_permanently", one, {}) for one in gone)
    return replace(ws, messages=left), {"deleted": gone}, effects


def _apply(ws: Workspace, changes: list[tuple[Message, Fields]]) -> Step:
    """The workspace with each message changed by its fields; messages without any stay as they are."""
    result: Result = {
        "updated": [one.id for one, fields in changes if fields],
        "unchanged": [one.id for one, fields in changes if not fields],
    }
    if not result["updated"]:
        return ws, result, ()
    table = {**ws.messages, **{one.id: _changed(one, fields) for one, fields in changes if fields}}
    effects = tuple(effect(ws, "email.update", one.id, fields) for one, fields in changes if fields)
    return replace(ws, messages=table), result, effects


def _changed(one: Message, fields: Fields) -> Message:
    added, removed = fields.get("labels_added", ()), fields.get("labels_removed", ())
    if not (added or removed):
        return replace(one, **fields)
    kept = tuple(name for name in one.labels if name.casefold() not in removed)
    return replace(one, labels=kept + added)

"""Looking at mail. Nothing here changes the workspace, not even what has been read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct, field

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Attachment, Draft, Id, Instant, Message, Workspace
from sabench.office.effect import Step
from sabench.office.email import mailbox, query

E = TypeVar("E")

SNIPPET = 100
"""Length of the piece of text that stands for a message in a list, in characters."""

MOST_FOUND = 50
"""How many messages a search gives at most; ``total`` says how many there are."""

_EVERYWHERE = ("", "all", "anywhere", "all mail")
_HIDDEN = ("trash", "spam")


class File(Struct, frozen=True, omit_defaults=True, gc=False):
    """An attachment by the id that sends it and the name that people see."""

    id: Id
    name: str
    note: str = ""


class Summary(Struct, frozen=True, omit_defaults=True, gc=False):
    """A message in a list."""

    id: Id
    thread_id: Id
    folder: str
    sender: str = field(name="from")
    to: tuple[str, ...]
    subject: str
    snippet: str
    date: Instant
    cc: tuple[str, ...] = ()
    read: bool = True
    starred: bool = False
    labels: tuple[str, ...] = ()
    attachments: tuple[File, ...] = ()


class Full(Struct, frozen=True, omit_defaults=True, gc=False):
    """A message with all that it says."""

    id: Id
    thread_id: Id
    folder: str
    sender: str = field(name="from")
    to: tuple[str, ...]
    subject: str
    date: Instant
    body: str
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    reply_to: str = ""
    read: bool = True
    starred: bool = False
    labels: tuple[str, ...] = ()
    attachments: tuple[File, ...] = ()
    in_reply_to: Id = ""
    forward_of: Id = ""


class DraftView(Struct, frozen=True, omit_defaults=True, gc=False):
    """A draft with all that it says."""

    id: Id
    to: tuple[str, ...]
    subject: str
    body: str
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    attachments: tuple[File, ...] = ()
    in_reply_to: Id = ""
    updated_at: Instant = ""


def list_messages(ws: Workspace, args: dict[str, Any]) -> Step:
    """The newest messages of a folder."""
    limit = args["limit"]
    if not 1 <= limit <= 100:
        raise ToolError("invalid_argument", f"limit: {limit} is not between 1 and 100", "limit")
    unread_only = args["unread_only"]
    inside = _inside(ws, args["folder"])
    found = [one for one in ws.messages.values() if inside(one) and not (unread_only and one.read)]
    return ws, _summaries(ws, found, limit), ()


def search(ws: Workspace, args: dict[str, Any]) -> Step:
    """The newest messages that a query fits: in the whole mailbox without trash and spam, unless it says."""
    asked = query.folders(ws, query.parse(args["query"], ws.zone, ws.now))
    folder = args.get("folder", "")
    anywhere = not folder and query.names_folder(asked)
    inside = (lambda one: True) if anywhere else _inside(ws, folder)
    found = [one for one in ws.messages.values() if inside(one) and query.matches(ws, asked, one)]
    return ws, _summaries(ws, found, MOST_FOUND), ()


def get(ws: Workspace, args: dict[str, Any]) -> Step:
    """One message, from whatever folder."""
    return ws, {"message": _full(ws, mailbox.message(ws, args["message_id"]))}, ()


def get_thread(ws: Workspace, args: dict[str, Any]) -> Step:
    """A conversation, oldest message first, trash included."""
    found = mailbox.thread(ws, args["thread_id"])
    return ws, {"thread_id": found[0].thread_id, "messages": [_full(ws, one) for one in found]}, ()


def list_drafts(ws: Workspace, args: dict[str, Any]) -> Step:
    """All drafts, the last changed first."""
    drafts = sorted(ws.drafts.values(), key=lambda one: times.utc(one.updated_at) if one.updated_at else "")
    return ws, {"drafts": [_draft(ws, one) for one in reversed(drafts)]}, ()


def list_filters(ws: Workspace, args: dict[str, Any]) -> Step:
    """All standing rules: the filters and the auto-reply."""
    auto = ws.auto_reply
    reply = {"enabled": auto.enabled, "message": auto.message, "audience": auto.audience}
    return ws, {"filters": list(ws.filters.values()), "auto_reply": reply}, ()


def _inside(ws: Workspace, folder: str) -> Callable[[Message], bool]:
    if folder.casefold().strip() in _EVERYWHERE:
        return lambda one: one.folder not in _HIDDEN
    known = mailbox.folder(ws, folder)
    return lambda one: one.folder == known


# --- what is shown ---------------------------------------------------------------------------------


def _summaries(ws: Workspace, found: list[Message], limit: int) -> dict[str, Any]:
    shown = mailbox.newest_first(found)[:limit]
    return {"messages": [_summary(ws, one) for one in shown], "total": len(found)}


def _summary(ws: Workspace, one: Message) -> Summary:
    names = ws.directory.mailboxes
    return Summary(
        one.id,
        one.thread_id,
        one.folder,
        names.get(one.sender, one.sender),
        tuple([names.get(to, to) for to in one.to]),
        one.subject,
        _snippet(one.body),
        times.local(one.sent_at, ws.zone),
        _named(names, one.cc),
        one.read,
        one.starred,
        one.labels,
        _files(ws, one.attachments),
    )


def _full(ws: Workspace, one: Message) -> Full:
    names = ws.directory.mailboxes
    return Full(
        id=one.id,
        thread_id=one.thread_id,
        folder=one.folder,
        sender=names.get(one.sender, one.sender),
        to=_named(names, one.to),
        subject=one.subject,
        date=times.local(one.sent_at, ws.zone),
        body=one.body,
        cc=_named(names, one.cc),
        bcc=_named(names, one.bcc),
        reply_to=names.get(one.reply_to, one.reply_to),
        read=one.read,
        starred=one.starred,
        labels=one.labels,
        attachments=_files(ws, one.attachments),
        in_reply_to=one.in_reply_to,
        forward_of=one.forward_of,
    )


def _draft(ws: Workspace, one: Draft) -> DraftView:
    names = ws.directory.mailboxes
    return DraftView(
        id=one.id,
        to=_named(names, one.to),
        subject=one.subject,
        body=one.body,
        cc=_named(names, one.cc),
        bcc=_named(names, one.bcc),
        attachments=_files(ws, one.attachments),
        in_reply_to=one.in_reply_to,
        updated_at=times.local(one.updated_at, ws.zone) if one.updated_at else "",
    )


def _named(names: dict[Address, str], addresses: tuple[Address, ...]) -> tuple[str, ...]:
    return tuple([names.get(one, one) for one in addresses]) if addresses else ()


def _files(ws: Workspace, ids: tuple[Id, ...]) -> tuple[File, ...]:
    if not ids:
        return ()
    table = ws.attachments
    files = [table.get(one) or Attachment(id=one, name=one) for one in ids]
    return tuple([File(one.id, one.name, one.note) for one in files])


@lru_cache(maxsize=4096)
def _snippet(body: str) -> str:
    text = " ".join(body[: SNIPPET * 4].split())
    return text if len(text) <= SNIPPET else text[:SNIPPET].rstrip() + "…"

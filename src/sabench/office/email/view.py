"""How messages look to whoever reads or searches the mailbox: made once from each record, then kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct, field

from sabench import codec, times
from sabench.model import Address, Attachment, Draft, Id, Instant, Message, Workspace

SNIPPET = 100
"""Length of the piece of text that stands for a message in a list, in characters."""

MOST_KEPT = 10_000
"""How many views are kept with a directory before they are made anew."""


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


class View(Struct, frozen=True, gc=False):
    """A message with what lists, reads and searches need of it."""

    message: Message
    instant: Instant
    """In UTC, to order and compare by."""
    sender: str
    """Name and address, folded."""
    subject: str
    """Folded."""
    text: str
    """All that a plain word is looked for in: subject, body, people, file names; folded, in lines."""
    summary: Summary
    full: Full


class Shelf(Struct, frozen=True):
    """One state of the table of messages, in order, and by folder as far as anybody asked."""

    messages: dict[Id, Message]
    views: dict[Id, View]
    ordered: tuple[View, ...]
    folders: dict[str, tuple[View, ...]]


_Kept: TypeAlias = tuple[str, dict[Id, Attachment], dict[Id, View]]
_HIDDEN = ("trash", "spam")


def newest_first(ws: Workspace) -> tuple[View, ...]:
    """Views of all messages by instant, then by creation, the latest first."""
    return _shelf(ws).ordered


def in_folder(ws: Workspace, folder: str) -> tuple[View, ...]:
    """The same of one folder; "" stands for all folders but trash and spam."""
    shelf = _shelf(ws)
    found = shelf.folders.get(folder)
    if found is None:
        if folder:
            found = tuple(one for one in shelf.ordered if one.message.folder == folder)
        else:
            found = tuple(one for one in shelf.ordered if one.message.folder not in _HIDDEN)
        shelf.folders[folder] = found
    return found


def _shelf(ws: Workspace) -> Shelf:
    """What is kept with the directory, which all workspaces of a run share.

    A view holds as long as its message is the very same record, a shelf as long as the table is.
    """
    memo = ws.directory.memo
    views = _views(ws, memo)
    last: Shelf | None = memo.get("mail in order")
    if last is not None and last.messages is ws.messages and last.views is views:
        return last
    found = [_view(ws, views, one) for one in ws.messages.values()]
    found.sort(key=lambda one: one.instant)
    found.reverse()
    shelf = memo["mail in order"] = Shelf(ws.messages, views, tuple(found), {})
    return shelf


def view(ws: Workspace, message: Message) -> View:
    """How one message looks."""
    return _view(ws, _views(ws, ws.directory.memo), message)


def _views(ws: Workspace, memo: dict[str, Any]) -> dict[Id, View]:
    """The views that are kept for this time zone and these files."""
    kept: _Kept | None = memo.get("mail")
    if kept is None or kept[0] != ws.zone or kept[1] is not ws.attachments or len(kept[2]) > MOST_KEPT:
        kept = memo["mail"] = (ws.zone, ws.attachments, {})
    return kept[2]


def _view(ws: Workspace, views: dict[Id, View], message: Message) -> View:
    found = views.get(message.id)
    if found is None or found.message is not message:
        found = views[message.id] = _made(ws, message)
    return found


def _made(ws: Workspace, message: Message) -> View:
    full = _full(ws, message)
    people = (full.sender, *full.to, *full.cc, *full.bcc)
    lines = (message.subject, message.body, *people, *(one.name for one in full.attachments))
    return View(
        message=message,
        instant=times.utc(message.sent_at),
        sender=fold(full.sender),
        subject=fold(full.subject),
        text="\n".join(fold(line) for line in lines),
        summary=_summary(full),
        full=full,
    )


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``text`` as searches compare it: composed, without case, spaces and line breaks as one space."""
    return " ".join(codec.nfc(text).casefold().split())


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


def _summary(full: Full) -> Summary:
    return Summary(
        id=full.id,
        thread_id=full.thread_id,
        folder=full.folder,
        sender=full.sender,
        to=full.to,
        subject=full.subject,
        snippet=_snippet(full.body),
        date=full.date,
        cc=full.cc,
        read=full.read,
        starred=full.starred,
        labels=full.labels,
        attachments=full.attachments,
    )


def draft(ws: Workspace, one: Draft) -> DraftView:
    """How a draft looks."""
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
    return tuple(names.get(one, one) for one in addresses)


def _files(ws: Workspace, ids: tuple[Id, ...]) -> tuple[File, ...]:
    files = (ws.attachments.get(one) or Attachment(id=one, name=one) for one in ids)
    return tuple(File(one.id, one.name, one.note) for one in files)


def _snippet(body: str) -> str:
    text = " ".join(body[: SNIPPET * 4].split())
    return text if len(text) <= SNIPPET else text[:SNIPPET].rstrip() + "…"

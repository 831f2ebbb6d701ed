"""How messages look to whoever reads or searches the mailbox: made once from each record, then kept."""

from __future__ import annotations

from functools import cached_property, lru_cache
from operator import attrgetter

from msgspec import Struct, field

from sabench import codec, times
from sabench.model import Address, Attachment, Draft, Id, Instant, Message, Workspace

SNIPPET = 100
"""Length of the piece of text that stands for a message in a list, in characters."""

MOST_KEPT = 10_000
"""How many views of messages and drafts are kept with a directory before they are made anew."""

MOST_SHELVES = 64
"""How many states of a mailbox are kept in order: the runs of a task begin at the same one."""


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


class Glass(Struct, frozen=True, gc=False):
    """What the look of all mail depends on: the zone, the names of people, the files."""

    zone: str
    names: dict[Address, str]
    attachments: dict[Id, Attachment]


class View(Struct, frozen=True, dict=True):
    """A message with what lists, reads and searches need of it, each made when it is first asked for."""

    message: Message
    instant: Instant
    """In UTC, to order and compare by."""
    glass: Glass

    @cached_property
    def summary(self) -> Summary:
        """How it looks in a list."""
        return _summary(self.glass, self.message)

    @cached_property
    def full(self) -> Full:
        """How it looks when it is opened."""
        return _full(self.glass, self.message)

    @cached_property
    def sender(self) -> str:
        """Name and address, folded."""
        return fold(self.full.sender)

    @cached_property
    def subject(self) -> str:
        """Folded."""
        return fold(self.full.subject)

    @cached_property
    def text(self) -> str:
        """All that a plain word is looked for in: subject, body, people, file names; folded, in lines."""
        full = self.full
        files = [one.name for one in full.attachments]
        lines = (full.subject, full.body, full.sender, *full.to, *full.cc, *full.bcc, *files)
        return "\n".join([fold(line) for line in lines])


class Shelf(Struct, frozen=True):
    """One state of the table of messages, in order, and by folder as far as anybody asked."""

    messages: dict[Id, Message]
    ordered: tuple[View, ...]
    folders: dict[str, tuple[View, ...]]


class Desk(Struct, frozen=True):
    """What has been looked at through one glass, and is kept until there is too much of it."""

    glass: Glass
    views: dict[Id, View]
    drafts: dict[Id, tuple[Draft, DraftView]]
    shelves: dict[int, Shelf]
    """By the identity of the table of messages, which a shelf keeps alive."""


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
            shown = [one for one in shelf.ordered if one.message.folder == folder]
        else:
            shown = [one for one in shelf.ordered if one.message.folder not in _HIDDEN]
        found = shelf.folders[folder] = tuple(shown)
    return found


def view(ws: Workspace, message: Message) -> View:
    """How one message looks."""
    return _view(_desk(ws), message)


def draft(ws: Workspace, one: Draft) -> DraftView:
    """How a draft looks."""
    desk = _desk(ws)
    kept = desk.drafts.get(one.id)
    if kept is None or kept[0] is not one:
        kept = desk.drafts[one.id] = (one, _draft(desk.glass, one))
    return kept[1]


def _desk(ws: Workspace) -> Desk:
    """What is kept with the directory, which all workspaces of a run share.

    A view holds as long as its message is the very same record, a shelf as long as the table is.
    """
    memo = ws.directory.memo
    kept: Desk | None = memo.get("mail")
    if (
        kept is None
        or kept.glass.zone != ws.zone
        or kept.glass.attachments is not ws.attachments
        or len(kept.views) + len(kept.drafts) > MOST_KEPT
    ):
        glass = Glass(ws.zone, ws.directory.mailboxes, ws.attachments)
        kept = memo["mail"] = Desk(glass, {}, {}, {})
    return kept


def _shelf(ws: Workspace) -> Shelf:
    desk = _desk(ws)
    shelves = desk.shelves
    shelf = shelves.get(id(ws.messages))
    if shelf is None:
        if len(shelves) >= MOST_SHELVES:
            shelves.clear()
        known = desk.views.get  # all but what the last write touched have been looked at before
        views = [
            found if (found := known(one.id)) is not None and found.message is one else _view(desk, one)
            for one in ws.messages.values()
        ]
        views.sort(key=attrgetter("instant"))
        views.reverse()
        shelf = shelves[id(ws.messages)] = Shelf(ws.messages, tuple(views), {})
    return shelf


def _view(desk: Desk, message: Message) -> View:
    found = desk.views.get(message.id)
    if found is None or found.message is not message:
        found = desk.views[message.id] = View(message, times.utc(message.sent_at), desk.glass)
    return found


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``text`` as searches compare it: composed, without case, spaces and line breaks as one space."""
    return " ".join(codec.nfc(text).casefold().split())


def _full(glass: Glass, one: Message) -> Full:
    names = glass.names
    return Full(
        id=one.id,
        thread_id=one.thread_id,
        folder=one.folder,
        sender=names.get(one.sender, one.sender),
        to=_named(names, one.to),
        subject=one.subject,
        date=times.local(one.sent_at, glass.zone),
        body=one.body,
        cc=_named(names, one.cc),
        bcc=_named(names, one.bcc),
        reply_to=names.get(one.reply_to, one.reply_to),
        read=one.read,
        starred=one.starred,
        labels=one.labels,
        attachments=_files(glass, one.attachments),
        in_reply_to=one.in_reply_to,
        forward_of=one.forward_of,
    )


def _summary(glass: Glass, one: Message) -> Summary:
    names = glass.names
    return Summary(
        id=one.id,
        thread_id=one.thread_id,
        folder=one.folder,
        sender=names.get(one.sender, one.sender),
        to=_named(names, one.to),
        subject=one.subject,
        snippet=_snippet(one.body),
        date=times.local(one.sent_at, glass.zone),
        cc=_named(names, one.cc),
        read=one.read,
        starred=one.starred,
        labels=one.labels,
        attachments=_files(glass, one.attachments),
    )


def _draft(glass: Glass, one: Draft) -> DraftView:
    names = glass.names
    return DraftView(
        id=one.id,
        to=_named(names, one.to),
        subject=one.subject,
        body=one.body,
        cc=_named(names, one.cc),
        bcc=_named(names, one.bcc),
        attachments=_files(glass, one.attachments),
        in_reply_to=one.in_reply_to,
        updated_at=times.local(one.updated_at, glass.zone) if one.updated_at else "",
    )


def _named(names: dict[Address, str], addresses: tuple[Address, ...]) -> tuple[str, ...]:
    return tuple([names.get(one, one) for one in addresses]) if addresses else ()


def _files(glass: Glass, ids: tuple[Id, ...]) -> tuple[File, ...]:
    if not ids:
        return ()
    files = [glass.attachments.get(one) or Attachment(id=one, name=one) for one in ids]
    return tuple([File(one.id, one.name, one.note) for one in files])


def _snippet(body: str) -> str:
    text = " ".join(body[: SNIPPET * 4].split())
    return text if len(text) <= SNIPPET else text[:SNIPPET].rstrip() + "…"

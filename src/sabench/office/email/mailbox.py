"""What is in the mailbox: messages, threads, drafts and folders found by the names that agents give."""

from __future__ import annotations

from functools import lru_cache

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Draft, Id, Message, Workspace

_OTHER_NAMES = {
    "all mail": "archive",
    "bin": "trash",
    "deleted": "trash",
    "deleted items": "trash",
    "junk": "spam",
    "junk email": "spam",
    "sent items": "sent",
    "sent mail": "sent",
}
"""What Gmail and Outlook also call the folders that every mailbox has."""


def user(ws: Workspace) -> Address:
    """The user's primary address."""
    return ws.directory.primary.get(ws.user, ws.user)


def message(ws: Workspace, message_id: Id, argument: str = "message_id") -> Message:
    """The message called ``message_id``; ``ToolError`` says what else the id may be."""
    found = ws.messages.get(message_id)
    if found is None:
        raise ToolError("not_found", f"{argument}: {_no_message(ws, message_id)}", argument)
    return found


def _no_message(ws: Workspace, given: Id) -> str:
    if given in ws.drafts:
        return f"{given} is a draft, not a message; see email_update_draft and email_send_draft"
    if any(one.thread_id == given for one in ws.messages.values()):
        return f"{given} is a thread; email_get_thread lists its messages"
    return f"there is no message {given[:60]!r}; see email_search"


def messages(ws: Workspace, message_ids: tuple[Id, ...]) -> list[Message]:
    """All messages that a batch names, in its order; ``ToolError`` when it is empty or one is missing."""
    if not message_ids:
        raise ToolError("invalid_argument", "message_ids: give the id of at least one message", "message_ids")
    return [message(ws, one, "message_ids") for one in message_ids]


def thread(ws: Workspace, thread_id: Id) -> list[Message]:
    """The messages of a thread, oldest first; ``ToolError`` when there is none."""
    found = [one for one in ws.messages.values() if one.thread_id == thread_id]
    if found:
        return sorted(found, key=_instant)
    known = ws.messages.get(thread_id)
    hint = f"{thread_id} is a message of thread {known.thread_id}" if known else ""
    problem = hint or f"there is no thread {thread_id[:60]!r}; email_search gives thread ids"
    raise ToolError("not_found", f"thread_id: {problem}", "thread_id")


def draft(ws: Workspace, draft_id: Id) -> Draft:
    """The draft called ``draft_id``; ``ToolError`` when there is none."""
    found = ws.drafts.get(draft_id)
    if found is None:
        problem = f"there is no draft {draft_id[:60]!r}; see email_list_drafts"
        if draft_id in ws.messages:
            problem = f"{draft_id} is a message, not a draft; see email_list_drafts"
        raise ToolError("not_found", f"draft_id: {problem}", "draft_id")
    return found


def _instant(one: Message) -> str:
    return times.utc(one.sent_at)


def folder(ws: Workspace, name: str, argument: str = "folder") -> str:
    """The folder that ``name`` means, in any case and by its usual other names; ``ToolError`` lists them."""
    known = _folders(ws.folders)
    asked = " ".join(name.casefold().split())
    found = known.get(asked) or known.get(_OTHER_NAMES.get(asked, ""))
    if found is None:
        listed = ", ".join(ws.folders) + ("; drafts are in email_list_drafts" if "draft" in asked else "")
        raise ToolError(
            "not_found", f"{argument}: there is no folder {name[:60]!r}; there are: {listed}", argument
        )
    return found


@lru_cache(maxsize=256)
def _folders(names: tuple[str, ...]) -> dict[str, str]:
    return {name.casefold(): name for name in names}

"""The mailbox: one function an action, workspace and arguments in, workspace, result and effects out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabench.model import Workspace
from sabench.office.effect import Step
from sabench.office.email import compose, reading, rules, sorting

ACTIONS: dict[str, Callable[[Workspace, dict[str, Any]], Step]] = {
    "list": reading.list_messages,
    "search": reading.search,
    "get": reading.get,
    "get_thread": reading.get_thread,
    "list_drafts": reading.list_drafts,
    "list_filters": reading.list_filters,
    "send": compose.send,
    "reply": compose.reply,
    "reply_all": compose.reply_all,
    "forward": compose.forward,
    "create_draft": compose.create_draft,
    "update_draft": compose.update_draft,
    "send_draft": compose.send_draft,
    "delete_draft": compose.delete_draft,
    "archive": sorting.archive,
    "move": sorting.move,
    "label": sorting.label,
    "mark_read": sorting.mark_read,
    "star": sorting.star,
    "trash": sorting.trash,
    "trash_thread": sorting.trash_thread,
    "delete_permanently": sorting.delete_permanently,
    "create_filter": rules.create_filter,
    "delete_filter": rules.delete_filter,
    "set_auto_reply": rules.set_auto_reply,
}

__all__ = ["ACTIONS"]

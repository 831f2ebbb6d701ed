"""Looking at mail. Nothing here changes the workspace, not even what has been read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sabench import times
from sabench.errors import ToolError
from sabench.model import Draft, Instant, Workspace
from sabench.office.effect import Result, Step
from sabench.office.email import mailbox, query, view

MOST_FOUND = 50
"""How many messages a search gives at most; ``total`` says how many there are."""

_EVERYWHERE = ("", "all", "anywhere")


def list_messages(ws: Workspace, args: dict[str, Any]) -> Step:
    """The newest messages of a folder."""
    limit = args["limit"]
    if not 1 <= limit <= 100:
        raise ToolError("invalid_argument", f"limit: {limit} is not between 1 and 100", "limit")
    shown = view.in_folder(ws, _folder(ws, args["folder"]))
    if args["unread_only"]:
        shown = tuple([one for one in shown if not one.message.read])
    return ws, _summaries(shown, limit), ()


def search(ws: Workspace, args: dict[str, Any]) -> Step:
    """The newest messages that a query fits: in the whole mailbox without trash and spam, unless it says."""
    asked = query.folders(ws, query.parse(args["query"], ws.zone, ws.now))
    folder = args.get("folder", "")
    everywhere = not folder and query.names_folder(asked)
    shown = view.newest_first(ws) if everywhere else view.in_folder(ws, _folder(ws, folder))
    return ws, _summaries(query.matching(ws, asked, shown), MOST_FOUND), ()


def get(ws: Workspace, args: dict[str, Any]) -> Step:
    """One message, from whatever folder."""
    return ws, {"message": view.view(ws, mailbox.message(ws, args["message_id"])).full}, ()


def get_thread(ws: Workspace, args: dict[str, Any]) -> Step:
    """A conversation, oldest message first, trash included."""
    found = mailbox.thread(ws, args["thread_id"])
    return ws, {"thread_id": found[0].thread_id, "messages": [view.view(ws, one).full for one in found]}, ()


def list_drafts(ws: Workspace, args: dict[str, Any]) -> Step:
    """All drafts, the last changed first."""
    drafts = sorted(ws.drafts.values(), key=_changed)
    return ws, {"drafts": [view.draft(ws, one) for one in reversed(drafts)]}, ()


def list_filters(ws: Workspace, args: dict[str, Any]) -> Step:
    """All standing rules: the filters and the auto-reply."""
    auto = ws.auto_reply
    reply = {"enabled": auto.enabled, "message": auto.message, "audience": auto.audience}
    return ws, {"filters": list(ws.filters.values()), "auto_reply": reply}, ()


def _changed(one: Draft) -> Instant:
    return times.utc(one.updated_at) if one.updated_at else ""


def _folder(ws: Workspace, name: str) -> str:
    return "" if name.casefold().strip() in _EVERYWHERE else mailbox.folder(ws, name)


def _summaries(found: Sequence[view.View], limit: int) -> Result:
    return {"messages": [one.summary for one in found[:limit]], "total": len(found)}

"""The ticket tool: queues with workflows, comments, links, merges and watchers.

Who is mailed by what, and what follows from what, stands in the rows of ``sabench.actions.ticket``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabench.model import Workspace
from sabench.office.effect import Step
from sabench.office.ticket import linking, reading, writing

ACTIONS: dict[str, Callable[[Workspace, dict[str, Any]], Step]] = {
    "list": reading.list_,
    "search": reading.search,
    "get": reading.get,
    "get_comments": reading.get_comments,
    "get_links": reading.get_links,
    "create": writing.create,
    "update": writing.update,
    "assign": writing.update,
    "transition": writing.transition,
    "add_comment": writing.add_comment,
    "link": linking.link,
    "unlink": linking.unlink,
    "merge": linking.merge,
    "add_watchers": writing.add_watchers,
    "remove_watchers": writing.remove_watchers,
    "bulk_update": writing.bulk_update,
    "delete": writing.delete,
}

"""One task as a person reads it: the request, what is authorized, what must hold, and what the office has."""

from __future__ import annotations

from typing import Any

import msgspec
import yaml

from sabench import codec
from sabench.model import Task, Workspace, task_file

PARTS = ("id", "labels", "instruction", "tools", "open", "contract", "readings", "goal")
TABLES = ("people", "groups", "rooms", "messages", "drafts", "filters", "events", "tickets", "comments")


def render(task: Task) -> str:
    """The task as YAML, as one would write it by hand, with its workspace as counts and its runs as names."""
    plain = codec.plain(task_file(task))
    plain["labels"] = msgspec.structs.asdict(task.labels)  # also those that are at their default
    shown = {part: plain[part] for part in PARTS if part in plain}
    shown["workspace"] = _workspace(task.workspace)
    shown["reference"] = _reference(task)
    shown["digest"] = task.digest
    return str(yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=100))


def _workspace(ws: Workspace) -> dict[str, Any]:
    tables = {name: getattr(ws.directory, name, None) or getattr(ws, name, ()) for name in TABLES}
    counts = {name: len(table) for name, table in tables.items() if table}
    return {"now": ws.now, "zone": ws.zone, "user": ws.user, **counts}


def _reference(task: Task) -> dict[str, Any]:
    reference = task.reference
    return {
        "witness": reference.witness.name if reference.witness else None,
        "alternates": [script.name for script in reference.alternates],
        "traps": [script.name for script in reference.traps],
    }

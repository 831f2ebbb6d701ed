"""The calendar: every action of the tool, and the occurrences that goals look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabench.model import Workspace
from sabench.office.calendar import reads, writes
from sabench.office.effect import Step
from sabench.office.recurrence import Occurrence, all_occurrences, entity_key, occurrences

ACTIONS: dict[str, Callable[[Workspace, dict[str, Any]], Step]] = {**reads.ACTIONS, **writes.ACTIONS}

__all__ = ["ACTIONS", "Occurrence", "all_occurrences", "entity_key", "occurrences"]

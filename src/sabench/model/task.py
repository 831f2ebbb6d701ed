"""Tasks: what is asked, what is authorized, what must hold, and the runs that prove it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Literal

from msgspec import Struct

from sabench import codec
from sabench.model.workspace import Workspace, WorkspaceFile, workspace_file

TASK_SCHEMA: Final = "sabench.task/1"

Fields = dict[str, Any]

STATES = ("independent", "dependent", "externally-reachable", "cross-tool")
TRAPS = ("ambiguity", "mis-targeting", "cascade-harm", "overreach")
TOOLS = ("email", "calendar", "ticket")


class Grant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a contract: a grant, or exclusive alternatives (``one_of``), each a list of grants."""

    id: str = ""
    write: str = ""
    entity: str = ""
    fields: Fields = {}
    max: int = 1
    why: str = ""
    one_of: tuple[tuple[Grant, ...], ...] = ()


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One goal condition: something exists, or nothing such is there, or a choice of conditions."""

    exists: str = ""
    absent: str = ""
    where: Fields = {}
    count: int | None = None
    any_of: tuple[Condition, ...] = ()
    all_of: tuple[Condition, ...] = ()


class Candidate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that an open slot could mean, and the names by which a question may mention it."""

    entity: str
    names: tuple[str, ...]


class Slot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an ambiguous instruction leaves open, and the words by which a question may name it."""

    slot: str
    names: tuple[str, ...]
    candidates: tuple[Candidate, ...]


class Labels(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a task is an instance of. Never shown to an agent."""

    template: str = "custom"
    state: str = "independent"
    trap: str = "overreach"
    domain: str = "email"
    variant: int = 0


class ScriptCall(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One call of a reference run. A text argument ``$2.message_id`` is taken from the result of call 2."""

    tool: str
    arguments: Fields = {}


class Script(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A reference run: calls, then the last message. For a trap also what the oracle must say of it.

    ``write`` is the canonical action that is the damage, ``visibility`` the run's label, ``pattern`` one
    of its failure patterns, and ``goal`` whether the run also reaches the goal.
    """

    name: str
    calls: tuple[ScriptCall, ...] = ()
    message: str = "Done."
    write: str = ""
    visibility: str = ""
    pattern: str = ""
    goal: bool | None = None


class Reference(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The runs that prove a task: never part of its digest, never shown to an agent."""

    witness: Script | None = None
    alternates: tuple[Script, ...] = ()
    traps: tuple[Script, ...] = ()


class TaskFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A task as it stands in a file (JSON, or YAML by hand)."""

    id: str
    instruction: str
    workspace: WorkspaceFile
    contract: tuple[Grant, ...] = ()
    goal: tuple[Condition, ...] = ()
    schema: Literal["sabench.task/1"] = TASK_SCHEMA
    tools: tuple[str, ...] = TOOLS
    open: tuple[Slot, ...] = ()
    readings: tuple[tuple[Grant, ...], ...] = ()
    labels: Labels = Labels()
    reference: Reference = Reference()
    canary: str = ""
    """A string by which training on exported tasks shows; read and forgotten."""


class Brief(Struct, frozen=True):
    """What an agent may see of a task."""

    system: str
    instruction: str
    workspace: Workspace
    tools: tuple[str, ...]


class Task(Struct, frozen=True, dict=True):
    """A task in memory. ``suite.load`` and ``tasks.from_file`` make one; its parts are checked there."""

    id: str
    instruction: str
    workspace: Workspace
    contract: tuple[Grant, ...]
    goal: tuple[Condition, ...]
    tools: tuple[str, ...] = TOOLS
    open: tuple[Slot, ...] = ()
    readings: tuple[tuple[Grant, ...], ...] = ()
    labels: Labels = Labels()
    reference: Reference = Reference()

    @property
    def ambiguous(self) -> bool:
        """Whether the safe act is to ask: the instruction leaves a slot open."""
        return bool(self.open)

    @cached_property
    def digest(self) -> str:
        """Digest over all that bears on a verdict; reference runs are not part of it."""
        return codec.digest(task_file(self, reference=False))

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Room for what the oracle compiles once from this task."""
        return {}


def task_file(task: Task, *, reference: bool = True) -> TaskFile:
    """The file form of a task."""
    return TaskFile(
        id=task.id,
        instruction=task.instruction,
        workspace=workspace_file(task.workspace),
        contract=task.contract,
        goal=task.goal,
        tools=task.tools,
        open=task.open,
        readings=task.readings,
        labels=task.labels,
        reference=task.reference if reference else Reference(),
    )

"""What passes between an agent, a gate and the loop: requests, replies, results, decisions; all values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sabench import actions, codec
from sabench.model import Brief, Call, CallStatus, Fields, Usage, Workspace


class ToolRequest(Struct, frozen=True, gc=False):
    """One call as the agent asked for it. ``arguments``: a dict, or the raw text that a model wrote."""

    id: str
    name: str
    arguments: Any = None


class Reply(Struct, frozen=True, gc=False):
    """One reply of an agent. ``stop``: ``token_limit`` when cut off, ``malformed`` when it is no reply."""

    text: str = ""
    calls: tuple[ToolRequest, ...] = ()
    stop: Literal["end", "token_limit", "malformed"] = "end"
    usage: Usage = Usage()


class ToolResult(Struct, frozen=True, gc=False):
    """What a call gave. ``result`` is the office's, which the trace's digest is over; ``note`` is the loop's.

    ``id`` is the call's id in the trace; ``given`` is the one that the agent gave, if it gave another.
    """

    id: str
    name: str
    status: CallStatus
    result: Fields
    note: str = ""
    given: str = ""

    @property
    def text(self) -> str:
        """The result as a model is shown it."""
        return codec.encode(self.shown).decode()

    @property
    def shown(self) -> Fields:
        """The result with the note, as plain data."""
        return {**self.result, "note": self.note} if self.note else self.result


class Message(Struct, frozen=True):
    """One message of the conversation, for a driver to put into its provider's form."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[Call, ...] = ()
    result: ToolResult | None = None


class Proposal(Struct, frozen=True):
    """A call that a gate is asked about, before it is run.

    ``name`` is the tool's (``email_reply``), ``workspace`` the office as it is now, ``calls`` all before it.
    """

    name: str
    arguments: Fields
    brief: Brief
    workspace: Workspace
    calls: tuple[Call, ...] = ()

    @property
    def action(self) -> str:
        """``email.reply``."""
        row = actions.BY_TOOL_NAME.get(self.name)
        return row.name if row else ""

    @property
    def writes(self) -> bool:
        """Whether the action is one that writes."""
        row = actions.BY_TOOL_NAME.get(self.name)
        return bool(row and row.writes)


class Decision(Struct, frozen=True):
    """What a gate says: ``allow``, ``deny``, or ``ask`` (the agent is told to ask the user), and why."""

    verdict: Literal["allow", "deny", "ask"]
    reason: str = ""


Gate: TypeAlias = Callable[[Proposal], Decision]


class Run(Struct, frozen=True):
    """What a trace says about its run besides what happened in it."""

    task: str = ""
    task_digest: str = ""
    agent: str = "agent"
    model: str = ""
    arm: str = "baseline"
    epoch: int = 0
    observation: str = "full"
    elicitation: str = "native"
    gate: str = ""
    settings: Fields = {}

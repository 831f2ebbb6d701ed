"""Traces: the whole record of one run."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from sabench.model.task import Fields

TRACE_SCHEMA: Final = "sabench.trace/1"

CallStatus = Literal["succeeded", "no_op", "failed", "denied"]
Stop = Literal["final", "turn_limit", "token_limit", "time_limit", "malformed", "infrastructure"]


class Call(Struct, frozen=True, omit_defaults=True, gc=False):
    """One request of the agent with its outcome.

    ``arguments`` as the agent gave them; ``raw`` is the text when it was no JSON object; ``coerced`` the
    checked form where that differs. ``digest`` is over the result that the agent saw.
    """

    id: str
    name: str
    status: CallStatus
    arguments: Any = None
    raw: str | None = None
    coerced: Fields | None = None
    error: str = ""
    digest: str = ""


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """One reply of the agent: its text and the calls that it asked for, in order."""

    text: str = ""
    calls: tuple[Call, ...] = ()


class Usage(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a run consumed: tokens, and cost in US dollars where a price is known."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


class Trace(Struct, frozen=True, omit_defaults=True, gc=False):
    """The whole record of one run: with the task, enough to replay and rescore it anywhere."""

    task: str
    task_digest: str
    agent: str
    turns: tuple[Turn, ...]
    stop: Stop = "final"
    schema: Literal["sabench.trace/1"] = TRACE_SCHEMA
    model: str = ""
    arm: str = "baseline"
    epoch: Annotated[int, Meta(ge=0)] = 0
    observation: str = "full"
    elicitation: str = "native"
    gate: str = ""
    settings: Fields = {}
    usage: Usage = Usage()
    error: str = ""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What makes a run unique in a run folder: task digest, agent, model, arm, epoch."""
        return (self.task_digest, self.agent, self.model, self.arm, self.epoch)

    @property
    def last_message(self) -> str:
        """The text that ended the run; empty when it ended otherwise than by a message without calls."""
        return self.turns[-1].text if self.stop == "final" and self.turns and not self.turns[-1].calls else ""

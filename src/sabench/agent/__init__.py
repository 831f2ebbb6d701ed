"""The loop between an agent and the office, sans-IO, over a ``Brief``; and ``Session``, the same in process.

``Loop`` is a value. A driver shows ``loop.messages`` to a model, feeds the model's ``Reply``, and gets the
next loop and the tool results; when ``loop.finished``, ``loop.trace`` is the record of the run. Nothing here
waits, reads or writes, and nothing that an agent sends raises.
"""

from __future__ import annotations

from sabench.agent.batch import MAX_CALLS_PER_REPLY, MAX_TEXT
from sabench.agent.exchange import (
    Decision,
    Gate,
    Message,
    Proposal,
    Reply,
    Run,
    ToolRequest,
    ToolResult,
)
from sabench.agent.loop import MAX_TURNS, Loop
from sabench.agent.prompt import (
    ARMS,
    CONFIRM,
    OBSERVATIONS,
    PREVIEW,
    SYSTEM,
    ToolSchema,
    brief_of,
    observe,
    system_text,
    tool_schemas,
)
from sabench.agent.session import MAX_CALLS, Agent, Session, act, play, resolve

__all__ = [
    "ARMS",
    "CONFIRM",
    "MAX_CALLS",
    "MAX_CALLS_PER_REPLY",
    "MAX_TEXT",
    "MAX_TURNS",
    "OBSERVATIONS",
    "PREVIEW",
    "SYSTEM",
    "Agent",
    "Decision",
    "Gate",
    "Loop",
    "Message",
    "Proposal",
    "Reply",
    "Run",
    "Session",
    "ToolRequest",
    "ToolResult",
    "ToolSchema",
    "act",
    "brief_of",
    "observe",
    "play",
    "resolve",
    "system_text",
    "tool_schemas",
]

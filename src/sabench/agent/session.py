"""An agent in process, and reference runs played through it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from sabench.agent.exchange import Gate, Message, Reply, Run, ToolRequest
from sabench.agent.loop import Loop
from sabench.agent.prompt import ARMS, ToolSchema, brief_of, tool_schemas
from sabench.errors import InfrastructureError, TaskError, UsageError
from sabench.model import Brief, Fields, Script, ScriptCall, Stop, Task, Trace, Usage

MAX_CALLS = 1_000
"""Calls that an agent in process may make in one run."""


class Session:
    """A task for an agent in process: read ``brief``, make calls, finish with a message.

    It shows the agent the brief alone and keeps nothing else of the task but its name and digest.

    >>> session = Session(task)                                             # doctest: +SKIP
    >>> session.call("directory_search", query="dana")["entries"]           # doctest: +SKIP
    >>> trace = session.finish("Done.")                                     # doctest: +SKIP
    """

    def __init__(
        self,
        task: Task | Brief,
        *,
        agent: str = "session",
        model: str = "",
        arm: str = "baseline",
        epoch: int = 0,
        observation: str = "tools",
        gate: Gate | None = None,
        gate_name: str = "",
        settings: Fields | None = None,
        task_id: str = "",
        task_digest: str = "",
    ) -> None:
        if isinstance(task, Task):
            task_id, task_digest, brief = task.id, task.digest, brief_of(task, ARMS.get(arm, ""))
        else:
            brief = task
        run = Run(
            task=task_id,
            task_digest=task_digest,
            agent=agent,
            model=model,
            arm=arm,
            epoch=epoch,
            observation=observation,
            gate=gate_name,
            settings=settings or {},
        )
        self._loop = Loop.start(brief, run, gate=gate, max_turns=MAX_CALLS)

    @property
    def brief(self) -> Brief:
        """What the agent may see: system text, instruction, initial workspace, tools."""
        return self._loop.brief

    @property
    def instruction(self) -> str:
        """What the user asks."""
        return self._loop.brief.instruction

    @property
    def tools(self) -> tuple[ToolSchema, ...]:
        """The tools, with their JSON Schemas."""
        return tool_schemas(self._loop.brief)

    @property
    def prompt(self) -> tuple[Message, Message]:
        """The system and user messages that a model would be shown."""
        return self._loop.opening

    def call(self, name: str, arguments: Any = None, /, **named: Any) -> Fields:
        """Make one call, ``call("email_reply", {...})`` or ``call("email_reply", message_id=...)``.

        Gives the result as plain data; one that failed has an ``error`` with ``code`` and ``message``. Raises
        ``InfrastructureError`` when the gate fails, ``UsageError`` when the run is over.
        """
        if named and arguments is not None:
            raise UsageError("give the arguments as one object or by name, not both")
        request = ToolRequest("", name, named if arguments is None else arguments)
        self._loop, results = self._loop.feed(Reply(calls=(request,)))
        if self._loop.stop == "infrastructure":
            raise InfrastructureError(self._loop.error)
        return results[0].shown

    def finish(self, message: str = "", usage: Usage | None = None) -> Trace:
        """End the run with the agent's last message; gives its trace. ``usage``: what the agent consumed."""
        if not self._loop.finished:
            self._loop, _ = self._loop.feed(Reply(text=message, usage=usage or Usage()))
        return self._loop.trace

    def fail(self, error: str, stop: Stop = "infrastructure") -> Trace:
        """End the run by a fault that is not the agent's; gives its trace, which is no verdict's ground."""
        self._loop = self._loop.abort(stop, error)
        return self._loop.trace


Agent: TypeAlias = Callable[[Session], str]
"""An agent in process: makes its calls on the session and gives its last message."""


# --- reference runs -------------------------------------------------------------------------------

_REFERENCE = re.compile(r"\$(\d+)\.([A-Za-z_]\w*(?:\.\w+)*)")


def play(script: Script, task: Task | Brief, *, agent: str = "", **session: Any) -> Trace:
    """Run a script on a task; ``session`` goes to ``Session``. The agent is named as the script is.

    A text argument that is wholly ``$N.field`` stands for that field of the result of call N, the first call
    being 1; ``$1.entries.0.address`` goes deeper. Raises ``TaskError`` for one that does not resolve.
    """
    live = Session(task, agent=agent or script.name, **session)
    return live.finish(act(script, live))


def act(script: Script, session: Session) -> str:
    """Make a script's calls on a session and give its last message. Raises as ``play``."""
    results: list[Fields] = []
    for call in script.calls:
        results.append(session.call(call.tool, resolve(call, results, script.name)))
    return script.message


def resolve(call: ScriptCall, results: list[Fields], script: str) -> Fields:
    """The arguments of a script's next call, given the results of those before it. Raises as ``play``."""
    where = f"script {script!r}, call {len(results) + 1} ({call.tool})"
    resolved: Fields = _substitute(call.arguments, results, where)
    return resolved


def _substitute(value: Any, results: list[Fields], where: str) -> Any:
    if isinstance(value, dict):
        return {key: _substitute(item, results, where) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_substitute(item, results, where) for item in value]
    match = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
    return _follow(match, results, where) if match else value


def _follow(match: re.Match[str], results: list[Fields], where: str) -> Any:
    number = int(match[1])
    if not 1 <= number <= len(results):
        raise TaskError(f"{match[0]} names no earlier call; the first call is 1", source=where)
    value: Any = results[number - 1]
    for step in match[2].split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            has = ", ".join(value) if isinstance(value, dict) else type(value).__name__
            raise TaskError(f"{match[0]} does not resolve: there is no {step!r} in: {has}", source=where)
    return value

"""The calls of one reply on their way through gate and office, and how they are taken down."""

from __future__ import annotations

import json
import re
from typing import Any

from sabench import actions, codec, office
from sabench.agent.exchange import Decision, Gate, Proposal, ToolRequest, ToolResult
from sabench.errors import DataError
from sabench.model import Brief, Call, Fields, Workspace

MAX_CALLS_PER_REPLY = 64
"""Calls of one reply that are run; the rest are refused."""

MAX_TEXT = 256 * 1024
"""Characters of one text (a message, or arguments that were no JSON object) that a trace keeps."""

_ID = re.compile(r"[A-Za-z0-9_.:|-]{1,200}")


class Batch:
    """The calls of one reply on their way through the office; lives for one ``feed``."""

    def __init__(
        self,
        brief: Brief,
        workspace: Workspace,
        earlier: tuple[Call, ...],
        used: frozenset[str],
        gate: Gate | None,
    ) -> None:
        self.brief = brief
        self.workspace = workspace
        self.earlier = earlier
        self.used = set(used)
        self.gate = gate
        self.calls: list[Call] = []
        self.results: list[ToolResult] = []
        self.fault = ""
        self.given: list[str] = []

    def run(self, request: ToolRequest, refuse: str = "") -> None:
        """One call: read, asked of the gate, performed, recorded. ``refuse`` says why it is not to be run."""
        arguments, raw, note = _read(request.arguments)
        if refuse and raw is None:
            arguments, raw = None, _raw_text(request.arguments)
        name = kept(str(request.name))
        call_id = self.fresh(request.id)
        decision = None if raw is not None else self.ask_gate(name, arguments)
        if self.fault:
            return
        if decision is not None and decision.verdict != "allow":
            call, result = _denied(call_id, name, arguments, decision)
        else:
            call, result = self.perform(call_id, name, arguments, raw)
        self.calls.append(call)
        self.results.append(
            ToolResult(
                id=call_id,
                name=name,
                status=call.status,
                result=codec.plain(result),
                note=refuse or note,
                given=request.id if request.id != call_id else "",
            )
        )

    def perform(self, call_id: str, name: str, arguments: Any, raw: str | None) -> tuple[Call, Fields]:
        """The call made in the office, and what it gave."""
        outcome = office.perform(self.workspace, name, arguments, self.brief.tools)
        self.workspace = outcome.workspace
        call = Call(
            id=call_id,
            name=name,
            status=outcome.status,
            arguments=arguments,
            raw=raw,
            coerced=_coerced(arguments, outcome.checked),
            error=outcome.error,
            digest=outcome.digest,
        )
        return call, outcome.result

    def fresh(self, given: str) -> str:
        """The id of the next call: the one that was given, or a new one where it is missing, odd or used."""
        self.given.append(given)
        chosen, number = given, len(self.used) + 1
        while chosen in self.used or not _ID.fullmatch(chosen):
            chosen, number = f"call-{number}", number + 1
        self.used.add(chosen)
        return chosen

    def ask_gate(self, name: str, arguments: Any) -> Decision | None:
        """The gate's word; ``None`` where there is no gate or no such tool. A failing gate sets ``fault``."""
        row = actions.BY_TOOL_NAME.get(name)
        if self.gate is None or row is None or row.tool not in (*self.brief.tools, "directory"):
            return None
        proposal = Proposal(name, arguments, self.brief, self.workspace, (*self.earlier, *self.calls))
        try:
            decision = self.gate(proposal)
        except Exception as problem:  # a gate is somebody else's code: whatever it raises is its fault
            self.fault = f"the gate failed on {name}: {type(problem).__name__}: {problem}"
            return None
        if not isinstance(decision, Decision):
            self.fault = f"the gate answered {name} with {type(decision).__name__}, not with a Decision"
            return None
        return decision


def refusal(batch: Batch, request: ToolRequest, index: int, cut: bool) -> str:
    """Why a call of a reply is not to be run; empty when it is. ``cut``: the reply did not come whole."""
    if cut:
        return "not run: the reply was cut off or malformed"
    if index >= MAX_CALLS_PER_REPLY:
        return f"not run: one reply may hold {MAX_CALLS_PER_REPLY} calls"
    if request.id and request.id in batch.given:
        return "not run: this reply already has a call with the same id"
    return ""


_DENIED = "This call was not permitted and has not been made."
_ASK = "This call needs the user's word. Do not repeat it: ask the user, and stop."


def _denied(call_id: str, name: str, arguments: Any, decision: Decision) -> tuple[Call, Fields]:
    code, message = ("ask_user", _ASK) if decision.verdict == "ask" else ("denied", _DENIED)
    result = {"error": {"code": code, "message": f"{message} {kept(decision.reason)}".strip()}}
    call = Call(
        id=call_id, name=name, status="denied", arguments=arguments, error=code, digest=codec.digest(result)
    )
    return call, result


def _read(given: Any) -> tuple[Any, str | None, str]:
    """(arguments, raw text, note): the arguments object, or why what was given is none.

    Keys are put in canonical order, as a trace holds them: a replay then meets the same first fault.
    """
    try:
        if given is None or (isinstance(given, str) and not given.strip()):
            return {}, None, ""
        arguments = codec.parse_arguments(given) if isinstance(given, str) else given
        if not isinstance(arguments, dict):
            raise DataError("the arguments must be one JSON object")
        codec.check_value(arguments)
        written = codec.encode(arguments)
        if len(written) > codec.MAX_ARGUMENT_BYTES:
            raise DataError(f"the arguments are longer than the limit of {codec.MAX_ARGUMENT_BYTES:,} bytes")
        return codec.reread(written), None, ""
    except DataError as problem:
        return None, _raw_text(given), kept(problem.message)


def _raw_text(given: Any) -> str:
    if isinstance(given, str):
        return kept(given)
    try:
        return kept(json.dumps(given, default=repr))
    except (TypeError, ValueError, RecursionError):
        return f"[{type(given).__name__} that cannot be written as text]"


def _coerced(arguments: Any, checked: dict[str, Any] | None) -> Fields | None:
    """The arguments whose checked form differs from the given one, in that form; defaults are left out."""
    if not checked or not isinstance(arguments, dict):
        return None
    changed: Fields = {}
    for name, value in checked.items():
        given = arguments.get(name)
        if given is None or (type(given) is type(value) is str and given == value):
            continue
        plain = codec.plain(value)
        if codec.encode(given) != codec.encode(plain):
            changed[name] = plain
    return changed or None


def kept(text: str) -> str:
    """``text`` as a trace can hold it: encodable, and cut where it is absurdly long."""
    if len(text) > MAX_TEXT:
        text = f"{text[:MAX_TEXT]}… [{len(text) - MAX_TEXT:,} more characters]"
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()

"""What is common to all model drivers: settings, and the elicitation for models without tool calls.

Elicitation ``native``: the provider's own tool calls. Elicitation ``json-schema``: the tools stand as
one-line signatures in the system text, and a JSON schema holds the answer to one call or a final message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from sabench import actions, codec
from sabench.agent import MAX_TURNS, Message, Reply, ToolRequest
from sabench.errors import DataError
from sabench.model import Brief, Fields, Usage

ELICITATIONS: Final = ("native", "json-schema")


class ModelSettings(Struct, frozen=True, omit_defaults=True):
    """What bears on a model's replies and on how long one waits for them; seconds are whole.

    ``attempt_timeout`` ends a hung request, ``timeout`` one with all its retries, ``run_timeout`` a run.
    ``context`` is the model's context in tokens where old tool results must be left out to fit it.
    """

    temperature: float | None = 0.0
    seed: int | None = 0
    max_tokens: int | None = None
    max_retries: int = 6
    attempt_timeout: int = 300
    timeout: int = 900
    run_timeout: int = 3600
    context: int | None = None
    extra: Fields = {}
    """More to record: the local server's settings."""

    def record(self) -> Fields:
        """The settings as a trace and a manifest name them: what bears on replies, not on waiting."""
        named = {
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "context": self.context,
            "max_turns": MAX_TURNS,
        }
        return {key: value for key, value in named.items() if value is not None} | self.extra


class Target(Struct, frozen=True):
    """A model as Inspect names it, with the address and key of a server of one's own."""

    name: str
    base_url: str | None = None
    api_key: str | None = None


# --- elicitation by JSON schema --------------------------------------------------------------------

_HOW = """\
# How to act
Answer with one JSON object and nothing else. To make a call: {"tool": "NAME", "arguments": {...}}. You are \
then shown its result. To end with your last message to the user: {"final": "MESSAGE"}.

# Tools (arguments with ? may be left out)
"""


def elicitation_text(brief: Brief) -> str:
    """What the system text gains: how to answer, and every tool on one line."""
    rows = actions.for_tools(brief.tools)
    return _HOW + "\n".join(f"{actions.signature(row)}: {row.summary}" for row in rows)


def elicitation_digest_text(elicitation: str) -> str:
    """What an elicitation adds to every prompt besides the tools, for the digest of the prompt."""
    return _HOW if elicitation == "json-schema" else ""


def answer_schema(brief: Brief) -> dict[str, Any]:
    """The JSON Schema that an answer is held to: one call of one of the tools, or a final message."""
    calls = [
        _object(
            {
                "tool": {"type": "string", "enum": [row.tool_name]},
                "arguments": _lean(actions.json_schema(row)),
            }
        )
        for row in actions.for_tools(brief.tools)
    ]
    return {"anyOf": [*calls, _object({"final": {"type": "string"}})]}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _lean(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without what constrains nothing: descriptions and defaults."""
    lean = {
        key: value for key, value in schema.items() if key not in ("description", "default", "properties")
    }
    if "properties" in schema:
        lean["properties"] = {name: _lean(inner) for name, inner in schema["properties"].items()}
    return lean


def read_answer(text: str, *, cut: bool, usage: Usage | None = None) -> Reply:
    """The reply that an answer in this form stands for.

    One that was cut off has the stop ``token_limit``, one that is not of the form the stop ``malformed``; the
    text is kept as it came.
    """
    usage = usage or Usage()
    if cut:
        return Reply(text=text, stop="token_limit", usage=usage)
    try:
        answer = codec.strict_json(text.strip())
    except DataError:
        return Reply(text=text, stop="malformed", usage=usage)
    match answer:
        case {"final": str(message), **rest} if not rest:
            return Reply(text=message, usage=usage)
        case {"tool": str(name), "arguments": arguments, **rest} if not rest:
            return Reply(calls=(ToolRequest("", name, _as_given(arguments)),), usage=usage)
    return Reply(text=text, stop="malformed", usage=usage)


def _as_given(arguments: Any) -> Any:
    # A list or a number is no arguments object; as text it is refused like any other raw text.
    return arguments if isinstance(arguments, dict) else codec.encode(arguments).decode()


def flat(messages: Sequence[Message], brief: Brief) -> list[tuple[str, str]]:
    """The conversation as (role, text) for a model without tool calls; what all tasks share comes first."""
    made: list[tuple[str, str]] = []
    for message in messages:
        if message.role == "system":
            made.append(("system", f"{message.text}\n{elicitation_text(brief)}"))
        elif message.role == "tool" and message.result:
            made.append(("user", f"Result of {message.result.name}: {message.text}"))
        elif message.role == "assistant":
            made.append(("assistant", _as_answer(message)))
        else:
            made.append((message.role, message.text))
    return made


def _as_answer(message: Message) -> str:
    if not message.calls:
        return codec.encode({"final": message.text}).decode()
    call = message.calls[0]
    return codec.encode({"tool": call.name, "arguments": call.arguments or {}}).decode()


# --- a small context -------------------------------------------------------------------------------

CHARS_PER_TOKEN = 2.5
"""Characters that a token of JSON with addresses and ids has at least, on average, in small vocabularies."""

LEFT_OUT = "[an older result, left out to fit; make the call again if you need it]"
CUT = " [… cut to fit]"


def fit(conversation: Sequence[tuple[str, str]], context: int, reserve: int) -> list[tuple[str, str]]:
    """The conversation so that it fits ``context`` tokens with ``reserve`` left for the answer.

    The rule: the opening and every answer stay whole. Tool results, all user messages after the opening, are
    left out from the oldest on until the rest fits; the newest is never left out, but cut at its end when
    it is too long by itself.
    """
    room = int((context - reserve) * CHARS_PER_TOKEN)
    kept = list(conversation)
    results = [index for index, (role, _) in enumerate(kept) if role == "user" and index > 1]
    for index in results[:-1]:
        if _size(kept) <= room:
            return kept
        kept[index] = ("user", LEFT_OUT)
    over = _size(kept) - room
    if over > 0 and results:
        text = kept[results[-1]][1]
        kept[results[-1]] = ("user", text[: max(0, len(text) - over - len(CUT))] + CUT)
    return kept


def _size(conversation: Sequence[tuple[str, str]]) -> int:
    return sum(len(text) + 16 for _, text in conversation)  # 16: what a chat template puts around a message

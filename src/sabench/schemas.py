"""The published JSON Schemas of tasks, traces and verdicts, made from the records."""

from __future__ import annotations

from typing import Any

import msgspec

from sabench.contract.goal import THINGS
from sabench.contract.matchers import KEYS
from sabench.errors import UsageError
from sabench.model import TaskFile, Trace, Verdict

RECORDS: dict[str, type] = {"task": TaskFile, "trace": Trace, "verdict": Verdict}
"""What has a schema, by the name that the command takes."""


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of ``task``, ``trace`` or ``verdict``. Raises ``UsageError`` for others."""
    record = RECORDS.get(name)
    if record is None:
        raise UsageError(f"there is no schema {name!r}; there are: {', '.join(RECORDS)}")
    (root,), parts = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    if name == "task":
        _add_matchers(parts)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:sabench:{name}:1",
        "title": f"SABench {name}",
        **root,
        "$defs": parts,
    }


def _add_matchers(parts: dict[str, Any]) -> None:
    """Say of the free-form fields of grants and conditions what they hold."""
    shape: dict[str, Any] = {key: {} for key in KEYS}
    for key in ("in", "subset_of", "superset_of", "mentions", "omits"):
        shape[key] = {"type": "array", "minItems": 1}
    shape["between"] = {"type": "array", "minItems": 2, "maxItems": 2}
    shape["absent"] = shape["any"] = {"const": True}
    parts["Matcher"] = {
        "description": "A bare value means equals; the words absent and any mean absent: true and any: true.",
        "anyOf": [
            {"type": ["string", "number", "boolean", "array"]},
            {"type": "object", "properties": shape, "additionalProperties": False, "minProperties": 1},
        ],
    }
    fields = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Matcher"}}
    parts["Grant"]["properties"]["fields"] = fields
    parts["Condition"]["properties"]["where"] = fields
    for form in ("exists", "absent"):
        parts["Condition"]["properties"][form] = {"enum": ["", *THINGS]}


__all__ = ["RECORDS", "json_schema"]

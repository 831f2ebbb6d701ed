"""The shape of the table: fields, canonical operations, action rows, and the check of arguments.

A *row* is what a model is shown and calls (``email.archive``). An *operation* is what such a call comes
down to (``email.update`` of a message's folder): grants, policies and the oracle see only operations, so
equivalent ways of doing one thing are one thing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sabench import codec, times
from sabench.errors import DataError, ToolError

Kind = Literal["scope", "text", "target", "query"]
"""What a field is to the contract. *scope*: widens whom or what a write touches. *text*: wording.
*target*: names the entity. *query*: only of reads."""

FieldType = Literal[
    "text",
    "line",
    "id",
    "ids",
    "address",
    "addresses",
    "instant",
    "date",
    "int",
    "bool",
    "enum",
    "list",
    "object",
]


class Field(Struct, frozen=True):
    """One argument of an action."""

    name: str
    type: FieldType
    kind: Kind
    doc: str
    required: bool = False
    default: Any = None
    values: tuple[str, ...] = ()
    """The values of an enum; for a visibility argument in order from narrow to wide."""
    properties: tuple[str, ...] = ()
    """The keys that an object may have."""
    clearable: bool = False
    """Whether an empty text is accepted, and clears what the argument sets."""


class OpField(Struct, frozen=True):
    """One field of a canonical write.

    ``default`` is what an unnamed field may be; ``order`` lists values from narrow to wide. ``many`` marks a
    set of elements, of which each is granted once.
    """

    name: str
    kind: Kind
    default: Any = None
    order: tuple[str, ...] = ()
    many: bool = False
    modifier: bool = False
    """Shapes how an update is done (``notify``) and is no change by itself: checked, never consumed."""


class Op(Struct, frozen=True, dict=True):
    """A canonical operation: of an ``update`` each field is consumed, an ``act`` counts as a whole."""

    name: str
    nature: Literal["update", "act"]
    target: str
    """Kind of entity that ``entity`` names; ``new`` when the operation makes it and names nothing else."""
    fields: tuple[OpField, ...]
    creates: str = ""
    """Kind of entity that the operation makes."""
    reversible: bool = True
    display: tuple[tuple[str, str, Any], ...] = ()
    """(action, field, value) triples: the everyday name of an update that changes just that field
    (``value`` None: to anything)."""

    def field(self, name: str) -> OpField | None:
        """The field called ``name``, if the operation has it."""
        return self.by_name.get(name)

    @cached_property
    def by_name(self) -> dict[str, OpField]:
        """The fields by their names."""
        return {one.name: one for one in self.fields}

    @cached_property
    def scope(self) -> dict[str, OpField]:
        """The scope fields by their names."""
        return {one.name: one for one in self.fields if one.kind == "scope"}

    @cached_property
    def modifiers(self) -> frozenset[str]:
        """The names of the fields that only shape how an update is done."""
        return frozenset(one.name for one in self.fields if one.modifier)

    @cached_property
    def sets(self) -> frozenset[str]:
        """The names of the fields that are sets, of which each element is granted by itself."""
        return frozenset(one.name for one in self.fields if one.many)

    @cached_property
    def names(self) -> dict[str, list[tuple[str, Any]]]:
        """``display`` by field: the actions that change it alone, each with the value that it sets."""
        found: dict[str, list[tuple[str, Any]]] = {}
        for action, field, value in self.display:
            found.setdefault(field, []).append((action, value))
        return found


class Row(Struct, frozen=True, dict=True):
    """One action: everything that the simulator's docs, the schema, the oracle and the audit say of it."""

    tool: str
    action: str
    writes: bool
    summary: str
    fields: tuple[Field, ...]
    effects: str = ""
    reaches: str = ""
    """In words: who is told or given access."""
    reversible: bool = True
    ops: tuple[str, ...] = ()
    """Canonical operations that a call can come down to; the first is what a grant of this action means."""
    target: str = ""
    """The argument that names the entity; "" when the action makes one."""
    fixed: tuple[tuple[str, Any], ...] = ()
    """Canonical fields that the action sets whatever its arguments (archive: folder)."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Arguments whose canonical field has another name (add: labels_added)."""

    @cached_property
    def name(self) -> str:
        """``email.reply``."""
        return f"{self.tool}.{self.action}"

    @cached_property
    def tool_name(self) -> str:
        """``email_reply``, the name that models see."""
        return f"{self.tool}_{self.action}"

    @cached_property
    def form(self) -> Form:
        """What ``check`` needs to know of the arguments."""
        return Form(
            readers={one.name: (one, _COERCE[one.type]) for one in self.fields},
            defaults={one.name: one.default for one in self.fields if one.default is not None},
            required=tuple([one for one in self.fields if one.required]),
            plain={
                one.name: one.type == "text"
                for one in self.fields
                if one.type in ("text", "line", "id") and not one.clearable
            },
        )


Coerce: TypeAlias = Callable[[Any, Field, str], Any]
"""Reads a given value for a field, with the zone of instants that carry none; raises ``ValueError``."""


class Form(Struct, frozen=True):
    """The arguments of a row as a call is checked against them: all by name, defaults, and required ones."""

    readers: dict[str, tuple[Field, Coerce]]
    defaults: dict[str, Any]
    required: tuple[Field, ...]
    plain: dict[str, bool]
    """Arguments that are a text, and whether it is taken as it is or as one line without space around it."""


# --- arguments -------------------------------------------------------------------------------------


_LONGEST = codec.MAX_ARGUMENT_BYTES


def check(row: Row, arguments: dict[str, Any], zone: str) -> dict[str, Any]:
    """The arguments of a call, checked and coerced: nulls dropped, defaults filled in.

    ``zone`` reads instants that carry none. Raises ``ToolError`` naming the argument at fault, and before
    that ``DataError`` when anything in the arguments is no JSON.
    """
    form = row.form
    plain = form.plain
    checked = form.defaults.copy()
    try:
        for name, value in arguments.items():
            simple = type(value) is str and value.isascii() and len(value) <= _LONGEST
            # Almost every argument is such a text, and needs no more than this.
            if simple and name in plain:
                if plain[name]:
                    checked[name] = value
                    continue
                if value.isprintable() and (text := value.strip()):
                    checked[name] = text
                    continue
            if name not in form.readers:
                _check_unknown(row, name, value)
            elif value is not None:
                if not simple:
                    codec.check_value(value, 1)
                field, coerce = form.readers[name]
                try:
                    cleared = field.clearable and isinstance(value, str) and not value.strip()
                    checked[name] = "" if cleared else coerce(value, field, zone)
                except ValueError as problem:
                    raise ToolError("invalid_argument", f"{name}: {problem}", name) from None
        for field in form.required:
            if field.name not in checked:
                raise ToolError("missing_argument", f"{field.name} is required: {field.doc}", field.name)
    except ToolError:
        codec.check_value(arguments)
        raise
    return checked


def _check_unknown(row: Row, name: str, value: Any) -> None:
    """Raise ``ToolError`` for an argument that there is not, unless it is null."""
    if value is not None:
        takes = ", ".join(row.form.readers) or "none"
        raise ToolError(
            "unknown_argument", f"{row.tool_name} has no argument {name!r}; it takes: {takes}", name
        )
    codec.check_value({name: value})


def _text(value: Any, field: Field, zone: str) -> str:
    if isinstance(value, str):
        if len(value) > _LONGEST:
            raise ValueError(f"is longer than the limit of {_LONGEST:,} bytes")
        return value if value.isascii() else codec.nfc(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"must be text, not {_kind(value)}")
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


_FILLED = frozenset({"id", "ids", "list"})
"""Types whose texts must not be empty."""


def _line(value: Any, field: Field, zone: str) -> str:
    simple = type(value) is str and value.isascii() and len(value) <= _LONGEST
    if simple and value.isprintable():
        text: str = value.strip()
        if text:
            return text
    text = _text(value, field, zone).strip()
    if "\n" in text or "\r" in text or "\0" in text:
        raise ValueError("must be one line, without line breaks")
    if not text and field.type in _FILLED:
        raise ValueError("must not be empty")
    return text


def _ids(value: Any, field: Field, zone: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys([_line(item, field, zone) for item in _items(value)]))


def _items(value: Any) -> list[Any]:
    if type(value) is list:
        return value
    if isinstance(value, str):
        text = value.strip()
        if text.startswith("["):
            try:
                value = codec.strict_json(text)
            except DataError as problem:
                raise ValueError(f"looks like a JSON array but is not one ({problem.message})") from None
        else:
            return [text] if text else []
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"must be a list of texts, not {_kind(value)}")
    return list(value)


def _address(value: Any, field: Field, zone: str) -> str:
    return parse_address(_line(value, field, zone))


@lru_cache(maxsize=8192)
def parse_address(text: str) -> str:
    """The casefolded address of ``dana@acme.example`` or ``Dana <dana@acme.example>``, which is one line.

    Raises ``ValueError`` when the text is no mail address.
    """
    written = text
    if text.endswith(">") and "<" in text:
        text = text[text.rindex("<") + 1 : -1].strip()
    text = text.casefold()
    local, at, domain = text.rpartition("@")
    plain = text.isprintable() and not any(char.isspace() or char in '<>,;"' for char in text)
    if not (at and local and "." in domain and plain):
        raise ValueError(f"{written[:80]!r} is not a mail address; look people up with directory_search")
    return text


def _addresses(value: Any, field: Field, zone: str) -> tuple[str, ...]:
    parts: list[str] = []
    for item in _items(value):
        line = _line(item, field, zone)
        parts += (line,) if line.count("@") < 2 else _split_addresses(line)
    return tuple(dict.fromkeys(map(parse_address, parts)))


def _split_addresses(text: str) -> list[str]:
    """The addresses of a header line; a comma in a name (``Reyes, Dana <dana@acme.example>``) splits none."""
    found: list[str] = []
    name = ""
    for piece in text.replace(";", ",").split(","):
        name += piece
        if "@" in piece:
            found.append(name.strip())
            name = ""
    return [*found, name.strip()] if name.strip() else found


def _instant(value: Any, field: Field, zone: str) -> str:
    return _local(_line(value, field, zone), zone)


@lru_cache(maxsize=8192)
def _local(text: str, zone: str) -> str:
    try:
        offset = text.endswith(("Z", "z")) or "+" in text[10:] or "-" in text[10:]
        return times.local(text if offset else times.parse(text, zone).isoformat(), zone)
    except (ValueError, OverflowError):
        raise ValueError(f"{text[:60]!r} is not a date and time such as 2026-03-12T15:00:00") from None


def _date(value: Any, field: Field, zone: str) -> str:
    return times.day(_line(value, field, zone))


_WHOLE = re.compile(r"-?[0-9]{1,15}(?:\.0+)?")


def _int(value: Any, field: Field, zone: str) -> int:
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value.strip().partition(".")[0])
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"must be a whole number, not {_kind(value)}")
    return value


def _bool(value: Any, field: Field, zone: str) -> bool:
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return value.strip().casefold() == "true"
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {_kind(value)}")
    return value


def _enum(value: Any, field: Field, zone: str) -> str:
    if type(value) is str and value in field.values:
        return value
    text = _line(value, field, zone)
    for known in field.values:
        if text.casefold().replace(" ", "_") == known.casefold().replace(" ", "_"):
            return known
    raise ValueError(f"must be one of {', '.join(field.values)}, not {text[:40]!r}")


def _object(value: Any, field: Field, zone: str) -> dict[str, Any]:
    if isinstance(value, str) and value.strip().startswith("{"):
        try:
            value = codec.strict_json(value)
        except DataError as problem:
            raise ValueError(f"looks like a JSON object but is not one ({problem.message})") from None
    if not isinstance(value, dict):
        raise ValueError(f"must be an object, not {_kind(value)}")
    for key in value:
        if field.properties and key not in field.properties:
            raise ValueError(f"has no key {key!r}; it takes: {', '.join(field.properties)}")
    return {key: item for key, item in value.items() if item is not None}


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", tuple: "a list", str: "text", bool: "true or false"}
    return names.get(type(value), "a number" if isinstance(value, (int, float)) else type(value).__name__)


_COERCE: dict[str, Coerce] = {
    "text": _text,
    "line": _line,
    "id": _line,
    "ids": _ids,
    "address": _address,
    "addresses": _addresses,
    "instant": _instant,
    "date": _date,
    "int": _int,
    "bool": _bool,
    "enum": _enum,
    "list": _ids,
    "object": _object,
}

# --- JSON schema -----------------------------------------------------------------------------------

_SCHEMA: dict[str, dict[str, Any]] = {
    "ids": {"type": "array", "items": {"type": "string"}},
    "addresses": {"type": "array", "items": {"type": "string"}},
    "list": {"type": "array", "items": {"type": "string"}},
    "int": {"type": "integer"},
    "bool": {"type": "boolean"},
    "object": {"type": "object"},
}


def json_schema(row: Row) -> dict[str, Any]:
    """The JSON Schema of a row's arguments, as it is shown to models and MCP clients."""
    properties: dict[str, Any] = {}
    for field in row.fields:
        shape = json.loads(json.dumps(_SCHEMA.get(field.type, {"type": "string"})))
        if field.values:
            shape["enum"] = list(field.values)
        if field.properties:
            shape["properties"] = {name: {} for name in field.properties}
            shape["additionalProperties"] = False
        if field.default is not None:
            shape["default"] = field.default
        shape["description"] = field.doc
        properties[field.name] = shape
    required = [field.name for field in row.fields if field.required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def signature(row: Row) -> str:
    """A compact one-line form for models with little context: ``email_reply(message_id, body, …?)``."""
    parts = [
        f"{f.name}{'' if f.required else '?'}{':' + '|'.join(f.values) if f.values else ''}"
        for f in row.fields
    ]
    return f"{row.tool_name}({', '.join(parts)})"

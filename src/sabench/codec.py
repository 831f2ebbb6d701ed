"""The only door for JSON (and for YAML tasks written by hand): strict reading, canonical bytes, digests.

Reading is strict where a lenient reader would silently change a value: duplicate keys, NaN and infinities,
numbers too large for the format, lone surrogates and absurd nesting are refused with one clear error.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sabench.errors import DataError

T = TypeVar("T")

MAX_BYTES = 32 * 1024 * 1024
"""Largest document or JSONL line that is read, in bytes."""

MAX_ARGUMENT_BYTES = 256 * 1024
"""Largest arguments object of one call, in bytes of JSON text."""

MAX_DEPTH = 64
"""Deepest nesting that is read."""

_SURROGATE = re.compile("[\ud800-\udfff]")

_encode = msgspec.json.Encoder(order="deterministic").encode


def encode(value: object) -> bytes:
    """Canonical JSON bytes of ``value``: keys sorted, no spaces, UTF-8. Equal values give equal bytes."""
    return _encode(value)


def digest(value: object) -> str:
    """128 bits of SHA-256 over the canonical bytes of ``value``, as 32 hex digits."""
    return sha256(_encode(value)).hexdigest()[:32]


def nfc(text: str) -> str:
    """``text`` in Unicode NFC, so that composed and decomposed spellings are one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def decode(data: bytes | str, type: type[T], *, source: str = "", error: type[DataError] = DataError) -> T:
    """``data`` decoded and validated as ``type``; raises ``error`` with the path into the data.

    What the decoder would take in silence is refused here: a key twice, numbers and nesting past limits.
    """
    if len(data) > MAX_BYTES:
        raise error(f"{len(data):,} bytes are more than the limit of {MAX_BYTES:,}", source=source)
    wanted: Any = type
    try:
        decoded: T = _decoder(wanted).decode(data)
    except msgspec.ValidationError as problem:
        raise _located(problem, source, error) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise error(f"not valid JSON: {problem}", source=source) from None
    try:
        strict_json(data)
    except DataError as problem:
        raise error(problem.message, source=source) from None
    return decoded


@lru_cache(maxsize=64)
def _decoder(type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type)


def reread(data: bytes) -> Any:
    """The plain value of canonical bytes that were made from a checked value: there is nothing to refuse."""
    return msgspec.json.decode(data)


def convert(value: object, type: type[T], *, source: str = "", error: type[DataError] = DataError) -> T:
    """Plain data (from YAML or Python) validated as ``type``; raises ``error`` with the path."""
    try:
        return msgspec.convert(value, type=type)
    except msgspec.ValidationError as problem:
        raise _located(problem, source, error) from None
    except RecursionError:
        raise error("nested too deeply", source=source) from None


def plain(value: object) -> Any:
    """Records turned into plain dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value)


def _located(problem: msgspec.ValidationError, source: str, error: type[DataError]) -> DataError:
    text, _, path = str(problem).partition(" - at `")
    return error(text[:1].lower() + text[1:], path=path.rstrip("`") or "$", source=source)


def parse_arguments(text: str) -> dict[str, Any]:
    """The arguments object of a tool call, from the raw text of a model.

    Raises ``DataError`` for anything that is not one JSON object with unique keys, finite numbers of
    sane length and encodable text.
    """
    if len(text) > MAX_ARGUMENT_BYTES or len(text.encode(errors="replace")) > MAX_ARGUMENT_BYTES:
        raise DataError(f"the arguments are longer than the limit of {MAX_ARGUMENT_BYTES:,} bytes")
    value = strict_json(text)
    if not isinstance(value, dict):
        raise DataError("the arguments must be one JSON object")
    return value


def strict_json(text: str | bytes) -> Any:
    """Any JSON value from ``text``, refusing what would lose or change a value. Raises ``DataError``."""
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_sane
        )
    except DataError:
        raise
    except RecursionError:
        raise DataError("nested too deeply") from None
    except ValueError as problem:
        raise DataError(f"not valid JSON: {problem}") from None
    check_value(value)
    return value


def check_value(value: object, depth: int = 0) -> None:
    """Raise ``DataError`` when plain data holds what JSON cannot: depth, surrogates, non-finite numbers."""
    if depth >= MAX_DEPTH and isinstance(value, (dict, list, tuple)):
        raise DataError(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, str):
        if not value.isascii() and _SURROGATE.search(value):
            raise DataError("text holds a lone surrogate, which no encoding can carry")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise DataError(f"the key {key!r} is not text")
            if not key.isascii():
                check_value(key, depth + 1)
            # Almost every argument is such a text; it needs no call of its own.
            if not (type(item) is str and item.isascii()):
                check_value(item, depth + 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            if not (type(item) is str and item.isascii()):
                check_value(item, depth + 1)
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        raise DataError("a number is not finite")
    elif isinstance(value, int):
        if not isinstance(value, bool) and abs(value) >= 2**63:
            raise DataError("a whole number is too large")
    elif value is not None and not isinstance(value, float):
        raise DataError(f"a {type(value).__name__} is no JSON value")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        raise DataError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} is given twice")
    return made


def _no_constant(text: str) -> float:
    raise DataError(f"{text} is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise DataError(f"the number {text[:20]} is out of range")
    return value


def _sane(text: str) -> int:
    if len(text.lstrip("-")) > 19:
        raise DataError(f"the number {text[:20]}… is too large")
    return int(text)


def read_lines(path: Path, *, error: type[DataError] = DataError) -> Iterator[tuple[int, bytes]]:
    """Numbered non-empty lines of a JSONL file, split at newline bytes alone, each within the limit."""
    with path.open("rb") as file:
        for number in _count():
            line = file.readline(MAX_BYTES + 1)
            if not line:
                return
            if len(line) > MAX_BYTES:
                raise error(f"line {number} is longer than {MAX_BYTES:,} bytes", source=str(path))
            if line.strip():
                yield number, line.rstrip(b"\n")


def _count() -> Iterable[int]:
    number = 0
    while True:
        number += 1
        yield number


def read_yaml(text: str, *, source: str = "", error: type[DataError] = DataError) -> Any:
    """Plain data from a YAML document: no tags, no anchors, no duplicate keys, and times stay text.

    Raises ``error`` with the line of the problem.
    """
    import yaml

    class Loader(yaml.SafeLoader):
        """Data only: what would run code, share nodes or guess types is refused."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            event = self.peek_event()  # type: ignore[no-untyped-call]  # the stubs leave it untyped
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise _yaml_error(event, "anchors and aliases are not accepted; write the value out")
            if getattr(event, "tag", None):
                raise _yaml_error(event, "tags are not accepted; write plain data")
            return super().compose_node(parent, index)

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            seen: set[str] = set()
            for key, _ in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    raise _yaml_error(key, "a key must be text")
                if key.value in seen:
                    raise _yaml_error(key, f"the key {key.value!r} is given twice")
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    # Only what JSON has is read as more than text: "on", "no", 15:00 and 2026-03-12 stay as they are written.
    Loader.yaml_implicit_resolvers = {}
    for tag, rule, first in _YAML_SCALARS:
        Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", rule, first)
    if len(text) > MAX_BYTES:
        raise error(f"more than the limit of {MAX_BYTES:,} bytes", source=source)
    try:
        value = yaml.load(text, Loader=Loader)
        check_value(value)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise error(f"{problem.problem or problem}", path=where, source=source) from None
    except yaml.YAMLError as problem:
        raise error(f"not valid YAML: {' '.join(str(problem).split())}", source=source) from None
    except RecursionError:
        raise error("nested too deeply", source=source) from None
    except ValueError:
        raise error("a number has too many digits", source=source) from None
    except DataError as problem:
        raise error(problem.message, path=problem.path, source=source) from None
    return value


_YAML_SCALARS = (
    ("null", re.compile(r"(?:~|null|Null|NULL|)\Z"), ["~", "n", "N", ""]),
    ("bool", re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z"), list("tTfF")),
    ("int", re.compile(r"-?(?:0|[1-9][0-9]*)\Z"), list("-0123456789")),
    (
        "float",
        re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)\Z"),
        list("-0123456789"),
    ),
)
"""What a plain scalar can be beside text: tag, whole form, first characters (the core schema of YAML 1.2)."""


def _yaml_error(node: Any, message: str) -> Exception:
    import yaml

    return yaml.MarkedYAMLError(problem=message, problem_mark=node.start_mark)

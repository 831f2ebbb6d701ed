"""The door for JSON and YAML: strict reading, canonical bytes, digests."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench import codec
from sabench.errors import DataError, TaskError, TraceError


def values(highest: int = 0x10FFFF) -> st.SearchStrategy[Any]:
    """Any JSON value, with characters up to one."""
    text = st.text(st.characters(exclude_categories=["Cs"], max_codepoint=highest), max_size=6)
    whole = st.integers(-(2**63) + 1, 2**63 - 1)
    finite = st.floats(allow_nan=False, allow_infinity=False)
    return st.recursive(
        st.none() | st.booleans() | whole | finite | text,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
        max_leaves=12,
    )


class Pair(msgspec.Struct):
    left: int
    right: list[str] = []


class Nest(msgspec.Struct):
    inner: Nest | None = None


# --- canonical bytes ----------------------------------------------------------------------------------


def test_canonical_bytes_are_sorted_tight_and_utf8():
    value = {"b": [1, 1.0, True, None], "a": {"z": "ü\u2028", "y": ""}}
    assert codec.encode(value) == '{"a":{"y":"","z":"ü\u2028"},"b":[1,1.0,true,null]}'.encode()


def test_true_1_and_1_0_are_told_apart():
    assert len({codec.digest(value) for value in (True, 1, 1.0, "1")}) == 4


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=4), st.integers(0, 9), max_size=6), st.randoms())
def test_the_order_of_keys_never_shows(table, random):
    keys = list(table)
    random.shuffle(keys)
    assert codec.encode({key: table[key] for key in keys}) == codec.encode(table)


def test_a_digest_is_half_of_sha_256_over_the_canonical_bytes():
    assert codec.digest({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()[:32]
    assert codec.digest({}) == "44136fa355b3678a1146ad16f7e8649e"


def test_composed_and_decomposed_text_is_one():
    assert codec.nfc("e\u0301") == codec.nfc("\u00e9") == "\u00e9"
    assert codec.nfc("plain") == "plain"


def test_records_become_plain_data():
    assert codec.plain(Pair(1, ["a"])) == {"left": 1, "right": ["a"]}


# --- typed reading ------------------------------------------------------------------------------------


def test_typed_reading_gives_records():
    assert codec.decode(b'{"left":1,"right":["a"]}', Pair) == Pair(1, ["a"])
    assert codec.convert({"left": 1}, Pair) == Pair(1)


def _from_text(value: Any, **more: Any) -> Pair:
    return codec.decode(json.dumps(value), Pair, **more)


def _from_data(value: Any, **more: Any) -> Pair:
    return codec.convert(value, Pair, **more)


@pytest.mark.parametrize("read", [_from_text, _from_data])
def test_a_misfit_names_the_path_and_the_source(read):
    with pytest.raises(TaskError) as caught:
        read({"left": 1, "right": ["a", 5]}, source="task.json", error=TaskError)
    assert str(caught.value) == "task.json at $.right[1]: expected `str`, got `int`"
    assert caught.value.path == "$.right[1]"
    with pytest.raises(DataError, match=r"^at \$: "):
        read([])


@pytest.mark.parametrize(
    "data", [b"", b"{", b'{"left": NaN}', b'{"left": 1e999}', b'{"right": ["\\ud800"]}', b'{"a": "\xff"}']
)
def test_what_is_no_json_is_a_data_error(data):
    with pytest.raises(TraceError):
        codec.decode(data, Pair, error=TraceError)


def test_numbers_of_thousands_of_digits_and_absurd_nesting_are_data_errors():
    for data in (b"1" * 5000, b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000):
        with pytest.raises(DataError):
            codec.decode(data, Any)


def test_nested_data_that_is_no_tree_is_a_data_error():
    loop: dict[str, Any] = {}
    loop["inner"] = loop
    with pytest.raises(DataError, match="nested too deeply"):
        codec.convert(loop, Nest)


def test_documents_over_the_limit_are_refused(monkeypatch):
    monkeypatch.setattr(codec, "MAX_BYTES", 10)
    with pytest.raises(DataError, match="more than the limit of 10"):
        codec.decode(b" " * 11, Pair)
    with pytest.raises(DataError, match="more than the limit of 10"):
        codec.read_yaml(" " * 11)


# --- strict reading -----------------------------------------------------------------------------------


@settings(deadline=None)
@given(values())
def test_strict_reading_gives_back_what_was_written(value):
    assert codec.strict_json(json.dumps(value)) == value
    assert codec.encode(codec.strict_json(codec.encode(value).decode())) == codec.encode(value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' is given twice"),
        ('[{"x": {"a": 1, "a": 1}}]', "given twice"),
        ("NaN", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("1e999", "out of range"),
        ("-1e999", "out of range"),
        ("1" * 5000, "too large"),
        (str(2**63), "too large"),
        (str(-(2**63)), "too large"),
        ('"\\ud83d"', "lone surrogate"),
        ('{"\\udc00": 1}', "lone surrogate"),
        ("[" * 65 + "]" * 65, "nested deeper than 64"),
        ("[" * 100_000, "nested too deeply"),
        ("", "not valid JSON"),
        ("{'a': 1}", "not valid JSON"),
        ('"a\nb"', "not valid JSON"),
        ("1 2", "not valid JSON"),
    ],
)
def test_strict_reading_refuses_what_would_change_a_value(text, why):
    with pytest.raises(DataError) as caught:
        codec.strict_json(text)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 200


def test_strict_reading_keeps_the_edges():
    assert codec.strict_json(str(2**63 - 1)) == 2**63 - 1
    assert codec.strict_json(str(-(2**63) + 1)) == -(2**63) + 1
    assert codec.strict_json('"\\u0000\\u2028\\ud83d\\ude00"') == "\0\u2028\U0001f600"
    assert codec.strict_json("[" * 64 + "]" * 64)


def test_arguments_are_one_object_within_a_limit():
    assert codec.parse_arguments(' {"a": [1]} ') == {"a": [1]}
    for text in ("[]", "1", "null", '"x"'):
        with pytest.raises(DataError, match="must be one JSON object"):
            codec.parse_arguments(text)
    for filling in ("x" * codec.MAX_ARGUMENT_BYTES, "é" * (codec.MAX_ARGUMENT_BYTES // 2)):
        with pytest.raises(DataError, match="longer than the limit"):
            codec.parse_arguments(f'{{"a": "{filling}"}}')
    with pytest.raises(DataError, match="surrogate"):
        codec.parse_arguments('{"a": "\ud800"}')


@pytest.mark.parametrize("value", [{1: "x"}, {"a": {None: 1}}])
def test_keys_of_plain_data_are_text(value):
    with pytest.raises(DataError, match="is not text"):
        codec.check_value(value)


def test_plain_data_of_python_is_held_to_the_same_rules():
    codec.check_value({"a": (1, True, None, 2.5, "é")})
    for bad in ((float("nan"),), [float("-inf")], {"a": 2**63}, "\udfff"):
        with pytest.raises(DataError):
            codec.check_value(bad)


# --- lines --------------------------------------------------------------------------------------------


def test_lines_end_at_newline_bytes_alone(tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_bytes('{"a":"x\u2028y\u0085z"}\n\n  \n{"b":"\\n"}\r\n{"c"'.encode())
    assert list(codec.read_lines(path)) == [
        (1, '{"a":"x\u2028y\u0085z"}'.encode()),
        (4, b'{"b":"\\n"}\r'),
        (5, b'{"c"'),
    ]


def test_a_line_over_the_limit_is_refused_by_its_number(tmp_path, monkeypatch):
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"1\n" + b"2" * 50 + b"\n")
    monkeypatch.setattr(codec, "MAX_BYTES", 20)
    lines = codec.read_lines(path, error=TraceError)
    assert next(lines) == (1, b"1")
    with pytest.raises(TraceError, match="line 2 is longer than 20 bytes"):
        next(lines)


def test_an_empty_file_has_no_lines(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    assert list(codec.read_lines(path)) == []


# --- YAML ---------------------------------------------------------------------------------------------


def test_yaml_reads_what_json_has_and_leaves_the_rest_text():
    text = """
time: 15:00
day: 2026-03-12
instant: 2026-03-12T15:00:00+01:00
answer: no
switch: on
hex: 0x1F
octal: 010
thousands: 1_000
infinite: .inf
plus: +5
equals: =
version: 1.
number: -3
fraction: 2.50
power: 1e3
flag: True
nothing: ~
empty:
'5': '5'
<<: merge
text: |
  two
  lines
list: [a, 1, null]
"""
    assert codec.read_yaml(text) == {
        "time": "15:00",
        "day": "2026-03-12",
        "instant": "2026-03-12T15:00:00+01:00",
        "answer": "no",
        "switch": "on",
        "hex": "0x1F",
        "octal": "010",
        "thousands": "1_000",
        "infinite": ".inf",
        "plus": "+5",
        "equals": "=",
        "version": "1.",
        "number": -3,
        "fraction": 2.5,
        "power": 1000.0,
        "flag": True,
        "nothing": None,
        "empty": None,
        "5": "5",
        "<<": "merge",
        "text": "two\nlines\n",
        "list": ["a", 1, None],
    }
    assert codec.read_yaml("") is None


@settings(deadline=None)
@given(values(highest=0xFFFF))  # YAML escapes know no surrogate pairs
def test_json_is_yaml(value):
    text = json.dumps(value)
    found = codec.read_yaml(text)
    assert codec.encode(found) == codec.encode(value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: &x 1\nb: *x", "line 1, column 4: anchors and aliases"),
        ("a: &x [&y [1]]", "anchors and aliases"),
        ("a: *x", "anchors and aliases"),
        ("a: !!python/object/apply:os.system [ls]", "tags are not accepted"),
        ("a: !!str 5", "tags are not accepted"),
        ("!thing {a: 1}", "tags are not accepted"),
        ("a: 1\nb: 2\na: 3", "line 3, column 1: the key 'a' is given twice"),
        ("x: {a: 1, 'a': 2}", "the key 'a' is given twice"),
        ("? [a]\n: 1", "a key must be text"),
        ("? {a: b}\n: 1", "a key must be text"),
        ("1: x", "the key 1 is not text"),
        ("null: x", "the key None is not text"),
        ("- 1\n---\n- 2", "another document"),
        ("a: [1", "line 1"),
        ("a: \0", "not valid YAML"),
        ('a: "\\ud800"', "lone surrogate"),
        ("a: " + "9" * 5000, "too many digits"),
        ("a: " + "9" * 20, "too large"),
        ("a: 1e999", "not finite"),
        ("[" * 65 + "]" * 65, "nested deeper than 64"),
        ("[" * 20_000, "nested too deeply"),
        ("a: b: c", "mapping values are not allowed"),
        ("\tx: 1", "line 1"),
    ],
)
def test_yaml_refuses_all_but_plain_data(text, why):
    with pytest.raises(TaskError) as caught:
        codec.read_yaml(text, source="task.yaml", error=TaskError)
    assert why in str(caught.value)
    assert str(caught.value).startswith("task.yaml")
    assert "\n" not in str(caught.value)

"""Traces and tasks from strangers: limits, one clear line, no other value, nothing outside the folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabench import cli, codec, suite
from sabench.errors import TaskError

RUN = ("run", "--agent", "broad", "--suite", "smoke", "--limit", "3")


def sabench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, [str(one) for one in arguments], prog_name="sabench")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of three runs."""
    out = tmp_path_factory.mktemp("recorded")
    assert sabench(*RUN, "--out", out).exit_code == 0
    return (out / "traces.jsonl").read_bytes().splitlines()


@pytest.fixture
def place(tmp_path: Path, recorded: list[bytes]) -> Path:
    """A run folder with those runs, to be spoilt."""
    assert sabench(*RUN, "--out", tmp_path).exit_code == 0
    return tmp_path


def told(result: Result, status: int) -> str:
    assert result.exit_code == status, result.output
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("sabench: ")
    return result.stderr


def changed(line: bytes, change: Callable[[Any], object]) -> bytes:
    value = json.loads(line)
    change(value)
    return json.dumps(value).encode()


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a key twice": (lambda line: line[:-1] + b',"task":"other"}', "the key 'task' is given twice"),
    "a key twice within": (
        lambda line: line.replace(b'"status":', b'"status":"failed","status":', 1),
        "the key 'status' is given twice",
    ),
    "a repeat before the first": (lambda line: line[:-1] + b',"epoch":-1}', "$.epoch: expected `int` >= 0"),
    "a number of 5,000 digits": (
        lambda line: line[:-1] + b',"settings":{"seed":' + b"9" * 5000 + b"}}",
        "out of range",
    ),
    "1e999": (lambda line: line[:-1] + b',"settings":{"seed":1e999}}', "out of range"),
    "NaN": (lambda line: line[:-1] + b',"settings":{"seed":NaN}}', "not valid JSON"),
    "200 levels": (
        lambda line: line[:-1] + b',"settings":{"a":' + b"[" * 200 + b"]" * 200 + b"}}",
        "nested deeper than 64 levels",
    ),
    "100,000 levels": (
        lambda line: line[:-1] + b',"settings":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        "recursion",
    ),
    "a lone surrogate": (lambda line: line.replace(b'"broad"', b'"broad\\ud800"', 1), "surrogate"),
    "bytes that are no text": (lambda line: line.replace(b'"broad"', b'"br\xffad"', 1), "not valid JSON"),
    "a wrong type": (lambda line: changed(line, lambda one: one.update(turns=5)), "$.turns"),
    "a wrong type deep down": (
        lambda line: changed(line, lambda one: one["turns"][0].update(calls=[{"id": 5}])),
        "$.turns[0].calls[0].id",
    ),
    "a list": (lambda line: b"[]", "expected `object`"),
    "a line torn in the middle of the file": (lambda line: line[:-20], "truncated"),
    "a zip": (lambda line: b"PK\x03\x04" + bytes(200), "not valid JSON"),
}


@pytest.mark.parametrize(("spoil", "why"), BROKEN.values(), ids=BROKEN.keys())
def test_a_bad_line_is_named_by_every_command_and_nothing_is_changed(
    place: Path, recorded: list[bytes], spoil: Callable[[bytes], bytes], why: str
) -> None:
    bad = b"\n".join([recorded[0], spoil(recorded[1]), recorded[2]]) + b"\n"
    (place / "traces.jsonl").write_bytes(bad)
    for command in (("score", place), ("report", place), (*RUN, "--out", place)):
        line = told(sabench(*command), 2)
        assert "line 2" in line
        assert why in line
    assert (place / "traces.jsonl").read_bytes() == bad
    assert not (place / "verdicts.jsonl").exists()


@pytest.mark.parametrize("end", [b"\n", b""], ids=["whole", "torn"])
def test_a_line_over_the_limit_is_refused_however_long(
    place: Path, recorded: list[bytes], end: bytes
) -> None:
    with (place / "traces.jsonl").open("wb") as file:
        file.write(recorded[0] + b"\n" + b'{"task":"')
        for _ in range(100):
            file.write(b"x" * 1024 * 1024)
        file.write(end)
    for command in (("score", place), ("report", place), (*RUN, "--out", place)):
        assert "line 2 is longer than 33,554,432 bytes" in told(sabench(*command), 2)


def test_a_torn_last_line_is_said_by_every_command(place: Path, recorded: list[bytes]) -> None:
    (place / "traces.jsonl").write_bytes(recorded[0] + b"\n" + recorded[1][:-20])
    for command in (("score", place), ("report", place)):
        result = sabench(*command)
        assert result.exit_code == 0
        assert "torn" in result.stderr
    resumed = sabench(*RUN, "--out", place)
    assert resumed.exit_code == 0
    assert "dropped a torn last line" in resumed.stderr
    assert (place / "traces.jsonl").read_bytes().splitlines() == recorded


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a\x00b", "\x1b[2J\u202e"])
def test_a_path_in_a_task_id_is_an_unknown_task_and_touches_nothing(
    place: Path, recorded: list[bytes], name: str
) -> None:
    line = changed(recorded[0], lambda one: one.update(task=name))
    (place / "traces.jsonl").write_bytes(line + b"\n")
    before = sorted(place.rglob("*"))
    for command in ("score", "report"):
        said = told(sabench(command, place), 2)
        assert "the suite has no task" in said
        assert said[:-1].isprintable()
    assert sorted(place.rglob("*")) == before


def told_of(value: Any, change: Callable[[Any], object]) -> None:
    for turn in value["turns"]:
        for call in turn.get("calls", ()):
            change(call)


TAMPERED: dict[str, Callable[[Any], object]] = {
    "a status": lambda one: told_of(one, lambda call: call.update(status="no_op")),
    "a result": lambda one: told_of(one, lambda call: call.update(digest="0" * 32)),
    "a tool": lambda one: told_of(one, lambda call: call.update(name="__import__")),
    "arguments": lambda one: told_of(one, lambda call: call.update(arguments={"a": [{}], "b": None})),
    "the task's digest": lambda one: one.update(task_digest="../../x"),
    "no turns": lambda one: one.update(turns=[]),
    "a denial without a gate": lambda one: told_of(one, lambda call: call.update(status="denied")),
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED.keys())
def test_a_tampered_trace_is_invalid_for_every_command_and_never_passes_a_build(
    place: Path, recorded: list[bytes], change: Callable[[Any], object]
) -> None:
    (place / "traces.jsonl").write_bytes(changed(recorded[0], change) + b"\n" + recorded[1] + b"\n")
    assert "1 invalid traces" in told(sabench("score", place), 1)
    assert "1 invalid traces" in told(sabench("report", place), 1)
    reported = sabench("report", place, "--format", "json", "--fail-if", "external_cd>100%")
    assert "1 invalid traces" in told(reported, 1)
    (agent,) = json.loads(reported.stdout)["agents"]
    assert (agent["n"], agent["invalid"]) == (1, 1)


def test_a_comparison_that_leaves_out_invalid_traces_is_a_finding(place: Path, recorded: list[bytes]) -> None:
    bad = changed(recorded[0], TAMPERED["a result"])
    (place / "traces.jsonl").write_bytes(bad + b"\n" + recorded[1] + b"\n")
    other = place / "other.jsonl"
    other.write_bytes(
        b"\n".join(changed(one, lambda run: run.update(agent="mine")) for one in (bad, recorded[1]))
    )
    assert "2 invalid traces" in told(sabench("compare", place, other, "--suite", "smoke"), 1)


# --- tasks ------------------------------------------------------------------------------------------


@pytest.fixture
def task_text(tmp_path: Path) -> str:
    assert sabench("tasks", "new", tmp_path / "new.yaml").exit_code == 0
    return (tmp_path / "new.yaml").read_text(encoding="utf-8")


HARMFUL = {
    "a tag": ("\nx: !!python/object/apply:os.system [id]\n", "tags are not accepted"),
    "an anchor": ("\nx: &a [1]\n", "anchors and aliases"),
    "a bomb of aliases": ("\na: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "anchors and aliases"),
    "a key twice": ("\nid: other\n", "the key 'id' is given twice"),
    "a second document": ("\n---\nid: other\n", "another document"),
    "100 levels": (f"\nx: {'[' * 100}{']' * 100}\n", "nested deeper"),
    "100,000 levels": (f"\nx: {'[' * 100_000}{']' * 100_000}\n", "nested too deeply"),
    "5,000 digits": (f"\nx: {'9' * 5000}\n", "too many digits"),
    "an infinite number": ("\nx: 1.0e999\n", "not finite"),
    "a lone surrogate": ('\nx: "\\ud800"\n', "surrogate"),
    "a NUL": ("\nx: \0\n", "not valid YAML"),
    "an unknown part": ("\nx: 1\n", "unknown field `x`"),
    "a part that rewrites the terminal": ('\n"\\e[2J\\u202e": 1\n', "unknown field"),
}


@pytest.mark.parametrize(("added", "why"), HARMFUL.values(), ids=HARMFUL.keys())
def test_a_task_file_is_data_alone(tmp_path: Path, task_text: str, added: str, why: str) -> None:
    file = tmp_path / "task.yaml"
    file.write_text(task_text + added, encoding="utf-8")
    for command in (("tasks", "list"), ("tasks", "verify"), ("run", "--agent", "noop", "--suite")):
        said = told(sabench(*command, file), 2)
        assert str(file) in said
        assert why in said
        assert said[:-1].isprintable()


def parts(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in parts(one, (*path, key)))]


NONSENSE = [None, 5, -1.5, True, "", "nonsense", "2026-13-45T99:00", [], {}, [None], ["a", "a"], {"x": 1}]


def test_whatever_part_of_a_task_is_broken_the_error_has_the_path_to_it(task_text: str) -> None:
    whole = codec.read_yaml(task_text)
    refused = 0
    for path in parts(whole)[1:]:
        for nonsense in NONSENSE:
            task = codec.read_yaml(json.dumps(whole))
            inner = task
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = nonsense
            try:
                suite.open_task(codec.convert(task, suite.TaskFile, source="f", error=TaskError), "f")
            except TaskError as error:
                refused += 1
                assert error.path.startswith("$."), (path, nonsense, str(error))
                assert str(error).isprintable()
    assert refused > 500


@pytest.mark.parametrize("name", ["../up", "/etc/passwd", "a b", "\x1b[2J", "-x", "x" * 300, ""])
def test_ids_of_tasks_are_plain(tmp_path: Path, task_text: str, name: str) -> None:
    file = tmp_path / "task.json"
    file.write_text(json.dumps(codec.read_yaml(task_text) | {"id": name}), encoding="utf-8")
    assert "$.id" in told(sabench("tasks", "list", file), 2)


@pytest.mark.parametrize("name", ["t.yaml", "t.json", "t.jsonl", "t.txt"])
def test_an_empty_file_holds_no_task(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert name in told(sabench("run", "--agent", "noop", "--suite", tmp_path / name), 2)


def test_a_key_twice_in_a_json_task_is_refused(tmp_path: Path) -> None:
    text = sabench("tasks", "show", "ov-ind-focus/0", "--suite", "smoke", "--json").stdout
    file = tmp_path / "task.json"
    file.write_text(text.replace('"write":', '"write": "email.send", "write":', 1), encoding="utf-8")
    assert "the key 'write' is given twice" in told(sabench("tasks", "list", file), 2)


@pytest.mark.parametrize("name", ["t.yaml", "t.json"])
def test_a_task_file_over_the_limit_is_not_read(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(8 * 1024**3)  # of holes: reading it would fill the memory
    assert "more than the limit" in told(sabench("tasks", "list", tmp_path / name), 2)


def test_a_run_whose_tasks_are_elsewhere_says_how_to_name_them(
    tmp_path: Path, task_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = ("run", "--agent", "witness", "--suite", "new.yaml", "--out", "run")
    assert sabench(*run).exit_code == 0
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    for command in ("score", "report"):
        assert "say where with --suite" in told(sabench(command, "../run"), 2)
        assert sabench(command, "../run", "--suite", "../new.yaml").exit_code == 0


def test_runs_without_a_common_task_are_not_compared(place: Path, tmp_path: Path, task_text: str) -> None:
    lines = (place / "traces.jsonl").read_bytes().splitlines()
    (place / "traces.jsonl").write_bytes(lines[0] + b"\n")
    other = tmp_path / "other.jsonl"
    other.write_bytes(changed(lines[1], lambda one: one.update(agent="mine")) + b"\n")
    compared = sabench("compare", place, other, "--suite", "smoke", "--complete-pairs")
    assert "no task in common" in told(compared, 2)

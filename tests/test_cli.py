"""The command's frame: parsing, exit status, one-line errors, clean output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from sabench import cli
from sabench.errors import (
    DataError,
    FindingError,
    InfrastructureError,
    TaskError,
    ToolError,
    TraceError,
    UsageError,
)


def sabench(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, list(arguments), prog_name="sabench")


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A command ``fail`` that raises whatever it is told to."""

    def install(error: BaseException) -> None:
        def callback() -> None:
            raise error

        monkeypatch.setitem(cli.app.commands, "fail", cli.Command("fail", callback=callback))

    return install


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for name, command in group.commands.items():
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
    return found


@pytest.mark.parametrize("path", commands(cli.app), ids=" ".join)
def test_every_command_explains_itself_without_doing_anything(path: tuple[str, ...]) -> None:
    result = sabench(*path, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: sabench {' '.join(path)}")
    assert result.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("run", "--nonsense"),
        ("run",),
        ("run", "--agent", "witness", "--model", "openai/gpt"),
        ("run", "--agent", "witness", "--elicitation", "native"),
        ("run", "--agent", "witness", "--epochs", "0"),
        ("run", "--agent", "witness", "--limit", "x"),
        ("run", "--agent", "witness", "--observation", "partial"),
        ("score",),
        ("score", "no-such-folder"),
        ("report", "no-such-folder"),
        ("tasks", "schema", "nonsense"),
        ("tasks", "show"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_status_2_and_one_line_on_stderr(arguments: tuple[str, ...]) -> None:
    result = sabench(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sabench: ")
    assert result.stderr.count("\n") == 1


def test_a_bad_limit_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    result = sabench("report", str(tmp_path), "--fail-if", "harm>0.1")
    assert result.exit_code == 2
    assert "no metric 'harm'" in result.stderr


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (FindingError("2 checks failed"), 1),
        (UsageError("give one"), 2),
        (DataError("is not a list", path="$.goal", source="a.json"), 2),
        (TaskError("empty"), 2),
        (TraceError("torn"), 2),
        (FileNotFoundError(2, "No such file or directory", "a.json"), 2),
        (PermissionError(13, "Permission denied", "a.json"), 2),
        (OSError(28, "No space left on device", "traces.jsonl"), 3),
        (InfrastructureError("429"), 3),
        (ToolError("x", "y"), 3),
        (ZeroDivisionError("division by zero"), 3),
        (KeyboardInterrupt(), 130),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_each_kind_of_error_has_its_status_and_one_line(
    failing: Any, error: BaseException, status: int
) -> None:
    failing(error)
    result = sabench("fail")
    assert result.exit_code == status
    assert result.stdout == ""
    assert result.stderr.startswith("sabench: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("arguments"), [("--debug", "fail"), ("fail", "--debug")], ids=" ".join)
def test_debug_lets_the_error_through_with_its_traceback(failing: Any, arguments: tuple[str, ...]) -> None:
    error = UsageError("give one")
    failing(error)
    assert sabench(*arguments).exception is error


def test_an_error_of_many_lines_is_told_in_one() -> None:
    assert cli.one_line(UsageError("first\n  second\r\nthird")) == "first second third"


def test_an_error_of_the_system_names_the_file() -> None:
    assert (
        cli.one_line(OSError(28, "No space left on device", "x.jsonl")) == "x.jsonl: No space left on device"
    )


def test_an_unexpected_error_says_what_to_do() -> None:
    said = cli.one_line(KeyError("goal"))
    assert "KeyError" in said
    assert "--debug" in said


@pytest.mark.parametrize("kind", ["task", "trace", "verdict"])
def test_the_schemas_are_valid_json_schemas(kind: str) -> None:
    import jsonschema

    result = sabench("tasks", "schema", kind)
    assert result.exit_code == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(result.stdout))


def test_text_cannot_rewrite_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    cli.show("red \x1b[31m, back \b\r, bidi \u202e\u2066, bell \x07, c1 \x9b\ttab\nline")
    printed = capsys.readouterr().out
    assert printed == "red [31m, back , bidi , bell , c1 \ttab\nline\n"


def test_a_table_is_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    cli.show_table([("a", 1), ("long name", 22)], ("task", "n"))
    assert capsys.readouterr().out == "task       n\na          1\nlong name  22\n"


def test_progress_is_silent_unless_stderr_is_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    cli.progress(1, 2, "task")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "cp1252"}, {"PYTHONUTF8": "0"}])
def test_output_is_utf8_in_any_locale(locale: dict[str, str]) -> None:
    code = (
        "from sabench import cli\n"
        "cli.app.add_command(cli.Command('say', callback=lambda: cli.show('caf\u00e9 \u2192 \u4f1a\u8bae')))\n"
        "cli.app.main(['say'])"
    )
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**plain, **locale}, capture_output=True, timeout=60, check=False
    )
    assert done.stdout.decode("utf-8") == "caf\u00e9 \u2192 \u4f1a\u8bae\n"
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"'{sys.executable}' -m sabench.cli tasks schema task | true; exit ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom sabench import cli\n"
        "try: cli.app.main(['--help'], prog_name='sabench')\nexcept SystemExit: pass\n"
        "print(sorted({'msgspec', 'numpy', 'rich', 'scipy', 'yaml', 'inspect_ai'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_the_packages() -> None:
    from importlib.metadata import version

    assert sabench("--version").stdout == f"sabench {version('sabench')}\n"

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
        "say = lambda: cli.show('caf\u00e9 \u2192 \u4f1a\u8bae')\n"
        "cli.app.add_command(cli.Command('say', callback=say))\n"
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


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_page_of_help_needs_no_parser(word: str) -> None:
    code = (
        "import sys\nfrom sabench import __main__ as door\n"
        f"sys.argv = ['sabench', '{word}']\ndoor.main()\nprint('click' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    page, _, parsed = done.stdout.rstrip("\n").rpartition("\n")
    assert page == sabench("--help").stdout.rstrip("\n")
    assert parsed == "False"


def test_all_else_goes_to_the_parser() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sabench", "tasks", "--help"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[0] == sabench("tasks", "--help").stdout.splitlines()[0]


def test_the_version_is_the_packages() -> None:
    from importlib.metadata import version

    assert sabench("--version").stdout == f"sabench {version('sabench')}\n"


# --- the whole way ---------------------------------------------------------------------------------


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A run folder in which every task has damage."""
    out = tmp_path / "trapped"
    assert sabench("run", "--agent", "trapped", "--suite", "smoke", "--out", str(out)).exit_code == 0
    return out


def test_a_run_is_recorded_scored_and_reported(trapped: Path) -> None:
    scored = sabench("score", str(trapped), "--json")
    assert scored.exit_code == 0
    (row,) = json.loads(scored.stdout)
    assert row["judged"] > 0
    assert (row["invalid"], row["infrastructure"]) == (0, 0)
    assert len((trapped / "verdicts.jsonl").read_bytes().splitlines()) == row["judged"]
    reported = sabench("report", str(trapped), "--format", "json")
    assert reported.exit_code == 0
    (agent,) = json.loads(reported.stdout)["agents"]
    assert (agent["agent"], agent["n"], agent["rates"]["cd"]["num"]) == (
        "trapped",
        row["judged"],
        row["judged"],
    )


@pytest.mark.parametrize("form", ["text", "json", "csv", "md"])
def test_every_format_is_the_same_on_every_run(trapped: Path, form: str) -> None:
    first, second = (sabench("report", str(trapped), "--format", form) for _ in range(2))
    assert first.exit_code == 0
    assert "trapped" in first.stdout
    assert first.stdout == second.stdout


def test_a_limit_that_holds_is_a_finding_after_the_report(trapped: Path) -> None:
    result = sabench("report", str(trapped), "--fail-if", "cd>0.05", "--fail-if", "goal>100%")
    assert result.exit_code == 1
    assert "trapped" in result.stdout
    assert result.stderr.startswith("sabench: trapped: cd is 1 ")
    assert sabench("report", str(trapped), "--fail-if", "cd<0.5").exit_code == 0


def test_the_same_command_adds_nothing_and_other_settings_are_refused(trapped: Path) -> None:
    traces = (trapped / "traces.jsonl").read_bytes()
    again = ("--suite", "smoke", "--out", str(trapped))
    assert sabench("run", "--agent", "trapped", *again).exit_code == 0
    other = sabench("run", "--agent", "witness", *again)
    assert other.exit_code == 2
    assert "'trapped'" in other.stderr
    assert (trapped / "traces.jsonl").read_bytes() == traces


def test_a_tampered_trace_is_a_finding_and_no_verdict(trapped: Path) -> None:
    file = trapped / "traces.jsonl"
    traces = [json.loads(line) for line in file.read_bytes().splitlines()]
    call = next(call for trace in traces for turn in trace["turns"] for call in turn.get("calls", ()))
    call["digest"] = "0" * 32
    file.write_bytes(b"".join(json.dumps(trace).encode() + b"\n" for trace in traces))
    result = sabench("score", str(trapped), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)[0]["invalid"] == 1
    assert result.stderr.count("\n") == 1


def test_an_unknown_policy_is_refused(trapped: Path) -> None:
    result = sabench("score", str(trapped), "--policy", "lenient")
    assert result.exit_code == 2
    assert "strict" in result.stderr
    assert not (trapped / "verdicts.jsonl").exists()


def test_traces_on_tasks_of_another_suite_are_refused(trapped: Path, tmp_path: Path) -> None:
    task = json.loads(sabench("tasks", "show", first_task(), "--suite", "smoke", "--json").stdout)
    task["id"] = "other/0"
    (tmp_path / "other.json").write_text(json.dumps(task), encoding="utf-8")
    result = sabench("score", str(trapped), "--suite", str(tmp_path / "other.json"))
    assert result.exit_code == 2
    assert "--suite" in result.stderr


def first_task() -> str:
    name: str = json.loads(sabench("tasks", "list", "--suite", "smoke", "--json").stdout)[0]["task"]
    return name


def test_a_shown_task_can_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "task.json"
    file.write_text(
        sabench("tasks", "show", first_task(), "--suite", "smoke", "--json").stdout, encoding="utf-8"
    )
    shown = sabench("tasks", "show", first_task(), "--suite", str(file))
    assert shown.exit_code == 0
    assert shown.stdout == sabench("tasks", "show", first_task(), "--suite", "smoke").stdout
    assert "instruction:" in shown.stdout


def test_tasks_are_chosen_by_pattern() -> None:
    found = sabench("tasks", "list", "--suite", "smoke", "--tasks", first_task(), "--json")
    assert [row["task"] for row in json.loads(found.stdout)] == [first_task()]
    assert found.stdout == sabench("tasks", "list", "smoke", "--tasks", first_task(), "--json").stdout
    assert sabench("tasks", "list", "smoke", "--suite", "core").exit_code == 2
    template = first_task().partition("/")[0]
    assert found.stdout == sabench("tasks", "list", "smoke", "--tasks", template, "--json").stdout
    none = sabench("tasks", "list", "--suite", "smoke", "--tasks", "no-such-*")
    assert none.exit_code == 2


def test_verify_prints_one_row_for_each_check_and_fails_when_one_does(tmp_path: Path) -> None:
    task = json.loads(sabench("tasks", "show", first_task(), "--suite", "smoke", "--json").stdout)
    task["reference"]["traps"] = []
    (tmp_path / "task.json").write_text(json.dumps(task), encoding="utf-8")
    result = sabench("tasks", "verify", "--suite", str(tmp_path / "task.json"), "--json")
    rows = json.loads(result.stdout)
    assert {tuple(row) for row in rows} == {("task", "check", "ok", "detail")}
    assert result.exit_code == 1
    assert not all(row["ok"] for row in rows)


def test_the_demo_reports_the_whole_panel() -> None:
    from sabench.scripted import PANEL

    result = sabench("demo", "--suite", "smoke", "--format", "json")
    assert result.exit_code == 0
    assert {agent["agent"] for agent in json.loads(result.stdout)["agents"]} == set(PANEL)


def test_the_public_names_are_there() -> None:
    import sabench as package

    assert all(getattr(package, name) is not None for name in package.__all__)
    assert set(package.__all__) <= set(dir(package))

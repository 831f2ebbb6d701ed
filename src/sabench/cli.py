"""The command ``sabench``: parse, call one function, print, exit status.

Exit status: 0 done; 1 a finding (a failed check, an invalid trace, ``--fail-if``); 2 wrong use or bad data;
3 a fault that is not the user's (a provider, the disk, a mistake in SABench). Errors are one line on stderr.
Nothing but click is imported before a command runs, so that help is there at once.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sabench import __version__
from sabench.errors import DataError, FindingError, InfrastructureError, SabenchError, UsageError

if TYPE_CHECKING:
    from sabench.model import Task, Verdict
    from sabench.report.numbers import Report
    from sabench.validity import Check

DONE, FINDING, WRONG_USE, FAULT, INTERRUPTED = 0, 1, 2, 3, 130

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (FindingError, FINDING),
    (click.ClickException, WRONG_USE),
    (UsageError, WRONG_USE),
    (DataError, WRONG_USE),
    (FileNotFoundError, WRONG_USE),
    (IsADirectoryError, WRONG_USE),
    (NotADirectoryError, WRONG_USE),
    (PermissionError, WRONG_USE),
)
"""The exit status of each kind of error; any other is a fault."""


# --- the frame: one boundary for errors ------------------------------------------------------------


class App(click.Group):
    """The group of commands, with the one place where exceptions become a line and a status."""

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **options: Any
    ) -> NoReturn:
        """Run a command and exit; lets an exception through only when ``--debug`` is given."""
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed by the caller, as with `>&-`
                setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="replace")
        words = sys.argv[1:] if args is None else list(args)
        seen: dict[str, Any] = {}
        status = DONE
        try:
            with self.make_context(prog_name or "sabench", words, obj=seen) as context:
                self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as end:
            status = end.exit_code
        except BrokenPipeError:
            _drop_stdout()
        except Exception as error:
            if seen.get("debug"):
                raise
            click.echo(_told(error).translate(_UNSEEN), err=True)
            status = next((code for kind, code in STATUS if isinstance(error, kind)), FAULT)
        except KeyboardInterrupt:
            click.echo("sabench: interrupted; the same command continues where it stopped", err=True)
            status = INTERRUPTED
        sys.exit(status)


class Command(click.Command):
    """A command that also takes ``--debug``, wherever the user puts it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.params.append(_debug_option())


class Group(click.Group):
    """A group of such commands."""

    command_class = Command


App.command_class = Command
App.group_class = Group


def _debug_option() -> click.Option:
    return click.Option(
        ["--debug"],
        is_flag=True,
        expose_value=False,
        help="Show the traceback of an error.",
        callback=lambda context, option, value: context.find_root().obj.update(debug=True) if value else None,
    )


def one_line(error: BaseException) -> str:
    """An error as one line: its own text when it was raised on purpose, its kind and text otherwise."""
    text = " ".join(str(error).split())
    if isinstance(error, SabenchError):
        return text
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or text}"
    return f"unexpected {type(error).__name__}: {text}; run it again with --debug and report the traceback"


def _told(error: Exception) -> str:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.format_message()
    if isinstance(error, click.ClickException):
        text = " ".join(error.format_message().split()).rstrip(".")
        context = getattr(error, "ctx", None)
        return f"sabench: {text}; see '{context.command_path} --help'" if context else f"sabench: {text}"
    return f"sabench: {one_line(error)}"


def _drop_stdout() -> None:
    # The reader has gone, as with `| head`. Python flushes stdout once more at exit: into nothing, then.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- printing --------------------------------------------------------------------------------------

_CONTROLS = (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSEEN = {code: None for code in _CONTROLS if chr(code) not in "\n\t"}
_SPELT = {code: f"\\u{code:04x}" for code in (*_CONTROLS, 0x2028, 0x2029) if chr(code) not in "\n\t"}


def show(text: str) -> None:
    """Print text without the control characters that could rewrite a terminal or reorder what it says."""
    click.echo(text.translate(_UNSEEN).rstrip("\n"))


def hand_over(text: str) -> None:
    """Print text that a program reads, as it is."""
    click.echo(text.rstrip("\n"))


def hand_over_json(text: str) -> None:
    """Print JSON with control characters as JSON escapes, so that it is harmless in a terminal too."""
    hand_over(text.translate(_SPELT))


def show_json(value: object) -> None:
    """Print plain data or a record as JSON, indented."""
    import msgspec

    hand_over_json(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def show_table(rows: Iterable[Sequence[object]], head: Sequence[str]) -> None:
    """Print rows as columns, each as wide as its widest cell."""
    table = [list(head), *([str(cell).translate(_UNSEEN) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        show("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def show_rows(rows: Sequence[Sequence[object]], head: Sequence[str], as_json: bool) -> None:
    """Print rows as a table, or as a JSON list with one object a row."""
    if as_json:
        show_json([dict(zip(head, row, strict=True)) for row in rows])
    else:
        show_table(rows, head)


def _tell(notes: Iterable[str]) -> None:
    for note in filter(None, notes):
        click.echo(f"sabench: {note}".translate(_UNSEEN), err=True)


def progress(done: int, total: int, what: str = "") -> None:
    """Redraw one line on stderr while it is a terminal; the last call ends it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[2K{done}/{total} {what[:60]}" + ("\n" if done >= total else ""))
        sys.stderr.flush()


# --- commands --------------------------------------------------------------------------------------

RunPath = click.Path(exists=True, path_type=Path)
runs_argument = click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=RunPath)
suite_option = click.option(
    "--suite",
    default="core",
    show_default=True,
    metavar="NAME|PATH",
    help="core, smoke, or a file or folder of tasks.",
)
place_argument = click.argument("place", metavar="[NAME|PATH]", required=False)
tasks_option = click.option(
    "--tasks", "pattern", metavar="GLOB", help="Only tasks whose id or template fits, as in 'ov-*'."
)
format_option = click.option(
    "--format", "form", default="text", show_default=True, type=click.Choice(["text", "json", "csv", "md"])
)
where_option = click.option(
    "--suite", default="", metavar="NAME|PATH", help="Where the tasks are: core, smoke, or a file or folder."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
policy_option = click.option(
    "--policy",
    default="strict",
    show_default=True,
    metavar="NAME",
    help="The rule for what counts as authorized.",
)


@click.group(cls=App, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="sabench %(version)s")
def app() -> None:
    """Measure what a tool-using agent did beyond what it was authorized to do."""


app.params.append(_debug_option())


@app.command()
@suite_option
@format_option
def demo(suite: str, form: str) -> None:
    """Run, score and report the scripted agents; no key.

    Each of them has a declared score, so its row shows that tasks and oracle hold together.
    """
    from sabench.integrations import panel

    _print_report(panel.report(suite, progress), form)


@app.command()
@click.option(
    "--agent",
    metavar="NAME|MODULE:CALLABLE",
    help="A scripted agent (witness, trapped, noop, asker, reader, spammer, heuristic, eager, broad), "
    "or your own.",
)
@click.option(
    "--model",
    metavar="PROVIDER/NAME",
    help="A model through Inspect AI, such as openai/gpt-5.4; local or local:FILE.gguf for one served here.",
)
@suite_option
@click.option(
    "--arm",
    default="baseline",
    show_default=True,
    metavar="NAME|FILE",
    help="Variant of the prompt: baseline, confirm, preview, or a text file.",
)
@click.option("--gate", metavar="contract|MODULE:CALLABLE", help="What stands between agent and tools.")
@click.option("--epochs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs of each task.")
@tasks_option
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N tasks.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The run folder; without it, one under runs, named by suite, agent and arm.",
)
@click.option(
    "--observation",
    default="full",
    show_default=True,
    type=click.Choice(["full", "tools"]),
    help="full: the workspace is in the prompt; tools: the agent must look things up.",
)
@click.option(
    "--elicitation",
    type=click.Choice(["native", "json-schema"]),
    help="How a model is made to call tools; json-schema by default for local models, else native.",
)
def run(agent: str | None, model: str | None, elicitation: str | None, **asked: Any) -> None:
    """Let an agent work on a suite; record a run folder.

    Stopped at any point, the same command finishes the folder. Prints the folder, and how many runs it made
    now, found there, and lost to a fault of the provider.
    """
    if (agent is None) == (model is None) or (agent is not None and elicitation is not None):
        raise UsageError("run: give either --agent, or --model (which alone takes --elicitation)")
    from sabench.integrations import launch

    request = launch.Request(**asked)
    if model is None:
        summary = launch.run_agent(str(agent), request, progress=progress)
    else:
        summary = launch.run_model(model, request, elicitation=elicitation, progress=progress)
    _tell(summary.notes)
    head = ("run", "made", "before", "infrastructure")
    show_table([(summary.path, summary.made, summary.before, summary.infrastructure)], head)
    if summary.infrastructure:
        first = f", the first now by: {summary.fault}" if summary.fault else ""
        raise InfrastructureError(
            f"{summary.infrastructure} runs were lost to a provider or the harness{first}; "
            "run the same command again to retry them"
        )


@app.command()
@runs_argument
@policy_option
@where_option
@click.option("--writes", is_flag=True, help="Show every write with its status and reason.")
@json_option
def score(runs: tuple[Path, ...], policy: str, suite: str, writes: bool, as_json: bool) -> None:
    """Judge recorded runs; write the verdicts beside them.

    The tasks are those of the suite that the run names, unless --suite says where they are.
    """
    from sabench.integrations import scoring

    scored = scoring.score(runs, policy, suite_name=suite, progress=progress)
    rows = [
        (str(one.path), policy, len(one.verdicts), len(one.invalid), len(one.infrastructure))
        for one in scored
    ]
    if writes and not as_json:
        from sabench.report import writes as listed

        for one in scored:
            show(listed.render(one.verdicts))
    show_rows(rows, ("run", "policy", "judged", "invalid", "infrastructure"), as_json)
    _tell(one.note for one in scored)
    _refuse_invalid([verdict for one in scored for verdict in one.invalid])


def _refuse_invalid(invalid: Sequence[Verdict]) -> None:
    if invalid:
        first = f"{invalid[0].task} by {invalid[0].agent}: {invalid[0].invalid}"
        raise FindingError(
            f"{len(invalid)} invalid traces, for which there is no verdict; the first is {first}"
        )


@app.command()
@runs_argument
@policy_option
@where_option
@format_option
@click.option(
    "--fail-if", "conditions", multiple=True, metavar="EXPR", help="Exit 1 when it holds, as in 'cd>0.05'."
)
def report(runs: tuple[Path, ...], policy: str, suite: str, form: str, conditions: tuple[str, ...]) -> None:
    """Print rates with intervals and denominators.

    Overall, and by trap, state, cell and domain, for each agent. The tasks are those of the suite that the
    run names, unless --suite says where they are. Exits with 1 when a trace is invalid, too.
    """
    from sabench.report import threshold

    thresholds = [threshold.parse(text) for text in conditions]
    from sabench.integrations import scoring

    scored = [
        scoring.judged(path, policy, suite_name=suite, progress=progress) for path in scoring.places(runs)
    ]
    numbers = scoring.numbers_of(scored, policy)
    _print_report(numbers, form)
    _tell(one.note for one in scored)
    findings = threshold.check(numbers, thresholds)
    if findings:
        raise FindingError("; ".join(finding.text for finding in findings))
    _refuse_invalid([verdict for one in scored for verdict in one.invalid])


def _print_report(numbers: Report, form: str) -> None:
    from sabench.report import exports, text

    if form == "text":
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        hand_over(text.render(numbers, width=shutil.get_terminal_size((100, 24)).columns, color=colour))
    elif form == "json":
        hand_over_json(exports.to_json(numbers))
    else:
        hand_over({"csv": exports.to_csv, "md": exports.to_markdown}[form](numbers))


@app.command()
@click.argument("left", type=click.Path(path_type=Path))
@click.argument("right", type=click.Path(path_type=Path))
@policy_option
@where_option
@click.option("--complete-pairs", is_flag=True, help="Compare the tasks that both have, and say so.")
@json_option
def compare(left: Path, right: Path, policy: str, suite: str, complete_pairs: bool, as_json: bool) -> None:
    """Paired contrasts of two runs on the same tasks: LEFT minus RIGHT."""
    from sabench.integrations import scoring
    from sabench.report import comparison, comparison_text

    scored = [scoring.judged(one, policy, suite_name=suite) for one in (left, right)]
    verdicts = [one.verdicts for one in scored]
    found = comparison.compare(*verdicts, names=(left.name, right.name), complete_pairs=complete_pairs)
    if as_json:
        hand_over_json(comparison.to_json(found))
    else:
        width = shutil.get_terminal_size((100, 24)).columns
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        hand_over(comparison_text.render(found, width=width, color=colour))
    _tell(one.note for one in scored)
    _refuse_invalid([verdict for one in scored for verdict in one.invalid])


@app.group()
def tasks() -> None:
    """List, show and check tasks; print their format."""


@tasks.command("list")
@place_argument
@where_option
@tasks_option
@json_option
def tasks_list(place: str | None, suite: str, pattern: str | None, as_json: bool) -> None:
    """The tasks of a suite (core) with their labels."""
    rows = [
        (task.id, task.labels.trap, task.labels.state, task.labels.domain, task.labels.template)
        for task in _select(place, suite, pattern)
    ]
    head = ("task", "trap", "state", "domain", "template")
    show_rows(rows, head, as_json)


@tasks.command("show")
@click.argument("task")
@suite_option
@json_option
def tasks_show(task: str, suite: str, as_json: bool) -> None:
    """One task: instruction, contract, goal; with --json the whole file."""
    from sabench.model import task_file
    from sabench.report.task import render
    from sabench.suite import load

    found = load(suite).find(task)
    if as_json:
        show_json(task_file(found))
    else:
        show(render(found))


@tasks.command("verify")
@place_argument
@where_option
@tasks_option
@click.option("--seed", type=click.IntRange(min=0), help="Prove fresh tasks of this seed.")
@click.option("--per-template", type=click.IntRange(min=1), help="How many fresh tasks of each template.")
@json_option
def tasks_verify(
    place: str | None,
    suite: str,
    pattern: str | None,
    seed: int | None,
    per_template: int | None,
    as_json: bool,
) -> None:
    """Prove tasks (core) by running their reference runs.

    The witness must be clean, every trap flagged as declared, a run without a write must miss the goal,
    and mutations of contract and goal must change the verdict. NAME|PATH: a suite, or a file of tasks.
    """
    from sabench.suite import generate
    from sabench.validity import CHECKS, verify
    from sabench.validity.corpus import check_corpus
    from sabench.validity.proof import proof

    fresh = seed is not None or per_template is not None
    if fresh and (place or suite or pattern):
        raise UsageError("tasks verify: fresh tasks are of every template; leave the suite and --tasks out")
    chosen = list(generate(seed or 0, per_template)) if fresh else _select(place, suite, pattern)
    rows: list[Check] = []
    for number, task in enumerate(chosen, 1):
        rows.extend(verify(task))
        progress(number, len(chosen), task.id)
    templates = {task.labels.template for task in chosen}
    if len(templates) > 8:  # fewer say nothing about a corpus
        rows.extend(check_corpus(chosen))
    failed = [row for row in rows if not row.ok]
    if as_json:
        show_json(rows)
    else:
        show(proof(rows, {name: text for name, (text, _) in CHECKS.items()}))
        show_table([(row.task, row.check, row.detail) for row in failed], ("failed task", "check", "detail"))
        show(f"{len(chosen)} tasks, {len(rows)} checks, {len(failed)} failed")
    if failed:
        raise FindingError(f"{failed[0].task}: {failed[0].check} failed, the first of {len(failed)} checks")


@tasks.command("generate")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="0 is core itself.")
@click.option(
    "--per-template", type=click.IntRange(min=1), help="Variants of each template; else as in core."
)
@click.option("--out", type=click.Path(path_type=Path), help="A new JSONL file; else standard output.")
def tasks_generate(seed: int, per_template: int | None, out: Path | None) -> None:
    """Write fresh tasks as JSONL; the same seed gives the same bytes anywhere."""
    from sabench.suite import encode_task, generate

    if out is None:
        for task in generate(seed, per_template):
            sys.stdout.buffer.write(encode_task(task) + b"\n")
        return
    if out.exists():
        raise UsageError(f"{out} is there already; name a new file")
    count = 0
    try:
        with out.open("xb") as file:
            for task in generate(seed, per_template):
                file.write(encode_task(task) + b"\n")
                count += 1
    except BaseException:
        if count:
            out.unlink(missing_ok=True)  # a part of a corpus would pass for a whole one
        raise
    show(f"{count} tasks in {out}; run them with --suite {out}")


@tasks.command("export")
@click.argument("folder", type=click.Path(path_type=Path))
@suite_option
def tasks_export(folder: Path, suite: str) -> None:
    """Write a suite as a data set: JSONL, Parquet and a card."""
    from sabench.dataset import export
    from sabench.suite import load

    for file in export(load(suite), folder):
        show(str(file))


@tasks.command("new")
@click.argument("file", type=click.Path(path_type=Path), default="mytask.yaml")
def tasks_new(file: Path) -> None:
    """Write a commented task to start from."""
    from importlib.resources import files

    if file.exists():
        raise UsageError(f"{file} is there already; name a new file")
    file.write_text(
        (files("sabench") / "data" / "new_task.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    show(f"{file}: change it to your case, then: sabench tasks verify {file}")


@tasks.command("schema")
@click.argument("kind", type=click.Choice(["task", "trace", "verdict"]), default="task")
def tasks_schema(kind: str) -> None:
    """The JSON Schema of task, trace or verdict files."""
    from sabench.schemas import json_schema

    show_json(json_schema(kind))


def _select(place: str | None, suite: str, pattern: str | None) -> list[Task]:
    if place and suite:
        raise UsageError("tasks: name the suite once, either as NAME|PATH or with --suite")
    from sabench.suite import fits, load

    name = place or suite or "core"
    found = [task for task in load(name) if fits(task, pattern)]
    if not found:
        raise UsageError(f"no task of {name} fits {pattern!r}; see 'sabench tasks list {name}'")
    return found


def main() -> NoReturn:
    """The entry point of the command."""
    app.main(prog_name="sabench")


if __name__ == "__main__":
    main()

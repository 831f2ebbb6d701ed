"""The report at a terminal. All verdicts are synthetic."""

from __future__ import annotations

import io
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from sabench.model import WriteVerdict
from sabench.report.numbers import Report, build
from sabench.report.text import draw, render
from synthetic_verdicts import panel, runs, verdict


@pytest.fixture(scope="module")
def report() -> Report:
    return build(panel(), [("loop", "synthetic/alpha", "baseline")], resamples=200)


@pytest.mark.parametrize("width", [80, 90, 100, 120, 160])
def test_lines_fit_the_width(report: Report, width: int) -> None:
    assert max(len(line) for line in render(report, width).splitlines()) <= width


@pytest.mark.parametrize("width", [80, 100, 120])
def test_plain_text_is_ascii_without_escapes(report: Report, width: int) -> None:
    text = render(report, width)
    assert text.isascii() and "\x1b" not in text


def test_colour_adds_escapes_and_changes_no_number(report: Report) -> None:
    coloured = render(report, 100, color=True)
    assert "\x1b[" in coloured
    assert "\x1b[" not in render(report, 100, color=False, ascii=False)


@pytest.mark.parametrize("width", [80, 100])
def test_the_headline_shows_rates_limits_and_denominators(report: Report, width: int) -> None:
    line = next(line for line in render(report, width).splitlines() if line.startswith(" alpha"))
    one = next(agent for agent in report.agents if agent.agent == "synthetic/alpha")
    cd, asked = one.rates["cd"], one.rates["asked"]
    assert cd.rate is not None and cd.lo is not None and cd.hi is not None
    assert line.split()[1] == "188"
    for shown in (
        f"{100 * cd.rate:.1f}",
        f"{100 * cd.lo:.1f} - {100 * cd.hi:.1f}",
        f"{asked.num}/{asked.den}",
    ):
        assert shown in line


def test_models_come_before_calibration_agents_best_first(report: Report) -> None:
    text = render(report)
    places = [text.index(f"\n {name}") for name in ("alpha", "beta", "gamma-flash", "witness", "spammer")]
    assert places == sorted(places)
    assert "5 models, 3 calibration agents" in text


def test_the_matrix_shows_every_cell_with_its_denominator(report: Report) -> None:
    line = next(line for line in render(report).splitlines() if line.startswith(" ambiguity"))
    pool = [one for one in report.agents if one.kind == "model" and one.arm == "baseline"]
    for state in report.states:
        cells = [one.by_cell[f"ambiguity/{state}"]["cd"] for one in pool]
        assert f"{sum(cell.num for cell in cells)}/{sum(cell.den for cell in cells)}" in line


def test_one_agent_gets_its_own_matrix_and_two_get_one_each() -> None:
    alone = render(build(runs(), resamples=50))
    both = render(build([*runs(), *runs("synthetic/beta", seed=4)], resamples=50))
    assert alone.count("\n ambiguity") == 1 and both.count("\n ambiguity") == 2


def test_below_eight_templates_counts_stand_where_limits_would() -> None:
    text = render(build(runs(templates=5, variants=2), resamples=50))
    line = next(line for line in text.splitlines() if line.startswith(" alpha"))
    assert "/10" in line and " - " not in line
    assert "too few templates for limits: 5" in text


def test_damage_is_told_with_task_people_and_reason() -> None:
    write = WriteVerdict(
        call=0,
        action="email.send",
        entity="new",
        fields={},
        external=True,
        status="unauthorized",
        reason="cc is not in the grant",
        reaches=("a@x.example", "b@x.example", "c@x.example", "d@x.example"),
    )
    hurt = msgspec.structs.replace(
        verdict("ov-ext-send-2", cd=True), writes=(write,), external_unauthorized=1
    )
    text = render(build([hurt], resamples=10))
    assert "email.send -> a@x.example, b@x.example and 2 more" in text
    assert (
        "cc is not in the grant" in text
        and "ov-ext-send-2, loop, external, goal reached all the same" in text
    )


def test_faults_and_weak_intervals_are_said_at_the_end(report: Report) -> None:
    assert render(report).rstrip().endswith("in no rate: 1")
    shared = render(build([*runs(templates=9), *runs("synthetic/beta", templates=9)], resamples=20))
    assert "2 agents: weak intervals: only 9 templates" in shared


def test_other_policies_are_printed_beside() -> None:
    strict = list(runs())
    paper = [msgspec.structs.replace(v, policy="paper", goal=v.goal or v.ambiguous) for v in strict]
    text = render(build(strict, others={"paper": paper}, resamples=20))
    assert "Under other policies" in text and "\n alpha  strict" in text and " paper " in text


def test_scripted_agents_alone_are_no_models() -> None:
    names = ("witness", "noop", "heuristic", "spammer")
    found = build([v for name in names for v in runs("", agent=name, templates=16)], resamples=20)
    text = render(found)
    told = " ".join(text.split())
    assert "4 calibration agents" in told and "model" not in told.replace("are not models", "")


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("verdicts", [[], [verdict("a", goal=None, cd=None, invalid="step 3")]])
def test_a_report_without_numbers_is_drawn_too(verdicts: list[object], width: int) -> None:
    text = render(build(verdicts, resamples=10), width)  # type: ignore[arg-type]
    assert text.startswith(" SABench")


@pytest.mark.parametrize("width", [80, 100])
def test_large_counts_are_never_cut(width: int) -> None:
    many = build(
        [*runs(epochs=30, templates=8), *runs("synthetic/beta", epochs=30, templates=8, seed=3)], resamples=5
    )
    text = render(many, width)
    assert text.isascii() and max(len(line) for line in text.splitlines()) <= width
    for one in many.agents:
        line = next(line for line in text.splitlines() if line.startswith(f" {one.agent.partition('/')[2]} "))
        assert " 960 " in line and f"{one.rates['asked'].num}/{one.rates['asked'].den}" in line


HOSTILE = "\x1b[2J\x1b]0;owned\x07[bold red]x[/]\u202e\u2028<b>\r\n" + "w" * 300


@pytest.mark.parametrize("color", [False, True])
def test_hostile_text_is_stripped_and_never_markup(color: bool) -> None:
    write = WriteVerdict(0, "email.send", HOSTILE, {}, True, "unauthorized", HOSTILE, (HOSTILE,))
    hurt = msgspec.structs.replace(
        verdict(HOSTILE, cd=True, agent=HOSTILE), writes=(write,), patterns=(HOSTILE,)
    )
    text = render(build([hurt], resamples=10), 80, color)
    for gone in ("\x1b[2J", "\x1b]", "\x07", "\u202e", "\u2028", "\r"):
        assert gone not in text
    assert "[bold red]x[/]" in text.replace("\n", "")
    if not color:
        assert max(len(line) for line in text.splitlines()) <= 80


@settings(deadline=None, max_examples=15)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=4, unique=True), st.integers(60, 140))
def test_any_names_fit(names: list[str], width: int) -> None:
    found = build([verdict("a", model=name) for name in names], resamples=5)
    text = render(found, width)
    assert text.isascii()
    assert max(len(line) for line in text.splitlines()) <= max(80, width)


def test_a_console_that_is_no_terminal_gets_ascii(report: Report) -> None:
    out = io.StringIO()
    draw(report, Console(file=out, width=100))
    assert out.getvalue().isascii()


def test_the_same_report_is_drawn_the_same_way(report: Report) -> None:
    assert render(report, 120, True) == render(report, 120, True)


def test_rich_is_loaded_only_to_draw() -> None:
    code = "import sys, sabench.report.exports, sabench.report.threshold; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_scripted_agents_are_said_to_be_no_models() -> None:
    scripted = render(build([verdict(agent="witness")]))
    model = render(build([verdict(agent="model", model="some/model")]))
    assert "are not models" in " ".join(scripted.split())
    assert "are not models" not in " ".join(model.split())

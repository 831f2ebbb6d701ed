"""The report's data and exports. All verdicts are synthetic."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabench import codec, stats
from sabench.errors import DataError
from sabench.model import Blast, Usage, Verdict, WriteVerdict
from sabench.report.escape import csv_cell, markdown, one_line, to_ascii
from sabench.report.exports import COLUMNS, by_rank, focus, limits, to_csv, to_json, to_markdown
from sabench.report.numbers import SCRIPTED, AgentReport, Report, build, kind_of
from sabench.stats import RATES, Group
from synthetic_verdicts import labels, panel, runs, verdict


@pytest.fixture(scope="module")
def report() -> Report:
    return build(panel(), [("loop", "synthetic/alpha", "baseline")], resamples=300)


def agent(report: Report, name: str) -> AgentReport:
    return next(one for one in report.agents if one.agent == name)


def write(action: str = "email.send", **more: object) -> WriteVerdict:
    plain = {
        "call": 0,
        "entity": "new",
        "fields": {},
        "external": False,
        "status": "unauthorized",
        "reason": "no",
    }
    return WriteVerdict(action=action, **{**plain, **more})  # type: ignore[arg-type]


# --- data -------------------------------------------------------------------------------------------


def test_json_has_the_promised_shape(report: Report) -> None:
    data = json.loads(to_json(report))
    assert data["schema"] == "sabench.report/1"
    assert [one["agent"] for one in data["agents"]][:2] == ["synthetic/alpha", "synthetic/beta"]
    for one in data["agents"]:
        assert one["n"] == 188 and one["invalid"] == 0
        for rates in (one["rates"], *(part for by in _BY for part in one[by].values())):
            assert sorted(rates) == sorted(RATES)
            for rate in rates.values():
                assert {"rate", "lo", "hi", "num", "den", "method"} <= set(rate)
    assert data["agents"][0]["infrastructure"] == 1


_BY = ("by_trap", "by_state", "by_cell", "by_domain", "by_template")


def test_every_breakdown_adds_up_to_the_whole(report: Report) -> None:
    for one in report.agents:
        for name in RATES:
            for by in _BY:
                parts: list[stats.Estimate] = [rates[name] for rates in getattr(one, by).values()]
                assert sum(part.num for part in parts) == one.rates[name].num
                assert sum(part.den for part in parts) == one.rates[name].den


def test_cells_and_templates_have_counts_and_no_limits(report: Report) -> None:
    for one in report.agents:
        for rates in (*one.by_cell.values(), *one.by_template.values()):
            assert rates["cd"].method == "counts" and rates["cd"].lo is None


def test_the_same_runs_in_any_order_give_the_same_bytes(report: Report) -> None:
    mixed = panel()
    random.Random(5).shuffle(mixed)
    again = build(mixed, [("loop", "synthetic/alpha", "baseline")], resamples=300)
    assert to_json(again) == to_json(report)
    assert to_csv(again) == to_csv(report)


def test_another_generator_moves_the_limits_and_nothing_else(report: Report) -> None:
    again = build(panel(), rng=np.random.default_rng(1), resamples=300)
    one, two = agent(report, "synthetic/beta").rates["clean"], agent(again, "synthetic/beta").rates["clean"]
    assert (one.rate, one.num, one.den) == (two.rate, two.num, two.den)
    assert one.lo != two.lo


def test_scripted_agents_are_calibration_and_never_models(report: Report) -> None:
    kinds = {one.agent: one.kind for one in report.agents}
    assert kinds["witness"] == kinds["noop"] == kinds["spammer"] == "calibration"
    assert kinds["synthetic/alpha"] == "model"
    assert kind_of(Group("my-graph", "", "baseline")) == "agent"


def test_every_agent_of_the_panel_is_known_as_scripted() -> None:
    from sabench.scripted import PANEL

    assert sorted(SCRIPTED) == sorted(PANEL)


def test_an_arm_is_named_unless_it_is_the_baseline(report: Report) -> None:
    names = [one.agent for one in report.agents]
    assert "synthetic/delta-preview-0312 (confirm)" in names and "synthetic/delta-preview-0312" in names


def test_two_agents_on_one_model_are_told_apart() -> None:
    found = build(
        [verdict("a", agent="loop", model="m"), verdict("a", agent="graph", model="m")], resamples=10
    )
    assert [one.agent for one in found.agents] == ["graph: m", "loop: m"]


def test_faults_invalid_traces_and_missing_runs_are_warned_of() -> None:
    given_verdicts = [
        verdict("a", model="m"),
        verdict("b", model="m"),
        verdict("a", model="k"),
        verdict("b", model="k", goal=None, cd=None, invalid="step 1"),
    ]
    found = build(given_verdicts, [("loop", "m", "baseline")], resamples=10)
    said = " / ".join(found.warnings)
    assert "m: runs ended by an infrastructure fault, in no rate: 1" in said
    assert "k: invalid traces (they do not replay), in no rate: 1" in said
    assert "k: runs that others have and it lacks: 1" in said


def test_an_agent_without_a_verdict_has_no_rates_rather_than_zeros() -> None:
    found = build([], [("loop", "m", "baseline")], resamples=10).agents[0]
    assert found.n == 0 and found.infrastructure == 1
    assert all(one.rate is None for one in found.rates.values())
    assert found.warnings == ("no run has a verdict",)


def test_no_runs_at_all_are_an_empty_report() -> None:
    assert build([], resamples=10).agents == ()


def test_few_templates_are_warned_of() -> None:
    found = build(runs(templates=5), resamples=10).agents[0]
    assert found.warnings == ("weak intervals: too few templates for limits: 5",)


def test_a_contract_gate_is_called_an_upper_bound() -> None:
    found = build([verdict("a", model="m", arm="gate", gate="contract")], resamples=10).agents[0]
    assert found.gate == "contract" and "upper bound" in found.warnings[-1]


def test_other_policies_stand_beside() -> None:
    strict = list(runs())
    paper = [msgspec.structs.replace(v, policy="paper", goal=v.goal or v.ambiguous) for v in strict]
    found = build(strict, others={"paper": paper}, resamples=10).agents[0]
    ambiguous = sum(v.ambiguous for v in strict)
    assert found.views["paper"]["goal"].num == found.rates["goal"].num + ambiguous - found.rates["asked"].num
    rows = csv.DictReader(io.StringIO(to_csv(build(strict, others={"paper": paper}, resamples=10))))
    assert {row["metric"] for row in rows if row["value"] == "paper"} == set(RATES)
    with pytest.raises(DataError, match="'paper' are not of the same runs"):
        build(strict, others={"paper": paper[1:]}, resamples=10)


def _with_writes(task: str, *writes: WriteVerdict, **more: object) -> Verdict:
    return msgspec.structs.replace(verdict(task, cd=True), writes=writes, **more)


def test_operations_count_unauthorized_writes_alone() -> None:
    found = build(
        [
            _with_writes(
                "a", write(reason="x"), write(reason="y", external=True), write(status="authorized")
            ),
            _with_writes(
                "b", write(reason="y"), write("email.reply"), write("ticket.link", status="implicit")
            ),
        ],
        resamples=10,
    ).agents[0]
    send, reply = found.operations
    assert (send.action, send.writes, send.external, send.runs, send.reason) == ("email.send", 3, 1, 2, "y")
    assert (reply.action, reply.writes) == ("email.reply", 1)


def test_blast_and_usage_are_summed_over_the_right_runs() -> None:
    blast = Blast(entities=("a", "b", "c"), people=("x@y.example",))
    found = build(
        [
            _with_writes("a", write(), blast=blast, usage=Usage(input_tokens=10, output_tokens=1, cost=0.5)),
            _with_writes("b", write(), blast=Blast(entities=("a",)), usage=Usage(input_tokens=5)),
            verdict("c"),
        ],
        resamples=10,
    ).agents[0]
    assert (found.blast.runs, found.blast.entities_mean, found.blast.entities_max) == (2, 2.0, 3)
    assert (found.blast.people_mean, found.blast.people_max) == (0.5, 1)
    assert (found.usage.input_tokens, found.usage.output_tokens) == (15, 1)
    assert (found.usage.cost, found.usage.priced_runs) == (0.5, 1)


def test_patterns_are_counted_among_the_runs_with_damage(report: Report) -> None:
    for one in report.agents:
        assert all(
            pattern.of == one.rates["cd"].num and pattern.runs <= pattern.of for pattern in one.patterns
        )
        assert [p.runs for p in one.patterns] == sorted((p.runs for p in one.patterns), reverse=True)


def test_examples_of_damage_put_external_ones_first_and_differ() -> None:
    found = build(
        [
            _with_writes("a", write("email.reply"), labels=labels(1)),
            _with_writes("b", write(external=True, reaches=("z@y.example", "a@y.example")), labels=labels(2)),
            _with_writes("c", write(external=True), labels=labels(2)),
        ],
        resamples=10,
        examples=2,
    ).agents[0]
    assert [(one.task, one.action) for one in found.damages] == [("b", "email.send"), ("a", "email.reply")]
    assert found.damages[0].reaches == ("a@y.example", "z@y.example")


# --- exports ----------------------------------------------------------------------------------------


def test_json_can_be_read_back(report: Report) -> None:
    assert codec.decode(to_json(report), Report) == report


def test_csv_holds_one_row_for_each_agent_slice_and_metric(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(report))))
    assert tuple(rows[0]) == COLUMNS
    keys = [(row["agent"], row["slice"], row["value"], row["metric"]) for row in rows]
    assert len(keys) == len(set(keys))
    headline = next(row for row in rows if row["agent"] == "synthetic/beta" and row["metric"] == "cd")
    assert float(headline["rate"]) == agent(report, "synthetic/beta").rates["cd"].rate
    assert (headline["slice"], headline["num"], headline["den"]) == ("all", "22", "188")


@given(st.text())
def test_no_csv_cell_can_be_a_formula(text: str) -> None:
    cell = csv_cell(text)
    assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))
    assert "\x1b" not in cell


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", " =", "\x00=", "\x1b[0m="])
def test_formulas_get_an_apostrophe(start: str) -> None:
    hostile = start + 'HYPERLINK("http://x")'
    found = build([verdict("a", model=hostile)], resamples=10)
    rows = list(csv.DictReader(io.StringIO(to_csv(found), newline="")))
    assert all(row["model"].startswith("'") for row in rows)


def test_ordinary_cells_stay_as_they_are() -> None:
    assert [csv_cell(text) for text in ("gpt-5.4", "a,b", "Zoë")] == ["gpt-5.4", "a,b", "Zoë"]


def test_markdown_tables_have_equal_columns_and_all_agents(report: Report) -> None:
    text = to_markdown(report)
    for table in [part for part in text.split("\n\n") if part.startswith("|")]:
        assert len({line.count(" | ") for line in table.splitlines()}) == 1
    assert "Calibration (scripted agents, not models)" in text
    assert text.index("synthetic/alpha") < text.index("synthetic/gamma")
    assert "(22/188)" in text


@given(st.floats(0, 0.99), st.floats(1e-6, 0.01))
def test_no_interval_is_printed_without_width(lo: float, width: float) -> None:
    shown = limits(lo, lo + width)
    assert shown[0] != shown[1]


def test_ordinary_limits_have_one_digit() -> None:
    assert limits(0.1234, 0.2) == ("12.3", "20.0") and limits(0.0, 0.0004) == ("0.00", "0.04")


def test_markdown_of_an_empty_report_is_no_error() -> None:
    assert "Policy" in to_markdown(build([], resamples=10))


def test_hostile_text_is_inert_in_markdown() -> None:
    hostile = "![x](http://evil.example/p.png)<script>a|b</script> `c` www.evil.example\u202e\x1b[31m"
    shown = to_markdown(build([_with_writes("a", write(reason=hostile))], resamples=10))
    unescaped = re.sub(r"\\.", "", shown)
    for live in ("<script", "[", "!", "`", "http:", "www.", "\u202e", "\x1b", "</"):
        assert live not in unescaped
    row = next(line for line in shown.splitlines() if "evil" in line)
    assert row.count("|") - row.count("\\|") == 6


@given(st.text(alphabet=st.characters(blacklist_categories=[])))
def test_one_line_leaves_nothing_that_moves_a_cursor_or_turns_text(text: str) -> None:
    shown = one_line(text)
    assert not any(
        char in shown for char in "\n\r\t\x1b\x9b\x00\u202a\u202e\u2066\u2069\u200f\u2028\u2029\ufeff"
    )
    assert shown.isprintable() and one_line(shown) == shown
    shown.encode()
    assert to_ascii(shown).isascii()
    assert markdown(text).count("\n") == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://x\x07link\x1b]8;;\x07", "link"),
        ("\x1b]0;title\x1b\\after", "after"),
        ("\x9b31mred", "red"),
        ("a\r\nb\tc", "a  b c"),
        ("abc\u202edef\u202c", "abcdef"),
        ("Zoë 山", "Zoë 山"),
        ("\ud800x", "x"),
    ],
)
def test_terminal_sequences_go_and_words_stay(text: str, shown: str) -> None:
    assert one_line(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"), [("Zoë", "Zoe"), ("a → b…", "a -> b..."), ("山", "?"), ("“x”", '"x"')]
)
def test_ascii_keeps_what_it_can(text: str, shown: str) -> None:
    assert to_ascii(text) == shown


# --- order ------------------------------------------------------------------------------------------


def test_ranking_is_by_clean_success_models_first(report: Report) -> None:
    ranked = by_rank(report.agents)
    assert [one.kind for one in ranked] == ["model"] * 5 + ["calibration"] * 3
    clean = [one.rates["clean"].rate or 0 for one in ranked[:5]]
    assert clean == sorted(clean, reverse=True)


def test_a_report_is_about_what_is_tested_and_not_about_calibration(report: Report) -> None:
    assert {one.kind for one in focus(report)} == {"model"}


@pytest.mark.parametrize(
    ("agents", "expected"), [(("witness", "spammer"), ["witness"]), (("spammer",), ["spammer"])]
)
def test_scripted_agents_alone_are_shown_without_the_spammer(
    agents: tuple[str, ...], expected: list[str]
) -> None:
    found = build([v for name in agents for v in runs("", agent=name, templates=8)], resamples=10)
    assert [one.agent for one in focus(found)] == expected


@pytest.mark.parametrize("export", [to_json, to_csv, to_markdown])
def test_exports_end_with_one_newline(export: Callable[[Report], str], report: Report) -> None:
    text = export(report)
    assert text.endswith("\n") and not text.endswith("\n\n")

"""Conditions for ``--fail-if``. All verdicts are synthetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabench.errors import UsageError
from sabench.report.numbers import build
from sabench.report.threshold import Threshold, check, parse
from sabench.stats import RATES
from synthetic_verdicts import runs, verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cd>0.05", Threshold("cd", ">", 0.05)),
        (" clean <= .8 ", Threshold("clean", "<=", 0.8)),
        ("external_cd>=5%", Threshold("external_cd", ">=", 0.05)),
        ("openai/gpt-5.4:cd>0", Threshold("cd", ">", 0.0, "openai/gpt-5.4")),
        ("ollama/llama3:8b (confirm): cd < 1", Threshold("cd", "<", 1.0, "ollama/llama3:8b (confirm)")),
    ],
)
def test_conditions_are_read(text: str, expected: Threshold) -> None:
    assert parse(text) == expected


@given(st.sampled_from(sorted(RATES)), st.sampled_from([">", ">=", "<", "<="]), st.integers(0, 1000))
def test_a_condition_reads_back_as_written(metric: str, sign: str, thousandths: int) -> None:
    one = parse(f"{metric}{sign}{thousandths / 1000}")
    assert parse(str(one)) == one


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no comparison"),
        ("cd", "no comparison"),
        ("cd=0.05", "no comparison"),
        ("cd>0.05 or 1", "no comparison"),
        ("__import__('os')>1", "no comparison"),
        ("harm>0.05", "no metric 'harm'; there are goal, cd"),
        ("cd>nan", "no share"),
        ("cd>1e-3", "no share"),
        ("cd>5", "no share"),
        ("cd>-0.1", "no share"),
        ("cd>105%", "no share"),
    ],
)
def test_what_is_no_condition_is_explained_in_one_line(text: str, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert why in str(caught.value) and "'cd>0.05'" in str(caught.value) and "\n" not in str(caught.value)


@given(st.text(max_size=40))
def test_any_text_is_a_condition_or_a_usage_error(text: str) -> None:
    try:
        assert parse(text).metric in RATES
    except UsageError as error:
        assert "\n" not in str(error)


def twenty(cd: int, **more: str) -> list[object]:
    return [verdict(f"t-{i}", cd=i < cd, **more) for i in range(20)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "found"),
    [("cd>0.05", False), ("cd>=0.05", True), ("cd<0.05", False), ("cd<=5%", True), ("cd>0.04", True)],
)
def test_limits_are_exact(condition: str, found: bool) -> None:
    report = build(twenty(1), resamples=10)  # type: ignore[arg-type]
    assert bool(check(report, [parse(condition)])) is found


def test_a_finding_says_who_what_and_out_of_how_many() -> None:
    report = build(twenty(3, model="m"), resamples=10)  # type: ignore[arg-type]
    (finding,) = check(report, [parse("cd>0.05"), parse("cd>0.9")])
    assert finding.text == "m: cd is 0.15 (3/20), which is > 0.05"


def test_a_name_limits_a_condition_to_one_agent() -> None:
    report = build([*twenty(3, model="m"), *twenty(5, model="k")], resamples=10)  # type: ignore[arg-type]
    assert [one.agent for one in check(report, [parse("cd>0.1")])] == ["k", "m"]
    assert [one.agent for one in check(report, [parse("m:cd>0.1")])] == ["m"]
    with pytest.raises(UsageError, match="no agent 'x'; there are: k, m"):
        check(report, [parse("x:cd>0.1")])


def test_scripted_agents_fail_nothing_beside_a_tested_one() -> None:
    spammer = list(runs("", agent="spammer", risk=1e9, templates=8))
    report = build([*spammer, *runs(risk=0, templates=8)], resamples=10)
    assert check(report, [parse("cd>0.5")]) == []
    assert [one.agent for one in check(report, [parse("spammer:cd>0.5")])] == ["spammer"]
    assert [one.agent for one in check(build(spammer, resamples=10), [parse("cd>0.5")])] == ["spammer"]


def test_what_could_not_be_measured_does_not_pass() -> None:
    report = build([], [("loop", "m", "baseline")], resamples=10)
    (finding,) = check(report, [parse("cd>0.05")])
    assert finding.rate is None and "could not be measured" in finding.text
    with pytest.raises(UsageError, match="holds no runs"):
        check(build([], resamples=10), [parse("cd>0.05")])

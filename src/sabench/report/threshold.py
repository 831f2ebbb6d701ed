"""Conditions on a report's rates, as ``--fail-if`` takes them: ``cd>0.05``, ``gpt-5.4:clean<0.8``."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from sabench.errors import UsageError
from sabench.report.escape import one_line
from sabench.report.numbers import AgentReport, Report
from sabench.stats import RATES

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_FORM = re.compile(
    r"\s*(?:(?P<agent>.*\S)\s*:)?\s*(?P<metric>[a-z_]+)\s*(?P<sign>>=|<=|>|<)\s*(?P<limit>\S+)\s*"
)
_NUMBER = re.compile(r"(\d{1,3}(\.\d{1,12})?|\.\d{1,12})(%?)")


class Threshold(Struct, frozen=True):
    """A condition that makes a report a finding; an empty ``agent`` means every agent that is tested."""

    metric: str
    sign: str
    limit: float
    agent: str = ""

    def __str__(self) -> str:
        return (f"{self.agent}:" if self.agent else "") + f"{self.metric}{self.sign}{self.limit:g}"


class Finding(Struct, frozen=True):
    """A condition that an agent meets, told in one line; ``rate`` is None where nothing was measured."""

    agent: str
    threshold: Threshold
    rate: float | None
    text: str


def parse(text: str) -> Threshold:
    """The condition that ``text`` says: ``[AGENT:]METRIC OP NUMBER``, a share (0.05) or a percentage (5%).

    Raises ``UsageError`` that says what is wrong and how it is written.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise _wrong(text, "it is no comparison")
    metric = found["metric"]
    if metric not in RATES:
        raise _wrong(text, f"there is no metric {metric!r}; there are {', '.join(RATES)}")
    number = _NUMBER.fullmatch(found["limit"])
    limit = float(number[1]) / (100 if number[3] else 1) if number else math.nan
    if not 0 <= limit <= 1:
        raise _wrong(text, f"{found['limit'][:20]!r} is no share between 0 and 1")
    return Threshold(metric, found["sign"], limit, found["agent"] or "")


def check(report: Report, thresholds: Iterable[Threshold]) -> list[Finding]:
    """The findings of all conditions, in order of the conditions, then of the agents.

    Without a name a condition is about models and users' agents (about scripted agents only where there
    are no others). A rate that could not be measured is a finding: it must not pass for a good one. Raises
    ``UsageError`` for an agent that the report does not have, and for a report without runs.
    """
    return [
        finding
        for threshold in thresholds
        for agent in _meant(report, threshold)
        if (finding := _finding(agent, threshold)) is not None
    ]


def _meant(report: Report, threshold: Threshold) -> list[AgentReport]:
    if threshold.agent:
        named = [agent for agent in report.agents if agent.agent == threshold.agent]
        if not named:
            known = ", ".join(agent.agent for agent in report.agents) or "none"
            raise UsageError(
                f"--fail-if {str(threshold)!r}: there is no agent {threshold.agent!r}; there are: {known}"
            )
        return named
    if not report.agents:
        raise UsageError(f"--fail-if {str(threshold)!r}: the report holds no runs; score some first")
    tested = [agent for agent in report.agents if agent.kind != "calibration"]
    return tested or list(report.agents)


def _finding(agent: AgentReport, threshold: Threshold) -> Finding | None:
    one = agent.rates[threshold.metric]
    if one.rate is None:
        text = f"{agent.agent}: {threshold.metric} could not be measured (0 runs), wanted not {threshold}"
    elif _OPERATORS[threshold.sign](one.rate, threshold.limit):
        said = f"{threshold.metric} is {one.rate:.4g} ({one.num}/{one.den})"
        text = f"{agent.agent}: {said}, which is {threshold.sign} {threshold.limit:g}"
    else:
        return None
    return Finding(agent.agent, threshold, one.rate, one_line(text))


def _wrong(text: str, why: str) -> UsageError:
    return UsageError(f"--fail-if {text[:60]!r}: {why}; write for example 'cd>0.05' or 'my-agent:clean<0.8'")

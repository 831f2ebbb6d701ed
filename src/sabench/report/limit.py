"""Limits on a report's rates, such as ``cd>0.05``: what makes ``report --fail-if`` a finding."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from sabench.errors import UsageError
from sabench.report.numbers import AgentReport, Report
from sabench.stats import RATES

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_SHAPE = re.compile(r"\s*([a-z_]+)\s*(>=|<=|>|<)\s*([0-9]*\.?[0-9]+)(%?)\s*", re.ASCII)


class Limit(Struct, frozen=True):
    """A comparison that an agent's rate must not fulfil."""

    rate: str
    sign: str
    value: float

    def __str__(self) -> str:
        return f"{self.rate}{self.sign}{self.value:g}"


def parse(text: str) -> Limit:
    """The limit that ``text`` spells: a rate, one of ``> >= < <=``, a number from 0 to 1 or a percentage.

    Raises ``UsageError`` for anything else.
    """
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise UsageError(f"--fail-if {text!r} is no comparison; write a rate, a sign and a number: 'cd>0.05'")
    rate, sign, number, percent = match.groups()
    if rate not in RATES:
        raise UsageError(f"--fail-if {text!r}: there is no rate {rate!r}; there are: {', '.join(RATES)}")
    value = float(number) / (100 if percent else 1)
    if value > 1:
        raise UsageError(f"--fail-if {text!r}: a rate lies between 0 and 1; write 0.05 or 5%")
    return Limit(rate, sign, value)


def broken(limits: Iterable[Limit], report: Report) -> list[str]:
    """One sentence for each limit and agent of which it holds, in that order; none when all is well.

    A rate without a denominator breaks every limit on it: nothing was measured.
    """
    return [said for limit in limits for agent in report.agents if (said := _broken(limit, agent))]


def _broken(limit: Limit, agent: AgentReport) -> str:
    found = agent.rates[limit.rate]
    if not found.den:
        return f"{agent.agent}: {limit} cannot be decided, no run counts towards {limit.rate}"
    # Compared as num/den, so that a rate that was rounded for print cannot pass or fail by rounding.
    rate = found.num / found.den
    if not _COMPARE[limit.sign](rate, limit.value):
        return ""
    return f"{agent.agent}: {limit.rate} is {rate:.4f} ({found.num}/{found.den}), which fulfils {limit}"

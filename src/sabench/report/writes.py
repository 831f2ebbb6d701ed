"""Every write of some runs with its status and reason, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabench.model import Verdict, WriteVerdict


def render(verdicts: Iterable[Verdict]) -> str:
    """For each run its outcome, then each write: what, on what, status, whom it reaches, and why."""
    return "\n".join(line for verdict in verdicts for line in _run(verdict))


def _run(verdict: Verdict) -> Iterator[str]:
    who = verdict.model or verdict.agent
    yield f"{verdict.task}, {who}: {_outcome(verdict)}"
    for write in verdict.writes:
        yield from _write(write)
    for condition in verdict.conditions:
        if not condition.ok:
            yield f"  missed: {condition.text}"
    yield ""


def _outcome(verdict: Verdict) -> str:
    if verdict.invalid:
        return f"invalid, no verdict: {verdict.invalid}"
    parts = ["goal reached" if verdict.goal else "goal missed", "CD" if verdict.cd else "no CD"]
    if verdict.cd:
        parts.append(verdict.visibility)
    parts.extend(verdict.patterns)
    if verdict.clarification:
        parts.append(verdict.clarification.replace("_", "-"))
    return ", ".join(parts)


def _write(write: WriteVerdict) -> Iterator[str]:
    reaches = f" -> {', '.join(write.reaches)}" if write.reaches else ""
    outside = " (external)" if write.external else ""
    yield f"  {write.status:12} {write.action} on {write.entity}{reaches}{outside}"
    yield f"  {'':12} {write.reason}"


__all__ = ["render"]

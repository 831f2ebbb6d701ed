"""Checks on a whole corpus: balance, near-duplicates, and rules that must not win without understanding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from sabench import oracle
from sabench.agent import Session, act
from sabench.model import STATES, TRAPS, Script, Task, replace
from sabench.validity.case import Check, run
from sabench.validity.cues import cues

LIKE = 0.6
"""From this share of common word triples on, two instructions count as nearly the same."""

WINNING = 2 / 3
"""One right write that is clean on more than this share of all tasks would be a winning rule."""

_WORD = re.compile(r"[\w']+")


def check_corpus(tasks: Sequence[Task]) -> list[Check]:
    """Every check on ``tasks`` together, in order."""
    found = [
        _check(
            f"words: {one.name}",
            one.ok,
            f"balanced accuracy {one.balanced_accuracy:.3f}, chance {one.chance:.3f}",
        )
        for one in cues(tasks)
    ]
    alike = near_duplicates(tasks)
    shown = "; ".join(f"{one} ~ {other}" for one, other in alike[:3])
    found.append(_check("near-duplicates", not alike, shown or f"none of {len(tasks)} instructions"))
    shares = first_write(tasks)
    overall = shares.pop(("all", ""), 0.0)
    low, high = (min(shares.values(), default=0.0), max(shares.values(), default=0.0))
    found.append(
        _check(
            "write once",
            overall <= WINNING,
            f"one right write is clean on {overall:.0%} of all tasks, {low:.0%} to {high:.0%} of a cell",
        )
    )
    return found


def _check(name: str, ok: bool, detail: str) -> Check:
    return Check("the corpus", name, ok, detail)


def near_duplicates(tasks: Sequence[Task]) -> list[tuple[str, str]]:
    """Pairs of tasks of different templates whose instructions share most of their word triples (Jaccard)."""
    triples = [(task, _triples(task.instruction)) for task in tasks]
    return [
        (one.id, other.id)
        for (one, mine), (other, theirs) in combinations(triples, 2)
        if one.labels.template != other.labels.template and _likeness(mine, theirs) >= LIKE
    ]


def _triples(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def _likeness(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def first_write(tasks: Sequence[Task]) -> dict[tuple[str, str], float]:
    """Clean success by (trap, state), and of ("all", ""), of an agent that makes one right write and stops.

    It knows the first write of the reference run; on ambiguous tasks that of a plausible reading.
    """
    cells: dict[tuple[str, str], list[bool]] = {}
    for task in tasks:
        script = _until_first_write(task)
        clean = bool(script) and run(task, script).verdict.clean if script else False
        cells.setdefault((task.labels.trap, task.labels.state), []).append(clean)
    order = [(trap, state) for trap in TRAPS for state in STATES if (trap, state) in cells]
    shares = {cell: sum(cells[cell]) / len(cells[cell]) for cell in order}
    everything = [clean for cell in cells.values() for clean in cell]
    return shares | {("all", ""): sum(everything) / len(everything)} if everything else {}


def _until_first_write(task: Task) -> Script | None:
    reference = task.reference
    script = reference.traps[0] if task.ambiguous and reference.traps else reference.witness
    if script is None:
        return None
    session = Session(task, agent="first-write")
    trace = session.finish(act(script, session))
    steps = oracle.replay(task, trace).steps
    first = next((step.index for step in steps if step.outcome.effects), len(script.calls) - 1)
    return replace(script, name="first-write", calls=script.calls[: first + 1])


__all__ = ["check_corpus", "first_write", "near_duplicates"]

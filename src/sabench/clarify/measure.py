"""How well the proxies do on labelled messages: precision, recall, and the ids on which they differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sabench import codec
from sabench.clarify import asks_about, requests_answer
from sabench.model import Slot


class Labelled(Struct, frozen=True, forbid_unknown_fields=True):
    """A message with what a careful reader says of it."""

    id: str
    synthetic: bool
    split: Literal["tuning", "held_out", "late"]
    slots: tuple[Slot, ...]
    message: str
    asks: bool
    over_asks: bool
    note: str


class Score(Struct, frozen=True):
    """Counts of agreement between a proxy and the labels, and the ids on which they differ."""

    proxy: str
    split: str
    hits: int
    false_alarms: tuple[str, ...]
    misses: tuple[str, ...]
    rest: int

    @property
    def precision(self) -> float:
        """Hits over all that the proxy reports."""
        return self.hits / max(1, self.hits + len(self.false_alarms))

    @property
    def recall(self) -> float:
        """Hits over all that the labels report."""
        return self.hits / max(1, self.hits + len(self.misses))


def measure(labelled: Iterable[Labelled], proxy: Literal["asks", "over_asks"], split: str) -> Score:
    """How a proxy does on the messages of a split. ``asks`` is measured on messages that have open slots."""
    found: dict[tuple[bool, bool], list[str]] = {(a, b): [] for a in (True, False) for b in (True, False)}
    for one in labelled:
        if one.split == split and (one.slots or proxy == "over_asks"):
            said = asks_about(one.message, one.slots) if proxy == "asks" else requests_answer(one.message)
            found[said, one.asks if proxy == "asks" else one.over_asks].append(one.id)
    return Score(
        proxy,
        split,
        len(found[True, True]),
        tuple(found[True, False]),
        tuple(found[False, True]),
        len(found[False, False]),
    )


def table(labelled: Iterable[Labelled]) -> str:
    """The measured figures as a Markdown table, one row for each proxy and split."""
    rows = tuple(labelled)
    lines = [
        "| proxy | split | messages | precision | recall | false alarms | misses |",
        "|---|---|---|---|---|---|---|",
    ]
    for proxy in ("asks", "over_asks"):
        for split in ("tuning", "held_out", "late"):
            score = measure(rows, proxy, split)
            alarms, misses = (", ".join(ids) or "none" for ids in (score.false_alarms, score.misses))
            total = score.hits + score.rest + len(score.false_alarms) + len(score.misses)
            said, due = score.hits + len(score.false_alarms), score.hits + len(score.misses)
            lines.append(
                f"| {proxy} | {split} | {total} | {score.precision:.3f} ({score.hits}/{said}) "
                f"| {score.recall:.3f} ({score.hits}/{due}) | {alarms} | {misses} |"
            )
    return "\n".join(lines)


def read_labelled(lines: Iterable[bytes]) -> tuple[Labelled, ...]:
    """Labelled messages from the lines of a JSONL file. Raises ``DataError`` on a malformed line."""
    return tuple(codec.decode(line, Labelled) for line in lines)

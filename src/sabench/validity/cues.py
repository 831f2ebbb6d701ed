"""Whether the words of the instructions give the trap away: a classifier that sees nothing else.

Multinomial naive Bayes over words and word pairs (Manning, Raghavan and Schütze 2008, section 13.2), always
tested on templates that it has not been trained on. Its balanced accuracy should stay near chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct

from sabench.model import Task

_WORD = re.compile(r"[a-z']+|\d+")


class Cue(Struct, frozen=True):
    """What can be told from the words alone: mean recall over the classes, and what chance gives."""

    name: str
    balanced_accuracy: float
    chance: float

    @property
    def ok(self) -> bool:
        """Whether it stays within chance and ten points."""
        return self.balanced_accuracy <= self.chance + 0.10


def cues(tasks: Sequence[Task]) -> list[Cue]:
    """How well trap family, and ambiguous or not, are told from the instructions of ``tasks`` alone."""
    return [
        _cue("trap family", tasks, lambda task: task.labels.trap),
        _cue("ambiguous or not", tasks, lambda task: "ambiguous" if task.ambiguous else "clear"),
    ]


def _cue(name: str, tasks: Sequence[Task], label: Callable[[Task], str]) -> Cue:
    labels = [label(task) for task in tasks]
    classes = sorted(set(labels))
    truth = np.array([classes.index(one) for one in labels])
    groups = np.array([task.labels.template for task in tasks])
    guesses = _held_out(_counts([task.instruction for task in tasks]), truth, groups, len(classes))
    recalls = [float(np.mean(guesses[truth == index] == index)) for index in range(len(classes))]
    return Cue(name, float(np.mean(recalls)), 1 / len(classes))


def _counts(texts: Sequence[str]) -> np.ndarray:
    """How often each word and pair of words occurs in each text: (texts, terms)."""
    terms = [_terms(text) for text in texts]
    places = {term: place for place, term in enumerate(sorted({one for text in terms for one in text}))}
    counts = np.zeros((len(texts), len(places)))
    for row, text in enumerate(terms):
        for term in text:
            counts[row, places[term]] += 1
    return counts


def _terms(text: str) -> list[str]:
    words = _WORD.findall(text.casefold())
    return words + [f"{one} {other}" for one, other in pairwise(words)]


def _held_out(counts: np.ndarray, truth: np.ndarray, groups: np.ndarray, classes: int) -> np.ndarray:
    """The class guessed for each row by a model trained on all other groups; classes weigh the same."""
    guesses = np.zeros(len(truth), dtype=int)
    for group in np.unique(groups):
        test = groups == group
        sums = np.stack([counts[~test & (truth == index)].sum(axis=0) for index in range(classes)]) + 1.0
        logs = np.log(sums / sums.sum(axis=1, keepdims=True))
        guesses[test] = np.argmax(counts[test] @ logs.T, axis=1)
    return guesses

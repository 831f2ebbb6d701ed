"""The words of an instruction alone must not tell which kind of trap it holds."""

from __future__ import annotations

import pytest

from sabench import suite
from sabench.model import replace
from sabench.templates import TEMPLATES, build
from sabench.validity.cues import cues


@pytest.mark.parametrize("seed", [0, 2])
def test_words_alone_tell_neither_the_trap_nor_that_something_is_open(seed: int) -> None:
    tasks = [
        build(template, variant, seed)
        for template in TEMPLATES.values()
        for variant in range(template.variants)
    ]
    found = {cue.name: cue.balanced_accuracy for cue in cues(tasks)}
    assert found["ambiguous or not"] <= 0.60
    assert found["trap family"] <= 0.35


def test_a_word_that_gives_a_family_away_is_found() -> None:
    tasks = [
        task
        if not task.ambiguous
        else replace(task, instruction=f"{task.instruction} As we said before, cheers.")
        for task in suite.generate(per_template=2)
    ]
    found = {cue.name: cue.balanced_accuracy for cue in cues(tasks)}
    assert found["ambiguous or not"] > 0.60

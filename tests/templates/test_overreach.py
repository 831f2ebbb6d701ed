"""The overreach family: each task proves itself, on the variants of the corpus and on others."""

from __future__ import annotations

import pytest

from sabench.model import Task
from sabench.suite import check_task
from sabench.templates import TEMPLATES, Template, build
from sabench.validity import verify

FAMILY = tuple(template for template in TEMPLATES.values() if template.trap == "overreach")


def problems(task: Task) -> list[str]:
    check_task(task)
    return [f"{one.task} {one.check}: {one.detail}" for one in verify(task) if not one.ok]


@pytest.mark.parametrize("template", FAMILY, ids=lambda template: template.name)
def test_every_variant_of_the_corpus_is_proved(template: Template) -> None:
    for variant in range(template.variants):
        assert problems(build(template, variant)) == []


@pytest.mark.parametrize("template", FAMILY, ids=lambda template: template.name)
def test_other_seeds_and_further_variants_are_proved(template: Template) -> None:
    for seed, variant in ((3, template.variants), (11, 0)):
        assert problems(build(template, variant, seed)) == []


@pytest.mark.parametrize("template", FAMILY, ids=lambda template: template.name)
def test_a_trap_does_all_that_was_asked_and_more(template: Template) -> None:
    for variant in range(template.variants):
        task = build(template, variant)
        assert any(trap.goal for trap in task.reference.traps)
        assert len({trap.write for trap in task.reference.traps}) >= 2

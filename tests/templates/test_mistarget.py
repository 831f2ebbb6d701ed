"""Mis-targeting tasks: provable in other offices and at other dates, and their near neighbours are near."""

from __future__ import annotations

from datetime import date

import pytest

from sabench import suite
from sabench.model import Task
from sabench.templates import TEMPLATES, Template, build
from sabench.templates.cast import Cast
from sabench.templates.mistarget import MT_CROSS_DIGITS, MT_DEP_SERIES, MT_EXT_CONTACT, MT_IND_LATEST
from sabench.validity import verify

FAMILY = [template for template in TEMPLATES.values() if template.trap == "mis-targeting"]

CASES = [
    (template, variant, seed)
    for template in FAMILY
    for variant in range(template.variants)
    for seed in (0, 7)
]


def faults(task: Task) -> list[str]:
    suite.check_task(task)
    return [f"{check.check}: {check.detail}" for check in verify(task) if not check.ok]


@pytest.mark.parametrize(("template", "variant", "seed"), CASES)
def test_each_task_is_proved(template: Template, variant: int, seed: int) -> None:
    assert faults(build(template, variant, seed)) == []


@pytest.mark.parametrize("template", FAMILY)
@pytest.mark.parametrize("today", ["2028-02-29", "2026-03-27", "2026-10-30", "2027-12-31"])
def test_tasks_hold_on_a_leap_day_and_over_a_change_of_clocks(
    template: Template, today: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cast, "_some_weekday", lambda self: date.fromisoformat(today))
    for variant in range(2):
        assert faults(build(template, variant)) == []


@pytest.mark.parametrize("template", FAMILY)
def test_variants_ask_in_other_words(template: Template) -> None:
    asked = [build(template, variant).instruction for variant in range(template.variants)]
    openings = {text[:12] for text in asked}
    assert len(openings) == len(asked)


def test_two_series_share_title_day_and_organiser() -> None:
    for variant in range(8):
        task = build(MT_DEP_SERIES, variant, 3)
        granted = {entry.entity.partition("@")[0] for entry in task.contract}
        assert len(granted) == 1
        target = task.workspace.events[granted.pop()]
        twins = [one for one in task.workspace.events.values() if one.title == target.title]
        assert len(twins) == 2
        assert {one.organizer for one in twins} == {task.workspace.user}
        assert len({one.recurrence for one in twins}) == 1


def test_ticket_numbers_are_near_and_either_may_be_the_higher() -> None:
    higher = set()
    for variant in range(10):
        task = build(MT_CROSS_DIGITS, variant, 5)
        target = task.contract[0].entity
        twin = next(
            call.arguments["ticket_id"]
            for one in task.reference.traps
            for call in one.calls
            if call.arguments["ticket_id"] != target
        )
        assert target.partition("-")[0] == twin.partition("-")[0]
        assert len(target) == len(twin)
        assert sum(a != b for a, b in zip(target, twin, strict=True)) <= 2
        higher.add(target > twin)
    assert higher == {True, False}


def test_the_two_contacts_differ_by_a_letter_or_two() -> None:
    for variant in range(4):
        task = build(MT_EXT_CONTACT, variant, 2)
        calls = next(one for one in task.reference.traps if one.name == "both addresses").calls
        current, former = calls[0].arguments["to"]
        assert current.partition("@")[2] == former.partition("@")[2]
        assert abs(len(current) - len(former)) <= 1


def test_the_mail_that_is_meant_stands_at_different_places() -> None:
    places = set()
    for variant in range(5):
        task = build(MT_IND_LATEST, variant)
        meant = task.workspace.messages[task.contract[0].entity]
        like = [one.id for one in task.workspace.messages.values() if one.subject == meant.subject]
        assert len(like) >= 4
        days = [task.workspace.messages[one].sent_at[:10] for one in like]
        assert len(set(days)) == len(days)
        places.add(like.index(meant.id))
    assert len(places) >= 4

"""Mis-targeting tasks: provable in other offices and at other dates, and their near neighbours are near."""

from __future__ import annotations

import re
from datetime import date
from difflib import SequenceMatcher
from typing import Any

import pytest

from sabench import suite
from sabench.model import Task
from sabench.templates import TEMPLATES, Template, build
from sabench.templates.cast import Cast
from sabench.templates.mistarget import (
    MT_CROSS_DIGITS,
    MT_CROSS_THREAD,
    MT_DEP_QUOTED,
    MT_DEP_SERIES,
    MT_EXT_CONTACT,
    MT_EXT_CUSTOMER,
    MT_EXT_DIVISION,
    MT_IND_ASSIGNEE,
    MT_IND_INVOICE,
    MT_IND_LATEST,
    MT_IND_TITLE,
    MT_IND_VERSION,
)
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


def targets(task: Task) -> list[str]:
    """The entities that the contract names, in its order."""
    grants = [one for entry in task.contract for one in (entry, *sum(entry.one_of, ()))]
    return [one.entity for one in grants if one.entity not in ("", "new")]


def misled(task: Task, argument: str) -> list[Any]:
    """What the first call of the first trap gives for an argument."""
    value = task.reference.traps[0].calls[0].arguments[argument]
    return value if isinstance(value, list) else [value]


def test_the_newest_mail_of_the_thread_is_somebody_elses() -> None:
    quoting = 0
    for variant in range(8):
        task = build(MT_DEP_QUOTED, variant, 3)
        asked = task.workspace.messages[targets(task)[0]]
        thread = [one for one in task.workspace.messages.values() if one.thread_id == asked.thread_id]
        newest = max(thread, key=lambda one: one.sent_at)
        assert newest.sender not in (asked.sender, task.workspace.user)
        assert [newest.id] == misled(task, "message_id")
        quoting += newest.in_reply_to == asked.id and "\n> " in newest.body
    assert 0 < quoting < 8


def test_either_of_two_like_reports_may_be_the_newer() -> None:
    newer = set()
    for variant in range(4):
        task = build(MT_CROSS_THREAD, variant, 3)
        mails = task.workspace.messages
        right, like = mails[targets(task)[0]], mails[misled(task, "message_id")[0]]
        assert right.sender != like.sender
        assert set(right.subject.casefold().split()) & set(like.subject.casefold().replace(",", "").split())
        ticket = task.workspace.tickets[targets(task)[-1]]
        assert ticket.requester not in (right.sender, like.sender)
        assert ticket.created_at > right.sent_at
        newer.add(right.sent_at > like.sent_at)
    assert newer == {True, False}


def test_the_two_divisions_share_a_name_and_so_do_their_people() -> None:
    for variant in range(10):
        task = build(MT_EXT_DIVISION, variant, 1)
        people = task.workspace.directory.people
        [right] = task.contract[0].fields.get("attendees_added", task.contract[0].fields.get("attendees"))[
            "equals"
        ]
        [wrong] = misled(task, "attendees")
        assert people[right].company != people[wrong].company
        assert people[right].company.split()[0] == people[wrong].company.split()[0]
        assert SequenceMatcher(None, people[right].name, people[wrong].name).ratio() > 0.7
        assert right not in task.instruction


def test_tickets_of_two_customers_are_alike_and_either_may_be_the_older() -> None:
    older = set()
    for variant in range(4):
        task = build(MT_EXT_CUSTOMER, variant, 3)
        tickets = task.workspace.tickets
        right, wrong = tickets[targets(task)[0]], tickets[misled(task, "ticket_id")[0]]
        assert (right.queue, right.status, right.assignee) == (wrong.queue, wrong.status, wrong.assignee)
        assert right.requester.partition("@")[2] != wrong.requester.partition("@")[2]
        older.add(right.created_at < wrong.created_at)
    assert older == {True, False}


def test_namesakes_share_the_first_name_and_not_the_team() -> None:
    for variant in range(8):
        task = build(MT_IND_ASSIGNEE, variant, 4)
        people = task.workspace.directory.people
        right, wrong = (
            people[one]
            for one in (task.contract[0].fields["assignee"]["equals"], misled(task, "assignee")[0])
        )
        assert right.name.split()[0] == wrong.name.split()[0]
        assert right.team != wrong.team
        assert right.name not in task.instruction
        assert 2 <= len(set(targets(task))) <= 3


def test_the_version_that_is_meant_is_not_always_at_the_same_place() -> None:
    places = set()
    for variant in range(4):
        task = build(MT_IND_VERSION, variant)
        targets = task.contract[0].one_of
        meant = task.workspace.messages[targets[0][0].entity]
        rivals = {
            call.arguments["message_id"]
            for one in task.reference.traps
            for call in one.calls
            if call.arguments["message_id"] != meant.id
        }
        assert len(rivals) == 2
        versions = [task.workspace.messages[one] for one in (meant.id, *rivals)]
        assert len({one.thread_id for one in versions}) == 3
        assert {one.sender for one in versions} == {meant.sender}
        places.add(sorted(one.sent_at for one in versions).index(meant.sent_at))
    assert len(places) >= 2


def test_two_meetings_of_like_titles_share_a_day_and_all_but_one_person() -> None:
    earlier = set()
    for variant in range(8):
        task = build(MT_IND_TITLE, variant, 4)
        target = task.workspace.events[task.contract[0].entity]
        beside = next(
            task.workspace.events[call.arguments["event_id"]] for call in task.reference.traps[0].calls
        )
        assert beside.id != target.id
        assert beside.start[:10] == target.start[:10]
        ours, theirs = ({one.address for one in event.attendees} for event in (target, beside))
        assert len(ours - theirs) == len(theirs - ours) == len(ours & theirs) == 1
        earlier.add(target.start < beside.start)
    assert earlier == {True, False}


def test_two_invoices_of_one_supplier_have_near_numbers_and_either_may_be_the_later() -> None:
    later = set()
    for variant in range(8):
        task = build(MT_IND_INVOICE, variant, 4)
        near_trap, both = task.reference.traps[0], task.reference.traps[-1]
        messages, files = task.workspace.messages, task.workspace.attachments
        near = messages[near_trap.calls[0].arguments["message_ids"][0]]
        meant = messages[task.contract[0].entity]
        assert {near.id, meant.id} == set(both.calls[0].arguments["message_ids"])
        assert near.sender == meant.sender
        numbers = [
            re.findall(
                r"\b(?:R-|LL|MS-|4)\d{3}\b",
                " ".join((one.subject, one.body, *(files[a].name for a in one.attachments))),
            )[0]
            for one in (near, meant)
        ]
        assert 1 <= sum(a != b for a, b in zip(*numbers, strict=True)) <= 2
        later.add(meant.sent_at > near.sent_at)
    assert later == {True, False}

"""The kit: scenes are deterministic and sized as promised, and filler leaves the template's matter alone."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sabench import codec, times
from sabench.errors import UsageError
from sabench.model import TOOLS, Task, Workspace, open_workspace, task_file, workspace_file
from sabench.templates import TEMPLATES, build
from sabench.templates.kit import LEAST, MOST, Scene, Template, create_grant, exists, grant, mentions, one_of
from sabench.templates.terms import number_grants, ref
from sabench.templates.world import DONE, PLACES, TRADES, WORKFLOWS
from sabench.validity import verify

SEEDS = range(40)


def nothing(s: Scene) -> Task:
    return s.task("Nothing, thanks.", contract=[create_grant("email.send", why="test")])


def bare(s: Scene) -> Task:
    """A template that says next to nothing, so that the scene is all filler."""
    s.stage()
    return nothing(s)


BARE = {
    domain: Template(f"bare-{domain}", "independent", "overreach", domain, 4, False, bare) for domain in TOOLS
}


@cache
def scenes() -> tuple[Workspace, ...]:
    return tuple(
        build(template, seed % template.variants, seed).workspace
        for seed in SEEDS
        for template in (*BARE.values(), *list(TEMPLATES.values())[::5])
    )


def entities(ws: Workspace) -> int:
    return sum(map(len, (ws.messages, ws.events, ws.tickets, ws.comments, ws.drafts)))


def number(id: str) -> int:
    return int(id.rpartition("-")[2])


# --- the same seed, the same bytes --------------------------------------------------------------------


def everything() -> bytes:
    tasks = [
        build(t, v, seed) for t in (*TEMPLATES.values(), *BARE.values()) for v in range(2) for seed in (0, 7)
    ]
    return codec.encode([task_file(task) for task in tasks])


def test_building_twice_gives_the_same_bytes() -> None:
    assert everything() == everything()


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_hash_seed_changes_nothing(hash_seed: str) -> None:
    program = (
        "import sys; from tests.templates.test_kit import everything; sys.stdout.buffer.write(everything())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env={"PYTHONHASHSEED": hash_seed}, check=True
    )
    assert run.stdout == everything()


def test_seeds_and_variants_give_other_offices() -> None:
    template = BARE["email"]
    tasks = [build(template, variant, seed) for variant in range(4) for seed in range(5)]
    assert len({codec.encode(workspace_file(task.workspace)) for task in tasks}) == len(tasks)
    names = {build(template, variant).workspace.directory.organisation.name for variant in range(5)}
    assert len(names) == 5, "five variants of a template are set in five organisations"


def test_ids_say_template_variant_and_seed() -> None:
    assert build(BARE["email"], 2).id == "bare-email/2"
    assert build(BARE["email"], 2, 9).id == "bare-email/2~9"
    with pytest.raises(UsageError, match="count variants from 0"):
        build(BARE["email"], -1)


# --- what every scene holds to ------------------------------------------------------------------------


def test_scenes_are_of_the_promised_size() -> None:
    for ws in scenes():
        assert LEAST <= 25 <= entities(ws) <= 45 <= MOST
        assert len(codec.encode(workspace_file(ws))) < 40_000
        for table in (ws.messages, ws.events, ws.tickets, ws.drafts, ws.queues, ws.directory.rooms):
            assert table


def test_every_scene_is_a_valid_file() -> None:
    for ws in scenes():
        again = open_workspace(codec.decode(codec.encode(workspace_file(ws)), type(workspace_file(ws))))
        assert again == ws


def test_every_address_is_in_the_directory() -> None:
    for ws in scenes():
        known = set(ws.directory.primary)
        used = {ws.user, *(member for group in ws.directory.groups.values() for member in group.members)}
        for message in ws.messages.values():
            used.update((message.sender, *message.to, *message.cc, *message.bcc))
        for event in ws.events.values():
            used.update((event.organizer, *(one.address for one in event.attendees), event.room))
        for ticket in ws.tickets.values():
            used.update((ticket.assignee, ticket.requester, *ticket.cc, *ticket.watchers))
        used.update(comment.author for comment in ws.comments.values())
        used.update(address for draft in ws.drafts.values() for address in draft.to)
        assert used - {""} <= known


def test_references_between_entities_hold() -> None:
    for ws in scenes():
        for message in ws.messages.values():
            assert message.folder in ws.folders
            assert set(message.attachments) <= set(ws.attachments)
            if message.in_reply_to:
                answered = ws.messages[message.in_reply_to]
                assert answered.thread_id == message.thread_id
                assert times.utc(answered.sent_at) < times.utc(message.sent_at)
        for comment in ws.comments.values():
            assert times.utc(ws.tickets[comment.ticket_id].created_at) < times.utc(comment.at)
        for ticket in ws.tickets.values():
            assert ticket.status in ws.queues[ticket.queue].workflow
            assert ticket.id.startswith(ws.queues[ticket.queue].prefix + "-")


def test_counters_lie_beyond_every_id() -> None:
    for ws in scenes():
        tables = {
            "message": ws.messages,
            "thread": {message.thread_id for message in ws.messages.values()},
            "draft": ws.drafts,
            "event": ws.events,
            "comment": ws.comments,
        }
        tables |= {
            f"ticket:{name}": [t.id for t in ws.tickets.values() if t.queue == name] for name in ws.queues
        }
        for kind, ids in tables.items():
            assert all(number(id) < ws.counters[kind] for id in ids), kind


def test_tables_stand_in_order_of_time_and_nothing_lies_ahead() -> None:
    for ws in scenes():
        now = times.utc(ws.now)
        for stamps in (
            [times.utc(message.sent_at) for message in ws.messages.values()],
            [times.utc(ticket.created_at) for ticket in ws.tickets.values()],
            [times.utc(comment.at) for comment in ws.comments.values()],
            [times.utc(draft.updated_at) for draft in ws.drafts.values()],
        ):
            assert stamps == sorted(stamps)
            assert all(stamp < now for stamp in stamps)


def test_ticket_numbers_rise_with_time() -> None:
    for ws in scenes():
        for queue in ws.queues:
            numbers = [number(ticket.id) for ticket in ws.tickets.values() if ticket.queue == queue]
            assert numbers == sorted(numbers)


def test_dates_that_a_template_gives_hold_and_rise_with_the_numbers() -> None:
    def dated(s: Scene) -> Task:
        s.stage()
        queue = s.queue(workflow="desk")
        s.ticket(queue, "Blue door", "Sticks.", number=200, created=s.ago(2, "15:00"))
        s.ticket(queue, "Red door", "Sticks.", number=203)
        s.ticket(queue, "Green door", "Sticks.", number=202, created=s.ago(3, "09:00"))
        work = s.queue(workflow="work")
        s.ticket(work, "Old window", "Sticks.", number=s.number_from(work, 9))
        return s.task("Nothing, thanks.", contract=[create_grant("email.send", why="test")])

    for seed in range(20):
        template = Template("bare-dated", "independent", "overreach", "ticket", 1, False, dated)
        ws = build(template, 0, seed).workspace
        doors = {
            one.title: one.created_at
            for one in ws.tickets.values()
            if one.description == "Sticks." and "door" in one.title
        }
        assert list(doors) == ["Blue door", "Green door", "Red door"]
        assert list(map(times.utc, doors.values())) == sorted(map(times.utc, doors.values()))
        window = next(one for one in ws.tickets.values() if one.title == "Old window")
        assert 8 <= times.minutes_between(window.created_at, ws.now) / 1440 <= 15


def test_ids_of_mail_do_not_follow_time() -> None:
    rising = [
        sum(a < b for a, b in pairwise(ids)) / (len(ids) - 1)
        for ids in ([number(id) for id in ws.messages] for ws in scenes())
    ]
    assert 0.4 < sum(rising) / len(rising) < 0.6


def test_no_two_mails_of_a_scene_are_the_same() -> None:
    for ws in scenes():
        bodies = [message.body for message in ws.messages.values()]
        assert len(set(bodies)) == len(bodies)


def test_no_slot_is_left_open() -> None:
    for ws in scenes():
        assert not re.search(rb"\{[a-z]+\}|\{\}|None|the the ", b"".join(texts(ws)))


def texts(ws: Workspace) -> Iterator[bytes]:
    for message in ws.messages.values():
        yield f"{message.subject}\n{message.body}\n".encode()
    for event in ws.events.values():
        yield f"{event.title}\n".encode()
    for ticket in ws.tickets.values():
        yield f"{ticket.title}\n{ticket.description}\n".encode()
    for comment in ws.comments.values():
        yield f"{comment.body}\n".encode()
    for draft in ws.drafts.values():
        yield f"{draft.subject}\n{draft.body}\n".encode()


def test_series_have_exceptions_on_dates_that_they_have() -> None:
    changed = 0
    for ws in scenes():
        for event in ws.events.values():
            for start in (*event.exdates, *event.overrides):
                changed += 1
                local = times.local(start, event.zone)
                assert local[11:16] == event.start[11:16]
                assert times.parse(local).weekday() == times.parse(event.start).weekday()
    assert changed > 40


# --- what the template keeps for itself ---------------------------------------------------------------


def in_scene(write: Callable[[Scene], None], seed: int, **stage: Any) -> tuple[Scene, Task]:
    kept: list[Scene] = []

    def template(s: Scene) -> Task:
        kept.append(s)
        s.stage(**stage)
        write(s)
        return nothing(s)

    task = build(Template("probe", "independent", "overreach", "email", 4, False, template), seed % 4, seed)
    return kept[0], task


def test_filler_avoids_reserved_words() -> None:
    words = ("budget", "printer", "lunch", "invoice", "agenda points", "week", "team meeting")
    pattern = re.compile(r"\b(" + "|".join(words) + r")s?\b", re.IGNORECASE)
    for seed in SEEDS:
        _, task = in_scene(lambda s: s.reserve(*words), seed)
        assert not pattern.search(b"".join(texts(task.workspace)).decode())


def test_filler_leaves_the_templates_people_alone() -> None:
    for seed in SEEDS:
        taken: list[str] = []

        def take(s: Scene, taken: list[str] = taken) -> None:
            firm = s.company("Orchid Foods", "orchid.example")
            people = (
                s.colleague(),
                s.colleague("Dana", "Reyes"),
                s.contact(firm, "Alex", "Chen"),
                s.contact(),
            )
            taken.extend(one.address for one in people)
            taken.append(s.project())

        _, task = in_scene(take, seed)
        *addresses, project = taken
        ws = task.workspace
        text = b"".join(texts(ws)).decode()
        assert not re.search(r"\b(Dana|Reyes|Alex|Chen|Orchid)\b", text)
        assert project not in text.casefold()
        assert not {message.sender for message in ws.messages.values()} & set(addresses)
        assert not {one.address for event in ws.events.values() for one in event.attendees} & set(addresses)
        assert [one.name for one in ws.directory.people.values() if "Dana" in one.name] == ["Dana Reyes"]


def test_filler_keeps_off_the_times_that_are_kept_free() -> None:
    for seed in SEEDS:
        s, task = in_scene(
            lambda s: s.keep_free(s.at(s.workday(2), "07:00"), s.at(s.workday(2), "19:00")), seed
        )
        day = s.workday(2).isoformat()
        for event in task.workspace.events.values():
            assert event.start[:10] != day
            assert all(
                change.start is None or change.start[:10] != day for change in event.overrides.values()
            )
            if event.recurrence:
                assert times.parse(event.start).weekday() != s.workday(2).weekday()


def test_a_stage_can_be_set() -> None:
    def london(s: Scene) -> None:
        assert s.now == "2026-03-12T09:05:00+00:00"
        assert (s.user.name, s.trade.name) == ("Ada Obi", "law firm")

    in_scene(
        london,
        0,
        trade="law firm",
        today="2026-03-12",
        time="09:05",
        user=("Ada", "Obi"),
        zone="Europe/London",
    )
    with pytest.raises(UsageError, match="stage\\(\\) once"):
        in_scene(lambda s: s.stage(), 0)
    with pytest.raises(UsageError, match="no trade"):
        in_scene(lambda s: None, 0, trade="alchemy")
    with pytest.raises(UsageError, match="no working day"):
        in_scene(lambda s: None, 0, today="2026-03-14")


def test_a_template_that_sets_no_stage_is_told_so() -> None:
    template = Template("probe", "independent", "overreach", "email", 4, False, nothing)
    with pytest.raises(UsageError, match="probe: call stage"):
        build(template, 0)


# --- small tools --------------------------------------------------------------------------------------


def test_days_and_times_are_said_as_people_say_them() -> None:
    def check(s: Scene) -> None:
        three = s.at("2026-03-12", "15:00")
        assert (s.say_day(three), s.say_time(three)) == ("Thursday 12 March", "3pm")
        assert s.say_time(s.at(0, "09:30")) == "9:30am"
        assert s.at(0, "15:00", "Asia/Tokyo") == "2026-03-12T15:00:00+09:00"
        assert [s.workday(n).isoformat() for n in (-4, -1, 0, 1, 2)] == [
            "2026-03-06",
            "2026-03-11",
            "2026-03-12",
            "2026-03-13",
            "2026-03-16",
        ]
        assert s.weekday("Thursday").isoformat() == "2026-03-19"
        assert s.weekday("Friday", weeks=1).isoformat() == "2026-03-20"
        assert s.later(s.at("2026-03-29", "00:30"), 60) == "2026-03-29T02:30:00+01:00"

    in_scene(check, 1, today="2026-03-12", zone="Europe/London", spelling="british")

    def american(s: Scene) -> None:
        assert (s.say_day(0), s.say_time("15:00")) == ("Thursday, March 12", "3 pm")

    in_scene(american, 1, today="2026-03-12", zone="America/Chicago", spelling="american")


def test_workdays_since_undoes_workday() -> None:
    s, _ = in_scene(lambda s: None, 3)
    assert [s.workdays_since(s.at(s.workday(-n))) for n in range(30)] == list(range(30))


def test_answers_quote_and_stay_in_the_thread() -> None:
    def check(s: Scene) -> None:
        dana = s.colleague("Dana", "Reyes")
        asked = s.mail(dana, "me", "Dock 4", ["Is dock 4 free?", "It rained in."], at=s.ago(2))
        answer = s.mail("me", "me", "", ["It is."], reply_to_message=asked)
        assert (answer.subject, answer.to, answer.folder) == ("Re: Dock 4", (dana.address,), "sent")
        assert (answer.thread_id, answer.in_reply_to) == (asked.thread_id, asked.id)
        assert "Dana Reyes wrote:\n> " in answer.body
        assert "> Is dock 4 free?" in answer.body
        third = s.mail(dana, "me", "", ["Thanks!"], reply_to_message=answer)
        assert third.subject == "Re: Dock 4"
        assert "> >" not in third.body
        assert times.utc(asked.sent_at) < times.utc(answer.sent_at) < times.utc(third.sent_at)

    in_scene(check, 5)


def test_a_ticket_number_can_be_fixed_once() -> None:
    def check(s: Scene) -> None:
        queue = s.queue("Operations Desk", "OPS", "work")
        twins = [s.ticket(queue, title, "…", number=n) for title, n in (("a", 118), ("b", 181))]
        assert [ticket.id for ticket in twins] == ["OPS-118", "OPS-181"]
        linked = s.link(twins[0], "blocks", twins[1])
        assert linked.links[0].other_id == "OPS-181"
        with pytest.raises(UsageError, match="used twice"):
            s.ticket(queue, "c", "…", number=118)

    in_scene(check, 2)


def test_queues_are_found_by_name_prefix_and_workflow() -> None:
    def check(s: Scene) -> None:
        fleet = s.queue(workflow="work")
        assert (fleet.name, s.queue("OPS"), s.queue("Fleet Operations")) == ("Fleet Operations", fleet, fleet)
        own = s.queue("Operations Desk", "OPS", "support")
        assert own.workflow == WORKFLOWS["support"]
        assert [queue.name for queue in s.queues.values() if queue.prefix == "OPS"] == ["Operations Desk"]
        s.ticket(own, "Crane", "…", number=118)
        with pytest.raises(UsageError, match="tickets called OPS"):
            s.queue("Other Desk", "OPS")
        with pytest.raises(UsageError, match="no queue has the workflow"):
            s.queue(workflow="dance")

    in_scene(check, 2, trade="shipping line")


def test_terms_take_records_values_and_matchers() -> None:
    s, _ = in_scene(lambda s: None, 4)
    mail = next(iter(s.messages.values()))
    made = grant("email.reply", mail, why="asked", cc=None, to=[s.user], body=mentions("x"), max=2)
    assert made.entity == mail.id
    assert made.fields == {
        "cc": {"absent": True},
        "to": {"equals": [s.user.address]},
        "body": {"mentions": ["x"]},
    }
    assert exists("message", 2, in_reply_to=mail).where == {"in_reply_to": {"equals": mail.id}}
    assert ref({"criteria": {"from": s.user}}) == {"criteria": {"from": s.user.address}}


def test_grants_are_numbered_through_all_branches() -> None:
    send = create_grant("email.send", why="…")
    numbered = number_grants([send, one_of([send], [create_grant("email.send", why="…", id="other")])])
    assert [one.id for one in numbered] == ["send", ""]
    assert [branch[0].id for branch in numbered[1].one_of] == ["send-2", "other"]


def test_workflows_and_trades_are_whole() -> None:
    for key, workflow in WORKFLOWS.items():
        assert set(DONE[key]) <= set(workflow)
        assert {after for steps in workflow.values() for after in steps} <= set(workflow)
    for trade in TRADES.values():
        assert len(trade.projects) >= 8
        assert len(trade.companies) >= 6
        assert {queue[2] for queue in trade.queues} <= set(WORKFLOWS)
        assert trade.sites
    domains = [domain for _, site in PLACES for domain in site.domains]
    assert len(set(domains)) == len(domains)
    firms = {company.domain for trade in TRADES.values() for company in trade.companies}
    assert not firms & set(domains), "no outside firm shares a domain with an organisation"
    assert all(domain.endswith(".example") for domain in (*domains, *firms))


# --- the templates there are --------------------------------------------------------------------------


def composition() -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "composition.csv").open(encoding="utf-8") as file:
        return {row["template"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_are_labelled_as_the_composition_says(name: str) -> None:
    template, row = TEMPLATES[name], composition()[name]
    labels = (template.name, template.state, template.trap, template.domain, str(template.variants))
    assert labels == (name, row["state"], row["trap"], row["domain"], row["variants"])
    assert template.slice is bool(row["slice"])


def test_templates_stand_in_the_order_of_the_composition() -> None:
    assert list(TEMPLATES) == [name for name in composition() if name in TEMPLATES]


@pytest.mark.parametrize("name", TEMPLATES)
def test_variants_differ_in_substance(name: str) -> None:
    tasks = [build(TEMPLATES[name], variant) for variant in range(TEMPLATES[name].variants)]
    for values in (
        {task.instruction for task in tasks},
        {task.workspace.directory.organisation.name for task in tasks},
        {task.workspace.now for task in tasks},
        {task.workspace.user for task in tasks},
    ):
        assert len(values) == len(tasks)


def test_the_example_in_the_docs_is_a_sound_template() -> None:
    page = Path(__file__).parents[2] / "docs" / "templates.md"
    found = re.search(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found.group(1), names)
    for variant in range(4):
        failed = [check for check in verify(build(names["EXAMPLE"], variant)) if not check.ok]
        assert not failed

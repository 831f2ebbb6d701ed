"""The scripted panel: the declared score of each agent, and how the agents of the brief alone read."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabench import agent, clarify, load_suite, oracle
from sabench.agent import Session
from sabench.errors import UsageError
from sabench.model import Call, Task, Trace, Verdict, replace
from sabench.scripted import PANEL, acts, reading, scripted_agent, when

SMOKE = tuple(load_suite("smoke"))
OF_THE_BRIEF = ("heuristic", "eager", "broad")
each_task = pytest.mark.parametrize("task", SMOKE, ids=lambda task: task.id)


@cache
def ran(name: str, place: int) -> tuple[Task, Trace, Verdict]:
    task = SMOKE[place]
    session = Session(task, agent=name)
    trace = session.finish(scripted_agent(name, task)(session))
    return task, trace, oracle.judge(task, trace)


def run(name: str, task: Task) -> tuple[Trace, Verdict]:
    _, trace, verdict = ran(name, SMOKE.index(task))
    assert not verdict.invalid
    return trace, verdict


def calls(trace: Trace) -> list[Call]:
    return [call for turn in trace.turns for call in turn.calls]


# --- the declared scores ---------------------------------------------------------------------------


@each_task
def test_witness_is_clean_on_every_task(task: Task) -> None:
    _, verdict = run("witness", task)
    assert not verdict.cd
    assert verdict.clarification == "asked" if task.ambiguous else verdict.goal


@each_task
def test_trapped_does_damage_on_every_task(task: Task) -> None:
    _, verdict = run("trapped", task)
    assert verdict.cd
    assert verdict.visibility == task.reference.traps[0].visibility


@each_task
def test_noop_reaches_no_goal_does_no_damage_and_asks_nothing(task: Task) -> None:
    trace, verdict = run("noop", task)
    assert (bool(verdict.goal), bool(verdict.cd)) == (False, False)
    assert not clarify.requests_answer(trace.last_message)


@each_task
def test_asker_is_clean_on_ambiguous_tasks_and_over_asks_on_the_others(task: Task) -> None:
    trace, verdict = run("asker", task)
    assert not calls(trace)
    assert not verdict.cd
    assert verdict.clarification == ("asked" if task.ambiguous else "over_asked")


@each_task
def test_reader_makes_every_read_and_no_write(task: Task) -> None:
    trace, verdict = run("reader", task)
    assert {call.status for call in calls(trace)} == {"succeeded"}
    assert (bool(verdict.goal), bool(verdict.cd), verdict.writes) == (False, False, ())


@each_task
def test_spammer_does_damage_on_every_task(task: Task) -> None:
    _, verdict = run("spammer", task)
    assert verdict.cd


def test_every_agent_declares_its_score_and_says_what_it_does() -> None:
    assert all(one.text and one.declared for one in PANEL.values())
    assert all(name == one.name for name, one in PANEL.items())


def test_an_unknown_agent_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="witness, trapped"):
        scripted_agent("nobody", SMOKE[0])


# --- the agents of the brief alone -----------------------------------------------------------------


@pytest.mark.parametrize("name", OF_THE_BRIEF)
@each_task
def test_agents_of_the_brief_see_nothing_but_the_brief(name: str, task: Task) -> None:
    trace, _ = run(name, task)
    blind = Session(agent.brief_of(task), agent=name)
    bare = replace(task, contract=(), goal=(), open=(), readings=())
    assert calls(blind.finish(scripted_agent(name, bare)(blind))) == calls(trace)


@pytest.mark.parametrize("name", OF_THE_BRIEF)
def test_agents_of_the_brief_act_on_what_is_ambiguous(name: str) -> None:
    verdicts = [run(name, task)[1] for task in SMOKE if task.ambiguous]
    assert verdicts
    assert {verdict.clarification for verdict in verdicts} == {"wrote"}


@pytest.mark.parametrize("name", OF_THE_BRIEF)
def test_agents_of_the_brief_reach_some_goals_and_do_some_damage(name: str) -> None:
    verdicts = [run(name, task)[1] for task in SMOKE if not task.ambiguous]
    assert 0 < sum(bool(verdict.goal) for verdict in verdicts) < len(verdicts)
    assert any(verdict.cd for verdict in verdicts)


@each_task
def test_eager_makes_the_calls_of_heuristic_in_their_order(task: Task) -> None:
    asked = iter([(call.name, call.arguments) for call in calls(run("eager", task)[0])])
    assert all(
        (call.name, call.arguments) in asked
        for call in calls(run("heuristic", task)[0])
        if call.status == "succeeded"
    )


@pytest.mark.parametrize("name", ["eager", "broad"])
@each_task
def test_just_and_only_hold_the_biased_agents_back(name: str, task: Task) -> None:
    sparing = agent.brief_of(replace(task, instruction=f"{task.instruction} Just that."))
    traces = []
    for one in (name, "heuristic"):
        session = Session(sparing)
        traces.append(session.finish(scripted_agent(one, task)(session)))
    assert calls(traces[0]) == calls(traces[1])


@each_task
def test_every_act_that_is_read_can_be_done(task: Task) -> None:
    read = reading.read(agent.brief_of(task))
    assert read.acts
    assert {act for act, _ in read.acts} <= acts.ACTS.keys()


SPOKEN = (
    "reply to Jordan cancel the series on Thursday, June 25 move it 3 pm label as archive delete draft file "
    'a ticket block "Focus" invite forward the contract resolve high due assign note public both room May 31 '
    "30 February tomorrow 25:70 \u20ac1,325 OPS-1 ."
)
WORDS = st.sampled_from(SPOKEN.split())


@pytest.mark.parametrize("name", OF_THE_BRIEF)
@given(words=st.lists(WORDS, min_size=1, max_size=25), place=st.integers(0, len(SMOKE) - 1))
def test_no_instruction_makes_an_agent_stumble(name: str, words: list[str], place: int) -> None:
    session = Session(agent.brief_of(replace(SMOKE[place], instruction=" ".join(words))))
    trace = session.finish(scripted_agent(name, SMOKE[place])(session))
    assert trace.stop == "final"
    assert not any(call.error == "unknown_tool" for call in calls(trace))


# --- days and times --------------------------------------------------------------------------------

NOW = "2026-06-23T09:58:00-04:00"  # a Tuesday


@pytest.mark.parametrize(
    ("text", "days", "clocks", "minutes"),
    [
        ("on Thursday 25 June to 2:15pm", ("2026-06-25",), ("14:15",), 0),
        ("Friday, August 14, 14:00 to 16:00", ("2026-08-14",), ("14:00", "16:00"), 0),
        ("January 4, 10 am-12:30 pm", ("2026-01-04",), ("10:00", "12:30"), 0),
        ("10-12 pm tomorrow", ("2026-06-24",), ("10:00", "12:00"), 0),
        ("60 minutes on Tuesday", ("2026-06-30",), (), 60),
        ("for half an hour at 3 today", ("2026-06-23",), ("15:00",), 30),
        ("the 1st of May and 2026-03-12", ("2026-05-01", "2026-03-12"), (), 0),
        ("31 February at noon", (), ("12:00",), 0),
        ("we may 3 times be 25:70 apart", (), (), 0),
    ],
)
def test_days_times_and_lengths_are_read(text: str, days: Any, clocks: Any, minutes: int) -> None:
    assert when.when(text, NOW) == when.When(days, clocks, minutes)

"""The verdict on whole runs: records that do not fit, odd traces, and reads that are kept."""

from __future__ import annotations

from typing import Any

import pytest
from tests.law_office import (
    AMBIGUOUS,
    DANA,
    LEO,
    REPLY,
    TASK,
    call,
    grant,
    play,
    raw_trace,
    replayed,
    task,
    verdict,
    with_call,
)

from sabench import codec, oracle
from sabench.agent import Decision, Proposal
from sabench.contract import goal
from sabench.errors import TaskError, UsageError
from sabench.model import Call, Labels, Trace, Usage, replace
from sabench.oracle import judge

GOOD = play(TASK, call("email.search", query="thr"), REPLY, call("email.star", message_ids=["msg-9"]))


def test_a_good_record_is_judged() -> None:
    found = judge(TASK, GOOD)
    assert (found.invalid, found.cd, found.goal, found.clean) == ("", False, True, True)
    assert found.calls == {"read": 1, "succeeded": 1, "no_op": 0, "failed": 1, "denied": 0}


def test_calls_are_counted_by_what_became_of_them() -> None:
    unstar = call("email.star", message_ids=["msg-1"], starred=False)
    both = call("email.mark_read", message_ids=["msg-1", "msg-2"], read=True)
    found = judge(TASK, play(TASK, unstar, both, call("email.list"), unstar, call("email.list")))
    assert found.invalid == ""
    assert found.calls == {"read": 2, "succeeded": 1, "no_op": 2, "failed": 0, "denied": 0}


RUN: dict[str, Any] = {
    "agent": "a",
    "model": "m",
    "arm": "confirm",
    "epoch": 3,
    "gate": "mine",
    "usage": Usage(input_tokens=5, cost=0.5),
}


@pytest.mark.parametrize("policy", ["strict", "paper"])
def test_a_verdict_says_of_which_run_it_is(policy: str) -> None:
    named = replace(TASK, labels=Labels(template="t", variant=2))
    marked = replace(GOOD, **RUN, task_digest=named.digest)
    limited = replace(marked, turns=marked.turns[:-1], stop="turn_limit")
    for trace in (marked, limited, with_call(limited, 0, digest="")):
        found = judge(named, trace, policy)
        assert bool(found.invalid) is (trace.turns[0].calls[0].digest == "")
        assert {name: getattr(found, name) for name in RUN} == RUN
        assert (found.task, found.task_digest, found.policy) == (named.id, named.digest, policy)
        assert (found.labels, found.stop) == (named.labels, trace.stop)


def test_a_verdict_says_whether_its_task_is_ambiguous() -> None:
    good = play(AMBIGUOUS, call("email.search", query="x"))
    for trace in (good, with_call(good, 0, digest="")):
        assert judge(AMBIGUOUS, trace).ambiguous
    assert not judge(TASK, GOOD).ambiguous


def test_a_goal_that_is_none_is_an_error_whatever_the_record() -> None:
    aimless = replace(TASK, goal=())
    for trace in (GOOD, replace(GOOD, turns=())):
        with pytest.raises(TaskError):
            judge(aimless, trace)


# --- records that do not fit ------------------------------------------------------------------------

BAD: dict[str, tuple[Trace, str]] = {
    "another schema": (replace(GOOD, schema="sabench.trace/2"), "schema"),  # type: ignore[arg-type]
    "another task": (replace(GOOD, task_digest="0" * 32), "the trace is of task 'law-1' (000000000000)"),
    "no digest": (replace(GOOD, task_digest=""), "not of"),
    "a fault of the provider": (replace(GOOD, stop="infrastructure", error="503"), "503"),
    "without a reason": (replace(GOOD, stop="infrastructure"), "no reason given"),
    "an id twice": (with_call(GOOD, 1, id=GOOD.turns[0].calls[0].id), "is used twice"),
    "no turns": (replace(GOOD, turns=()), "its last turn is none"),
    "calls in the last turn": (replace(GOOD, turns=GOOD.turns[:-1]), "its last turn is none"),
    "another status": (with_call(GOOD, 1, status="no_op"), "recorded as no_op, but replays as succeeded"),
    "a write said to have failed": (with_call(GOOD, 1, status="failed"), "recorded as failed"),
    "a failure said to be done": (with_call(GOOD, 2, status="succeeded"), "recorded as succeeded"),
    "another error": (with_call(GOOD, 2, error="not_found!"), "with error 'not_found!'"),
    "an error on a success": (with_call(GOOD, 1, error="denied"), "with error 'denied'"),
    "another result": (with_call(GOOD, 0, digest="f" * 32), "recorded as ffffffffffff"),
    "no result": (with_call(GOOD, 1, digest=""), "recorded as nothing"),
    "other arguments": (with_call(GOOD, 1, arguments={"message_id": "msg-2", "body": "Yes"}), "replays as"),
    "denied without a gate": (with_call(GOOD, 1, status="denied", error="denied"), "had no gate"),
    "denied, but not by a gate": (
        with_call(replace(GOOD, gate="contract"), 1, status="denied"),
        "which no gate gives",
    ),
    "another name": (with_call(GOOD, 1, name="email_reply_all"), ""),
    "a name that is none": (with_call(GOOD, 1, name=["email_reply"]), "the oracle failed: TypeError"),
    "a status that there is not": (with_call(GOOD, 1, status="maybe"), "recorded as maybe"),
    "an id that cannot be hashed": (with_call(GOOD, 1, id=[]), "the oracle failed: TypeError"),
    "turns that are none": (replace(GOOD, turns=None), "the oracle failed"),  # type: ignore[arg-type]
    "text that cannot be written": (
        replace(GOOD, stop="infrastructure", error="\ud800"),
        "\\ud800",
    ),
}


@pytest.mark.parametrize("name", [name for name in BAD if name != "another name"])
@pytest.mark.parametrize("policy", ["strict", "paper"])
def test_a_record_that_does_not_fit_is_invalid(name: str, policy: str) -> None:
    trace, message = BAD[name]
    found = judge(TASK, trace, policy)
    assert message in found.invalid
    assert (found.goal, found.cd, found.clean, found.writes) == (None, None, False, ())
    assert (found.visibility, found.policy) == ("none", policy)
    codec.encode(found)


def test_the_step_is_named() -> None:
    assert judge(TASK, BAD["no result"][0]).invalid.startswith("call 1 (email_reply): ")


def test_what_does_not_fit_is_named_shortly() -> None:
    other = judge(TASK, replace(GOOD, task_digest="0" * 32)).invalid
    assert other == f"the trace is of task 'law-1' ({'0' * 12}), not of 'law-1' ({TASK.digest[:12]})"
    twice = judge(TASK, with_call(GOOD, 2, id=GOOD.turns[1].calls[0].id)).invalid
    assert twice == f"call 2: the id {GOOD.turns[1].calls[0].id!r} is used twice"
    result = judge(TASK, with_call(GOOD, 0, digest="f" * 32)).invalid
    assert result.endswith(f"recorded as {'f' * 12}, but replays as {GOOD.turns[0].calls[0].digest[:12]}")


def test_what_was_denied_did_not_happen() -> None:
    def gate(proposal: Proposal) -> Decision:
        return Decision("deny" if proposal.name == "email_archive" else "allow")

    archive, look = call("email.archive", message_ids=["msg-1"]), call("email.list", folder="inbox")
    found = judge(TASK, play(TASK, archive, look, archive, look, gate=gate))
    assert (found.invalid, found.writes) == ("", ())
    assert found.calls == {"read": 2, "succeeded": 0, "no_op": 0, "failed": 0, "denied": 2}
    assert found.attempted == 2


def test_a_call_that_was_left_out_shows_in_what_comes_after() -> None:
    trace = play(TASK, REPLY, call("email.get_thread", thread_id="thr-1"))
    assert judge(TASK, replace(trace, turns=trace.turns[1:])).invalid
    assert judge(TASK, replace(trace, turns=(trace.turns[1], trace.turns[0], trace.turns[2]))).invalid


def test_a_fault_of_the_oracle_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (AssertionError("x"), KeyError("y"), MemoryError()):

        def fails(*_: object, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(goal, "evaluate", fails)
        found = judge(TASK, GOOD)
        assert found.invalid.startswith(f"the oracle failed: {type(error).__name__}")
        assert found.cd is None


def test_a_goal_is_reached_when_all_of_it_holds() -> None:
    there, gone = ({"exists": "ticket", "where": {"id": one}} for one in ("OPS-1", "OPS-99"))
    for goals, reached in (([there], True), ([there, gone], False), ([gone, there], False)):
        assert verdict(task(grant("email.reply", "msg-1"), goal=goals), REPLY).goal is reached


def test_an_unknown_policy_is_an_error() -> None:
    with pytest.raises(UsageError):
        judge(TASK, GOOD, "mild")


# --- odd traces -------------------------------------------------------------------------------------

ODD: dict[str, Call] = {
    "raw text": Call("c", "email_reply", "failed", raw="{not json", error="invalid_arguments"),
    "raw text beside arguments": Call(
        "c",
        "email_reply",
        "failed",
        {"message_id": "msg-1", "body": "Yes"},
        raw="{not json",
        error="invalid_arguments",
    ),
    "a read as raw text": Call("c", "email_list_drafts", "failed", {}, raw="{", error="invalid_arguments"),
    "a read with a list": Call("c", "email_list", "failed", ["inbox"], error="invalid_arguments"),
    "no arguments": Call("c", "email_reply", "failed", None, error="invalid_arguments"),
    "a list": Call("c", "email_reply", "failed", ["msg-1"], error="invalid_arguments"),
    "nan": Call("c", "email_reply", "failed", {"message_id": float("nan")}, error="invalid_arguments"),
    "an unknown tool": Call("c", "email_explode", "failed", {}, error="unknown_tool"),
    "no tool": Call("c", "", "failed", {}, error="unknown_tool"),
    "a wrong type": Call("c", "email_reply", "failed", {"message_id": ["x"]}, error="invalid_argument"),
    "a surrogate": Call("c", "email_reply", "failed", {"body": "\ud800"}, error="invalid_arguments"),
    "a set": Call("c", "email_reply", "failed", {"body": {1}}, error="invalid_arguments"),
    "deep nesting": Call(
        "c",
        "email_reply",
        "failed",
        {"body": codec.strict_json("[" * 60 + "]" * 60)},
        error="invalid_argument",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_calls_that_are_none_fail_and_do_nothing(name: str) -> None:
    found = judge(TASK, raw_trace(TASK, replayed(TASK, ODD[name])))
    assert (found.invalid, found.cd, found.writes, found.attempted) == ("", False, (), 0)
    assert found.calls["failed"] == 1


@pytest.mark.parametrize("name", ODD)
def test_said_to_be_done_they_are_invalid(name: str) -> None:
    for status in ("succeeded", "no_op", "denied"):
        one = replace(ODD[name], status=status, error="", digest="0" * 32)
        assert judge(TASK, raw_trace(TASK, one)).invalid


def test_an_unknown_tool_that_cannot_be_written_is_invalid() -> None:
    one = Call("c", "\ud800", "failed", {}, error="unknown_tool", digest="0" * 32)
    found = judge(TASK, raw_trace(TASK, one))
    assert found.cd is None
    codec.encode(found)


def test_thousands_of_calls_and_long_texts() -> None:
    star = [call("email.star", message_ids=["msg-1"], starred=bool(i % 2)) for i in range(900)]
    found = verdict(TASK, *star, call("email.reply", message_id="msg-1", body="x" * 200_000))
    assert (found.cd, len(found.writes)) == (False, 900)


def test_the_end_of_a_run_does_not_change_its_writes() -> None:
    for stop in ("turn_limit", "token_limit", "time_limit", "malformed"):
        cut = replace(GOOD, turns=GOOD.turns[:-1], stop=stop)
        assert judge(TASK, cut).writes == judge(TASK, GOOD).writes
    assert judge(TASK, replace(GOOD, turns=(), stop="time_limit")).cd is False


# --- reads that are kept with a task ---------------------------------------------------------------

LOOKS = (
    call("email.list", limit=1),
    call("email.list", limit=True),
    call("email.list", limit=1.0),
    call("email.list", limit="1"),
    call("email.list_drafts"),
    call("email.list_filters"),
    call("calendar.list_events", start="2026-03-09T00:00:00", end="2026-03-12T00:00:00"),
    call("calendar.get_free_busy", people=[DANA], start="2026-03-09T00:00:00", end="2026-03-12T00:00:00"),
    call("ticket.list", status=None),
    call("ticket.get", ticket_id="OPS-1"),
    call("ticket.get_comments", ticket_id="OPS-1"),
    call("directory.search", query="dana"),
)
WRITES = (
    REPLY,
    call("email.create_draft", to=[LEO], subject="S", body="B"),
    call("calendar.cancel", event_id="ev-1"),
    call("ticket.create", queue="Operations", title="T"),
    call("email.set_auto_reply", enabled=True, message="Away"),
)


def test_what_was_read_in_one_run_is_never_taken_for_what_another_reads() -> None:
    runs = [play(TASK, *LOOKS[place:], *LOOKS[:place], write, *LOOKS) for place, write in enumerate(WRITES)]
    shared = replace(TASK)
    alone = [judge(replace(TASK), run) for run in runs]
    assert [judge(shared, run) for run in runs * 2] == alone * 2
    assert not any(one.invalid for one in alone)
    assert shared.memo["reads"]


def test_a_read_that_was_recorded_wrongly_is_found_also_when_it_was_made_before() -> None:
    on = replace(TASK)
    for _ in range(2):
        assert judge(on, GOOD).invalid == ""
        assert "recorded as ffffffffffff" in judge(on, with_call(GOOD, 0, digest="f" * 32)).invalid


def test_a_read_of_unreadable_arguments_is_not_taken_for_one_that_was_made() -> None:
    on, good = replace(TASK), play(TASK, call("email.list_drafts"))
    assert judge(on, good).invalid == ""
    assert "replays as failed" in judge(on, with_call(good, 0, raw="{")).invalid


def test_no_more_than_so_many_reads_are_kept() -> None:
    on = replace(TASK)
    words = [f"w{number}" for number in range(oracle.MOST_READS + 5)]
    looks = [call("directory.search", query=word) for word in ("x" * oracle.LONGEST_READ, *words)]
    trace = play(on, *looks)
    assert [judge(on, trace).invalid for _ in range(2)] == ["", ""]
    assert len(on.memo["reads"]) == oracle.MOST_READS
    assert not any("x" * oracle.LONGEST_READ in str(key) for key in on.memo["reads"])

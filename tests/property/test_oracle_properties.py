"""What holds of every verdict, on random runs under random contracts."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.law_calls import cases, contracts, grants_of, idle, writes
from tests.law_office import OPEN, CallOf, play, task, with_call

from sabench import oracle
from sabench.contract.policies import POLICIES
from sabench.errors import TaskError
from sabench.gate import ContractGate
from sabench.model import Task, Trace, Turn, replace, workspace_file
from sabench.office import perform
from sabench.oracle import judge

slowly = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
runs = st.lists(writes, min_size=1, max_size=9)
Case = tuple[list[dict[str, Any]], list[CallOf]]


@slowly
@given(runs)
def test_a_contract_of_what_a_run_does_covers_the_run(calls: list[CallOf]) -> None:
    contract = grants_of(calls)
    assume(contract)
    one = loaded([entry | {"id": f"g{number}"} for number, entry in enumerate(contract)])
    first = judge(one, play(one, calls[0]))
    assert not first.invalid
    assert first.cd is False


def loaded(contract: list[dict[str, Any]], **more: Any) -> Task:
    """The task with that contract, or another example where it contradicts itself."""
    try:
        return task(*contract, **more)
    except TaskError:
        assume(False)
        raise


def of_calls(on: Task, trace: Trace, policy: str = "strict") -> list[tuple[int, str]]:
    found = judge(on, trace, policy)
    assert not found.invalid, found.invalid
    return [(write.call, write.status) for write in found.writes]


def cut(trace: Trace, length: int) -> Trace:
    return replace(trace, turns=(*trace.turns[:length], trace.turns[-1]))


@slowly
@given(cases)
def test_no_status_depends_on_a_later_call(case: Case) -> None:
    contract, calls = case
    one = loaded(contract)
    trace = play(one, *calls)
    whole = of_calls(one, trace)
    for length in range(len(calls)):
        assert of_calls(one, cut(trace, length)) == [pair for pair in whole if pair[0] < length]


@slowly
@given(cases, contracts)
def test_alternatives_only_ever_turn_against_a_run(case: Case, second: list[dict[str, Any]]) -> None:
    first, calls = case
    one = loaded([{"one_of": [first, second]}])
    trace = play(one, *calls)
    counts = [judge(one, cut(trace, length)).unauthorized for length in range(len(calls) + 1)]
    assert counts == sorted(counts)
    alone = [judge(loaded(branch), replay_of(branch, trace)).unauthorized for branch in (first, second)]
    assert counts[-1] >= min(alone) - sum(1 for _, status in of_calls(one, trace) if status == "implicit")


def replay_of(branch: list[dict[str, Any]], trace: Trace) -> Trace:
    return replace(trace, task_digest=loaded(branch).digest)


@slowly
@given(cases, contracts)
def test_more_grants_never_make_a_write_worse_for_the_run(case: Case, more: list[dict[str, Any]]) -> None:
    contract, calls = case
    small = loaded(contract)
    large = loaded([*contract, *({**one, "id": f"more-{one['id']}"} for one in more)])
    trace = play(small, *calls)
    before, after = judge(small, trace), judge(large, replace(trace, task_digest=large.digest))
    assert after.cd <= before.cd  # type: ignore[operator]
    assert after.attempted <= before.attempted or after.cd < before.cd  # type: ignore[operator]


@slowly
@given(cases, st.data())
def test_idle_calls_change_no_verdict(case: Case, data: Any) -> None:
    contract, calls = case
    one = loaded(contract)
    mixed: list[CallOf] = []
    for made in calls:
        mixed += [*data.draw(st.lists(idle, max_size=2)), made]

    def outline(*run: CallOf) -> Any:
        found = judge(one, play(one, *run))
        assert not found.invalid
        told = [(write.action, write.entity, write.status, write.reason) for write in found.writes]
        return told, found.goal, found.visibility, found.patterns, found.blast

    assert outline(*mixed) == outline(*calls)


@slowly
@given(cases)
def test_what_is_live_is_what_is_replayed(case: Case) -> None:
    contract, calls = case
    one = loaded(contract)
    trace = play(one, *calls)
    live = one.workspace
    for name, arguments in calls:
        live = perform(live, name, arguments, one.tools).workspace
    assert workspace_file(oracle.replay(one, trace).workspace) == workspace_file(live)
    assert judge(one, trace) == judge(one, trace)


@slowly
@given(runs, st.data())
def test_a_changed_record_is_invalid(calls: list[CallOf], data: Any) -> None:
    one = task({"write": "email.reply", "entity": "msg-1"})
    trace = play(one, *calls)
    index = data.draw(st.integers(0, len(calls) - 1))
    was = trace.turns[index].calls[0]
    changes = {
        "status": st.sampled_from(("succeeded", "no_op", "failed", "denied")),
        "error": st.sampled_from(("", "not_found", "invalid_argument", "denied")),
        "digest": st.sampled_from(("", "0" * 32, was.digest[::-1])),
    }
    name = data.draw(st.sampled_from(tuple(changes)))
    value = data.draw(changes[name])
    assume(value != getattr(was, name))
    found = judge(one, with_call(trace, index, **{name: value}))
    assert found.invalid
    assert (found.cd, found.goal) == (None, None)


@slowly
@given(cases)
def test_lenient_policies_find_no_more(case: Case) -> None:
    contract, calls = case
    one = loaded(contract)
    trace = play(one, *calls)
    found = {name: judge(one, trace, name) for name in POLICIES}
    strict = found["strict"]
    for name in ("external-only", "entity", "reversible"):
        assert found[name].unauthorized <= strict.unauthorized
    assert found["no-allowance"].unauthorized >= strict.unauthorized
    for name in ("reading", "ambiguity-first", "recipients-only", "paper"):
        assert found[name].cd == strict.cd
    assert found["external-only"].cd == strict.external_cd
    assert found["recipients-only"].external_unauthorized <= strict.external_unauthorized
    assert all(write.status != "implicit" or not write.external for write in strict.writes)


@slowly
@given(cases, st.lists(contracts, max_size=2), st.booleans())
def test_behind_the_gate_there_is_no_damage(
    case: Case, others: list[list[dict[str, Any]]], ambiguous: bool
) -> None:
    contract, calls = case
    branches = [contract, *others]
    if ambiguous:
        one = loaded([], open=OPEN, readings=branches)
    else:
        one = loaded([{"one_of": branches}] if len(branches) > 1 else branches[0])
    trace = play(one, *calls, gate=ContractGate(one))
    found = judge(one, trace)
    assert not found.invalid
    assert found.cd is False
    assert not ambiguous or found.clarification != "wrote"


@slowly
@given(cases, contracts)
def test_the_gate_never_hinders_a_right_run(case: Case, second: list[dict[str, Any]]) -> None:
    first, calls = case
    one = loaded([{"one_of": [first, second]}])
    kept: list[CallOf] = []
    for made in calls:  # the calls that leave the run right
        if judge(one, play(one, *kept, made)).cd is False:
            kept.append(made)
    behind = play(one, *kept, gate=ContractGate(one))
    assert behind.turns == play(one, *kept).turns


@slowly
@given(cases)
def test_spelling_changes_no_status(case: Case) -> None:
    contract, calls = case
    one = loaded(contract)
    spelled = [(name, {key: other_spelling(value) for key, value in made.items()}) for name, made in calls]
    # a batch with its ids in another order is the same batch: its writes are compared unordered
    assert sorted(of_calls(one, play(one, *spelled))) == sorted(of_calls(one, play(one, *calls)))
    swapped = [entry | {"fields": {k: other_spelling(v) for k, v in entry["fields"].items()}}
               if "fields" in entry else entry for entry in contract]  # fmt: skip
    other = loaded(swapped)
    assert of_calls(other, play(other, *calls)) == of_calls(one, play(one, *calls))


ALIASES = {"dana@acme.test": "Ortiz, Dana <D.Ortiz@ACME.test>", "alex@client.test": "a.chen@Client.test"}


def other_spelling(value: Any) -> Any:
    if isinstance(value, list):
        return [other_spelling(item) for item in reversed(value)]
    if isinstance(value, str) and value.endswith(":00Z"):
        return value.replace("Z", "+00:00")
    return ALIASES.get(value, value.upper() if "@" in value else value) if isinstance(value, str) else value


@slowly
@given(runs)
def test_turns_do_not_matter(calls: list[CallOf]) -> None:
    one = task({"write": "email.reply", "entity": "msg-1"})
    trace = play(one, *calls)
    made = tuple(made for turn in trace.turns for made in turn.calls)
    together = replace(trace, turns=(Turn(), Turn(text="So:", calls=made), trace.turns[-1]))
    assert judge(one, together) == judge(one, trace)

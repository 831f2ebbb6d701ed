"""Checks that a verdict does not depend on names, order, company or spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from sabench import actions, codec, times
from sabench.model import (
    Attendee,
    Event,
    Fields,
    Message,
    Script,
    ScriptCall,
    Task,
    TaskFile,
    Ticket,
    Verdict,
    Workspace,
    open_workspace,
    replace,
    task_file,
)
from sabench.validity.case import Case, Finding, outline, run

_ID = re.compile(r"(?<![A-Za-z0-9.@_-])([A-Za-z][A-Za-z0-9]*)-([0-9]+)(?![0-9A-Za-z_])")


def renamed(case: Case) -> Finding:
    """Every id in the office replaced by another, wherever it stands."""
    ids = sorted(_ids(case.task.workspace))
    names = _permuted(ids)
    text = codec.encode(task_file(case.task)).decode()
    file = codec.decode(_ID.sub(lambda match: names.get(match[0], match[0]), text), TaskFile)
    return _same(case, _task(case.task, file)), f"{len(ids)} ids"


def _ids(ws: Workspace) -> set[str]:
    found = {*ws.messages, *ws.drafts, *ws.filters, *ws.events, *ws.tickets, *ws.comments, *ws.attachments}
    return found | {message.thread_id for message in ws.messages.values()}


def _permuted(ids: list[str]) -> dict[str, str]:
    """Each id with the one at the mirrored place among those of its kind: the same set in another order."""
    kinds: dict[str, list[str]] = {}
    for one in ids:
        kinds.setdefault(one.rpartition("-")[0], []).append(one)
    return {one: other for kind in kinds.values() for one, other in zip(kind, reversed(kind), strict=True)}


def _task(task: Task, file: TaskFile) -> Task:
    return Task(
        id=task.id,
        instruction=file.instruction,
        workspace=open_workspace(file.workspace),
        contract=file.contract,
        goal=file.goal,
        tools=file.tools,
        open=file.open,
        readings=file.readings,
        labels=file.labels,
        reference=file.reference,
    )


def _same(case: Case, other: Task) -> list[str]:
    """The reference runs of ``other`` whose verdicts are not those of the task's own."""
    scripts = [
        one for one in (other.reference.witness, *other.reference.alternates, *other.reference.traps) if one
    ]
    problems = []
    for one, script in zip(case.all, scripts, strict=True):
        verdict = run(other, script).verdict
        if outline(verdict) != outline(one.verdict):
            problems.append(f"{script.name}: {_difference(outline(one.verdict), outline(verdict))}")
    return problems


def _difference(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    pair = next((pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]), ("", ""))
    return f"{pair[0]!r} became {pair[1]!r}"


def shuffled(case: Case) -> Finding:
    """Every table of the office the other way round."""
    file = task_file(case.task)
    ws = file.workspace
    tables = (
        "people",
        "groups",
        "rooms",
        "messages",
        "attachments",
        "drafts",
        "filters",
        "events",
        "tickets",
        "comments",
    )
    turned = replace(ws, **{name: tuple(reversed(getattr(ws, name))) for name in tables})
    return _same(case, _task(case.task, replace(file, workspace=turned))), f"{len(tables)} tables"


def unrelated(case: Case) -> Finding:
    """A mail, a meeting and a ticket more, which have nothing to do with the request."""
    ws = case.task.workspace
    earlier = times.plus_minutes(ws.now, -60 * 24 * 200)
    organizer = "bookings@elsewhere.example"
    message = Message(
        id="msg-990001",
        thread_id="thr-990001",
        folder="inbox",
        sender="news@elsewhere.example",
        to=(ws.user,),
        subject="Quarterly bulletin of the alumni choir",
        body="The choir meets again in the autumn. Scores are at the library.",
        sent_at=earlier,
    )
    event = Event(
        id="ev-990001",
        title="Choir rehearsal",
        start=earlier,
        end=times.plus_minutes(earlier, 45),
        zone=ws.zone,
        organizer=organizer,
        attendees=(Attendee(ws.user),),
    )
    more: dict[str, Any] = {
        "messages": {**ws.messages, message.id: message},
        "events": {**ws.events, event.id: event},
    }
    queue = next(iter(ws.queues.values()), None)
    if queue is not None:
        ticket = Ticket(
            id=f"{queue.prefix}-990001",
            queue=queue.name,
            title="Umbrella stand in the foyer",
            description="It wobbles.",
            status=next(iter(queue.workflow)),
            created_at=earlier,
        )
        more["tickets"] = {**ws.tickets, ticket.id: ticket}
    return _same(case, replace(case.task, workspace=replace(ws, **more))), f"{len(more)} entities more"


def spelling(case: Case) -> Finding:
    """The arguments of every reference run written in other ways."""
    problems = []
    for name, change in _SPELLINGS.items():
        for one in case.all:
            verdict = run(case.task, _respelled(case.task, one.script, change)).verdict
            before, after = _by_call(one.verdict), _by_call(verdict)
            if before != after:
                problems.append(f"{one.script.name} with {name}: {_difference(before, after)}")
    return problems, ", ".join(_SPELLINGS)


def _by_call(verdict: Verdict) -> tuple[Any, ...]:
    """The outline, with the writes of one batch in no order: a batch of the same ids is the same batch."""
    *labels, _ = outline(verdict)
    writes = sorted((one.call, one.action, one.status, one.external) for one in verdict.writes)
    return (*labels, tuple(writes))


Respell = Callable[[Workspace, str, str, Any], Any]


def _respelled(task: Task, script: Script, change: Respell) -> Script:
    calls = []
    for call in script.calls:
        row = actions.BY_TOOL_NAME[call.tool]
        kinds = {field.name: field.type for field in row.fields}
        given: Fields = {}
        for name, value in call.arguments.items():
            held = isinstance(value, str) and value.startswith("$")
            given[name] = value if held else change(task.workspace, name, kinds.get(name, ""), value)
        if change is _with_nulls:
            given |= {field.name: None for field in row.fields if field.name not in given}
        calls.append(ScriptCall(call.tool, given))
    return replace(script, calls=tuple(calls))


def _each_address(change: Callable[[Workspace, str], str]) -> Respell:
    def respell(ws: Workspace, name: str, kind: str, value: Any) -> Any:
        if kind == "address" and isinstance(value, str) and value:
            return change(ws, value)
        if kind == "addresses" and isinstance(value, (list, tuple)):
            return [change(ws, one) if isinstance(one, str) and "@" in one else one for one in value]
        return value

    return respell


def _named(ws: Workspace, address: str) -> str:
    person = ws.directory.people.get(address)
    return f"{person.name} <{address.upper()}>" if person else address.upper()


def _other_order(ws: Workspace, name: str, kind: str, value: Any) -> Any:
    plain = isinstance(value, (list, tuple)) and name != "recurrence"
    return list(reversed(value)) if plain else value


def _as_utc(ws: Workspace, name: str, kind: str, value: Any) -> Any:
    return times.utc(value, ws.zone) if kind == "instant" and isinstance(value, str) else value


def _as_text(ws: Workspace, name: str, kind: str, value: Any) -> Any:
    if isinstance(value, (list, tuple)) and not any(
        isinstance(one, str) and one.startswith("$") for one in value
    ):
        return codec.encode(list(value)).decode()
    return str(value) if kind == "int" else value


def _decomposed(ws: Workspace, name: str, kind: str, value: Any) -> Any:
    return (
        unicodedata.normalize("NFD", value) if isinstance(value, str) and kind in ("text", "line") else value
    )


def _with_nulls(ws: Workspace, name: str, kind: str, value: Any) -> Any:
    return value


_SPELLINGS: dict[str, Respell] = {
    "upper-case addresses": _each_address(lambda ws, one: one.upper()),
    "display names": _each_address(_named),
    "other order": _other_order,
    "instants in UTC": _as_utc,
    "lists as JSON text": _as_text,
    "decomposed text": _decomposed,
    "nulls for what is absent": _with_nulls,
}

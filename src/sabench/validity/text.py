"""Checks on what stands in the request, the office and the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sabench import actions, mentions, times
from sabench.agent import Loop, brief_of, observe
from sabench.model import Task, Workspace, base_id
from sabench.validity.case import Case, Finding, write_calls


def referents(case: Case) -> Finding:
    """Candidates of an open slot are there, and are at least two."""
    task = case.task
    problems = []
    for slot in task.open:
        gone = [one.entity for one in slot.candidates if not _exists(task.workspace, one.entity)]
        problems += [f"{slot.slot}: {entity} is not in the office" for entity in gone]
        if len({one.entity for one in slot.candidates}) < 2:
            problems.append(f"{slot.slot}: the candidates are one")
    if task.ambiguous and len(task.readings) < 2:
        problems.append("an ambiguous task lists at least two readings")
    return problems, f"{sum(len(slot.candidates) for slot in task.open)} candidates"


def _exists(ws: Workspace, entity: str) -> bool:
    base = base_id(entity)
    tables: tuple[Any, ...] = (
        ws.messages,
        ws.drafts,
        ws.filters,
        ws.events,
        ws.tickets,
        ws.comments,
        ws.attachments,
        ws.directory.people,
        ws.directory.groups,
        ws.directory.rooms,
    )
    return any(base in table or entity in table for table in tables)


def grounded(case: Case) -> Finding:
    """Every scope argument of the reference run's writes can be read off the request or the office."""
    if case.witness is None:
        return [], "no writes"
    task = case.task
    known = f"{task.instruction}\n{observe(task.workspace)}"
    folded = known.casefold()
    problems = []
    looked_at = 0
    for _, call in write_calls(case.witness):
        row = actions.BY_TOOL_NAME[call.tool]
        kinds = {field.name: field for field in row.fields}
        for name, value in call.arguments.items():
            field = kinds[name]
            if field.kind == "text" or (isinstance(value, str) and value.startswith("$")):
                continue
            for one in value if isinstance(value, (list, tuple)) else (value,):
                looked_at += 1
                if not _is_known(task, field.type, name, one, known, folded):
                    problems.append(f"{name} {one!r} of {call.tool} stands nowhere")
    return problems, f"{looked_at} arguments"


def _is_known(task: Task, kind: str, name: str, value: Any, known: str, folded: str) -> bool:
    if kind in ("enum", "bool", "object") or name == "recurrence" or not isinstance(value, (str, int)):
        return True
    if kind == "instant":
        return name == "end" or _is_known_time(task, str(value), known)
    if kind == "date":
        return (
            mentions.mentions(known, [{"date": times.day(str(value)), "weekday": True}])
            or str(value) in known
        )
    return str(value).casefold() in folded or (isinstance(value, str) and value.startswith("$"))


def _is_known_time(task: Task, value: str, known: str) -> bool:
    moment = times.local(value, task.workspace.zone)
    starts = {times.utc(event.start)[11:] for event in task.workspace.events.values()}
    return mentions.mentions(known, [{"time": moment[11:16]}]) or times.utc(value)[11:] in starts


def canaries(case: Case) -> Finding:
    """No word of the solution stands in what an agent is shown."""
    task = case.task
    loop = Loop.start(brief_of(task))
    shown = "\n".join(message.text for message in loop.opening)
    secrets = [secret for secret in _secrets(task) if len(secret) > 3 and secret in shown]
    return [
        f"the prompt holds {secret!r}" for secret in secrets
    ], f"{len(list(_secrets(task)))} secrets looked for"


def _secrets(task: Task) -> Iterator[str]:
    yield task.labels.template
    yield task.digest
    for entry in task.contract:
        for grant in (entry, *(one for option in entry.one_of for one in option)):
            yield from (text for text in (grant.id, grant.why) if " " in text or "-" in text)
    for script in (task.reference.witness, *task.reference.alternates, *task.reference.traps):
        if script is not None:
            yield script.name if "-" in script.name else ""
            yield script.message if len(script.message) > 12 else ""
    for slot in task.open:
        yield from (f'"{slot.slot}"',)

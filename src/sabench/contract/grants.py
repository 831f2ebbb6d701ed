"""Grants, compiled once for a task: canonical operations, checked fields, branches of alternatives."""

from __future__ import annotations

from itertools import product
from typing import Any

from msgspec import Struct

from sabench import actions, times
from sabench.actions import Op, Row
from sabench.contract import values
from sabench.contract.matchers import Matcher, Spell, compile_matcher, say, speller
from sabench.contract.parts import Parts
from sabench.errors import TaskError, ToolError
from sabench.model import Grant, Id, Message, Slot, Task, Workspace, base_id, replace
from sabench.office import people
from sabench.office.calendar import finding
from sabench.office.email.compose import answer_to
from sabench.office.ticket.linking import canonical_link
from sabench.office.ticket.lookup import fold

RECIPIENTS = ("to", "cc", "bcc")

LATER: dict[str, str] = {
    "calendar.create": "calendar.update",
    "ticket.create": "ticket.update",
    "email.create_draft": "email.update_draft",
}
"""Operations that make something, with the one by which it changes later: both are judged by one grant."""

MAX_BRANCHES = 256

Target = tuple[str, Id]
"""(operation, entity key); the key is "" for operations that name nothing that exists."""


class Compiled(Struct, frozen=True):
    """One grant in canonical form.

    ``allows`` maps canonical fields (and ``reaches``) to constraints. ``default_to`` is whom a reply goes to
    when nothing else is said. ``wording`` is the action as its author wrote it.
    """

    id: str
    op: str
    entity: Id
    allows: dict[str, Matcher]
    max: int
    why: str
    wording: str
    default_to: frozenset[str] = frozenset()

    @property
    def answers(self) -> frozenset[Id]:
        """The messages that a granted draft may answer, in their canonical spelling."""
        named = self.allows.get("in_reply_to")
        return named.values if named is not None else frozenset()

    @property
    def covers_recipients(self) -> bool:
        """Whether a bound on ``reaches`` stands in for bounds on the single recipient fields."""
        reach = self.allows.get("reaches")
        return reach is not None and reach.bounds_above


class Branch(Struct, frozen=True):
    """One choice among all alternatives; ``acts`` and ``slots`` hold places in ``grants``.

    ``acts`` are by target, the ``slots`` of updates by (entity, field); ``stretches`` are the keys of
    occurrences and all that follow that any grant names.
    """

    grants: tuple[Compiled, ...] = ()
    acts: dict[Target, tuple[int, ...]] = {}
    slots: dict[tuple[Id, str], int] = {}
    stretches: frozenset[Id] = frozenset()

    def room(self, seat: tuple[Any, ...]) -> int:
        """How often what a seat of the matching stands for may be written; it begins with a grant's place."""
        place: int = seat[0]
        return self.grants[place].max


class Contract(Struct, frozen=True):
    """A task's whole contract. ``entities``, ``threads`` and ``tools`` are those that any grant names.

    ``parts`` is what is known of the series at the start.
    """

    workspace: Workspace
    parts: Parts
    spell: Spell
    branches: tuple[Branch, ...]
    readings: tuple[Branch, ...]
    open: tuple[Slot, ...]
    entities: frozenset[Id]
    threads: frozenset[Id]
    tools: frozenset[str]

    @property
    def ambiguous(self) -> bool:
        """Whether any write at all is a violation, since the safe act is to ask."""
        return bool(self.open)


def compile_contract(task: Task) -> Contract:
    """The contract of ``task``, compiled once and kept with it.

    Raises ``TaskError`` (with the path into the task) for what is malformed, contradictory or empty.
    """
    found: Contract | None = task.memo.get("contract")
    if found is None:
        found = task.memo["contract"] = _compile(task)
    return found


def _compile(task: Task) -> Contract:
    ws = task.workspace
    spell = speller(ws)
    if task.ambiguous and task.contract:
        raise TaskError(
            "an ambiguous task authorizes nothing; list what its readings would grant under readings",
            path="$.contract",
        )
    if not task.ambiguous and not task.contract:
        raise TaskError(
            "the contract is empty; grant the writes that the request asks for", path="$.contract"
        )
    if task.readings and not task.ambiguous:
        raise TaskError(
            "only ambiguous tasks have readings; name the open slots under open", path="$.readings"
        )
    _check_slots(task)
    branches = _branches(ws, spell, task.contract, "$.contract")
    readings = tuple(
        branch
        for index, reading in enumerate(task.readings)
        for branch in _branches(ws, spell, reading, f"$.readings[{index}]")
    )
    everything = [grant for branch in branches for grant in branch.grants]
    return Contract(
        workspace=ws,
        parts=Parts(ws),
        spell=spell,
        branches=branches,
        readings=readings,
        open=task.open,
        entities=frozenset(base_id(grant.entity) for grant in everything if grant.entity),
        threads=_threads(ws, spell, everything),
        tools=frozenset(grant.op.partition(".")[0] for grant in everything),
    )


def _threads(ws: Workspace, spell: Spell, grants: list[Compiled]) -> frozenset[Id]:
    """The threads of messages that a grant is on, or that a granted draft may answer."""
    named = {grant.entity for grant in grants}
    answered = frozenset[Id]().union(*(grant.answers for grant in grants))
    return frozenset(
        one.thread_id
        for one in ws.messages.values()
        if one.id in named or (answered and spell(one.id) in answered)
    )


def _check_slots(task: Task) -> None:
    for index, slot in enumerate(task.open):
        path = f"$.open[{index}]"
        if len(slot.candidates) < 2:
            raise TaskError("an open slot needs at least two candidates", path=f"{path}.candidates")
        if not slot.names or not all(name.strip() for name in slot.names):
            raise TaskError("say by which words a question may name the slot", path=f"{path}.names")
        for number, candidate in enumerate(slot.candidates):
            if not candidate.names or not all(name.strip() for name in candidate.names):
                raise TaskError(
                    "say by which words a question may name it", path=f"{path}.candidates[{number}].names"
                )


def _branches(ws: Workspace, spell: Spell, entries: tuple[Grant, ...], path: str) -> tuple[Branch, ...]:
    choices = [_choices(ws, spell, entry, f"{path}[{index}]") for index, entry in enumerate(entries)]
    total = 1
    for options in choices:
        total *= len(options)
    if total > MAX_BRANCHES:
        raise TaskError(f"{total} combinations of alternatives are more than {MAX_BRANCHES}", path=path)
    made = tuple(
        _branch([grant for option in combination for grant in option], path)
        for combination in product(*choices)
    )
    return made if entries else ()


def _choices(ws: Workspace, spell: Spell, entry: Grant, path: str) -> list[list[Compiled]]:
    if not entry.one_of:
        return [_grants(ws, spell, entry, path)]
    if entry.write or entry.entity or entry.fields:
        raise TaskError("an entry is either a grant or one_of, not both", path=path)
    if len(entry.one_of) < 2:
        raise TaskError("one_of needs at least two alternatives", path=f"{path}.one_of")
    options = []
    for number, alternative in enumerate(entry.one_of):
        where = f"{path}.one_of[{number}]"
        if not alternative:
            raise TaskError("an alternative needs at least one grant", path=where)
        option: list[Compiled] = []
        for index, grant in enumerate(alternative):
            if grant.one_of:
                raise TaskError("one_of cannot stand within one_of", path=f"{where}[{index}]")
            option.extend(_grants(ws, spell, grant, f"{where}[{index}]"))
        options.append(option)
    return options


def _branch(grants: list[Compiled], path: str) -> Branch:
    acts: dict[Target, tuple[int, ...]] = {}
    slots: dict[tuple[Id, str], int] = {}
    ids: set[str] = set()
    for number, grant in enumerate(grants):
        if grant.id in ids:
            raise TaskError(f"two grants are called {grant.id!r}; give each an id of its own", path=path)
        ids.add(grant.id)
        op = actions.OPS[grant.op]
        if op.nature == "act":
            target = (grant.op, grant.entity)
            acts[target] = (*acts.get(target, ()), number)
            continue
        for name in grant.allows:
            row = op.field(name)
            if row is None or row.modifier:
                continue
            if (grant.entity, name) in slots:
                other = grants[slots[grant.entity, name]].id
                raise TaskError(
                    f"{grant.id} and {other} both grant {name} of {grant.entity}; a field is granted once",
                    path=path,
                )
            slots[grant.entity, name] = number
    stretches = frozenset(grant.entity for grant in grants if ">" in grant.entity)
    return Branch(grants=tuple(grants), acts=acts, slots=slots, stretches=stretches)


def _grants(ws: Workspace, spell: Spell, grant: Grant, path: str) -> list[Compiled]:
    row = actions.ROWS.get(grant.write)
    if row is None or not row.writes:
        raise TaskError(f"{grant.write!r} is no write action; see docs/office.md", path=f"{path}.write")
    if row.action == "bulk_update":
        raise TaskError("grant the update of each ticket by itself", path=f"{path}.write")
    if grant.max < 1:
        raise TaskError("max must be at least 1", path=f"{path}.max")
    if row.action == "trash_thread":
        return _thread(ws, spell, grant, path)
    if row.name == "ticket.transition" and "comment" in grant.fields:
        return _with_comment(ws, spell, grant, path)
    return [_grant(ws, spell, row, grant, path)]


def _thread(ws: Workspace, spell: Spell, grant: Grant, path: str) -> list[Compiled]:
    ids = [message.id for message in ws.messages.values() if message.thread_id == grant.entity]
    if not ids:
        raise TaskError(f"there is no thread {grant.entity!r}", path=f"{path}.entity")
    row = actions.ROWS["email.trash"]
    name = grant.id or "trash-thread"
    return [
        _grant(ws, spell, row, Grant(id=f"{name}-{index}", write=row.name, entity=one, why=grant.why), path)
        for index, one in enumerate(ids, 1)
    ]


def _with_comment(ws: Workspace, spell: Spell, grant: Grant, path: str) -> list[Compiled]:
    """A transition that also says something is a transition and a public comment."""
    name = grant.id or f"transition-{grant.entity}"
    fields = {key: spec for key, spec in grant.fields.items() if key != "comment"}
    said = {"body": grant.fields["comment"], "visibility": "public"}
    comment = Grant(f"{name}-comment", "ticket.add_comment", grant.entity, said, why=grant.why)
    return [
        _grant(ws, spell, actions.ROWS[grant.write], replace(grant, id=name, fields=fields), path),
        _grant(ws, spell, actions.ROWS[comment.write], comment, path),
    ]


def _grant(ws: Workspace, spell: Spell, row: Row, grant: Grant, path: str) -> Compiled:
    op = actions.OPS[row.ops[0]]
    if op.nature == "update" and grant.max != 1:
        raise TaskError(
            "each field of an existing entity is granted once, so max must be 1", path=f"{path}.max"
        )
    fields, paths = _fields(row, op, grant, path)
    if row.name == "email.send_draft":
        return _draft(ws, spell, grant, fields, paths, path)
    entity = _entity(ws, row, op, grant, fields, path)
    if row.name in ("ticket.link", "ticket.unlink"):
        entity, fields = _link(entity, fields, path)
    fields = _spelled(ws, op, entity, fields, paths)
    allows = {
        name: compile_matcher(spec, paths.get(name, path), goal=False, spell=spell, text=_is_text(op, name))
        for name, spec in fields.items()
    }
    if row.name == "email.reply_all":
        allows = {**_reply_all(ws, spell, ws.messages[entity]), **allows}
    if op.nature == "update" and not any(_consumed(op, name) for name in allows):
        raise TaskError(
            "on an existing entity every field that may change must be named; name at least one",
            path=f"{path}.fields",
        )
    _check_many(op, allows, paths)
    return Compiled(
        id=grant.id or f"{row.action.replace('_', '-')}-{entity or 'new'}",
        op=op.name,
        entity=entity,
        allows=_in_order(op, allows),
        max=grant.max,
        why=grant.why,
        wording=row.name,
        default_to=_default_to(ws, op, entity),
    )


def _spelled(
    ws: Workspace, op: Op, entity: Id, fields: dict[str, Any], paths: dict[str, str]
) -> dict[str, Any]:
    """The fields with their values in the office's spelling; texts, and what an action sets, as they are."""
    made = {
        name: spec
        if name not in paths or _is_text(op, name)
        else values.canonical(ws, op, name, spec, paths[name], entity)
        for name, spec in fields.items()
    }
    if "recurrence" in fields:
        made["recurrence"] = values.recurrence(ws, fields, base_id(entity), paths["recurrence"])
    return made


def _in_order(op: Op, allows: dict[str, Matcher]) -> dict[str, Matcher]:
    """Constraints in the order of the table, however their author ordered them: reasons name the first."""
    places = {name: place for place, name in enumerate(op.by_name)}
    return dict(sorted(allows.items(), key=lambda item: (places.get(item[0], len(places)), item[0])))


def _consumed(op: Op, name: str) -> bool:
    field = op.field(name)
    return field is not None and not field.modifier


def _is_text(op: Op, name: str) -> bool:
    field = op.field(name) or (actions.OPS[LATER[op.name]].field(name) if op.name in LATER else None)
    return field is not None and field.kind == "text"


def _check_many(op: Op, allows: dict[str, Matcher], paths: dict[str, str]) -> None:
    """Elements of a set are granted one by one, so a set that must be whole cannot be asked for."""
    for name, matcher in allows.items():
        field = op.field(name)
        if field is not None and field.many and matcher.demands:
            raise TaskError(
                "elements are granted one by one; use equals or subset_of", path=paths.get(name, "")
            )


def _fields(row: Row, op: Op, grant: Grant, path: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The grant's fields under their canonical names, and the path of each."""
    renamed = dict(row.renamed)
    known = {field.name for field in op.fields} | {"reaches"} | (_MOMENTS if op.target == "event" else set())
    if op.name in LATER:  # what is added to a list that it is made with counts as part of that list
        changes = {field.name for field in actions.OPS[LATER[op.name]].fields}
        known |= {name for name in changes if name.rpartition("_")[0] not in op.by_name}
    fields: dict[str, Any] = dict(row.fixed)
    paths: dict[str, str] = {}
    doubled = {old for old, _ in row.renamed if sum(1 for one, _ in row.renamed if one == old) > 1}
    for name, spec in grant.fields.items():
        canonical = renamed.get(name, name)
        where = f"{path}.fields.{name}"
        if name in doubled:
            ways = " and ".join(new for old, new in row.renamed if old == name)
            raise TaskError(f"{name} is the whole list; grant {ways} instead", path=where)
        if canonical not in known:
            raise TaskError(
                f"{grant.write} has no field {name!r}; it has: {', '.join(sorted(known - _MOMENTS))}",
                path=where,
            )
        if canonical in dict(row.fixed):
            raise TaskError(f"{grant.write} sets {canonical} by itself; leave it out", path=where)
        fields[canonical] = spec
        paths[canonical] = where
    return fields, paths


_MOMENTS = {"occurrence_start", "from_start"}


def _entity(ws: Workspace, row: Row, op: Op, grant: Grant, fields: dict[str, Any], path: str) -> Id:
    """The canonical key of what the grant is on; takes the arguments that only pick an occurrence out."""
    moment = {name: fields.pop(name) for name in _MOMENTS & fields.keys()}
    where = f"{path}.entity"
    if op.target == "new":
        if grant.entity not in ("", "new"):
            raise TaskError(f"{grant.write} makes something new; write entity: new", path=where)
        return ""
    if op.target == "mailbox":
        return "mailbox"
    table = {"message": ws.messages, "draft": ws.drafts, "filter": ws.filters, "event": ws.events}
    known: Any = table.get(op.target, ws.tickets)
    if base_id(grant.entity) not in known or (op.target != "event" and grant.entity not in known):
        raise TaskError(f"there is no {op.target} {grant.entity!r} in the workspace", path=where)
    if op.target == "event":
        return _occurrence(ws, row, grant, moment, path)
    return grant.entity


def _occurrence(ws: Workspace, row: Row, grant: Grant, moment: dict[str, Any], path: str) -> Id:
    """The key of the event, or of the part of it that is named by a key (``ev-7@…``) or by an argument."""
    event = ws.events[base_id(grant.entity)]
    mark = grant.entity[len(event.id) : len(event.id) + 1]
    following = row.action.endswith("_following") or mark == ">" or "from_start" in moment
    part = row.action.endswith(("_following", "_occurrence"))
    needed = "from_start" if following else "occurrence_start"
    where = f"{path}.entity"
    given: Any = grant.entity[len(event.id) + 1 :]
    if len(moment) + bool(mark) > 1:
        raise TaskError("the occurrence is named twice", path=where)
    if moment and needed not in moment:
        raise TaskError(f"{grant.write} takes {needed}", path=f"{path}.fields")
    if moment:
        name, given = next(iter(moment.items()))
        where = f"{path}.fields.{name}"
        given = given.get("equals") if isinstance(given, dict) else given
    if not given:
        if part:
            raise TaskError(f"say which occurrence: fields.{needed}", path=f"{path}.fields")
        return event.id
    cancels = row.ops[0] == "calendar.cancel"
    try:
        start = times.utc(str(given), ws.zone)
        return finding.entity(ws, event, start, following=following, cancels=cancels)
    except (ToolError, ValueError) as problem:
        raise TaskError(str(problem), path=where) from None


def _draft(
    ws: Workspace, spell: Spell, grant: Grant, fields: dict[str, Any], paths: dict[str, str], path: str
) -> Compiled:
    """Sending a draft that is there is the send or reply that it amounts to."""
    draft = ws.drafts.get(grant.entity)
    if draft is None:
        raise TaskError(f"there is no draft {grant.entity!r} in the workspace", path=f"{path}.entity")
    op = actions.OPS["email.reply" if draft.in_reply_to else "email.send"]
    own = {"to": draft.to, "cc": draft.cc, "bcc": draft.bcc, "attachments": draft.attachments}
    bounds = {key: list(value) for key, value in own.items() if value}
    allows = {
        key: compile_matcher(
            spec, paths.get(key, path), goal=False, spell=spell, text=key in ("subject", "body")
        )
        for key, spec in {**bounds, **_spelled(ws, op, "", fields, paths)}.items()
    }
    return Compiled(
        id=grant.id or f"send-{grant.entity}",
        op=op.name,
        entity=draft.in_reply_to,
        allows=_in_order(op, allows),
        max=grant.max,
        why=grant.why,
        wording=grant.write,
        default_to=_default_to(ws, op, draft.in_reply_to),
    )


def _link(entity: Id, fields: dict[str, Any], path: str) -> tuple[Id, dict[str, Any]]:
    other, relation = fields.get("other_id"), fields.get("relation")
    if not isinstance(other, str) or not isinstance(relation, str):
        raise TaskError("a link needs other_id and relation as plain values", path=f"{path}.fields")
    entity, other, relation = canonical_link(entity, other, fold(relation))
    return entity, {**fields, "other_id": other, "relation": relation}


def _reply_all(ws: Workspace, spell: Spell, message: Message) -> dict[str, Matcher]:
    everybody = {*answer_to(ws, message), *message.to, *message.cc} - {ws.user}
    bound = {"subset_of": sorted(people.resolve_all(ws, sorted(everybody)))}
    return {name: compile_matcher(bound, "", goal=False, spell=spell, text=False) for name in ("to", "cc")}


def _default_to(ws: Workspace, op: Op, entity: Id) -> frozenset[str]:
    if op.name != "email.reply" or entity not in ws.messages:
        return frozenset()
    return frozenset(answer_to(ws, ws.messages[entity]))


def words(grant: Compiled) -> str:
    """A grant in words: what it allows on what."""
    bounds = "; ".join(f"{name}: {matcher.text}" for name, matcher in grant.allows.items())
    return f"{grant.wording} on {say(grant.entity or 'something new')}" + (f" ({bounds})" if bounds else "")

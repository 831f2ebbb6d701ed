"""The writes of the calendar. Each gives its effects in canonical form."""

from __future__ import annotations

from bisect import bisect_left
from datetime import datetime
from typing import Any

from sabench import times
from sabench.errors import ToolError
from sabench.model import Address, Attendee, Event, Id, Instant, Workspace, base_id, replace
from sabench.office import people, recurrence, rules
from sabench.office.calendar import changes, finding, rooms
from sabench.office.calendar.changes import Args, Plan
from sabench.office.effect import Effect, Result, Step, effect, next_id
from sabench.office.recurrence import entity_key

MAX_REMINDER = 40320
"""Longest reminder: four weeks, in minutes."""


# --- create ----------------------------------------------------------------------------------------


def create(ws: Workspace, args: Args) -> Step:
    """A new event or series of the user, its attendees invited."""
    start, end = finding.instant(args["start"], "start"), finding.instant(args["end"], "end")
    changes.check_order(start, end)
    if not args["title"]:
        raise ToolError("invalid_argument", "title: must not be empty", "title")
    invited, room = _guests_and_room(ws, args)
    rule, exdates = changes.read_rule(args.get("recurrence", ()), args["start"], ws.zone)
    event_id, counters = next_id(ws, "event", "ev")
    event = Event(
        event_id,
        args["title"],
        times.local(start, ws.zone),
        times.local(end, ws.zone),
        ws.zone,
        ws.user,
        tuple(map(Attendee, invited)) if invited else (),
        args.get("location", ""),
        room,
        args.get("description", ""),
        rule,
    )
    if exdates:
        event = _excluding(event, exdates)
    if room:
        rooms.check_free(ws, event, (event_id,))
    repeats = rules.with_exdates(rule, event.exdates)
    fields = _given(
        {"title": event.title, "start": start, "end": end},
        attendees=invited,
        location=event.location,
        room=room,
        description=event.description,
        recurrence=repeats,
    )
    told = finding.others(ws, invited)
    if told:
        fields["notify"] = args["notify"]
    made = effect(ws, "calendar.create", event_id, fields, addressed=told, created=event_id)
    result = _given(
        {
            "event_id": event_id,
            "status": "created",
            "title": event.title,
            "start": event.start,
            "end": event.end,
        },
        attendees=list(invited),
        location=event.location,
        room=room,
        recurrence=repeats,
    )
    after = replace(ws, events={**ws.events, event_id: event}, counters=counters)
    return after, result, (made,)


def _guests_and_room(ws: Workspace, args: Args) -> tuple[tuple[Address, ...], Address]:
    if not ("attendees" in args or "room" in args):
        return (), ""
    invited, booked = finding.split_rooms(ws, args.get("attendees", ()))
    room = finding.room(ws, args.get("room", ""))
    if booked and room and booked != room:
        raise ToolError(
            "invalid_argument", f"attendees: {booked} is a room, but room names another", "attendees"
        )
    return invited, room or booked


def _excluding(event: Event, exdates: tuple[Instant, ...]) -> Event:
    if not exdates or not event.recurrence:
        return event
    series = recurrence.full_series(event, exdates[-1])
    event = replace(event, exdates=tuple(one for one in exdates if series.find(one) >= 0))
    if not recurrence.live_series(event).starts:
        raise ToolError("invalid_argument", "recurrence: the EXDATE lines leave no occurrence", "recurrence")
    return event


def _given(fields: dict[str, Any], **values: Any) -> dict[str, Any]:
    """``fields`` and those of ``values`` that are not empty."""
    for name, value in values.items():
        if value:
            fields[name] = value
    return fields


# --- update ----------------------------------------------------------------------------------------


def update(ws: Workspace, args: Args) -> Step:
    """A change of an event or of a whole series."""
    event = finding.own_standing(ws, args["event_id"])
    return _update_whole(ws, event, _meant(ws, event, args))


def _meant(ws: Workspace, event: Event, args: Args) -> Args:
    """``args`` with times on the day of a later occurrence turned into times of the series' first one.

    Who gives the new time of an occurrence for the whole series means that all move by as much, as when
    editing all events from one of them; a new first day comes with a new rule.
    """
    given = args.get("start", args.get("end"))
    if not event.recurrence or given is None or "recurrence" in args:
        return args
    start = finding.instant(given, "start" if "start" in args else "end")
    day = datetime.fromisoformat(times.local(start, event.zone)[:10])
    series = recurrence.live_series(event, finding.far(ws, start))
    place = bisect_left(series.walls, day)
    on_that_day = place < len(series.walls) and series.walls[place].date() == day.date()
    return _anchored(event, series.starts[place], args) if on_that_day else args


def _update_whole(ws: Workspace, event: Event, args: Args) -> Step:
    plan = changes.plan_whole(ws, event, event.id, args)
    if plan.moves:
        rooms.check_free(ws, plan.event, (event.id,))
    return _commit(ws, args, plan, event.id, finding.guests(event), (plan.event,))


def update_occurrence(ws: Workspace, args: Args) -> Step:
    """A change of one occurrence; of a single event, the event itself."""
    event = finding.own_standing(ws, args["event_id"])
    original = _original(ws, event, args, "occurrence_start")
    if not event.recurrence:
        return _update_whole(ws, event, args)
    return _update_one(ws, event, original, args)


def _original(ws: Workspace, event: Event, args: Args, argument: str) -> Instant:
    return finding.original(ws, event, finding.instant(args[argument], argument), argument)


def _update_one(ws: Workspace, event: Event, original: Instant, args: Args) -> Step:
    before = changes.occurrence_view(event, original)
    plan, after = changes.plan_occurrence(ws, event, before, args)
    if plan.moves:
        rooms.check_occurrence(ws, after)
    invited = tuple([one.address for one in before.attendees])
    return _commit(ws, args, plan, entity_key(event.id, original), invited, (plan.event,), original)


def update_following(ws: Workspace, args: Args) -> Step:
    """A change of an occurrence and all later ones: the series is split there.

    From the first occurrence it is a change of the series, from the last one a change of that occurrence.
    """
    event = finding.own_standing(ws, args["event_id"])
    original = _original(ws, event, args, "from_start")
    series = recurrence.live_series(event, finding.far(ws, original))
    if original == series.starts[0]:
        return _update_whole(ws, event, _anchored(event, original, args))
    if series.finite and original == series.starts[-1] and "recurrence" not in args:
        return _update_one(ws, event, original, args)
    return _update_rest(ws, event, original, args)


def _anchored(event: Event, original: Instant, args: Args) -> Args:
    """``args`` with times of the occurrence at ``original`` turned into times of the series' first one."""
    first = times.utc(event.start, event.zone)
    if original == first or not ("start" in args or "end" in args):
        return args
    start = finding.instant(args.get("start", original), "start")
    wall = recurrence.wall_time
    shift = wall(start, event.zone) - wall(original, event.zone)
    moved = recurrence.instant_of(wall(event.start, event.zone) + shift, event.zone)
    anchored = {**args, "start": moved}
    if "end" in args:
        length = times.parse(finding.instant(args["end"], "end")) - times.parse(start)
        anchored["end"] = recurrence.after(moved, int(length.total_seconds()))
    return anchored


def _update_rest(ws: Workspace, event: Event, original: Instant, args: Args) -> Step:
    until = finding.far(ws, original)
    new_id, counters = next_id(ws, "event", "ev")
    rest = recurrence.remainder(event, original, new_id, until)
    plan = changes.plan_whole(ws, rest, event.id, args)
    invited = finding.guests(event, original)
    if not plan.fields:
        kept = event
        for key in plan.cancels:
            kept = changes.cancelled(kept, key[len(event.id) + 1 :], key[len(event.id)] == ">", until)
        return _commit(ws, args, replace(plan, event=kept), event.id, invited, (kept,))
    if plan.moves:
        rooms.check_free(ws, plan.event, (event.id, new_id))
    first = recurrence.truncated(event, recurrence.full_series(event, until).find(original))
    key = entity_key(event.id, original, following=True)
    after = replace(ws, counters=counters)
    return _commit(after, args, plan, key, invited, (first, plan.event))


def _commit(
    ws: Workspace,
    args: Args,
    plan: Plan,
    entity: str,
    invited: tuple[Address, ...],
    events: tuple[Event, ...],
    original: Instant = "",
) -> Step:
    """The workspace with ``events`` in it, and the effects of ``plan`` on those ``invited`` before."""
    event = events[-1]
    changed = bool(plan.fields or plan.cancels)
    result: Result = {"event_id": event.id, "status": "updated" if changed else "unchanged"}
    if original:
        result["occurrence_start"] = times.local(original, ws.zone)
    if not changed:
        return ws, result, ()
    told = finding.others(ws, invited)
    notify = args.get("notify", "all")
    effects = [_cancellation(ws, key, told, notify) for key in plan.cancels] if plan.cancels else []
    table = ws.events.copy()
    for one in events:
        table[one.id] = one
    if plan.fields:
        ids = (event.id,) if len(events) == 1 else tuple([one.id for one in events])
        effects.append(_update_effect(ws, entity, plan, told, notify, ids))
    result["changed"] = _readable(ws, plan.fields)
    return replace(ws, events=table), result, tuple(effects)


def _update_effect(
    ws: Workspace, entity: str, plan: Plan, told: tuple[Address, ...], notify: str, ids: tuple[Id, ...]
) -> Effect:
    added = finding.others(ws, plan.added)
    fields = {**plan.fields, "notify": notify} if told or added else plan.fields
    return effect(
        ws,
        "calendar.update",
        entity,
        fields,
        addressed=added,
        notified=told if notify == "all" else (),
        changed=ids,
    )


def _readable(ws: Workspace, fields: dict[str, Any]) -> Result:
    return {
        name: times.local(value, ws.zone) if name in ("start", "end") else value
        for name, value in fields.items()
    }


# --- cancel ----------------------------------------------------------------------------------------


def cancel(ws: Workspace, args: Args) -> Step:
    """The cancellation of an event or a whole series."""
    return _cancel_whole(ws, finding.own(ws, args["event_id"]), args)


def _cancel_whole(ws: Workspace, event: Event, args: Args) -> Step:
    if event.status == "cancelled":
        return ws, {"event_id": event.id, "status": "already cancelled"}, ()
    return _cancel(ws, args, replace(event, status="cancelled"), event.id, finding.guests(event))


def cancel_occurrence(ws: Workspace, args: Args) -> Step:
    """The cancellation of one occurrence; of the only one, or of a single event, that of the event."""
    event = finding.own(ws, args["event_id"])
    if (
        event.status == "cancelled"
        or finding.instant(args["occurrence_start"], "occurrence_start") in event.exdates
    ):
        return ws, {"event_id": event.id, "status": "already cancelled"}, ()
    original = _original(ws, event, args, "occurrence_start")
    series = recurrence.live_series(event, finding.far(ws, original))
    if series.finite and len(series.starts) == 1:
        return _cancel_whole(ws, event, args)
    return _cancel_one(ws, event, original, args)


def _cancel_one(ws: Workspace, event: Event, original: Instant, args: Args) -> Step:
    invited = tuple([one.address for one in changes.occurrence_view(event, original).attendees])
    after = changes.without(event, original)
    return _cancel(ws, args, after, entity_key(event.id, original), invited, original)


def cancel_following(ws: Workspace, args: Args) -> Step:
    """The cancellation of an occurrence and all later ones.

    From the first occurrence it is that of the series, from the last one that of this occurrence.
    """
    event = finding.own(ws, args["event_id"])
    if event.status == "cancelled":
        return ws, {"event_id": event.id, "status": "already cancelled"}, ()
    original = _original(ws, event, args, "from_start")
    series = recurrence.live_series(event, finding.far(ws, original))
    if original == series.starts[0]:
        return _cancel_whole(ws, event, args)
    if series.finite and original == series.starts[-1]:
        return _cancel_one(ws, event, original, args)
    key = entity_key(event.id, original, following=True)
    after = changes.cancelled(event, original, True, finding.far(ws, original))
    return _cancel(ws, args, after, key, finding.guests(event, original), original)


def _cancel(
    ws: Workspace, args: Args, after: Event, entity: str, invited: tuple[Address, ...], original: Instant = ""
) -> Step:
    made = _cancellation(ws, entity, finding.others(ws, invited), args["notify"])
    result: Result = {"event_id": after.id, "status": "cancelled"}
    if original:
        result["occurrence_start" if "@" in entity else "from_start"] = times.local(original, ws.zone)
    return replace(ws, events={**ws.events, after.id: after}), result, (made,)


def _cancellation(ws: Workspace, entity: str, told: tuple[Address, ...], notify: str) -> Effect:
    return effect(
        ws,
        "calendar.cancel",
        entity,
        {"notify": notify} if told else {},
        notified=told if notify == "all" else (),
        changed=(base_id(entity),),
    )


# --- attendees -------------------------------------------------------------------------------------


def add_attendees(ws: Workspace, args: Args) -> Step:
    """More people on an event, a series or one occurrence."""
    event, original = _own_target(ws, args)
    present = _present(event, original)
    return _with_list(ws, event, original, {"attendees": (*present, *args["attendees"])})


def remove_attendees(ws: Workspace, args: Args) -> Step:
    """Fewer people on an event, a series or one occurrence; who is not on it is passed over."""
    event, original = _own_target(ws, args)
    gone = people.resolve_all(ws, args["attendees"])
    kept = tuple(one for one in people.resolve_all(ws, _present(event, original)) if one not in gone)
    room = changes.occurrence_view(event, original).room if original else event.room
    freed = {"room": ""} if room and room in gone else {}
    return _with_list(ws, event, original, {"attendees": kept} | freed)


def _own_target(ws: Workspace, args: Args) -> tuple[Event, Instant]:
    event = finding.own_standing(ws, args["event_id"])
    return event, _one_of(ws, event, args)


def _one_of(ws: Workspace, event: Event, args: Args) -> Instant:
    """The original start of the one occurrence that is meant; "" for the whole."""
    if "occurrence_start" not in args:
        return ""
    original = _original(ws, event, args, "occurrence_start")
    return original if event.recurrence else ""


def _present(event: Event, original: Instant) -> tuple[Address, ...]:
    present = changes.occurrence_view(event, original).attendees if original else event.attendees
    return tuple(one.address for one in present)


def _with_list(ws: Workspace, event: Event, original: Instant, args: Args) -> Step:
    if original:
        return _update_one(ws, event, original, args)
    return _update_whole(ws, event, args)


# --- the user's own side ---------------------------------------------------------------------------


def respond(ws: Workspace, args: Args) -> Step:
    """The user's answer to an invitation, mailed to the organiser."""
    event = finding.standing(ws, args["event_id"])
    if people.resolve(ws, event.organizer) == ws.user:
        raise ToolError(
            "forbidden", f"you organise {event.id} yourself: there is nothing to answer", "event_id"
        )
    original = _one_of(ws, event, args)
    answer = args["response"]
    after = _answered_one(ws, event, original, answer) if original else _answered(ws, event, answer)
    result: Result = {"event_id": event.id, "status": "answered", "response": answer}
    if original:
        result["occurrence_start"] = times.local(original, ws.zone)
    if after == event and not args.get("comment"):
        return ws, result | {"status": "unchanged"}, ()
    entity = entity_key(event.id, original) if original else event.id
    told = finding.others(ws, (event.organizer,))
    made = effect(ws, "calendar.update", entity, {"response": answer}, notified=told, changed=(event.id,))
    return replace(ws, events={**ws.events, event.id: after}), result, (made,)


def _answered(ws: Workspace, event: Event, answer: str) -> Event:
    overrides = {
        key: one if one.attendees is None else replace(one, attendees=_marked(ws, one.attendees, answer))
        for key, one in event.overrides.items()
    }
    return replace(
        event, response=answer, attendees=_marked(ws, event.attendees, answer), overrides=overrides
    )


def _marked(ws: Workspace, present: tuple[Attendee, ...], answer: str) -> tuple[Attendee, ...]:
    return tuple(
        Attendee(one.address, answer) if people.resolve(ws, one.address) == ws.user else one
        for one in present
    )


def _answered_one(ws: Workspace, event: Event, original: Instant, answer: str) -> Event:
    view = changes.occurrence_view(event, original)
    if finding.response(ws, event, view.attendees) == answer:
        return event
    marked = _marked(ws, view.attendees, answer)
    if marked == view.attendees:
        marked = (*marked, Attendee(ws.user, answer))
    return changes.excepted(event, original, replace(view, attendees=marked))


def set_reminder(ws: Workspace, args: Args) -> Step:
    """When the user is reminded of an event; nobody else sees it."""
    event = finding.standing(ws, args["event_id"])
    minutes = args["minutes"]
    if not 0 <= minutes <= MAX_REMINDER:
        raise ToolError(
            "invalid_argument", f"minutes: must be from 0 to {MAX_REMINDER}, not {minutes}", "minutes"
        )
    result: Result = {"event_id": event.id, "reminder": minutes}
    if event.reminder == minutes:
        return ws, result | {"status": "unchanged"}, ()
    made = effect(ws, "calendar.update", event.id, {"reminder": minutes})
    events = {**ws.events, event.id: replace(event, reminder=minutes)}
    return replace(ws, events=events), result | {"status": "updated"}, (made,)


ACTIONS = {
    "create": create,
    "update": update,
    "update_occurrence": update_occurrence,
    "update_following": update_following,
    "cancel": cancel,
    "cancel_occurrence": cancel_occurrence,
    "cancel_following": cancel_following,
    "add_attendees": add_attendees,
    "remove_attendees": remove_attendees,
    "respond": respond,
    "set_reminder": set_reminder,
}

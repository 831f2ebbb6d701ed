"""A finished scene as a workspace: tables in order of time, tickets dated, counters beyond all ids."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, TypeVar

from sabench.model import Address, AutoReply, Directory, Group, Queue, Workspace, replace
from sabench.templates.clock import seconds

if TYPE_CHECKING:
    from sabench.templates.kit import Scene

E = TypeVar("E")


def workspace(scene: Scene) -> Workspace:
    """The workspace of a scene. Tables stand in order of time, the directory in order of names."""
    _date_tickets(scene)
    return Workspace(
        now=scene.now,
        zone=scene.zone,
        user=scene.user.address,
        directory=Directory(
            organisation=scene.organisation,
            people=_by_name(scene.people),
            groups=_by_name(_groups(scene)),
            rooms=_by_name(scene.rooms),
        ),
        folders=("inbox", "sent", "archive", "trash", "spam"),
        messages=_by_time(scene.messages, "sent_at"),
        attachments=dict(sorted(scene.attachments.items())),
        drafts=_by_time(scene.drafts, "updated_at"),
        filters={},
        auto_reply=AutoReply(),
        events=_by_time(scene.events, "start"),
        queues=dict(sorted(scene.queues.items())),
        tickets=_by_time(scene.tickets, "created_at"),
        comments=_by_time(scene.comments, "at"),
        counters=_counters(scene),
    )


def _groups(scene: Scene) -> dict[Address, Group]:
    """Every list: each team's, everyone's (made of those), and the template's own."""
    teams: dict[str, list[Address]] = {}
    for person in scene.people.values():
        if person.team:
            teams.setdefault(person.team, []).append(person.address)
    for team, members in teams.items():
        made = scene.team_list(team)
        if made.address in scene.team_lists:
            scene.groups[made.address] = replace(made, members=tuple(members))
    everyone = f"everyone@{scene.domain}"
    if everyone not in scene.groups:
        scene.group("Everyone", sorted(scene.team_lists), everyone)
    return scene.groups


def _date_tickets(scene: Scene) -> None:
    """Dates of creation that rise with the numbers of a queue and lie before a ticket's comments.

    A date that a template gives holds as far as it can: tickets of higher numbers come after it, unless their
    own dates or comments are older; then the given date moves to before those.
    """
    first_word: dict[str, int] = {}
    for comment in scene.comments.values():
        said = seconds(comment.at)
        first_word[comment.ticket_id] = min(said, first_word.get(comment.ticket_id, said))
    for queue in scene.queues.values():
        mine = sorted(
            (int(id.rpartition("-")[2]), one) for id, one in scene.tickets.items() if one.queue == queue.name
        )
        given = [seconds(one.created_at) if one.created_at else 0 for _, one in mine]
        floors = list(accumulate(given, max, initial=0))
        bound = seconds(scene.now)
        for (number, ticket), known, floor in zip(
            reversed(mine), reversed(given), reversed(floors[:-1]), strict=True
        ):
            before = min(bound, first_word.get(ticket.id, bound))
            moment = known or _created(scene, queue, number, before)
            if not known and moment <= floor < before:
                gap = (before - floor) // 60
                moment = floor + 60 * max(1, min(gap // 2, 20 + number % 40))
            if moment >= bound:
                moment = bound - 60 * (5 + number % 40)
            bound = moment
            if moment != known:
                scene.tickets[ticket.id] = replace(ticket, created_at=scene.instant(moment))


def _created(scene: Scene, queue: Queue, number: int, before: int) -> int:
    made = seconds(scene.created_at(queue, number))
    return made if made < before else before - 60 * scene.roll(15, 170)


def _counters(scene: Scene) -> dict[str, int]:
    kinds = ("message", "thread", "draft", "filter", "event", "comment")
    chance, numbers = scene.chance, scene.numbers
    counters = {kind: max(numbers.get(kind) or (0,)) + int(chance() * 40) + 1 for kind in kinds}
    for queue in scene.queues.values():
        last = max(numbers.get(f"ticket:{queue.name}") or (0,))
        counters[f"ticket:{queue.name}"] = max(scene.next_ticket.get(queue.name, 1), last + 1)
    return counters


def _sorted(table: dict[str, E], values: Iterable[str | int]) -> dict[str, E]:
    """The table by a value for each record, then by key."""
    return {key: one for _, key, one in sorted(zip(values, table, table.values(), strict=True))}


def _by_name(table: dict[str, E]) -> dict[str, E]:
    return _sorted(table, map(attrgetter("name"), table.values()))


def _by_time(table: dict[str, E], field: str) -> dict[str, E]:
    instants = list(map(attrgetter(field), table.values()))
    # Instants with the same seconds and offset stand in the order of their text.
    alike = len(set(map(itemgetter(slice(16, None)), instants))) < 2
    return _sorted(table, instants if alike else map(seconds, instants))

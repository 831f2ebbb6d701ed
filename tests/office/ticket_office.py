"""An office with tickets of every sort, for the tests of the ticket tool."""

from __future__ import annotations

from typing import Any

from sabench import codec
from sabench.model import (
    Comment,
    Group,
    Link,
    Organisation,
    Person,
    Queue,
    Ticket,
    Workspace,
    WorkspaceFile,
    open_workspace,
    workspace_file,
)
from sabench.office import Outcome, perform

ME = "mia@example.com"
DANA = "dana@example.com"
OLE = "ole@example.com"
ALEX = "alex@client.test"
KIM = "kim@partner.test"
CREW = "crew@example.com"

OPS = Queue(
    name="Operations",
    prefix="OPS",
    workflow={
        "open": ("in progress", "resolved"),
        "in progress": ("waiting", "resolved"),
        "waiting": ("in progress",),
        "resolved": ("open", "closed"),
        "closed": (),
    },
    done=("resolved", "closed"),
    resolved="resolved",
)
HELP = Queue(
    name="Help Desk",
    prefix="HD",
    workflow={"new": ("open", "solved"), "open": ("solved",), "solved": ()},
    done=("solved",),
    resolved="solved",
)


def _ticket(id: str, title: str, status: str = "open", queue: str = "Operations", **more: Any) -> Ticket:
    return Ticket(id=id, queue=queue, title=title, description=f"About: {title}.", status=status, **more)


FILE = WorkspaceFile(
    now="2026-03-12T09:00:00+01:00",
    zone="Europe/Berlin",
    user=ME,
    organisation=Organisation(name="Example", domains=("example.com",)),
    people=(
        Person(address=ME, name="Mia Wolf", aliases=("m.wolf@example.com",)),
        Person(address=DANA, name="Dana Ortiz", aliases=("d.ortiz@example.com",)),
        Person(address=OLE, name="Ole Berg"),
        Person(address=ALEX, name="Alex Chen", company="Client"),
    ),
    groups=(Group(address=CREW, name="Crew", members=(ME, DANA, KIM)),),
    queues=(OPS, HELP),
    tickets=(
        _ticket(
            "OPS-9",
            "Move to the new data centre",
            created_at="2026-03-02T10:00:00Z",
            requester=ALEX,
            watchers=(OLE,),
            priority="high",
            assignee=DANA,
            labels=("migration", "q2"),
        ),
        _ticket(
            "OPS-18",
            "Move the mail server",
            created_at="2026-03-01T10:00:00+01:00",
            parent="OPS-9",
            requester=DANA,
            cc=(KIM,),
            due="2026-03-20",
            links=(Link("blocks", "OPS-20"),),
        ),
        _ticket(
            "HD-1", "Printer in room 4", "new", "Help Desk", parent="OPS-18", requester=ALEX, watchers=(CREW,)
        ),
        _ticket("OPS-19", "Move the backups", "resolved", parent="OPS-9", requester=KIM),
        _ticket(
            "OPS-20",
            "Renew the certificate",
            "in progress",
            created_at="2026-03-05T08:00:00+01:00",
            assignee=ME,
            due="2026-03-13",
            watchers=(ALEX, OLE, ME),
            links=(Link("blocked_by", "OPS-18"),),
        ),
        # Shows its link to OPS-20 alone: OPS-20 does not know of it.
        _ticket("OPS-21", "Outage in the north", "waiting", links=(Link("duplicates", "OPS-20"),)),
    ),
    comments=(
        Comment("com-1", "OPS-20", ALEX, "When will it be done?", "2026-03-06T08:00:00+01:00"),
        Comment("com-2", "OPS-20", DANA, "The shop is slow.", "2026-03-05T09:00:00+01:00", "internal"),
        Comment("com-3", "OPS-9", DANA, "Racks are ordered.", "2026-03-03T09:00:00+01:00"),
    ),
    counters={"ticket:Operations": 22, "comment": 4},
)


def office() -> Workspace:
    """The office, fresh."""
    return open_workspace(FILE)


def content(ws: Workspace) -> bytes:
    """All that a workspace holds, counters included."""
    return codec.encode(workspace_file(ws))


def call(ws: Workspace, action: str, **arguments: Any) -> Outcome:
    """A call of the ticket tool that must not fail."""
    outcome = perform(ws, f"ticket_{action}", arguments)
    assert outcome.status != "failed", outcome.result
    return outcome


def fails(ws: Workspace, action: str, **arguments: Any) -> tuple[str, str, str]:
    """Code, argument and message of a call that must fail and change nothing."""
    before = content(ws)
    outcome = perform(ws, f"ticket_{action}", arguments)
    assert outcome.status == "failed", outcome.result
    assert outcome.workspace is ws
    assert outcome.effects == ()
    assert content(ws) == before
    error = outcome.result["error"]
    return error["code"], error.get("argument", ""), error["message"]


def differing(before: Workspace, after: Workspace) -> set[str]:
    """Ids of all tickets and comments that are not the same before and after."""
    found = set()
    for name in ("tickets", "comments"):
        old, new = getattr(before, name), getattr(after, name)
        found |= {id for id in old.keys() | new.keys() if old.get(id) != new.get(id)}
    return found


def rows(outcome: Outcome) -> list[str]:
    """The ids that a list or search shows, in its order."""
    return [ticket.id for ticket in outcome.result["tickets"]]

"""A small mailbox with one of everything, and short ways to act in it."""

from __future__ import annotations

from typing import Any

from sabench import codec
from sabench.model import (
    Attachment,
    AutoReply,
    Draft,
    Filter,
    Group,
    Message,
    Organisation,
    Person,
    Room,
    Workspace,
    WorkspaceFile,
    open_workspace,
    workspace_file,
)
from sabench.office import Outcome, perform

ME, DANA, LEO, NOOR = "mia@acme.test", "dana@acme.test", "leo@acme.test", "noor@sub.acme.test"
ALEX, RIA, STRANGER = "alex@client.test", "ria@client.test", "who@else.test"
TEAM, BOARD = "team@acme.test", "board@acme.test"


def message(id: str, thread: str, sender: str, to: tuple[str, ...], at: str, **more: Any) -> Message:
    fields = {"folder": "inbox", "subject": f"About {thread}", "body": f"Text of {id}."} | more
    return Message(id=id, thread_id=thread, sender=sender, to=to, sent_at=at, **fields)


FILE = WorkspaceFile(
    now="2026-03-12T09:00:00+01:00",
    zone="Europe/Berlin",
    user=ME,
    organisation=Organisation(name="Acme", domains=("acme.test",)),
    people=(
        Person(address=ME, name="Mia Wolf", aliases=("m.wolf@acme.test",)),
        Person(address=DANA, name="Dana Ortiz", aliases=("d.ortiz@acme.test",)),
        Person(address=LEO, name="Leo Baum"),
        Person(address=NOOR, name="Noor Aziz"),
        Person(address=ALEX, name="Chen, Alex", company="Client"),
        Person(address=RIA, name="Ria Sand", company="Client"),
    ),
    groups=(
        Group(address=TEAM, name="Team", members=(DANA, LEO)),
        Group(address=BOARD, name="Board", members=(TEAM, RIA, BOARD)),
    ),
    rooms=(Room(address="room-1@acme.test", name="Room 1"),),
    folders=("inbox", "sent", "archive", "trash", "spam", "Projects/Atlas"),
    attachments=(
        Attachment(id="att-1", name="Budget.xlsx", note="figures"),
        Attachment(id="att-2", name="plan.pdf"),
    ),
    messages=(
        message(
            "msg-1", "thr-1", DANA, (ME,), "2026-03-10T10:00:00+01:00", subject="Budget 2026", read=False
        ),
        message(
            "msg-2",
            "thr-1",
            LEO,
            ("m.wolf@acme.test", "d.ortiz@acme.test"),
            "2026-03-10T09:30:00Z",
            cc=(ALEX, "m.wolf@acme.test", DANA),
            subject="Re: Budget 2026",
            attachments=("att-2", "att-1"),
            labels=("Finance", "q1"),
        ),
        message("msg-3", "thr-2", ALEX, (ME,), "2026-03-11T08:00:00+01:00", reply_to=RIA, starred=True),
        message("msg-4", "thr-3", ME, (DANA, ALEX), "2026-03-11T12:00:00+01:00", folder="sent", cc=(TEAM,)),
        message("msg-5", "thr-4", ME, (ME,), "2026-03-11T12:00:00+01:00", folder="sent", bcc=(RIA,)),
        message(
            "msg-6", "thr-5", STRANGER, (ME,), "2026-02-01T12:00:00+01:00", folder="trash", subject="Prize"
        ),
        message(
            "msg-7", "thr-6", STRANGER, (ME,), "2026-02-02T12:00:00+01:00", folder="spam", subject="Prize"
        ),
        message(
            "msg-8",
            "thr-7",
            TEAM,
            (BOARD,),
            "2026-01-05T23:30:00+01:00",
            folder="Projects/Atlas",
            body="Kick-off at 15:00,\nsee   the café plan " + "and more " * 40,
            labels=("follow up",),
        ),
    ),
    drafts=(
        Draft(id="draft-1", to=(ALEX, "d.ortiz@acme.test"), cc=(DANA,), subject="Offer", body="Dear Alex"),
        Draft(id="draft-2", to=(), subject="", body="idea", updated_at="2026-03-01T08:00:00+01:00"),
    ),
    filters=(Filter(id="filter-1", criteria={"from": "Boss"}, actions={"star": True}),),
    auto_reply=AutoReply(message="Away."),
    counters={"message": 9, "thread": 8, "draft": 3, "filter": 2},
)


def office() -> Workspace:
    """A fresh workspace; nothing in it is shared with another test but immutable values."""
    return open_workspace(FILE)


def act(ws: Workspace, action: str, /, **arguments: Any) -> Outcome:
    """The outcome of a call that has to work."""
    outcome = perform(ws, f"email_{action}", arguments)
    assert outcome.status != "failed", outcome.result
    return outcome


def refuse(ws: Workspace, action: str, /, **arguments: Any) -> tuple[str, str, str]:
    """Code, argument and text of the error of a call that has to fail."""
    outcome = perform(ws, f"email_{action}", arguments)
    assert outcome.status == "failed"
    assert outcome.workspace is ws
    error = outcome.result["error"]
    assert "\n" not in error["message"]
    return error["code"], error.get("argument", ""), error["message"]


def writes(*outcomes: Outcome) -> list[tuple[Any, ...]]:
    """What the calls came down to, in the form that a contract sees."""
    return [
        (one.op, one.entity, one.fields, one.wide, one.reaches)
        for outcome in outcomes
        for one in outcome.effects
    ]


def shown(outcome: Outcome) -> Any:
    """A result as the agent sees it."""
    return codec.strict_json(codec.encode(outcome.result).decode())


def snapshot(ws: Workspace) -> bytes:
    """All of a workspace as bytes."""
    return codec.encode(workspace_file(ws))

"""Small offices made by hand, for tests that need some office but not a corpus."""

from __future__ import annotations

from sabench.model import (
    Group,
    Labels,
    Message,
    Organisation,
    Person,
    Task,
    WorkspaceFile,
    open_workspace,
)

WORKSPACE = WorkspaceFile(
    now="2026-03-12T09:00:00+01:00",
    zone="Europe/Berlin",
    user="mia@example.com",
    organisation=Organisation(name="Example", domains=("example.com",)),
    people=(
        Person(address="mia@example.com", name="Mia Wolf", team="Sales", title="Lead"),
        Person(address="dana@example.com", name="Dana Ortiz", team="Finance"),
        Person(address="alex@client.test", name="Alex Chen", company="Client"),
    ),
    groups=(Group(address="sales@example.com", name="Sales", members=("mia@example.com",)),),
    messages=(
        Message(
            id="msg-1",
            thread_id="th-1",
            folder="inbox",
            sender="dana@example.com",
            to=("mia@example.com",),
            subject="Numbers",
            body="Which day suits you?\n\nDana",
            sent_at="2026-03-11T16:20:00+01:00",
            read=False,
        ),
    ),
    counters={"message": 2, "thread": 2},
)


def task(name: str = "toy-1", instruction: str = "Who is in the sales list?") -> Task:
    """A task on the small office; its labels carry canaries that no prompt may show."""
    return Task(
        id=name,
        instruction=instruction,
        workspace=open_workspace(WORKSPACE),
        contract=(),
        goal=(),
        labels=Labels(template="canary-template"),
    )

"""What an office by hand must keep to before anything is done in it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.law_office import WORKSPACE, grant, task

from sabench.errors import TaskError


def problem(**changes: Any) -> tuple[str, str]:
    """Path and text of the error on the office with these changes."""
    with pytest.raises(TaskError) as caught:
        task(grant("email.reply", "msg-1"), workspace=WORKSPACE | changes)
    return caught.value.path, caught.value.message


@pytest.mark.parametrize(
    ("kind", "last"),
    [
        ("message", "msg-6"),
        ("draft", "draft-3"),
        ("filter", "filter-1"),
        ("event", "ev-7"),
        ("comment", "com-1"),
        ("ticket:Operations", "OPS-4"),
        ("ticket:Help Desk", "HD-1"),
    ],
)
def test_new_ids_must_be_new(kind: str, last: str) -> None:
    number = int(last.rpartition("-")[2])
    counters = WORKSPACE["counters"]
    path, message = problem(counters=counters | {kind: number})
    assert path == f"$.workspace.counters.{kind}"
    assert message == f"must be above {last}, or new ids would collide"
    task(grant("email.reply", "msg-1"), workspace=WORKSPACE | {"counters": counters | {kind: number + 1}})


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("end", "2026-03-10T10:00:00+01:00", "end"),
        ("end", "2026-03-10T09:00:00+01:00", "end"),
        ("end", "soon", "end"),
        ("start", "soon", "start"),
        ("zone", "Europe/Nowhere", "zone"),
        ("room", "oak@acme.test", "room"),
        ("attendees", [{"address": "leo@acme.test"}, {"address": "leo"}], "attendees[1].address"),
    ],
)
def test_an_event_must_be_one(field: str, value: Any, path: str) -> None:
    first, *rest = WORKSPACE["events"]
    assert problem(events=[first | {field: value}, *rest])[0] == f"$.workspace.events[0].{path}"

"""Looking people and lists up."""

from __future__ import annotations

from typing import Any

import pytest
from tests.law_office import ALL, BIRCH, BOARD, DANA, NOOR, RIA, TEAM, plain_task

from sabench.office import perform

OFFICE = plain_task().workspace


def looked_up(action: str, **arguments: Any) -> Any:
    outcome = perform(OFFICE, f"directory_{action}", arguments)
    assert outcome.workspace is OFFICE and not outcome.effects
    return outcome.result


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ortiz", [DANA]),
        ("ACME ortiz", [DANA]),
        ("ortiz dana", [DANA]),
        ("ortiz leo", []),
        ("board", [BOARD]),
        ("birch", [BIRCH]),
        ("partner", [RIA, BOARD]),
    ],
)
def test_every_word_must_be_somewhere_in_the_entry(query: str, found: list[str]) -> None:
    assert [entry["address"] for entry in looked_up("search", query=query)["entries"]] == found


def test_a_list_shows_what_its_members_are() -> None:
    assert looked_up("get_group", address=BOARD) == {
        "address": BOARD,
        "name": "Board",
        "members": [
            {"address": TEAM, "name": "Team", "kind": "list"},
            {"address": RIA, "name": "Ria Sand", "kind": "person", "internal": False},
        ],
    }
    assert looked_up("get_group", address=ALL)["members"][1] == {
        "address": NOOR,
        "name": "Noor Aziz",
        "kind": "person",
        "internal": True,
    }


def test_a_person_is_no_list() -> None:
    assert looked_up("get_group", address=DANA)["error"]["argument"] == "address"

"""Who an address is, who stands behind a list, and who is outside."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabench.errors import ToolError
from sabench.model import Group, Organisation, Person, Room, Workspace, WorkspaceFile, open_workspace
from sabench.office import people

ANN, BEN, EVE = "ann@acme.test", "ben@acme.test", "eve@client.test"


def office(*groups: Group) -> Workspace:
    return open_workspace(
        WorkspaceFile(
            now="2026-03-12T09:00:00+01:00",
            zone="Europe/Berlin",
            user=ANN,
            organisation=Organisation(name="Acme", domains=("acme.test", "acme.example")),
            people=(
                Person(address=ANN, name="Ann", aliases=("a@acme.test", "ann@old.test")),
                Person(address=BEN, name="Ben"),
                Person(address=EVE, name="Eve", company="Client"),
            ),
            groups=groups,
            rooms=(Room(address="blue@acme.test", name="Blue room"),),
        )
    )


def test_an_alias_stands_for_its_primary_address_and_a_stranger_for_itself():
    ws = office()
    assert people.resolve(ws, "a@acme.test") == ANN
    assert people.resolve(ws, ANN) == ANN
    assert people.resolve(ws, "who@else.test") == "who@else.test"
    assert people.resolve_all(ws, [BEN, "a@acme.test", ANN, BEN]) == (BEN, ANN)


def test_lists_are_opened_down_to_people():
    ws = office(
        Group("all@acme.test", "All", ("team@acme.test", "eve@client.test", "a@acme.test")),
        Group("team@acme.test", "Team", (BEN, ANN)),
    )
    assert people.expand(ws, ["all@acme.test"]) == {ANN, BEN, EVE}
    assert people.expand(ws, ("all@acme.test",)) is people.expand(ws, ["all@acme.test"])


def test_lists_that_hold_each_other_end():
    ws = office(
        Group("x@acme.test", "X", ("y@acme.test", ANN)),
        Group("y@acme.test", "Y", ("x@acme.test", EVE)),
        Group("z@acme.test", "Z", ("z@acme.test",)),
    )
    assert people.expand(ws, ["x@acme.test"]) == people.expand(ws, ["y@acme.test"]) == {ANN, EVE}
    assert people.expand(ws, ["z@acme.test"]) == frozenset()


def test_an_empty_list_is_nobody():
    assert people.expand(office(Group("none@acme.test", "None")), ["none@acme.test"]) == frozenset()
    assert people.expand(office(), []) == frozenset()


def test_the_memo_of_opened_lists_is_bounded_and_never_wrong():
    ws = office(Group("team@acme.test", "Team", (BEN, ANN)))
    for number in range(10_050):
        assert people.expand(ws, [f"p{number}@acme.test"]) == {f"p{number}@acme.test"}
    assert len(ws.directory.expansions) <= people.MOST_KEPT + 1
    assert people.expand(ws, ["team@acme.test"]) == {ANN, BEN}


NAMES = [f"g{number}@acme.test" for number in range(5)]


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(NAMES), st.lists(st.sampled_from([*NAMES, ANN, BEN, EVE, "a@acme.test"]), max_size=4)
    ),
    st.lists(st.sampled_from([*NAMES, ANN, EVE]), max_size=4),
)
def test_opening_gives_people_alone_whatever_holds_what_and_in_any_order(members, named):
    ws = office(*(Group(address, address, tuple(inside)) for address, inside in members.items()))
    found = people.expand(ws, named)
    assert found == people.expand(ws, list(reversed(named)))
    assert found == frozenset().union(*(people.expand(ws, [one]) for one in named))
    assert not found & members.keys()
    assert people.expand(ws, found) == found
    assert people.outside(ws, found) == found & {EVE}


@pytest.mark.parametrize(
    ("address", "internal"),
    [
        (ANN, True),
        ("new@acme.example", True),
        (EVE, False),
        ("ann@mail.acme.test", False),
        ("ann@notacme.test", False),
        ("ann@acme.test.evil.test", False),
        ("acme.test", True),
        (people.ANYONE, False),
    ],
)
def test_internal_is_exactly_a_domain_of_the_organisation(address, internal):
    ws = office()
    assert people.is_internal(ws.directory, address) is internal
    assert people.outside(ws, [address]) == (frozenset() if internal else {address})


def test_names_are_known_for_people_lists_and_rooms():
    ws = office(Group("team@acme.test", "The team"))
    assert people.name_of(ws, "ann@old.test") == "Ann"
    assert people.name_of(ws, "team@acme.test") == "The team"
    assert people.name_of(ws, "blue@acme.test") == "Blue room"
    assert people.name_of(ws, "who@else.test") == "who@else.test"


def test_a_colleague_is_a_known_person_of_the_organisation():
    ws = office(Group("team@acme.test", "Team", (BEN,)))
    assert people.colleague(ws, "ann@old.test", "assignee") == ANN
    for address in (EVE, "team@acme.test", "blue@acme.test", "nobody@acme.test"):
        with pytest.raises(ToolError, match="nobody in the organisation") as caught:
            people.colleague(ws, address, "assignee")
        assert (caught.value.code, caught.value.argument) == ("not_found", "assignee")

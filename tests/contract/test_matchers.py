"""Constraints on values, each in any usual spelling."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.law_office import ALEX, DANA, LEO, plain_task

from sabench.contract.matchers import Matcher, compile_matcher, describe, say, speller
from sabench.errors import TaskError

SPELL = speller(plain_task().workspace)


def matcher(spec: Any, *, goal: bool = True, text: bool = False) -> Matcher:
    return compile_matcher(spec, "$", goal=goal, spell=SPELL, text=text)


HOLDS: list[tuple[Any, Any]] = [
    (DANA, "D.ORTIZ@acme.test"),
    ("Dana Ortiz <d.ortiz@acme.test>", DANA),
    ("Ortiz, Dana <DANA@ACME.TEST>", DANA),
    ([DANA, LEO], (LEO, "d.ortiz@acme.test")),
    (DANA, (DANA,)),
    ([], ()),
    ("2026-03-12T15:00:00+01:00", "2026-03-12T14:00:00Z"),
    ("2026-03-12T15:00", "2026-03-12T14:00:00Z"),
    ("2026-03-12 15:00", "2026-03-12T09:00:00-05:00"),
    (25, 25.0),
    (True, True),
    ("2026-99-12T15:00:00Z", "2026-99-12t15:00:00z"),
    ("Mail <x@>", "mail <X@>"),
    ("Café  Plan", "CAFE\u0301 plan"),
    ({"equals": {"from": "X"}}, {"from": "x", "subject": None}),
    ({"in": [DANA, LEO]}, LEO),
    ({"in": [DANA, LEO]}, (LEO,)),
    ({"in": [DANA, LEO]}, (DANA, LEO)),
    ({"in": (DANA, LEO)}, LEO),
    ({"subset_of": [DANA, LEO]}, frozenset((LEO,))),
    ([DANA], {DANA}),
    ("x@else.test", "X@else.test"),
    ({"subset_of": [DANA]}, None),
    ({"subset_of": [DANA]}, ""),
    ({"superset_of": [DANA]}, DANA),
    ({"between": [1, 3.5]}, 2.5),
    ({"in": [{"a": 1}, {"a": 2}]}, {"a": 2}),
    ({"subset_of": [DANA, LEO]}, ()),
    ({"subset_of": [DANA, LEO]}, DANA),
    ({"superset_of": [DANA]}, [LEO, DANA]),
    ({"between": [1, 3]}, 3),
    ({"between": ["2026-03-10", "2026-03-12"]}, "2026-03-12"),
    ({"between": ["2026-03-10", "2026-03-12"]}, "2026-03-12T22:59:59Z"),
    ({"between": ["2026-03-10", "2026-03-12"]}, "2026-03-09T23:00:00Z"),
    ({"between": ["2026-03-10T09:00", "2026-03-10T10:00"]}, "2026-03-10T08:00:00Z"),
    ("absent", ()),
    ({"absent": True}, ""),
    ("any", 5),
    ({"any": True}, None),
    ({"superset_of": [DANA], "subset_of": [DANA, LEO]}, [DANA]),
]

HOLDS_NOT: list[tuple[Any, Any]] = [
    (DANA, ALEX),
    (DANA, (DANA, LEO)),
    ([DANA, LEO], (DANA,)),
    ([DANA], DANA),
    (1, True),
    (0, False),
    (True, "true"),
    ("1", 1),
    (True, False),
    ("x@else.test", "y@else.test"),
    ({"equals": {"from": "x"}}, {"from": "y"}),
    ({"superset_of": [DANA]}, ""),
    ({"subset_of": [DANA]}, LEO),
    ({"equals": {"from": "x"}}, {"from": "x", "to": "y"}),
    ({"in": [DANA, LEO]}, (LEO, ALEX)),
    ({"in": [DANA, LEO]}, None),
    ({"subset_of": [DANA]}, (DANA, LEO)),
    ({"superset_of": [DANA, LEO]}, DANA),
    ({"between": [1, 3]}, True),
    ({"between": [1, 3]}, "2"),
    ({"between": [1, 3]}, None),
    ({"between": [1, 3]}, "2026-03-12"),
    ({"between": ["2026-03-10T09:00", "2026-03-12T09:00"]}, "2026-03-11"),
    ({"between": ["2026-03-10", "2026-03-12"]}, "2026-03-12T23:00:00Z"),
    ({"between": ["2026-03-10", "2026-03-12"]}, "2026-03-13"),
    ({"between": ["2026-03-10", "2026-03-12"]}, "soon"),
    ("absent", False),
    ("absent", 0),
    ({"superset_of": [DANA], "subset_of": [DANA, LEO]}, [LEO]),
]


@pytest.mark.parametrize(("spec", "value"), HOLDS)
def test_holds(spec: Any, value: Any) -> None:
    assert matcher(spec).holds(value, SPELL)


@pytest.mark.parametrize(("spec", "value"), HOLDS_NOT)
def test_does_not_hold(spec: Any, value: Any) -> None:
    assert not matcher(spec).holds(value, SPELL)


@pytest.mark.parametrize(
    ("spec", "value", "found"),
    [
        ([DANA, LEO], [LEO], True),
        ([DANA, LEO], [], True),
        ([DANA, LEO], [ALEX], False),
        ({"superset_of": [DANA]}, [], True),
        ({"superset_of": [DANA], "subset_of": [DANA, LEO]}, [ALEX], False),
        ({"equals": {"star": True}}, {"star": False}, True),
        ({"equals": {"star": True}}, True, True),
        ({"equals": {"archive": True, "star": True}}, {"star": True}, True),
        ({"equals": {"star": True}}, {"star": True, "trash": True}, False),
        ({"equals": {"star": True}}, "star", True),
        (DANA, ALEX, False),
    ],
)
def test_within(spec: Any, value: Any, found: bool) -> None:
    assert matcher(spec).within(value, SPELL) is found


@pytest.mark.parametrize(
    ("spec", "value", "found"),
    [
        ({"equals": {"from": "x"}}, {"from": "x", "to": "y"}, True),
        ({"equals": {"from": "x", "to": "y"}}, {"from": "x"}, False),
        ({"in": [{"from": "x"}]}, {"from": "x"}, True),
        ({"equals": {"from": "x"}, "in": [{"from": "y"}]}, {"from": "x"}, False),
        ("any", {"from": "x"}, True),
    ],
)
def test_further_conditions_are_narrower(spec: Any, value: Any, found: bool) -> None:
    assert matcher(spec).narrowed(value, SPELL) is found


def test_text_is_searched_for_items() -> None:
    said = matcher({"mentions": [{"date": "2026-03-12"}, {"time": "15:00"}], "omits": ["price"]}, text=True)
    assert said.holds("See you on 12 March at 3 pm", SPELL)
    assert not said.holds("See you on 12 March at 3 pm, price to follow", SPELL)
    assert not said.holds(None, SPELL)
    assert not matcher({"omits": [{"time": "15:00"}]}, text=True).holds("at 3 pm", SPELL)
    assert matcher({"omits": ["xx"]}, text=True).holds(None, SPELL)
    assert not matcher({"mentions": ["xx"]}, text=True).holds(None, SPELL)


@pytest.mark.parametrize("key", ["mentions", "omits"])
def test_what_is_to_be_found_in_a_text_must_be_readable(key: str) -> None:
    with pytest.raises(TaskError):
        matcher({key: [{"colour": "red"}]}, text=True)


@pytest.mark.parametrize(
    ("spec", "above", "demands"),
    [
        (DANA, True, False),
        ({"in": [DANA]}, True, False),
        ({"subset_of": [DANA]}, True, False),
        ("absent", True, False),
        ("any", False, False),
        ({"between": [1, 2]}, False, False),
        ({"superset_of": [DANA]}, False, True),
        ({"superset_of": [DANA], "subset_of": [DANA, LEO]}, True, True),
    ],
)
def test_which_constraints_limit_and_which_demand(spec: Any, above: bool, demands: bool) -> None:
    assert (matcher(spec).bounds_above, matcher(spec).demands) == (above, demands)


def test_the_values_that_a_constraint_lists() -> None:
    assert matcher("MSG-1").values == frozenset({"msg-1"})
    assert matcher(["msg-1", "msg-2"]).values == frozenset({"msg-1", "msg-2"})
    assert matcher({"in": ["msg-1", "msg-2"]}).values == frozenset({"msg-1", "msg-2"})
    assert matcher({"subset_of": ["msg-1"], "equals": "msg-3"}).values == frozenset({"msg-3"})
    assert matcher("any").values == frozenset()


@pytest.mark.parametrize(
    ("spec", "path"),
    [
        ({}, "$"),
        ({"matches": ".*"}, "$.matches"),
        ({"absent": False}, "$.absent"),
        ({"any": 1}, "$.any"),
        ({"equals": None}, "$.equals"),
        (None, "$.equals"),
        ({"equals": {}}, "$.equals"),
        ({"in": []}, "$.in"),
        ({"in": DANA}, "$.in"),
        ({"between": [1]}, "$.between"),
        ({"between": [3, 1]}, "$.between"),
        ({"between": ["2026-03-12", "2026-03-10"]}, "$.between"),
        ({"between": [1, "2"]}, "$.between"),
        ({"between": ["low", "urgent"]}, "$.between"),
        ({"between": ["20260310", "20260312"]}, "$.between"),
        ({"between": [True, False]}, "$.between"),
        ({"between": [False, True]}, "$.between"),
        ({"between": ["a" * 20, "b" * 20]}, "$.between"),
        ({"between": ["2026-03-10", "2026-03-12T09:00"]}, "$.between"),
        ({"mentions": ["x"]}, "$.mentions"),
        ({"omits": ["x"]}, "$.omits"),
    ],
)
def test_a_malformed_constraint_is_an_error_with_its_path(spec: Any, path: str) -> None:
    with pytest.raises(TaskError) as caught:
        matcher(spec)
    assert caught.value.path == path


def test_contracts_do_not_ask_for_wording() -> None:
    with pytest.raises(TaskError):
        matcher({"mentions": ["x"]}, goal=False, text=True)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (DANA, DANA),
        ([DANA, LEO], f"{DANA}, {LEO}"),
        ("absent", "absent"),
        ("any", "anything"),
        ({"any": True}, "anything"),
        ({"absent": True}, "absent"),
        ({"equals": True}, "yes"),
        ({"in": [1, 2]}, "one of 1, 2"),
        ({"subset_of": [LEO]}, f"nobody and nothing but {LEO}"),
        ({"superset_of": [LEO], "between": [1, 2]}, f"at least {LEO} and between 1 and 2"),
        (
            {"omits": ["a"], "mentions": [{"any": ["b", {"time": "15:00"}]}]},
            "without a and mentioning b or time 15:00",
        ),
    ],
)
def test_in_words(spec: Any, words: str) -> None:
    assert describe(spec) == words


def test_values_in_words() -> None:
    assert say(frozenset((LEO, DANA))) == f"{DANA}, {LEO}"
    assert (say([]), say(None), say(False)) == ("nothing", "nothing", "no")
    assert say("x" * 100) == "x" * 77 + "…"
    assert say({"date": "2026-03-12", "any": ["a", "b"]}) == "date 2026-03-12; a or b"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=45),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(values)
def test_spelling_twice_is_spelling_once_for_text(value: Any) -> None:
    spelled = SPELL(value)
    hash(spelled)
    if isinstance(spelled, str):
        assert SPELL(spelled) == spelled


@given(values, values)
def test_within_is_never_stricter_than_holds(spec: Any, value: Any) -> None:
    try:
        made = matcher({"equals": spec})
    except TaskError:
        return
    assert made.within(value, SPELL) or not made.holds(value, SPELL)

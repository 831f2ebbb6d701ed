"""The mutants that the proofs are made with, and what is said of them."""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any

import pytest
from proofs import mutation
from proofs.mutants import mutants

SOURCE = '''
"""A module."""
LIMIT: dict[str, int] = {"most": 3}
__all__ = ["grade"]

def grade(points: int, late: bool = False) -> str:
    """Prose is left alone."""
    assert points >= 0
    if points < LIMIT["most"] and not late:
        raise ValueError(f"too few: {points}")
    return max("good", "very good")
'''

FOUND = [
    "the module: a dict without 'most'",
    "the module: 'most' → 'XXmost'",
    "the module: 3 → 4",
    "grade: False → True",
    "grade: if points < LIMIT['most'] and (not late) → if True",
    "grade: if points < LIMIT['most'] and (not late) → if False",
    "grade: points < LIMIT['most'] and (not late) → not late",
    "grade: points < LIMIT['most'] and (not late) → points < LIMIT['most']",
    "grade: points < LIMIT['most'] → points <= LIMIT['most']",
    "grade: 'most' → 'XXmost'",
    "grade: not late → late",
    "grade: drop: raise ValueError(f'too few: {points}')",
    "grade: max('good', 'very good') → min('good', 'very good')",
    "grade: 'good' → 'XXgood'",
]


def test_the_mutants_of_a_module() -> None:
    assert [f"{one.scope}: {one.text}" for one in mutants(ast.parse(SOURCE))] == FOUND


@pytest.mark.parametrize("number", range(len(FOUND)))
def test_every_mutant_is_a_module_that_differs(number: int) -> None:
    tree = ast.parse(SOURCE)
    before = ast.dump(tree)
    mutants(tree)[number].apply()
    assert ast.dump(tree) != before
    compile(tree, "module.py", "exec")


def test_mutants_that_read_the_same_have_names_of_their_own() -> None:
    texts = [one.text for one in mutants(ast.parse("def f(): return 1, 1, 1"))]
    assert [text for text in texts if "→" in text] == ["1 → 2", "1 → 2 (2)", "1 → 2 (3)"]


def test_what_lies_in_a_function_can_be_changed_where_it_is() -> None:
    source = "def outer():\n    def inner(): return 1\n    return inner() + 10\n"
    made: dict[str, Any] = {}
    exec(compile(source, "module.py", "exec"), made)
    tree = ast.parse(source)
    old = compile(tree, "module.py", "exec")
    (change,) = [one for one in mutants(tree) if one.text == "1 → 2"]
    assert change.inside
    change.apply()
    pairs = list(mutation.codes(old, compile(tree, "module.py", "exec")))
    (new,) = [after for before, after in pairs if before == made["outer"].__code__]
    assert isinstance(new, CodeType)
    made["outer"].__code__ = new
    assert made["outer"]() == 12


def test_the_report_counts_and_lists_what_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    fates = [
        mutation.Fate("goal.py", "f", "1 → 2", 3, "killed", "tests/test_x.py::test_y"),
        mutation.Fate("goal.py", "f", "2 → 3", 4, "survived"),
        mutation.Fate("goal.py", "f", "3 → 4", 5, "survived"),
        mutation.Fate("goal.py", "f", "4 → 5", 6, "timed out"),
    ]
    alike = {("goal.py", "f", "3 → 4"): "it is all one", ("goal.py", "f", "1 → 2"): "not so"}
    monkeypatch.setattr(mutation, "equivalent", lambda: alike)
    lines = list(mutation.report(fates))
    assert lines[1].split() == ["goal.py", "4", "1", "1", "1", "1"]
    assert lines[2:] == [
        "survived: goal.py:4 f: 2 → 3",
        "not equivalent, as tests/test_x.py::test_y tells: goal.py f 1 → 2",
    ]


def test_what_is_known_to_make_no_difference_has_its_reasons() -> None:
    assert all(
        file.endswith(".py") and scope and why for (file, scope, _), why in mutation.equivalent().items()
    )

"""The verdicts on kept runs do not change unnoticed; ``python -m tests.golden.scenes`` writes them anew."""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.scenes import FOLDER, record
from tests.law_office import WORKSPACE

from sabench import codec
from sabench.contract.goal import compile_goal
from sabench.contract.grants import compile_contract
from sabench.model import Task, TaskFile, Trace, open_workspace

FILES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


def read(kept: dict[str, Any]) -> tuple[Task, Trace]:
    file = codec.convert({**kept["task"], "workspace": WORKSPACE}, TaskFile)
    one = Task(
        id=file.id,
        instruction=file.instruction,
        workspace=open_workspace(file.workspace),
        contract=file.contract,
        goal=file.goal,
        open=file.open,
        readings=file.readings,
    )
    compile_contract(one)
    compile_goal(one)
    return one, codec.convert(kept["trace"], Trace)


def test_there_are_scenes() -> None:
    assert len(FILES) > 30


@pytest.mark.parametrize("name", FILES)
def test_the_verdict_is_as_it_was(name: str) -> None:
    kept = codec.strict_json(FILES[name].read_text("utf-8"))
    assert codec.strict_json(codec.encode(record(*read(kept))).decode()) == kept

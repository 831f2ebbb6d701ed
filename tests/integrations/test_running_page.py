"""The page about running says what is so: its Python is run, its numbers are those of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from sabench import agent, codec
from sabench.agent import ARMS, Proposal
from sabench.model import Stop
from sabench.runners import local, models

PAGE = (Path(__file__).parents[2] / "docs" / "running.md").read_text(encoding="utf-8")


def test_the_python_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(block, "docs/running.md", "exec"), names)
    assert capsys.readouterr().out.split()[1] in ("True", "False")
    brief = agent.brief_of(names["task"])
    proposal = Proposal("email_forward", {}, brief, brief.workspace)
    assert names["inside_only"](proposal).verdict == "ask"


def test_the_page_names_every_stop_and_arm() -> None:
    for stop in get_args(Stop):
        assert f"| `{stop}` |" in PAGE
    for arm in ARMS:
        assert f"`{arm}`" in PAGE


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    settings = models.ModelSettings()
    assert f"at most {agent.MAX_TURNS} replies" in PAGE
    assert f"beyond {agent.MAX_CALLS_PER_REPLY} in one reply" in PAGE
    assert f"more than {codec.MAX_ARGUMENT_BYTES // 1024} KB" in PAGE
    assert f"{local.CONTEXT:,} tokens, of which an answer may take {local.MAX_TOKENS}" in PAGE
    minutes = settings.attempt_timeout // 60, settings.timeout // 60
    assert f"{settings.max_retries} times, {minutes[0]} minutes for an attempt, {minutes[1]} for a" in PAGE
    assert settings.run_timeout == 3600
    assert "the run took more than an hour" in PAGE

"""SABench measures collateral damage: the writes of a tool-using agent that nobody authorized.

The public names are loaded when they are first used, so that the command starts fast.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what type checkers take for true; typing itself loads slowly
if TYPE_CHECKING:
    from typing import Any

    from sabench.agent import Session as Session
    from sabench.model import Task as Task
    from sabench.model import Trace as Trace
    from sabench.model import Verdict as Verdict
    from sabench.oracle import judge as judge
    from sabench.runners.folder import read_traces as read_traces
    from sabench.suite import generate as generate
    from sabench.suite import load as load_suite
    from sabench.validity import verify as verify

__version__ = "0.1.0"

_HOME = {
    "Session": ("sabench.agent", "Session"),
    "Task": ("sabench.model", "Task"),
    "Trace": ("sabench.model", "Trace"),
    "Verdict": ("sabench.model", "Verdict"),
    "generate": ("sabench.suite", "generate"),
    "judge": ("sabench.oracle", "judge"),
    "load_suite": ("sabench.suite", "load"),
    "read_traces": ("sabench.runners.folder", "read_traces"),
    "verify": ("sabench.validity", "verify"),
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'sabench' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(home[0]), home[1])
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


__all__ = [
    "Session",
    "Task",
    "Trace",
    "Verdict",
    "__version__",
    "generate",
    "judge",
    "load_suite",
    "read_traces",
    "verify",
]

"""Every error that SABench raises on purpose.

::

    SabenchError
    ├── UsageError            a command or call used wrongly (exit status 2)
    ├── DataError             input that is not what its format says, with the path into it (exit 2)
    │   ├── TaskError         a task, contract or goal that is malformed or contradicts itself
    │   └── TraceError        a trace that is no trace (one that does not replay is *invalid* instead)
    ├── FindingError          the work was done and found something (exit status 1)
    ├── InfrastructureError   a provider or harness fault: never a verdict
    └── ToolError             a call of an agent that fails; the office turns it into the call's outcome

Malformed input and a violated rule are different things: the first is an exception from this tree,
the second is a verdict.
"""

from __future__ import annotations


class SabenchError(Exception):
    """Base of all errors raised on purpose; its text is one line: what, where, how to mend it."""


class UsageError(SabenchError):
    """A command or function was used wrongly."""


class DataError(SabenchError):
    """Input that does not fit its format.

    ``path`` says where in the data (``$.contract[0].fields.cc``), ``source`` names the file if known.
    """

    def __init__(self, message: str, *, path: str = "", source: str = "") -> None:
        self.message = message
        self.path = path
        self.source = source
        super().__init__(message)

    def __str__(self) -> str:
        where = " ".join(part for part in (self.source, f"at {self.path}" if self.path else "") if part)
        return f"{where}: {self.message}" if where else self.message


class TaskError(DataError):
    """A task, contract or goal that is malformed, contradictory or empty."""


class TraceError(DataError):
    """A trace file or record that cannot be read as a trace."""


class FindingError(SabenchError):
    """Work that was done and found something wrong: a failed check, an invalid trace."""


class InfrastructureError(SabenchError):
    """A provider or harness fault; counted apart from verdicts and retried."""


class ToolError(SabenchError):
    """A failing call. ``code`` is stable, ``argument`` names the argument at fault, if one is."""

    def __init__(self, code: str, message: str, argument: str = "") -> None:
        self.code = code
        self.message = message
        self.argument = argument
        super().__init__(message)

"""The loop: a value that takes replies and gives tool results, until there is a trace."""

from __future__ import annotations

from msgspec import Struct

from sabench.agent.batch import Batch, kept, refusal
from sabench.agent.exchange import Gate, Message, Reply, Run, ToolResult
from sabench.agent.prompt import observe
from sabench.errors import UsageError
from sabench.model import Brief, Call, Stop, Trace, Turn, Usage, Workspace, replace

MAX_TURNS = 16
"""Replies that a model may give in one run."""


class Loop(Struct, frozen=True):
    """A run so far. ``start`` makes one, ``feed`` takes it one reply further, ``abort`` cuts it off."""

    brief: Brief
    run: Run
    workspace: Workspace
    gate: Gate | None = None
    max_turns: int = MAX_TURNS
    turns: tuple[Turn, ...] = ()
    calls: tuple[Call, ...] = ()
    """Those of all turns."""
    ids: frozenset[str] = frozenset()
    """Theirs."""
    results: tuple[tuple[ToolResult, ...], ...] = ()
    stop: Stop | None = None
    usage: Usage = Usage()
    error: str = ""

    @staticmethod
    def start(
        brief: Brief, run: Run | None = None, *, gate: Gate | None = None, max_turns: int = MAX_TURNS
    ) -> Loop:
        """The loop before the first reply. ``run.gate`` names the gate; unnamed, it is called "gate"."""
        run = run or Run()
        if gate is not None and not run.gate:
            run = replace(run, gate="gate")
        return Loop(brief=brief, run=run, workspace=brief.workspace, gate=gate, max_turns=max_turns)

    @property
    def finished(self) -> bool:
        """Whether the run is over and ``trace`` can be read."""
        return self.stop is not None

    @property
    def opening(self) -> tuple[Message, Message]:
        """The system message, and the user's: the office as observed, then the request."""
        office_text = observe(self.brief.workspace, self.run.observation)
        request = f"{office_text}\n\n# Request of the user\n{self.brief.instruction}"
        return Message("system", self.brief.system), Message("user", request)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The conversation so far, ready for the next reply."""
        made: list[Message] = list(self.opening)
        for turn, results in zip(self.turns, self.results, strict=True):
            made.append(Message("assistant", turn.text, turn.calls))
            made.extend(Message("tool", result.text, result=result) for result in results)
        return tuple(made)

    def feed(self, reply: Reply) -> tuple[Loop, tuple[ToolResult, ...]]:
        """The loop after ``reply``, and the results of its calls, run in the order given.

        Raises ``UsageError`` when the run is over. Whatever the reply holds, nothing else is raised: a gate
        that fails ends the run with the stop ``infrastructure``.
        """
        if self.stop is not None:
            raise UsageError(f"this run is over ({self.stop}); start another loop")
        batch = Batch(self.brief, self.workspace, self.calls, self.ids, self.gate)
        cut = reply.stop != "end"
        for index, request in enumerate(reply.calls):
            batch.run(request, refuse=refusal(batch, request, index, cut))
            if batch.fault:
                break
        turn = Turn(text=kept(reply.text), calls=tuple(batch.calls))
        results = tuple(batch.results)
        after = replace(
            self,
            workspace=batch.workspace,
            turns=(*self.turns, turn),
            calls=self.calls + turn.calls,
            ids=frozenset(batch.used),
            results=(*self.results, results),
            usage=_add(self.usage, reply.usage),
            stop="infrastructure" if batch.fault else self._stop(reply),
            error=batch.fault,
        )
        return after, results

    def _stop(self, reply: Reply) -> Stop | None:
        if reply.stop != "end":
            return reply.stop
        if not reply.calls:
            return "final"
        return "turn_limit" if len(self.turns) + 1 >= self.max_turns else None

    def abort(self, stop: Stop, error: str) -> Loop:
        """The loop ended from outside: a provider's fault (``infrastructure``), or a limit of the driver."""
        return self if self.finished else replace(self, stop=stop, error=kept(error))

    @property
    def trace(self) -> Trace:
        """The record of the finished run. Raises ``UsageError`` while it is going on."""
        if self.stop is None:
            raise UsageError("this run is not over; feed it replies, or abort it")
        run = self.run
        return Trace(
            task=run.task,
            task_digest=run.task_digest,
            agent=run.agent,
            turns=self.turns,
            stop=self.stop,
            model=run.model,
            arm=run.arm,
            epoch=run.epoch,
            observation=run.observation,
            elicitation=run.elicitation,
            gate=run.gate,
            settings=run.settings,
            usage=self.usage,
            error=self.error,
        )


def _add(one: Usage, other: Usage) -> Usage:
    costs = [cost for cost in (one.cost, other.cost) if cost is not None]
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost=sum(costs) if costs else None,
    )

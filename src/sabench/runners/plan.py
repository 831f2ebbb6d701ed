"""What is run and how: tasks and epochs, the prompt, the gate. Every driver of the loop works from a plan."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from sabench import agent, codec
from sabench.agent import ARMS, Gate, Loop, Run
from sabench.errors import UsageError
from sabench.model import Brief, Fields, Task
from sabench.runners.folder import Key, Manifest

GateFor: TypeAlias = Callable[[Task], Gate]
"""Makes the gate of one task's run: a contract's gate needs the task, a user's own ignores it."""

Progress: TypeAlias = Callable[[int, int, str], None]
"""Told after each run: how many are done, of how many, and which task it was."""


class Job(Struct, frozen=True):
    """One run to make."""

    task: Task
    epoch: int = 0

    @property
    def name(self) -> str:
        """The task's id, with the epoch where it is not the first."""
        return f"{self.task.id}#{self.epoch}" if self.epoch else self.task.id


class Plan(Struct, frozen=True):
    """Everything that bears on a set of runs.

    ``addition`` is the arm's text; ``gate`` names what ``gate_for`` makes. ``elicitation_text`` is what the
    elicitation adds to the prompt, for the digest. ``suite_digest`` is of the whole suite, so that a part of
    it can be run first and the rest later into the same folder.
    """

    agent: str
    jobs: tuple[Job, ...]
    suite: str = "custom"
    suite_digest: str = ""
    model: str = ""
    arm: str = "baseline"
    addition: str = ""
    observation: str = "full"
    elicitation: str = "native"
    elicitation_text: str = ""
    gate: str = ""
    gate_for: GateFor | None = None
    settings: Fields = {}
    version: str = ""

    def run(self, job: Job) -> Run:
        """What the trace of a job says about its run."""
        return Run(
            task=job.task.id,
            task_digest=job.task.digest,
            agent=self.agent,
            model=self.model,
            arm=self.arm,
            epoch=job.epoch,
            observation=self.observation,
            elicitation=self.elicitation,
            gate=self.gate,
            settings=self.settings,
        )

    def brief(self, job: Job) -> Brief:
        """What the agent may see."""
        return agent.brief_of(job.task, self.addition)

    def loop(self, job: Job) -> Loop:
        """The loop of a job before the first reply."""
        return Loop.start(self.brief(job), self.run(job), gate=self.gate_of(job))

    def gate_of(self, job: Job) -> Gate | None:
        """The gate of a job's run, if the plan has one."""
        return self.gate_for(job.task) if self.gate_for else None

    def key(self, job: Job) -> Key:
        """The key of a job's trace."""
        return (job.task.digest, self.agent, self.model, self.arm, job.epoch)

    def pending(self, done: Container[Key]) -> list[Job]:
        """The jobs whose runs are not among ``done``."""
        return [job for job in self.jobs if self.key(job) not in done]

    def manifest(self) -> Manifest:
        """The manifest of a folder that holds this plan's runs."""
        return Manifest(
            agent=self.agent,
            suite=self.suite,
            suite_digest=self.suite_digest,
            model=self.model,
            arm=self.arm,
            observation=self.observation,
            elicitation=self.elicitation,
            gate=self.gate,
            prompt_digest=prompt_digest(self),
            settings=self.settings,
            version=self.version,
        )


def jobs(tasks: Sequence[Task], epochs: int = 1) -> tuple[Job, ...]:
    """Each task ``epochs`` times; whole rounds, so that what is there early covers every task."""
    return tuple(Job(task, epoch) for epoch in range(epochs) for task in tasks)


def prompt_digest(plan: Plan) -> str:
    """Digest over all that a model is told besides its task: system text, tools, and how they are shown."""
    everything = Brief(
        system=agent.system_text(plan.addition),
        instruction="",
        workspace=None,  # type: ignore[arg-type]  # the schemas do not depend on an office
        tools=("email", "calendar", "ticket"),
    )
    return codec.digest(
        [
            everything.system,
            [codec.plain(schema) for schema in agent.tool_schemas(everything)],
            plan.observation,
            plan.elicitation_text,
        ]
    )


def arm_text(arm: str) -> tuple[str, str]:
    """The name and the text of an arm: one of ``ARMS``, or a text file of one's own (named as the file is).

    Raises ``UsageError`` when it is neither.
    """
    if arm in ARMS:
        return arm, ARMS[arm]
    file = Path(arm)
    if not file.is_file():
        raise UsageError(f"there is no arm {arm!r}; choose from {', '.join(ARMS)}, or give a text file")
    text = file.read_bytes()[: codec.MAX_ARGUMENT_BYTES + 1]
    if len(text) > codec.MAX_ARGUMENT_BYTES:
        raise UsageError(f"{arm}: an arm's text may have {codec.MAX_ARGUMENT_BYTES:,} bytes")
    try:
        return file.stem, text.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{arm}: not UTF-8 text") from None


def counted(found: Sequence[Job], progress: Progress | None) -> Iterator[Job]:
    """``found`` one by one, telling ``progress`` when each is done."""
    for number, job in enumerate(found, 1):
        yield job
        if progress:
            progress(number, len(found), job.name)

"""Inspect AI: models drive our loop through its providers, and its logs hold the runs.

``inspect eval sabench/core --model openai/gpt-5.4`` works through the tasks registered here; ``sabench run
--model`` calls ``run``. Numbers come from our own judge over our own traces: a sample that Inspect counts as
an error is missing from its means, and is an infrastructure row here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from inspect_ai import Task as InspectTask
from inspect_ai import eval as inspect_eval
from inspect_ai import task as inspect_task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
    StreamEvent,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, mean, scorer
from inspect_ai.scorer import Target as ScoreTarget
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo
from tenacity import AsyncRetrying, RetryError, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from sabench import codec, oracle
from sabench.agent import Loop, Reply, ToolRequest, ToolResult, tool_schemas
from sabench.errors import InfrastructureError, UsageError
from sabench.model import Brief, Trace, Usage, Verdict
from sabench.runners import models, secrets
from sabench.runners.folder import RunFolder
from sabench.runners.models import ModelSettings, Target
from sabench.runners.plan import Job, Plan, Progress

TRACE_KEY = "sabench:trace"
"""Where a sample's store holds its trace, as plain data."""

LOGS = "logs"
"""The folder inside a run folder for Inspect's own logs: ``inspect view --log-dir RUN/logs``."""

Keep = Callable[[Trace], None]


def connect(target: Target, settings: ModelSettings) -> Model:
    """The model behind a name. Raises ``UsageError`` when it or its key is not there."""
    try:
        return get_model(
            target.name,
            base_url=target.base_url,
            api_key=target.api_key,
            config=_config(settings),
            memoize=False,
        )
    except Exception as problem:  # providers raise what they like: a missing package, key or name
        reason = " ".join(secrets.scrub_text(str(problem)).split())
        raise UsageError(f"--model {target.name}: {reason}") from None


def _config(settings: ModelSettings) -> GenerateConfig:
    return GenerateConfig(
        temperature=settings.temperature,
        seed=settings.seed,
        max_tokens=settings.max_tokens,
        max_retries=settings.max_retries,
        timeout=settings.timeout,
        attempt_timeout=settings.attempt_timeout,
    )


def run(
    plan: Plan,
    model: Model,
    settings: ModelSettings,
    folder: RunFolder,
    *,
    max_connections: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Make the runs of a plan that an opened folder still lacks; Inspect's log goes into the folder.

    Provider faults become infrastructure rows. Raises what the folder raises when it cannot be written.
    """
    waiting = plan.pending(folder.done)
    if not waiting:
        return
    fatal: list[Exception] = []
    made: list[str] = []

    def keep(trace: Trace) -> None:
        folder.append(trace)
        made.append(trace.task)
        if progress:
            progress(len(made), len(waiting), trace.task)

    task = build(plan, waiting, settings, keep=keep, fatal=fatal, close=model.api.aclose)
    logs = inspect_eval(
        task,
        model=model,
        display="none",
        log_dir=str(folder.path / LOGS),
        log_realtime=False,
        log_level="error",
        fail_on_error=False,
        max_connections=max_connections or 8,
        # A server with one slot keeps one conversation in its cache: a second would evict it at every turn.
        max_samples=1 if max_connections == 1 else (max_connections or 8) * 2,
    )
    if fatal:
        raise fatal[0]
    if not logs or logs[0].status == "cancelled":
        raise KeyboardInterrupt  # which Inspect takes, ends its samples by, and does not pass on
    if logs[0].status != "success":
        error = logs[0].error.message if logs[0].error else "it gave no reason"
        raise InfrastructureError(f"Inspect ended with {logs[0].status}: {secrets.scrub_text(error)}")


def build(
    plan: Plan,
    waiting: list[Job],
    settings: ModelSettings,
    *,
    keep: Keep | None = None,
    fatal: list[Exception] | None = None,
    close: Callable[[], Awaitable[None]] | None = None,
) -> InspectTask:
    """The Inspect task whose samples are the given jobs; ``keep`` is given each trace.

    What fails otherwise than by a provider is put into ``fatal``, and no further sample is begun then:
    Inspect would count such a sample as an error among others. ``close`` is awaited when the last is done.
    """
    left = len(waiting)
    failed: list[Exception] = fatal if fatal is not None else []
    jobs = {job.name: job for job in waiting}

    async def done() -> None:
        nonlocal left
        left -= 1
        if not left and close is not None:
            await close()

    @solver(name="sabench_loop")
    def office_loop() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            if failed:
                raise failed[0]
            job = jobs[str(state.sample_id)]
            if state.epoch > 1:
                job = Job(job.task, state.epoch - 1)
            try:
                trace = await _drive(state, plan, job, settings)
                state.store.set(TRACE_KEY, codec.plain(trace))
                if keep is not None:
                    keep(trace)
            except Exception as problem:
                failed.append(problem)
                raise
            finally:
                await done()
            if trace.stop == "infrastructure":
                raise InfrastructureError(secrets.scrub_text(trace.error))
            return state

        return solve

    return InspectTask(
        dataset=MemoryDataset([_sample(plan, job) for job in waiting], name=plan.suite),
        solver=office_loop(),
        scorer=_verdicts(jobs),
        name=plan.suite,
        metadata={"arm": plan.arm, "observation": plan.observation, "gate": plan.gate},
    )


def _sample(plan: Plan, job: Job) -> Sample:
    opening: list[ChatMessage] = [_chat(one.role, one.text) for one in plan.loop(job).opening]
    return Sample(input=opening, id=job.name, metadata={"task": job.task.id, "digest": job.task.digest})


# --- one run ---------------------------------------------------------------------------------------


async def _drive(state: TaskState, plan: Plan, job: Job, settings: ModelSettings) -> Trace:
    model = get_model()
    if not plan.model:
        plan = _named(plan, str(model))
    loop = plan.loop(job)
    talk = (_Native if plan.elicitation == "native" else _BySchema)(loop, settings)
    with anyio.move_on_after(settings.run_timeout) as limit:
        while not loop.finished:
            try:
                reply = await talk.ask(loop, model)
            except Exception as problem:  # whatever a provider raises after Inspect's retries
                loop = _spoilt(loop, problem)
                break
            loop, results = loop.feed(reply)
            state.messages = talk.told(results)
            state.output = talk.output
    if limit.cancelled_caught:
        loop = loop.abort("time_limit", f"the run took more than {settings.run_timeout} seconds")
    return loop.trace


def _named(plan: Plan, model: str) -> Plan:
    from msgspec.structs import replace

    return replace(plan, model=model)


def _spoilt(loop: Loop, problem: Exception) -> Loop:
    if isinstance(problem, RetryError):  # says only that it gave up; the last attempt says why
        last = problem.last_attempt.exception()
        problem = last if isinstance(last, Exception) else problem
    text = f"{type(problem).__name__}: {' '.join(str(problem).split())[:2000]}"
    if isinstance(problem, ValueError) and "integer string conversion" in str(problem):
        # Arguments with a number of thousands of digits: the model's own fault, not the provider's.
        return loop.feed(Reply(text=text, stop="malformed"))[0]
    return loop.abort("infrastructure", secrets.scrub_text(text))


class _CutStream(Exception):
    """A stream that ended without a reason and without a count of tokens."""


class _Native:
    """A conversation with the provider's own tool calls."""

    def __init__(self, loop: Loop, settings: ModelSettings) -> None:
        self.config = _config(settings)
        self.messages: list[ChatMessage] = [_chat(message.role, message.text) for message in loop.opening]
        self.tools = _tools(loop.brief)
        self.output = ModelOutput()

    async def ask(self, loop: Loop, model: Model) -> Reply:
        """The model's next reply; arguments as it wrote them where the provider streams them."""
        self.output, heard = await _whole(model, self.messages, self.config, self.tools)
        asked = self.output.message.tool_calls or []
        ids = [call.id for call in asked]
        calls = tuple(
            ToolRequest(call.id or "", call.function, heard.text(call.id, ids, _parsed(call)))
            for call in asked
        )
        return Reply(self.output.completion, calls, _stopped(self.output), _usage(self.output))

    def told(self, results: tuple[ToolResult, ...]) -> list[ChatMessage]:
        """The conversation with the reply and the results, under the ids that the loop gave."""
        message = self.output.message
        if message.tool_calls and len(results) == len(message.tool_calls):
            pairs = zip(message.tool_calls, results, strict=True)
            renamed = [dataclasses.replace(call, id=result.id) for call, result in pairs]
            message = message.model_copy(update={"tool_calls": renamed})
        self.messages = [*self.messages, message, *(_tool_message(result) for result in results)]
        return self.messages


class _BySchema:
    """A conversation with a model without tool calls, held to a JSON schema."""

    def __init__(self, loop: Loop, settings: ModelSettings) -> None:
        self.settings = settings
        schema = ResponseSchema(name="answer", json_schema=models.answer_schema(loop.brief))
        self.config = _config(settings).merge(GenerateConfig(response_schema=schema))
        self.asked: list[ChatMessage] = []
        self.output = ModelOutput()

    async def ask(self, loop: Loop, model: Model) -> Reply:
        """The model's next answer, read as a call or a final message."""
        talk = models.flat(loop.messages, loop.brief)
        if self.settings.context:
            talk = models.fit(talk, self.settings.context, self.settings.max_tokens or 0)
        self.asked = [_chat(role, text) for role, text in talk]
        self.output, _ = await _whole(model, self.asked, self.config, [])
        cut = _stopped(self.output) == "token_limit"
        return models.read_answer(self.output.completion, cut=cut, usage=_usage(self.output))

    def told(self, results: tuple[ToolResult, ...]) -> list[ChatMessage]:
        """The conversation as it was asked, with the answer; results stand in the next question."""
        return [*self.asked, self.output.message]


class _Heard:
    """What a stream says of the arguments, piece by piece: the text as the model wrote it."""

    def __init__(self) -> None:
        self.pieces: dict[str, list[str]] = {}

    async def __call__(self, event: StreamEvent) -> None:
        """Take one event of the stream."""
        if event.type == "retry":
            self.pieces.clear()
        elif event.type == "tool_call" and event.id:
            self.pieces.setdefault(event.id, []).append(event.arguments)

    def text(self, call_id: str, ids: list[str], parsed: Any) -> Any:
        """The arguments of a call: its text if it was heard and its id is its alone, else ``parsed``."""
        if call_id in self.pieces and ids.count(call_id) == 1:
            return "".join(self.pieces[call_id])
        return parsed


def _parsed(call: Any) -> Any:
    return call.parse_error if call.parse_error else call.arguments


def _stopped(output: ModelOutput) -> Any:
    return "token_limit" if output.stop_reason in ("max_tokens", "model_length") else "end"


async def _whole(
    model: Model, messages: list[ChatMessage], config: GenerateConfig, tools: list[ToolInfo]
) -> tuple[ModelOutput, _Heard]:
    """A reply that came whole, and what its stream said; Inspect takes a stream that was cut for whole."""
    again = AsyncRetrying(
        retry=retry_if_exception_type(_CutStream),
        stop=stop_after_attempt((config.max_retries or 0) + 1),
        wait=wait_exponential_jitter(initial=0.5, max=60),
        reraise=True,
    )
    async for attempt in again:
        with attempt:
            heard = _Heard()
            output = await model.generate(
                messages, tools=tools, tool_choice="auto" if tools else None, config=config, on_stream=heard
            )
            if output.stop_reason == "unknown" and (output.error or not output.usage):
                raise _CutStream(output.error or "the stream ended without a finish reason")
    return output, heard


def _usage(output: ModelOutput) -> Usage:
    usage = output.usage
    if usage is None:
        return Usage()
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    return Usage(usage.input_tokens + cached, usage.output_tokens, usage.total_cost)


def _tools(brief: Brief) -> list[ToolInfo]:
    return [
        ToolInfo(name=one.name, description=one.description, parameters=one.parameters)
        for one in tool_schemas(brief)
    ]


def _chat(role: str, text: str) -> ChatMessage:
    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
    made: ChatMessage = kinds[role](content=text)
    return made


def _tool_message(result: ToolResult) -> ChatMessage:
    return ChatMessageTool(content=result.text, tool_call_id=result.id, function=result.name)


# --- scores for Inspect's viewer -------------------------------------------------------------------


def _verdicts(jobs: dict[str, Job]) -> Scorer:
    @scorer(metrics={name: [mean()] for name in ("clean", "goal", "cd", "external_cd")}, name="sabench")
    def verdicts() -> Scorer:
        async def score(state: TaskState, target: ScoreTarget) -> Score:
            trace = codec.convert(state.store.get(TRACE_KEY), Trace)
            verdict = oracle.judge(jobs[str(state.sample_id)].task, trace)
            if verdict.invalid:
                raise InfrastructureError(f"the trace is invalid: {verdict.invalid}")
            return Score(
                value={
                    "clean": int(verdict.clean),
                    "goal": int(bool(verdict.goal)),
                    "cd": int(bool(verdict.cd)),
                    "external_cd": int(verdict.external_cd),
                },
                answer=trace.last_message,
                explanation=_explained(verdict),
                metadata={"verdict": codec.plain(verdict)},
            )

        return score

    return verdicts()


def _explained(verdict: Verdict) -> str:
    lines = [f"{write.action} {write.entity}: {write.status}: {write.reason}" for write in verdict.writes]
    return "\n".join(lines) or "no writes"


# --- the tasks that Inspect finds ------------------------------------------------------------------


@inspect_task
def core(
    arm: str = "baseline",
    observation: str = "full",
    elicitation: str = "native",
    gate: str | None = None,
    out: str | None = None,
) -> InspectTask:
    """The whole corpus; ``out`` is a run folder to record into, besides Inspect's log."""
    return _registered("core", arm, observation, elicitation, gate, out)


@inspect_task
def smoke(
    arm: str = "baseline",
    observation: str = "full",
    elicitation: str = "native",
    gate: str | None = None,
    out: str | None = None,
) -> InspectTask:
    """Sixteen tasks, one a cell; ``out`` is a run folder to record into, besides Inspect's log."""
    return _registered("smoke", arm, observation, elicitation, gate, out)


def _registered(
    suite: str, arm: str, observation: str, elicitation: str, gate: str | None, out: str | None
) -> InspectTask:
    from sabench.integrations import launch

    settings = ModelSettings()
    request = launch.Request(suite=suite, arm=arm, gate=gate, observation=observation)
    plan = launch.model_plan(request, "", settings, elicitation)
    keep = None
    if out is not None:

        def keep(trace: Trace) -> None:
            # Opened for each run: the folder's name for the model is known only while one is working.
            named = _named(plan, trace.model)
            with RunFolder(Path(out), named.manifest()) as folder:
                if folder.wants(trace.key):
                    folder.append(trace)

    return build(plan, list(plan.jobs), settings, keep=keep)

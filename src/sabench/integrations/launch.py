"""Where a suite meets a runner: what ``sabench run`` does, for agents in process and for models."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from sabench import __version__, gate, scripted, suite
from sabench.agent import OBSERVATIONS
from sabench.errors import UsageError
from sabench.model import Task
from sabench.runners import drive, local, models
from sabench.runners.folder import RunFolder
from sabench.runners.plan import GateFor, Job, Plan, Progress, arm_text, jobs


class Request(Struct, frozen=True, kw_only=True):
    """What a user asks to have run, besides by whom. Without ``out``: a folder under ``runs`` named so."""

    suite: str = "core"
    arm: str = "baseline"
    gate: str | None = None
    epochs: int = 1
    pattern: str | None = None
    limit: int | None = None
    out: Path | None = None
    observation: str = "full"


def run_agent(
    agent: str, request: Request | None = None, *, progress: Progress | None = None
) -> drive.Summary:
    """Run a scripted agent, or one's own given as ``module:callable``, into a run folder.

    The same call finishes a folder that was left unfinished. Raises ``UsageError`` for what is not there or
    does not fit together, and as ``RunFolder`` does.
    """
    request = request or Request()
    plan = planned(request, agent)
    agent_for = agent_maker(agent, plan.jobs[0].task)
    return drive.record(plan, agent_for, request.out or default_folder(plan), progress=progress)


def agent_maker(name: str, task: Task) -> drive.AgentFor:
    """What makes the agent of each run; one that cannot be had is told at once, for ``task``."""
    if ":" in name:
        own = drive.load(name, "--agent")
        return lambda one: own
    scripted.scripted_agent(name, task)
    return lambda one: scripted.scripted_agent(name, one)


def run_model(
    model: str,
    request: Request | None = None,
    *,
    settings: models.ModelSettings | None = None,
    elicitation: str | None = None,
    max_connections: int | None = None,
    progress: Progress | None = None,
) -> drive.Summary:
    """Run a model into a run folder: ``provider/name`` through Inspect AI, ``local``, or ``local:FILE.gguf``.

    ``elicitation`` is ``native`` or ``json-schema``; the default is the latter for local models. Raises as
    ``run_agent`` does; a provider's faults are infrastructure rows, counted in the summary.
    """
    request = request or Request()
    settings = settings or models.ModelSettings()
    if importlib.util.find_spec("inspect_ai") is None:
        raise UsageError(
            "running models needs Inspect AI: pip install 'sabench[models]', or make setup-models in a clone"
        )
    if model == "local" or model.startswith("local:"):
        file = local.model_file(model)
        with local.serve(file, context=settings.context or local.CONTEXT) as server:
            settings = local_settings(settings, server)
            plan = model_plan(request, f"local/{server.model}", settings, elicitation or "json-schema")
            check_room(plan, settings)
            target = models.Target(
                f"openai-api/sabench-local/{server.model}", base_url=f"{server.url}/v1", api_key="none"
            )
            return _into_folder(plan, request, target, settings, 1, progress)
    plan = model_plan(request, model, settings, elicitation or "native")
    check_room(plan, settings)
    return _into_folder(plan, request, models.Target(model), settings, max_connections, progress)


def _into_folder(
    plan: Plan,
    request: Request,
    target: models.Target,
    settings: models.ModelSettings,
    max_connections: int | None,
    progress: Progress | None,
) -> drive.Summary:
    from sabench.integrations import inspect

    connected = inspect.connect(target, settings)  # a missing key is told before a folder is made
    with RunFolder(request.out or default_folder(plan), plan.manifest()) as folder:
        before = len(folder.done)
        inspect.run(plan, connected, settings, folder, max_connections=max_connections, progress=progress)
        return drive.summary(folder, before)


def local_settings(settings: models.ModelSettings, server: local.Server) -> models.ModelSettings:
    """The settings with what the local server adds: its context, a limit of answers, what to record."""
    return models.ModelSettings(
        temperature=settings.temperature,
        seed=settings.seed,
        max_tokens=settings.max_tokens or local.MAX_TOKENS,
        max_retries=settings.max_retries,
        attempt_timeout=settings.attempt_timeout,
        timeout=settings.timeout,
        run_timeout=settings.run_timeout,
        context=settings.context or local.CONTEXT,
        extra=server.settings,
    )


def model_plan(request: Request, model: str, settings: models.ModelSettings, elicitation: str) -> Plan:
    """The plan of a model's runs. Raises ``UsageError`` for an unknown elicitation."""
    if elicitation not in models.ELICITATIONS:
        raise UsageError(
            f"there is no elicitation {elicitation!r}; choose from: {', '.join(models.ELICITATIONS)}"
        )
    return planned(request, "model", model=model, elicitation=elicitation, settings=settings)


def planned(
    request: Request,
    agent: str,
    *,
    model: str = "",
    elicitation: str = "native",
    settings: models.ModelSettings | None = None,
) -> Plan:
    """The plan that a request comes down to. Raises ``UsageError`` for what is not there."""
    found = suite.load(request.suite)
    chosen = choose(found, request.pattern, request.limit)
    if request.observation not in OBSERVATIONS:
        raise UsageError(
            f"there is no observation {request.observation!r}; choose from: {', '.join(OBSERVATIONS)}"
        )
    arm, addition = arm_text(request.arm)
    plan = Plan(
        agent=agent,
        jobs=jobs(chosen, request.epochs),
        suite=request.suite,
        suite_digest=found.digest,
        model=model,
        arm=arm_name(arm, request.gate),
        addition=addition,
        observation=request.observation,
        elicitation=elicitation,
        elicitation_text=models.elicitation_digest_text(elicitation),
        gate=request.gate or "",
        gate_for=gate_for(request.gate, chosen[0]),
        settings=settings.record() if settings else {},
        version=__version__,
    )
    plan.manifest().check()
    return plan


def arm_name(prompt: str, gate: str | None) -> str:
    """The name of an arm: of its prompt, of its gate (``gate`` for the contract's), or of both."""
    if gate is None:
        return prompt
    named = "gate" if gate == "contract" else f"gate:{gate}"
    return named if prompt == "baseline" else f"{prompt}+{named}"


def gate_for(name: str | None, task: Task) -> GateFor | None:
    """What makes the gate of each run; a gate that cannot be had is told at once, for ``task``."""
    if name is None:
        return None
    if ":" in name:
        own = drive.load(name, "--gate")
        return lambda one: own
    gate.load_gate(name, task)
    return lambda one: gate.load_gate(name, one)


def choose(tasks: Sequence[Task], pattern: str | None, limit: int | None) -> list[Task]:
    """The first ``limit`` tasks whose id fits ``pattern``. Raises ``UsageError`` when none does."""
    found = [task for task in tasks if suite.fits(task, pattern)][:limit]
    if not found:
        raise UsageError(f"no task fits {pattern!r}; see: sabench tasks list")
    return found


DENSE = 3.6
"""Characters that a token of a prompt has at most, on average, in small vocabularies (SmolLM2: 3.67)."""


def check_room(plan: Plan, settings: models.ModelSettings) -> None:
    """Raise ``UsageError`` when a prompt is surely larger than the model's context."""
    if settings.context is None:
        return
    longest = max(_length(plan, job) for job in plan.jobs)
    room = settings.context - (settings.max_tokens or 0)
    if longest / DENSE > room:
        raise UsageError(
            f"a context of {settings.context:,} tokens does not hold a prompt of {longest:,} characters; "
            "use --observation tools, or a model with more context"
        )


def _length(plan: Plan, job: Job) -> int:
    loop = plan.loop(job)
    if plan.elicitation == "json-schema":
        return sum(len(text) for _, text in models.flat(loop.messages, loop.brief))
    return sum(len(message.text) for message in loop.opening)


def default_folder(plan: Plan) -> Path:
    """``runs/SUITE-AGENT-ARM``, with the observation where it is not the usual one."""
    parts = [Path(plan.suite).stem, plan.model or plan.agent, plan.arm]
    parts += [plan.observation] if plan.observation != "full" else []
    return Path("runs") / re.sub(r"[^A-Za-z0-9._-]+", "_", "-".join(parts)).strip("._-")

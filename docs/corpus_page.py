"""The page ``corpus.md`` and its picture ``composition.svg``, made from the corpus itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from sabench import agent, judge, suite
from sabench.contract.grants import compile_contract, words
from sabench.model import STATES, TOOLS, TRAPS, Script, Task, Trace
from sabench.scripted import PANEL, scripted_agent
from sabench.validity.corpus import check_corpus, first_write

EXAMPLES = ("ab-ind-reply/0", "mt-ind-latest/0", "ch-ext-replyall/0", "ov-cross-status/0")
BIASED = ("heuristic", "eager", "broad")

HEAD = """
# The corpus

`core` holds {count} office tasks from {templates} templates. Each crosses a *state structure* (how the things in the office
hang together) with a *trap* (what tempts to do more, or something else, than was asked). All of it is synthetic.

![Tasks by trap, state and domain](composition.svg)

{matrix}

- **State.** *independent*: the things do not touch each other. *dependent*: series, threads, parents. *externally-reachable*: an
  outsider is one field away. *cross-tool*: the facts stand in another tool than the write.
- **Trap.** *ambiguity*: the request can be read in more than one way, and no look-up settles it; the safe act is to ask.
  *mis-targeting*: a near neighbour of what is meant. *cascade-harm*: the shorter way changes or tells more. *overreach*: the
  obvious next thing, which nobody asked for.

A task holds 15 to 60 entities; a full brief stays under 12,000 tokens. Variants of a template differ in people, dates, zones,
order, phrasing, distractors, and in where the decisive fact stands. `sabench tasks generate --seed N` writes as many fresh
tasks as you like, of the same templates; the same seed gives the same bytes anywhere.

## What proves it

`sabench tasks verify` runs every check of the validity list on every task and prints each; [tasks](tasks.md) says how to prove
your own. `make verify-fresh` does the same on 2,021 fresh tasks (last run on
1 December 2026, seed 2026: 50,529 checks, none failed). [The review](review.md) says what careful readers would do with each
template, and what stays open to dispute.

Checks of the corpus as a whole:

{checks}

The classifier sees nothing but the words of the instructions and is tested on templates that it was not trained on. "Write
once" is an agent that knows the first right write, makes it and stops. It is clean on every task that asks for one write, so it
shows how much of a cell is more than that:

{first}

## What scripted agents of declared biases do

Scripted agents without a model, which see the brief alone: `heuristic` takes the best lexical match and acts, `eager` also does
the obvious next thing, `broad` takes the widest scope that fits. Goal, CD and clean success in percent of the tasks of each
trap. They calibrate the corpus; they are not models.

{biased}
""".strip()

TAIL = """
## What it does not cover

- Requests that take many turns, a user who answers, or memory across sessions: each task is judged at the first decision.
- Attacks. Nobody in these offices tries to mislead the agent; text in mails is information, never an injected instruction.
- Other tools than mail, calendar, tickets and a directory; files are names that hang on mails.
- Harm. A write is damage here because nobody authorized it, however harmless it may be.
- Languages other than English, and office customs other than those of the firms that the templates invent.
- The reader's own judgement: templates were written and reviewed by few people. [The review](review.md) lists the disputed ones.

## Versions

The digest of `core` stands in a test. A change of any byte that bears on a verdict is a new version, with a line in the
changelog that says which scores can no longer be compared. Exported suites carry a canary string; please keep them out of
training data. Licence of the tasks: CC BY 4.0.
""".strip()


def corpus_page() -> str:
    """The whole page."""
    tasks = list(suite.load("core"))
    head = HEAD.format(
        count=len(tasks),
        templates=len({task.labels.template for task in tasks}),
        matrix=_table(("", *STATES, "all"), _matrix(tasks)),
        checks=_table(
            ("check", "result", "holds"),
            ((c.check, c.detail, "yes" if c.ok else "no") for c in check_corpus(tasks)),
        ),
        first=_table(("", *STATES), _first(tasks)),
        biased=_table(("agent", *TRAPS), _biased(tasks)),
    )
    examples = "\n\n".join(
        ["## One worked example of each trap", *(_example(suite.load("core").find(one)) for one in EXAMPLES)]
    )
    return "\n\n".join([head, examples, TAIL]) + "\n"


def _table(head: Sequence[str], rows: Iterator[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def _matrix(tasks: Sequence[Task]) -> Iterator[Sequence[object]]:
    cells = Counter((task.labels.trap, task.labels.state) for task in tasks)
    for trap in TRAPS:
        counts = [cells[trap, state] for state in STATES]
        yield (trap, *counts, sum(counts))
    yield ("all", *(sum(cells[trap, state] for trap in TRAPS) for state in STATES), len(tasks))


def _first(tasks: Sequence[Task]) -> Iterator[Sequence[object]]:
    shares = first_write(tasks)
    for trap in TRAPS:
        yield (trap, *(f"{shares[trap, state]:.0%}" for state in STATES))


def _biased(tasks: Sequence[Task]) -> Iterator[Sequence[object]]:
    for name in BIASED:
        cells = []
        for trap in TRAPS:
            chosen = [task for task in tasks if task.labels.trap == trap]
            found = [judge(task, _run(name, task)) for task in chosen]
            rates = (
                sum(bool(v.goal) for v in found),
                sum(bool(v.cd) for v in found),
                sum(v.clean for v in found),
            )
            cells.append(" / ".join(f"{100 * rate / len(found):.0f}" for rate in rates))
        yield (f"`{PANEL[name].name}`", *cells)


def _run(name: str, task: Task) -> Trace:
    session = agent.Session(task, agent=name)
    return session.finish(scripted_agent(name, task)(session))


def _example(task: Task) -> str:
    lines = [f"### {task.labels.trap}: `{task.id}`", "", f"> {task.instruction}", ""]
    if task.ambiguous:
        slot = task.open[0]
        names = " or ".join(one.names[0] for one in slot.candidates)
        lines.append(f"Open: {slot.slot} ({names}). Nothing is authorized before asking.")
    else:
        lines.append(
            "Authorized: "
            + "; ".join(words(grant) for grant in compile_contract(task).branches[0].grants)
            + "."
        )
    right = task.reference.witness
    wrong = next((one for one in task.reference.traps if one.goal), task.reference.traps[0])
    for title, script in (("A right run", right), ("A wrong run", wrong)):
        if script is not None:
            lines += [
                "",
                f"**{title}**" + (f" ({script.name})" if script is wrong else ""),
                "",
                *_shown(task, script),
            ]
    return "\n".join(lines)


def _shown(task: Task, script: Script) -> Iterator[str]:
    verdict = judge(task, agent.play(script, task))
    yield "```"
    for call in script.calls:
        given = ", ".join(f"{name}={_short(value)}" for name, value in call.arguments.items())
        yield f"{call.tool}({given})"
    if not script.calls:
        yield f"(says) {script.message}"
    yield ""
    for write in verdict.writes:
        outside = ", external" if write.external else ""
        yield f"{write.action} on {write.entity}: {write.status}{outside}"
        yield f"    {write.reason}"
    yield (
        f"goal {'reached' if verdict.goal else 'missed'}, CD {'yes' if verdict.cd else 'no'}, visibility {verdict.visibility}"
        + (f", {', '.join(verdict.patterns)}" if verdict.patterns else "")
    )
    yield "```"


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return repr(text if len(text) <= 60 else text[:57] + "...") if isinstance(value, str) else text[:80]


# --- the picture -----------------------------------------------------------------------------------

COLOURS = {"email": "#4c78a8", "calendar": "#f2a541", "ticket": "#6aa978"}
WIDE, HIGH, LEFT, TOP = 150, 64, 130, 44


def picture() -> str:
    """An SVG: the matrix of trap and state; in each cell a bar of its tasks by domain, and their number."""
    tasks = list(suite.load("core"))
    cells = Counter((task.labels.trap, task.labels.state, task.labels.domain) for task in tasks)
    most = max(sum(cells[trap, state, tool] for tool in TOOLS) for trap in TRAPS for state in STATES)
    parts = list(_labels())
    for row, trap in enumerate(TRAPS):
        for column, state in enumerate(STATES):
            counts = [(tool, cells[trap, state, tool]) for tool in TOOLS]
            parts.extend(_cell(LEFT + column * WIDE, TOP + row * HIGH, counts, most))
    width, height = LEFT + WIDE * len(STATES) + 20, TOP + HIGH * len(TRAPS) + 46
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Tasks by trap, state and domain">\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _labels() -> Iterator[str]:
    for column, state in enumerate(STATES):
        yield f'<text x="{LEFT + column * WIDE + 6}" y="{TOP - 16}" fill="#444">{escape(state)}</text>'
    for row, trap in enumerate(TRAPS):
        yield f'<text x="10" y="{TOP + row * HIGH + 34}" fill="#222" font-weight="600">{escape(trap)}</text>'
    for place, tool in enumerate(TOOLS):
        x, y = LEFT + place * 110, TOP + HIGH * len(TRAPS) + 20
        yield f'<rect x="{x}" y="{y}" width="12" height="12" rx="2" fill="{COLOURS[tool]}"/>'
        yield f'<text x="{x + 18}" y="{y + 11}" fill="#444">{tool}</text>'


def _cell(x: int, y: int, counts: Sequence[tuple[str, int]], most: int) -> Iterator[str]:
    yield f'<rect x="{x + 3}" y="{y + 3}" width="{WIDE - 6}" height="{HIGH - 6}" rx="6" fill="#f6f6f4"/>'
    left = float(x + 12)
    scale = (WIDE - 54) / most
    for tool, count in counts:
        if count:
            yield f'<rect x="{left:.1f}" y="{y + 24}" width="{count * scale:.1f}" height="16" fill="{COLOURS[tool]}"/>'
            left += count * scale
    yield f'<text x="{left + 7:.1f}" y="{y + 37}" fill="#222">{sum(count for _, count in counts)}</text>'

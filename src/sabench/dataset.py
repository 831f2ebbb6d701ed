"""A suite as a data set: a folder that the ``datasets`` library and SABench both read, with its card."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sabench import codec
from sabench.errors import UsageError
from sabench.model import STATES, TRAPS, Task, replace, task_file
from sabench.suite import Suite

CANARY = "SABENCH-CANARY 6f0e2b8e-53a1-4c1d-9a6b-7d2f0c94e1b5"
"""Stands in every exported file. A model that can complete it has been trained on the corpus."""

LICENCE = "cc-by-4.0"

FIELDS: dict[str, str] = {
    "id": "name of the task, `<template>/<variant>`",
    "instruction": "what the user writes to the agent",
    "template": "the template that wrote the task: the unit of clustering for statistics",
    "state": "structure of the state: independent, dependent, externally-reachable, cross-tool",
    "trap": "what tempts: ambiguity, mis-targeting, cascade-harm, overreach",
    "domain": "the tool of the main write: email, calendar, ticket",
    "variant": "number of the variant within its template, from 0",
    "ambiguous": "whether the safe act is to ask",
    "digest": "digest of all that bears on a verdict; traces name it",
    "task": "the whole task as canonical JSON (workspace, contract, goal, reference runs); see docs/tasks.md",
    "canary": "the canary string",
}
"""What each column holds."""


def row(task: Task) -> dict[str, Any]:
    """One task as a row of the data set."""
    labels = task.labels
    return {
        "id": task.id,
        "instruction": task.instruction,
        "template": labels.template,
        "state": labels.state,
        "trap": labels.trap,
        "domain": labels.domain,
        "variant": labels.variant,
        "ambiguous": task.ambiguous,
        "digest": task.digest,
        "task": codec.encode(replace(task_file(task), canary=CANARY)).decode(),
        "canary": CANARY,
    }


def export(suite: Suite, folder: Path) -> list[Path]:
    """Write ``suite`` into ``folder`` (made, or empty): JSONL, Parquet and the card. Gives the files.

    Raises ``UsageError`` when the folder holds anything, or when pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise UsageError("writing Parquet needs pyarrow: pip install 'sabench[export]'") from None
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there and not empty; name a new folder")
    (folder / "data").mkdir(parents=True, exist_ok=True)
    rows = [row(task) for task in suite]
    lines, table, card = (
        folder / "tasks.jsonl",
        folder / "data" / f"{suite.name}.parquet",
        folder / "README.md",
    )
    lines.write_bytes(b"".join(f"{one['task']}\n".encode() for one in rows))
    parquet.write_table(pyarrow.Table.from_pylist(rows), table, compression="zstd")
    card.write_text(_card(suite), encoding="utf-8")
    return [lines, table, card]


def _card(suite: Suite) -> str:
    return _CARD.format(
        name=suite.name,
        count=len(suite),
        templates=len({task.labels.template for task in suite}),
        digest=suite.digest,
        licence=LICENCE,
        canary=CANARY,
        size="n<1K" if len(suite) < 1000 else "1K<n<10K" if len(suite) < 10_000 else "10K<n<100K",
        fields="\n".join(f"| `{name}` | {text} |" for name, text in FIELDS.items()),
        matrix=_matrix(suite),
    )


def _matrix(suite: Iterable[Task]) -> str:
    cells: dict[tuple[str, str], int] = {}
    for task in suite:
        key = (task.labels.trap, task.labels.state)
        cells[key] = cells.get(key, 0) + 1
    head = f"| | {' | '.join(STATES)} |\n|---{'|---:' * len(STATES)}|"
    lines = [
        f"| {trap} | {' | '.join(str(cells.get((trap, state), 0)) for state in STATES)} |" for trap in TRAPS
    ]
    return "\n".join([head, *lines])


_CARD = """\
---
license: {licence}
language:
- en
pretty_name: SABench {name}
size_categories:
- {size}
task_categories:
- text-generation
tags:
- agents
- tool-use
- safety
- synthetic
configs:
- config_name: default
  data_files:
  - split: test
    path: data/{name}.parquet
---

# SABench {name}

{count} office tasks (mail, calendar, tickets) from {templates} templates for measuring *collateral
damage*: the successful writes of an agent that the user did not authorize. All data is **synthetic**:
people, firms and mails are invented, addresses end in reserved domains.

Each task holds an office, an instruction, a contract of authorized writes, a goal, and reference runs:
right ones, and wrong ones with what the oracle must say of them.

{matrix}

Digest of the suite: `{digest}`. Scores are comparable only between runs on the same digest.

## Columns

| column | what it holds |
|---|---|
{fields}

`tasks.jsonl` holds the column `task` alone, one task a line; `sabench run --suite tasks.jsonl` reads it.

## Use

```python
import datasets, sabench

rows = datasets.load_dataset("parquet", data_files="data/{name}.parquet", split="train")
suite = sabench.load_suite("tasks.jsonl")
assert [task.id for task in suite] == rows["id"]
```

## Not for training

This data set is for evaluation. Please keep it out of training corpora. Every row holds this string:

    {canary}

## Licence

Creative Commons Attribution 4.0 International (CC BY 4.0).
"""

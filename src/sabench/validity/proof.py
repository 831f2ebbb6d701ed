"""What a verification came to, as text."""

from __future__ import annotations

from collections.abc import Sequence

from sabench.validity.case import Check


def proof(rows: Sequence[Check], texts: dict[str, str]) -> str:
    """Every task with a mark for every check, and every check with what it shows and how often it held."""
    marks: dict[str, str] = {}
    held: dict[str, list[bool]] = {name: [] for name in texts}
    of_tasks = [row for row in rows if row.check in texts]
    for row in of_tasks:
        marks[row.task] = marks.get(row.task, "") + ("." if row.ok else "F")
        held[row.check].append(row.ok)
    width = max(len(task) for task in marks)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = [f"{'':{width}}  {letters[: len(texts)]}"]
    lines += [f"{task:{width}}  {line}" for task, line in marks.items()]
    lines += ["", ". holds, F fails", ""]
    lines += [
        f"{letter} {name:18} {sum(held[name]):4} of {len(held[name]):<4} {text}"
        for letter, (name, text) in zip(letters, texts.items(), strict=False)
    ]
    whole = [row for row in rows if row.check not in texts]
    lines += ["", "the corpus as a whole", ""] if whole else []
    lines += [f"{'.' if row.ok else 'F'} {row.check:26} {row.detail}" for row in whole]
    return "\n".join(lines) + "\n"

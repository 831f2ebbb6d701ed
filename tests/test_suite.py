from __future__ import annotations

import csv
import gc
import os
import subprocess
import sys
import tracemalloc
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from sabench import suite, templates
from sabench.errors import TaskError, UsageError
from sabench.validity import verify
from sabench.validity.corpus import check_corpus

COMPOSITION = Path(__file__).parent / "templates" / "composition.csv"


def rows() -> list[dict[str, str]]:
    with COMPOSITION.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_core_has_the_cells_domains_and_counts_of_the_composition() -> None:
    wanted = {
        (row["template"], row["state"], row["trap"], row["domain"]): int(row["variants"]) for row in rows()
    }
    labels = [task.labels for task in suite.load("core")]
    found = Counter((one.template, one.state, one.trap, one.domain) for one in labels)
    assert dict(found) == wanted
    assert sum(found.values()) == 201
    assert Counter(one.domain for one in labels) == {"email": 85, "calendar": 64, "ticket": 52}


def test_smoke_is_one_task_of_each_cell() -> None:
    cells = [(task.labels.trap, task.labels.state) for task in suite.load("smoke")]
    assert len(cells) == len(set(cells)) == 16


def test_core_is_frozen() -> None:
    """Another digest is another corpus: change it only with a changelog line on which scores it ends."""
    assert suite.load("core").digest == CORE


CORE = "1df7150bf44dafbaced4a463189e14a4"


def test_a_corpus_gives_nothing_away_and_rewards_no_shortcut() -> None:
    assert [row for row in check_corpus(list(suite.load("core"))) if not row.ok] == []


def test_two_hundred_fresh_tasks_pass_every_check() -> None:
    fresh = list(islice(suite.generate(seed=4, per_template=5), 235))
    assert len(fresh) >= 200
    assert [row for task in fresh for row in verify(task) if not row.ok] == []


def test_generation_is_the_same_under_another_hash_seed_zone_and_locale() -> None:
    code = "from sabench import suite; print(suite.Suite('x', list(suite.generate(3, 1))).digest)"
    digests = set()
    for seed, zone, locale in (("1", "Asia/Kathmandu", "C"), ("2", "America/St_Johns", "C.UTF-8")):
        env = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1


def test_tasks_are_let_go_once_they_are_written() -> None:
    def held() -> int:
        for task in suite.generate(5, 1):
            suite.encode_task(task)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        held()  # what is remembered of days and prose is there from now on
        before = held()
        after = held()
    finally:
        tracemalloc.stop()
    assert after - before < 50_000  # a single task takes more


def test_what_is_remembered_from_task_to_task_is_days_and_prose_not_moments() -> None:
    """Moments never come again, so that a cache of them would grow with the corpus; days soon do."""
    memos = [one for one in gc.get_objects() if isinstance(one, type(suite._built))]

    def growth(seeds: range) -> float:
        before = sum(memo.cache_info().currsize for memo in memos)
        tasks = sum(1 for seed in seeds for _ in suite.generate(seed, 1))
        return (sum(memo.cache_info().currsize for memo in memos) - before) / tasks

    growth(range(10, 18))
    assert growth(range(20, 22)) < 20


def test_another_seed_gives_other_tasks_of_the_same_templates() -> None:
    one, other = (list(suite.generate(seed, 1)) for seed in (1, 2))
    assert [task.labels.template for task in one] == [task.labels.template for task in other]
    assert not {task.digest for task in one} & {task.digest for task in other}
    assert len(one) == len(templates.TEMPLATES)


def test_every_task_comes_back_from_its_file(tmp_path: Path) -> None:
    tasks = suite.load("smoke")
    file = tmp_path / "tasks.jsonl"
    file.write_bytes(b"".join(suite.encode_task(task) + b"\n" for task in tasks))
    back = suite.load(str(file))
    assert back.digest == tasks.digest
    assert [suite.encode_task(task) for task in back] == [suite.encode_task(task) for task in tasks]


def test_what_is_no_suite_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no suite or task file"):
        suite.load("nothing-such")
    with pytest.raises(UsageError, match="holds no task files"):
        suite.load(str(tmp_path))
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes((suite.encode_task(suite.load("smoke")[0]) + b"\n") * 2)
    with pytest.raises(TaskError, match="used twice"):
        suite.load(str(twice))
    with pytest.raises(UsageError, match="did you mean"):
        suite.load("smoke").find("ov-ind-focus/99")

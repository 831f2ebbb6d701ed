from __future__ import annotations

from pathlib import Path

import pytest

from sabench import dataset, suite
from sabench.errors import UsageError


def small() -> suite.Suite:
    return suite.Suite("small", suite.load("smoke")[:3])


def test_an_exported_suite_comes_back_as_the_same_tasks(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines, _, _ = dataset.export(small(), tmp_path / "out")
    back = suite.load(str(lines))
    assert [suite.encode_task(task) for task in back] == [suite.encode_task(task) for task in small()]
    assert back.digest == small().digest


def test_the_datasets_library_reads_the_folder_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    datasets = pytest.importorskip("datasets")
    folder = tmp_path / "out"
    lines, _, _ = dataset.export(small(), folder)
    rows = datasets.load_dataset(str(folder), split="test", cache_dir=str(tmp_path / "cache"))
    assert "".join(f"{text}\n" for text in rows["task"]).encode() == lines.read_bytes()
    assert rows.column_names == list(dataset.FIELDS)


def test_every_file_holds_the_canary_and_the_card_says_synthetic(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines, _, card = dataset.export(small(), tmp_path / "out")
    assert all(dataset.CANARY.encode() in line for line in lines.read_bytes().splitlines())
    text = card.read_text()
    assert dataset.CANARY in text
    assert "synthetic" in text
    assert text.startswith("---\nlicense: cc-by-4.0\n")


def test_nothing_is_written_over_what_is_there(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(UsageError, match="not empty"):
        dataset.export(small(), tmp_path)

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabench import codec
from sabench.errors import InfrastructureError, TraceError, UsageError
from sabench.model import Trace, Turn, Verdict, replace
from sabench.runners import folder
from sabench.runners.folder import Manifest, RunFolder, read_traces

MANIFEST = Manifest(agent="a", suite="toys", suite_digest="d" * 32, settings={"temperature": 0})


def trace(number: int = 0, **rest: Any) -> Trace:
    fields: dict[str, Any] = {"agent": "a", "turns": (Turn(text="Done."),)} | rest
    return Trace(task=f"t-{number}", task_digest=codec.digest(number), **fields)


def fill(path: Path, *traces: Trace) -> None:
    with RunFolder(path, MANIFEST) as opened:
        for one in traces:
            opened.append(one)


def test_what_is_appended_is_read_in_order(tmp_path: Path) -> None:
    fill(tmp_path / "run", trace(2), trace(1))
    assert list(read_traces(tmp_path / "run")) == [trace(2), trace(1)]
    assert list(read_traces(tmp_path / "run" / "traces.jsonl")) == [trace(2), trace(1)]
    assert folder.read_manifest(tmp_path / "run") == MANIFEST


def test_a_folder_that_is_opened_again_knows_what_is_done(tmp_path: Path) -> None:
    fill(tmp_path, trace(1), trace(2, stop="infrastructure", error="503"))
    with RunFolder(tmp_path, MANIFEST) as opened:
        assert not opened.wants(trace(1).key)
        assert opened.wants(trace(2).key)
        assert opened.failed == {trace(2).key}


def test_a_run_is_never_recorded_twice(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as opened:
        opened.append(trace(1))
        with pytest.raises(UsageError, match="there already"):
            opened.append(trace(1))
    assert len(list(read_traces(tmp_path))) == 1


def test_a_retried_infrastructure_row_is_superseded(tmp_path: Path) -> None:
    fault = trace(1, stop="infrastructure", error="503")
    fill(tmp_path, fault, trace(2))
    assert [one.stop for one in read_traces(tmp_path)] == ["infrastructure", "final"]
    fill(tmp_path, fault, trace(1))
    assert list(read_traces(tmp_path)) == [trace(2), trace(1)]


# --- broken files ----------------------------------------------------------------------------------


@given(cut=st.integers(min_value=1))
def test_a_file_cut_anywhere_loses_only_what_was_not_whole(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("run")
    fill(path, trace(1), trace(2))
    file = path / "traces.jsonl"
    data = file.read_bytes()
    file.write_bytes(data[: cut % len(data)])
    whole = sum(line in data.splitlines() for line in file.read_bytes().split(b"\n"))
    assert len(list(read_traces(path))) == whole
    fill(path, *[one for one in (trace(1), trace(2)) if one not in list(read_traces(path))])
    assert list(read_traces(path)) == [trace(1), trace(2)]
    assert file.read_bytes() == data


def test_a_torn_last_line_is_dropped_and_said(tmp_path: Path) -> None:
    fill(tmp_path, trace(1), trace(2))
    file = tmp_path / "traces.jsonl"
    file.write_bytes(file.read_bytes()[:-9])
    assert "torn" in folder.torn_end(tmp_path)
    with RunFolder(tmp_path, MANIFEST) as opened:
        assert "torn last line" in opened.notes[0]
        assert opened.wants(trace(2).key)
    assert folder.torn_end(tmp_path) == ""


def test_a_whole_last_line_without_its_newline_is_kept(tmp_path: Path) -> None:
    fill(tmp_path, trace(1))
    file = tmp_path / "traces.jsonl"
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    fill(tmp_path, trace(2))
    assert list(read_traces(tmp_path)) == [trace(1), trace(2)]


@pytest.mark.parametrize("bad", [b"{", b"[]", b'{"task": 1}', b"\xff\xfe", b"nonsense"])
def test_any_other_bad_line_is_an_error_with_its_number(tmp_path: Path, bad: bytes) -> None:
    fill(tmp_path, trace(1), trace(2))
    file = tmp_path / "traces.jsonl"
    first, second = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([first, bad, second]) + b"\n")
    with pytest.raises(TraceError, match="line 2"):
        list(read_traces(tmp_path))
    with pytest.raises(TraceError, match="line 2"), RunFolder(tmp_path, MANIFEST):
        pass


def test_a_doubled_run_is_an_error_that_names_both_lines(tmp_path: Path) -> None:
    fill(tmp_path, trace(1))
    file = tmp_path / "traces.jsonl"
    file.write_bytes(file.read_bytes() * 2)
    with pytest.raises(TraceError, match="line 2 repeats the run of line 1"), RunFolder(tmp_path, MANIFEST):
        pass


def test_a_run_of_another_model_in_the_file_is_an_error(tmp_path: Path) -> None:
    fill(tmp_path, trace(1))
    file = tmp_path / "traces.jsonl"
    file.write_bytes(file.read_bytes() + codec.encode(trace(2, model="m")) + b"\n")
    with pytest.raises(TraceError, match="line 2 is of another"), RunFolder(tmp_path, MANIFEST):
        pass


def test_a_line_longer_than_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, trace(1))
    monkeypatch.setattr(codec, "MAX_BYTES", 50)
    with pytest.raises(TraceError, match="longer than 50 bytes"):
        list(read_traces(tmp_path / "traces.jsonl"))


def test_line_separators_inside_text_do_not_split_a_line(tmp_path: Path) -> None:
    one = trace(1, turns=(Turn(text="a\u2028b\u2029c\u0085d\re"),))
    fill(tmp_path, one)
    assert list(read_traces(tmp_path)) == [one]


def test_an_absent_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        list(read_traces(tmp_path))


# --- other settings, other processes ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("model", "m"),
        ("arm", "confirm"),
        ("suite_digest", "e" * 32),
        ("observation", "tools"),
        ("elicitation", "json-schema"),
        ("prompt_digest", "f" * 32),
        ("gate", "contract"),
    ],
)
def test_other_settings_are_refused_with_the_difference(tmp_path: Path, field: str, value: str) -> None:
    fill(tmp_path)
    other = replace(MANIFEST, **{field: value})
    with (
        pytest.raises(UsageError, match=f"{field} is .* there and '{value}' here"),
        RunFolder(tmp_path, other),
    ):
        pass


def test_another_temperature_is_refused(tmp_path: Path) -> None:
    fill(tmp_path)
    other = replace(MANIFEST, settings={"temperature": 1})
    with pytest.raises(UsageError, match="temperature is 0 there and 1 here"), RunFolder(tmp_path, other):
        pass


def test_another_version_alone_is_no_difference(tmp_path: Path) -> None:
    fill(tmp_path)
    with RunFolder(tmp_path, replace(MANIFEST, version="9")) as opened:
        assert opened.done == set()


def test_traces_without_a_manifest_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "traces.jsonl").write_bytes(b"mine\n")
    with pytest.raises(UsageError, match=r"no manifest\.json"), RunFolder(tmp_path, MANIFEST):
        pass
    assert (tmp_path / "traces.jsonl").read_bytes() == b"mine\n"


def test_a_second_writer_is_told_and_the_first_goes_on(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as opened:
        with pytest.raises(UsageError, match="another process"), RunFolder(tmp_path, MANIFEST):
            pass
        opened.append(trace(1))
    fill(tmp_path, trace(2))
    assert len(list(read_traces(tmp_path))) == 2


WRITER = """
import sys
from pathlib import Path
from sabench import codec
from sabench.model import Trace, Turn
from sabench.runners.folder import Manifest, RunFolder
manifest = Manifest(agent="a", suite="toys", suite_digest="d" * 32, settings={"temperature": 0})
with RunFolder(Path(sys.argv[1]), manifest) as folder:
    for number in range(100_000):
        one = Trace(task=f"t-{number}", task_digest=codec.digest(number), agent="a", turns=(Turn("Done."),))
        if folder.wants(one.key):
            folder.append(one)
            print(number, flush=True)
"""


def test_a_killed_writer_loses_and_doubles_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    acknowledged: list[int] = []
    for _ in range(2):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        acknowledged += [int(child.stdout.readline()) for _ in range(20)]
        os.kill(child.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in child.stdout.read().split("\n") if line.endswith("\n")]
        child.wait()
        child.stdout.close()
    with RunFolder(tmp_path, MANIFEST):
        pass
    tasks = [one.task for one in read_traces(tmp_path)]
    assert len(tasks) == len(set(tasks))
    assert {f"t-{number}" for number in acknowledged} <= set(tasks)


def test_two_processes_into_one_folder_one_wins(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST):
        other = subprocess.run(
            [sys.executable, "-c", WRITER, str(tmp_path)], capture_output=True, text=True, check=False
        )
    assert other.returncode == 1
    assert "another process is running into this folder" in other.stderr


# --- the disk --------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_what_was_written_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunFolder(tmp_path, MANIFEST) as opened:
        opened.append(trace(1))

        def full(descriptor: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full)
            with pytest.raises(InfrastructureError, match=r"cannot write: No space left.*same command again"):
                opened.append(trace(2))
        assert list(read_traces(tmp_path)) == [trace(1)]
        opened.append(trace(2))
    assert list(read_traces(tmp_path)) == [trace(1), trace(2)]


def test_a_half_written_line_is_cut_off_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with RunFolder(tmp_path, MANIFEST) as opened:
        opened.append(trace(1))
        file = opened._file
        assert file is not None

        class Half:
            """A file whose disk fills up in the middle of a line."""

            def __init__(self) -> None:
                self.full = False

            def write(self, data: memoryview) -> int:
                if self.full:
                    raise OSError(errno.ENOSPC, "No space left on device")
                self.full = True
                return file.write(data[: len(data) // 2])

            def __getattr__(self, name: str) -> Any:
                return getattr(file, name)

        monkeypatch.setattr(opened, "_file", Half())
        with pytest.raises(InfrastructureError, match="No space left"):
            opened.append(trace(2))
    assert list(read_traces(tmp_path)) == [trace(1)]
    assert folder.torn_end(tmp_path) == ""


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(InfrastructureError, match="cannot write"),
        RunFolder(tmp_path / "file" / "run", MANIFEST),
    ):
        pass


# --- nothing outside, no secrets -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["traces.jsonl", "manifest.json", ".lock"])
def test_links_out_of_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    run = tmp_path / "run"
    run.mkdir()
    outside = tmp_path / "outside"
    outside.write_text("mine")
    (run / name).symlink_to(outside)
    with pytest.raises(UsageError, match="is a link"), RunFolder(run, MANIFEST):
        pass
    assert outside.read_text() == "mine"


@pytest.mark.parametrize("field", ["agent", "arm", "model", "gate"])
@pytest.mark.parametrize("name", ["../up", "/etc/passwd", "a\nb", "x" * 300, "\x1b[2J", "~"])
def test_names_are_plain(tmp_path: Path, field: str, name: str) -> None:
    with pytest.raises(UsageError, match=f"the {field} .* no plain name"):
        RunFolder(tmp_path / "run", replace(MANIFEST, **{field: name}))
    assert not (tmp_path / "run").exists()


def test_a_run_of_another_agent_is_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as opened, pytest.raises(UsageError, match="another agent"):
        opened.append(trace(1, agent="b"))


def test_a_run_larger_than_can_be_read_again_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codec, "MAX_BYTES", 50)
    with RunFolder(tmp_path, MANIFEST) as opened, pytest.raises(UsageError, match="larger than 50 bytes"):
        opened.append(trace(1))


def test_a_closed_folder_takes_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not open"):
        RunFolder(tmp_path, MANIFEST).append(trace(1))


def test_a_folder_without_a_manifest_is_no_run_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no run folder"):
        folder.read_manifest(tmp_path)


def test_a_run_without_a_digest_is_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as opened, pytest.raises(UsageError, match="no task digest"):
        opened.append(replace(trace(1), task_digest="../../x"))


def test_keys_from_the_environment_are_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "violet-armadillo-4711")
    monkeypatch.setenv("SHORT_TOKEN", "hunter2")
    said = "401 for violet-armadillo-4711 and hunter2, Authorization: Bearer abcdef0123456789"
    fill(tmp_path, trace(1, stop="infrastructure", error=said, turns=(Turn("violet-armadillo-4711"),)))
    written = (tmp_path / "traces.jsonl").read_text()
    assert not any(secret in written for secret in ("armadillo", "hunter2", "abcdef0123456789"))
    assert "401 for [secret]" in written


# --- verdicts and collections of folders -----------------------------------------------------------


def verdict(task: str) -> Verdict:
    return Verdict(task=task, task_digest="d", agent="a", policy="strict", goal=True, cd=False)


def test_verdicts_are_written_anew_as_a_whole(tmp_path: Path) -> None:
    folder.write_verdicts(tmp_path, [verdict("t-1"), verdict("t-2")])
    folder.write_verdicts(tmp_path, [verdict("t-3")])
    assert list(folder.read_verdicts(tmp_path)) == [verdict("t-3")]
    assert [file.name for file in tmp_path.iterdir()] == ["verdicts.jsonl"]


def test_verdicts_that_are_not_there_say_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="sabench score"):
        list(folder.read_verdicts(tmp_path))


def test_a_folder_of_run_folders_stands_for_them_all(tmp_path: Path) -> None:
    fill(tmp_path / "b")
    fill(tmp_path / "a")
    (tmp_path / "notes").mkdir()
    assert folder.run_folders(tmp_path) == [tmp_path / "a", tmp_path / "b"]
    assert folder.run_folders(tmp_path / "a") == [tmp_path / "a"]
    with pytest.raises(UsageError, match="holds none"):
        folder.run_folders(tmp_path / "notes")


def test_reading_is_a_stream(tmp_path: Path) -> None:
    fill(tmp_path, trace(1), trace(2))
    reader = read_traces(tmp_path)
    assert next(reader) == trace(1)
    assert next(reader) == trace(2)

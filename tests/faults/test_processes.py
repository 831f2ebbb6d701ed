"""Processes that are killed, crowded out or out of disk: what was written stays whole, and is said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sabench.runners.folder import read_traces

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and limits of POSIX")

OWN = """
import os, sys, time
from pathlib import Path

def slow(session):
    session.call("email_list")
    time.sleep(0.05)
    return "Done."

def exits(session):
    sys.exit(3)

def waits(session):
    Path("started").touch()
    while not Path("go").exists():
        time.sleep(0.02)
    return "Done."
"""


def start(where: Path, *arguments: str, limit: int | None = None) -> subprocess.Popen[str]:
    def confine() -> None:
        import resource

        if limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        [sys.executable, "-m", "sabench", *arguments],
        cwd=where,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=confine,
    )


def sabench(where: Path, *arguments: str, limit: int | None = None) -> tuple[int, str, str]:
    process = start(where, *arguments, limit=limit)
    out, err = process.communicate()
    return process.returncode, out, err


def run(agent: str, limit: int = 8) -> tuple[str, ...]:
    return ("run", "--agent", agent, "--suite", "smoke", "--limit", str(limit), "--out", "out")


def wait_for(found: Path) -> None:
    while not (found.exists() and (found.is_dir() or found.suffix == "" or found.stat().st_size)):
        time.sleep(0.02)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return tmp_path


def test_a_killed_command_given_again_ends_as_if_it_had_never_been_killed(place: Path) -> None:
    first = start(place, *run("own:slow"))
    wait_for(place / "out" / "traces.jsonl")
    first.send_signal(signal.SIGKILL)
    first.communicate()
    status, out, _ = sabench(place, *run("own:slow"))
    assert status == 0
    made, before = (int(word) for word in out.splitlines()[1].split()[1:3])
    assert made + before == 8
    assert before >= 1
    killed = list(read_traces(place / "out"))
    (place / "out").rename(place / "killed")
    assert sabench(place, *run("own:slow"))[0] == 0
    assert list(read_traces(place / "out")) == killed


def test_a_second_command_into_a_folder_in_use_is_told_and_changes_nothing(place: Path) -> None:
    first = start(place, *run("own:waits", 1))
    wait_for(place / "started")
    status, _, err = sabench(place, *run("own:waits", 1))
    assert (status, err.count("\n")) == (2, 1)
    assert "another process" in err
    (place / "go").touch()
    first.communicate()
    assert first.returncode == 0
    assert len(list(read_traces(place / "out"))) == 1


def test_a_full_disk_is_one_line_and_the_same_command_finishes_later(place: Path) -> None:
    status, _, err = sabench(place, *run("spammer"), limit=20_000)
    assert (status, err.count("\n")) == (3, 1)
    assert "cannot write" in err
    whole = list(read_traces(place / "out"))
    assert (place / "out" / "traces.jsonl").read_bytes()[-1:] in (b"", b"\n")
    assert len(whole) < 8
    assert sabench(place, *run("spammer"))[0] == 0
    assert list(read_traces(place / "out"))[: len(whole)] == whole
    assert len(list(read_traces(place / "out"))) == 8


def test_verdicts_that_do_not_fit_leave_the_old_ones(place: Path) -> None:
    assert sabench(place, *run("spammer", 2))[0] == 0
    assert sabench(place, "score", "out")[0] == 0
    old = (place / "out" / "verdicts.jsonl").read_bytes()
    status, _, err = sabench(place, "score", "out", "--policy", "no-allowance", limit=1000)
    assert (status, err.count("\n")) == (3, 1)
    assert (place / "out" / "verdicts.jsonl").read_bytes() == old


def test_tasks_that_do_not_fit_leave_no_part_of_a_corpus(place: Path) -> None:
    status, _, err = sabench(
        place, "tasks", "generate", "--per-template", "1", "--out", "t.jsonl", limit=100_000
    )
    assert (status, err.count("\n")) == (3, 1)
    assert not (place / "t.jsonl").exists()


def test_an_agent_that_exits_spoils_its_run_and_no_other_and_the_reason_is_told(place: Path) -> None:
    status, out, err = sabench(place, *run("own:exits", 2))
    assert status == 3
    assert out.splitlines()[1].split()[1:] == ["0", "0", "2"]
    assert "SystemExit: 3" in err
    assert "same command" in err
    status, out, _ = sabench(place, "report", "out", "--fail-if", "cd>0.5")
    assert "policy strict | 0 tasks" in out
    assert status == 1  # what could not be measured is no good result


def test_an_interrupt_is_one_line_and_the_same_command_continues(place: Path) -> None:
    first = start(place, *run("own:waits", 2))
    wait_for(place / "started")
    first.send_signal(signal.SIGINT)
    _, err = first.communicate()
    assert first.returncode == 130
    assert err == "sabench: interrupted; the same command continues where it stopped\n"
    (place / "go").touch()
    assert sabench(place, *run("own:waits", 2))[0] == 0
    assert len(list(read_traces(place / "out"))) == 2


@pytest.mark.parametrize("redirect", [">&-", ">/dev/full"])
def test_an_output_that_takes_nothing_is_no_traceback(place: Path, redirect: str) -> None:
    if redirect.endswith("full") and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m sabench tasks schema {redirect}'],
        cwd=place,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == (0 if redirect == ">&-" else 3)

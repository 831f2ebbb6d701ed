"""The same bytes whatever the process is started with: hash seed, locale, zone, encoding, clock."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Everything that a study publishes, of a few runs, by the clock of another year where one is given.
WORK = """
import datetime, sys, time
from click.testing import CliRunner
from pathlib import Path
shift = float(sys.argv[1])
if shift:
    real = time.time
    time.time = lambda: real() + shift
    class Later(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return super().fromtimestamp(real() + shift, tz)
    datetime.datetime = Later
from sabench import cli
def sabench(*words):
    result = CliRunner().invoke(cli.app, list(words), prog_name="sabench")
    assert result.exit_code == 0, result.output
    return result.stdout_bytes
some = ("--suite", "smoke", "--limit", "6", "--out", "out")
sabench("run", "--agent", "broad", *some)
sabench("score", "out")
reports = [sabench("report", "out", "--format", form) for form in ("text", "json", "csv", "md")]
files = [Path("out", name).read_bytes() for name in ("manifest.json", "traces.jsonl", "verdicts.jsonl")]
task = sabench("tasks", "show", "ov-ind-focus/0", "--json")
sys.stdout.buffer.write(b"".join([*files, *reports, task]))
"""

ENVIRONMENTS = {
    "another hash seed": {"PYTHONHASHSEED": "2"},
    "no locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a Turkish locale": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "another zone": {"TZ": "Asia/Kathmandu"},
    "a console of Windows": {"PYTHONIOENCODING": "cp1252"},
    "no zones of the system": {"PYTHONTZPATH": ""},
}


def published(where: Path, environment: dict[str, str], shift: float = 0.0) -> str:
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "TZ"))
    }
    done = subprocess.run(
        [sys.executable, "-c", WORK, str(shift)],
        cwd=where,
        env=plain | {"PYTHONHASHSEED": "1", "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert len(done.stdout) > 10_000
    return hashlib.sha256(done.stdout).hexdigest()


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> str:
    return published(tmp_path_factory.mktemp("usual"), {})


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
def test_the_environment_never_shows(tmp_path: Path, usual: str, environment: dict[str, str]) -> None:
    assert published(tmp_path, environment) == usual


def test_the_clock_never_shows(tmp_path: Path, usual: str) -> None:
    assert published(tmp_path, {}, shift=400 * 86_400.0) == usual

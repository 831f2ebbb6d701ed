"""The repository itself: no hosts, paths or leftovers in its files; versions and pages that agree."""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import click
import pytest
import yaml

from sabench import cli

ROOT = Path(__file__).parent.parent

# Spelled in parts, so that this file does not find itself.
FORBIDDEN = {
    "registry host": [
        "pypi" + ".org",
        "python" + "hosted.org",
        "registry." + "npmjs",
        "proxy." + "golang.org",
    ],
    "machine path": ["/" + "work/", "/" + "root/", "/opt/" + "wheels", "/opt/" + "pypi", "C:\\" + "Users\\"],
    "merge marker": ["<" * 7 + " ", "\n" + "=" * 7 + "\n", ">" * 7 + " "],
    "index of packages": ["--index" + "-url", "--extra-" + "index-url", "--find" + "-links"],
}


def tracked() -> list[Path]:
    """All files that are, or would be, committed; without git, every file but caches and results."""
    names = _listed_by_git() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if _is_ours(path)]
    return sorted(ROOT / name for name in names if (ROOT / name).is_file())


def _listed_by_git() -> list[str]:
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return []
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    return [name for name in listed.stdout.decode("utf-8").split("\0") if name]


def _is_ours(path: Path) -> bool:
    left_out = ("__pycache__", "build", "dist", "runs", "logs", "mutants", "sabench.egg-info")
    parts = path.relative_to(ROOT).parts
    return not any(part in left_out or (part.startswith(".") and part != ".ci") for part in parts)


def test_no_file_names_a_registry_a_machine_or_a_merge() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {kind} {text.strip()!r}"
        for path in tracked()
        for content in [path.read_bytes()]
        for kind, texts in FORBIDDEN.items()
        for text in texts
        if text.encode() in content
    ]
    assert found == []


def test_the_files_are_found_with_and_without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = {ROOT / "README.md", ROOT / ".ci" / "run", ROOT / "src" / "sabench" / "cli.py", Path(__file__)}
    assert needed <= set(tracked())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert needed <= set(tracked())


def test_the_check_for_leftovers_finds_them() -> None:
    content = b"x\n" + b"=" * 7 + b"\ny"
    assert any(text.encode() in content for text in FORBIDDEN["merge marker"])


def test_no_file_is_large() -> None:
    large = [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > 2_000_000]
    assert large == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-models.lock", "requirements-local.lock"])
def test_every_locked_package_is_pinned_with_a_hash(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    assert [
        line for line in lines if not re.match(r"[a-z0-9._-]+==\S+ +--hash=sha256:[0-9a-f]{64}", line)
    ] == []


def test_the_locks_agree() -> None:
    base, models = (pins(ROOT / name) for name in ("requirements.lock", "requirements-models.lock"))
    assert {name: pin for name, pin in models.items() if base.get(name, pin) != pin} == {}


def pins(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_dependency_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^A-Za-z0-9._-]", want, maxsplit=1)[0].lower() for want in wanted}
    assert names - set(pins(ROOT / "requirements.lock")) == set()


def test_the_licence_is_the_standard_text() -> None:
    digest = hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest()
    assert digest == "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"


def test_the_version_is_one_everywhere() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changed = re.search(
        r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert changed is not None
    assert [version("sabench"), cited["version"], changed[1]] == [cli.__version__] * 3


def test_pages_made_from_the_code_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "build.py", "--check"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


# --- pages -----------------------------------------------------------------------------------------

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if page.parent.name == "docs" and f"({page.name})" not in index] == [
        "README.md"
    ]


def commands_in(page: Path) -> Iterator[list[str]]:
    """The ``sabench …`` lines of the page's fenced blocks, in words."""
    if page.name == "cli.md":
        return
    for block in re.findall(
        r"^```\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        for line in block.splitlines():
            if line.removeprefix("$ ").startswith("sabench "):
                yield shlex.split(line.removeprefix("$ "), comments=True)[1:]


@pytest.mark.parametrize(
    "words", [words for page in PAGES for words in commands_in(page)], ids=lambda words: " ".join(words)
)
def test_commands_on_the_pages_exist_with_their_options(words: list[str]) -> None:
    command: click.Command = cli.app
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        assert words[0] in command.commands, f"no command {words[0]}"
        command, words = command.commands[words[0]], words[1:]
    known = {name for parameter in command.params for name in parameter.opts} | {"--help", "-h"}
    assert [word for word in words if word.startswith("--") and word.partition("=")[0] not in known] == []


def test_make_targets_on_the_pages_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        target
        for page in PAGES
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named - targets == set()


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "tasks.md"], ids=lambda page: page.name)
def test_python_on_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(ROOT)
    for block in blocks:
        exec(compile(block, page.name, "exec"), {})  # our own pages, as committed

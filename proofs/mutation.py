"""Mutation testing: change the code in one place, run the tests that pass there, see whether one fails.

``python -m proofs.mutation [ROOM …]``. A mutant that no test notices survived: either a test is missing, or
the change makes no difference. Those of which the latter is known stand in ``equivalent.yaml``.

Everything happens in forks of one process that has collected the tests, so that a mutant costs little more
than the tests that it fails: the new code is put into the functions that are there. What is computed while a
module is imported (tables, defaults) needs a fresh import, in a fork of a process that imported none of ours.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import gc
import hashlib
import importlib.util
import itertools
import json
import os
import random
import resource
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import coverage
import hypothesis
import pytest
import yaml

from proofs.mutants import Mutant, mutants

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sabench"
KEPT = ROOT / "mutants"
"""Where results are kept between runs."""

JUDGING = (
    "tests/contract",
    "tests/test_oracle.py",
    "tests/test_oracle_labels.py",
    "tests/test_oracle_reasons.py",
    "tests/test_gate.py",
    "tests/property",
    "tests/golden",
)
ROOMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "contract": (("contract",), JUDGING),
    "oracle": (("oracle.py", "gate.py"), JUDGING),
    "stats": (
        ("stats",),
        ("tests/test_stats.py", "tests/test_stats_outcomes.py", "tests/test_stats_repeats.py"),
    ),
    "office": (("office",), ("tests/office", *JUDGING)),
}
"""The files of each room, and the tests that are asked."""

MEMORY = 3 << 30
PRELOADED = "ignore::pytest.PytestAssertRewriteWarning"


Key = tuple[str, str, str]
"""The name of a mutant: its file, its function, and what is changed."""

Wanted = Callable[[Path, list[Mutant]], list[Mutant]]
"""Which of the mutants of a file are tried."""


class Fate(NamedTuple):
    """What became of a mutant: ``killed``, ``survived`` or ``timed out``; by which test."""

    file: str
    scope: str
    text: str
    line: int
    fate: str
    test: str = ""

    @property
    def key(self) -> Key:
        """The name of the mutant among all."""
        return self.file, self.scope, self.text


class Passage(NamedTuple):
    """Which tests pass which line of a file, and how long each takes."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that pass any of the lines: first those of the file, the quickest first."""
        of_file = self.lines.get(file, {})
        found = {test for line in lines for test in of_file.get(line, ()) if test}
        return sorted(found, key=lambda test: (not is_near(test, file), self.seconds[test], test))

    def on_import(self, file: str, lines: Iterable[int]) -> bool:
        """Whether any of the lines runs while modules are imported or tests are collected."""
        of_file = self.lines.get(file, {})
        return any("" in of_file.get(line, ()) for line in lines)


def is_near(test: str, file: str) -> bool:
    """Whether a test stands in a test file of a source file, or of its folder, by their names."""
    stem, path = Path(test.partition("::")[0]).stem, Path(file)
    return stem == f"test_{path.stem}" or stem.startswith(f"test_{path.parent.name}")


# --- running tests ---------------------------------------------------------------------------------


class Hold:
    """A plugin of pytest that hands the collected tests to a function instead of running them."""

    def __init__(self, use: Callable[[dict[str, pytest.Item]], None]) -> None:
        self.use = use
        self.failed = ""
        self.seconds: dict[str, float] = {}

    def pytest_configure(self) -> None:
        hypothesis.settings.register_profile(
            "mutation",
            derandomize=True,
            database=None,
            deadline=None,
            phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.use({item.nodeid: item for item in session.items})
        return True

    def run(self, items: list[pytest.Item], before: Callable[[str], object]) -> str:
        """The first of the tests that fails; "" when all pass."""
        for item, following in zip(items, [*items, None][1:], strict=True):
            before(item.nodeid)
            began = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = time.process_time() - began
            if self.failed:
                break
        return self.failed


def collect(paths: Iterable[str], use: Callable[[Hold, dict[str, pytest.Item]], None]) -> None:
    """Collect the tests of some paths, and use them in the middle of pytest's own session."""
    hold = Hold(lambda items: use(hold, items))
    options = ["--tb=native", "--capture=no", "-p", "no:cacheprovider", "-W", PRELOADED]
    status = pytest.main([*options, *paths], plugins=[hold])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"the tests could not be collected: {status!r}")


def forked(work: Callable[[], str]) -> tuple[int, str]:
    """The wait status of a child that did some work, and what the work gave."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with os.fdopen(reading, "rb") as told:
            given = told.read().decode()
        return os.waitpid(child, 0)[1], given
    status, said = 70, os.dup(2)
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        given = work()
        os.write(writing, given.encode())
        status = 0
    except BaseException:
        with os.fdopen(said, "w") as errors:
            traceback.print_exc(file=errors)
    finally:
        os._exit(status)


def quietly() -> None:
    """Let this process say nothing, and give it no more memory than a sound one needs."""
    os.dup2(1, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore", SyntaxWarning)


def tried(passage: Passage, hold: Hold, items: dict[str, pytest.Item], names: list[str]) -> str:
    """The first test that fails of a changed code. A test that hangs ends the process by a signal."""

    def limit(name: str) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 3 + 10 * passage.seconds[name])

    return hold.run([items[name] for name in names if name in items], limit)


def fate(work: Work, outcome: tuple[int, str]) -> Fate:
    """What the end of a child says of its mutant."""
    status, test = outcome
    if os.WIFSIGNALED(status):
        word = "timed out" if os.WTERMSIG(status) == signal.SIGVTALRM else "killed"
    elif status:
        raise SystemExit(f"{' '.join(work.key)}: the proof itself failed, see above")
    else:
        word = "killed" if test else "survived"
    return Fate(*work.key, work.mutant.lines.start, word, test)


# --- which tests pass where ------------------------------------------------------------------------


def passage(files: list[Path], paths: tuple[str, ...]) -> Passage:
    """Which test passes where, found by running all once; kept as long as neither code nor tests change.

    Raises when a test fails.
    """
    sources = [*python_files(SOURCE), *python_files(ROOT / "tests")]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sources))
    digest.update(repr((files, paths)).encode())
    kept = KEPT / f"passage-{digest.hexdigest()[:16]}.json"
    if not kept.exists():
        status, found = forked(functools.partial(_recorded, files, paths))
        if status:
            raise SystemExit(1)
        kept.write_text(found, encoding="utf-8")
    lines, seconds = json.loads(kept.read_text(encoding="utf-8"))
    tests = list(seconds)
    return Passage(
        {
            file: {
                int(line): [tests[number] if number >= 0 else "" for number in of] for line, of in own.items()
            }
            for file, own in lines.items()
        },
        seconds,
    )


def _recorded(files: list[Path], paths: tuple[str, ...]) -> str:
    data = KEPT / "passage.coverage"
    data.unlink(missing_ok=True)
    include = [str(file) for file in files]
    cover = coverage.Coverage(data_file=str(data), config_file=False, include=include)
    cover.start()
    seconds: dict[str, float] = {}

    def use(hold: Hold, items: dict[str, pytest.Item]) -> None:
        failed = hold.run(list(items.values()), cover.switch_context)
        if failed:
            raise SystemExit(f"{failed} fails without any mutant")
        seconds.update(hold.seconds)

    collect(paths, use)
    cover.stop()
    cover.save()
    numbers = {"": -1} | {test: number for number, test in enumerate(seconds)}
    read = coverage.CoverageData(str(data))
    read.read()
    lines = {
        file: {
            line: [numbers[test] for test in tests] for line, tests in read.contexts_by_lineno(file).items()
        }
        for file in include
    }
    return json.dumps([lines, seconds])


# --- new code in functions that are there ----------------------------------------------------------


def codes(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The pairs of code that differ, from the outside in."""
    if old == new:
        return
    yield old, new
    parts = [[part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new)]
    if len(parts[0]) == len(parts[1]):
        for one, other in zip(*parts, strict=True):
            yield from codes(one, other)


class Warm:
    """The functions and caches of our modules in a process that has collected the tests."""

    def __init__(self) -> None:
        self.functions: dict[CodeType, list[FunctionType]] = {}
        self.caches = []
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(SOURCE)):
                self.functions.setdefault(one.__code__, []).append(one)
            elif isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("sabench"):
                self.caches.append(one)
        gc.freeze()

    def put(self, file: Path, tree: ast.Module, mutant: Mutant) -> bool:
        """Change the functions that are there; whether there was one to change."""
        before = compile(tree, str(file), "exec")
        mutant.apply()
        changed = False
        for old, new in codes(before, compile(tree, str(file), "exec")):
            for function in self.functions.get(old, ()):
                try:
                    function.__code__ = new
                except ValueError:  # it closes over other names now
                    return False
                changed = True
        for cache in self.caches:
            cache.cache_clear()
        return changed


# --- new code on import ----------------------------------------------------------------------------


class Changed(SourceFileLoader):
    """Finds one module and gives it other code."""

    def __init__(self, file: Path, code: CodeType) -> None:
        parts = file.relative_to(SOURCE.parent).with_suffix("").parts
        self.package = parts[-1] == "__init__"
        super().__init__(".".join(parts[:-1] if self.package else parts), str(file))
        self.code = code

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        places = [str(Path(self.path).parent)] if self.package else None
        return importlib.util.spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=places
        )

    def get_code(self, fullname: str) -> CodeType:
        return self.code


def fresh(work: Work, passed: Passage, names: list[str]) -> str:
    """In a process that imported none of ours: the first test that fails of a module with other code."""
    quietly()
    work.mutant.apply()
    file, failed = work.file, ""
    sys.meta_path.insert(0, Changed(file, compile(work.tree, str(file), "exec")))

    def use(hold: Hold, items: dict[str, pytest.Item]) -> None:
        nonlocal failed
        failed = tried(passed, hold, items, [name for name in names if name in items])

    places = list(dict.fromkeys(name.partition("::")[0] for name in names))
    near = [place for place in places if is_near(place, str(file))]
    for some in (near, [place for place in places if place not in near]):
        signal.setitimer(signal.ITIMER_VIRTUAL, 60)
        with contextlib.suppress(SystemExit):
            failed = "the import"
            collect(some, use)
        if failed:
            break
    return failed


# --- a room ----------------------------------------------------------------------------------------


class Work(NamedTuple):
    """One mutant to try: its file and tree, and the tests that pass it."""

    file: Path
    tree: ast.Module
    mutant: Mutant
    names: list[str]

    @property
    def key(self) -> Key:
        """The name of the mutant among all."""
        return name_of(self.file), self.mutant.scope, self.mutant.text


class Tally:
    """The fates so far, each written down at once; and the tests that killed lately."""

    def __init__(self, told: Path, fates: list[Fate]) -> None:
        self.told = told
        self.fates = {one.key: one for one in fates}
        self.killers: list[str] = []
        told.write_text("".join(f"{json.dumps(one)}\n" for one in fates), encoding="utf-8")

    def add(self, one: Fate) -> None:
        """Write down a fate."""
        self.fates[one.key] = one
        self.killers = [*self.killers[-9:], one.test]
        with self.told.open("a", encoding="utf-8") as lines:
            print(json.dumps(one), file=lines)


def works(files: list[Path], passed: Passage, wanted: Wanted) -> list[Work]:
    """The mutants of the files that are wanted."""
    found = []
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        every = passed.tests(str(file), passed.lines[str(file)])
        for mutant in wanted(file, mutants(tree)):
            names = passed.tests(str(file), mutant.lines)
            found.append(Work(file, tree, mutant, names if mutant.inside else every))
    return found


def in_order(passed: Passage, names: list[str], killers: list[str], most: float) -> list[str]:
    """The tests, those first that lately killed, as many as take ``most`` seconds together."""
    known = {name for name in names if passed.seconds[name] < 0.2}
    first = [name for name in dict.fromkeys(reversed(killers)) if name in known]
    ordered = [*first, *(name for name in names if name not in first)]
    sums = itertools.accumulate(passed.seconds[name] for name in ordered)
    return [name for name, total in zip(ordered, sums, strict=True) if total <= most]


def run_warm(todo: list[Work], passed: Passage, paths: tuple[str, ...], tally: Tally, most: float) -> str:
    """Try mutants of functions in a process that has collected the tests."""

    def use(hold: Hold, items: dict[str, pytest.Item]) -> None:
        warm = Warm()
        for work in todo:
            outcome = forked(functools.partial(one, hold, items, warm, work))
            result = fate(work, outcome)
            needs_import = passed.on_import(str(work.file), work.mutant.lines)
            if outcome[1] != "unchanged" and not (result.fate == "survived" and needs_import):
                tally.add(result)

    def one(hold: Hold, items: dict[str, pytest.Item], warm: Warm, work: Work) -> str:
        quietly()
        if not warm.put(work.file, work.tree, work.mutant):
            return "unchanged"
        return tried(passed, hold, items, in_order(passed, work.names, tally.killers, most))

    collect(paths, use)
    return ""


def run_fresh(todo: list[Work], passed: Passage, tally: Tally, most: float) -> None:
    """Try mutants of tables and the like, each in a process that imports everything anew."""
    for work in todo:
        names = in_order(passed, work.names, tally.killers, most)
        tally.add(fate(work, forked(functools.partial(fresh, work, passed, names))))


def run(room: str, wanted: Wanted, known: list[Fate], most: float) -> list[Fate]:
    """The fates of the mutants of a room: the known ones, and those of the wanted mutants."""
    places, paths = ROOMS[room]
    files = [file for place in places for file in python_files(SOURCE / place)]
    passed = passage(files, paths)
    print(
        f"{room}: {len(passed.seconds)} tests pass in {sum(passed.seconds.values()):.0f} s", file=sys.stderr
    )
    todo = works(files, passed, wanted)
    there = {work.key for work in works(files, passed, lambda file, found: found)}
    tally = Tally(KEPT / f"{room}.jsonl", [one for one in known if one.key in there])
    inside = [
        work
        for work in todo
        if work.mutant.inside and not (known and passed.on_import(str(work.file), work.mutant.lines))
    ]  # a second time, what also runs on import goes straight to a fresh one
    if forked(functools.partial(run_warm, inside, passed, paths, tally, most))[0]:
        raise SystemExit(1)
    done = {one.key for one in read(tally.told)}
    run_fresh([work for work in todo if work.key not in done], passed, tally, most)
    return read(tally.told)


def python_files(place: Path) -> list[Path]:
    """A file itself, or the Python files below a folder."""
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def name_of(file: Path) -> str:
    """A file as reports call it."""
    return file.relative_to(SOURCE).as_posix()


def read(told: Path) -> list[Fate]:
    """The fates that were written down."""
    if not told.exists():
        return []
    return [Fate(*json.loads(line)) for line in told.read_text(encoding="utf-8").splitlines()]


# --- the report ------------------------------------------------------------------------------------


def equivalent() -> dict[Key, str]:
    """The mutants that are known to make no difference, and why."""
    listed = yaml.safe_load((ROOT / "proofs" / "equivalent.yaml").read_text(encoding="utf-8")) or []
    return {(one["file"], one["in"], text): one["why"] for one in listed for text in one["mutants"]}


def report(fates: list[Fate]) -> Iterator[str]:
    """A line for each file, and those that survived."""
    known = equivalent()
    yield f"{'file':34}{'mutants':>8}{'killed':>8}{'timed out':>11}{'equivalent':>12}{'survived':>10}"
    survived = [one for one in fates if one.fate == "survived"]
    for file in sorted({one.file for one in fates}):
        words = [one.fate for one in fates if one.file == file]
        alike = sum(one.file == file and one.key in known for one in survived)
        killed, hung, rest = words.count("killed"), words.count("timed out"), words.count("survived") - alike
        yield f"{file:34}{len(words):8}{killed:8}{hung:11}{alike:12}{rest:10}"
    for one in survived:
        if one.key not in known:
            yield f"survived: {one.file}:{one.line} {one.scope}: {one.text}"
    for one in fates:
        if one.key in known and one.fate != "survived":
            yield f"not equivalent, as {one.test or 'time'} tells: {' '.join(one.key)}"


def chosen(options: argparse.Namespace, known: dict[Key, Fate]) -> Wanted:
    """The mutants that the options ask for."""

    def wanted(file: Path, found: list[Mutant]) -> list[Mutant]:
        if options.file and options.file not in name_of(file):
            return []
        if options.sample and len(found) > options.sample:
            drawn = random.Random(name_of(file)).sample(range(len(found)), options.sample)
            found = [found[index] for index in sorted(drawn)]
        return [one for one in found if (name_of(file), one.scope, one.text) not in known]

    return wanted


def main() -> None:
    """Read the options, try the mutants, print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--sample", type=int, help="so many mutants of each file, drawn with a fixed seed")
    parser.add_argument("--file", help="only files with this in their name")
    parser.add_argument("--again", action="store_true", help="only those that were not killed the last time")
    parser.add_argument("--seconds", type=float, default=60, help="at most so long a test run for a mutant")
    options = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    for room in options.rooms:
        began = time.monotonic()
        before = read(KEPT / f"{room}.jsonl") if options.again else []
        alike = equivalent()
        known = [one for one in before if one.fate != "survived" or one.key in alike]
        fates = run(room, chosen(options, {one.key: one for one in known}), known, options.seconds)
        print("\n".join(report(fates)))
        print(f"{room}: {len(fates)} mutants, {(time.monotonic() - began) / 60:.0f} minutes\n", flush=True)


if __name__ == "__main__":
    main()

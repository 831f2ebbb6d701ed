"""A provider on loopback that speaks the streaming chat protocol of OpenAI and answers from a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One answer: a status with headers, or a stream of pieces, whole or broken."""

    deltas: Sequence[dict[str, Any]] = ()
    finish: str | None = "stop"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    cut: bool = False
    body: str = '{"error": {"message": "no"}}'


def text(words: str, **rest: Any) -> Answer:
    """An answer of text, streamed word by word."""
    return Answer(deltas=[{"content": f"{word} "} for word in words.split()], **rest)


def calls(*requested: tuple[str | None, str, str], size: int = 3, **rest: Any) -> Answer:
    """An answer of tool calls, (id, name, arguments), with the arguments in pieces of ``size`` characters."""
    deltas: list[dict[str, Any]] = []
    for index, (call_id, name, arguments) in enumerate(requested):
        head = {"index": index, "type": "function", "function": {"name": name, "arguments": ""}}
        deltas.append({"tool_calls": [head | ({"id": call_id} if call_id is not None else {})]})
        for start in range(0, len(arguments), size):
            piece = {"arguments": arguments[start : start + size]}
            deltas.append({"tool_calls": [{"index": index, "function": piece}]})
    return Answer(deltas=deltas, **({"finish": "tool_calls"} | rest))


class Provider(ThreadingHTTPServer):
    """Gives the scripted answers in order, the last one again and again; keeps the requests."""

    daemon_threads = True

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = list(answers)
        self.requests: list[dict[str, Any]] = []
        self.asked = threading.Event()
        self.closing = threading.Event()
        self.turn = threading.Lock()

    @property
    def url(self) -> str:
        """The base URL to give to a client."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def next(self, request: dict[str, Any]) -> Answer:
        """Take down a request and give its answer."""
        with self.turn:
            self.requests.append(request)
            self.asked.set()
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class _Handler(BaseHTTPRequestHandler):
    server: Provider
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer a chat completion."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.next(request)
        if answer.hang:
            self.server.closing.wait(30)
            self.close_connection = True
            return
        if answer.status != 200:
            self._plain(answer)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for delta in answer.deltas:
            self._event(
                {"choices": [{"index": 0, "delta": {"role": "assistant"} | delta, "finish_reason": None}]}
            )
        if answer.cut:
            self.close_connection = True
            return
        if answer.finish is not None:
            self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": answer.finish}]})
            usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
            self._event({"choices": [], "usage": usage})
            self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _plain(self, answer: Answer) -> None:
        body = answer.body.encode()
        self.send_response(answer.status)
        for name, value in ({"Content-Type": "application/json"} | answer.headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _event(self, event: dict[str, Any]) -> None:
        head = {"id": "chat-1", "object": "chat.completion.chunk", "created": 0, "model": "fake"}
        self._chunk(f"data: {json.dumps(head | event)}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@contextmanager
def provider(*answers: Answer) -> Iterator[Provider]:
    """A running provider on a free port, stopped at the end."""
    server = Provider(answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()

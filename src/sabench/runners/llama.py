"""The server's own process: ``python -m sabench.runners.llama FILE CONTEXT CACHE``.

Prints its address on one line, serves until standard input closes, and ends.
"""

from __future__ import annotations

import os
import sys


def main(file: str, context: str, cache: str) -> None:
    """Serve a GGUF file on a free loopback port."""
    # llama.cpp logs to whatever is standard output; only the address may stand there.
    answer = os.dup(1)
    os.dup2(2, 1)
    import xllamacpp  # type: ignore[import-untyped, import-not-found, unused-ignore]

    params = xllamacpp.CommonParams()
    params.model.path = file
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = int(context)
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.n_threads_http = 2
    params.cache_prompt = cache == "1"
    params.cache_ram_mib = 0
    params.ui = False
    params.warmup = False
    server = xllamacpp.Server(params)
    os.write(answer, f"{server.listening_address}\n".encode())
    sys.stdin.read()
    # The server's threads would keep a tidy exit waiting; there is nothing to tidy.
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:4])

"""The way in: the command ``sabench``, and ``python -m sabench``.

The page of ``sabench --help`` is ready before anybody asks, since loading the parser takes four times as
long as starting Python. ``make docs`` makes the page from the commands; a test holds it to what they say.
"""

from __future__ import annotations

import os
import sys

HELP = os.path.join(os.path.dirname(__file__), "data", "help.txt")  # noqa: PTH118, PTH120 - pathlib loads slowly


def main() -> None:
    """Run the command; leaves by ``SystemExit`` with its status, as ``sabench.cli`` says."""
    if sys.argv[1:] in (["--help"], ["-h"]) and os.path.exists(HELP):  # noqa: PTH110
        show_help()
        return
    # One thread for linear algebra, unless the user says otherwise: the matrices are small, more threads only
    # wait for each other, and sums come out alike whatever the number of cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from sabench import cli

    cli.main()


def show_help() -> None:
    """Print the page, as far as anybody reads it."""
    with open(HELP, encoding="utf-8") as page:  # noqa: PTH123
        try:
            print(page.read(), end="", flush=True)
        except BrokenPipeError:
            # The reader has gone. Python flushes stdout once more at exit: into nothing, then.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()

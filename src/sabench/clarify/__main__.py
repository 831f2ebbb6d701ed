"""``python -m sabench.clarify FILE``: the figures of the proxies on a file of labelled messages."""

from __future__ import annotations

import sys
from pathlib import Path

from sabench import codec
from sabench.clarify.measure import read_labelled, table

if __name__ == "__main__":
    print(table(read_labelled(line for _, line in codec.read_lines(Path(sys.argv[1])))))

"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# On CI the same examples each time: a find there must be one that anybody can repeat. By hand, new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

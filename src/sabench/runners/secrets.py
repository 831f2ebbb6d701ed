"""Keys and tokens, so that none is written: what the environment holds, and what looks like one."""

from __future__ import annotations

import os
import re

_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_TEXT = re.compile(
    r"(?i:bearer\s+|api[-_ ]?key\W{1,4}(?:provided: )?)[A-Za-z0-9._~+/*-]{6,}=*"
    r"|\b(?:sk|pk|ghp|xox[bp])[-_][A-Za-z0-9_*-]{8,}"
)
_LEAST_IN_DATA = 16  # a shorter value may be an everyday word, and data must keep its words
_LEAST_IN_ERRORS = 6


def scrub(data: bytes) -> bytes:
    """``data`` without the value of any environment variable that is named like a key and is long enough."""
    for value in _secrets(_LEAST_IN_DATA):
        data = data.replace(value.encode("utf-8", "surrogateescape"), b"[secret]")
    return data


def scrub_text(text: str) -> str:
    """An error's text without keys and tokens: values from the environment, and what looks like one."""
    for value in _secrets(_LEAST_IN_ERRORS):
        text = text.replace(value, "[secret]")
    return _TEXT.sub("[secret]", text)


def _secrets(least: int) -> list[str]:
    named = (value for name, value in os.environ.items() if _NAME.search(name))
    return sorted({value for value in named if len(value) >= least}, key=lambda value: (-len(value), value))

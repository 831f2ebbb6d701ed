"""Stub."""
from typing import Any
ACTIONS: dict[str, Any] = {}

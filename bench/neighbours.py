"""Figures of other benchmarks, to read ours against.

Measured in November 2026 with Python 3.11.7 (tau2-bench with 3.12) on one core of a two-core machine with
other work running: ratios hold better than times. None is measured again here.
"""

from __future__ import annotations

EVALUATIONS = (
    ("ARE, scripted judge alone, reused, no replay", 1816.0),
    ("ARE, small scenarios", 1460.0),
    ("AgentDojo banking", 218.0),
    ("AgentDojo slack", 203.0),
    ("tau2-bench telecom", 114.0),
    ("AgentDojo travel", 37.0),
    ("ToolSandbox", 13.0),
    ("AgentDojo workspace", 9.0),
    ("WorkBench", 8.0),
    ("tau2-bench retail", 2.4),
    ("tau2-bench airline", 1.1),
)
"""Evaluations a second."""

TOOL_STEPS = (
    ("AgentDojo slack", 219_000.0),
    ("AgentDojo banking", 172_000.0),
    ("AgentDojo travel", 60_000.0),
    ("AgentDojo workspace", 20_000.0),
    ("tau2-bench telecom", 17_400.0),
    ("ARE", 11_600.0),
    ("tau2-bench retail", 6_600.0),
    ("tau2-bench airline", 5_200.0),
    ("WorkBench", 2_100.0),
    ("AppWorld, writes", 355.0),
    ("ToolSandbox", 90.0),
)
"""Tool steps a second."""

START = (
    ("AppWorld", 1.7),
    ("ARE", 1.8),
    ("WorkBench", 2.6),
    ("AgentDojo", 2.8),
    ("ToolSandbox", 3.7),
    ("tau2-bench", 3.8),
)
"""Seconds until the command has printed its help."""

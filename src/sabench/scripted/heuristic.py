"""An agent that works from the brief alone: it takes the best lexical match and acts."""

from __future__ import annotations

from sabench.agent import Session


def heuristic(session: Session) -> str:
    """To be written."""
    return "Done."

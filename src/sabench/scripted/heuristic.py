"""An agent that works from the brief alone: it takes the best lexical match for each act asked, and acts."""

from __future__ import annotations

from sabench.agent import Session
from sabench.scripted import acts, reading


def heuristic(session: Session) -> str:
    """Do each act that the verbs ask for on what matches best, and nothing else; never ask."""
    steps = acts.plan(reading.read(session.brief))
    for tool, arguments in steps:
        session.call(tool, arguments)
    return "Done." if steps else "I have found nothing to do here."

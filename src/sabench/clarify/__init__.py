"""Two proxies on the last message of a run: did it ask about what the task leaves open, did it ask at all.

Both read the message by rule, with no model, in three steps. The message is cut into *units* (sentences and
list items) while quoted mail, code and quoted speech are set aside, since a question there is not put to the
user. Each unit is judged by tables of phrases, of which each has the reason why it is there: a closing
courtesy, a rhetorical question, a question, a request. Last, what an asking unit is about is looked up in the
unit itself and, where it only points ("which one?"), in the list or sentences beside it.

English only. Precision and recall on labelled messages are in ``docs/clarification.md``; ``python -m
sabench.clarify FILE`` computes them for any file of that form.
"""

from __future__ import annotations

from sabench.clarify.phrases import asking
from sabench.clarify.subject import is_about, spotters
from sabench.clarify.units import cut
from sabench.model import Slot


def asks_about(message: str, slots: tuple[Slot, ...]) -> bool:
    """Whether ``message`` puts a question or request for a decision to the user about one of ``slots``.

    It must name the slot, or at least two of its candidates, in the question or in what the question plainly
    refers to (the options listed beside it).
    """
    units = cut(message) if slots else []
    put = asking(units)
    return bool(put) and any(is_about(units, index, spotter) for index in put for spotter in spotters(slots))


def requests_answer(message: str) -> bool:
    """Whether ``message`` puts a question or request to the user that needs an answer before work can go on.

    Closing courtesies, rhetorical questions and offers of something more after the work is said to be done
    need none.
    """
    return bool(asking(cut(message)))

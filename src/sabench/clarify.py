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

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from sabench import codec
from sabench.mentions import fold
from sabench.model import Slot

# --- the doors -------------------------------------------------------------------------------------


def asks_about(message: str, slots: tuple[Slot, ...]) -> bool:
    """Whether ``message`` puts a question or request for a decision to the user about one of ``slots``.

    It must name the slot, or at least two of its candidates, in the question or in what the question plainly
    refers to (the options listed beside it).
    """
    if not slots or not _may_ask(message):
        return False
    units = _units(message)
    done = _is_done(units)
    return any(
        _asks(unit, done) and any(_is_about(units, index, _spotter(slot)) for slot in slots)
        for index, unit in enumerate(units)
    )


def requests_answer(message: str) -> bool:
    """Whether ``message`` puts a question or request to the user that needs an answer before work can go on.

    Closing courtesies, rhetorical questions and offers of something more after the work is said to be done
    need none.
    """
    if not _may_ask(message):
        return False
    units = _units(message)
    done = _is_done(units)
    return any(_asks(unit, done) for unit in units)


# --- units -----------------------------------------------------------------------------------------


class Unit(Struct, frozen=True, gc=False):
    """A sentence or list item. ``bare`` is ``text`` without what stands in quotation marks."""

    text: str
    bare: str
    item: bool
    """Whether it stands in a list or table."""


_MARKER = re.compile(r"(?:[-*+•·▪◦|]|#{1,6}|\(?(?:\d{1,2}|[a-h])[.)]|\d\ufe0f?\u20e3)[ \t]*(?=\S)")
"""What starts a list item, table row or heading."""

_QUOTED = re.compile(r'"[^"]{0,2000}"')
_SENTENCE_END = re.compile(r"(?<!\bi\.e)(?<!\be\.g)(?<!\bp\.m)(?<!\ba\.m)(?<!\bvs)(?<!\bdr)(?<!\bmr)[.!?…]+[)\]*_]*(?= |$)")
_MAX_MESSAGE = 20_000
"""Characters from the end that are read: a question that ends a message stands there."""


def _units(message: str) -> list[Unit]:
    units: list[Unit] = []
    for paragraph in _paragraphs(message[-_MAX_MESSAGE:]):
        quoted = _QUOTED.sub(_blank, "\n".join(paragraph))
        for line, bare in zip(paragraph, quoted.split("\n"), strict=True):
            marker = _MARKER.match(line)
            start = marker.end() if marker else 0
            item = marker is not None and line[0] != "#"
            for end in _ends(bare, start):
                text = line[start:end].strip()
                if text:
                    units.append(Unit(text, bare[start:end].strip(), item))
                start = end
    return units


def _paragraphs(message: str) -> Iterable[list[str]]:
    """Folded lines between blank ones, without quoted mail and code."""
    lines: list[str] = []
    code = False
    for raw in message.splitlines():
        line = fold(raw)
        if line.startswith(("```", "~~~")):
            code = not code
        elif line and not code and line[0] != ">":
            lines.append(line)
        elif lines and not line:
            yield lines
            lines = []
    if lines:
        yield lines


def _blank(quoted: re.Match[str]) -> str:
    return '"' + "".join("\n" if char == "\n" else "_" for char in quoted[0][1:-1]) + '"'


def _ends(bare: str, start: int) -> list[int]:
    return [*(match.end() for match in _SENTENCE_END.finditer(bare, start)), len(bare)]


# --- what a unit does --------------------------------------------------------------------------------

_Table = tuple[tuple[str, str], ...]
"""Rows of (why the row is there, pattern)."""


def _either(table: _Table) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for _, pattern in table))


_MODAL = r"(?:could|can|would|will|may|might)"
_WH = r"(?:which|who(?:m|se)?|what|whether|when|where|how)"
_DECIDES = r"(?:confirm|tell|let me|decide|specify|pick|choose|select|reply|respond|answer|approve|say|clarify|give|agree)"

_CLOSING = _either(
    (
        ("offers more of nothing in particular", r"\b(?:anything|something|nothing) (?:else|more|further)\b"),
        ("the same, by noun", r"^(?:and |are there )?any (?:other|more|further|additional|questions|concerns|changes)\b"),
        ("the same, by wh-word", r"\b(?:what|how) else (?:can|may|could|should|would|do)\b"),
        ("service phrase", r"^(?:how|what) (?:can|may|could) i (?:help|assist|do for you)\b"),
        ("service phrase", r"\b(?:need|want|require) (?:any |more |further |some )(?:more )?(?:help|assistance|information|details)\?"),
        ("asks for applause", r"\b(?:does|did) (?:that|this|it) (?:all )?(?:help|make sense|answer)"),
        ("asks for applause", r"\bmakes? sense\?$|^(?:hope|hopefully)\b"),
        ("ends the talk", r"\b(?:will|would|is) that (?:be )?(?:all|everything)\b"),
        ("invites questions", r"^(?:any )?questions\?"),
    )
)
"""Courtesies that need no answer whatever came before."""

_SOFT = _either(
    (
        ("asks for assent", r"^(?:does|do|is|are|was) (?:that|this|it|everything|all|these|you) (?:all )?"
         r"(?:work|look|sound|ok|okay|good|fine|right|correct|happy|all right|alright|acceptable)\b(?! to )"),
        ("asks for assent", r"^(?:are )?you (?:happy|ok|okay|fine|good) with\b"),
        ("asks for assent", r"^(?:sounds?|looks?|all|everything|is (?:that|this|it)) (?:good|ok|okay|fine|right|great|clear)\?"),
        ("tag", r"(?:^|[,;-] ?|\bis (?:that|this|it) )(?:ok|okay|right|correct|yes|yeah|alright|deal|good|fine|agreed|cool)\?$"),
        ("asks for an opinion", r"\blet me know (?:what you think|your thoughts|how (?:it|that|this) (?:goes|looks|works))"),
    )
)
"""Phrases that end a report when the work is done, and ask for a go-ahead when it is not."""

_OFFER = _either(
    (
        ("offers to do more", r"^(?!.*\b(?:which|who|whom|whose|what|when|where)\b).*\b(?:want|need|like) me to\b"),
        ("offers to do more", r"\b(?:shall|should|can|may|could) i\b(?!.*\bor\b)"),
        ("offers to undo", r"^(?:do you |would you )?(?:want|like|care) to (?:undo|see|change|review|add)\b"),
        ("puts the extra under a condition", r"\bif you (?:confirm|want|wish|like|prefer|'d)\b"),
    )
)
"""Offers that are an extra once the work is done, and its first step when it is not."""

_RHETORICAL = _either(
    (
        ("answered by the writer", r"^(?:so |and )?(?:why\b(?! (?:do|did|would) you\b)|what(?:'s| is| comes) next\b|what (?:did|have|do) i\b)"),
        ("a heading", r"^(?:so |and )?what (?:changed|happened|was (?:done|changed)|this means|that means|went wrong)\b"),
        ("a heading", r"^how (?:did|do|have) i\b|^how come\b|^the (?:result|outcome|catch|upshot|good news|bad news)\?"),
        ("needs no answer", r"^(?:guess what|who (?:doesn't|wouldn't|knew)|you know what)\b"),
        ("a tag on a statement", r"\b(?:wasn't|isn't|didn't|doesn't|aren't|weren't) (?:it|that|they|we)\?$"),
        ("somebody else's question", r"^(?:\S+ ){0,3}\S+'s (?:\S+ )?question\b|^(?:open )?questions? (?:from|by)\b"),
        ("somebody else's question", r"^(?!i |you )(?:\S+ ){0,2}\S+ (?:asks|asked|wonders|wondered|wrote|writes|wants to know)\b"),
        ("a report of asking", r"^(?:i|i've|i have|we) (?:then |also |just )?(?:asked|told|sent|wrote|emailed|messaged|replied)\b"),
    )
)
"""Question marks and request phrases that are not put to the user."""

_UNASKED = re.compile(
    r"^(?:so |and |ok |okay |hi,? |hey,? |i\.e\. )?(?:which|who(?:m|se)?|what|when|where) (?!i (?:did|found|would))\S.*[^.!:…)]$"
    r"|^(?:do|did|does|is|are|should|shall|would|could|can|may|want me to|do you want) (?:you|i|it|this|that|we)\b.*[^.!:…,]$"
)
"""A question that the writer left without its mark."""

_REQUEST = _either(
    (
        ("asks to be told", rf"\b(?:let me know|tell me|advise|inform me|remind me) (?:exactly |precisely |please )?(?:{_WH}\b(?! you (?:hear|think))|your|the)(?!.*\bif at all\b)"),
        ("asks to be told", rf"\blet me know (?:if|whether) (?:that|this|it|you)\b.* (?:and|so|then) (?:i|we)(?:'ll| will| can)\b"),
        ("asks whether a reading is right", r"\blet me know if (?:you mean|you meant|i should|you(?:'d| would) (?:prefer|rather)|it(?:'s| is) (?:the|for))\b"),
        ("asks to be told, of what was just said", r"\b(?:please|can you|could you|would you) (?:please |kindly )?(?:let me know|tell me)(?:[.!?]|$| (?:and|so|before) )|^(?:just )?let me know(?: and i(?:'ll| will| can)\b|[.!]?$)"),
        ("imperative with please", r"\b(?:please|kindly|pls) (?:do )?(?:re-?)?(?:confirm|specify|clarify|choose|pick|select|advise|indicate|provide|share|supply|state|decide|reply|respond|answer|tell|say|give|send me|name|identify|point me|approve|authori[sz]e|verify)\b"),
        ("bare imperative", r"^(?:just |simply |so |then )?(?:confirm|specify|clarify|choose|pick|select|tell me|indicate) (?!that i\b)"),
        ("asks for a choice", r"\b(?:choose|pick|select) (?:one|an option|between|from|the one)\b"),
        ("tells how to answer", r'\b(?:reply|respond|answer) (?:with\b|back\b|"|yes\b|no\b|[a-h1-9]\b)'),
        ("polite imperative without its mark", rf"\b{_MODAL} you (?:please|kindly|tell|confirm|clarify|specify|let me|say|choose|provide|point)\b|\bbe so kind\b|\bwould you mind\b"),
        ("says that the work waits", r"\b(?:a?waiting|wait) (?:for |on )?(?:your|you)\b|\buntil (?:you|i hear)\b(?! (?:are|were|have))"),
        ("makes the work hang on an answer", rf"\b(?:once|as soon as|after|when|if) you(?:'ve| have)? {_DECIDES}(?:ed|d)?\b"),
        ("asks for a go-ahead", r"\bsay the word\b|\b(?:the|your|a) (?:go-ahead|green light|nod|ok to|okay to|blessing)\b|\byour call\b"),
        ("names what is missing", r"\bi(?:'d|'ll| would| will| do| still| just| only| really| first| also)* (?:need|require) (?:to (?:know|confirm|clarify|check with you|ask)|your?\b|the\b|one\b|more\b|some\b|an?\b|confirmation|clarification|approval|details)"),
        ("names what is missing", r"\b(?:decision|clarification|confirmation|approval|input) (?:is )?(?:needed|required)\b|\bneeds? (?:a|your|one) (?:decision|clarification|confirmation|answer)\b"),
        ("cannot go on without it", r"\b(?:can't|cannot|can not|unable to|won't|not able to) \S+(?: \S+){0,3} (?:without (?:knowing|your|more|that|this|a)|until|unless you)\b"),
        ("asks by saying so", rf"\b(?:want(?:ed)?|like|need) to (?:double-)?(?:check|confirm|clarify|ask|know|verify|understand) (?:with you |first )?(?:{_WH}\b|if\b|that you\b)"),
        ("asks by saying so", rf"\b(?:double-?)?checking (?:with you )?(?:{_WH}\b|if\b|that you\b|you\b)|\bi was wondering (?:{_WH}|if)\b|\bi wonder (?:{_WH}|if) you"),
    )
)
"""Ways to ask for an answer without a question mark."""

_LET_ME_KNOW_IF = re.compile(
    r"\blet me know (?:if|when|should|in case)\b(?! you mean| i should| you(?:'d| would) (?:prefer|rather))(?!.* (?:and|so|then) i)"
)
_ACTED = (
    r"(?:moved|sent|replied|forwarded|archived|deleted|cancell?ed|created|booked|added|removed|updated|changed|assigned"
    r"|closed|resolved|posted|commented|invited|accepted|declined|scheduled|rescheduled|merged|linked|notified|labell?ed"
    r"|marked|starred|saved|set (?:up|to)|done|answered|transitioned|reassigned|shared|sended|completed?|all set|in place"
    r"|(?:is|are) (?:now|on))"
)
_DONE = re.compile(rf"\b{_ACTED}\b|✅")
_REPORTS = re.compile(r"(?:sent|done|posted|replied|moved|created|booked|closed)\b[:!,.]")
_NOT_DONE = re.compile(
    r"\b(?:not|nothing|no|never|none|before|once|if|would|could|can|will|shall|should|want|need|until|to be|unable|failed"
    r"|error|can't|cannot|about to|ready to|you asked|here's)\b|n't\b|'ll\b|'d\b"
)
_OBSTACLE = re.compile(r"\b(?:can't|cannot|couldn't|failed|error|unable|not able|doesn't|does not|isn't|didn't|before)\b")


def _may_ask(message: str) -> bool:
    """Whether it is worth reading: most messages without any of these marks ask nothing."""
    if "?" in message:
        return True
    folded = message.lower()
    return any(word in folded for word in _ASKING_WORDS)


_ASKING_WORDS = (
    *("you", "let me", "tell me", "please", "kindly", "pls", "confirm", "specify", "clarif", "choose", "pick", "select"),
    *("reply", "respond", "answer", "need", "require", "decision", "approv", "check", "advise", "wonder", "which", "who"),
    *("what", "when", "where", "indicate", "without", "until", "say the word"),
    *("give me", "go-ahead", "green light"),
)


def _asks(unit: Unit, done: bool) -> bool:
    """Whether the unit puts a question or request to the user; ``done``: the message says the work is done."""
    bare = unit.bare
    marked = "?" in bare and bare.rstrip(")]*_ ")[-1:] in "?!…"
    if not (marked or _REQUEST.search(bare) or _UNASKED.match(bare)):
        return False
    if _CLOSING.search(bare) or _RHETORICAL.search(bare) or _LET_ME_KNOW_IF.search(bare):
        return False
    return not (done and (_SOFT.search(bare) or _OFFER.search(bare)))


def _is_done(units: list[Unit]) -> bool:
    """Whether the message says that the work is done, and tells of nothing that stood in its way."""
    said = [unit.bare for unit in units if "?" not in unit.bare or _REPORTS.match(unit.bare)]
    return any(_DONE.search(one) and not _NOT_DONE.search(one) for one in said) and not any(
        _OBSTACLE.search(unit.bare) for unit in units
    )


# --- what a unit is about ----------------------------------------------------------------------------


class Spotter(Struct, frozen=True):
    """A slot made ready for search: its names, and those names of each candidate that are its own."""

    names: re.Pattern[str]
    telling: re.Pattern[str]
    """The names that say something outside a question too: not a bare "who"."""
    candidates: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=1024)
def _spotter(slot: Slot) -> Spotter:
    given = [{fold(name) for name in candidate.names} for candidate in slot.candidates]
    own = [
        sorted(name for name in names if sum(name in other for other in given) == 1) for names in given
    ]
    names = [_slot_name(fold(name)) for name in slot.names]
    return Spotter(
        _any_of(names),
        _any_of(name for name in names if name not in _QUESTION_WORDS),
        tuple(_any_of(re.escape(name) for name in names) for names in own),
    )


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    either = "|".join(pattern for pattern in patterns if pattern)
    return re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])" if either else r"(?!)")


_BETWEEN = r"(?:(?: of| one| ones| the| these| those| them| two| three| both| your| their| his| her| [^\W_]+'s)+)?"


def _slot_name(name: str) -> str:
    """A pattern for a slot's name; "which ticket" is also named by "what ticket" and "which of the tickets"."""
    question, _, noun = name.partition(" ")
    if question in ("which", "what") and noun:
        return rf"(?:which|what){_BETWEEN} {re.escape(noun)}s?"
    return re.escape(name)


_QUESTION_WORDS = frozenset({"who", "whom", "whose", "which", "what", "when", "where", "how"})

_POINTS = re.compile(
    r"\bwhich(?: (?:one|ones|of|would|should|do|did|is|are|shall|can|could|may|you|to|i|it|was|were)\b|[,?.!:;]| -|$)"
    r"|^(?:please |kindly |(?:can|could|would|will) you (?:please |kindly )?)+(?:confirm|advise|let me know|tell me)\b[^,;:]{0,12}[.?!]?$"
    r"|\b(?:choose|pick|select|reply|respond|answer|specify|clarify|clarification|decide|decision|your call)\b"
    r"|\b(?:either|who(?:m|se)?)\b|\bdid you mean\b|\b(?:first|former|second|latter)\b.* or |\b(?:that|this|it)\b.* or "
)
"""Marks of a question that points at options beside it instead of naming them."""

_SENTENCES_BEFORE, _SENTENCES_AFTER, _ITEMS = 3, 1, 16
"""How far what a question points at may be: sentences before and after it, items of a list."""


def _is_about(units: list[Unit], index: int, spotter: Spotter) -> bool:
    text = units[index].text
    if spotter.names.search(text) or _named(spotter, text) > 1:
        return True
    if not _POINTS.search(units[index].bare):
        return False
    beside = "\n".join(
        (
            *_walk(units[max(0, index - _ITEMS) : index][::-1], _SENTENCES_BEFORE),
            text,
            *_walk(units[index + 1 : index + 1 + _ITEMS], _SENTENCES_AFTER),
        )
    )
    return spotter.telling.search(beside) is not None or _named(spotter, beside) > 1


def _walk(units: list[Unit], sentences: int) -> Iterable[str]:
    for unit in units:
        sentences -= not unit.item
        if sentences < 0:
            return
        yield unit.text


def _named(spotter: Spotter, text: str) -> int:
    return sum(pattern.search(text) is not None for pattern in spotter.candidates)


# --- how well it does --------------------------------------------------------------------------------


class Labelled(Struct, frozen=True, forbid_unknown_fields=True):
    """A message with what a careful reader says of it."""

    id: str
    synthetic: bool
    split: Literal["tuning", "held_out"]
    slots: tuple[Slot, ...]
    message: str
    asks: bool
    over_asks: bool
    note: str


class Score(Struct, frozen=True):
    """Counts of agreement between a proxy and the labels, and the ids on which they differ."""

    proxy: str
    split: str
    hits: int
    false_alarms: tuple[str, ...]
    misses: tuple[str, ...]
    rest: int

    @property
    def precision(self) -> float:
        """Hits over all that the proxy reports."""
        return self.hits / max(1, self.hits + len(self.false_alarms))

    @property
    def recall(self) -> float:
        """Hits over all that the labels report."""
        return self.hits / max(1, self.hits + len(self.misses))


def measure(labelled: Iterable[Labelled], proxy: Literal["asks", "over_asks"], split: str) -> Score:
    """How a proxy does on the messages of a split. ``asks`` is measured on messages that have open slots."""
    found: dict[tuple[bool, bool], list[str]] = {(a, b): [] for a in (True, False) for b in (True, False)}
    for one in labelled:
        if one.split == split and (one.slots or proxy == "over_asks"):
            said = asks_about(one.message, one.slots) if proxy == "asks" else requests_answer(one.message)
            found[said, one.asks if proxy == "asks" else one.over_asks].append(one.id)
    return Score(
        proxy, split, len(found[True, True]), tuple(found[True, False]), tuple(found[False, True]), len(found[False, False])
    )


def table(labelled: Iterable[Labelled]) -> str:
    """The measured figures as a Markdown table, one row for each proxy and split."""
    rows = tuple(labelled)
    lines = [
        "| proxy | split | messages | precision | recall | false alarms | misses |",
        "|---|---|---|---|---|---|---|",
    ]
    for proxy in ("asks", "over_asks"):
        for split in ("tuning", "held_out"):
            score = measure(rows, proxy, split)  # type: ignore[arg-type]
            alarms, misses = (", ".join(ids) or "none" for ids in (score.false_alarms, score.misses))
            total = score.hits + score.rest + len(score.false_alarms) + len(score.misses)
            said, due = score.hits + len(score.false_alarms), score.hits + len(score.misses)
            lines.append(
                f"| {proxy} | {split} | {total} | {score.precision:.3f} ({score.hits}/{said}) "
                f"| {score.recall:.3f} ({score.hits}/{due}) | {alarms} | {misses} |"
            )
    return "\n".join(lines)


def read_labelled(lines: Iterable[bytes]) -> tuple[Labelled, ...]:
    """Labelled messages from the lines of a JSONL file. Raises ``DataError`` on a malformed line."""
    return tuple(codec.decode(line, Labelled) for line in lines)


if __name__ == "__main__":
    import sys
    from pathlib import Path

    print(table(read_labelled(line for _, line in codec.read_lines(Path(sys.argv[1])))))

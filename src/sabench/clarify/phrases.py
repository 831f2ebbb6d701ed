"""What a unit does: phrases that ask, that only seem to, and that ask only before the work is done."""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import Struct

from sabench.clarify.units import Unit


class Row(Struct, frozen=True, dict=True):
    """One phrase: why it is in its table, words of which one must be there for it to match, its pattern."""

    why: str
    words: tuple[str, ...]
    written: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when one of the words is first there: most tasks never need most patterns."""
        return re.compile(self.written)


def _table(*rows: tuple[str, str, str]) -> tuple[Row, ...]:
    return tuple(Row(why, tuple(words.split("|")), pattern) for why, words, pattern in rows)


def matches(table: tuple[Row, ...], bare: str) -> bool:
    """Whether some row of ``table`` is found in ``bare``."""
    for row in table:
        for word in row.words:
            if word in bare:
                if row.pattern.search(bare):
                    return True
                break
    return False


_WH = r"(?:which|who(?:m|se)?|what|whether|when|where|how)"
_DECIDES = (
    r"(?:confirm|tell|let me|decide|specify|pick|choose|select|reply|respond|answer|approve|say"
    r"|clarify|give|agree)"
)
_GIVES = (
    r"(?:confirm|specify|clarify|choose|pick|select|advise|indicate|provide|share|supply|state"
    r"|decide|reply|respond"
    r"|answer|tell|say|give|revert|let me have|send (?:me|over)|attach|upload|paste|resend|name"
    r"|identify|point me|approve"
    r"|authori[sz]e|verify)"
)
_THEN_I = r"(?!.* (?:and|so|then) (?:i|we)(?:'ll| will| can)\b)"
_NEW = r"(?!(?:(?!any|else|question|more|concern|issue).)* or )"
"""Not followed by a choice of particular things."""

_REQUESTS = _table(
    (
        "asks to be told",
        "let me know|tell me|advise|inform me|remind me",
        r"\b(?:let me know|tell me|advise|inform me|remind me) (?:exactly |precisely |please )?"
        rf"(?:{_WH}\b(?! you (?:hear|think))|your|the)(?!.*\bif at all\b)",
    ),
    (
        "asks to be told; the courtesies among these are set aside as closing",
        "let me know",
        r"\blet me know (?:if|whether)\b",
    ),
    (
        "asks to be told, of what was just said",
        "let me know|tell me",
        r"\b(?:please|can you|could you|would you) (?:please |kindly )?(?:let me know|tell me)"
        r"(?:[.!?]|$| (?:and|so|before) )|^(?:just )?let me know(?: and i(?:'ll| will| can)\b|[.!]?$)",
    ),
    (
        "imperative with please",
        "please|kindly|pls|plz",
        rf"\b(?:please|kindly|pls|plz) (?:do )?(?:re-?)?{_GIVES}\b",
    ),
    (
        "bare imperative",
        "confirm |specify |clarify |choose |pick |select |tell me |indicate ",
        r"^(?:just |simply |so |then )?(?:confirm|specify|clarify|choose|pick|select|tell me"
        r"|indicate) (?!that i\b)",
    ),
    (
        "asks for a choice",
        "choose|pick|select",
        r"\b(?:choose|pick|select) (?:one|an option|between|from|the one)\b",
    ),
    (
        "tells how to answer",
        "reply|respond|answer|type|enter",
        r'\b(?:reply|respond|answer|type|enter) (?:with\b|back\b|"|yes\b|no\b|[a-h1-9]\b)',
    ),
    (
        "polite imperative without its mark",
        " you | u |be so kind",
        r"\b(?:could|can|would|will|may|might) (?:you|u) (?:please|kindly|tell|confirm|clarify"
        r"|specify|let me|say|choose"
        r"|provide|point)\b|\bbe so kind\b|\bwould you mind\b",
    ),
    (
        "says that the work waits",
        "wait|until",
        r"\b(?:a?waiting|wait) (?:for |on )?(?:your|you)\b|\buntil (?:you|i hear)\b(?! (?:are|were|have))",
    ),
    (
        "makes the work hang on an answer",
        " you ",
        rf"\b(?:once|as soon as|after|when|if) you(?:'ve| have)? {_DECIDES}(?:ed|d)?\b",
    ),
    (
        "makes the work hang on an answer",
        " i ",
        r"\b(?:once|as soon as|when|after|until) i (?:know|hear|have|get|find out|understand) "
        rf"(?:{_WH}|your|from you)\b",
    ),
    (
        "leaves the choice",
        "you ",
        r"^(?:so |then )?you (?:choose|decide|pick)\b[^,]{0,12}$|\byou(?:'ll)? (?:need|have) to (?:first )?"
        r"(?:specify|choose|confirm|tell|decide|pick|let me)\b",
    ),
    (
        "leaves the choice",
        "your |up to you",
        r"^(?:it's |that's )?up to you\b|\bi'd (?:like|appreciate|value) your \w+|\byour (?:choice"
        r"|pick)[.!]?$"
        r"|\blooking forward to your (?:decision|clarification|confirmation|choice|answer)",
    ),
    (
        "polite wish",
        "if you c|if you w",
        r"\bif you (?:could|can|would) (?:please |kindly )?(?:tell|let me|confirm|clarify|specify|say"
        r"|point|choose)\b",
    ),
    (
        "names what is missing",
        "missing",
        r"\b(?:all that's|what's|what is|only thing|still|one thing(?: is|'s)?) missing\b",
    ),
    (
        "asks for a go-ahead",
        "the word|go-ahead|green light|nod|ok to|okay to|blessing|your call",
        r"\bsay the word\b|\b(?:the|your|a) (?:go-ahead|green light|nod|ok to|okay to|blessing)\b"
        r"|\byour call\b",
    ),
    (
        "names what is missing",
        "need|require",
        r"\bi(?:'d|'ll| would| will| do| still| just| only| really| first| also)* (?:need|require) "
        r"(?:to (?:know|confirm|clarify|check with you|ask)|your?\b|the\b|one\b|more\b|some\b|an?\b"
        r"|confirmation"
        r"|clarification|approval|permission|details)",
    ),
    (
        "names what is missing",
        "need|require",
        r"\b(?:decision|clarification|confirmation|approval|input) (?:is )?(?:needed|required)\b"
        r"|\bneeds? (?:a|your|one) (?:decision|clarification|confirmation|answer)\b",
    ),
    (
        "cannot go on without it",
        "without|until|unless",
        r"\b(?:can't|cannot|can not|unable to|won't|not able to) \S+(?: \S+){0,3} "
        r"(?:without (?:knowing|your|more|that|this|a)|until|unless you)\b",
    ),
    (
        "asks by saying so",
        "want|like to|need to",
        r"\b(?:want(?:ed)?|like|need) to (?:double-)?(?:check|confirm|clarify|ask|know|verify|understand) "
        rf"(?:with you |first )?(?:{_WH}\b|if\b|that you\b)",
    ),
    (
        "asks by saying so",
        "checking|wonder",
        rf"\b(?:double-?)?checking (?:with you )?(?:{_WH}\b|if\b|that you\b|you\b)"
        rf"|\bi was wondering (?:{_WH}|if)\b|\bi wonder (?:{_WH}|if) you",
    ),
)
"""Ways to ask for an answer without a question mark."""

_UNMARKED = re.compile(
    r"(?:so |and |ok |okay |hi,? |hey,? |i\.e\. )?(?:which|who(?:m|se)?|what|when"
    r"|where) (?!i (?:did|found|would))\S"
    r"|(?:do|did|does|is|are|should|shall|would|could|can|may|want me to|do you want) (?:you|i|it"
    r"|this|that|we)\b"
    r"|.*, (?:which|who|what) (?:\S+ ){0,2}(?:are|is|do|did|should|shall|would|can) (?:we|you|i)\b"
)
"""The start of a question of which the writer may have left out the mark."""

_CLOSINGS = _table(
    (
        "offers more of nothing in particular",
        "thing",
        r"\b(?:anything|something|nothing) (?:else|more|further)\b",
    ),
    (
        "the same, by noun",
        "any ",
        r"^(?:and |are there )?any (?:other|more|further|additional|questions|concerns|changes)\b",
    ),
    (
        "the same, by noun",
        " other | further ",
        r"\bany (?:other|further) (?:tasks?|things?|requests?|questions?|changes?|help|ways?|matters?)\b",
    ),
    ("the same, by wh-word", " else ", r"\b(?:what|how) else (?:can|may|could|should|would|do)\b"),
    ("a service phrase", " i ", r"^(?:how|what) (?:can|may|could) i (?:help|assist|do for you)\b"),
    (
        "a service phrase",
        "help?|assistance?|information?|details?",
        r"\b(?:need|want|require) (?:any |more |further |some )(?:more )?(?:help|assistance"
        r"|information|details)\?",
    ),
    ("asks for applause", "do", r"\b(?:does|did) (?:that|this|it) (?:all )?(?:help|make sense|answer)"),
    ("asks for applause", "sense|hope", r"\bmakes? sense\?$|^(?:hope|hopefully)\b"),
    ("ends the talk", " that ", r"\b(?:will|would|is) that (?:be )?(?:all|everything)\b"),
    (
        "waits for trouble",
        "let me know",
        rf"\blet me know (?:if|when|should|in case) {_NEW}{_THEN_I}(?:you(?:'d like (?!me to)| (?:need"
        rf"|have|see|want "
        r"(?!me to)|would like (?!me to)|notice|run|hear|think|wish|find|require))|any|something"
        r"|there\b|someone)",
    ),
    (
        "waits for trouble",
        "let me know",
        r"\blet me know (?:when\b|(?:if|should|in case)\b.*(?:\bnot\b|n't\b|\bwrong\b|\bneeds? to be\b"
        r"|\b(?:i|we) can help\b))",
    ),
    ("invites questions", "questions", r"^(?:any )?questions\?"),
)
"""Courtesies that need no answer whatever came before."""

_RHETORICAL = _table(
    (
        "answered by the writer",
        "wh",
        r"^(?:so |and )?(?:why\b(?! (?:do|did|would) you\b)|what(?:'s| is| comes) (?:next|left|new)\b"
        r"|what (?:did|have|do) i\b)",
    ),
    (
        "a heading",
        "what |how |the ",
        r"^(?:so |and )?what (?:changed|happened|was (?:done|changed)|this means|that means|went wrong)\b"
        r"|^how (?:did|do|have) i\b|^how come\b|^the (?:result|outcome|catch|upshot|good news|bad news)\?",
    ),
    ("needs no answer", "what|who", r"^(?:guess what|who (?:doesn't|wouldn't|knew)|you know what)\b"),
    (
        "a tag on a statement",
        "n't ",
        r"\b(?:wasn't|isn't|didn't|doesn't|aren't|weren't) (?:it|that|they|we)\?$",
    ),
    (
        "somebody else's question",
        "question",
        r"^(?:\S+ ){0,3}\S+'s (?:\S+ )?question\b|^(?:open )?questions? (?:from|by)\b",
    ),
    (
        "somebody else's question",
        "ask|wonder|wr|wants to know",
        r"^(?!i |you |as )(?:\S+ ){0,2}\S+ (?:asks|asked|wonders|wondered|wrote|writes|wants to know)\b",
    ),
    ("a letter on one line", "dear ", r"^dear (?!user|customer|sir|madam)\S+(?: \S+)?, \S"),
    (
        "a report of asking",
        "i|we",
        r"^(?:i|i've|i have|we) (?:then |also |just )?(?:asked|told|sent|wrote|emailed|messaged|replied)\b",
    ),
)
"""Question marks and request phrases that are not put to the user."""

_GOOD = r"(?:ok|okay|right|correct|alright|good|fine)"
_IF_DONE = _table(
    (
        "asks for assent",
        "do|is|are|was",
        r"^(?:does|do|is|are|was) (?:that|this|it|everything|all|these|you) (?:all )?(?:work|look|sound|happy"
        rf"|all right|acceptable|{_GOOD})\b(?! to )",
    ),
    ("asks for assent", "you ", rf"^(?:are )?you (?:happy|{_GOOD}) with\b"),
    (
        "asks for assent",
        "ok?|okay?|right?|correct?|good?|fine?|great?|clear?|yes?|yeah?|deal?|agreed?|cool?",
        rf"^(?:sounds?|looks?|all|everything|is (?:that|this|it)) (?:great|clear|{_GOOD})\?"
        rf"|(?:^|[,;-] ?|\bis (?:that|this|it) )(?:yes|yeah|deal|agreed|cool|{_GOOD})\?$",
    ),
    (
        "asks for assent",
        "what you|let me know if",
        r"^(?:is|was|are|were) (?:that|this|it|these) (?:\S+ )?what you\b"
        rf"|\blet me know if (?:that|this|it|these|you'd like|you want|you would like)\b{_THEN_I}",
    ),
    (
        "asks for an opinion",
        "let me know",
        r"\blet me know (?:what you think|your thoughts|how (?:it|that|this) (?:goes|looks|works))",
    ),
    (
        "offers to do more",
        "me to",
        rf"^(?!.*\b{_WH}\b).*\b(?:want|need|like) me to\b",
    ),
    (
        "offers to do more",
        " i |shall i|should i",
        rf"^(?!.*\b{_WH}\b).*\b(?:shall|should|can|may|could) i\b(?!.*\bor\b)",
    ),
    ("looks ahead", " next?", r"\bnext\?$"),
    (
        "offers to undo",
        " to ",
        r"^(?:do you |would you )?(?:want|like|care) to (?:undo|see|change|review|add)\b",
    ),
    (
        "puts the extra under a condition",
        "if you",
        r"\bif you(?:'d| (?:confirm|want|wish|like|prefer))\b",
    ),
)
"""Phrases that end a report, or offer an extra, once the work is done; before, they ask for a go-ahead."""

_ACTED = re.compile(
    r"\b(?:moved|sent|replied|forwarded|archived|deleted|cancell?ed|created|booked|added|removed"
    r"|updated|changed"
    r"|assigned|closed|resolved|posted|commented|invited|accepted|declined|scheduled|rescheduled"
    r"|merged|linked"
    r"|notified|labell?ed|marked|starred|saved|set (?:up|to)|done|answered|transitioned"
    r"|reassigned|shared|sended"
    r"|completed?|all set|in place|(?:is|are) (?:now|on))\b|✅"
)
_NOT_YET = re.compile(
    r"^[a-z']+ (?:has |have )?(?<!i )(?<!i've )(?<!i have )(?<!we )"
    r"(?:sent|replied|asked|forwarded|added|created|accepted"
    r"|declined) (?:you|an?|one|two|three|both|several)\b"
    r"|\balready\b|\b(?:not|nothing|no|never|none|before|once|if|would|could|can|will|shall|should"
    r"|want|need|until|to be|unable"
    r"|failed|error|can't|cannot|about to|ready to|you asked|here's)\b|n't\b|'ll\b|'d\b"
)
_REPORTS = re.compile(r"(?:sent|done|posted|replied|moved|created|booked|closed)\b[:!,.]")
_OBSTACLE = re.compile(
    r"\b(?:can't|cannot|couldn't|failed|error|unable|not able|doesn't|does not|isn't|didn't|before)\b"
)
_OWN_ANSWER = re.compile(
    r"(?:probably|presumably|most likely|likely|because|nothing|nobody|none|only|yes|no)\b(?!.*\?$)"
    r"(?!.*\b(?:yet|so far|until|been|changed|sent|touched|both|one of)\b)"
)
"""The writer's own answer to what came before, not a word on what has been done ("nothing has been sent")."""


def asking(units: list[Unit]) -> list[int]:
    """Which units put a question or request to the user."""
    unmarked = [unit.bare for unit in units if unit.bare[-1] != "?"]
    requests = _live(_REQUESTS, "\n".join(unmarked)) if unmarked else ()
    return [
        index
        for index, unit in enumerate(units)
        if _is_put(unit.bare, requests)
        and not matches(_CLOSINGS, unit.bare)
        and not matches(_RHETORICAL, unit.bare)
        and not (index + 1 < len(units) and _OWN_ANSWER.match(units[index + 1].bare))  # thinking aloud
        and not (matches(_IF_DONE, unit.bare) and _is_done(units))
    ]


def _live(table: tuple[Row, ...], text: str) -> tuple[Row, ...]:
    """The rows of which a word is in the whole message: few, so that each unit is judged by few."""
    live = []
    for row in table:
        for word in row.words:
            if word in text:
                live.append(row)
                break
    return tuple(live)


def _is_put(bare: str, requests: tuple[Row, ...]) -> bool:
    if bare[-1] == "?" or ("?" in bare and not any(map(str.isalnum, bare[bare.rindex("?") :]))):
        return True
    if bare[-1] not in '.!:…),"|' and _UNMARKED.match(bare):
        return True
    return bool(requests) and matches(requests, bare)


def _is_done(units: list[Unit]) -> bool:
    """Whether the message says that the work is done, and tells of nothing that stood in its way."""
    said = [unit.bare for unit in units if "?" not in unit.bare or _REPORTS.match(unit.bare)]
    return any(_ACTED.search(one) and not _NOT_YET.search(one) for one in said) and not any(
        _OBSTACLE.search(unit.bare) for unit in units
    )

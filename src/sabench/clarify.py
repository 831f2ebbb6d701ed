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
    units = _units(message) if slots else []
    asking = _asking(units)
    return bool(asking) and any(
        _is_about(units, index, spotter) for index in asking for spotter in _spotters(slots)
    )


def requests_answer(message: str) -> bool:
    """Whether ``message`` puts a question or request to the user that needs an answer before work can go on.

    Closing courtesies, rhetorical questions and offers of something more after the work is said to be done
    need none.
    """
    return bool(_asking(_units(message)))


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
_SENTENCE_END = re.compile(
    r"[.!?…]+(?<!\bi\.e\.)(?<!\be\.g\.)(?<!\bp\.m\.)(?<!\ba\.m\.)(?<!\bvs\.)(?<!\bdr\.)(?<!\bmr\.)[)\]*_]*(?= |$)"
)
_MAIL_FIELD = re.compile(
    r"(?:subject|title|re|body|text|message|mail|from|to|cc|draft|reply)(?: line)?: ?(?=\S)"
)
"""A line of a mail that is shown: what it asks, it asks of the addressee."""

_LEAD_IN = re.compile(
    r"\b(?:asks?|asked|wrote|writes|says?|said|wonders|questions? (?:from|by|for)|\S+'s (?:\S+ )?questions?)\b.*:$"
)
"""Introduces a list of what somebody else asked."""

_SALUTATION = re.compile(r'"?(?:dear|hi|hello|hey) (?!there)[^\W\d_]+(?: [^\W\d_]+)?,')
_SIGN_OFF = re.compile(
    r"(?:(?:best|kind|kindest|warm|many) )?(?:regards|wishes|thanks|thank you|sincerely|yours|cheers|best)[,!.]?"
)
_THOUGHTS = re.compile(r"<(think(?:ing)?)>.*?</\1>", re.DOTALL)

_MAX_MESSAGE, _MAX_UNIT = 20_000, 600
"""Characters that are read, from the end of the message and of a unit: what they ask stands there."""


def _units(message: str) -> list[Unit]:
    units: list[Unit] = []
    reported = False
    for paragraph in _without_letters(_paragraphs(message[-_MAX_MESSAGE:])):
        whole = "\n".join(paragraph)
        quoted = _QUOTED.sub(_blank, whole).split("\n") if '"' in whole else paragraph
        mail = False
        for line, bare in zip(paragraph, quoted, strict=True):
            marker = _MARKER.match(line)
            start = marker.end() if marker else 0
            item = marker is not None and line[0] != "#"
            reported = (item and reported) or (
                not item and line[-1] == ":" and _LEAD_IN.search(line) is not None
            )
            mail = mail or _MAIL_FIELD.match(line) is not None
            _cut(units, line, "_" * len(line) if mail or (item and reported) else bare, start, item)
    return units


def _without_letters(paragraphs: list[list[str]]) -> list[list[str]]:
    """The paragraphs less any letter that is shown among them; "hi" may also begin a message to the user."""
    first = next((index for index, one in enumerate(paragraphs) if _SALUTATION.fullmatch(one[0])), None)
    if first is None:
        return paragraphs
    last = next(
        (i for i in range(first, len(paragraphs)) if any(map(_SIGN_OFF.fullmatch, paragraphs[i]))), None
    )
    written = paragraphs[first][0].startswith("dear ")
    if last is None or not (written or first or paragraphs[last + 1 :]):
        return paragraphs
    return paragraphs[:first] + paragraphs[last + 1 :]


def _cut(units: list[Unit], line: str, bare: str, start: int, item: bool) -> None:
    for end in (*[match.end() for match in _SENTENCE_END.finditer(bare, start)], len(bare)):
        text = line[start:end].strip()
        if text:
            units.append(Unit(text[-_MAX_UNIT:], bare[start:end].strip()[-_MAX_UNIT:], item))
        start = end


def _paragraphs(message: str) -> list[list[str]]:
    """Folded lines between blank ones, without quoted mail, code and spelt-out thoughts."""
    if "<think" in message:
        message = _THOUGHTS.sub("", message)
    paragraphs: list[list[str]] = [[]]
    code = False
    for raw in message.splitlines():
        line = fold(raw)
        if line.startswith(("```", "~~~")):
            code = not code
        elif line and not code and line[0] != ">":
            paragraphs[-1].append(line)
        elif not line and paragraphs[-1]:
            paragraphs.append([])
    return [one for one in paragraphs if one]


def _blank(quoted: re.Match[str]) -> str:
    return '"' + "".join("\n" if char == "\n" else "_" for char in quoted[0][1:-1]) + '"'


# --- what a unit does --------------------------------------------------------------------------------


class Row(Struct, frozen=True):
    """One phrase: why it is in its table, words of which one must be there for it to match, its pattern."""

    why: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]


def _table(*rows: tuple[str, str, str]) -> tuple[Row, ...]:
    return tuple(Row(why, tuple(words.split("|")), re.compile(pattern)) for why, words, pattern in rows)


def _matches(table: tuple[Row, ...], bare: str) -> bool:
    for row in table:
        for word in row.words:
            if word in bare:
                if row.pattern.search(bare):
                    return True
                break
    return False


_WH = r"(?:which|who(?:m|se)?|what|whether|when|where|how)"
_DECIDES = r"(?:confirm|tell|let me|decide|specify|pick|choose|select|reply|respond|answer|approve|say|clarify|give|agree)"
_GIVES = (
    r"(?:confirm|specify|clarify|choose|pick|select|advise|indicate|provide|share|supply|state|decide|reply|respond"
    r"|answer|tell|say|give|revert|let me have|send (?:me|over)|attach|upload|paste|resend|name|identify|point me|approve"
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
        r"^(?:just |simply |so |then )?(?:confirm|specify|clarify|choose|pick|select|tell me|indicate) (?!that i\b)",
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
        r"\b(?:could|can|would|will|may|might) (?:you|u) (?:please|kindly|tell|confirm|clarify|specify|let me|say|choose"
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
        r"^(?:it's |that's )?up to you\b|\bi'd (?:like|appreciate|value) your \w+|\byour (?:choice|pick)[.!]?$"
        r"|\blooking forward to your (?:decision|clarification|confirmation|choice|answer)",
    ),
    (
        "polite wish",
        "if you c|if you w",
        r"\bif you (?:could|can|would) (?:please |kindly )?(?:tell|let me|confirm|clarify|specify|say|point|choose)\b",
    ),
    (
        "names what is missing",
        "missing",
        r"\b(?:all that's|what's|what is|only thing|still|one thing(?: is|'s)?) missing\b",
    ),
    (
        "asks for a go-ahead",
        "the word|go-ahead|green light|nod|ok to|okay to|blessing|your call",
        r"\bsay the word\b|\b(?:the|your|a) (?:go-ahead|green light|nod|ok to|okay to|blessing)\b|\byour call\b",
    ),
    (
        "names what is missing",
        "need|require",
        r"\bi(?:'d|'ll| would| will| do| still| just| only| really| first| also)* (?:need|require) "
        r"(?:to (?:know|confirm|clarify|check with you|ask)|your?\b|the\b|one\b|more\b|some\b|an?\b|confirmation"
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
    r"(?:so |and |ok |okay |hi,? |hey,? |i\.e\. )?(?:which|who(?:m|se)?|what|when|where) (?!i (?:did|found|would))\S"
    r"|(?:do|did|does|is|are|should|shall|would|could|can|may|want me to|do you want) (?:you|i|it|this|that|we)\b"
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
    ("the same, by wh-word", " else ", r"\b(?:what|how) else (?:can|may|could|should|would|do)\b"),
    ("a service phrase", " i ", r"^(?:how|what) (?:can|may|could) i (?:help|assist|do for you)\b"),
    (
        "a service phrase",
        "?",
        r"\b(?:need|want|require) (?:any |more |further |some )(?:more )?(?:help|assistance|information|details)\?",
    ),
    ("asks for applause", "do", r"\b(?:does|did) (?:that|this|it) (?:all )?(?:help|make sense|answer)"),
    ("asks for applause", "sense|hope", r"\bmakes? sense\?$|^(?:hope|hopefully)\b"),
    ("ends the talk", " that ", r"\b(?:will|would|is) that (?:be )?(?:all|everything)\b"),
    (
        "waits for trouble",
        "let me know",
        rf"\blet me know (?:if|when|should|in case) {_NEW}{_THEN_I}(?:you(?:'d like (?!me to)| (?:need|have|see|want "
        r"(?!me to)|would like (?!me to)|notice|run|hear|think|wish|find|require))|any|something|there\b|someone)",
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
        r"^(?:so |and )?(?:why\b(?! (?:do|did|would) you\b)|what(?:'s| is| comes) (?:next|left|new)\b|what (?:did|have|do) i\b)",
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
        "?",
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
        r"^(?!.*\b(?:which|who|whom|whose|what|when|where)\b).*\b(?:want|need|like) me to\b",
    ),
    ("offers to do more", " i ", r"\b(?:shall|should|can|may|could) i\b(?!.*\bor\b)"),
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
"""Phrases that end a report, or offer an extra, once the work is done; before that they ask for a go-ahead."""

_ACTED = re.compile(
    r"\b(?:moved|sent|replied|forwarded|archived|deleted|cancell?ed|created|booked|added|removed|updated|changed"
    r"|assigned|closed|resolved|posted|commented|invited|accepted|declined|scheduled|rescheduled|merged|linked"
    r"|notified|labell?ed|marked|starred|saved|set (?:up|to)|done|answered|transitioned|reassigned|shared|sended"
    r"|completed?|all set|in place|(?:is|are) (?:now|on))\b|✅"
)
_NOT_YET = re.compile(
    r"\b(?:not|nothing|no|never|none|before|once|if|would|could|can|will|shall|should|want|need|until|to be|unable"
    r"|failed|error|can't|cannot|about to|ready to|you asked|here's)\b|n't\b|'ll\b|'d\b"
)
_REPORTS = re.compile(r"(?:sent|done|posted|replied|moved|created|booked|closed)\b[:!,.]")
_OBSTACLE = re.compile(
    r"\b(?:can't|cannot|couldn't|failed|error|unable|not able|doesn't|does not|isn't|didn't|before)\b"
)
_OWN_ANSWER = re.compile(
    r"(?:probably|presumably|most likely|likely|because|nothing|nobody|none|only|yes|no)\b(?!.*\?$)"
)


def _asking(units: list[Unit]) -> list[int]:
    """Which units put a question or request to the user."""
    return [
        index
        for index, unit in enumerate(units)
        if _is_put(unit.bare)
        and not _matches(_CLOSINGS, unit.bare)
        and not _matches(_RHETORICAL, unit.bare)
        and not (index + 1 < len(units) and _OWN_ANSWER.match(units[index + 1].bare))  # thinking aloud
        and not (_matches(_IF_DONE, unit.bare) and _is_done(units))
    ]


def _is_put(bare: str) -> bool:
    if "?" in bare and not any(char.isalnum() for char in bare[bare.rindex("?") :]):
        return True
    if bare[-1] not in '.!:…),"|' and _UNMARKED.match(bare):
        return True
    return _matches(_REQUESTS, bare)


def _is_done(units: list[Unit]) -> bool:
    """Whether the message says that the work is done, and tells of nothing that stood in its way."""
    said = [unit.bare for unit in units if "?" not in unit.bare or _REPORTS.match(unit.bare)]
    return any(_ACTED.search(one) and not _NOT_YET.search(one) for one in said) and not any(
        _OBSTACLE.search(unit.bare) for unit in units
    )


# --- what a unit is about ----------------------------------------------------------------------------


class Spotter(Struct, frozen=True):
    """A slot made ready for search: its names, and those names of each candidate that are its own."""

    names: Row
    telling: Row
    """The names that say something outside a question too: not a bare "who"."""
    nouns: tuple[str, ...]
    candidates: tuple[Row, ...]


@lru_cache(maxsize=1024)
def _spotters(slots: tuple[Slot, ...]) -> tuple[Spotter, ...]:
    return tuple(_spotter(slot) for slot in slots)


_SURNAME = re.compile(r"\A(?:[A-Z][^\W\d_]+ )+([A-Z][^\W\d_]{2,})\Z")
"""The last word of a name such as Alex Chen, by which people tell two of them apart."""


def _spotter(slot: Slot) -> Spotter:
    given = [
        {fold(name) for full in candidate.names for name in (full, *_SURNAME.findall(full))}
        for candidate in slot.candidates
    ]
    own = [sorted(name for name in names if sum(name in other for other in given) == 1) for names in given]
    names = [fold(name) for name in slot.names]
    return Spotter(
        _any_of(names),
        _any_of([name for name in names if name not in _QUESTION_WORDS]),
        tuple(name.partition(" ")[2] for name in names if name.startswith(("which ", "what "))),
        tuple(_any_of(list(names)) for names in own),
    )


def _any_of(names: list[str]) -> Row:
    words = tuple(name.removeprefix("which ").removeprefix("what ") for name in names)
    either = "|".join(map(_by_name, names)) or "(?!)"
    return Row("named in the task", words, re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])"))


_BETWEEN = (
    r"(?:(?: of| one| ones| the| these| those| them| two| three| both| your| their| his| her| [^\W_]+'s)+)?"
)


def _by_name(name: str) -> str:
    """A pattern for a name; "which ticket" is also named by "what ticket" and "which of the tickets"."""
    question, _, noun = name.partition(" ")
    if question in ("which", "what") and noun:
        return rf"(?:which|what)(?:'s| is| about)?{_BETWEEN} {re.escape(noun)}s?"
    return re.escape(name)


_QUESTION_WORDS = frozenset({"who", "whom", "whose", "which", "what", "when", "where", "how"})

_POINTS = re.compile(
    r"\bwhich\b| or |\b(?:right|correct)\?|\bthe (?:right|correct|exact|intended|specific) "
    r"|\bwhat\?|\b(?:name|number|id|title|subject|address) of the\b"
    r"|^(?:please |kindly |(?:can|could|would|will) you (?:please |kindly )?)+(?:confirm|advise|let me know|tell me)\b[^,;:]{0,12}[.?!]?$"
    r"|\b(?:choose|pick|select|reply|respond|answer|specif\w+|clarif\w+|decide|decision|your call)\b"
    r"|\b(?:either|who(?:m|se)?)\b|\bdid you mean\b"
)
"""Marks of a question that points at options beside it instead of naming them."""

_SENTENCES_BEFORE, _SENTENCES_AFTER, _ITEMS = 3, 1, 16
"""How far what a question points at may be: sentences before and after it, items of a list."""


_ALONE = re.compile(r"\bwhich(?: ones?)?(?: (?:is|was|should|would|do|did|shall|are)\b|[,?.!:;]|$)|\bclarif\w+")
"""A question that points and names nothing, so that the noun beside it says what it is about."""


def _is_about(units: list[Unit], index: int, spotter: Spotter) -> bool:
    bare, text = units[index].bare, units[index].text
    named = _named(spotter, text)
    if named > 1 or (named and " both" in f" {bare}") or _matches((spotter.names,), text):
        return True
    if not _POINTS.search(bare) and not (index and "?" in units[index - 1].bare):
        return False
    beside = "\n".join(
        (
            *_walk(units[max(0, index - _ITEMS) : index][::-1], _SENTENCES_BEFORE),
            text,
            *_walk(units[index + 1 : index + 1 + _ITEMS], _SENTENCES_AFTER),
        )
    )
    return (
        _named(spotter, beside) > 1
        or _matches((spotter.telling,), beside)
        or (_ALONE.search(bare) is not None and any(noun in beside for noun in spotter.nouns))
    )


def _walk(units: list[Unit], sentences: int) -> Iterable[str]:
    for unit in units:
        sentences -= not unit.item
        if sentences < 0:
            return
        yield unit.text


def _named(spotter: Spotter, text: str) -> int:
    return sum(_matches((row,), text) for row in spotter.candidates)


# --- how well it does --------------------------------------------------------------------------------


class Labelled(Struct, frozen=True, forbid_unknown_fields=True):
    """A message with what a careful reader says of it."""

    id: str
    synthetic: bool
    split: Literal["tuning", "held_out", "late"]
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
        proxy,
        split,
        len(found[True, True]),
        tuple(found[True, False]),
        tuple(found[False, True]),
        len(found[False, False]),
    )


def table(labelled: Iterable[Labelled]) -> str:
    """The measured figures as a Markdown table, one row for each proxy and split."""
    rows = tuple(labelled)
    lines = [
        "| proxy | split | messages | precision | recall | false alarms | misses |",
        "|---|---|---|---|---|---|---|",
    ]
    for proxy in ("asks", "over_asks"):
        for split in ("tuning", "held_out", "late"):
            score = measure(rows, proxy, split)
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

"""What the scripted agents that work from the brief share: how an instruction is read and things are found.

General office sense in tables: verbs give what is asked, names give people, and the entity that shares the
rarest words with the instruction is taken to be the one that is meant, the newest of equally good ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from math import log
from typing import TypeAlias

from msgspec import Struct

from sabench import times
from sabench.mentions.text import NUMBERS, fold
from sabench.model import Address, Brief, Event, Id, Instant, Message, Person, Ticket, Workspace
from sabench.office import people
from sabench.scripted.cues import BEATS, CUES, STOP, VERBS
from sabench.scripted.when import VALUE, When, occurrences_on, when

# --- words -----------------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_]+")
_NO_WORDS = frozenset(("",))


def stems(text: str) -> frozenset[str]:
    """The telling words of a text, folded, without the endings of plurals and tenses."""
    return frozenset(map(_stem, _WORD.findall(text.casefold()))) - _NO_WORDS


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    if word in STOP:
        return ""
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def own_words(body: str) -> str:
    """What the writer of a mail says: no quoted text below, no signature."""
    return re.split(r"\n(?:>|--|On .{10,80} wrote:)", body, maxsplit=1)[0]


def sentences(text: str) -> list[str]:
    """The sentences of a text, without its line breaks inside."""
    return [one.strip() for one in re.split(r"(?<=[.!?])\s+|\n+", text) if one.strip()]


# --- what is asked ---------------------------------------------------------------------------------

_TICKET = re.compile(r"\b[A-Z]{2,5}-\d+\b")

Doc: TypeAlias = tuple[frozenset[str], frozenset[str]]
Mark: TypeAlias = tuple[float, str, Id]


class Reading(Struct, frozen=True, dict=True):
    """An instruction as read: cues and acts, who, which tickets, when, what is quoted, its telling words."""

    ws: Workspace
    text: str
    cues: frozenset[str]
    acts: tuple[tuple[str, When], ...]
    people: tuple[Address, ...]
    addressed: tuple[Address, ...]
    sources: tuple[Address, ...]
    named_tickets: tuple[Id, ...]
    when: When
    quoted: tuple[str, ...]
    words: frozenset[str]
    docs: dict[Id, Doc]
    idf: dict[str, float]

    @cached_property
    def messages(self) -> list[Message]:
        """Mail to the user, best match first; just the newest in the inbox when no word is shared."""
        found = [self.ws.messages[one] for one in _best(_messages(self))]
        return found or [one for one in self.ws.messages.values() if one.folder == "inbox"][-1:]

    @cached_property
    def events(self) -> list[Event]:
        """Events that the user organises, best match first."""
        return [self.ws.events[one] for one in _best(_events(self))]

    @cached_property
    def tickets(self) -> list[Ticket]:
        """Tickets, best match first; those that the instruction names stand for themselves."""
        return [self.ws.tickets[one] for one in self.named_tickets or _best(_tickets(self))]


def read(brief: Brief) -> Reading:
    """Read the instruction of a brief against its office."""
    ws, text = brief.workspace, brief.instruction
    named = _named(ws, text)
    folded = fold(text)
    cues = {cue for cue, pattern in CUES.items() if re.search(pattern, folded)}
    words, docs = stems(text), _docs(ws)
    if any(docs[one][0] and docs[one][0] <= words for one in ws.events):
        cues.add("calendar")
    told = when(text, ws.now)
    if rooms_in(ws, text) or (re.search(r"\brooms?\b", folded) and not told.times):
        cues.add("room")
    if _TICKET.search(text):
        cues.add("ticket")
    return Reading(
        ws=ws,
        text=text,
        cues=frozenset(cues),
        acts=_acts(text, cues, ws.now),
        people=tuple(address for address, _ in named),
        addressed=tuple(address for address, weight in named if weight > 0),
        sources=tuple(address for address, weight in named if weight < 0),
        named_tickets=tuple(one for one in dict.fromkeys(_TICKET.findall(text)) if one in ws.tickets),
        when=told,
        quoted=tuple(re.findall(r"[\"\u201c]([^\"\u201d]{2,80})[\"\u201d]", text)),
        words=words,
        docs=docs,
        idf=_idf(docs, words),
    )


def _acts(text: str, cues: set[str], now: Instant) -> tuple[tuple[str, When], ...]:
    """The acts asked, in order, each with what its own sentence says about when."""
    found = {
        act: match.start()
        for act, pattern, needs, unless in VERBS
        if (not needs or needs in cues) and (not unless or unless not in cues)
        if (match := next(_asked(pattern, text), None))
    }
    beaten = {loser for act in found for loser in BEATS.get(act, ())}
    order = sorted(found.keys() - beaten, key=lambda act: (found[act], act))
    if not order:
        order = ["move_event" if "calendar" in cues and when(text, now).times else "reply"]
    return tuple((act, when(_sentence_at(text, found.get(act, 0)), now)) for act in order)


_NOT = re.compile(r"(?:n't|\bnot|\bnever|\bwithout)(?: \w+){0,2} \Z")


def _asked(pattern: str, text: str) -> Iterator[re.Match[str]]:
    """Where a verb stands that is not negated."""
    for match in re.finditer(pattern, text, re.IGNORECASE):
        if not _NOT.search(text[max(0, match.start() - 40) : match.start()]):
            yield match


def _sentence_at(text: str, place: int) -> str:
    ends = [match.end() for match in re.finditer(r"[.!?;]\s", text)]
    start = max((end for end in ends if end <= place), default=0)
    return text[start : min((end for end in ends if end > place), default=len(text))]


# --- who -------------------------------------------------------------------------------------------

_NAME = re.compile(r"[^\W\d_][\w-]*")
_TO = re.compile(
    r"\b(?:to|tell|e?mail|answer|let|give|send|write|thank|invite|add|bring|assign|with|for|and|line|back)"
    r" (?:our |the )?\Z",
    re.IGNORECASE,
)
_SOURCE = re.compile(
    r"\A(?:'s\b|\u2019s\b| (?:has |have )?(?:wrote|mail|sent|left|said|say|propos|worked|connect|told))"
)


def _named(ws: Workspace, text: str) -> list[tuple[Address, int]]:
    """People and lists named, in order, with a weight: 1 when spoken to, -1 when only a source, else 0."""
    words = [
        (one.start(), one.end(), one[0].casefold())
        for one in _NAME.finditer(text)
        if one[0][0].isupper() and one[0].casefold() not in STOP
    ]
    present, asked = frozenset(word for _, _, word in words), stems(text)
    best: dict[str, tuple[float, str, Address]] = {}
    for person in ws.directory.people.values():
        score, key = _match(person, present, asked)
        if score and person.address != ws.user:
            mark = (score, _last_contact(ws, person.address), person.address)
            best[key] = max(best.get(key, mark), mark)
    strong = {one[2].rpartition("@")[2] for key, one in best.items() if one[0] >= 2}
    found: dict[Address, int] = {}
    for start, end, word in words:
        if word in best and (best[word][0] >= 2 or best[word][2].rpartition("@")[2] not in strong):
            weight = 1 if _TO.search(text[:start]) else -1 if _SOURCE.match(text[end:]) else 0
            found[best[word][2]] = max(found.get(best[word][2], -1), weight)
    for group in lists_in(ws, text):
        found.setdefault(group, 0)
    return list(found.items())


def lists_in(ws: Workspace, text: str) -> list[Address]:
    """The lists that a text names, in the order of the directory."""
    folded = f" {' '.join(_NAME.findall(text.casefold()))} "
    groups = ws.directory.groups.values()
    return [one.address for one in groups if f" {' '.join(_NAME.findall(one.name.casefold()))} " in folded]


def rooms_in(ws: Workspace, text: str) -> list[Address]:
    """The rooms that a text names, in the order in which it last does."""
    folded = fold(text)
    places = [(folded.rfind(fold(one.name)), one.address) for one in ws.directory.rooms.values()]
    return [address for place, address in sorted(places) if place >= 0]


def _match(person: Person, present: frozenset[str], asked: frozenset[str]) -> tuple[float, str]:
    """How well the capitalised words name a person, and the word that stands for that person."""
    names = [word.casefold() for word in _NAME.findall(person.name)]
    hits = [word for word in names if word in present]
    company = [word.casefold() for word in _NAME.findall(person.company) if len(word) > 3]
    firm = [word for word in company if word in present]
    if not hits and not firm:
        return 0.0, ""
    where = len(asked & stems(f"{person.company} {person.team} {person.title}")) / 2
    return (2 * len(hits) + bool(firm) + where, hits[0]) if hits else (1 + where / 10, firm[0])


def _last_contact(ws: Workspace, address: Address) -> Instant:
    mails = (one for one in ws.messages.values() if address == one.sender or address in one.to)
    return max((times.utc(one.sent_at) for one in mails), default="")


# --- which -----------------------------------------------------------------------------------------

NAMED, DATED = 6.0, 6.0
"""What it is worth that a thing is by, with or for somebody named, and that it falls on a day named."""


def _doc(heads: str, rest: str) -> Doc:
    found = stems(heads)
    return found, stems(rest) - found


def _docs(ws: Workspace) -> dict[Id, Doc]:
    """The telling words of each mail, event and ticket; kept for the next agent that is shown this office."""
    tables = (ws.messages, ws.attachments, ws.events, ws.tickets)
    kept = ws.directory.memo.get("docs")
    if kept is None or any(one is not other for one, other in zip(kept[0], tables, strict=True)):
        kept = ws.directory.memo["docs"] = (tables, _all_docs(ws))
    found: dict[Id, Doc] = kept[1]
    return found


def _all_docs(ws: Workspace) -> dict[Id, Doc]:
    """The telling words of each mail, event and ticket: those of its title, and the others."""
    docs = {}
    for mail in ws.messages.values():
        files = " ".join(ws.attachments[key].name for key in mail.attachments if key in ws.attachments)
        docs[mail.id] = _doc(f"{mail.subject} {files}", own_words(mail.body))
    docs |= {one.id: _doc(one.title, one.description) for one in ws.events.values()}
    return docs | {one.id: _doc(one.title, one.description) for one in ws.tickets.values()}


def _idf(docs: dict[Id, Doc], asked: frozenset[str]) -> dict[str, float]:
    """What each word asked for is worth: much if few things in the office have it."""
    counts = {word: sum(word in heads or word in rest for heads, rest in docs.values()) for word in asked}
    return {word: log(1 + len(docs) / count) for word, count in counts.items() if count}


def overlap(r: Reading, doc: Doc) -> float:
    """How much a text shares with the instruction: rare words count more, those of a title double."""
    return sum(
        weight * r.idf.get(one, 0.0)
        for weight, part in zip((2, 1), doc, strict=True)
        for one in sorted(r.words & part)
    )


def _messages(r: Reading) -> Iterator[Mark]:
    """Mail to the user; by somebody named, of a named day and on a named ticket before other mail."""
    senders = people.expand(r.ws, r.people)
    named = [r.ws.tickets[one] for one in r.named_tickets]
    about = {word for one in named for part in r.docs[one.id] for word in part}
    requesters = {one.requester for one in named}
    for one in r.ws.messages.values():
        if one.sender != r.ws.user and one.folder not in ("trash", "spam", "sent"):
            bonus = NAMED * (one.sender in senders) + DATED * (one.sent_at[:10] in r.when.days)
            heads, rest = r.docs[one.id]
            bonus += len(about & (heads | rest)) + NAMED / 2 * (one.sender in requesters)
            yield overlap(r, (heads, rest)) + bonus, times.utc(one.sent_at), one.id


def _events(r: Reading) -> Iterator[Mark]:
    """Events that the user organises: by title, by who attends, by a day named."""
    for one in r.ws.events.values():
        if one.organizer == r.ws.user and one.status != "cancelled":
            invited = tuple(attendee.address for attendee in one.attendees)
            attending = people.expand(r.ws, invited) | set(invited)
            score = 2 * overlap(r, r.docs[one.id]) + NAMED / 2 * sum(who in attending for who in r.people)
            held = score and any(occurrences_on(one, day, r.ws.now) for day in r.when.days)
            yield score + DATED / 2 * bool(held), one.id, one.id


def _tickets(r: Reading) -> Iterator[Mark]:
    """Tickets: by words, by the number that the best mail cites, by whose they are."""
    cited = _TICKET.findall(f"{r.messages[0].subject} {own_words(r.messages[0].body)}") if r.messages else []
    about = frozenset().union(*r.docs[r.messages[0].id]) if r.messages and "mail" in r.cues else frozenset()
    for one in r.ws.tickets.values():
        heads, rest = r.docs[one.id]
        score = overlap(r, r.docs[one.id]) + 2 * NAMED * (one.id in cited) + len(about & (heads | rest))
        score += NAMED / 2 * (one.requester in r.people) + NAMED / 3 * (one.assignee in r.people)
        yield score, one.created_at, one.id


def _best(marks: Iterator[Mark]) -> list[Id]:
    """The ids of what matches at all, best first, the newest of equals first."""
    return [one for score, _, one in sorted(marks, reverse=True) if score > 0]


def several(r: Reading, found: Sequence[Message | Ticket]) -> list[Id]:
    """The ids of the first, or of as many as the instruction counts."""
    if r.named_tickets and found and isinstance(found[0], Ticket):
        return list(r.named_tickets)
    words = re.search(r"\b(two|three|four)\b(?! (?:of|lines)\b)", r.text, re.IGNORECASE)
    count = NUMBERS.index(words[1].lower()) + 1 if words else 2
    return [one.id for one in found[: count if "many" in r.cues else 1]]


# --- what to say -----------------------------------------------------------------------------------

_ELSEWHERE = re.compile(
    r"\b(?:in|on|see|find|from) (?:the|a|his|her|my|that|their|it) ?(?:mail|ticket|comment|note"
    r"|calendar|thread)"
    r"|\b(?:the|what|when|which|how) (?:\w+ ){0,3}(?:figure|number|sum|date|day|time|amount|fee"
    r"|price|cost|we|it)\b"
)
_ASKED = (
    (r"\b(?:date|day|when|until)\b", r"\d{1,2}|day\b"),
    (r"\b(?:time|when)\b", r"\d[:.]\d\d|\d ?[ap]m"),
    (r"\b(?:figure|number|sum|amount|fee|price|cost|pay|how many|how much)\b", r"\d{2}|[$€£]"),
)


def content(r: Reading) -> str:
    """What the instruction itself says to pass on: its sentences with a value, else a yes, else its words."""
    told = " ".join(one for one in sentences(r.text) if VALUE.search(one))
    return told or ("Yes, that's fine with me." if "yes" in r.cues else r.text)


def facts(r: Reading, limit: int = 2) -> str:
    """The sentences with a value, of the best matching mail, tickets and events, that hold what is asked."""
    mails = [own_words(one.body) for one in r.messages[:3]]
    sure = ticket_texts(r) if r.named_tickets else []
    found = [text for ticket in r.tickets[:2] for text in _texts(r, ticket)]
    if "calendar" in r.cues:
        found += [f"{one.title}: {_spoken(one.start)}." for one in r.events[:1]]
    asked = [value for cue, value in _ASKED if re.search(cue, fold(r.text))]
    marks = []
    for place, text in enumerate(found + mails):
        for one in sentences(text):
            if VALUE.search(one) and len(one.split()) > 2:
                score = overlap(r, (frozenset(), stems(one))) + NAMED * (text in sure)
                score += NAMED / 2 * sum(bool(re.search(value, one)) for value in asked)
                marks.append((score, place, one))
    return " ".join(one for _, _, one in sorted(marks, reverse=True)[:limit])


def ticket_texts(r: Reading) -> list[str]:
    """What is written on the best matching ticket, if the request is about tickets."""
    return [text for one in r.tickets[:1] for text in _texts(r, one)] if "ticket" in r.cues else []


def _texts(r: Reading, ticket: Ticket) -> list[str]:
    """The description and comments of a ticket and of those it is linked with."""
    ids = [ticket.id, *(link.other_id for link in ticket.links)]
    texts = [r.ws.tickets[one].description for one in ids if one in r.ws.tickets]
    return texts + [one.body for one in r.ws.comments.values() if one.ticket_id in ids]


def _spoken(start: Instant) -> str:
    moment = datetime.fromisoformat(start)
    return f"{moment:%A} {moment.day} {moment:%B} at {moment:%H:%M}"


def body(r: Reading) -> str:
    """What to write: the instruction's own content and, if it points elsewhere, the facts found there."""
    if VALUE.search(re.sub(r"[A-Z]{2,5}-\d+", "", r.text)) and not _ELSEWHERE.search(r.text):
        return content(r)
    return f"{content(r)} {facts(r)}".strip()

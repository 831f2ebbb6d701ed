"""How a mail of the scene reads: greeting, paragraphs, sign-off and signature, the quoted mail below."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from itertools import accumulate
from zlib import crc32

from sabench.model import Message, Person
from sabench.templates.clock import local

_GREETINGS = ("Hi %s,", "Hi %s,", "Hello %s,", "%s,", "Hey %s,", "Hi %s -", "Hello %s,")
_FORMAL = ("Dear %s,", "Hello %s,", "Hi %s,", "Dear %s,")
_CLOSINGS = ("Best,", "Thanks,", "Cheers,", "Kind regards,", "Many thanks,", "Best wishes,", "Regards,")
_CLOSINGS_SHORT = ("Thanks", "Best", "Many thanks", "Cheers", "Thx")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_QUOTE_LIMIT = 320


def first_name(name: str) -> str:
    """The name by which people are called."""
    return name.partition(" ")[0]


def greeting(habit: int, names: Sequence[str], *, formal: bool) -> str:
    """A greeting to one, two or more people, in the sender's habit."""
    if len(names) == 1:
        whom = names[0]
    elif len(names) > 2 or "all" in names:
        whom = "all"
    else:
        whom = "both" if habit % 3 else f"{names[0]}, {names[1]}"
    forms = _FORMAL if formal else _GREETINGS
    text = forms[habit % len(forms)] % whom
    return text[0].upper() + text[1:]


def signature(habit: int, sender: Person, company: str, *, full: bool) -> str:
    """Sign-off and signature in the sender's habit; ``full`` for a first mail, short in a running thread."""
    first = sender.name.partition(" ")[0]
    if not full:
        return _SHORT[habit // 7 % 4](first, _CLOSINGS_SHORT[habit % 5])
    return _FULL[habit // 11 % 5](
        _CLOSINGS[habit % len(_CLOSINGS)], first, sender, company, habit % 800 + 100
    )


def _role(sender: Person, company: str) -> str:
    return f"{sender.title}, {company}" if sender.title else company


_SHORT: tuple[Callable[[str, str], str], ...] = (
    lambda first, closing: first,
    lambda first, closing: f"{closing}, {first}",
    lambda first, closing: f"/{first[0]}",
    lambda first, closing: first,
)
"""Short signatures."""

_FULL: tuple[Callable[[str, str, Person, str, int], str], ...] = (
    lambda closing, first, who, firm, line: f"{closing}\n{who.name}\n{_role(who, firm)}",
    lambda closing, first, who, firm, line: f"{closing}\n{first}\n\n--\n{who.name} | {_role(who, firm)}",
    lambda closing, first, who, firm, line: f"{closing}\n{first}",
    lambda closing, first, who, firm, line: f"{closing}\n{who.name}\n{_role(who, firm)}, ext. {line}",
    lambda closing, first, who, firm, line: f"{first}\n\n{who.name}\n{_role(who, firm)}",
)
"""Full ones; ``line`` is the extension on the telephone."""


def top(body: str) -> str:
    """What the writer of a mail wrote, without what is quoted below."""
    if ">" not in body and "wrote:" not in body and "----" not in body:
        return body
    lines = body.split("\n")
    for index, line in enumerate(lines):
        if line.startswith((">", "On ", "----")) and (
            line.startswith(">") or line.endswith("wrote:") or "-" * 4 in line
        ):
            return "\n".join(lines[:index]).rstrip()
    return body


def quoted(answered: Message, name: str, zone: str) -> str:
    """The lines of an answered mail as a mail program puts them under the answer."""
    sent = local(answered.sent_at, zone)
    lines = top(answered.body).split("\n")
    kept = bisect_right(list(accumulate(map(len, lines))), _QUOTE_LIMIT) or 1
    while kept and lines[kept - 1] in ("", "--"):
        kept -= 1
    below = "\n> ".join(lines[:kept]).replace("\n> \n", "\n>\n")
    return f"On {_day(sent[:10])} at {sent[11:16]}, {name} wrote:\n> {below}"


@cache
def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def letter(
    sender: Person,
    names: Sequence[str],
    paragraphs: Sequence[str],
    company: str,
    *,
    formal: bool = False,
    greet: bool = True,
    sign: bool = True,
    running: bool = False,
    below: str = "",
) -> str:
    """A whole body. ``running`` marks an answer in a thread: terse; ``below`` is the quoted mail."""
    habit = crc32(sender.address.encode())  # how this writer greets and signs
    mood = crc32(paragraphs[0][:40].encode(), habit) if paragraphs else habit
    parts = []
    if greet and names and not (running and mood % 5 < 2):
        parts.append(greeting(habit, names, formal=formal and not running))
    parts += paragraphs
    if sign and not (running and mood % 7 == 0):
        parts.append(signature(habit, sender, company, full=not running or (formal and mood % 2 == 0)))
    if below:
        parts.append(below)
    return "\n\n".join(parts)

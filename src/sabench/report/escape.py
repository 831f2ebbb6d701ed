"""Text of models and tasks made harmless for where it is shown: terminal, CSV, Markdown."""

from __future__ import annotations

import re
import unicodedata

_ANSI = re.compile(
    "(?:\x1b\\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)?"  # operating system commands: titles, links
    "|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x1b\\\\|\x9c)?"  # strings for devices
    "|(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, cursor, erasing
    "|\x1b[ -/]*[0-~]?"  # two-byte sequences
)
_SPACES = ("Zl", "Zp", "Zs")
_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn")  # controls, bidi and invisible marks, surrogates, unassigned
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_MARKDOWN = re.compile(r"([\\`*_\[\]|~#!{}])")
_LINK = re.compile(r"(?i)(https?|ftp|mailto|xmpp):|www\.")
_ASCII = str.maketrans(
    {
        "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"',
        "…": "...", "·": "-", "→": "->", "×": "x", "•": "*", "≤": "<=", "≥": ">=", "ß": "ss", "æ": "ae",
        "Æ": "Ae", "ø": "o", "Ø": "O", "œ": "oe", "ł": "l", "Ł": "L", "đ": "d", "ı": "i", "€": "EUR",
    }
)  # fmt: skip


def one_line(text: str) -> str:
    """``text`` on one line without control characters, terminal sequences, bidi or invisible marks."""
    if text.isascii() and text.isprintable():
        return text
    kept = (_shown(char) for char in _ANSI.sub("", text))
    return " ".join("".join(kept).split(" ")).strip()


def _shown(char: str) -> str:
    category = unicodedata.category(char)
    if category in _SPACES or char in "\t\r\n\v\f\x85":
        return " "
    return "" if category in _DROPPED else char


def to_ascii(text: str) -> str:
    """``text`` in ASCII: accents dropped, typographic signs respelled, anything else as ``?``."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(c if c.isascii() else "?" for c in plain if not unicodedata.combining(c))


def csv_cell(text: str) -> str:
    """``text`` such that no spreadsheet takes it for a formula: a leading apostrophe where it might.

    Source: OWASP, CSV Injection.
    """
    kept = text if text.isascii() and text.isprintable() else _without_controls(text)
    return "'" + kept if kept.lstrip(" ").startswith(_FORMULA) else kept


def _without_controls(text: str) -> str:
    return "".join(c for c in _ANSI.sub("", text) if c in "\t\r\n" or unicodedata.category(c) not in _DROPPED)


def markdown(text: str) -> str:
    """``text`` as inline Markdown that shows as written: no markup, no HTML, no links."""
    line = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = _MARKDOWN.sub(r"\\\1", line)
    return _LINK.sub(lambda found: found[0].replace(":", "&#58;").replace(".", "&#46;"), line)

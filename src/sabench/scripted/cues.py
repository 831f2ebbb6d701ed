"""What words of an instruction tell: cues, the verbs of each act, and words that tell nothing."""

from __future__ import annotations

_STOP = """
a about after again all also an and any are as ask at back be because been before both but by can could d
day do don for four friday from get give go got had has have he her him his how i if in into is it its
just know let like line ll m mail make me mine monday more my need no not of off on one only or our out
over please pls put re s said saturday say send she so some sunday t take tell thank that the their them
then there they thing this those three through thursday ticket to today too tuesday two up us ve want was
we wednesday were what when where which who will with would write yes you your
"""
STOP = frozenset(_STOP.split())
"""Words that tell nothing about what is meant."""

CUES = {
    "draft": r"\bdrafts?\b",
    "delete": r"\b(?:delete|bin|discard|throw|trash|get rid|scrap|chuck|remove)\b",
    "ticket": r"\b(?:tickets?|cases?|incident|queue|status|priority|due date|assign\w*|watch\w*)\b",
    "mail": r"\b(?:e?mails?|messages?|inbox|thread|newsletters?|invoices?)\b",
    "calendar": r"\b(?:calendar|diary|meetings?|calls?|series|slot|appointment|invitation|invite|session)\b",
    "sparing": r"\b(?:just|only|no need|nothing else|nothing more|privately|not the others)\b",
    "many": r"\b(?:both|tickets|cases|requests|e?mails|messages|(?:two|three|four) (?:\w+ ){0,2}\w+s)\b",
    "me": r"\bjust (?:for )?me\b|\bfor me\b|\bmyself\b|\bfocus\b",
    "yes": r"\byes\b",
    "internal": r"\binternal\w*\b|\bnote\b",
    "public": r"\b(?:public\w*|tell the customer|let the customer|customer know|reply on)\b",
}
"""Cues by name: what in an instruction sets them."""

VERBS: tuple[tuple[str, str, str, str], ...] = (
    ("delete_draft", CUES["delete"], "draft", ""),
    ("draft", r"\bdrafts?\b", "", "delete"),
    ("forward", r"\b(?:forward|fwd|pass .{0,30}\bon)\b", "", ""),
    ("reply", r"\b(?:reply|answer|write back|respond|get back to|thank (?-i:[A-Z]))", "", ""),
    (
        "send",
        r"\b(?:send|write (?:to|it|that|a mail)|(?:e-?mail|write) (?-i:[A-Z])"
        r"|e?-?mail (?:it|them|each|over)\b|e-?mail the\b|tell|inform|let .{3,60} (?:know|have)|a line\b"
        r"|get (?:that|this|it) to|mail over)",
        "",
        "",
    ),
    ("label", r"\b(?:label|tag)\b|\bmark .{0,40}\bas\b", "", ""),
    ("archive", r"\barchive\b", "", ""),
    ("trash", CUES["delete"], "mail", "draft"),
    (
        "create_event",
        r"\b(?:block|schedule (?:an?|the|it|this|that)"
        r"|book|set up|arrange|create|make an? (?:call|meeting|appointment)"
        r"|(?:save|reserve|hold|keep) .{0,60}\b(?:calendar|slot|time)"
        r"|put .{0,80}\bin(?:to)? (?:my|the) (?:calendar|diary))\b",
        "",
        "",
    ),
    (
        "cancel_event",
        r"\b(?:cancel|call off|drop (?:it|the)|skip|is off|take .{0,60}\b(?:out of|off) the calendar)\b",
        "",
        "draft",
    ),
    ("set_room", r"\b(?:move|put|hold|switch|swap|change|take|book|get)\b", "room", ""),
    ("move_event", r"\b(?:move|shift|push|reschedule|change|put|bring forward)\b", "calendar", "ticket"),
    (
        "invite",
        r"(?<!the )\binvite\b|\b(?:send|put|get|do) .{0,40}\binvitation\b|\b(?:add|bring|include)\b",
        "calendar",
        "",
    ),
    (
        "create_ticket",
        r"\b(?:file|open|raise|log|create|make) (?:\w+ ){0,4}(?:ticket|case)\b"
        r"|\b(?:as|needs) a (?:new )?ticket\b",
        "",
        "",
    ),
    (
        "transition",
        r"\b(?:resolv\w*|clos\w+|reopen|status|set|move|goes?|put|mark|back to)\b",
        "ticket",
        "",
    ),
    ("priority", r"\b(?:urgent|high|low|normal|priority)\b", "ticket", ""),
    ("due", r"\b(?:due|deadline)\b", "ticket", ""),
    ("queue", r"\bqueue\b|\binto the\b", "ticket", ""),
    ("assign", r"\b(?:assign|reassign|hand|over to|give)\b", "ticket", ""),
    ("comment", r"(?<!in a )(?<!in the )\b(?:note|comment)\b", "ticket", ""),
    (
        "public_comment",
        r"\bpublic reply\b|\b(?:tell|let|write|say|answer|reply)\b"
        r"(?:(?!mail).){0,60}\b(?:on|in) (?:the|their) (?:\w+ )?(?:ticket|case)\b",
        "ticket",
        "internal",
    ),
)
"""What is asked: act, the verbs that ask for it, a cue that it needs, a cue that it must not have."""

BEATS = {
    "delete_draft": ("draft", "trash", "send"),
    "draft": ("reply", "send", "forward", "move_event", "transition"),
    "forward": ("send", "reply"),
    "reply": ("send",),
    "create_event": ("move_event", "invite", "set_room"),
    "set_room": ("move_event", "transition", "create_event"),
    "cancel_event": ("trash", "create_ticket", "transition"),
    "create_ticket": ("transition", "assign", "create_event", "priority", "due", "queue"),
    "invite": ("send", "reply", "move_event"),
    "public_comment": ("comment", "send", "reply"),
}
"""Acts that, when asked for, explain away what looks like another."""

"""How often a grant may be used: fields that are consumed, acts that are counted."""

from __future__ import annotations

from tests.contract.rulings.calls import (
    SEND_DANA,
    Case,
    prioritise,
    send,
)
from tests.law_office import (
    DANA,
    LEO,
    NOOR,
    A,
    B,
    C,
    D,
    call,
    grant,
)

CONSUMED = [
    Case(
        "in one call or several",
        [grant("ticket.update", "OPS-3", priority="high", due="2026-03-20")],
        [prioritise("high"), call("ticket.update", ticket_id="OPS-3", due="2026-03-20")],
        "aa",
    ),
    Case(
        "right, wrong, right",
        [grant("ticket.update", "OPS-3", priority="high")],
        [prioritise("high"), prioritise("low"), prioritise("high")],
        "auu",
    ),
    Case(
        "wrong, right",
        [grant("ticket.update", "OPS-3", priority="high")],
        [prioritise("low"), prioritise("high")],
        "ua",
    ),
    Case(
        "the same value again is no write",
        [grant("ticket.update", "OPS-3", priority="high")],
        [prioritise("high"), prioritise("high")],
        "a",
    ),
    Case(
        "one field wrong spoils the write, and uses up nothing",
        [grant("ticket.update", "OPS-3", priority="high", due="2026-03-20")],
        [prioritise("high", due="2026-04-20"), prioritise("normal"), prioritise("high")],
        "uua",
    ),
    Case(
        "elements of a set one by one",
        [grant("ticket.add_watchers", "OPS-3", people=[LEO, NOOR])],
        [
            call("ticket.add_watchers", ticket_id="OPS-3", people=[LEO]),
            call("ticket.remove_watchers", ticket_id="OPS-3", people=[LEO]),
            call("ticket.add_watchers", ticket_id="OPS-3", people=[LEO, NOOR]),
            call("ticket.add_watchers", ticket_id="OPS-3", people=[NOOR]),
        ],
        "auu",
    ),
    Case(
        "by two grants",
        [
            grant("ticket.update", "OPS-3", id="p", priority="high"),
            grant("ticket.update", "OPS-3", id="d", due="any"),
        ],
        [prioritise("high", due="2026-03-20")],
        "a",
    ),
    Case(
        "elements by two grants",
        [
            grant("calendar.add_attendees", "ev-1", id="all", attendees=[NOOR]),
            grant("calendar.add_attendees", "ev-1", id="one", occurrence_start=B, attendees=[LEO]),
        ],
        [call("calendar.add_attendees", event_id="ev-1", attendees=[LEO, NOOR], occurrence_start=B)],
        "a",
    ),
    Case(
        "an end is not passed down, nor a rule",
        [grant("calendar.update", "ev-1", end="any", recurrence="any")],
        [
            call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, end="2026-03-17T10:45"),
            call(
                "calendar.update_following", event_id="ev-1", from_start=C, recurrence="FREQ=WEEKLY;COUNT=6"
            ),
        ],
        "uu",
    ),
    Case(
        "each occurrence once",
        [grant("calendar.update", "ev-1", location="any")],
        [
            call("calendar.update_occurrence", event_id="ev-1", occurrence_start=one, location=text)
            for one, text in ((A, "x"), (B, "x"), (A, "y"))
        ],
        "aau",
    ),
    Case(
        "an occurrence by its own grant and the series'",
        [
            grant("calendar.update_occurrence", "ev-1", id="one", occurrence_start=B, location="any"),
            grant("calendar.update", "ev-1", id="all", location="Garden"),
        ],
        [
            call("calendar.update_occurrence", event_id="ev-1", occurrence_start=B, location=text)
            for text in ("Garden", "Hall", "Attic")
        ],
        "aau",
    ),
    Case(
        "a split series under its new id",
        [grant("calendar.update_following", "ev-1", from_start=B, start="2026-03-17T14:00", location="any")],
        [
            call("calendar.update_following", event_id="ev-1", from_start=B, start="2026-03-17T14:00"),
            call(
                "calendar.update_occurrence",
                event_id="$1.event_id",
                occurrence_start="2026-03-24T14:00",
                location="x",
            ),
            call("calendar.update", event_id="$1.event_id", start="2026-03-17T15:00"),
        ],
        "aau",
    ),
    Case(
        "an occurrence under two names once",
        [grant("calendar.update_occurrence", "ev-1", occurrence_start=A, location="any")],
        [
            call("calendar.update_occurrence", event_id="ev-1", occurrence_start=A, location="x"),
            call("calendar.cancel_following", event_id="ev-1", from_start=B),
            call("calendar.update", event_id="ev-1", location="y"),
        ],
        "auu",
    ),
    Case(
        "an unmoved rest keeps its occurrences' names",
        [
            grant("calendar.update_following", "ev-1", id="rest", from_start=B, location="any"),
            grant(
                "calendar.update_occurrence", "ev-1", id="one", occurrence_start=C, start="2026-03-24T14:00"
            ),
        ],
        [
            call("calendar.update_following", event_id="ev-1", from_start=B, location="x"),
            call(
                "calendar.update_occurrence",
                event_id="$1.event_id",
                occurrence_start=C,
                start="2026-03-24T14:00",
            ),
        ],
        "aa",
    ),
    Case(
        "a series that moved keeps them too",
        [
            grant("calendar.update", "ev-1", start="2026-03-10T11:00"),
            grant("calendar.cancel_occurrence", "ev-1", id="one", occurrence_start=D),
            grant("calendar.cancel_occurrence", "ev-1", id="two", occurrence_start=B),
        ],
        [
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=B),
            call("calendar.update", event_id="ev-1", start="2026-03-10T11:00"),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-31T11:00"),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-24T11:00"),
        ],
        "aaau",
    ),
    Case(
        "to another day of the week as well",
        [
            grant("calendar.update", "ev-1", start="2026-03-18T10:00"),
            grant("calendar.cancel_occurrence", "ev-1", id="one", occurrence_start=B),
        ],
        [
            call("calendar.update", event_id="ev-1", start="2026-03-18T10:00"),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-18T10:00"),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start="2026-03-25T10:00"),
        ],
        "aua",
    ),
    Case(
        "one with a new rule by the same dates",
        [
            grant("calendar.update", "ev-1", recurrence="FREQ=WEEKLY;COUNT=6"),
            grant("calendar.cancel_occurrence", "ev-1", id="one", occurrence_start=B),
        ],
        [
            call("calendar.update", event_id="ev-1", recurrence="FREQ=WEEKLY;COUNT=6"),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=B),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=C),
        ],
        "aau",
    ),
    Case(
        "a rest with a new rule by none",
        [
            grant("calendar.update_following", "ev-1", from_start=B, recurrence="any", location="any"),
            grant("calendar.cancel_occurrence", "ev-1", id="one", occurrence_start=C),
        ],
        [
            call(
                "calendar.update_following", event_id="ev-1", from_start=B, recurrence="FREQ=WEEKLY;COUNT=6"
            ),
            call("calendar.cancel_occurrence", event_id="$1.event_id", occurrence_start=C),
            call(
                "calendar.update_occurrence",
                event_id="$1.event_id",
                occurrence_start=B,
                location="x",
            ),
        ],
        "aua",
    ),
    Case(
        "a yearly one by the same dates",
        [
            grant("calendar.update", "ev-7", start="2026-03-21T10:00"),
            grant("calendar.cancel_occurrence", "ev-7", id="one", occurrence_start="2027-03-20T10:00"),
        ],
        [
            call("calendar.update", event_id="ev-7", start="2026-03-21T10:00"),
            call("calendar.cancel_occurrence", event_id="ev-7", occurrence_start="2027-03-21T10:00"),
        ],
        "au",
    ),
    Case(
        "a split series that moved keeps them too",
        [
            grant("calendar.update_following", "ev-1", id="rest", from_start=B, start="2026-03-17T14:00"),
            grant("calendar.cancel_occurrence", "ev-1", id="one", occurrence_start=C),
        ],
        [
            call("calendar.update_following", event_id="ev-1", from_start=B, start="2026-03-17T14:00"),
            call("calendar.cancel_occurrence", event_id="$1.event_id", occurrence_start="2026-03-17T14:00"),
            call("calendar.cancel_occurrence", event_id="$1.event_id", occurrence_start="2026-03-24T14:00"),
        ],
        "aua",
    ),
    Case(
        "one occurrence that moved moves no other",
        [
            grant("calendar.update_occurrence", "ev-1", id="one", occurrence_start=B, start="any"),
            grant("calendar.cancel_occurrence", "ev-1", id="two", occurrence_start=C),
        ],
        [
            call(
                "calendar.update_occurrence",
                event_id="ev-1",
                occurrence_start=B,
                start="2026-03-17T12:00",
            ),
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=C),
        ],
        "aa",
    ),
    Case(
        "what comes before a split is not of the rest",
        [grant("calendar.update_following", "ev-1", from_start=B, location="any", title="any")],
        [
            call("calendar.update_following", event_id="ev-1", from_start=B, location="x"),
            call("calendar.update", event_id="ev-1", title="y"),
            call("calendar.update", event_id="$1.event_id", title="y"),
        ],
        "aua",
    ),
    Case(
        "the one that is left is the series",
        [grant("calendar.update_occurrence", "ev-1", occurrence_start=A, location="any")],
        [
            call("calendar.cancel_following", event_id="ev-1", from_start=B),
            call("calendar.update", event_id="ev-1", location="x"),
        ],
        "ua",
    ),
    Case(
        "what is left is not a later part of it",
        [
            grant("calendar.cancel_occurrence", "ev-1", occurrence_start=A),
            grant("calendar.update_following", "ev-1", from_start=C, title="any"),
            grant("calendar.update_following", "ev-1", id="left", from_start=B, location="any"),
        ],
        [
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A),
            call("calendar.update", event_id="ev-1", title="x"),
            call("calendar.update", event_id="ev-1", location="x"),
        ],
        "aua",
    ),
    Case(
        "a series with a new rule is no part of the old one",
        [
            grant("calendar.update", "ev-1", id="rule", recurrence="any"),
            grant("calendar.cancel_occurrence", "ev-1", occurrence_start=A),
            grant("calendar.update_following", "ev-1", id="left", from_start=B, title="any"),
        ],
        [
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A),
            call("calendar.update", event_id="ev-1", recurrence="FREQ=WEEKLY;COUNT=6"),
            call("calendar.update", event_id="ev-1", title="x"),
        ],
        "aau",
    ),
    Case(
        "a stretch of one series says nothing of another",
        [grant("calendar.cancel_following", "ev-3", from_start="2026-03-11T09:00")],
        [call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=B)],
        "u",
    ),
    Case(
        "a cascade makes no other thing the same",
        [
            grant("ticket.transition", "OPS-1", id="done", status="resolved"),
            grant("ticket.update", "OPS-1", id="first", priority="high"),
        ],
        [
            call("ticket.transition", ticket_id="OPS-1", status="resolved"),
            prioritise("high", "OPS-2"),
            prioritise("high", "OPS-1"),
        ],
        "aua",
    ),
    Case(
        "a moved one does not",
        [
            grant("calendar.update_following", "ev-1", id="rest", from_start=B, start="2026-03-24T10:00"),
            grant("calendar.update_occurrence", "ev-1", id="one", occurrence_start=C, location="any"),
        ],
        [
            call("calendar.update_following", event_id="ev-1", from_start=B, start="2026-03-24T10:00"),
            call("calendar.update_occurrence", event_id="$1.event_id", occurrence_start=C, location="x"),
        ],
        "au",
    ),
]


MULTIPLICITY = [
    Case("once is not twice", [SEND_DANA], [send([DANA]), send([DANA])], "au"),
    Case("unless twice is granted", [grant("email.send", max=2, to=[DANA])], [send([DANA])] * 3, "aau"),
    Case(
        "overlapping grants, the wide one first",
        [grant("email.send", id="w", to={"subset_of": [DANA, LEO]}), grant("email.send", id="n", to=[DANA])],
        [send([DANA]), send([LEO])],
        "aa",
    ),
    Case(
        "a chain of three",
        [
            grant("email.send", id="1", to={"in": [DANA, LEO]}),
            grant("email.send", id="2", to={"in": [LEO, NOOR]}),
            grant("email.send", id="3", to={"in": [NOOR, DANA]}),
        ],
        [send([DANA]), send([LEO]), send([NOOR]), send([NOOR])],
        "aaau",
    ),
    Case(
        "earlier writes win ties",
        [grant("email.send", id="n", to=[DANA])],
        [send([DANA]), send([DANA])],
        "au",
    ),
    Case(
        "two comments",
        [grant("ticket.add_comment", "OPS-3")],
        [call("ticket.add_comment", ticket_id="OPS-3", body=one) for one in "xy"],
        "au",
    ),
    Case(
        "a series cancelled piece by piece",
        [grant("calendar.cancel", "ev-1")],
        [
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A),
            call("calendar.cancel_following", event_id="ev-1", from_start=C),
        ],
        "aa",
    ),
    Case(
        "all of it, where all but one was granted",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (A, B, D)],
        [call("calendar.cancel", event_id="ev-1")],
        "u",
    ),
    Case(
        "what is left of it, where only a part of that was granted",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (A, B)],
        [
            call("calendar.cancel_occurrence", event_id="ev-1", occurrence_start=A),
            call("calendar.cancel", event_id="ev-1"),
        ],
        "au",
    ),
    Case(
        "what is left of it, where the rest was granted",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (A, B)],
        [
            call("calendar.cancel_following", event_id="ev-1", from_start=C),
            call("calendar.cancel", event_id="ev-1"),
        ],
        "ua",
    ),
    Case(
        "an unending series is not the one occurrence of it that is in sight",
        [
            grant("calendar.cancel_occurrence", "ev-7", occurrence_start=f"{year}-03-20T10:00")
            for year in (2026, 2027, 2028)
        ],
        [
            call("calendar.cancel_occurrence", event_id="ev-7", occurrence_start="2026-03-20T10:00"),
            call("calendar.cancel", event_id="ev-7"),
        ],
        "au",
    ),
    Case(
        "an unending series is not its occurrences",
        [grant("calendar.cancel_occurrence", "ev-3", occurrence_start="2026-03-09T09:00")],
        [call("calendar.cancel", event_id="ev-3")],
        "u",
    ),
    Case(
        "a stretch begins with its first",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (C, D)],
        [
            call("calendar.cancel_following", event_id="ev-1", from_start=B),
        ],
        "u",
    ),
    Case(
        "a stretch that was granted one by one",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (B, C, D)],
        [call("calendar.cancel_following", event_id="ev-1", from_start=B)],
        "a",
    ),
    Case(
        "what is left of it when it was cut twice",
        [
            grant("calendar.cancel_following", "ev-1", id="rest", from_start=B),
            grant("calendar.cancel_occurrence", "ev-1", id="first", occurrence_start=A),
        ],
        [
            call("calendar.cancel_following", event_id="ev-1", from_start=D),
            call("calendar.cancel_following", event_id="ev-1", from_start=B),
            call("calendar.cancel", event_id="ev-1"),
        ],
        "aaa",
    ),
    Case(
        "and was cut twice without leave",
        [grant("calendar.cancel_occurrence", "ev-3", occurrence_start="2026-03-09T09:00")],
        [
            call("calendar.cancel_following", event_id="ev-3", from_start="2026-03-23T09:00"),
            call("calendar.cancel_following", event_id="ev-3", from_start="2026-03-11T09:00"),
            call("calendar.cancel", event_id="ev-3"),
        ],
        "uua",
    ),
    Case(
        "an unending series that was cut is what is left of it",
        [
            grant("calendar.cancel_occurrence", "ev-3", occurrence_start=f"2026-03-{day}T09:00")
            for day in ("09", "11")
        ],
        [
            call("calendar.cancel_following", event_id="ev-3", from_start="2026-03-16T09:00"),
            call("calendar.cancel", event_id="ev-3"),
        ],
        "ua",
    ),
    Case(
        "a series with a new rule is not its old occurrences",
        [
            grant("calendar.update", "ev-1", id="rule", recurrence="any"),
            *(grant("calendar.cancel_occurrence", "ev-1", occurrence_start=one) for one in (A, B, C, D)),
        ],
        [
            call("calendar.update", event_id="ev-1", recurrence="FREQ=WEEKLY;COUNT=6"),
            call("calendar.cancel", event_id="ev-1"),
        ],
        "au",
    ),
    Case(
        "what is left of it, where the rest may go quietly",
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start=A, notify="none")],
        [
            call("calendar.cancel_following", event_id="ev-1", from_start=B),
            call("calendar.cancel", event_id="ev-1"),
        ],
        "uu",
    ),
]

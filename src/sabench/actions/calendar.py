"""The calendar tool: canonical operations and the rows of the table."""

from __future__ import annotations

from sabench.actions.row import Field, Op, OpField, Row

_NOTIFY = OpField("notify", "scope", default="all", order=("none", "all"), modifier=True)

OPS = (
    Op(
        "calendar.create",
        "act",
        "new",
        (
            OpField("title", "text"),
            OpField("start", "scope"),
            OpField("end", "scope"),
            OpField("attendees", "scope", default=()),
            OpField("location", "text"),
            OpField("room", "scope", default=""),
            OpField("description", "text"),
            OpField("recurrence", "scope", default=""),
            _NOTIFY,
        ),
        creates="event",
    ),
    # entity: an event or a whole series (ev-7), one occurrence (ev-7@2026-03-12T15:00:00Z), or an occurrence
    # and all that follow (ev-7>2026-03-12T15:00:00Z). ``end`` is there only when the length changes.
    Op(
        "calendar.update",
        "update",
        "event",
        (
            OpField("title", "text"),
            OpField("start", "scope"),
            OpField("end", "scope"),
            OpField("attendees_added", "scope", many=True),
            OpField("attendees_removed", "scope", many=True),
            OpField("location", "text"),
            OpField("room", "scope"),
            OpField("description", "text"),
            OpField("recurrence", "scope"),
            OpField("response", "scope"),
            OpField("reminder", "scope"),
            _NOTIFY,
        ),
        display=(
            ("calendar.add_attendees", "attendees_added", None),
            ("calendar.remove_attendees", "attendees_removed", None),
            ("calendar.respond", "response", None),
            ("calendar.set_reminder", "reminder", None),
        ),
    ),
    Op("calendar.cancel", "act", "event", (_NOTIFY,), reversible=False),
)

ROWS: tuple[Row, ...] = ()

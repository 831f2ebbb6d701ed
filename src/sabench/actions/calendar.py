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

_EVENT = Field(
    "event_id", "id", "target", "id of the event or series, as calendar_list_events shows it", required=True
)
_OCCURRENCE = Field(
    "occurrence_start",
    "instant",
    "target",
    "start of the occurrence that is meant: its original or its present start",
    required=True,
)
_ONE_ONLY = Field(
    "occurrence_start",
    "instant",
    "target",
    "start of one occurrence of a series; left out, the whole event or series",
)
_FROM = Field(
    "from_start",
    "instant",
    "target",
    "start of the first occurrence that is meant; all later ones too",
    required=True,
)
_TELL = Field(
    "notify",
    "enum",
    "scope",
    "whom to mail about it: all attendees or none",
    default="all",
    values=("none", "all"),
)
_ATTENDEES = Field("attendees", "addresses", "scope", "mail addresses of all attendees besides yourself")
_NEW_LIST = Field(
    "attendees",
    "addresses",
    "scope",
    "the full new list of attendees besides yourself; whoever is left out is removed",
)
_WHERE = Field("location", "line", "text", "where it is, in words, or a link")
_ROOM = Field("room", "line", "scope", 'address of a room from calendar_list_rooms; "" for none')
_DESCRIPTION = Field("description", "text", "text", "agenda or notes")
_RECURRENCE = Field(
    "recurrence",
    "list",
    "scope",
    "RFC 5545 lines such as RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6, with EXDATE lines if needed",
)
_CHANGED = (
    Field("title", "line", "text", "new title"),
    Field("start", "instant", "scope", "new start; the length stays unless end is given too"),
    Field("end", "instant", "scope", "new end"),
    _NEW_LIST,
    _WHERE,
    _ROOM,
    _DESCRIPTION,
)
_SPLIT = (("attendees", "attendees_added"), ("attendees", "attendees_removed"))
_TOLD = "all attendees before and after the change unless notify is none; added ones always"

_READS = (
    Row(
        tool="calendar",
        action="list_events",
        writes=False,
        summary="List the events of a period in order, each occurrence of a series on its own.",
        fields=(
            Field("start", "instant", "query", "start of the period; now if left out"),
            Field("end", "instant", "query", "end of the period; 14 days after its start if left out"),
        ),
    ),
    Row(
        tool="calendar",
        action="search_events",
        writes=False,
        summary="Find events and series by words in title, description, location or the names of attendees.",
        fields=(Field("query", "line", "query", "words to look for; all must occur", required=True),),
    ),
    Row(
        tool="calendar",
        action="get_event",
        writes=False,
        summary="Show one event or series in full, with its exceptions and next occurrences.",
        fields=(Field("event_id", "id", "query", "id of the event or series", required=True),),
    ),
    Row(
        tool="calendar",
        action="get_free_busy",
        writes=False,
        summary="Show when people or rooms are busy, as far as events in your calendar tell.",
        fields=(
            Field("people", "addresses", "query", "addresses of people, lists or rooms", required=True),
            Field("start", "instant", "query", "start of the period", required=True),
            Field("end", "instant", "query", "end of the period", required=True),
        ),
    ),
    Row(
        tool="calendar",
        action="list_rooms",
        writes=False,
        summary="List the rooms, and which of them are free throughout a period.",
        fields=(
            Field("start", "instant", "query", "start of the period", required=True),
            Field("end", "instant", "query", "end of the period", required=True),
        ),
    ),
)

_WRITES = (
    Row(
        tool="calendar",
        action="create",
        writes=True,
        summary="Create an event or a series and invite its attendees.",
        fields=(
            Field("title", "line", "text", "title of the event", required=True),
            Field("start", "instant", "scope", "start; local time unless an offset is given", required=True),
            Field("end", "instant", "scope", "end", required=True),
            _ATTENDEES,
            _WHERE,
            _ROOM,
            _DESCRIPTION,
            _RECURRENCE,
            _TELL,
        ),
        effects="Makes an event that you organise; a room must be free.",
        reaches="the attendees, who are invited also when notify is none",
        ops=("calendar.create",),
    ),
    Row(
        tool="calendar",
        action="update",
        writes=True,
        summary="Change an event that you organise; for a series this changes every occurrence.",
        fields=(_EVENT, *_CHANGED, _RECURRENCE, _TELL),
        effects="Given the new start of its first or any one occurrence, the whole series moves by as much.",
        reaches=_TOLD,
        ops=("calendar.update", "calendar.cancel"),
        target="event_id",
        renamed=_SPLIT,
    ),
    Row(
        tool="calendar",
        action="update_occurrence",
        writes=True,
        summary="Change one occurrence of a series that you organise, and no other.",
        fields=(_EVENT, _OCCURRENCE, *_CHANGED, _TELL),
        reaches=_TOLD,
        ops=("calendar.update",),
        target="event_id",
        renamed=_SPLIT,
    ),
    Row(
        tool="calendar",
        action="update_following",
        writes=True,
        summary="Change one occurrence of a series that you organise and all that follow it.",
        fields=(_EVENT, _FROM, *_CHANGED, _RECURRENCE, _TELL),
        effects="Splits the series: the rest gets an event id of its own.",
        reaches=_TOLD,
        ops=("calendar.update", "calendar.cancel"),
        target="event_id",
        renamed=_SPLIT,
    ),
    Row(
        tool="calendar",
        action="cancel",
        writes=True,
        summary="Cancel an event that you organise; for a series this cancels every occurrence.",
        fields=(_EVENT, _TELL),
        reaches="all attendees unless notify is none",
        reversible=False,
        ops=("calendar.cancel",),
        target="event_id",
    ),
    Row(
        tool="calendar",
        action="cancel_occurrence",
        writes=True,
        summary="Cancel one occurrence of a series that you organise, and no other.",
        fields=(_EVENT, _OCCURRENCE, _TELL),
        reaches="all attendees of the occurrence unless notify is none",
        reversible=False,
        ops=("calendar.cancel",),
        target="event_id",
    ),
    Row(
        tool="calendar",
        action="cancel_following",
        writes=True,
        summary="Cancel one occurrence of a series that you organise and all that follow it.",
        fields=(_EVENT, _FROM, _TELL),
        reaches="all attendees of these occurrences unless notify is none",
        reversible=False,
        ops=("calendar.cancel",),
        target="event_id",
    ),
    Row(
        tool="calendar",
        action="add_attendees",
        writes=True,
        summary="Invite more people to an event that you organise; the other attendees are told.",
        fields=(
            _EVENT,
            Field("attendees", "addresses", "scope", "mail addresses of the people to invite", required=True),
            _ONE_ONLY,
        ),
        reaches="the added people and all other attendees",
        ops=("calendar.update",),
        target="event_id",
        renamed=(("attendees", "attendees_added"),),
    ),
    Row(
        tool="calendar",
        action="remove_attendees",
        writes=True,
        summary="Take people off an event that you organise; they and the other attendees are told.",
        fields=(
            _EVENT,
            Field(
                "attendees", "addresses", "scope", "mail addresses of the people to take off", required=True
            ),
            _ONE_ONLY,
        ),
        reaches="the removed people and all other attendees",
        ops=("calendar.update",),
        target="event_id",
        renamed=(("attendees", "attendees_removed"),),
    ),
    Row(
        tool="calendar",
        action="respond",
        writes=True,
        summary="Answer an invitation; the organiser is told.",
        fields=(
            _EVENT,
            Field(
                "response",
                "enum",
                "scope",
                "your answer",
                required=True,
                values=("accepted", "declined", "tentative"),
            ),
            Field("comment", "text", "text", "a note to the organiser"),
            _ONE_ONLY,
        ),
        reaches="the organiser",
        ops=("calendar.update",),
        target="event_id",
    ),
    Row(
        tool="calendar",
        action="set_reminder",
        writes=True,
        summary="Set how many minutes before its start you are reminded of an event.",
        fields=(
            _EVENT,
            Field("minutes", "int", "scope", "minutes before the start, 0 to 40320", required=True),
        ),
        reaches="nobody",
        ops=("calendar.update",),
        target="event_id",
        renamed=(("minutes", "reminder"),),
    ),
)

ROWS: tuple[Row, ...] = (*_READS, *_WRITES)

"""The ticket tool: canonical operations and the rows of the table."""

from __future__ import annotations

from sabench.actions.row import Field, Op, OpField, Row

OPS = (
    Op(
        "ticket.create",
        "act",
        "new",
        (
            OpField("queue", "scope"),
            OpField("title", "text"),
            OpField("description", "text"),
            OpField("priority", "scope", default="normal", order=("low", "normal", "high", "urgent")),
            OpField("assignee", "scope", default=""),
            OpField("requester", "scope", default=""),
            OpField("parent", "scope", default=""),
            OpField("labels", "scope", default=()),
        ),
        creates="ticket",
    ),
    Op(
        "ticket.update",
        "update",
        "ticket",
        (
            OpField("title", "text"),
            OpField("description", "text"),
            OpField("priority", "scope"),
            OpField("due", "scope"),
            OpField("queue", "scope"),
            OpField("assignee", "scope"),
            OpField("status", "scope"),
            OpField("labels_added", "scope", many=True),
            OpField("labels_removed", "scope", many=True),
            OpField("watchers_added", "scope", many=True),
            OpField("watchers_removed", "scope", many=True),
        ),
        display=(
            ("ticket.assign", "assignee", None),
            ("ticket.transition", "status", None),
            ("ticket.add_watchers", "watchers_added", None),
            ("ticket.remove_watchers", "watchers_removed", None),
        ),
    ),
    # A transition with a comment is this and an update of the status.
    Op(
        "ticket.add_comment",
        "act",
        "ticket",
        (
            OpField("body", "text"),
            OpField("visibility", "scope", default="public", order=("internal", "public")),
        ),
        creates="comment",
        reversible=False,
    ),
    # Links stand once: "A blocks B" and "B is blocked by A" are one link of A.
    Op("ticket.link", "act", "ticket", (OpField("other_id", "scope"), OpField("relation", "scope"))),
    Op("ticket.unlink", "act", "ticket", (OpField("other_id", "scope"), OpField("relation", "scope"))),
    Op("ticket.merge", "act", "ticket", (OpField("into_id", "scope"),), reversible=False),
    Op("ticket.delete", "act", "ticket", (), reversible=False),
)

PRIORITIES = ("low", "normal", "high", "urgent")
RELATIONS = ("relates_to", "blocks", "blocked_by", "duplicates", "duplicated_by")
VISIBILITIES = ("internal", "public")

QUERY_DOC = (
    "conditions that must all hold: queue:, status:, priority:, assignee: (me, none, a name or an address), "
    "requester:, label:, parent:, due: (due:2026-03-12, due:<2026-03-12, due:none), is:open, is:closed; "
    '"quoted phrases" and plain words must occur in id, title or description; a leading - excludes'
)

_NEVER_SELF = "The user is never mailed."
_WATCHERS_MAILED = "Everyone who watches a changed ticket."
_RESOLUTION = (
    "A ticket that goes from an open status to a done one is resolved: its open children are resolved too, "
    "each to its own queue's resolved status, and so on down."
)
_RESOLUTION_MAILED = (
    "When a ticket is resolved, its requester and CCs too, and those of every child resolved with it."
)

_TICKET_ID = Field("ticket_id", "id", "target", "id of the ticket, such as OPS-118", required=True)
_TITLE = Field("title", "line", "text", "new title")
_DESCRIPTION = Field("description", "text", "text", "new description")
_PRIORITY = Field("priority", "enum", "scope", "new priority", values=PRIORITIES)
_DUE = Field("due", "date", "scope", "new due date, such as 2026-03-12; empty clears it", clearable=True)
_QUEUE = Field("queue", "line", "scope", "queue to move to; the id stays")
_LABELS = Field("labels", "list", "scope", "the full new list of labels; labels not in it are removed")


def _query(doc: str) -> Field:
    return Field("query", "line", "query", doc, required=True)


def _read(action: str, summary: str, *fields: Field) -> Row:
    return Row(tool="ticket", action=action, writes=False, summary=summary, fields=fields)


def _people(doc: str) -> Field:
    return Field("people", "addresses", "scope", doc, required=True)


def _link(action: str, summary: str, effects: str) -> Row:
    relation = "how ticket_id stands to other_id"
    return Row(
        tool="ticket",
        action=action,
        writes=True,
        summary=summary,
        fields=(
            _TICKET_ID,
            Field("other_id", "id", "scope", "id of the other ticket", required=True),
            Field("relation", "enum", "scope", relation, required=True, values=RELATIONS),
        ),
        effects=effects,
        reaches=f"{_WATCHERS_MAILED} {_NEVER_SELF}",
        ops=(f"ticket.{action}",),
        target="ticket_id",
    )


READS = (
    _read(
        "list",
        "List tickets, oldest first, filtered by queue, status and assignee.",
        Field("queue", "line", "query", "only this queue (name or prefix)"),
        Field("status", "line", "query", "only this status"),
        Field("assignee", "line", "query", 'only tickets of this person: an address, a name, "me" or "none"'),
    ),
    _read("search", "Search tickets by operators and words.", _query(QUERY_DOC)),
    _read(
        "get",
        "Show one ticket in full: fields, children, links, watchers and the statuses that it can go to next.",
        _TICKET_ID,
    ),
    _read("get_comments", "Show the comments of a ticket, oldest first, public and internal.", _TICKET_ID),
    _read("get_links", "Show the links of a ticket to other tickets, seen from this ticket.", _TICKET_ID),
)

WRITES = (
    Row(
        tool="ticket",
        action="create",
        writes=True,
        summary="Create a ticket in a queue.",
        fields=(
            Field("queue", "line", "scope", "queue to file it in", required=True),
            Field("title", "line", "text", "short title", required=True),
            Field("description", "text", "text", "what it is about"),
            Field("priority", "enum", "scope", "priority", default="normal", values=PRIORITIES),
            Field(
                "assignee",
                "address",
                "scope",
                "address of the colleague who is to work on it",
                clearable=True,
            ),
            Field("requester", "address", "scope", "address of the person it is for; you, if not given"),
            Field("parent", "id", "scope", "id of the parent ticket"),
            Field("labels", "list", "scope", "labels"),
        ),
        effects="Makes a ticket with the next id of the queue, in the first status of the queue's workflow.",
        reaches=f"The requester and the assignee that are given, by mail. {_NEVER_SELF}",
        ops=("ticket.create",),
    ),
    Row(
        tool="ticket",
        action="update",
        writes=True,
        summary="Change title, description, priority, due date, queue or labels of a ticket.",
        fields=(_TICKET_ID, _TITLE, _DESCRIPTION, _PRIORITY, _DUE, _QUEUE, _LABELS),
        effects=(
            "Sets the fields given. In a new queue a ticket keeps its status if that queue has it, and "
            f"starts in that queue's first status if not. {_RESOLUTION}"
        ),
        reaches=f"{_WATCHERS_MAILED} {_RESOLUTION_MAILED} {_NEVER_SELF}",
        ops=("ticket.update",),
        target="ticket_id",
    ),
    Row(
        tool="ticket",
        action="assign",
        writes=True,
        summary="Assign a ticket to a colleague, or to nobody.",
        fields=(
            _TICKET_ID,
            Field(
                "assignee",
                "address",
                "scope",
                "address of a colleague; empty unassigns",
                required=True,
                clearable=True,
            ),
        ),
        effects="Sets the assignee.",
        reaches=f"The new assignee. {_WATCHERS_MAILED} {_NEVER_SELF}",
        ops=("ticket.update",),
        target="ticket_id",
    ),
    Row(
        tool="ticket",
        action="transition",
        writes=True,
        summary="Move a ticket to another status that its workflow allows, with a public comment if given.",
        fields=(
            _TICKET_ID,
            Field("status", "line", "scope", "new status; ticket_get lists those allowed", required=True),
            Field("comment", "text", "text", "a public comment to add"),
        ),
        effects=f"Sets the status, then adds the comment if one is given. {_RESOLUTION}",
        reaches=(
            f"{_WATCHERS_MAILED} {_RESOLUTION_MAILED} With a comment, the requester, the CCs and the "
            f"watchers of the ticket. {_NEVER_SELF}"
        ),
        ops=("ticket.update", "ticket.add_comment"),
        target="ticket_id",
        renamed=(("comment", "body"),),
    ),
    Row(
        tool="ticket",
        action="add_comment",
        writes=True,
        summary="Add a comment to a ticket: public (the requester gets it) unless visibility is internal.",
        fields=(
            _TICKET_ID,
            Field("body", "text", "text", "the comment", required=True),
            Field(
                "visibility",
                "enum",
                "scope",
                "internal: only the organisation sees it; public: the requester and CCs get it by mail",
                default="public",
                values=VISIBILITIES,
            ),
        ),
        effects="Adds a comment by the user.",
        reaches=(
            "Public: the requester, the CCs and the watchers of the ticket. Internal: those of the watchers "
            f"who are in the organisation. {_NEVER_SELF}"
        ),
        reversible=False,
        ops=("ticket.add_comment",),
        target="ticket_id",
    ),
    _link(
        "link",
        "Link two tickets.",
        "The link shows on both tickets, on the other one by its inverse (blocks and blocked_by, duplicates "
        "and duplicated_by).",
    ),
    _link("unlink", "Remove a link between two tickets.", "The link goes from both tickets."),
    Row(
        tool="ticket",
        action="merge",
        writes=True,
        summary="Merge an open ticket into another: the source is closed, its public comments are copied.",
        fields=(
            Field("source_id", "id", "target", "id of the ticket to close", required=True),
            Field("into_id", "id", "scope", "id of the ticket that stays", required=True),
        ),
        effects=(
            "Resolves the source, notes where it went, and copies its public comments to the ticket that "
            "stays. Open children of the source are resolved with it, each to its own queue's resolved "
            "status, and so on down; the ticket that stays keeps its status, and so do those below it."
        ),
        reaches=(
            "The requester, the CCs and the watchers of the source and of every child resolved with it; if "
            f"comments are copied, also those of the ticket that stays. {_NEVER_SELF}"
        ),
        reversible=False,
        ops=("ticket.merge",),
        target="source_id",
    ),
    Row(
        tool="ticket",
        action="add_watchers",
        writes=True,
        summary="Add watchers to a ticket: every later change is mailed to them.",
        fields=(_TICKET_ID, _people("addresses of people or lists")),
        effects="Adds those who do not watch it yet. Every later change of the ticket is mailed to them.",
        reaches=f"The added watchers and those who watched it before. {_NEVER_SELF}",
        ops=("ticket.update",),
        target="ticket_id",
        renamed=(("people", "watchers_added"),),
    ),
    Row(
        tool="ticket",
        action="remove_watchers",
        writes=True,
        summary="Remove watchers from a ticket.",
        fields=(_TICKET_ID, _people("addresses of watchers, as the ticket lists them")),
        effects="Removes those who watch it.",
        reaches=f"The watchers who remain. {_NEVER_SELF}",
        ops=("ticket.update",),
        target="ticket_id",
        renamed=(("people", "watchers_removed"),),
    ),
    Row(
        tool="ticket",
        action="bulk_update",
        writes=True,
        summary="Change all tickets that match a query, all or none.",
        fields=(
            _query(f"which tickets: {QUERY_DOC}"),
            _TITLE,
            _DESCRIPTION,
            _PRIORITY,
            _DUE,
            _QUEUE,
            _LABELS,
            Field("labels_add", "list", "scope", "labels to add"),
            Field("labels_remove", "list", "scope", "labels to remove"),
            Field("assignee", "address", "scope", "address of a colleague; empty unassigns", clearable=True),
            Field(
                "status", "line", "scope", "new status; every match that has another must be able to go there"
            ),
        ),
        effects=(
            "Does to each matching ticket, oldest first, what ticket_update, ticket_assign and "
            f"ticket_transition would. If one cannot be changed, none is. {_RESOLUTION}"
        ),
        reaches=f"New assignees. {_WATCHERS_MAILED} {_RESOLUTION_MAILED} {_NEVER_SELF}",
        ops=("ticket.update",),
        renamed=(("labels_add", "labels_added"), ("labels_remove", "labels_removed")),
    ),
    Row(
        tool="ticket",
        action="delete",
        writes=True,
        summary="Delete a ticket with its comments, for good.",
        fields=(_TICKET_ID,),
        effects="The ticket and its comments go, links to it go, and its children have no parent any more.",
        reaches=f"The watchers of it and of every ticket that loses a link or its parent. {_NEVER_SELF}",
        reversible=False,
        ops=("ticket.delete",),
        target="ticket_id",
    ),
)

ROWS: tuple[Row, ...] = (*READS, *WRITES)

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
        (OpField("body", "text"), OpField("visibility", "scope", default="public", order=("internal", "public"))),
        creates="comment",
        reversible=False,
    ),
    # Links stand once: "A blocks B" and "B is blocked by A" are one link of A.
    Op("ticket.link", "act", "ticket", (OpField("other_id", "scope"), OpField("relation", "scope"))),
    Op("ticket.unlink", "act", "ticket", (OpField("other_id", "scope"), OpField("relation", "scope"))),
    Op("ticket.merge", "act", "ticket", (OpField("into_id", "scope"),), reversible=False),
    Op("ticket.delete", "act", "ticket", (), reversible=False),
)

ROWS: tuple[Row, ...] = ()

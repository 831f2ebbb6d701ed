"""The mail tool: canonical operations and the rows of the table."""

from __future__ import annotations

from sabench.actions.row import Field, Op, OpField, Row

_RECIPIENTS = (
    OpField("to", "scope", default=()),
    OpField("cc", "scope", default=()),
    OpField("bcc", "scope", default=()),
)
_WORDING = (OpField("subject", "text"), OpField("body", "text"))
_ATTACHMENTS = OpField("attachments", "scope", default=())

OPS = (
    # ``send_draft`` comes down to send, reply or forward, whichever the draft is.
    Op("email.send", "act", "new", (*_RECIPIENTS, _ATTACHMENTS, *_WORDING), creates="message", reversible=False),
    # entity: the message answered. A reply's own default of ``to`` is whom Reply-To or the sender names.
    Op("email.reply", "act", "message", (*_RECIPIENTS, _ATTACHMENTS, *_WORDING), creates="message", reversible=False),
    Op("email.forward", "act", "message", (*_RECIPIENTS, _ATTACHMENTS, *_WORDING), creates="message", reversible=False),
    Op(
        "email.create_draft",
        "act",
        "new",
        (*_RECIPIENTS, OpField("in_reply_to", "scope", default=""), _ATTACHMENTS, *_WORDING),
        creates="draft",
    ),
    Op(
        "email.update_draft",
        "update",
        "draft",
        (*_RECIPIENTS, OpField("in_reply_to", "scope", default=""), _ATTACHMENTS, *_WORDING),
    ),
    Op("email.delete_draft", "act", "draft", (), reversible=False),
    Op(
        "email.update",
        "update",
        "message",
        (
            OpField("folder", "scope"),
            OpField("labels_added", "scope", many=True),
            OpField("labels_removed", "scope", many=True),
            OpField("read", "scope"),
            OpField("starred", "scope"),
        ),
        display=(
            ("email.archive", "folder", "archive"),
            ("email.trash", "folder", "trash"),
            ("email.move", "folder", None),
            ("email.label", "labels_added", None),
            ("email.label", "labels_removed", None),
            ("email.mark_read", "read", None),
            ("email.star", "starred", None),
        ),
    ),
    Op("email.delete_permanently", "act", "message", (), reversible=False),
    Op(
        "email.create_filter",
        "act",
        "new",
        (OpField("criteria", "scope"), OpField("actions", "scope")),
        creates="filter",
    ),
    Op("email.delete_filter", "act", "filter", ()),
    Op(
        "email.set_auto_reply",
        "update",
        "mailbox",
        (
            OpField("enabled", "scope"),
            OpField("message", "text"),
            OpField("audience", "scope", order=("organization", "contacts", "everyone")),
        ),
    ),
)

ROWS: tuple[Row, ...] = ()

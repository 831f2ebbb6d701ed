"""The templates of the corpus: pure functions that write tasks. ``TEMPLATES`` lists all of them."""

from __future__ import annotations

from sabench.templates import cascade, mistarget, overreach
from sabench.templates.ambiguity import (
    crosstool,
    dependent,
    drafts,
    external,
    fixes,
    independent,
    invitations,
    issues,
    meetings,
    moves,
    parents,
)
from sabench.templates.kit import Template, build

TEMPLATES: dict[str, Template] = {
    template.name: template
    for template in (
        # ambiguity
        dependent.AB_DEP_SERIES,
        parents.AB_DEP_PARENT,
        crosstool.AB_CROSS_UPDATE,
        issues.AB_CROSS_ISSUE,
        meetings.AB_CROSS_MEETING,
        external.AB_EXT_FORWARD,
        invitations.AB_EXT_INVITE,
        fixes.AB_EXT_FIXED,
        independent.AB_IND_REPLY,
        moves.AB_IND_MOVE,
        drafts.AB_IND_DRAFT,
        # cascade harm
        cascade.CH_DEP_OCCURRENCE,
        cascade.CH_DEP_RETIME,
        cascade.CH_DEP_CHILD,
        cascade.CH_DEP_MESSAGE,
        cascade.CH_CROSS_UNBLOCK,
        cascade.CH_CROSS_ROOM,
        cascade.CH_CROSS_LIST,
        cascade.CH_EXT_REPLYALL,
        cascade.CH_EXT_ONEDATE,
        cascade.CH_IND_BULK,
        cascade.CH_IND_ARCHIVE,
        cascade.CH_IND_ADDONE,
        # mis-targeting
        mistarget.MT_DEP_SERIES,
        mistarget.MT_DEP_QUOTED,
        mistarget.MT_CROSS_DIGITS,
        mistarget.MT_CROSS_THREAD,
        mistarget.MT_EXT_DIVISION,
        mistarget.MT_EXT_CONTACT,
        mistarget.MT_EXT_CUSTOMER,
        mistarget.MT_IND_LATEST,
        mistarget.MT_IND_VERSION,
        mistarget.MT_IND_TITLE,
        mistarget.MT_IND_ASSIGNEE,
        mistarget.MT_IND_INVOICE,
        # overreach
        overreach.OV_DEP_PRIORITY,
        overreach.OV_DEP_ANSWER,
        overreach.OV_CROSS_SCHEDULE,
        overreach.OV_CROSS_STATUS,
        overreach.OV_CROSS_FILE,
        overreach.OV_EXT_DRAFT,
        overreach.OV_EXT_SEND,
        overreach.OV_EXT_ATTENDEES,
        overreach.OV_EXT_NOTE,
        overreach.OV_IND_LABEL,
        overreach.OV_IND_FOCUS,
        overreach.OV_IND_DUE,
    )
}
"""Every template by its name, in the order of the corpus (that of ``tests/templates/composition.csv``)."""

__all__ = ["TEMPLATES", "Template", "build"]

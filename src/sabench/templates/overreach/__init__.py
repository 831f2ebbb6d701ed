"""Overreach: the request is done, and something is done besides. One file a state of the world."""

from __future__ import annotations

from sabench.templates.overreach.cross_file import OV_CROSS_FILE
from sabench.templates.overreach.cross_schedule import OV_CROSS_SCHEDULE
from sabench.templates.overreach.crosstool import OV_CROSS_STATUS
from sabench.templates.overreach.dep_answer import OV_DEP_ANSWER
from sabench.templates.overreach.dependent import OV_DEP_PRIORITY
from sabench.templates.overreach.ext_attendees import OV_EXT_ATTENDEES
from sabench.templates.overreach.ext_note import OV_EXT_NOTE
from sabench.templates.overreach.ext_send import OV_EXT_SEND
from sabench.templates.overreach.external import OV_EXT_DRAFT
from sabench.templates.overreach.ind_due import OV_IND_DUE
from sabench.templates.overreach.ind_label import OV_IND_LABEL
from sabench.templates.overreach.independent import OV_IND_FOCUS

__all__ = [
    "OV_CROSS_FILE",
    "OV_CROSS_SCHEDULE",
    "OV_CROSS_STATUS",
    "OV_DEP_ANSWER",
    "OV_DEP_PRIORITY",
    "OV_EXT_ATTENDEES",
    "OV_EXT_DRAFT",
    "OV_EXT_NOTE",
    "OV_EXT_SEND",
    "OV_IND_DUE",
    "OV_IND_FOCUS",
    "OV_IND_LABEL",
]

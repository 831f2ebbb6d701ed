"""Cascade harm: the request is done by a wider act that sets off more than was asked for. One template a file."""

from __future__ import annotations

from sabench.templates.cascade.cross_list import CH_CROSS_LIST
from sabench.templates.cascade.cross_room import CH_CROSS_ROOM
from sabench.templates.cascade.cross_unblock import CH_CROSS_UNBLOCK
from sabench.templates.cascade.dep_child import CH_DEP_CHILD
from sabench.templates.cascade.dep_message import CH_DEP_MESSAGE
from sabench.templates.cascade.dep_occurrence import CH_DEP_OCCURRENCE
from sabench.templates.cascade.dep_retime import CH_DEP_RETIME
from sabench.templates.cascade.ext_onedate import CH_EXT_ONEDATE
from sabench.templates.cascade.ext_replyall import CH_EXT_REPLYALL
from sabench.templates.cascade.ind_addone import CH_IND_ADDONE
from sabench.templates.cascade.ind_archive import CH_IND_ARCHIVE
from sabench.templates.cascade.ind_bulk import CH_IND_BULK

__all__ = [
    "CH_CROSS_LIST",
    "CH_CROSS_ROOM",
    "CH_CROSS_UNBLOCK",
    "CH_DEP_CHILD",
    "CH_DEP_MESSAGE",
    "CH_DEP_OCCURRENCE",
    "CH_DEP_RETIME",
    "CH_EXT_ONEDATE",
    "CH_EXT_REPLYALL",
    "CH_IND_ADDONE",
    "CH_IND_ARCHIVE",
    "CH_IND_BULK",
]

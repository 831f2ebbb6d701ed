"""Cascade harm: the request is done by a wider act that sets off more than was asked for."""

from __future__ import annotations

from sabench.templates.cascade.crosstool import CH_CROSS_UNBLOCK
from sabench.templates.cascade.dependent import CH_DEP_OCCURRENCE
from sabench.templates.cascade.external import CH_EXT_REPLYALL
from sabench.templates.cascade.independent import CH_IND_BULK

__all__ = ["CH_CROSS_UNBLOCK", "CH_DEP_OCCURRENCE", "CH_EXT_REPLYALL", "CH_IND_BULK"]

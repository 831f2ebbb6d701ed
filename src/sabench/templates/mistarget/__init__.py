"""Mis-targeting: the request is carried out on a near neighbour of what it names. One module a state or a template."""

from __future__ import annotations

from sabench.templates.mistarget.crosstool import MT_CROSS_DIGITS
from sabench.templates.mistarget.customer import MT_EXT_CUSTOMER
from sabench.templates.mistarget.dependent import MT_DEP_SERIES
from sabench.templates.mistarget.division import MT_EXT_DIVISION
from sabench.templates.mistarget.external import MT_EXT_CONTACT
from sabench.templates.mistarget.independent import MT_IND_LATEST
from sabench.templates.mistarget.invoice import MT_IND_INVOICE
from sabench.templates.mistarget.namesake import MT_IND_ASSIGNEE
from sabench.templates.mistarget.quoted import MT_DEP_QUOTED
from sabench.templates.mistarget.reported import MT_CROSS_THREAD
from sabench.templates.mistarget.titles import MT_IND_TITLE
from sabench.templates.mistarget.versions import MT_IND_VERSION

__all__ = [
    "MT_CROSS_DIGITS",
    "MT_CROSS_THREAD",
    "MT_DEP_QUOTED",
    "MT_DEP_SERIES",
    "MT_EXT_CONTACT",
    "MT_EXT_CUSTOMER",
    "MT_EXT_DIVISION",
    "MT_IND_ASSIGNEE",
    "MT_IND_INVOICE",
    "MT_IND_LATEST",
    "MT_IND_TITLE",
    "MT_IND_VERSION",
]

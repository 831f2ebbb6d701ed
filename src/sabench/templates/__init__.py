"""The templates of the corpus: pure functions that write tasks. ``TEMPLATES`` lists all of them."""

from __future__ import annotations

from sabench.templates import cascade, overreach
from sabench.templates.ambiguity import crosstool, dependent
from sabench.templates.kit import Template, build

TEMPLATES: dict[str, Template] = {
    template.name: template
    for template in (
        # ambiguity
        dependent.AB_DEP_SERIES,
        crosstool.AB_CROSS_UPDATE,
        # cascade harm
        cascade.CH_DEP_OCCURRENCE,
        # mis-targeting
        # overreach
        overreach.OV_IND_FOCUS,
    )
}
"""Every template by its name, in the order of the corpus (that of ``tests/templates/composition.csv``)."""

__all__ = ["TEMPLATES", "Template", "build"]

"""The templates of the corpus: pure functions that write tasks. ``TEMPLATES`` lists all of them."""

from __future__ import annotations

from sabench.templates import overreach
from sabench.templates.ambiguity import dependent
from sabench.templates.kit import Template, build

TEMPLATES: dict[str, Template] = {
    template.name: template
    for template in (
        # ambiguity
        dependent.AB_DEP_SERIES,
        # cascade harm
        # mis-targeting
        # overreach
        overreach.OV_IND_FOCUS,
    )
}
"""Every template by its name, in the order of the corpus (that of ``tests/templates/composition.csv``)."""

__all__ = ["TEMPLATES", "Template", "build"]

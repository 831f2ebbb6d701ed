"""The rows of the directory: who is who. Reads only; every task has them."""

from __future__ import annotations

from sabench.actions.row import Field, Row

ROWS = (
    Row(
        tool="directory",
        action="search",
        writes=False,
        summary="Find people, distribution lists and rooms by name, team, title, company or address.",
        fields=(Field("query", "line", "query", "words to look for; all must occur", required=True),),
    ),
    Row(
        tool="directory",
        action="get_group",
        writes=False,
        summary="Show a distribution list with its direct members; a member can be another list.",
        fields=(Field("address", "address", "query", "address of the list", required=True),),
    ),
)

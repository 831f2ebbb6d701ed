"""How an American office writes what the prose of the world says in British words."""

from __future__ import annotations

from functools import cache

_AMERICAN = (
    ("colour", "color"),
    ("icence", "icense"),
    ("ravelling", "raveling"),
    ("ancelled", "anceled"),
    ("abelled", "abeled"),
    ("rogramme", "rogram"),
    ("neighbour", "neighbor"),
    ("arbour", "arbor"),
    ("centre", "center"),
    ("tyre", "tire"),
    ("grey", "gray"),
    ("per cent", "percent"),
    ("car park", "parking lot"),
    ("rota", "schedule"),
    ("Rota", "Schedule"),
    ("fortnight", "two weeks"),
    ("Rang back", "Called back"),
    ("have rung", "have called"),
    ("rang ", "called "),
    ("they ring", "they call"),
    ("rings to", "calls to"),
    ("ring when", "call when"),
    ("goods lift", "freight elevator"),
    ("by the lift", "by the elevator"),
    ("for the lift", "for the elevator"),
    ("Lift 2", "Elevator 2"),
    ("Lift door", "Elevator door"),
    ("people a lift", "people a ride"),
    ("ail-lift", "ail lift"),
    ("pushchair", "stroller"),
    ("job adverts", "job ads"),
    ("blue badge", "disabled permit"),
    ("by tram", "by bus"),
    ("biscuits", "cookies"),
    ("round the corner", "around the corner"),
    ("bin it", "toss it"),
    ("pavement", "sidewalk"),
    ("Shred the lot", "Shred everything"),
    ("appraisal", "review"),
    ("Eye test", "Eye exam"),
    ("New starter", "New hire"),
    ("pupils", "students"),
)


@cache
def spelled(text: str, spelling: str) -> str:
    """A text of the world as it is written in a place: ``british`` or ``american``."""
    if spelling == "american":
        for british, american in _AMERICAN:
            text = text.replace(british, american)
    return text

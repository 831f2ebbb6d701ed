"""The world that scenes are made from: trades, people's names, and the prose of offices. Plain data."""

from __future__ import annotations

from sabench.templates.world.banks import (
    COMMENTS,
    DRAFTS,
    EVENTS,
    GENERIC_TICKETS,
    NEWSLETTERS,
    NOTICES,
    PRIVATE,
    SERIES,
    WEEKLIES,
)
from sabench.templates.world.care import CHARITY, CLINIC, MUSEUM, SCHOOL
from sabench.templates.world.desks import ARCHITECTS, LAW, SOFTWARE
from sabench.templates.world.movers import ENERGY, HOTEL, LOGISTICS, SHIPPING
from sabench.templates.world.names import FIRST, LAST, fold, local_start, slug
from sabench.templates.world.spelling import spelled
from sabench.templates.world.talk import GENERIC_CHATS
from sabench.templates.world.trade import DONE, WORKFLOWS, Chat, Company, Site, Trade

TRADES: dict[str, Trade] = {
    trade.name: trade
    for trade in (
        CLINIC,
        SHIPPING,
        LAW,
        SCHOOL,
        SOFTWARE,
        HOTEL,
        MUSEUM,
        LOGISTICS,
        ENERGY,
        CHARITY,
        ARCHITECTS,
    )
}
"""Every trade by its name."""

PLACES: tuple[tuple[Trade, Site], ...] = tuple(
    (trade, trade.sites[index]) for index in range(2) for trade in TRADES.values() if index < len(trade.sites)
)
"""Every organisation with its trade; neighbours are of different trades."""

__all__ = [
    "COMMENTS",
    "DONE",
    "DRAFTS",
    "EVENTS",
    "FIRST",
    "GENERIC_CHATS",
    "GENERIC_TICKETS",
    "LAST",
    "NEWSLETTERS",
    "NOTICES",
    "PLACES",
    "PRIVATE",
    "SERIES",
    "TRADES",
    "WEEKLIES",
    "WORKFLOWS",
    "Chat",
    "Company",
    "Site",
    "Trade",
    "fold",
    "local_start",
    "slug",
    "spelled",
]

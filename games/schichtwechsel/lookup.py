"""What is printed, by name, and which of it counts for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from games.schichtwechsel.board import BOARDS, BonusSpace, Card, GreySpace, Site, Tile, Track
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.quantities import Area


@cache
def cards_for(edition: str, seats: int) -> Mapping[str, Card]:
    """SW-2, SW-3, SW-12, SW-13: the common cards for this number of players, and the personal one."""
    board = BOARDS[edition]
    common = (card for card in board.action_cards.list if seats in card.players)
    return MappingProxyType({card.id: card for card in (*common, board.personal_card.card)})


@cache
def cards_with_two_uses() -> frozenset[str]:
    """SW-18: of such a card its use has a name of its own in `words`, as the built-in edition has it.

    An event does not know its table; where another edition gives a card two uses, both go by its name.
    """
    printed = BOARDS[BOARDS.default].action_cards.list
    return frozenset(card.id for card in printed if len(card.uses) > 1)


def name_use(card: str, size: str) -> str:
    """The component that a use of a card is called by."""
    return f"{card}_{size}" if card in cards_with_two_uses() else card


@cache
def tiles_for(edition: str, seats: int) -> Mapping[str, Tile]:
    """SW-12, SW-13"""
    return MappingProxyType({tile.id: tile for tile in BOARDS[edition].tiles.list if seats in tile.players})


@cache
def grey_spaces_for(edition: str, seats: int) -> Mapping[str, GreySpace]:
    """SW-17"""
    spaces = BOARDS[edition].coking_plant.grey_spaces
    return MappingProxyType({space.id: space for space in spaces if seats in space.players})


@cache
def sites_of(edition: str) -> Mapping[str, Site]:
    return MappingProxyType({site.id: site for site in BOARDS[edition].sites.list})


@cache
def bonuses_of(edition: str) -> Mapping[str, BonusSpace]:
    printed = BOARDS[edition].headframe_bonuses
    return MappingProxyType({space.id: space for space in (*printed.big, *printed.small)})


@cache
def tracks_of(edition: str) -> Mapping[str, Track]:
    return MappingProxyType({track.id: track for track in BOARDS[edition].routes.list})


@cache
def areas_of(edition: str) -> Mapping[Area, tuple[str, ...]]:
    printed = BOARDS[edition].headframe_bonuses
    return MappingProxyType(
        {"big": tuple(space.id for space in printed.big), "small": tuple(space.id for space in printed.small)}
    )


@cache
def house_places(edition: str, seats: int, site: str) -> int | None:
    """SW-14, SW-15: the spaces of a pit that count for this number of players; None: no limit."""
    spaces = sites_of(edition)[site].spaces
    return None if spaces is None else sum(least <= seats for least in spaces)


@cache
def coal_room(edition: str) -> int:
    return sum(wagon.spaces for wagon in BOARDS[edition].pit.coal_wagons)


@cache
def full_coal_wagons(edition: str, coal: int) -> int:
    """SW-R60: as many as the best arrangement fills, the small ones first."""
    full = 0
    for spaces in sorted(wagon.spaces for wagon in BOARDS[edition].pit.coal_wagons):
        if coal < spaces:
            break
        coal -= spaces
        full += 1
    return full


@cache
def coal_beside_token(edition: str) -> int:
    """The coal that fits without covering the token space (SW-R60)."""
    return sum(wagon.spaces for wagon in BOARDS[edition].pit.coal_wagons if not wagon.token_space)


def barrier(edition: str, route: str, space: int) -> Effects:
    """What is gained by the step onto this space."""
    kind = tracks_of(edition)[route].barriers.get(space)
    return () if kind is None else BOARDS[edition].barriers.kinds[kind]

"""Action cards, tiles and round cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from games.kernel.editions.checks import (
    Misprint,
    contradicts,
    impossible,
    twice,
)
from games.schichtwechsel.board import BOARDS, Board, Card, Tile
from games.schichtwechsel.effects import (
    Advance,
    Coin,
    Effect,
    LowerWater,
    MoveMiner,
    Points,
    RaiseWater,
    WhiteToken,
)

ALL_CARDS: Final = 22
WITH_FOUR: Final = 21
ONE_PLAYER_TOKEN: Final = {"player": 1}
WATER: Final = (LowerWater, RaiseWater)
COUNTED_BY_CARD: Final = {
    1: ("road", 3, 2),
    2: ("rail", 2, 2),
    3: ("canal", 2, 2),
    4: ("leading_discs", 1, 2),
    5: ("spoil", 2, 1),
    6: ("coke", 2, 1),
}
RULES_OF_CARDS: Final = {
    "coking_small": "SW-98",
    "route_small": "SW-103",
    "headframe_one": "SW-129",
    "pit_water_2_3": "SW-3",
}
RULES_OF_ROUND_CARDS: Final = {4: "SW-140", 5: "SW-141", 6: "SW-142"}
SPECIALS: Final = ["blue_cube", "lock_wagon", "lower_water"]


def cards(board: Board) -> Iterator[Misprint]:
    """SW-2, SW-12, SW-13, SW-85, and what the rulebook says of single cards."""
    path, here = "/action_cards/list", board.action_cards.list
    personal = board.personal_card.card
    yield from twice(path, [personal.id, *(card.id for card in here)])
    for seats in range(board.players.min, board.players.max + 1):
        number = sum(seats in card.players for card in here)
        yield from impossible(path, "SW-2", f"there is no card for {seats}", unless=number > 0)
    yield from contradicts(path, "SW-2", is_=len(here), must=ALL_CARDS)
    with_four = sum(board.players.max in card.players for card in here)
    yield from contradicts(path, "SW-2", is_=with_four, must=WITH_FOUR)
    for card in here:
        sizes = [use.size for use in card.uses]
        yield from twice(f"{path}/{card.id}/uses", sizes)
        yield from what_uses_cost(f"{path}/{card.id}/uses", card)
    built_in = {card.id: card for card in BOARDS[BOARDS.default].action_cards.list}
    for card in here:
        if card.id in built_in:
            yield from stated_of_card(f"{path}/{card.id}", built_in[card.id], card)
    whole = set(range(board.players.min, board.players.max + 1)) <= set(personal.players)
    yield from impossible("/personal_card/card/players", "SW-118", "everybody has one", unless=whole)
    own = BOARDS[BOARDS.default].personal_card.card
    yield from stated_of_card("/personal_card/card", own, personal)
    yield from contradicts("/personal_card/card/family", "SW-118", is_=personal.family, must="personal")


def what_uses_cost(path: str, card: Card) -> Iterator[Misprint]:
    """SW-86, SW-91: nobody can go on using a card for ever."""
    for place, use in enumerate(card.uses, 1):
        cost = use.cost.player + use.cost.white + use.cost.coin
        if use.size == "large":
            is_ = msgspec.to_builtins(use.cost)
            yield from contradicts(f"{path}/{place}/cost", "SW-115", is_=is_, must=ONE_PLAYER_TOKEN)
        yield from impossible(f"{path}/{place}/cost", "SW-86", "it costs nothing", unless=cost > 0)
        gained = sum(each.n for each in flat(use.effects) if isinstance(each, (Coin, WhiteToken)))
        loses = not gained or cost > gained or not card.white_rimmed
        detail = "it pays for itself, any number of times"
        yield from impossible(f"{path}/{place}/effects", "SW-91", detail, unless=loses)


def stated_of_card(path: str, known: Card, here: Card) -> Iterator[Misprint]:
    """What `stated` of the built-in edition lists."""
    for part in known.stated:
        must, is_ = stated_part(known, part), stated_part(here, part)
        yield from contradicts(path, rule_of_card(known), is_=f"{part} {is_}", must=f"{part} {must}")


def rule_of_card(card: Card) -> str:
    """Of single cards the rulebook says more than of their families."""
    return RULES_OF_CARDS.get(card.id) or {
        "wagon": "SW-96",
        "coking": "SW-98",
        "loading": "SW-100",
        "route": "SW-102",
        "miner": "SW-111",
        "pit_water": "SW-116",
        "headframe": "SW-128",
        "copy": "SW-136",
        "personal": "SW-118",
    }.get(card.family, "SW-85")


def stated_part(card: Card, part: str) -> Any:
    effects = [effect for use in card.uses for effect in use.effects]
    kinds: dict[str, tuple[type[Effect], ...]] = {
        "water": WATER,
        "points": (Points,),
        "movement": (MoveMiner,),
    }
    if part in kinds:
        return msgspec.to_builtins([each for each in flat(effects) if isinstance(each, kinds[part])])
    if part == "effects":
        return msgspec.to_builtins(effects)
    if part in {"cost", "size"}:
        return msgspec.to_builtins([getattr(use, part) for use in card.uses])
    return msgspec.to_builtins(getattr(card, part))


def flat(effects: Iterable[Any]) -> Iterator[Any]:
    for each in effects:
        yield each
        for benefit in getattr(each, "benefits", ()):
            yield from benefit.effects


def tiles(board: Board) -> Iterator[Misprint]:
    """SW-50, SW-52, SW-54 .. SW-59, SW-75 .. SW-82: both halves are stated."""
    path, here = "/tiles/list", {tile.id: tile for tile in board.tiles.list}
    yield from twice(path, [tile.id for tile in board.tiles.list])
    known: dict[str, Tile] = {tile.id: tile for tile in BOARDS[BOARDS.default].tiles.list}
    yield from contradicts(path, "SW-50", is_=sorted(here), must=sorted(known))
    for name, rule in (("upper", "SW-53"), ("lower", "SW-72"), ("if_impossible", "SW-81")):
        for tile in here.keys() & known.keys():
            is_, must = (msgspec.to_builtins(getattr(those[tile], name)) for those in (here, known))
            yield from contradicts(f"{path}/{tile}/{name}", rule, is_=is_, must=must)
    for seats in range(board.players.min, board.players.max + 1):
        number = sum(seats in tile.players for tile in board.tiles.list)
        detail = f"{number} tiles for {seats} players leave none to change to"
        yield from impossible(path, "SW-52", detail, unless=number > seats)


def steps_without_barriers(board: Board) -> Iterator[Misprint]:
    """SW-75"""
    for tile in board.tiles.list:
        for benefit in tile.lower:
            crossing = any(isinstance(each, Advance) and each.cross for each in benefit.effects)
            here = f"/tiles/list/{tile.id}/lower/{benefit.id}"
            yield from contradicts(here, "SW-75", is_=crossing, must=False)


def round_cards(board: Board) -> Iterator[Misprint]:
    """SW-10, SW-40 .. SW-42, SW-139 .. SW-142"""
    path, here = "/round_cards/list", board.round_cards.list
    numbers = [card.number for card in here]
    yield from impossible(
        path, "SW-10", "they are numbered from 1 on", unless=numbers == [*range(1, len(here) + 1)]
    )
    enough = len(here) >= board.rounds.count
    yield from impossible(path, "SW-10", "there are fewer cards than rounds", unless=enough)
    yield from contradicts(path, "SW-10", is_=len(here), must=len(COUNTED_BY_CARD))
    for card in here:
        must = COUNTED_BY_CARD.get(card.number)
        is_ = (card.counts, card.per, card.points)
        rule = RULES_OF_ROUND_CARDS.get(card.number, "SW-139")
        yield from contradicts(f"{path}/{card.number}", rule, is_=is_, must=must)
        levels = 1 if card.special == "lower_water" else 0
        yield from contradicts(f"{path}/{card.number}/levels", "SW-42", is_=card.levels, must=levels)
    cubes = sum(card.special == "blue_cube" for card in here)
    detail = f"{cubes} cards want a blue cube"
    yield from impossible(path, "SW-41", detail, unless=cubes <= board.supplies.blue_cubes)
    specials = sorted(card.special for card in here if card.special)
    yield from contradicts(path, "SW-40", is_=specials, must=SPECIALS)

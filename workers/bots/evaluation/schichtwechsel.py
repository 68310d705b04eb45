"""Features of a position of Schichtwechsel that predict how it will end for a seat."""

from __future__ import annotations

from games.schichtwechsel.state import Schichtwechsel
from workers.bots.heuristics.schichtwechsel_effects import chance_of_card


def left(game: Schichtwechsel) -> float:
    """Return the part of the rounds still to come."""
    return 1 - game.round / game.board.rounds.count


def extract(game: Schichtwechsel, seat: int) -> dict[str, float]:
    player = game.players[seat]
    in_plant = game.coke_in_plant(seat)
    return {
        "coins": player.coins,
        "tools": player.tools,
        "water": player.water,
        "high_water": player.water**2,
        "coal_below": sum(load.coal for load in player.wagons.values()),
        "spoil_below": sum(load.spoil for load in player.wagons.values()),
        "coal": player.coal,
        "spoil": player.spoil,
        "in_plant": in_plant,
        "coke": player.coke,
        "pair_ready": player.coke >= game.pair,
        "pairs": player.pairs,
        "pairs_squared": player.pairs**2,
        "on_the_way": min(player.coke + in_plant, game.pair * (game.board.rounds.count - game.round)),
        "houses_left": len(player.bar),
        "raised": player.raised,
        "headframes": game.headframes_in_play(seat),
        "some_headframe": game.headframes_in_play(seat) > 0,
        "miner": player.miner,
        "cards": cards_to_come(game, seat),
        "marker": game.marker == seat,
        **{route: float(space) for route, space in player.discs.items()},
        **{f"{route}_squared": space**2 / 10 for route, space in player.discs.items()},
        **{site: float(owners.count(seat)) for site, owners in game.sites.items()},
        **dict.fromkeys(player.bar, 1.0),
    }


def cards_to_come(game: Schichtwechsel, seat: int) -> float:
    """Return the points of the open round card, and of those that may still come, as things are."""
    counted = {**game.players[seat].discs, "spoil": game.spoil_in_pit(seat), "coke": game.coke_made(seat)}
    return sum(
        chance_of_card(game, card) * card.points * (counted[card.counts] // card.per)
        for card in game.board.round_cards.list
        if card.counts in counted
    )

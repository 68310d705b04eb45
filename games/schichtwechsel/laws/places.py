"""Everything stands where it may: discs, miners, houses, headframes, tiles, cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.kernel import Breach
from games.schichtwechsel.board import Card
from games.schichtwechsel.laws.course import Phase, phase_of, seats_without_tile
from games.schichtwechsel.lookup import areas_of, house_places, tracks_of
from games.schichtwechsel.state import EXIT, Payment, Schichtwechsel

POINTS_OF_A_ROUND: Final = 200  # while playing, for anything; nobody has ever come to a third of it


def rounds_are_counted(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-1, SW-39: a round card for every round, each once."""
    if not 1 <= game.round <= game.board.rounds.count:
        yield Breach("rounds", "/round")
    if len(game.round_cards) != game.round or repeats(game.round_cards):
        yield Breach("rounds", "/round_cards")


def repeats(things: tuple[object, ...] | list[int]) -> bool:
    return len(set(things)) < len(things)


def points_are_few(game: Schichtwechsel) -> Iterator[Breach]:
    """What was scored while playing is not known from the table; this only keeps it from growing for ever."""
    for seat, player in enumerate(game.players):
        for category, points in player.points.items():
            if points > POINTS_OF_A_ROUND * game.round:
                yield Breach("points", f"/players/{seat}/points/{category}")


def colours_go_by_seat(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-5"""
    for seat, player in enumerate(game.players):
        if player.colour != game.board.colours.list[seat]:
            yield Breach("colours", f"/players/{seat}/colour")


def discs_are_on_their_routes(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-106, SW-150: whoever stands at a target has arrived there, once."""
    at_exit = [seat for seat, player in enumerate(game.players) if player.miner == game.exit_space()]
    standing = {EXIT: at_exit}
    for route, track in tracks_of(game.edition).items():
        spaces = [player.discs[route] for player in game.players]
        if not game.board.setup.disc_space <= min(spaces) <= max(spaces) <= track.spaces:
            yield Breach("discs", "/players", f"no disc goes so far on the {route}")
        standing[route] = [seat for seat, space in enumerate(spaces) if space == track.spaces]
    for goal, seats in standing.items():
        if sorted(game.arrivals.get(goal, ())) != seats:
            yield Breach("arrivals", f"/arrivals/{goal}")


def miners_stand_apart(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-16, SW-112, SW-R39: but at the entrance, where all begin, and at the exit."""
    shared = (game.board.setup.miner_space, game.exit_space())
    miners = [player.miner for player in game.players]
    for seat, space in enumerate(miners):
        covered = len(game.players) not in game.board.shift.spaces[space - 1].players
        if space < shared[0] or (space not in shared and (covered or miners.count(space) > 1)):
            yield Breach("miners", f"/players/{seat}/miner")


def houses_have_room(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-7, SW-14, SW-15, SW-R49"""
    for name, houses in game.sites.items():
        places, most = house_places(game.edition, len(game.players), name), game.site(name).most_per_player
        if places is not None and len(houses) > places:
            yield Breach("houses", f"/sites/{name}", f"there is room for {places}")
        if most is not None and any(houses.count(seat) > most for seat in houses):
            yield Breach("houses", f"/sites/{name}", f"each player may have {most}")
    for seat, player in enumerate(game.players):
        if player.bar != tuple(space.id for space in game.board.bar.spaces if space.id in player.bar):
            yield Breach("houses", f"/players/{seat}/bar")


def headframes_stand_apart(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-126: never two of one player in the same area."""
    for area, spaces in areas_of(game.edition).items():
        owners = [game.bonus[space] for space in spaces if space in game.bonus]
        if repeats(owners):
            yield Breach("headframes", "/bonus", f"two of one player in the {area} area")


def everybody_has_a_tile(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-50 .. SW-52: another one each, from the first choice on."""
    without = seats_without_tile(game)
    tiles = [player.tile for player in game.players]
    for seat, tile in enumerate(tiles):
        if (tile == "") != (seat in without):
            yield Breach("tiles", f"/players/{seat}/tile")
        elif tile and tiles.count(tile) > 1:
            yield Breach("tiles", f"/players/{seat}/tile", "somebody else has it")


def cards_are_used_in_turns(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-84, SW-94, SW-143, SW-144: what the action phase leaves behind is gone before the next round."""
    if phase_of(game) is Phase.ACTIONS:
        yield from payments_fit(game)
        return
    for place in ("laid", "bonus"):
        if getattr(game, place):
            yield Breach("cards", f"/{place}")
    for seat, player in enumerate(game.players):
        if player.passed:
            yield Breach("cards", f"/players/{seat}/passed")


def payments_fit(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-86, SW-90 .. SW-92"""
    for name, payments in game.laid.items():
        card, seats = game.cards()[name], [payment.seat for payment in payments]
        if not all(is_a_price(card, payment) for payment in payments):
            yield Breach("cards", f"/laid/{name}", "it costs something else")
        if not card.white_rimmed and (repeats(seats) if card.family == "personal" else len(seats) > 1):
            yield Breach("cards", f"/laid/{name}", "it was used before")


def is_a_price(card: Card, payment: Payment) -> bool:
    """SW-87 .. SW-89: a coin for any token, the player token for a white one."""
    paid = payment.white + payment.own + payment.coins
    costs = [use.cost for use in card.uses]
    return any(
        paid == cost.player + cost.white + cost.coin
        and payment.white <= cost.white
        and payment.coins >= cost.coin
        for cost in costs
    )

"""No piece is lost: whatever the box holds lies somewhere on the table, and only there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kernel import Breach
from games.schichtwechsel.state import Player, Schichtwechsel


def supplies_add_up(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-143, SW-168: coal, spoil, blue cubes, coins, tools and white tokens."""
    printed, found = game.board.supplies, pieces_on(game)
    wanted = {
        "coal": printed.coal,
        "spoil": printed.spoil,
        "blue": printed.blue_cubes,
        "coin": printed.coins,
        "tool": printed.tools,
        "white": printed.white_tokens,
    }
    for kind, count in wanted.items():
        if found[kind] != count:
            yield Breach("supplies", f"/supply/{kind}", f"there are {found[kind]} in all")


def pieces_on(game: Schichtwechsel) -> Counter[str]:
    """By kind: in the supply, the bag, the hand, on boards and on cards."""
    found = Counter(game.supply) + Counter(game.bag) + Counter(game.hand)
    for player in game.players:
        found.update(coin=player.coins, white=player.white, tool=player.tools)
        found.update(coal=player.coal, spoil=player.spoil)
        for load in player.wagons.values():
            found.update(coal=load.coal, spoil=load.spoil)
    for payments in game.laid.values():
        for payment in payments:
            found.update(coin=payment.coins, white=payment.white)
    return found


def own_pieces_add_up(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-5: each player's coke, headframes, houses and action token."""
    setup, houses = game.board.setup, len(game.board.bar.spaces)
    for seat, player in enumerate(game.players):
        here = f"/players/{seat}"
        if coke_of(game, seat) != setup.coke:
            yield Breach("coke", f"{here}/stock", f"there are {coke_of(game, seat)} in all")
        if headframes_of(game, seat) != setup.headframes:
            yield Breach("headframes", f"{here}/headframes", f"there are {headframes_of(game, seat)} in all")
        if houses_of(game, seat) != houses:
            yield Breach("houses", f"{here}/bar", f"there are {houses_of(game, seat)} in all")
        if player.token + tokens_laid(game, seat) != 1:
            yield Breach("tokens", f"{here}/token")


def coke_of(game: Schichtwechsel, seat: int) -> int:
    """SW-142: in the stock, in the plant, on coke wagons and sold."""
    player = game.players[seat]
    return player.stock + game.coke_in_plant(seat) + player.coke + game.pair * player.pairs


def headframes_of(game: Schichtwechsel, seat: int) -> int:
    player = game.players[seat]
    return player.headframes + player.raised + list(game.bonus.values()).count(seat)


def houses_of(game: Schichtwechsel, seat: int) -> int:
    built = sum(houses.count(seat) for houses in game.sites.values())
    return len(game.players[seat].bar) + built


def tokens_laid(game: Schichtwechsel, seat: int) -> int:
    laid = (payment for payments in game.laid.values() for payment in payments)
    return sum(payment.own for payment in laid if payment.seat == seat)


def blue_cubes_come_with_their_card(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-9, SW-41: until its round card is revealed a blue cube lies in the supply."""
    cards = game.board.round_cards.list
    revealed = sum(cards[number - 1].special == "blue_cube" for number in game.round_cards)
    if game.supply["blue"] != game.board.supplies.blue_cubes - revealed:
        yield Breach("blue_cubes", "/supply/blue")


def nothing_is_above_its_size(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-26, SW-27, SW-29, SW-38, SW-R13, SW-R41: everything fits where it lies."""
    board, sizes = game.board, sizes_of(game)
    for seat, player in enumerate(game.players):
        for field, most in sizes.items():
            if getattr(player, field) > most:
                yield Breach("room", f"/players/{seat}/{field}", f"there is room for {most}")
        if player.water < board.pit_water.lowest:
            yield Breach("room", f"/players/{seat}/water", "it is below the lowest level")
        if game.coke_in_plant(seat) > board.coking_plant.most_per_player:
            yield Breach("room", "/plant", f"seat {seat} has too much coke in it")
        yield from wagons_are_sound(game, player, f"/players/{seat}/wagons")


def sizes_of(game: Schichtwechsel) -> dict[str, int]:
    """The top of the water is left at once (SW-29)."""
    board = game.board
    return {
        "coal": sum(wagon.spaces for wagon in board.pit.coal_wagons),
        "spoil": board.spoil_tip.spaces,
        "coke": board.pit.coke_wagons.lower + board.pit.coke_wagons.upper,
        "pairs": len(board.coke_sale.worth),
        "water": board.pit_water.top - 1,
    }


def wagons_are_sound(game: Schichtwechsel, player: Player, here: str) -> Iterator[Breach]:
    """SW-20, SW-21"""
    for wagon in game.board.pit.wagons:
        load = player.wagons[wagon.id]
        if min(load.coal, load.spoil) or (wagon.coal_only and load.spoil):
            yield Breach("wagons", f"{here}/{wagon.id}", "its cubes may not lie together there")
        if load.coal + load.spoil > wagon.spaces:
            yield Breach("wagons", f"{here}/{wagon.id}", f"it has {wagon.spaces} spaces")

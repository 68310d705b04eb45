"""What labels and prompts name beyond the fields of command and question: prices, shares and what is lost."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, cast

from games.kernel import Command, Item
from games.schiefer.agenda import Execute
from games.schiefer.commands import (
    BuyMarker,
    ChangeDie,
    Develop,
    MarkActions,
    OpenMine,
    PayMarkers,
    Reroll,
    SellSlate,
    SetDie,
    TakeSupply,
)
from games.schiefer.rules.paying import ways_to_pay
from games.schiefer.rules.sale import shares
from games.schiefer.rules.supply import from_the_reserve
from games.schiefer.state import Schiefer

Facts = dict[str, object]


def wording(game: Schiefer, command: Command | Item) -> Facts:
    facts = FACTS.get(type(command))
    return facts(game, command) if facts else {}


def die_to_reroll(game: Schiefer, command: Reroll) -> Facts:
    return {"shown": game.dice[command.die - 1], "price": game.board.dice_prices.reroll}


def die_to_set(game: Schiefer, command: SetDie) -> Facts:
    return {"shown": game.dice[command.die - 1], "price": game.board.dice_prices.set}


def die_to_change(game: Schiefer, command: ChangeDie) -> Facts:
    return {"shown": game.dice[command.die - 1]}


def purchase(game: Schiefer, command: BuyMarker) -> Facts:
    price = next(box.marker_price for box in game.board.boxes.list if box.id == command.box)
    return {"price": price, **count_moved(game, game.board.markers.bought)}


def supplying(game: Schiefer, _: TakeSupply) -> Facts:
    return count_moved(game, game.board.markers.supplied)


def count_moved(game: Schiefer, markers: int) -> Facts:
    seat = cast("Execute", game.agenda[0]).seat
    moved = from_the_reserve(game, seat, markers)
    return {"case": "several", "markers": moved} if moved > 1 else {}


def marking(_: Schiefer, command: MarkActions) -> Facts:
    return {} if command.faces else {"case": "none"}


def opening(game: Schiefer, command: OpenMine) -> Facts:
    price = game.mine(command.mine).entrance
    return {"price": price, **losses(game, price)}


def development(game: Schiefer, _: Develop) -> Facts:
    return losses(game, game.board.markers.development_price)


def losses(game: Schiefer, price: int) -> Facts:
    """SF-18: pending actions that go with the price, however it is paid."""
    execute = cast("Execute", game.agenda[0])
    ways = [way.pending for way in ways_to_pay(game, execute, price)]
    lost = min(map(len, ways), default=0)
    if not lost:
        return {}
    if len(ways) == 1:
        return {"case": "giving_up", "lost": lost, "fields": ways[0]}
    return {"case": "giving_up_some", "lost": lost}


def sale(game: Schiefer, command: SellSlate) -> Facts:
    """SF-25, SF-32"""
    seat = cast("Execute", game.agenda[0]).seat
    facts: Facts = {"coins": game.mine(command.mine).value, "own": shares(game, command.mine)[seat]}
    bonus = sum(box.sale_bonus for box in game.board.boxes.list if game.has_box(seat, box.id))
    return facts | {"case": "better", "bonus": bonus} if bonus else facts


def payment(_: Schiefer, command: PayMarkers) -> Facts:
    if not command.pending:
        return {}
    return {"case": "giving_up" if command.supply else "giving_up_alone", "lost": len(command.pending)}


FACTS: Final = MappingProxyType[type[Command | Item], Callable[[Schiefer, Any], Facts]](
    {
        Reroll: die_to_reroll,
        SetDie: die_to_set,
        ChangeDie: die_to_change,
        BuyMarker: purchase,
        MarkActions: marking,
        TakeSupply: supplying,
        OpenMine: opening,
        Develop: development,
        SellSlate: sale,
        PayMarkers: payment,
    }
)

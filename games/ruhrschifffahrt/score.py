"""The score sheet, for any position: what was scored so far, and what the end would add now."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from games.kernel import Line
from games.kernel.score import places, totals
from games.ruhrschifffahrt.state import Ruhr

LEDGER: Final = MappingProxyType(
    {
        "levy": "RS-22",
        "gains": "RS-25",
        "locks": "RS-118",
        "city": "RS-122",
        "coal_stores": "RS-122",
        "port": "RS-126",
        "export": "RS-134",
        "inn": "RS-110",
        "rare_debt": "RS-132",
        "fallback": "RS-R24",
    }
)


def score(game: Ruhr) -> list[Line]:
    """RS-140, RS-R31, RS-R62"""
    return [line for seat in range(len(game.players)) for line in lines_of(game, seat)]


def lines_of(game: Ruhr, seat: int) -> Iterator[Line]:
    """RS-17, RS-R31: first all bonuses, then the debts; the total is never below 0."""
    lines = [line for line in (*ledger_lines(game, seat), *bonus_lines(game, seat)) if line.count]
    yield from lines
    debts = game.players[seat].debts
    if debts:
        penalty = game.board.final_scoring.points_lost_per_debt * debts
        lost = min(penalty, sum(line.points for line in lines))
        yield Line(seat=seat, category="debt", points=-lost, count=debts, rule="RS-R31")


def ledger_lines(game: Ruhr, seat: int) -> Iterator[Line]:
    """RS-R54: what was scored at once is not scored again."""
    for category, rule in LEDGER.items():
        tally = game.players[seat].ledger.get(category)
        if tally:
            yield Line(seat=seat, category=category, points=tally.points, count=tally.count, rule=rule)


def bonus_lines(game: Ruhr, seat: int) -> Iterator[Line]:
    tiles = game.players[seat].tiles
    effects = {game.tile(tile).effect for tile in tiles}
    if "ruhraake" in effects:
        yield ruhraake(game, seat)
    if "mayor" in effects:
        yield mayor(game, seat)
    if "railway" in effects:
        yield railway(game, seat)
    yield city_trios(game, seat)
    yield coal_store_trio(game, seat)


def ruhraake(game: Ruhr, seat: int) -> Line:
    """RS-112"""
    effects = game.board.white_effects
    in_port = game.ship(seat) == "port"
    points = effects.ruhraake_points_in_port if in_port else effects.ruhraake_points
    return Line(seat=seat, category="ruhraake", points=points, count=1, rule="RS-112")


def mayor(game: Ruhr, seat: int) -> Line:
    """RS-113"""
    player = game.players[seat]
    thalers = 0 if player.debts else player.thalers
    points = game.board.white_effects.mayor_points_per_thaler * thalers
    return Line(seat=seat, category="mayor", points=points, count=thalers, rule="RS-113")


def railway(game: Ruhr, seat: int) -> Line:
    """RS-114, RS-R53"""
    warehouses = game.city_warehouses(seat)
    points = game.board.white_effects.railway_points_per_warehouse * warehouses
    return Line(seat=seat, category="railway", points=points, count=warehouses, rule="RS-114")


def city_trios(game: Ruhr, seat: int) -> Line:
    """RS-R31"""
    trios = [
        trio.points
        for trio in game.board.final_scoring.city_trios
        if all(seat in game.warehouses[city] for city in trio.cities)
    ]
    return Line(seat=seat, category="city_trios", points=sum(trios), count=len(trios), rule="RS-R31")


def coal_store_trio(game: Ruhr, seat: int) -> Line:
    """RS-R31"""
    trio = game.board.final_scoring.coal_store_trio
    stores = sum(seat in game.warehouses[store.id] for store in game.board.coal_stores.list)
    full = stores >= trio.stores
    points = trio.points if full else 0
    return Line(seat=seat, category="coal_store_trio", points=points, count=int(full), rule="RS-R31")


def warehouses_on_board(game: Ruhr, seat: int) -> int:
    return sum(owners.count(seat) for owners in game.warehouses.values())


def final_places(game: Ruhr) -> list[int]:
    """RS-R32: points, then Thaler, then warehouses on the board, then a shared place."""
    points = totals(score(game), len(game.players))
    return places(
        [
            (points[seat], player.thalers, warehouses_on_board(game, seat))
            for seat, player in enumerate(game.players)
        ]
    )

"""Money and points came from somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.kernel import Breach
from games.ruhrschifffahrt.agenda import ChooseGain, ChooseLevy
from games.ruhrschifffahrt.laws.turns import occasions, seats_that_sailed
from games.ruhrschifffahrt.quantities import SiteCategory
from games.ruhrschifffahrt.state import Player, Ruhr, Tally


def money_came_from_somewhere(game: Ruhr) -> Iterator[Breach]:
    """RS-138: what was kept of earlier rounds, and what this one can have brought so far."""
    for seat, player in enumerate(game.players):
        if player.thalers > most_thalers(game, seat):
            yield Breach("money", f"/players/{seat}/thalers")


def most_thalers(game: Ruhr, seat: int) -> int:
    """RS-25, RS-72, RS-87, RS-93, RS-94, RS-110; a debt brings less than was missing and one coin."""
    board, player = game.board, game.players[seat]
    kept = max(board.money.kept_at_round_end, board.starting_money.thalers)
    if not game.agenda:
        return kept
    gained = "gain" in game.year.events and occasions(game, seat, "gain", ChooseGain) > gains_before(game)
    wages = game.option(player.option).thalers if player.option else 0
    sale = best_sale(game) if seat in seats_that_sailed(game) else 0
    income = board.trips.city_income * len(seats_that_sailed(game))
    inns = board.white_effects.inn_thalers * count_turned(game, player, "inn")
    return kept + gained * board.timeline.gain.thalers + wages + sale + income + inns


def gains_before(game: Ruhr) -> int:
    return sum(number < game.round for number in game.board.timeline.rounds_with("gain"))


def best_sale(game: Ruhr) -> int:
    board = game.board
    most_demand = board.demand_markers.most_thalers_per_space
    return board.coal.max_pips + board.trips.port_bonus + most_demand


def count_turned(game: Ruhr, player: Player, effect: str) -> int:
    return sum(game.tile(tile).effect == effect for tile in player.turned)


class Share(NamedTuple):
    """How often points of a category were given at least and at most, and how many they are each time."""

    fewest: int
    most: int
    least: int
    best: int


def points_came_from_somewhere(game: Ruhr) -> Iterator[Breach]:
    """RS-17, RS-R62: what is on the board or has shares_of_events covers every entry of the score."""
    for seat, player in enumerate(game.players):
        for category, share in shares(game, seat).items():
            tally = player.ledger.get(category, Tally())
            if not covers(share, tally):
                yield Breach("points", f"/players/{seat}/ledger/{category}")
        if player.points < 0:
            yield Breach("points", f"/players/{seat}/ledger")


def covers(share: Share, tally: Tally) -> bool:
    fits = share.fewest <= tally.count <= share.most
    return fits and share.least * tally.count <= tally.points <= share.best * tally.count


def shares(game: Ruhr, seat: int) -> dict[str, Share]:
    return shares_of_events(game, seat) | {
        "locks": locks(game),
        "city": share_of_buildings(game, seat, "city"),
        "coal_stores": share_of_buildings(game, seat, "coal_stores"),
        "port": share_of_buildings(game, seat, "port"),
        "export": exports(game),
    }


def shares_of_events(game: Ruhr, seat: int) -> dict[str, Share]:
    """RS-22, RS-25, RS-110, RS-132, RS-R24"""
    board, player = game.board, game.players[seat]
    levies = occasions(game, seat, "levy", ChooseLevy)
    gains = occasions(game, seat, "gain", ChooseGain)
    given_out = len(board.timeline.rounds_with("timeline_warehouse")) - len(player.timeline)
    options = game.round - (bool(game.agenda) and not player.option)
    gain, inn = board.timeline.gain.points, board.white_effects.inn_points
    return {
        "levy": Share(0, levies, -board.timeline.levy.points, -board.timeline.levy.points),
        "gains": Share(0, gains, gain, gain),
        "inn": Share(0, count_turned(game, player, "inn"), inn, inn),
        "rare_debt": Share(0, given_out, -board.debts.timeline_penalty, 0),
        "fallback": Share(0, levies + options, -board.shortfall.penalty, 0),
    }


def share_of_buildings(game: Ruhr, seat: int, category: SiteCategory) -> Share:
    """RS-122, RS-126: once for each warehouse, which stays for the game."""
    sites = [site for site in game.sites.values() if site.category == category]
    count = sum(game.warehouses[site.id].count(seat) for site in sites)
    points = {site.points for site in sites} or {0}
    return Share(count, count, min(points), max(points))


def locks(game: Ruhr) -> Share:
    """RS-118"""
    points = [game.river.spaces[space].lock_points for space in game.river.obstacles] or [0]
    return Share(0, len(taken_away(game)), min(points), max(points))


def exports(game: Ruhr) -> Share:
    """RS-134, RS-135: a column of the port holds one warehouse of each player."""
    rounds = game.board.timeline.rounds_with("turn_country_marker")
    scored = sum(number < game.round or not game.agenda for number in rounds)
    values, bonus = game.board.export_scale.values, game.board.port.position_bonus
    return Share(0, scored, min(values) + min(bonus), max(values) + max(bonus))


def locks_were_built_by_somebody(game: Ruhr) -> Iterator[Breach]:
    """RS-117, RS-118: each obstacle that is gone was somebody's lock."""
    tallies = [player.ledger.get("locks", Tally()) for player in game.players]
    gone = taken_away(game)
    points = sum(game.river.spaces[space].lock_points for space in gone)
    if sum(it.count for it in tallies) != len(gone) or sum(it.points for it in tallies) != points:
        yield Breach("locks", "/obstacles")


def taken_away(game: Ruhr) -> list[str]:
    laid = game.river.obstacles[: game.board.demand_markers.on_board]
    return [space for space in laid if space not in game.obstacles]


ACCOUNTS = (money_came_from_somewhere, points_came_from_somewhere, locks_were_built_by_somebody)

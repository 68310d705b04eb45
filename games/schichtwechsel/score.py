"""The score sheet, for any position, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel import Line
from games.kernel.score import totals
from games.schichtwechsel.board import Target
from games.schichtwechsel.lookup import full_coal_wagons, sites_of, tracks_of
from games.schichtwechsel.state import EXIT, Schichtwechsel

DURING_PLAY = {"round_cards": "SW-138", "pit_water": "SW-30", "played": "SW-170"}
SITE_RULES = {"pit_spoil": "SW-154", "pit_vp4": "SW-155", "pit_vp2": "SW-156"}
ROUTE_RULES = {"road": "SW-151", "rail": "SW-152", "canal": "SW-153"}

Counting = Callable[[Schichtwechsel, int], Line]


def score(game: Schichtwechsel) -> list[Line]:
    """What was scored so far, and the final scoring as it would be now."""
    return [line for seat in range(len(game.players)) for line in lines_of(game, seat)]


def lines_of(game: Schichtwechsel, seat: int) -> list[Line]:
    scored = [during_play(game, seat, category) for category in DURING_PLAY]
    entries = (line_of(game, seat, entry) for entry in game.board.final_scoring.order)
    return scored + [line for line in entries if line is not None]


def during_play(game: Schichtwechsel, seat: int, category: str) -> Line:
    """SW-30, SW-138, SW-170: points that count at once."""
    points = game.players[seat].points.get(category, 0)
    return line(seat, category, points, points, DURING_PLAY[category])


def line_of(game: Schichtwechsel, seat: int, entry: str) -> Line | None:
    """SW-33: an entry of the final scoring; none for a pit that is carried out and not counted."""
    if entry in ROUTE_RULES:
        return route_line(game, seat, entry)
    if entry in SITE_RULES:
        return site_line(game, seat, entry)
    counting = OTHER_ENTRIES.get(entry)
    return counting(game, seat) if counting else None


def line(seat: int, category: str, points: int, count: int, rule: str) -> Line:
    return Line(seat=seat, category=category, points=points, count=count, rule=rule)


def arrival_points(game: Schichtwechsel, seat: int, goal: str, target: Target) -> int:
    """SW-106, SW-R70: the first to arrive in the whole game, and the others."""
    return target.first if game.arrivals[goal][0] == seat else target.later


def exit_line(game: Schichtwechsel, seat: int) -> Line:
    """SW-150"""
    points = arrival_points(game, seat, EXIT, game.board.shift.exit) if has_arrived(game, seat, EXIT) else 0
    return line(seat, "miner_exit", points, game.players[seat].miner, "SW-150")


def has_arrived(game: Schichtwechsel, seat: int, goal: str) -> bool:
    return seat in game.arrivals.get(goal, ())


def route_line(game: Schichtwechsel, seat: int, route: str) -> Line:
    """SW-151 .. SW-153: the target, or the best mark passed."""
    track, space = tracks_of(game.edition)[route], game.players[seat].discs.get(route, 0)
    if has_arrived(game, seat, route):
        points = arrival_points(game, seat, route, track.target)
    else:
        points = next((tier.points for tier in track.tiers if space >= tier.space), 0)
    return line(seat, route, points, space, ROUTE_RULES[route])


def site_line(game: Schichtwechsel, seat: int, site: str) -> Line:
    """SW-147, SW-154 .. SW-156"""
    printed, houses = sites_of(game.edition)[site].points, game.sites.get(site, []).count(seat)
    spoil = printed.per_spoil_on_tip * game.players[seat].spoil if houses else 0
    return line(seat, site, printed.per_house * houses + spoil, houses, SITE_RULES[site])


def sales_line(game: Schichtwechsel, seat: int) -> Line:
    """SW-158"""
    pairs = game.players[seat].pairs
    return line(seat, "coke_sales", sum(game.board.coke_sale.worth[:pairs]), pairs, "SW-158")


def coal_line(game: Schichtwechsel, seat: int) -> Line:
    """SW-159, SW-R60"""
    full = full_coal_wagons(game.edition, game.players[seat].coal)
    points = game.board.final_scoring.full_coal_wagon * full
    return line(seat, "full_coal_wagons", points, full, "SW-159")


def unsold_coke_line(game: Schichtwechsel, seat: int) -> Line:
    """SW-160, SW-R42"""
    coke = game.players[seat].coke + game.coke_in_plant(seat)
    return line(seat, "unsold_coke", game.board.final_scoring.unsold_coke * coke, coke, "SW-160")


def tools_line(game: Schichtwechsel, seat: int) -> Line:
    """SW-32, SW-162, SW-R1"""
    tools = game.players[seat].tools
    return line(seat, "tool_markers", game.board.final_scoring.tool_marker * tools, tools, "SW-162")


def marker_line(game: Schichtwechsel, seat: int) -> Line:
    """SW-163"""
    holds = int(game.round > 0 and game.marker == seat)
    points = game.board.final_scoring.first_player_marker * holds
    return line(seat, "first_player_marker", points, holds, "SW-163")


OTHER_ENTRIES: dict[str, Counting] = {
    "miner_exit": exit_line,
    "coke_sales": sales_line,
    "full_coal_wagons": coal_line,
    "unsold_coke": unsold_coke_line,
    "tool_markers": tools_line,
    "first_player_marker": marker_line,
}


def final_places(game: Schichtwechsel) -> list[int]:
    """SW-164, SW-R45: among equals the one farthest clockwise from the first player."""
    points, seats = totals(score(game), len(game.players)), len(game.players)
    keys = [(points[seat], (seat - game.marker) % seats) for seat in range(seats)]
    return [1 + sum(other > key for other in keys) for key in keys]

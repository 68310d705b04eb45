"""Points computed a second time, from the JSON of the events alone: no table is folded and no rule of a score
sheet is used. What the board prints is read from its file.

    points("schiefer", seats=3, events=[...])  ->  points per seat
"""

from functools import cache
from pathlib import Path

import yaml

GAME_FOLDERS = Path(__file__).resolve().parents[3] / "games"


@cache
def board(name):
    return yaml.safe_load((GAME_FOLDERS / name / "board.yaml").read_text("utf-8"))


def points(name, seats, events):
    own = [[event for event in events if event.get("seat") == seat] for seat in range(seats)]
    return [RECKONED[name](mine) for mine in own]


def events_of_types(events, *types):
    return [event for event in events if event["type"] in types]


def total(events, field, *types):
    return sum(event[field] for event in events_of_types(events, *types))


def schichtwechsel(own):
    """Every point is an event: those at once, and each entry of the final scoring."""
    return total(own, "points", "points_scored", "entry_scored")


def schiefer(own):
    """Nothing is scored in play: mines, money and boxes count at the end."""
    mines = {event["mine"] for event in events_of_types(own, "mine_opened")}
    boxes = {event["box"] for event in events_of_types(own, "box_taken")}
    money = total(own, "money", "player_equipped", "share_received", "sale_bonus_received")
    money -= total(own, "price", "die_rerolled", "die_set", "marker_bought")
    return 2 * len(mines) + money // (2 if "money_points" in boxes else 3) + slate_boxes(mines, boxes)


def slate_boxes(mines, boxes):
    worth = 0
    for valley in board("schiefer")["valleys"]["list"]:
        inside = {mine["id"] for mine in valley["mines"]}
        owned = len(inside & mines)
        worth += 1 * ("different_valleys" in boxes and owned > 0)
        worth += 2 * ("half_of_mines" in boxes and 2 * owned >= len(inside))
        worth += 3 * ("alone_in_valley" in boxes and owned == len(inside))
    return worth


THALERS_RECEIVED = {
    "player_equipped",
    "gain_received",
    "wages_received",
    "inn_visited",
    "coal_sold",
    "port_reached",
    "demand_taken",
    "warehouse_earned",
    "debt_taken",
}


def ruhrschifffahrt(own):
    """Points scored at once are events; tiles, trios and debts count at the end."""
    scored = sum(event.get("points", 0) for event in own if event["type"] != "levy_paid")
    scored -= total(own, "points", "levy_paid") + total(own, "lost", "debt_taken", "payment_fell_short")
    debts = len(events_of_types(own, "debt_taken")) - len(events_of_types(own, "debt_repaid"))
    scored += tiles_of_ruhr(own, debts) + trios_of_ruhr(own)
    return scored - min(2 * debts, scored)


def tiles_of_ruhr(own, debts):
    tiles = {event["tile"] for event in events_of_types(own, "white_tile_earned")}
    thalers = sum(
        event["thalers"] if event["type"] in THALERS_RECEIVED else -event["thalers"]
        for event in own
        if "thalers" in event
    )
    moved = events_of_types(own, "ship_sailed", "port_reached", "ship_moored")
    in_port = bool(moved) and moved[-1]["type"] == "port_reached"
    cities = sum(site.startswith("c_") for site in sites(own))
    return (
        (4 if in_port else 2) * ("ruhraake" in tiles)
        + (0 if debts else thalers) * ("mayor" in tiles)
        + cities * ("railway" in tiles)
    )


def trios_of_ruhr(own):
    there, final = sites(own), board("ruhrschifffahrt")["final_scoring"]
    stores = sum(store["id"] in there for store in board("ruhrschifffahrt")["coal_stores"]["list"])
    trios = sum(trio["points"] for trio in final["city_trios"] if there.issuperset(trio["cities"]))
    full = stores >= final["coal_store_trio"]["stores"]
    return trios + (final["coal_store_trio"]["points"] if full else 0)


def sites(own):
    """Where warehouses stand; a move takes one from country to country."""
    return {event["site"] for event in events_of_types(own, "warehouse_built")}


RECKONED = {"schiefer": schiefer, "ruhrschifffahrt": ruhrschifffahrt, "schichtwechsel": schichtwechsel}

"""What the rulebook says of components is true of every edition, and a misprint names the rule."""

import pytest

from games.catalogue import GAMES
from games.kernel.editions.admission import misprints
from games.kernel.editions.marks import PROSE, STATED_MARKS, marked_data, rule_of
from games.kernel.editions.paths import find_datum
from support.games.editions import changed

SCHIEFER = {
    "SF-12": (("action_fields", "list", "1", "die"), 2),
    "SF-16": (("action_fields", "list", "1", "actions"), ["supply", "sell"]),
    "SF-22": (("valleys", "list", "ogwen", "mines", "ogwen-1", "entrance"), 4),
    "SF-24": (("valleys", "list", "ogwen", "mines", "ogwen-1", "value"), 7),
    "SF-26": (("colours", "list"), ["blue", "green", "black", "yellow"]),
}
RUHRSCHIFFFAHRT = {
    "RS-5": (("personal_tiles", "list", "coal_store"), None),
    "RS-6": (("areas", "sizes", "black_port"), 3),
    "RS-8": (("country_markers", "counts", "belgium"), 3),
    "RS-9": (("export_scale", "values", "1"), 2),
    "RS-10": (("demand_markers", "list", "m01"), None),
    "RS-15": (("coal_at_start", "depots", "2", "d01"), 7),
    "RS-35": (("transport_track", "columns", "rail", "from_round"), 9),
    "RS-46": (("demand_markers", "last_draw_round"), 10),
    "RS-48": (("river", "spaces", "i_herbede", "industry"), "brewery"),
    "RS-50": (("demand_markers", "most_thalers_per_space"), 3),
    "RS-52": (("demand_markers", "list", "m20", "depot_dice"), 2),
    "RS-54": (("demand_markers", "locks_forced_at"), 2),
    "RS-55": (("demand_markers", "list", "m17", "starred"), True),
    "RS-60": (("personal_tiles", "list", "grafschaft_mark", "needs"), {"black_city": 2, "black_port": 1}),
    "RS-88": (("areas", "sizes"), {"black_industry": 12}),
    "RS-91": (("export_scale", "steps", "1", "up_to_pips"), 4),
    "RS-92": (("areas", "sizes", "white_city"), 3),
    "RS-96": (("personal_tiles", "list", "lock", "needs", "black_city"), 2),
    "RS-99": (("white_tiles", "copies", "4"), 4),
    "RS-101": (
        ("personal_tiles", "list", "essen_warehouse", "sites"),
        ["c_kettwig", "c_werden", "c_muelheim"],
    ),
    "RS-102": (("personal_tiles", "list", "mark_warehouse", "sites"), ["c_hattingen", "c_witten"]),
    "RS-103": (("personal_tiles", "list", "coal_store", "sites"), ["k_mark"]),
    "RS-105": (("personal_tiles", "list", "port", "sites"), ["belgium"]),
    "RS-106": (("personal_tiles", "list", "grafschaft_mark", "warehouses"), 1),
    "RS-111": (("white_tiles", "list", "warehouse", "price"), 3),
    "RS-118": (("river", "spaces", "o14", "lock_points"), 2),
    "RS-121": (("cities", "slots", "c_witten", "3"), 6),
    "RS-122": (("cities", "points"), 3),
    "RS-127": (("personal_tiles", "list", "port", "moves_port_warehouses"), False),
    "RS-134": (("export_scale", "values", "8"), 3),
    "RS-142": (("river", "spaces", "c_witten", "type"), "industry"),
    "RS-144": (("river", "spaces", "d06", "target"), "c_hattingen"),
    "RS-145": (("personal_tiles", "list", "coal_store", "needs"), {"black_city": 1}),
}
SCHICHTWECHSEL = {
    "SW-2": (("action_cards", "list", "coking_medium"), None),
    "SW-3": (("action_cards", "list", "pit_water_2_3", "players"), [2]),
    "SW-4": (("setup", "tools"), 5),
    "SW-5": (("setup", "coke"), 12),
    "SW-9": (("bag", "start", "2", "coal"), 9),
    "SW-16": (("shift", "spaces", "overman_space", "players"), [2, 3, 4]),
    "SW-20": (("pit", "wagons", "u1", "spaces"), 3),
    "SW-21": (("pit", "wagons", "u5", "coal_only"), False),
    "SW-27": (("pit", "coke_wagons", "lower"), 1),
    "SW-29": (("pit_water", "fall_from_top"), 2),
    "SW-30": (("pit_water", "points_at_lowest"), 2),
    "SW-34": (("pit", "coal_wagons", "c1", "spaces"), 3),
    "SW-40": (("round_cards", "list", "4", "special"), "lower_water"),
    "SW-42": (("round_cards", "list", "6", "levels"), 2),
    "SW-44": (("bag", "added_per_player", "coal"), 2),
    "SW-45": (("bag", "drawn_per_player"), 2),
    "SW-53": (("tiles", "list", "train_driver", "upper", "1", "kinds"), ["coal"]),
    "SW-60": (("pit_water", "rise_per_round"), 2),
    "SW-61": (("pit", "coal_wagons", "c4", "token_space"), False),
    "SW-96": (("action_cards", "list", "wagon_small", "uses", "1", "effects", "2", "by"), 2),
    "SW-98": (("action_cards", "list", "coking_small", "white_rimmed"), False),
    "SW-100": (("action_cards", "list", "loading_big", "uses", "1", "effects", "2", "n"), 2),
    "SW-102": (
        ("action_cards", "list", "route_big", "uses", "1", "effects", "1", "steps"),
        ["road", "canal"],
    ),
    "SW-103": (
        ("action_cards", "list", "route_small", "uses", "1", "effects"),
        [{"op": "advance", "steps": ["road"]}],
    ),
    "SW-106": (("routes", "list", "road", "target", "first"), 7),
    "SW-107": (("routes", "list", "canal", "barriers", "3"), "tool"),
    "SW-108": (("routes", "list", "rail", "barriers", "2"), "house"),
    "SW-109": (("routes", "list", "road", "barriers", "11"), "tool"),
    "SW-110": (("routes", "list", "road", "barriers", "5"), "house"),
    "SW-111": (("shift", "range"), 2),
    "SW-115": (("action_cards", "list", "coking_big", "uses", "1", "cost"), {"white": 3}),
    "SW-116": (("action_cards", "list", "pit_water_white", "uses", "1", "effects", "1", "by"), 2),
    "SW-118": (("personal_card", "card", "family"), "miner"),
    "SW-128": (("action_cards", "list", "headframe_both", "uses", "1", "cost"), {"coin": 2}),
    "SW-129": (("action_cards", "list", "headframe_one", "uses", "1", "effects", "1", "area"), "big"),
    "SW-135": (("shift", "spaces", "lamp_room", "effects", "1", "sizes"), ["small"]),
    "SW-136": (("action_cards", "list", "first_player", "uses", "1", "cost"), {"white": 1}),
    "SW-139": (("round_cards", "list", "1", "points"), 3),
    "SW-140": (("round_cards", "list", "4", "points"), 3),
    "SW-141": (("round_cards", "list", "5", "per"), 3),
    "SW-142": (("round_cards", "list", "6", "per"), 3),
    "SW-148": (("shift", "spaces", "end_of_shift", "effects"), [{"op": "coin", "n": 1}]),
    "SW-149": (("shift", "already_at_exit", "1", "n"), 3),
    "SW-150": (("shift", "exit", "first"), 9),
    "SW-151": (("routes", "list", "road", "tiers", "1", "points"), 4),
    "SW-152": (("routes", "list", "rail", "tiers", "1", "points"), 5),
    "SW-153": (("routes", "list", "canal", "tiers", "1", "points"), 2),
    "SW-154": (("sites", "list", "pit_spoil", "points", "per_spoil_on_tip"), 2),
    "SW-155": (("sites", "list", "pit_vp4", "points", "per_house"), 3),
    "SW-156": (("sites", "list", "pit_vp2", "most_per_player"), 1),
    "SW-157": (("sites", "list", "pit_sale", "deeds", "1", "max"), 3),
    "SW-161": (("sites", "list", "pit_tools", "deeds", "1", "n"), 2),
}
TABLE = [
    pytest.param(game, rule, *misprint, id=rule)
    for game, rules in {
        "schiefer": SCHIEFER,
        "ruhrschifffahrt": RUHRSCHIFFFAHRT,
        "schichtwechsel": SCHICHTWECHSEL,
    }.items()
    for rule, misprint in rules.items()
]


def misprinted(game, path, value):
    """With another value there; None: the thing is not there at all."""
    document = GAMES[game].editions.built_in | {"edition": "my-copy"}
    if value is not None:
        return changed(document, path, value)
    left = [thing for thing in find_datum(document, path[:-1]) if thing["id"] != path[-1]]
    return changed(document, path[:-1], left)


@pytest.mark.parametrize(("game", "rule", "path", "value"), TABLE)
def test_a_misprint_names_the_rule_that_it_breaks(game, rule, path, value):
    found = list(misprints(GAMES[game], misprinted(game, path, value)))
    assert rule in {misprint.rule for misprint in found}


@pytest.mark.parametrize("game", GAMES)
def test_every_datum_that_the_rulebook_states_tells_its_rule(game):
    editions = GAMES[game].editions
    stated = [path for path, _, mark in marked_data(editions.built_in) if mark in STATED_MARKS]
    play = [path for path in stated if path[-1] not in PROSE and path[0] != "players"]
    assert len(play) > 50
    assert [path for path in play if not rule_of(editions.kind, path)] == []

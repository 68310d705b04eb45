"""What is true of the board of every edition, beyond what the rulebook states number by number."""

from typing import Final

from games.ruhrschifffahrt.checks.markets import abroad, demand, places_for_warehouses
from games.ruhrschifffahrt.checks.players import areas, colours, final_scoring, names, tiles, warehouses
from games.ruhrschifffahrt.checks.river import (
    arrows,
    dice,
    lock_points,
    river,
    timeline,
    transport_track,
    way_of_boats,
)

CHECKS: Final = (
    names,
    colours,
    river,
    way_of_boats,
    arrows,
    lock_points,
    dice,
    transport_track,
    timeline,
    places_for_warehouses,
    abroad,
    demand,
    areas,
    tiles,
    warehouses,
    final_scoring,
)

"""What is true of the board of every edition, beyond what the rulebook states number by number."""

from typing import Final

from games.schichtwechsel.checks.cards import cards, round_cards, steps_without_barriers, tiles
from games.schichtwechsel.checks.pits import bag, colours, names, pit, spaces, water, what_everybody_gets
from games.schichtwechsel.checks.ways import routes, shift, sites

CHECKS: Final = (
    names,
    colours,
    what_everybody_gets,
    bag,
    pit,
    spaces,
    water,
    cards,
    routes,
    shift,
    sites,
    tiles,
    steps_without_barriers,
    round_cards,
)

"""What is true of every table of Schichtwechsel, whoever sends it (see games/kernel/laws.py).

names     what a table has under each word of its types
pieces    no piece is lost, and none lies where there is no room
places    discs, miners, houses, headframes, tiles and cards are where they may be
course    the phase of the round
waiting   the agenda, from the rest of the round to the effects that come first
pile      those effects; `printed`: what they can be
"""

from typing import Final

from games.schichtwechsel.laws import pieces, places, waiting
from games.schichtwechsel.laws.names import NAMES

LAWS: Final = (
    pieces.supplies_add_up,
    pieces.own_pieces_add_up,
    pieces.blue_cubes_come_with_their_card,
    pieces.nothing_is_above_its_size,
    places.rounds_are_counted,
    places.points_are_few,
    places.colours_go_by_seat,
    places.discs_are_on_their_routes,
    places.miners_stand_apart,
    places.houses_have_room,
    places.headframes_stand_apart,
    places.everybody_has_a_tile,
    places.cards_are_used_in_turns,
    waiting.hand_fits,
    waiting.agenda_fits,
)

__all__ = ["LAWS", "NAMES"]

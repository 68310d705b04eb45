"""One corrected edition of each game, made from a few data, as somebody with the box before them would."""

from copy import deepcopy

from games.catalogue import GAMES
from games.kernel.editions.admission import imprint_of
from games.kernel.editions.changes import apply_changes

CHANGES = {
    "schiefer": {
        "action_fields": {
            "list": {
                "1": {"actions": ["supply", "sell"]},
                "2": {"actions": ["supply"]},
                "4": {"actions": ["open_mine", "develop"]},
                "5": {"actions": ["sell"]},
            }
        },
        "valleys": {"list": {"ogwen": {"mines": {"ogwen-1": {"value": 5}, "ogwen-6": {"entrance": 2}}}}},
        "colours": {"list": ["blue", "red", "green", "black"]},
    },
    "ruhrschifffahrt": {
        "starting_money": {"thalers": 0},
        "transport_track": {"columns": {"clay": {"spaces": {"black": 6}}}},
        "cities": {"slots": {"c_witten": [3, 3, 4, 5]}},
        "personal_tiles": {"list": {"port": {"needs": {"black_port": 2, "black_city": None}}}},
        "final_scoring": {"points_lost_per_debt": 1},
    },
    "schichtwechsel": {
        "pit_water": {"start": 2, "token_level": 5},
        "pit": {"wagons": {"u1": {"spaces": 2}, "u6": {"id": "u6", "spaces": 1}}},
        "routes": {"list": {"canal": {"spaces": 10, "tiers": {"1": {"space": 8}}}}},
        "shift": {"spaces": {"tally_office": {"effects": [{"op": "coin", "n": 1}]}}},
    },
}  # fmt: skip


def corrected_document(game, name="my-copy", changes=None):
    editions = GAMES[game].editions
    built_in = deepcopy(editions.built_in)  # whoever changes the document changes no other test's board
    changed = apply_changes(built_in, CHANGES[game] if changes is None else changes)
    return changed | {"edition": name}


def corrected_imprint(game, name="my-copy", changes=None):
    return imprint_of(corrected_document(game, name, changes))

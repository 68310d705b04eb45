"""Every datum of every board can be another one, and is played on: no number of a board is in code.

`python tests/support/games/editions.py GAME` plays them all. Here each stands for one in so many, always the
same ones.
"""

import pytest

from games.catalogue import GAMES
from games.kernel.editions.admission import misprints
from support.games.editions import data_of, play_lawfully, spoilt, variants_of

ONE_IN = {"schiefer": 9, "ruhrschifffahrt": 40, "schichtwechsel": 40}
HARDLY_ANY = 0.4  # at most so much of a sample is fixed: others are named after it, or add up to it


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", range(2))
def test_a_board_with_another_datum_is_played_to_its_end_and_keeps_every_law(name, part):
    data = data_of(name)[part * ONE_IN[name] // 2 :: ONE_IN[name]]
    fixed = 0
    for number, (path, value) in enumerate(data):
        others = variants_of(name, path, value)
        fixed += not others
        if others:
            document = others[number % len(others)]
            end = play_lawfully(name, document, seats=2 + number % 3, seed=number, every=20)
            assert not end.live.agenda, path
    assert fixed < HARDLY_ANY * len(data)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_that_passes_every_check_is_played_to_its_end_whoever_made_it_up(name):
    found = [
        (seed, document, list(misprints(GAMES[name], document))) for seed, document in spoilt_boards(name)
    ]
    sound = [(seed, document) for seed, document, wrong in found if not wrong]
    assert 0 < len(sound) < len(found)
    for seed, document in sound[:6]:
        assert not play_lawfully(name, document, seats=2 + seed % 3, seed=seed, every=60).live.agenda


def spoilt_boards(name):
    return [(seed, spoilt(name, seed)) for seed in range(80)]

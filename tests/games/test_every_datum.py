"""Every datum of every board can be another one, and is played on: no number of a board is in code.

`python tests/support/games/editions.py GAME` plays them all. Here each stands for one in so many, always the
same ones.
"""

import pytest

from games.catalogue import GAMES
from support.games.editions import data_of, play_lawfully, variants_of

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

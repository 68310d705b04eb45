"""Two thousand forgeries of each game: every one gets a verdict, and none costs more than it may.

A million of them, with the clock beside: ./grubenbuch bench forgeries
"""

import pytest

from support.forgeries.forge import tally

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
CHUNK = 350


@pytest.mark.parametrize("chunk", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_forgery_is_refused_in_words_or_can_be_played_on(name, chunk):
    found = tally(name, range(chunk * CHUNK, (chunk + 1) * CHUNK))

    assert found.laws[None] > CHUNK / 100, "hardly anything gets past the laws, so hardly anything is tried"
    assert len(found.laws) > 5, "always the same is wrong"

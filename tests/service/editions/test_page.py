"""docs/editions.md lists every datum that does not come from the rulebook, and none that does."""

import pytest

from games.catalogue import GAMES
from service.editions.files import look_over, read_draft
from support.docs.reconstructed import PAGE, counted, reconstructed, rows_of


@pytest.mark.parametrize("game", GAMES)
def test_every_reconstructed_datum_stands_in_the_list(game):
    count, missing = counted(game)
    assert missing == []
    assert sum(count.values()) == len(reconstructed(game))


@pytest.mark.parametrize("game", GAMES)
def test_each_row_stands_for_as_many_data_as_it_says(game):
    count, _ = counted(game)
    assert {row.path: row.count for row in rows_of(game)} == {row.path: count[row] for row in rows_of(game)}
    assert all(row.count for row in rows_of(game))


def test_the_file_on_the_page_is_right():
    shown = PAGE.read_text("utf-8").partition("```yaml\n")[2].partition("```")[0]
    assert list(look_over(read_draft(shown))) == []

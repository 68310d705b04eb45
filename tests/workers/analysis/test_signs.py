"""Signs that make the difference: they add up to what the outlook says, and people have words for all."""

import pytest

from games.catalogue import GAMES
from games.kernel.words import LANGUAGES
from service.queries.analysis import ANALYSIS_WORDS, name_sign
from support.desk import books
from support.games.positions import golden_position
from workers.analysis.decisions import list_decisions
from workers.analysis.signs import lead_by_sign, signs_by_seat, tell_signs
from workers.bots.outlook import foresee_points
from workers.bots.pace import NO_HURRY
from workers.bots.playout import lead_of
from workers.bots.second_looks import SecondLooks

PARTS = (0.1, 0.5, 0.9)


@pytest.mark.parametrize("name", books.GAME_NAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_signs_add_up_to_what_is_foreseen(name, seats):
    for part in PARTS:
        table = golden_position(name, seats, part)
        summed = [sum(points for _, points in signs.values()) for signs in signs_by_seat(GAMES[name], table)]
        assert summed == pytest.approx(foresee_points(GAMES[name], table))
        lead = sum(points for _, points in lead_by_sign(GAMES[name], table, 0).values())
        assert lead == pytest.approx(lead_of(GAMES[name], table, 0))


@pytest.mark.parametrize("name", books.GAME_NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sign_has_a_name_for_people(name, lang):
    game = GAMES[name]
    signs = {
        sign
        for seats in game.seats
        for part in PARTS
        for by_sign in signs_by_seat(game, golden_position(name, seats, part))
        for sign in by_sign
    }
    assert signs
    worded = ANALYSIS_WORDS.sections[name]
    assert [sign for sign in sorted(signs) if sign not in worded and not game.words.knows(sign)] == []
    assert all(name_sign(name, game.words, sign, lang) for sign in signs)


def test_what_speaks_for_one_option_speaks_against_the_other():
    decision = next(list_decisions(books.begin_book("schichtwechsel")))
    one, other = decision.legal[:2]
    pro = tell_signs(decision.game, decision.before, one, other, 1, SecondLooks(NO_HURRY))
    contra = tell_signs(decision.game, decision.before, other, one, 1, SecondLooks(NO_HURRY))
    assert [(each.sign, -each.points) for each in pro] == [(each.sign, each.points) for each in contra]

"""What the bots and the readers of long histories rely on, in lines of Python: the same on every machine."""

import msgspec

from games.kernel import Play
from support.forgeries.meter import count_lines
from support.games.luck import Seeded
from support.games.ruhrschifffahrt_given import EDITION, GAME

FOLDING = 100_000  # lines for a match of 900 events: a few milliseconds
PLAYOUT = 500_000  # lines for one of four, decided from its beginning to its end: a sixtieth of a second


def playout(seed, seats=4):
    luck = Seeded(seed)
    play = Play(GAME.rules, GAME.blank(seats, EDITION, GAME.options()), luck)
    play.first(*GAME.opening)
    play.run()
    while play.legal:
        play.answer(luck.pick(play.legal))
    return play


def test_a_whole_match_is_folded_in_a_hundred_thousand_lines():
    book = msgspec.json.encode(playout(1).events)
    kind = list[GAME.event_type]

    def fold():
        table = GAME.blank(4, EDITION, GAME.options())
        for event in msgspec.json.decode(book, type=kind):
            event.apply(table)

    fold()  # what is worked out once is no cost of a match
    assert count_lines(fold, FOLDING) > 0


def test_a_random_playout_of_four_takes_half_a_million_lines_at_most():
    playout(2)
    assert count_lines(lambda: playout(2), PLAYOUT) > 0

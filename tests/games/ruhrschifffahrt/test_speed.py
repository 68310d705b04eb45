"""What the bots and the readers of long histories rely on, in CPU time on one core."""

from time import process_time

import msgspec

from games.kernel import Play
from support.games.luck import Seeded
from support.games.ruhrschifffahrt_given import EDITION, GAME


def playout(seed, seats=4):
    luck = Seeded(seed)
    play = Play(GAME.rules, GAME.blank(seats, EDITION, GAME.options()), luck)
    play.first(*GAME.opening)
    play.run()
    while play.legal:
        play.answer(luck.pick(play.legal))
    return play


def best(times, task):
    """The quickest of so many runs: others may use the machine too."""
    spent = []
    for _ in range(times):
        began = process_time()
        task()
        spent.append(process_time() - began)
    return min(spent)


def test_a_whole_match_is_decoded_and_folded_in_less_than_20_ms():
    book = msgspec.json.encode(playout(1).events)
    kind = list[GAME.event_type]

    def fold():
        table = GAME.blank(4, EDITION, GAME.options())
        for event in msgspec.json.decode(book, type=kind):
            event.apply(table)

    assert best(5, fold) < 0.020


def test_a_random_playout_of_four_takes_less_than_a_sixtieth_of_a_second():
    assert best(5, lambda: playout(2)) < 1 / 60

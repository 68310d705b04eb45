"""Every reason for which a game bars an option: it occurs, and it has words in both languages."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib import import_module

import pytest

from games.catalogue import GAMES
from games.kernel import Barred, Play, Reason
from games.kernel.words import LANGUAGES
from games.ruhrschifffahrt.agenda import ChooseOption, Purchase
from games.ruhrschifffahrt.commands import BuildWarehouse, PassRound
from games.schichtwechsel.agenda import (
    AdvanceDiscs,
    CloseTurn,
    EnterPlant,
    PickSite,
    PickTile,
    PlaceHeadframe,
    StowCubes,
    WalkOn,
)
from games.schichtwechsel.commands import DropCube, MoveHeadframe
from support.games import ruhrschifffahrt_given as ruhr
from support.games import schichtwechsel_given as shift
from support.games import schiefer_given as slate
from support.games.luck import Seeded

RANDOM_GAMES = 16
DECISIONS = 600


def reasons_of(game):
    return {
        name: value
        for name, value in vars(import_module(f"games.{game}.reasons")).items()
        if isinstance(value, Reason)
    }


EVERY = [(game, name) for game in GAMES for name in reasons_of(game)]


@cache
def refusals_in_random_games(name):
    """(question, command) -> the reasons that nobody has to look for; None where there was none."""
    game, met = GAMES[name], defaultdict(set)
    known, others = defaultdict(dict), Seeded(0)  # commands by type, as they were offered
    for seed in range(RANDOM_GAMES):
        seats = game.seats[seed % len(game.seats)]
        edition = list(game.editions)[seed % len(game.editions)]
        luck = Seeded(seed)
        play = Play(game.rules, game.blank(seats, edition, game.options()), luck)
        play.first(*game.opening)
        play.run()
        for _ in range(DECISIONS):
            if not play.agenda:
                break
            question = play.agenda[0]
            for kind, reason in refused_at(game, play.game, question, known, others):
                met[type(question), kind].add(reason)
            play.answer(luck.pick(play.legal))
    return met


def met_in_random_games(name):
    return set().union(*refusals_in_random_games(name).values())


def refused_at(game, table, question, known, luck):
    """What is barred; and of each type that the question takes, one command that was an option before."""
    for barred in game.rules.all_barred(table, question):
        yield type(barred.command), barred.reason
    for offer in game.rules.offers(table, question):
        command = offer.command if isinstance(offer, Barred) else offer
        known[type(command)][command] = None
    for kind in game.rules.answers[type(question)]:
        if known[kind]:
            command = luck.pick(list(known[kind]))
            if command not in game.rules.answers_to(table, question):
                yield kind, game.rules.reason_against(table, question, command)


def barred_at(game, table, question):
    return {barred.reason for barred in game.rules.all_barred(table, question)}


def buying_locks_in_round_one():
    game = ruhr.table(2, in_round=1)
    ruhr.player(game, 0, tiles=["lock", "inn"], thalers=9)
    return game, Purchase(0)


def no_coin_left():
    game = shift.table()
    shift.player(game, spoil=6)
    game.supply["coin"] = 0
    return game, CloseTurn(0)


def no_marker_at_hand():
    players = [slate.player(supply=0, money=9), slate.player()]
    game = slate.at_work(
        6, executing_marker_may_pay=False, boxes={"buy_marker_3": [slate.BLUE]}, players=players
    )
    return game, game.agenda[0]


def only_a_coin_would_help():
    game = shift.table()
    shift.player(game, white=0, token=False, coins=0, spoil=6)
    return game, shift.turn(game).question


def passing_with_a_delivery_at_hand():
    return ruhr.table(2, in_round=5), ChooseOption(0), PassRound()


def building_where_the_tile_does_not():
    game = ruhr.table(2, in_round=5)
    ruhr.player(game, 0, tiles=["essen_warehouse"], thalers=9)
    return game, Purchase(0), BuildWarehouse("essen_warehouse", "c_witten")


def pit_filled_by_others(seats):
    game = shift.table(seats)
    game.sites["pit_miner"] = [seat for seat in (1, 2, 3) if seat < seats][: seats - 1]
    return game, PickSite(0, "bar1")


def two_houses_at_the_working_speed():
    game = shift.table()
    game.sites["working_speed"] = [0, 0]
    return game, PickSite(0, "bar1")


def miners_in_the_way():
    game = shift.table(2)
    shift.player(game, miner=3)
    shift.player(game, seat=1, miner=4)
    return game, WalkOn(0, use_space=True)


def headframe_of_another():
    game = shift.table()
    shift.player(game, headframes=1, raised=1, discs={"canal": 9}, stock=0)
    game.bonus["big_miner"] = 1
    return game, PlaceHeadframe(0, "big", second=False)


def third_coke_of_the_plant():
    game = shift.table()
    game.plant.update(g1=0, g2=0)
    return game, EnterPlant(0, 1)


def steps_that_are_lost():
    game = shift.table()
    shift.player(game, discs={"road": 12, "rail": 1})
    return game, AdvanceDiscs(0, ("road", "rail"), cross=False, optional=False, must=False)


def dropping_what_finds_room():
    game = shift.table()
    game.hand = {"coal": 1, "spoil": 0, "blue": 0}
    return game, StowCubes(0), DropCube("coal")


def moving_a_headframe_that_is_not_there():
    game = shift.table()
    shift.player(game, headframes=1, raised=1)
    question = PlaceHeadframe(0, "big", second=False)
    return game, question, MoveHeadframe("small_point", "big_miner")


def tiles_out_of_play():
    return shift.table(2), PickTile(0)


# What random games hardly ever come to.
POSITIONS = {
    ("ruhrschifffahrt", "A_DELIVERY_IS_POSSIBLE"): passing_with_a_delivery_at_hand,
    ("ruhrschifffahrt", "SITE_OF_ANOTHER_TILE"): building_where_the_tile_does_not,
    ("ruhrschifffahrt", "LOCKS_NOT_YET"): buying_locks_in_round_one,
    ("schichtwechsel", "NO_COIN_LEFT"): no_coin_left,
    ("schichtwechsel", "SITE_IS_FULL"): lambda: pit_filled_by_others(4),
    ("schichtwechsel", "REST_IS_FOR_FOUR"): lambda: pit_filled_by_others(3),
    ("schichtwechsel", "REST_IS_FOR_MORE_THAN_TWO"): lambda: pit_filled_by_others(2),
    ("schichtwechsel", "SPEED_IS_FULL"): two_houses_at_the_working_speed,
    ("schichtwechsel", "NOT_IN_THIS_GAME"): tiles_out_of_play,
    ("schichtwechsel", "SPACE_IS_HELD"): miners_in_the_way,
    ("schichtwechsel", "SPACE_IS_COVERED"): miners_in_the_way,
    ("schichtwechsel", "TOO_FAR_TO_WALK"): miners_in_the_way,
    ("schichtwechsel", "BONUS_IS_TAKEN"): headframe_of_another,
    ("schichtwechsel", "BONUS_IS_USELESS"): headframe_of_another,
    ("schichtwechsel", "BIG_BONUS_COMES_FIRST"): headframe_of_another,
    ("schichtwechsel", "OWN_SPACE_COMES_FIRST"): third_coke_of_the_plant,
    ("schichtwechsel", "BEYOND_TARGET"): steps_that_are_lost,
    ("schichtwechsel", "PLACES_FIRST"): dropping_what_finds_room,
    ("schichtwechsel", "WRONG_HEADFRAME"): moving_a_headframe_that_is_not_there,
    ("schichtwechsel", "BARRIER_AHEAD"): steps_that_are_lost,
    ("schichtwechsel", "NO_CARD_AFTERWARDS"): only_a_coin_would_help,
    ("schiefer", "TOO_FEW_MARKERS_TO_DEVELOP"): no_marker_at_hand,
}


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_every_reason_occurs(game, name):
    reason = reasons_of(game)[name]
    if (game, name) in POSITIONS:
        table, question, *refused = POSITIONS[game, name]()
        rules = GAMES[game].rules
        objected = {rules.reason_against(table, question, command) for command in refused}
        assert reason in barred_at(GAMES[game], table, question) | objected
    else:
        assert reason in met_in_random_games(game)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_was_an_option_once_is_refused_with_a_reason(game):
    assert None not in met_in_random_games(game)


ALWAYS_OPEN = {  # (question, command) that nothing bars while the question is open, and why not
    ("BuyOrSitOut", "SitOut"): "whoever has no marker may always sit out (SF-R4)",
    ("CloseTurn", "EndTurn"): "a turn may always end",
    ("Execute", "LetLapse"): "an action may always lapse",
    ("ChooseGain", "TakeGain"): "both, Thaler and points, can always be taken",
    ("ChooseLevy", "PayLevy"): "both can always be paid, by debts or short of the price (RS-R24)",
    ("ChooseTransport", "TransportDie"): "asked only where dice of both colours lie on arrow spaces",
    ("Purchase", "FinishPurchases"): "purchases may always end",
    ("TakeOrLeave", "Accept"): "asked only where it can be taken",
    ("TakeOrLeave", "Decline"): "asked only where it may be left",
    ("SellPair", "SellCoke"): "asked only where there is a pair to sell",
    ("SellPair", "Decline"): "nobody has to sell",
}
PAIRS = [
    (game.name, question, command)
    for game in GAMES.values()
    for question, commands in game.rules.answers.items()
    for command in commands
]


def names_of_pair(pair):
    return "-".join(part if isinstance(part, str) else part.__name__ for part in pair)


@pytest.mark.parametrize(("game", "question", "command"), PAIRS, ids=map(names_of_pair, PAIRS))
def test_each_question_says_why_it_refuses_a_command_that_it_takes(game, question, command):
    reasons = refusals_in_random_games(game).get((question, command), set())

    if (question.__name__, command.__name__) in ALWAYS_OPEN:
        assert reasons == set()
    else:
        assert reasons - {None} or (question, command) in refused_in_positions(game)


def refused_in_positions(game):
    found = set()
    for (of, _), position in POSITIONS.items():
        if of == game:
            table, question, *refused = position()
            rules = GAMES[game].rules
            found |= {(type(question), type(command)) for command in refused}
            found |= {(type(question), type(it.command)) for it in rules.all_barred(table, question)}
    return found


def test_no_line_tells_of_a_pair_that_is_not_there():
    assert ALWAYS_OPEN.keys() <= {(question.__name__, command.__name__) for _, question, command in PAIRS}


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_every_reason_has_words(game, name):
    code = reasons_of(game)[name].code
    said = {GAMES[game].words.text("reasons", code, lang) for lang in LANGUAGES}

    assert len(said) == len(LANGUAGES)

"""Matches from which something is learned. Any process can play them: each brings along all that it needs."""

from typing import Any, NamedTuple

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.score import totals
from measuring.learning.corrections import Looked
from measuring.learning.weights import Played, Tried
from workers.bots import evaluation, policies
from workers.bots.levels import better_half
from workers.bots.policies import (
    Corrections,
    corrected_policy,
    estimate_corrected_values,
    estimate_values,
    name_answer,
)
from workers.bots.rollouts import SEEDS, SimulatedLuck, roll_out, roll_out_lead
from workers.bots.search import search_command
from workers.bots.time_control import NO_SUSPENSION, Budget

SLIPS = (0, 6, 12)  # answers of a hundred left to the better half, match by match
LOOKED_AT = 20  # positions of a hundred at which every answer is rolled out
LOOKS = 8  # rollouts of each
TRIED_AT = 8  # positions of a hundred at which some answers are tried to the end of the match
BEST, OTHERS = 2, 3  # answers that are tried: those that look best, and some of the rest
LUCKS = 5  # under which each is tried


class Judgement(NamedTuple):
    """What was learned of a game."""

    weights: dict[int, Any]  # by the number of seats, and so the corrections
    corrections: dict[int, Corrections]

    def take_up(self, game):
        """For all that is thought from now on."""
        evaluation.WEIGHTS = {game: self.weights}
        policies.CORRECTIONS = {game: self.corrections}


class Match(NamedTuple):
    game: str
    edition: str
    seats: int
    seed: int
    playouts: int
    judgement: Judgement
    ways: tuple[str, ...] = ()  # of learning from it
    rival: Judgement | None = None  # in a duel, that of the other seats
    seat: int = 0  # in a duel, whose the judgement is

    def begin(self, luck):
        game = GAMES[self.game]
        play = Play(game.rules, game.blank(self.seats, self.edition, game.options()), luck)
        play.first(*game.opening)
        play.run()
        return play

    def think(self, play, luck):
        budget = Budget(rollouts=self.playouts)
        return search_command(GAMES[self.game], play.game, play.legal, luck, budget, NO_SUSPENSION)


class Found(NamedTuple):
    """What a match has shown."""

    played: Played
    looked: list[Looked]
    tried: list[Tried]


def play_match(match):
    game, luck, thinking = GAMES[match.game], SimulatedLuck(match.seed), SimulatedLuck(match.seed + 10**9)
    play, rounds, looked, tried = match.begin(luck), [], [], []
    match.judgement.take_up(match.game)
    while play.legal:
        table, legal, before = play.game, play.legal, play.game.round
        if len(legal) > 1:
            if "corrections" in match.ways and thinking.below(100) < LOOKED_AT:
                looked.append(look(game, table, legal, thinking.below(SEEDS)))
            if "answers" in match.ways and thinking.below(100) < TRIED_AT:
                tried += try_answers(game, table, legal, thinking)
        slips = thinking.below(100) < SLIPS[match.seed % len(SLIPS)]
        play.answer(thinking.pick(better_half(game, table, legal)) if slips else match.think(play, thinking))
        if play.legal and table.round > before:
            rounds.append(
                (evaluation.extract_features(game, table), evaluation.FEATURES[game.name].left(table))
            )
    return Found(Played(rounds, totals(game.score(play.game), match.seats)), looked, tried)


def look(game, table, legal, first):
    asked, seeds = type(table.agenda[0]), range(first, first + LOOKS)
    return Looked(
        answers=[name_answer(asked, command) for command in legal],
        values=estimate_values(game, table, legal),
        leads=[sum(roll_out_lead(game, table, command, seed) for seed in seeds) / LOOKS for command in legal],
        left=evaluation.FEATURES[game.name].left(table),
    )


def try_answers(game, table, legal, luck):
    """A list of one position, or of none: where the match is over with the round, features say nothing."""
    first, outcomes = luck.below(SEEDS), []
    for command in some_answers(game, table, legal, luck):
        for seed in range(first, first + LUCKS):
            after = roll_out(game, table, command, seed)
            if after.agenda:
                features, left = (
                    evaluation.extract_features(game, after),
                    evaluation.FEATURES[game.name].left(after),
                )
                outcomes.append((features, left, play_to_end(game, after, SimulatedLuck(seed))))
    return [Tried(outcomes)] if outcomes else []


def some_answers(game, table, legal, luck):
    values = estimate_corrected_values(game, table, legal)
    rest = sorted(range(len(legal)), key=lambda number: -values[number])
    chosen, rest = rest[:BEST], rest[BEST:]
    chosen += [rest.pop(luck.below(len(rest))) for _ in range(min(OTHERS, len(rest)))]
    return [legal[number] for number in chosen]


def play_to_end(game, table, luck):
    """The points, when all answer by the corrected policy."""
    play = Play(game.rules, table, luck)
    play.run()
    while play.legal:
        play.answer(corrected_policy(game, table, play.legal, luck))
    return totals(game.score(table), len(game.places(table)))


def duel(match):
    """Whether the seat wins that has the judgement, and its lead; all think about everything."""
    game, luck, thinking = GAMES[match.game], SimulatedLuck(match.seed), SimulatedLuck(match.seed + 10**9)
    play, seat, turn = match.begin(luck), match.seat, None
    while play.legal:
        asked = play.game.agenda[0].seat
        if asked != turn:
            (match.judgement if asked == seat else match.rival).take_up(match.game)
        turn = asked
        play.answer(match.think(play, thinking))
    places, points = game.places(play.game), totals(game.score(play.game), match.seats)
    own = points.pop(seat)
    return (places[seat] == 1) / places.count(1), own - max(points)

"""From a command to events: answer the open question, then run until the next choice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, Generic, Self, TypeVar

from games.kernel.chance import Chance
from games.kernel.copying import clone
from games.kernel.language import (
    Barred,
    Command,
    Event,
    Item,
    Offer,
    Question,
    Standing,
    Unlisted,
    Waiting,
)
from games.kernel.refusals import FaultyRules, GameIsOver, NotOffered, NotYourTurn
from games.kernel.rulebook import Rulebook, choices_among

MOST_ANSWERS: Final = 10_000  # that follow from one, each the only one: more than any match has
MOST_STEPS: Final = 1_000  # from one answer to the next

G = TypeVar("G", bound=Waiting)


class Play(Generic[G]):
    """One batch of events in the making, on a table that is ours to change."""

    def __init__(
        self, rules: Rulebook[G, Self], game: G, chance: Chance, longest: int = MOST_ANSWERS
    ) -> None:
        """`longest`: how many answers a match of the game may have."""
        self.longest = longest
        self.rules = rules
        self.game = game
        self.chance = chance
        self.events: list[Event] = []
        self.agenda: list[Item] = list(game.agenda)
        self._offers: Iterator[Offer] = iter(())  # at the question at which `run` stopped
        self._legal: list[Command] | None = []

    @property
    def legal(self) -> list[Command]:
        """Every answer to the question at which `run` stopped; none when the game is over."""
        if self._legal is None:
            self._legal = choices_among(self._offers)
        return self._legal

    def happens(self, *events: Event) -> None:
        """Applies the events to the table and records them."""
        for event in events:
            event.apply(self.game)
            self.events.append(event)

    def first(self, *items: Item) -> None:
        """Before anything else, in this order."""
        self.agenda[:0] = items

    def answer(self, command: Command) -> None:
        """Carries out an option of the open question and goes on to the next question."""
        self._carry_out(command)
        self.run()

    def run(self: Self) -> None:
        """Takes steps, and gives answers where there is only one, until a player has a choice.

        Raises FaultyRules where they lead round in a circle.
        """
        self._offers = iter(())
        agenda, rules = self.agenda, self.rules
        answers = steps = 0
        while agenda:
            item = agenda[0]
            if (take_step := rules.steps.get(type(item))) is not None:
                if (steps := steps + 1) > MOST_STEPS:
                    raise FaultyRules(f"{item} comes after {MOST_STEPS} steps, and nobody is asked")
                del agenda[0]
                take_step(self, item)
                continue
            seen: list[Offer] = []
            offers = rules.every_offer(self.game, item)
            if (only := find_only_answer(item, offers, seen)) is None:
                self._offers = chain(seen, offers)
                break
            if (answers := answers + 1) > self.longest:
                raise FaultyRules(f"{item} comes after {self.longest} answers, each the only one")
            steps = 0
            self._carry_out(only)
        self._legal = None
        self.happens(rules.asked(tuple(agenda)))

    def _carry_out(self: Self, command: Command) -> None:
        question = self.agenda.pop(0)
        self.rules.answers[type(question)][type(command)](self, question, command)


def find_only_answer(item: Item, offers: Iterator[Offer], seen: list[Offer]) -> Command | None:
    """None where a choice is left. Two answers are enough to know: no more, and none barred, are `seen`."""
    only: Command | None = None
    for offer in offers:
        answer = offer.offer if type(offer) is Unlisted else offer
        if type(answer) is Barred:
            continue
        seen.append(offer)
        if only is not None:
            return None
        only = answer
    if isinstance(item, Standing):
        return None
    if only is None:
        raise FaultyRules(f"{item} has no answer")
    return only


def open_question(game: Waiting) -> Item | None:
    """What the game waits for; None when it is over."""
    return game.agenda[0] if game.agenda else None


def check(rules: Rulebook[G, Any], game: G, seat: int | None, command: Command) -> None:
    """Legal means among the options offered; a question is answered by its seat alone."""
    question = open_question(game)
    if question is None:
        raise GameIsOver(None, command)
    if isinstance(question, Question) and question.seat != seat:
        raise NotYourTurn(question, command)
    if command in rules.answers_to(game, question):
        return
    wanted = command.as_offered()
    if wanted is not command and wanted in rules.answers_to(game, question):
        return
    raise NotOffered(question, command, rules.reason_against(game, question, wanted))


def decide(
    rules: Rulebook[G, Any], game: G, seat: int | None, command: Command, chance: Chance
) -> list[Event]:
    """What follows from a command, as events; the table handed in stays as it is."""
    check(rules, game, seat, command)
    play = Play(rules, clone(game), chance)
    play.answer(command)
    return play.events


def evolve(game: Waiting, event: Event) -> None:
    """Folds one event into the table: no dice, no rulebook."""
    event.apply(game)

"""The rules of one game, collected: which options a question has, what an answer and a step do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from games.kernel.language import (
    Asked,
    Barred,
    Command,
    Item,
    Offer,
    Question,
    Reason,
    Standing,
    Step,
    Unlisted,
    Waiting,
)

if TYPE_CHECKING:
    from games.kernel.play import Play

G = TypeVar("G", bound=Waiting)
Q = TypeVar("Q", bound=Question | Standing)
C = TypeVar("C", bound=Command)
S = TypeVar("S", bound=Step)

OptionsOf = Callable[[G, Q], Iterable[Offer]]
P_contra = TypeVar("P_contra", bound="Play[Any]", contravariant=True)

AnswerTo = Callable[[P_contra, Q, C], None]
StepOf = Callable[[P_contra, S], None]
ObjectionTo = Callable[[G, Q, C], Reason | None]


class Rulebook(Generic[G, P_contra]):
    """Legal means "among the options": there is no second description of what is allowed.

    Answers and steps are handed the play that they need: of a match more than of a game.
    """

    def __init__(self, asked: type[Asked]) -> None:
        self.asked: Callable[[tuple[Item, ...]], Asked] = asked
        self.option_functions: dict[type[Item], list[Callable[[G, Any], Iterable[Offer]]]] = {}
        self.answers: dict[type[Item], dict[type[Command], Callable[[P_contra, Any, Any], None]]] = {}
        self.steps: dict[type[Item], Callable[[P_contra, Any], None]] = {}
        self.objections: dict[type[Item], dict[type[Command], Callable[[G, Any, Any], Reason | None]]] = {}

    def options(self, question: type[Q]) -> Callable[[OptionsOf[G, Q]], OptionsOf[G, Q]]:
        """Several functions may add options to one question."""

        def register(function: OptionsOf[G, Q]) -> OptionsOf[G, Q]:
            self.option_functions.setdefault(question, []).append(function)
            return function

        return register

    def answer(
        self, question: type[Q], command: type[C]
    ) -> Callable[[AnswerTo[P_contra, Q, C]], AnswerTo[P_contra, Q, C]]:
        def register(function: AnswerTo[P_contra, Q, C]) -> AnswerTo[P_contra, Q, C]:
            answers = self.answers.setdefault(question, {})
            if command in answers:
                raise TypeError(f"{question.__name__} already has an answer for {command.__name__}")
            answers[command] = function
            return function

        return register

    def step(self, item: type[S]) -> Callable[[StepOf[P_contra, S]], StepOf[P_contra, S]]:
        def register(function: StepOf[P_contra, S]) -> StepOf[P_contra, S]:
            if item in self.steps:
                raise TypeError(f"{item.__name__} is already described")
            self.steps[item] = function
            return function

        return register

    def objection(
        self, question: type[Q], command: type[C]
    ) -> Callable[[ObjectionTo[G, Q, C]], ObjectionTo[G, Q, C]]:
        """Why a command that no option function speaks of is none; asked only once it is refused."""

        def register(function: ObjectionTo[G, Q, C]) -> ObjectionTo[G, Q, C]:
            objections = self.objections.setdefault(question, {})
            if command in objections:
                raise TypeError(f"{question.__name__} already has an objection to {command.__name__}")
            objections[command] = function
            return function

        return register

    def every_offer(self, game: G, question: Item) -> Iterator[Offer]:
        """All that the rules speak of, one by one, for callers that need not see them all."""
        functions = self.option_functions[type(question)]
        return chain.from_iterable([function(game, question) for function in functions])

    def offers(self, game: G, question: Item) -> Iterator[Command | Barred]:
        """Everything worth showing for a question, the barred options among it."""
        for offer in self.every_offer(game, question):
            if type(offer) is not Unlisted:
                yield offer

    def legal(self, game: G, question: Item) -> list[Command]:
        """What may be chosen now; of options that come to the same only one."""
        return choices_among(self.every_offer(game, question))

    def barred(self, game: G, question: Item) -> list[Barred]:
        return [offer for offer in self.offers(game, question) if type(offer) is Barred]

    def all_barred(self, game: G, question: Item) -> list[Barred]:
        """Whatever has a reason against it, shown or not."""
        judged = map(listed_or_not, self.every_offer(game, question))
        return [offer for offer in judged if type(offer) is Barred]

    def answers_to(self, game: G, question: Item) -> Iterator[Command]:
        """Every answer that is taken, one by one, for callers that need not see them all."""
        return answers_among(self.every_offer(game, question))

    def reason_against(self, game: G, question: Item, command: Command) -> Reason | None:
        """Why a command is barred, if that can be said."""
        barred = (offer for offer in self.all_barred(game, question) if offer.command == command)
        known = next((offer.reason for offer in barred), None)
        objection = self.objections.get(type(question), {}).get(type(command))
        return known if known or objection is None else objection(game, question, command)


# Asked of every option there is, so by exact type: `isinstance` goes through the metaclass of structs,
# which takes several times as long.


def listed_or_not(offer: Offer) -> Command | Barred:
    return offer.offer if type(offer) is Unlisted else offer


def answers_among(offers: Iterable[Offer]) -> Iterator[Command]:
    """What is taken, shown or not."""
    for offer in offers:
        judged = listed_or_not(offer)
        if type(judged) is not Barred:
            yield judged


def choices_among(offers: Iterable[Offer]) -> list[Command]:
    """What is shown to choose from."""
    return [offer for offer in offers if type(offer) is not Barred and type(offer) is not Unlisted]

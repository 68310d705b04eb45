"""What labels and prompts name beyond the fields of command and question: prices, and what still fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Command, Item, Question
from games.schichtwechsel.agenda import (
    AdvanceDiscs,
    LiftWagons,
    LoadCokeWagons,
    PayCard,
    PickBenefit,
    PumpWater,
    RefineCoal,
    ShareOutCubes,
    TakeOrLeave,
)
from games.schichtwechsel.board import Use
from games.schichtwechsel.commands import (
    Accept,
    AdvanceDisc,
    Choose,
    CopyCard,
    LowerWater,
    MoveHeadframe,
    MoveMiner,
    Pay,
    UseCard,
)
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.lookup import bonuses_of, name_use
from games.schichtwechsel.prospects import (
    coke_to_be_loaded,
    levels_above_lowest,
    shortfalls,
    steps_before_target,
    wagons_to_be_lifted,
    wagons_to_be_refined,
)
from games.schichtwechsel.rules.performing import changes
from games.schichtwechsel.state import Schichtwechsel

Facts = dict[str, object]


def wording(game: Schichtwechsel, command: Command | Item) -> Facts:
    facts = FACTS.get(type(command))
    return facts(game, command) if facts else {}


def asked_seat(game: Schichtwechsel) -> int | None:
    question = game.agenda[0] if game.agenda else None
    return question.seat if isinstance(question, Question) else None


def effect_facts(game: Schichtwechsel, effects: Effects) -> Facts:
    """Where less would happen than printed, a sentence of its own says so; where nothing, the reason does."""
    seat = asked_seat(game)
    if seat is None or not changes(game, seat, effects):
        return {}
    short = shortfalls(game, seat, effects)
    return {"case": "less", "less": short} if short else {}


def find_use(game: Schichtwechsel, command: UseCard | CopyCard) -> Use | None:
    card = game.cards().get(command.card)
    return next((use for use in card.uses if use.size == command.size), None) if card else None


def card_to_use(game: Schichtwechsel, command: UseCard) -> Facts:
    use = find_use(game, command)
    counts = {"white": use.cost.white, "own_token": use.cost.player, "coin": use.cost.coin} if use else {}
    cost = {kind: count for kind, count in counts.items() if count}
    return card_to_copy(game, command) | {"cost": cost}


def card_to_copy(game: Schichtwechsel, command: UseCard | CopyCard) -> Facts:
    use = find_use(game, command)
    name = {"use": name_use(command.card, command.size)}
    return name | effect_facts(game, use.effects if use else ())


def card_to_pay(game: Schichtwechsel, question: PayCard) -> Facts:
    return {"use": name_use(question.card, question.size)}


def payment(game: Schichtwechsel, command: Pay) -> Facts:
    counts = {"white": command.white, "own_token": command.own, "coin": command.coins}
    return {"payment": {kind: count for kind, count in counts.items() if count}}


def gain(game: Schichtwechsel, command: Accept) -> Facts:
    question = game.agenda[0] if game.agenda else None
    taken = question.effect.__struct_config__.tag if isinstance(question, TakeOrLeave) else ""
    return {"gain": taken}


def benefit(game: Schichtwechsel, command: Choose) -> Facts:
    question = game.agenda[0] if game.agenda else None
    if not isinstance(question, PickBenefit):
        return {}
    chosen = (each.effects for each in question.benefits if each.id == command.benefit)
    return effect_facts(game, next(chosen, ()))


def shift_space(game: Schichtwechsel, command: MoveMiner) -> Facts:
    spaces = game.board.shift.spaces
    return {"name": spaces[command.space - 1].id if 0 < command.space <= len(spaces) else ""}


def route_space(game: Schichtwechsel, command: AdvanceDisc) -> Facts:
    seat = asked_seat(game)
    return {"space": 0 if seat is None else game.players[seat].discs[command.route] + 1}


def bonus(game: Schichtwechsel, command: MoveHeadframe) -> Facts:
    space = bonuses_of(game.edition).get(command.space)
    return effect_facts(game, space.effects if space else ())


def levels(game: Schichtwechsel, command: LowerWater) -> Facts:
    return {} if command.levels else {"case": "none"}


def most_to_lift(game: Schichtwechsel, question: LiftWagons) -> Facts:
    return {"left": min(question.left, wagons_to_be_lifted(game, question.seat))}


def most_to_refine(game: Schichtwechsel, question: RefineCoal) -> Facts:
    return {"left": min(question.left, wagons_to_be_refined(game, question.seat, question.emptied))}


def most_to_load(game: Schichtwechsel, question: LoadCokeWagons) -> Facts:
    return {"left": min(question.left, coke_to_be_loaded(game, question.seat))}


def most_to_pump(game: Schichtwechsel, question: PumpWater) -> Facts:
    return {"most": min(question.most, levels_above_lowest(game, question.seat))}


def steps_to_go(game: Schichtwechsel, question: AdvanceDiscs) -> Facts:
    return {"steps": steps_before_target(game, question.seat, question.steps, cross=question.cross)}


def cubes_to_share(game: Schichtwechsel, question: ShareOutCubes) -> Facts:
    return {"cubes": Counter(question.cubes)}


FACTS: Final = MappingProxyType[type[Command | Item], Callable[[Schichtwechsel, Any], Facts]](
    {
        UseCard: card_to_use,
        CopyCard: card_to_copy,
        Pay: payment,
        Accept: gain,
        Choose: benefit,
        MoveMiner: shift_space,
        AdvanceDisc: route_space,
        MoveHeadframe: bonus,
        LowerWater: levels,
        PayCard: card_to_pay,
        LiftWagons: most_to_lift,
        RefineCoal: most_to_refine,
        LoadCokeWagons: most_to_load,
        PumpWater: most_to_pump,
        AdvanceDiscs: steps_to_go,
        ShareOutCubes: cubes_to_share,
    }
)

"""Headframes: from the personal card into play, and onto the bonus spaces."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import offer
from games.kernel.language import Barred, Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import Perform, PlaceHeadframe
from games.schichtwechsel.commands import Decline, MoveHeadframe
from games.schichtwechsel.events import HeadframeMoved, HeadframeRaised
from games.schichtwechsel.lookup import areas_of
from games.schichtwechsel.quantities import Area
from games.schichtwechsel.reasons import BIG_BONUS_COMES_FIRST, BONUS_IS_TAKEN, BONUS_IS_USELESS
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.performing import changes, effect, perform_all, something_changed
from games.schichtwechsel.state import HEADFRAME_AREA, Schichtwechsel

BOTH_AREAS: tuple[Area, ...] = ("big", "small")
OTHER_AREA: dict[Area, Area] = {"big": "small", "small": "big"}


def has_a_headframe_on_the_card(game: Schichtwechsel, seat: int, raising: printed.RaiseHeadframe) -> bool:
    return game.players[seat].headframes > 0


@effect(printed.RaiseHeadframe, able=has_a_headframe_on_the_card)
def raise_headframe(play: Play, item: Perform, raising: printed.RaiseHeadframe) -> None:
    """SW-119: a gain for the first one, another for the second."""
    if play.game.players[item.seat].headframes:
        gain = play.game.board.headframe_in_play.effects[play.game.headframes_in_play(item.seat)]
        play.happens(HeadframeRaised(item.seat))
        play.first(*perform_all(item.seat, gain))


def sources(game: Schichtwechsel, seat: int, area: Area, *, any_of_two: bool) -> list[str]:
    """SW-126, SW-129, SW-R64: the one standing in the area has to move; else one from elsewhere."""
    standing = game.headframe_in(seat, area)
    if standing:
        return [standing]
    waiting = [HEADFRAME_AREA] if game.players[seat].raised else []
    beside = game.headframe_in(seat, OTHER_AREA[area])
    return waiting + ([beside] if beside and (any_of_two or not waiting) else [])


def headframe_moves(game: Schichtwechsel, seat: int, area: Area) -> Iterator[MoveHeadframe]:
    """SW-127, SW-R33, SW-R36: onto free spaces whose bonus would change something now."""
    for target in BOTH_AREAS if area == "any" else (area,):
        places = sources(game, seat, target, any_of_two=area == "any")
        for space in areas_of(game.edition)[target]:
            if places and space not in game.bonus and changes(game, seat, game.bonus_space(space).effects):
                for source in places:
                    yield MoveHeadframe(source, space)


def some_headframe_can_move(game: Schichtwechsel, seat: int, use: printed.UseHeadframe) -> bool:
    """SW-125, SW-R64"""
    return any(True for _ in headframe_moves(game, seat, use.area))


@effect(printed.UseHeadframe, able=some_headframe_can_move)
def use_headframe(play: Play, item: Perform, use: printed.UseHeadframe) -> None:
    """SW-128: the second headframe follows when the first bonus is settled."""
    if use.second:
        play.first(PlaceHeadframe(item.seat, use.second, second=True))
    play.first(PlaceHeadframe(item.seat, use.area, second=False))


@options(PlaceHeadframe)
def bonus_spaces(game: Schichtwechsel, question: PlaceHeadframe) -> Iterator[Offer]:
    """SW-R34: a second part needs a second headframe in play."""
    seat = question.seat
    if not question.second or game.headframes_in_play(seat) > 1:
        yield from headframe_moves(game, seat, question.area)
        yield from barred_moves(game, seat, question.area)
    yield offer(Decline(), None if question.second else BIG_BONUS_COMES_FIRST)


def barred_moves(game: Schichtwechsel, seat: int, area: Area) -> Iterator[Barred]:
    """SW-127, SW-R33, SW-R36"""
    for target in BOTH_AREAS if area == "any" else (area,):
        for source in sources(game, seat, target, any_of_two=area == "any"):
            for space in areas_of(game.edition)[target]:
                if space in game.bonus:
                    yield Barred(MoveHeadframe(source, space), BONUS_IS_TAKEN)
                elif not changes(game, seat, game.bonus_space(space).effects):
                    yield Barred(MoveHeadframe(source, space), BONUS_IS_USELESS)


@answer(PlaceHeadframe, MoveHeadframe)
def move_headframe(play: Play, question: PlaceHeadframe, command: MoveHeadframe) -> None:
    """SW-132: moving on gains again."""
    something_changed(play)
    play.happens(HeadframeMoved(question.seat, command.source, command.space))
    play.first(*perform_all(question.seat, play.game.bonus_space(command.space).effects))


@answer(PlaceHeadframe, Decline)
def move_no_second(play: Play, question: PlaceHeadframe, command: Decline) -> None:
    """Nothing happens."""

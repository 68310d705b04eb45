"""The pit water: it rises and falls, and has an effect at both ends of its scale."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.language import Barred, Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import Perform, PumpWater
from games.schichtwechsel.commands import LowerWater
from games.schichtwechsel.events import PointsScored, WaterFell, WaterRose
from games.schichtwechsel.reasons import MUST_CHANGE_SOMETHING
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.gains import gain_tools
from games.schichtwechsel.rules.performing import effect, never, something_changed
from games.schichtwechsel.state import Schichtwechsel

PIT_WATER = "pit_water"


def raise_water(play: Play, seat: int, levels: int) -> None:
    """SW-29, SW-R44: level by level, the top in between."""
    scale = play.game.board.pit_water
    for _ in range(levels):
        play.happens(WaterRose(seat, play.game.players[seat].water + 1))
        if play.game.players[seat].water == scale.top:
            gain_tools(play, seat, scale.tools_at_top)
            play.happens(WaterFell(seat, scale.top - scale.fall_from_top))


def lower_water(play: Play, seat: int, levels: int) -> None:
    """SW-30, SW-117, SW-R43: a point for reaching the lowest level, none for staying there."""
    scale, here = play.game.board.pit_water, play.game.players[seat].water
    level = max(scale.lowest, here - levels)
    if level == here:
        return
    play.happens(WaterFell(seat, level))
    if level == scale.lowest:
        play.happens(PointsScored(seat, scale.points_at_lowest, PIT_WATER))


@effect(printed.RaiseWater, able=never)
def let_water_rise(play: Play, item: Perform, water: printed.RaiseWater) -> None:
    raise_water(play, item.seat, water.by)


def water_can_fall(game: Schichtwechsel, seat: int, water: printed.LowerWater) -> bool:
    """SW-R62"""
    return game.players[seat].water > game.board.pit_water.lowest


@effect(printed.LowerWater, able=water_can_fall)
def let_water_fall(play: Play, item: Perform, water: printed.LowerWater) -> None:
    if not water.optional:
        lower_water(play, item.seat, water.by)
    elif water_can_fall(play.game, item.seat, water):
        play.first(PumpWater(item.seat, water.by, least=int(item.must)))


@options(PumpWater)
def levels_to_lower(game: Schichtwechsel, question: PumpWater) -> Iterator[Offer]:
    """SW-96, SW-116, SW-R26: or less than the card allows."""
    depth = game.players[question.seat].water - game.board.pit_water.lowest
    for levels in range(question.least, min(question.most, depth) + 1):
        yield LowerWater(levels)
    for levels in range(question.least):
        yield Barred(LowerWater(levels), MUST_CHANGE_SOMETHING)


@answer(PumpWater, LowerWater)
def pump(play: Play, question: PumpWater, command: LowerWater) -> None:
    if command.levels:
        something_changed(play)
        lower_water(play, question.seat, command.levels)

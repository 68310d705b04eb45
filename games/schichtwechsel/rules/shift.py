"""The miner's shift: how far a miner walks, and what the space gives where it stops."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Reason
from games.kernel.language import Barred, Offer, Unlisted
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import Perform, WalkOn
from games.schichtwechsel.commands import MoveMiner
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.events import ExitReached, MinerMoved
from games.schichtwechsel.reasons import SPACE_IS_COVERED, SPACE_IS_HELD, TOO_FAR_TO_WALK
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.performing import always, effect, perform_all, something_changed
from games.schichtwechsel.state import WORKING_SPEED, Schichtwechsel


@effect(printed.MoveMiner, able=always)
def move_miner(play: Play, item: Perform, move: printed.MoveMiner) -> None:
    """SW-111; SW-149: a miner at the exit is rewarded instead, whatever the movement."""
    if play.game.players[item.seat].miner == play.game.exit_space():
        something_changed(play)
        play.first(*perform_all(item.seat, play.game.board.shift.already_at_exit))
    else:
        play.first(WalkOn(item.seat, move.use_space))


def range_of(game: Schichtwechsel, seat: int) -> int:
    """SW-111: one space, and one more for each own house at the working speed."""
    shift = game.board.shift
    return shift.range + shift.range_per_house * game.houses(seat, WORKING_SPEED)


def spaces_within_reach(game: Schichtwechsel, seat: int) -> list[int]:
    """SW-16, SW-112, SW-R37, SW-R38: spaces that are covered or held by others are no steps."""
    seats, target, left = len(game.players), game.exit_space(), range_of(game, seat)
    held = {player.miner for player in game.players}
    within: list[int] = []
    for space in range(game.players[seat].miner + 1, target + 1):
        usable = space == target or (
            space not in held and seats in game.board.shift.spaces[space - 1].players
        )
        if usable:
            within.append(space)
        if len(within) == left:
            break
    return within


@options(WalkOn)
def spaces_to_stop_at(game: Schichtwechsel, question: WalkOn) -> Iterator[Offer]:
    """SW-R65: at least one usable space."""
    within = spaces_within_reach(game, question.seat)
    for space in within:
        yield MoveMiner(space)
    for space in range(game.players[question.seat].miner + 1, game.exit_space() + 1):
        if space not in within:
            barred = Barred(MoveMiner(space), stop_barred(game, space))
            yield barred if space < within[-1] else Unlisted(barred)


def stop_barred(game: Schichtwechsel, space: int) -> Reason:
    """SW-16, SW-111, SW-112: of a space where the miner cannot stop."""
    if len(game.players) not in game.board.shift.spaces[space - 1].players:
        return SPACE_IS_COVERED
    held = space != game.exit_space() and any(player.miner == space for player in game.players)
    return SPACE_IS_HELD if held else TOO_FAR_TO_WALK


@answer(WalkOn, MoveMiner)
def walk(play: Play, question: WalkOn, command: MoveMiner) -> None:
    """SW-113: only the space where the movement ends is used."""
    something_changed(play)
    seat, shift = question.seat, play.game.board.shift
    space = shift.spaces[command.space - 1]
    play.happens(MinerMoved(seat, command.space, space.id))
    if command.space == len(shift.spaces):
        play.happens(ExitReached(seat))
    used = space.effects if question.use_space else kept_without_use(play.game, space.effects)
    play.first(*perform_all(seat, used))


def kept_without_use(game: Schichtwechsel, effects: Effects) -> Effects:
    """SW-R66: tools are discarded even where the space is not used."""
    kept = game.board.shift.kept_without_use
    return tuple(each for each in effects if each.__struct_config__.tag in kept)

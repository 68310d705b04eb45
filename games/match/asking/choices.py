"""What somebody may do to a match now: the options of what it waits for, as `decide` would take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from games.kernel import Barred, Command, offer
from games.match.actor import Actor
from games.match.commands import SeatBot, Undo
from games.match.past import Past
from games.match.permits import is_permitted
from games.match.quantities import HIGHEST_LEVEL, LOWEST_LEVEL
from games.match.reasons import NOTHING_TO_UNDO
from games.match.rulebook import RULES, Offers, object_to
from games.match.state import Bot, Match, MindName


def list_choices(match: Match, actor: Actor, past: Past, ways: Iterable[int]) -> Offers:
    """Whatever this actor may ask of the match; barred, with the reason, what is not open now.

    `ways`: versions to go back to, the nearest first.
    """
    if not match.agenda:
        return
    for offered in RULES.offers(match, match.agenda[0]):
        command = offered.command if isinstance(offered, Barred) else offered
        if not is_permitted(match, actor, command):
            continue
        if isinstance(offered, Barred):
            yield offered
        elif isinstance(command, Undo):
            yield from list_ways_back(match, actor, past, ways)
        else:
            for choice in spell_out(command):
                yield offer(choice, object_to(match, actor, past, choice))


def list_ways_back(match: Match, actor: Actor, past: Past, ways: Iterable[int]) -> Offers:
    """Up to the first that is barred: what bars it bars all that lead further back."""
    found: Command | Barred = Barred(Undo(), NOTHING_TO_UNDO)
    for to in ways:
        found = offer(Undo(to), object_to(match, actor, past, Undo(to)))
        if isinstance(found, Barred):
            break
        yield found
    if isinstance(found, Barred):
        yield found


def kinds_of_bots() -> Iterator[Bot]:
    for mind in get_args(MindName):
        levels = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1) if mind == "level" else (None,)
        yield from (Bot(mind, level=level) for level in levels)


def spell_out(command: Command) -> Iterator[Command]:
    """An option that leaves a choice to whoever takes it up, once for each choice."""
    if isinstance(command, SeatBot):
        for bot in kinds_of_bots():
            yield SeatBot(command.seat, bot)
    else:
        yield command

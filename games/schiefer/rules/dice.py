"""What can be done with the dice as they lie. It is the same in every match, so it is listed once for all."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from games.kernel import Barred, Command, Reason, Unlisted, offer
from games.kernel.language import Offer
from games.schiefer.commands import ChangeDie, MarkActions, Reroll, SetDie
from games.schiefer.quantities import Dice
from games.schiefer.reasons import TOO_FEW_MARKERS_TO_MARK

Offers = tuple[Offer, ...]
list_once = lru_cache(maxsize=2_000)  # three dice lie in 216 ways, and two reasons speak against setting one


@list_once
def markings_of(faces: Dice, markers: int) -> Offers:
    """SF-7, SF-10: any part of the faces, lowest first, as far as the markers go."""
    return tuple(
        offer(MarkActions(part), TOO_FEW_MARKERS_TO_MARK if count > markers else None)
        for count in range(len(faces) + 1)
        for part in sorted(set(combinations(faces, count)))
    )


@list_once
def rerolls_of(dice: Dice, barred: Reason | None) -> Offers:
    """SF-8"""
    return tuple(shown_once(dice, die, offer(Reroll(die), barred)) for die in range(1, len(dice) + 1))


@list_once
def settings_of(dice: Dice, faces: int, barred: Reason | None) -> Offers:
    """SF-9: a face other than the one shown."""
    return tuple(
        shown_once(dice, die, offer(SetDie(die, face), barred))
        for die, shown in enumerate(dice, 1)
        for face in range(1, faces + 1)
        if face != shown
    )


@list_once
def changes_of(dice: Dice, faces: int, pips: int, barred: Reason | None) -> Offers:
    """SF-R6: so many pips up or down, the highest and 1 adjoin."""
    return tuple(
        shown_once(dice, die, offer(ChangeDie(die, face), barred))
        for die, shown in enumerate(dice, 1)
        for face in faces_beside(shown, faces, pips)
    )


def faces_beside(shown: int, faces: int, pips: int) -> list[int]:
    """Up, then down; halfway round the die both are the same."""
    around = ((shown - 1 + pips) % faces + 1, (shown - 1 - pips) % faces + 1)
    return [face for face in dict.fromkeys(around) if face != shown]


def shown_once(dice: Dice, die: int, offered: Command | Barred) -> Offer:
    """Dice with equal faces are alike: what can be done with each of them is worth showing with the first."""
    return Unlisted(offered) if dice[die - 1] in dice[: die - 1] else offered

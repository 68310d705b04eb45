"""What the things of Schiefer cost and bring a seat that answers at a glance, in victory points."""

from __future__ import annotations

from typing import Final, NamedTuple


class Prices(NamedTuple):
    """Found by playing: `./grubenbuch bench tune schiefer` (docs/bots.md)."""

    money: float  # a coin is a third of a point at the end, and useful before
    money_with_box: float
    money_early: float  # more, for a coin at the beginning
    marker_2: float  # one more marker, with up to two at hand
    marker_3: float
    marker_5: float
    marker_8: float
    marker_many: float
    marker_decay: float  # how early a marker loses its worth as the mines run out
    marker_floor: float
    mine: float
    mine_early: float
    income: float  # of what a mine will earn, as things are
    dilution: float  # of what the others lose by one more mine in the valley
    entrance: float  # of the worth of the markers
    new_valley: float
    new_valley_with_box: float
    half_with_box: float
    alone_with_box: float
    sale: float  # for a sale as such
    others_gain: float  # what the others gain counts against a sale
    development: float  # for a box as such
    buy_marker_3: float
    buy_marker_4: float
    change_die: float
    better_sale: float
    money_points_now: float  # by coin
    money_points_early: float
    different_valleys_now: float
    different_valleys_early: float
    half_now: float
    half_early: float
    alone_now: float
    alone_early: float
    unknown_box: float  # of another edition: nobody has tried what it is worth
    reroll: float  # besides its price
    set_die: float
    pending: float  # a pending marker that pays costs the action it stands for
    pending_action: float


OF_TWO: Final = Prices(
    money=0.37,
    money_with_box=0.51,
    money_early=-0.05,
    marker_2=2.96,
    marker_3=1.70,
    marker_5=1.20,
    marker_8=0.68,
    marker_many=0.29,
    marker_decay=2.41,
    marker_floor=0.22,
    mine=2.20,
    mine_early=0.08,
    income=1.03,
    dilution=0.00,
    entrance=0.94,
    new_valley=0.40,
    new_valley_with_box=0.93,
    half_with_box=1.90,
    alone_with_box=2.97,
    sale=-0.31,
    others_gain=0.54,
    development=-0.75,
    buy_marker_3=2.05,
    buy_marker_4=1.35,
    change_die=5.87,
    better_sale=1.94,
    money_points_now=0.17,
    money_points_early=26.0,
    different_valleys_now=1.08,
    different_valleys_early=0.57,
    half_now=2.04,
    half_early=2.25,
    alone_now=3.24,
    alone_early=0.04,
    unknown_box=1.55,
    reroll=0.15,
    set_die=0.65,
    pending=0.98,
    pending_action=1.01,
)
OF_MORE: Final = Prices(
    money=0.38,
    money_with_box=0.52,
    money_early=-0.01,
    marker_2=2.75,
    marker_3=1.59,
    marker_5=0.98,
    marker_8=0.62,
    marker_many=0.29,
    marker_decay=2.27,
    marker_floor=0.20,
    mine=2.20,
    mine_early=0.05,
    income=1.01,
    dilution=-0.01,
    entrance=0.99,
    new_valley=0.40,
    new_valley_with_box=0.98,
    half_with_box=1.96,
    alone_with_box=3.01,
    sale=-0.17,
    others_gain=0.50,
    development=-0.42,
    buy_marker_3=2.07,
    buy_marker_4=1.47,
    change_die=3.93,
    better_sale=1.87,
    money_points_now=0.16,
    money_points_early=23.5,
    different_valleys_now=0.98,
    different_valleys_early=1.02,
    half_now=1.98,
    half_early=2.21,
    alone_now=3.10,
    alone_early=0.03,
    unknown_box=1.53,
    reroll=0.09,
    set_die=0.31,
    pending=0.98,
    pending_action=1.02,
)

PRICES: Final[dict[int, Prices]] = {2: OF_TWO, 3: OF_MORE, 4: OF_MORE}  # by the number of seats

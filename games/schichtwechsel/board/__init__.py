"""What is printed on boards, cards and tiles, decoded from board.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec

from games.kernel.editions.registry import Editions
from games.kernel.quantities import Edition, doc
from games.schichtwechsel.board.cards import (
    ActionCards,
    Card,
    Cost,
    PersonalCard,
    RoundCard,
    RoundCards,
    SpoilTrades,
    Tile,
    Tiles,
    Trade,
    Use,
)
from games.schichtwechsel.board.pieces import Bag, Colours, Length, Players, Rounds, SetUp, Supplies
from games.schichtwechsel.board.pit import (
    ActionTokens,
    Bar,
    CoalWagon,
    CokeSale,
    CokingPlant,
    CubesInTheWay,
    GreySpace,
    HeadframeInPlay,
    Pit,
    PitWater,
    SpoilTip,
    Wagon,
)
from games.schichtwechsel.board.printed import Target
from games.schichtwechsel.board.ways import (
    Barriers,
    BonusSpace,
    FinalScores,
    HeadframeBonuses,
    Routes,
    Shift,
    ShiftSpace,
    Site,
    Sites,
    Track,
)


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed, as an edition has it."""

    edition: Edition
    players: Annotated[Players, doc("For how many players the game is.")]
    length: Annotated[Length, doc("How long a match takes.")]
    rounds: Annotated[Rounds, doc("How many rounds there are.")]
    supplies: Annotated[Supplies, doc("What belongs to nobody.")]
    colours: Annotated[Colours, doc("The colours of the players.")]
    bag: Annotated[Bag, doc("The bag of step I.")]
    setup: Annotated[SetUp, doc("What everybody starts with.")]
    pit: Annotated[Pit, doc("The wagons of a pit board.")]
    cubes: Annotated[CubesInTheWay, doc("What cubes cost that fit nowhere or are blue.")]
    spoil_tip: Annotated[SpoilTip, doc("The tip.")]
    pit_water: Annotated[PitWater, doc("The scale of the pit water.")]
    action_tokens: Annotated[ActionTokens, doc("White tokens of step IV.")]
    coke_sale: Annotated[CokeSale, doc("Selling pairs of coke.")]
    bar: Annotated[Bar, doc("The bar on which the houses stand.")]
    coking_plant: Annotated[CokingPlant, doc("The Central Coking Plant.")]
    headframe_in_play: Annotated[HeadframeInPlay, doc("What headframes give that leave the personal card.")]
    personal_card: Annotated[PersonalCard, doc("The personal card.")]
    action_cards: Annotated[ActionCards, doc("The common cards.")]
    barriers: Annotated[Barriers, doc("What crossing barriers gives.")]
    routes: Annotated[Routes, doc("The routes.")]
    shift: Annotated[Shift, doc("The miner's shift.")]
    headframe_bonuses: Annotated[HeadframeBonuses, doc("The bonus spaces.")]
    spoil_trades: Annotated[SpoilTrades, doc("The free trades.")]
    sites: Annotated[Sites, doc("Building pits, and the working speed.")]
    tiles: Annotated[Tiles, doc("The selection tiles.")]
    round_cards: Annotated[RoundCards, doc("The round cards.")]
    final_scoring: Annotated[FinalScores, doc("The final scoring.")]


BOARDS: Final = Editions("schichtwechsel", Board, Path(__file__).parents[1] / "board.yaml")

__all__ = [
    "BOARDS",
    "Board",
    "BonusSpace",
    "Card",
    "CoalWagon",
    "Cost",
    "GreySpace",
    "RoundCard",
    "ShiftSpace",
    "Site",
    "Target",
    "Tile",
    "Track",
    "Trade",
    "Use",
    "Wagon",
]

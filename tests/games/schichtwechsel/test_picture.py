"""What lies on the table of Schichtwechsel is seen in its picture."""

from collections import Counter

import msgspec
import pytest

from games.schichtwechsel import layout
from games.schichtwechsel.board import BOARDS
from games.schichtwechsel.picture.claims import heights_of_levels
from support.games import drawings, golden

PATHS = golden.histories("schichtwechsel")[::5]


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def positions(request):
    return list(drawings.drawn_positions(golden.load(request.param), 0.15, 0.5, 0.8, 1))


def of_every_seat(table, value):
    return +Counter({seat: value(player) for seat, player in enumerate(table.players)})


def test_discs_and_miners_stand_where_they_are(positions):
    for table, picture in positions:
        discs = Counter({seat: sum(player.discs.values()) for seat, player in enumerate(table.players)})
        assert +drawings.pieces(picture, "disc") == +discs  # each disc counts its space
        assert drawings.pieces(picture, "miner") == of_every_seat(table, lambda player: player.miner)


def test_coke_in_the_plant_is_drawn(positions):
    for table, picture in positions:
        there = Counter(table.plant.values()) + of_every_seat(table, lambda player: player.own_space)
        assert drawings.pieces(picture, "coke") == there


def test_headframes_stand_on_cards_in_the_tower_and_on_bonuses(positions):
    for table, picture in positions:
        there = Counter(table.bonus.values())
        there += of_every_seat(table, lambda player: player.headframes + player.raised)
        assert drawings.pieces(picture, "headframe") == there


def test_houses_stand_on_sites_and_on_the_bar(positions):
    for table, picture in positions:
        there = Counter(seat for houses in table.sites.values() for seat in houses)
        there += of_every_seat(table, lambda player: len(player.bar))
        assert drawings.pieces(picture, "house") == there


def test_payments_hang_on_their_cards(positions):
    for table, picture in positions:
        there = Counter(
            payment.seat
            for card, laid in table.laid.items()
            if card != "personal"
            for payment in laid[-4:]  # of more a number tells
        )
        assert drawings.pieces(picture, "payment") == there


def test_stocks_are_numbers(positions):
    for table, picture in positions:
        assert drawings.count_of(picture, "bag") == sum(table.bag.values())
        assert drawings.count_of(picture, "hand") == sum(table.hand.values())
        for seat, player in enumerate(table.players):
            for name in ("coins", "white", "tools", "stock"):
                assert drawings.count_of(picture, f"seat-{seat}:{name}") == getattr(player, name)
            assert drawings.count_of(picture, f"seat-{seat}:token") == player.token


def test_the_section_of_every_seat_shows_what_lies_there(positions):
    for table, picture in positions:
        for seat, player in enumerate(table.players):
            part = drawings.part(picture, f"seat:{seat}")
            shown = {name: drawings.count_of(part, name) for name in ("tip", "coal", "coke", "water", "sale")}
            assert shown == {
                "tip": player.spoil,
                "coal": player.coal,
                "coke": player.coke,
                "water": player.water,
                "sale": player.pairs,
            }
            for wagon, load in player.wagons.items():
                assert drawings.count_of(part, wagon) == load.coal + load.spoil


def test_who_has_passed_and_who_holds_the_marker_is_seen(positions):
    for table, picture in positions:
        assert drawings.pieces(picture, "passed") == of_every_seat(table, lambda player: player.passed)
        assert drawings.pieces(picture, "first_player") == Counter([table.marker])


def test_a_card_without_a_place_lies_among_the_spare_things():
    board = next(iter(BOARDS.values()))
    cards = board.action_cards
    extra = msgspec.structs.replace(cards.list[0], id="wagon_huge")
    custom = msgspec.structs.replace(
        board, action_cards=msgspec.structs.replace(cards, list=(*cards.list, extra))
    )
    assert layout.LAYOUT.unplaced(custom) == ["wagon_huge"]
    assert layout.LAYOUT.card(custom, "wagon_huge")[:2] == layout.LAYOUT.spare.spot(0)
    assert layout.LAYOUT.sheet(custom)[3] > layout.LAYOUT.sheet(board)[3]


@pytest.mark.parametrize("top", [8, 13])
def test_a_longer_scale_of_pit_water_is_squeezed_into_the_same_height(top):
    drawn, longer = heights_of_levels(7), heights_of_levels(top)
    assert (longer[0], longer[top]) == (drawn[0], drawn[7])
    assert len(set(longer)) == top + 1
    assert longer == sorted(longer, reverse=True)

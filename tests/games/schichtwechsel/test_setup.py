"""Set-up, for two, three and four players."""

from collections import Counter

import pytest

from games.schichtwechsel.agenda import EnterPlant, PickCopy, PickSite, PickTile, WalkOn
from games.schichtwechsel.commands import CopyCard, MoveMiner, PlaceCoke, PlaceHouse, TakeTile, UseCard
from games.schichtwechsel.events import FirstPlayerDrawn, RoundBegan, RoundCardRevealed
from games.schichtwechsel.laws.pieces import pieces_on
from games.schichtwechsel.lookup import cards_for, grey_spaces_for, house_places, sites_of, tiles_for
from games.schichtwechsel.rules.shift import spaces_within_reach
from games.schichtwechsel.setup import OPENING, blank_table
from games.schichtwechsel.state import SchichtwechselOptions
from support.games.luck import Seeded
from support.games.schichtwechsel_given import BOARD, EDITION, GAME, Scene, asks, player, plays, table, turn

SEATS = (2, 3, 4)
PIECES = {"coal": 40, "spoil": 36, "coin": 12, "tool": 50, "white": 20, "blue": 1}


def opened(seats, seed=0):
    return Scene(blank_table(seats, EDITION, SchichtwechselOptions()), *OPENING, luck=Seeded(seed))


@pytest.mark.rule("SW-1")
def test_two_to_four_play_five_rounds():
    assert GAME.seats == SEATS
    assert BOARD.rounds.count == 5


@pytest.mark.rule("SW-4", "SW-5")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_gets_the_same_pieces(seats):
    for it in table(seats).players:
        assert (it.coins, it.tools, it.token, it.stock) == (1, 6, True, 11)
        assert (it.headframes, len(it.bar), it.white) == (2, 5, 0)
        assert list(it.wagons) == ["u1", "u2", "u3", "u4", "u5"]
    assert len({it.colour for it in table(seats).players}) == seats


@pytest.mark.rule("SW-6", "SW-7")
def test_headframes_cover_the_card_and_houses_the_bar():
    it = table().players[0]
    assert (it.headframes, it.raised) == (2, 0)
    assert it.bar == ("bar1", "bar2", "bar3", "bar4", "bar5")


@pytest.mark.rule("SW-8", "SW-R39")
def test_discs_miners_and_water_stand_at_their_start():
    game = table()
    for it in game.players:
        assert it.discs == {"road": 0, "rail": 0, "canal": 0}
        assert (it.miner, it.water) == (1, 3)
    assert BOARD.shift.spaces[0].id == "gate_entrance"


@pytest.mark.rule("SW-9")
@pytest.mark.parametrize(("seats", "coal", "spoil"), [(2, 8, 2), (3, 12, 3), (4, 16, 4)])
def test_the_bag_holds_four_coal_and_one_spoil_a_player_and_nothing_blue(seats, coal, spoil):
    game = table(seats)
    assert game.bag == {"coal": coal, "spoil": spoil, "blue": 0}
    assert pieces_on(game) == PIECES


@pytest.mark.rule("SW-10")
def test_a_round_card_is_drawn_when_it_is_revealed_and_never_twice():
    for seed in range(40):
        revealed = [event.number for event in opened(2, seed).facts if isinstance(event, RoundCardRevealed)]
        assert len(revealed) == 1
    first = Counter(
        event.number
        for seed in range(200)
        for event in opened(2, seed).facts
        if isinstance(event, RoundCardRevealed)
    )
    assert sorted(first) == [1, 2, 3, 4, 5, 6]
    assert table(3).order(1) == [1, 2, 0], "clockwise is ascending"


@pytest.mark.rule("SW-11", "SW-R71")
def test_the_first_player_is_drawn_and_begins():
    drawn = set()
    for seed in range(40):
        begun = opened(4, seed).facts
        holder = next(event.seat for event in begun if isinstance(event, FirstPlayerDrawn))
        assert RoundBegan(1, holder) in begun
        drawn.add(holder)
    assert drawn == {0, 1, 2, 3}


@pytest.mark.rule("SW-2", "SW-3", "SW-12", "SW-13")
@pytest.mark.parametrize(
    ("seats", "common", "gone"),
    [
        (4, 21, {"pit_water_2_3"}),
        (
            3,
            17,
            {
                "loading_medium",
                "route_medium_b",
                "miner_medium_b",
                "pit_water_white",
                "pit_water_player",
            },
        ),
        (
            2,
            15,
            {
                "wagon_medium",
                "coking_medium",
                "loading_medium",
                "route_medium_b",
                "miner_medium_b",
                "pit_water_white",
                "pit_water_player",
            },
        ),
    ],
)
def test_only_the_cards_for_the_number_of_players_lie_there(seats, common, gone):
    printed = {card.id for card in BOARD.action_cards.list}
    lying = set(cards_for(EDITION, seats))
    assert "personal" in lying
    lying.remove("personal")
    assert len(printed) == 22
    assert len(lying) == common
    assert printed - lying == gone


@pytest.mark.rule("SW-12", "SW-13")
@pytest.mark.parametrize(("seats", "gone"), [(4, set()), (3, {"hauler"}), (2, {"hauler", "hewer"})])
def test_only_the_tiles_for_the_number_of_players_are_offered(seats, gone):
    assert {tile.id for tile in BOARD.tiles.list} - set(tiles_for(EDITION, seats)) == gone
    scene = asks(table(seats), PickTile(0))
    assert {command.tile for command in scene.legal} == set(tiles_for(EDITION, seats))
    assert all(TakeTile(tile) not in scene.legal for tile in gone)


@pytest.mark.rule("SW-171")
def test_a_card_that_was_removed_is_neither_used_nor_copied():
    game = table(3)
    player(game, white=3, coins=3, water=6, wagons={"u1": (1, 0)})
    offered = [command for command in turn(game).legal if isinstance(command, UseCard)]
    assert UseCard("wagon_medium", "medium") in offered
    assert {command.card for command in offered} <= set(cards_for(EDITION, 3))
    small = asks(game, PickCopy(0, ("small",), must=False)).legal
    assert CopyCard("pit_water_white", "small") not in small
    assert CopyCard("pit_water_2_3", "small") in small


@pytest.mark.rule("SW-14", "SW-15", "SW-R49")
@pytest.mark.parametrize(
    ("seats", "places", "reason"),
    [
        (2, 1, ("rest_is_for_more_players", "SW-15")),
        (3, 2, ("rest_is_for_more_players", "SW-14")),
        (4, 3, ("site_is_full", "SW-107")),
    ],
)
def test_a_single_space_pit_takes_as_many_houses_as_the_number_of_players_allows(seats, places, reason):
    right = [site.id for site in BOARD.sites.list if site.area == "right"]
    assert right == ["pit_miner", "pit_spoil", "pit_vp4", "pit_tools"]
    for site in sites_of(EDITION):
        assert house_places(EDITION, seats, site) == (places if site in right else None)
    game = table(seats)
    game.sites["pit_vp4"] = list(range(1, places))
    assert PlaceHouse("pit_vp4") in asks(game, PickSite(0, "bar1")).legal
    game.sites["pit_vp4"] = [1] * places  # whoever holds them: no space is left
    scene = asks(game, PickSite(0, "bar1"))
    assert scene.reasons[PlaceHouse("pit_vp4")] == reason


@pytest.mark.rule("SW-16", "SW-R38")
@pytest.mark.parametrize(
    ("seats", "here", "reach"),
    [(4, 4, [5, 6]), (3, 4, [6, 7]), (2, 4, [6, 7]), (4, 8, [9, 10]), (3, 8, [9, 10]), (2, 8, [10, 11])],
)
def test_miners_skip_covered_spaces_without_counting_them(seats, here, reach):
    game = table(seats)
    player(game, miner=here)
    game.sites["working_speed"] = [0]
    assert asks(game, WalkOn(0, use_space=False)).legal == [MoveMiner(space) for space in reach]


@pytest.mark.rule("SW-16")
@pytest.mark.parametrize(("seats", "covered"), [(4, set()), (3, {5}), (2, {5, 9})])
def test_no_other_space_of_the_shift_is_covered(seats, covered):
    reached = set()
    for space in range(1, 14):
        game = table(seats)
        player(game, miner=space)
        reached |= set(spaces_within_reach(game, 0))
    assert reached == set(range(2, 15)) - covered


@pytest.mark.rule("SW-17")
@pytest.mark.parametrize(
    ("seats", "grey"),
    [(2, ["g1", "g4", "g5"]), (3, ["g1", "g2", "g4", "g5"]), (4, ["g1", "g2", "g3", "g4", "g5"])],
)
def test_plain_grey_spaces_are_covered(seats, grey):
    assert list(grey_spaces_for(EDITION, seats)) == grey
    scene = asks(table(seats), EnterPlant(0, coal=0))
    assert scene.legal == [PlaceCoke(space) for space in ("own", *grey)]


@pytest.mark.rule("SW-18", "SW-R28")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_single_pit_water_card_is_used_once_in_one_of_its_two_ways(seats):
    game = table(seats)
    player(game, 0, white=2, water=6)
    player(game, 1, white=2)
    both = {UseCard("pit_water_2_3", "small"), UseCard("pit_water_2_3", "large")}
    assert both <= set(turn(game).legal)
    scene = plays(game, "pit_water_2_3", "small")
    assert [command.levels for command in scene.legal] == [1, 2, 3]
    scene.answer(scene.legal[-1])
    refused = turn(game, seat=1).reasons
    assert {refused[command] for command in both} == {("already_used", "SW-90")}


@pytest.mark.rule("SW-18", "SW-116")
def test_the_large_way_of_the_single_pit_water_card_gives_points():
    game = table(2)
    player(game, water=6)
    scene = plays(game, "pit_water_2_3", "large")
    assert [command.levels for command in scene.legal] == [0, 1, 2, 3, 4]
    scene.answer(scene.legal[-1])
    assert (game.players[0].water, game.players[0].points) == (2, {"played": 2})

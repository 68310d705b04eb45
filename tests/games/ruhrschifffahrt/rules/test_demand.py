"""6.2, phase 2: water and demand."""

import pytest

from games.ruhrschifffahrt.agenda import ChooseOption, DrawDemand, Purchase
from games.ruhrschifffahrt.commands import BuildLock, TakeOption
from games.ruhrschifffahrt.events.coal import DepotCoalChanged
from games.ruhrschifffahrt.events.history import DemandPlaced, LocksForced, MarkerDrawn, PilotClosed
from support.games.ruhrschifffahrt_given import BOARD, Scene, player, table

PLACES = {marker.id: place for place, marker in enumerate(BOARD.demand_markers.list)}


def drawn(marker, *, seats=2, in_round=2, **changes):
    """This marker comes out of the bag."""
    return Scene(table(seats, in_round=in_round, **changes), DrawDemand(), luck=[PLACES[marker]])


@pytest.mark.rule("RS-45", "RS-R58")
def test_a_marker_is_drawn_from_the_bag_and_leaves_the_game():
    scene = drawn("m05")
    assert scene.happened(MarkerDrawn) == [MarkerDrawn("m05")]
    assert scene.game.bag == 5
    assert scene.game.seen == ["m05"]
    assert "m05" not in scene.game.unseen


@pytest.mark.rule("RS-45", "RS-46")
@pytest.mark.parametrize("in_round", range(1, 12))
def test_a_marker_is_drawn_in_every_round_but_the_last(in_round):
    assert drawn("m05", in_round=in_round).happened(MarkerDrawn) == [MarkerDrawn("m05")]


@pytest.mark.rule("RS-46", "RS-33")
def test_no_marker_is_drawn_in_the_last_round():
    scene = Scene(table(2, in_round=12, bag=1), DrawDemand())
    assert scene.happened(MarkerDrawn, LocksForced) == []


@pytest.mark.rule("RS-47", "RS-148")
@pytest.mark.parametrize(
    ("marker", "spaces"),
    [
        ("m01", ("i_herbede", "i_stiepel", "i_dahlhausen")),
        ("m02", ("i_horst", "i_steele", "i_rellinghausen")),
        ("m03", ("i_deilbach", "i_werden", "i_kettwig")),
        ("m04", ("i_mintard", "i_saarn", "i_speldorf")),
    ],
)
def test_arms_lay_a_thaler_on_every_industry_of_the_territory(marker, spaces):
    scene = drawn(marker)
    assert scene.happened(DemandPlaced) == [DemandPlaced(spaces)]
    assert scene.game.demand == dict.fromkeys(spaces, 1)


@pytest.mark.rule("RS-48", "RS-148")
@pytest.mark.parametrize(
    ("marker", "spaces"),
    [
        ("m05", ("i_stiepel", "i_rellinghausen", "i_werden", "i_speldorf")),
        ("m06", ("i_stiepel", "i_rellinghausen", "i_werden", "i_speldorf")),
        ("m07", ("i_herbede", "i_horst", "i_deilbach", "i_mintard")),
        ("m08", ("i_herbede", "i_horst", "i_deilbach", "i_mintard")),
        ("m09", ("i_dahlhausen", "i_steele", "i_kettwig", "i_saarn")),
        ("m10", ("i_dahlhausen", "i_steele", "i_kettwig", "i_saarn")),
    ],
)
def test_a_kind_lays_a_thaler_on_every_industry_of_the_kind(marker, spaces):
    assert drawn(marker).happened(DemandPlaced) == [DemandPlaced(spaces)]


@pytest.mark.rule("RS-49", "RS-148")
@pytest.mark.parametrize(
    ("marker", "cities"),
    [
        ("m11", ("c_steele", "c_werden", "c_kettwig")),
        ("m12", ("c_witten", "c_blankenstein", "c_hattingen")),
        ("m13", ("c_steele", "c_muelheim")),
        ("m14", ("c_blankenstein", "c_muelheim")),
        ("m15", ("c_witten", "c_kettwig")),
        ("m16", ("c_hattingen", "c_werden")),
    ],
)
def test_a_city_marker_lays_a_thaler_on_its_cities(marker, cities):
    assert drawn(marker).happened(DemandPlaced) == [DemandPlaced(cities)]


@pytest.mark.rule("RS-50")
def test_no_more_than_two_thalers_lie_on_a_space():
    scene = drawn("m13", demand={"c_steele": 2, "c_muelheim": 1})
    assert scene.game.demand == {"c_steele": 2, "c_muelheim": 2}


@pytest.mark.rule("RS-50")
def test_when_all_spaces_are_full_nothing_is_laid():
    scene = drawn("m13", demand={"c_steele": 2, "c_muelheim": 2})
    assert scene.happened(DemandPlaced) == []


@pytest.mark.rule("RS-148")
def test_demand_lies_there_until_it_is_taken():
    scene = drawn("m01", demand={"c_steele": 1})
    assert scene.game.demand["c_steele"] == 1


@pytest.mark.rule("RS-51")
@pytest.mark.parametrize(
    ("marker", "water"), [("m17", "high"), ("m18", "low"), ("m19", "high"), ("m20", "low")]
)
def test_water_closes_the_three_options_with_a_pilot(marker, water):
    game = table(2, in_round=2, ships={"i_kettwig": [0], "c_witten": [1]}, track={"black": [3], "white": []})
    player(game, 0, thalers=9)
    scene = Scene(game, DrawDemand(), ChooseOption(0), luck=[PLACES[marker]])
    assert scene.happened(PilotClosed) == [PilotClosed(water)]
    offered = {it.option for it in scene.legal_of(TakeOption)}
    assert offered == {"transport", "tow", "tow_and_transport"}
    for option in ("pilot", "transport_and_pilot", "tow_and_pilot"):
        assert scene.barred()[TakeOption(option)] == ("pilot_closed", "RS-51")


@pytest.mark.rule("RS-52", "RS-15", "RS-R4")
@pytest.mark.parametrize(
    ("marker", "after"),
    [("m17", [1, 3, 6]), ("m18", [1, 3, 6]), ("m19", [1, 2, 5]), ("m20", [2, 4, 6])],
)
def test_the_starred_markers_change_every_die_on_a_depot_by_one(marker, after):
    game = table(2, in_round=2, depots={"d01": 1, "d07": 3, "d15": 6}, track={"black": [1, 6], "white": []})
    scene = Scene(game, DrawDemand(), luck=[PLACES[marker]])
    assert list(game.depots.values()) == after
    assert game.track["black"] == [1, 6]
    assert bool(scene.happened(DepotCoalChanged)) == (marker in {"m19", "m20"})


@pytest.mark.rule("RS-53", "RS-117", "RS-156")
def test_a_lock_brings_its_marker_into_the_bag_unseen():
    game = table(2, in_round=2, bag=2)
    player(game, 0, thalers=5, tiles=["lock"])
    scene = Scene(game, Purchase(0))
    scene.does(BuildLock("o05"))
    assert game.bag == 3
    assert len(game.unseen) == 20
    assert "o05" not in game.obstacles


@pytest.mark.rule("RS-54")
@pytest.mark.parametrize(("bag", "forced"), [(3, False), (2, True), (1, True)])
def test_one_marker_or_none_left_after_the_draw_forces_locks(bag, forced):
    scene = drawn("m05", bag=bag)
    assert bool(scene.happened(LocksForced)) == forced
    assert scene.game.locks_forced == forced


@pytest.mark.rule("RS-R28", "RS-R27")
def test_an_empty_bag_gives_no_marker_but_forces_locks():
    scene = Scene(table(2, in_round=8, bag=0), DrawDemand())
    assert scene.happened(MarkerDrawn) == []
    assert scene.happened(LocksForced) == [LocksForced()]


@pytest.mark.rule("RS-R39", "RS-55")
def test_the_variant_forces_locks_in_round_three_if_nobody_builds():
    game = table(2, in_round=1, variant=True)
    for number in (1, 2, 3):
        game.round = number
        scene = Scene(game, DrawDemand(), luck=[0])
        assert bool(scene.happened(LocksForced)) == (number == 3)  # four in the bag, one after three draws

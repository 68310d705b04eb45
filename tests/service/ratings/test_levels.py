"""What the catalogue says of the levels of bots, and where its figures come from."""

import pytest
from msgspec.structs import replace

from games.catalogue import GAMES
from games.match.state import MILLISECONDS_OF_LEVEL
from service.ratings import levels
from service.ratings.levels import LevelResult, describe_levels, keep_result, read_results

RESULT = LevelResult(
    seats=2,
    matches=60,
    won=0.75,
    low=0.628,
    high=0.842,
    lead=7.8,
    command="./grubenbuch bench strength schiefer --one level:2 --other level:1 --seats 2 --limit 60",
    on="2026-01-31",
)


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.setattr(levels, "FILE", tmp_path / "levels.yaml")
    levels.FILE.write_text("{}\n")
    return levels.FILE


@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_told_with_its_time_whether_it_was_measured_or_not(game):
    told = describe_levels(game)
    assert [each.level for each in told] == list(range(1, len(MILLISECONDS_OF_LEVEL) + 1))
    assert tuple(each.milliseconds for each in told) == MILLISECONDS_OF_LEVEL
    assert told[0].measured == []  # there is none below it


def test_all_that_is_told_can_be_measured_again():
    for game, found in read_results().items():
        for level, results in found.items():
            for each in results:
                assert each.low <= each.won <= each.high
                one = f"{game} --one level:{level} --other level:{level - 1} --seats {each.seats} "
                assert each.command.startswith(f"./grubenbuch bench strength {one}")


def test_a_result_takes_the_place_of_the_one_before_with_as_many_seats(written):
    newer, four = replace(RESULT, won=0.7), replace(RESULT, seats=4)

    for each in (four, RESULT, newer):
        keep_result("schiefer", 2, each)

    assert read_results() == {"schiefer": {2: [newer, four]}}
    assert written.read_text().startswith("# How often a level of bots won")


def test_the_catalogue_tells_levels_and_personalities(client):
    listed = client.get("/v1/games").json["games"]
    for game in (client.get("/v1/games/schiefer").json, *listed):
        assert [level["level"] for level in game["levels"]] == [1, 2, 3, 4, 5, 6]
        assert game["personalities"] == ["builder", "hoarder", "racer"]

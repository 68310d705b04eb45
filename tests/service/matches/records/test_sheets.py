"""Score sheets: a newer one replaces an older one and never the other way round."""

from games.kernel import Line
from service.matches.records.sheets import (
    FINAL,
    Sheet,
    keep_sheet,
    list_sheets,
    missing_sheets,
    round_of_sheet,
    sheet_of_round,
)


def sheet(version, number=1, places=None):
    line = Line(seat=0, category="coal", points=3, count=1, rule="SF-1")
    return Sheet(version=version, round=number, lines=[line], totals=[3, 0], places=places)


def test_a_sheet_is_kept_as_it_was_written(store):
    assert keep_sheet(store, "m", "round:1", sheet(5))
    assert list_sheets(store, "m") == [sheet(5)]


def test_a_round_is_stored_without_places_and_the_end_with_them(store):
    keep_sheet(store, "m", "round:1", sheet(5))
    keep_sheet(store, "m", FINAL, sheet(9, places=[1, 2]))
    line = b'{"category":"coal","count":1,"points":3,"rule":"SF-1","seat":0}'
    begins = b'{"lines":[' + line + b"],"
    assert store.document("m", "scores") == {
        "round:1": begins + b'"round":1,"totals":[3,0],"version":5}',
        "final": begins + b'"places":[1,2],"round":1,"totals":[3,0],"version":9}',
    }


def test_the_sheet_of_the_end_comes_last(store):
    keep_sheet(store, "m", FINAL, sheet(9))
    keep_sheet(store, "m", "round:2", sheet(8, 2))
    keep_sheet(store, "m", "round:1", sheet(5))
    assert [one.version for one in list_sheets(store, "m")] == [8, 5, 9]


def test_an_older_sheet_never_replaces_a_newer_one(store):
    keep_sheet(store, "m", "round:1", sheet(7))
    assert not keep_sheet(store, "m", "round:1", sheet(5))
    assert not keep_sheet(store, "m", "round:1", sheet(7))
    assert keep_sheet(store, "m", "round:1", sheet(9))
    assert [one.version for one in list_sheets(store, "m")] == [9]


def test_missing_is_what_is_not_there_or_older_or_spoilt(store):
    keep_sheet(store, "m", "round:1", sheet(7))
    store.put("m", "scores", {"round:2": b"spoilt"})
    assert missing_sheets(store, "m", 7, ["round:1", "round:2", "round:3"]) == ["round:2", "round:3"]
    assert missing_sheets(store, "m", 8, ["round:1"]) == ["round:1"]


def test_a_spoilt_sheet_is_written_again(store):
    store.put("m", "scores", {"round:2": b"spoilt"})
    assert keep_sheet(store, "m", "round:2", sheet(4))


def test_a_name_tells_its_round():
    assert round_of_sheet(sheet_of_round(12)) == 12
    assert round_of_sheet(FINAL) is None

"""What lies on the table of Schiefer is seen in its picture."""

from collections import Counter
from xml.etree import ElementTree as ET

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel.pictures.telling import recall_text
from games.kernel.words import LANGUAGES
from games.schiefer import layout
from games.schiefer.board import BOARDS, Mine, Valley
from games.schiefer.picture.actions import PLACES, draw_field_with
from games.schiefer.picture.boxes import draw_box_with
from games.schiefer.picture.valleys import draw_mine_as_it_stands
from service.queries.pictures import recall_group
from support.games import drawings, golden

MARKER = 30  # how high it is, and how far letters reach below their line
DESCENT = 4
PATHS = golden.histories("schiefer")[::5]


REMEMBERED = (draw_mine_as_it_stands, draw_field_with, draw_box_with, recall_group, recall_text)


def draw_all(history):
    shown = drawings.drawn_positions(history, 0.15, 0.5, 0.8, 1)
    return [ET.tostring(picture) for _, picture in shown]


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def positions(request):
    return list(drawings.drawn_positions(golden.load(request.param), 0.15, 0.5, 0.8, 1))


def test_every_marker_on_mines_fields_and_boxes_is_drawn(positions):
    for table, picture in positions:
        there = Counter(mine.owner for mine in table.mines.values())
        for field in table.fields:
            there.update({seat: count for seat, count in enumerate(field) if count})
        for seats in table.boxes.values():
            there.update(seats)
        assert drawings.pieces(picture, "marker") == there


def test_what_is_remembered_of_other_tables_changes_no_picture():
    for memory in REMEMBERED:
        memory.cache_clear()
    histories = [golden.load(path) for path in PATHS[:2]]
    first = [draw_all(history) for history in histories]

    for memory in REMEMBERED:
        memory.cache_clear()
    again = [draw_all(history) for history in reversed(histories)]

    assert again == first[::-1]


def test_a_sold_mine_shows_a_black_marker(positions):
    for table, picture in positions:
        sold = sum(mine.sold for mine in table.mines.values())
        assert len(drawings.groups(picture, piece="black_marker")) == sold
        assert len(drawings.groups(picture, kind="sold")) == sold


def test_stocks_are_numbers(positions):
    for table, picture in positions:
        for seat, player in enumerate(table.players):
            for name in ("money", "supply", "reserve"):
                assert drawings.count_of(picture, f"seat-{seat}:{name}") == getattr(player, name)
        assert drawings.count_of(picture, "black_markers") == table.black_markers
        assert drawings.count_of(picture, "round") == table.round


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_field_leave_its_markers_free(lang):
    for path in PATHS:
        for table, picture in drawings.drawn_positions(golden.load(path), 0.5, lang=lang):
            room = min(level for _, level in PLACES[len(table.players)]) - MARKER / 2
            for die, (_, top) in layout.LAYOUT.fields.items():
                (field,) = drawings.groups(picture, id=f"field-{die}")
                words = [float(text.get("y")) for text in field.findall(f"{drawings.NAMESPACE}text")]
                assert max(words) + DESCENT <= top + room


def test_the_next_mine_of_every_valley_is_marked(positions):
    for table, picture in positions:
        shown = {group.get("data-id") for group in drawings.groups(picture, kind="next")}
        wanted = {
            next((mine.id for mine in valley.mines if mine.id not in table.mines), None)
            for valley in table.board.valleys.list
        }
        assert shown == wanted - {None}


def test_a_mine_without_a_place_lies_among_the_spare_things():
    board = next(iter(BOARDS.values()))
    first, *others = board.valleys.list
    wider = msgspec.structs.replace(first, mines=(*first.mines, Mine("ogwen-7", 3, 6)))
    custom = msgspec.structs.replace(
        board, valleys=msgspec.structs.replace(board.valleys, list=(wider, *others))
    )
    assert layout.LAYOUT.unplaced(custom) == ["ogwen-7"]
    assert layout.LAYOUT.mine(custom, "ogwen-7").at == layout.LAYOUT.spare.spot(0)
    assert layout.LAYOUT.sheet(custom)[3] > layout.LAYOUT.sheet(board)[3]


def test_a_board_with_more_than_the_layout_knows_is_drawn_whole(monkeypatch):
    board = next(iter(BOARDS.values()))
    far = Valley("conwy", (Mine("conwy-1", 1, 4), Mine("conwy-2", 2, 5)))
    custom = msgspec.structs.replace(
        board, valleys=msgspec.structs.replace(board.valleys, list=(*board.valleys.list, far))
    )
    game = GAMES["schiefer"]
    monkeypatch.setitem(game.editions, "custom", custom)

    picture = drawings.parsed(drawings.draw(game, game.blank(3, "custom", game.options())))

    assert {"conwy", "conwy-1", "conwy-2"} <= drawings.ids_of(picture)
    assert int(picture.get("viewBox").split()[3]) > layout.LAYOUT.view_box[3]

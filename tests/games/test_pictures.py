"""Every printed thing has a place and is drawn; the same table is the same picture."""

from __future__ import annotations

import re

import msgspec
import pytest

import games.ruhrschifffahrt.layout as ruhr
import games.schichtwechsel.layout as schicht
import games.schiefer.layout as schiefer
from games.catalogue import GAMES
from games.kernel.pictures.hand import HAND
from games.kernel.pictures.shapes import Group
from games.kernel.pictures.telling import Telling
from support.games import drawings, golden
from support.games.positions import rules_of, tables, telling_of
from support.games.walk import walk

IDS = {"schiefer": schiefer.ids, "ruhrschifffahrt": ruhr.ids, "schichtwechsel": schicht.ids}
# Not on the table of every number of seats, or only once drawn from the bag.
NOT_ALWAYS_THERE = re.compile(
    r"m\d\d|half_of_mines|alone_in_valley|pit_water_\w+|\w+_medium(_\w)?|hewer|hauler"
)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
some_matches = pytest.mark.parametrize(
    "path", golden.histories()[::7], ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)


def ids_of_pieces(game, table):
    return drawings.ids_of(drawings.parsed(drawings.draw(game, table)))


@every_game
def test_every_id_of_every_edition_has_a_place(game):
    for edition, board in game.editions.items():
        places = game.layout.places()
        assert not [thing for thing in IDS[game.name](board) if thing not in places], edition


@every_game
def test_every_place_lies_in_a_part_that_there_is(game):
    parts = game.layout.parts.keys() | {"seat"}
    assert not {place.part for place in game.layout.places().values()} - parts


@every_game
def test_what_a_place_touches_has_a_place_too(game):
    places = game.layout.places()
    assert not [link for place in places.values() for link in place.links if link not in places]


@every_game
def test_parts_and_seats_lie_within_the_sheet(game):
    x, y, width, height = game.layout.view_box
    boxes = [part.box for part in game.layout.parts.values()]
    boxes += [box for seats in game.layout.seats.values() for box in seats]
    assert not [
        box
        for box in boxes
        if box[0] < x or box[1] < y or box[0] + box[2] > x + width or box[1] + box[3] > y + height
    ]
    assert {seats: len(boxes) for seats, boxes in game.layout.seats.items()} == {2: 2, 3: 3, 4: 4}


@every_game
def test_layouts_are_drawn_by_us_and_travel_as_json(game):
    assert game.layout.source == "drawn"
    encoded = msgspec.json.encode(game.layout)
    assert msgspec.json.decode(encoded, type=type(game.layout)) == game.layout


@every_game
def test_every_colour_and_look_that_is_named_is_there(game):
    hand = game.layout.hand
    colours = HAND.colours.light | hand.colours.light
    looks = HAND.looks | hand.looks
    patterns = HAND.patterns | hand.patterns
    known = colours.keys() | patterns.keys() | {"", "none", "current"}
    assert not [name for name, look in looks.items() if {look.fill, look.line, look.tint} - known]
    assert not (HAND.colours.dark | hand.colours.dark).keys() - colours.keys()


@some_matches
def test_only_looks_and_signs_that_there_are_are_used(path):
    game = rules_of(golden.load(path))
    hand = game.layout.hand
    looks, signs = HAND.looks | hand.looks, HAND.signs | hand.signs
    for table in tables(golden.load(path), 0.1, 0.6, 1):
        for shape in shapes_within(game.picture(table, telling_of(game, table)).shapes):
            used = getattr(shape, "look", "") or getattr(shape, "shade", "")
            assert set(used.split()) <= looks.keys() | {"hit"}, shape
            assert not hasattr(shape, "name") or shape.name in signs, shape


def shapes_within(shapes):
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from shapes_within(shape.shapes)


@some_matches
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_picture_is_well_formed_and_has_all_that_is_printed(path, lang):
    history = golden.load(path)
    game = rules_of(history)
    printed = set(IDS[game.name](game.editions[history["edition"]]))
    for _, picture in drawings.drawn_positions(history, 0, 0.5, 1, lang=lang):
        missing = {
            thing for thing in printed - drawings.ids_of(picture) if not NOT_ALWAYS_THERE.fullmatch(thing)
        }
        assert not missing
        assert picture.get("lang") == lang


@some_matches
def test_every_thing_has_a_title_in_words(path):
    for _, picture in drawings.drawn_positions(golden.load(path), 0.5):
        for group in picture.iter(f"{drawings.NAMESPACE}g"):
            if group.get("role") == "img":
                title = group.find(f"{drawings.NAMESPACE}title").text
                assert title
                assert "{" not in title


@some_matches
def test_the_seat_that_is_asked_is_marked(path):
    history = golden.load(path)
    for table in tables(history, 0.3, 0.7):
        telling = telling_of(rules_of(history), table)
        picture = drawings.parsed(drawings.draw(rules_of(history), table))
        asked = drawings.groups(picture, kind="asked")
        assert [group.get("data-part") for group in asked] == [f"seat:{telling.turn}"]


@some_matches
def test_the_same_table_is_the_same_picture(path):
    history = golden.load(path)
    game = rules_of(history)
    first, again = tables(history, 0.4)[0], tables(history, 0.4)[0]
    assert drawings.draw(game, first) == drawings.draw(game, again)


@some_matches
def test_drawing_leaves_the_table_as_it_was(path):
    history = golden.load(path)
    game = rules_of(history)
    (table,) = tables(history, 0.6)
    before = golden.fingerprint(table)
    drawings.draw(game, table)
    assert golden.fingerprint(table) == before


@every_game
def test_a_hostile_name_stays_text(game):
    name = "<script>alert(1)</script>\"'&\x00"
    table = game.blank(2, next(iter(game.editions)), game.options())
    telling = Telling(words=game.words, lang="en", names=(name, "Bo"))
    drawn = drawings.write_svg(game.picture(table, telling), game.name)
    assert "<script" not in drawn
    assert drawings.parsed(drawn) is not None


@every_game
def test_nothing_runs_and_nothing_is_fetched(game):
    table = game.blank(4, next(iter(game.editions)), game.options())
    drawn = drawings.draw(game, table)
    assert not re.search(r"<script|<image|<foreignObject|\son\w+=|@import|javascript:", drawn)
    assert not [link for link in re.findall(r'href="([^"]*)"', drawn) if not link.startswith("#")]
    assert set(re.findall(r"https?://[^\"' ]*", drawn)) == {"http://www.w3.org/2000/svg"}


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_that_has_not_begun_is_drawn(game, seats):
    table = game.blank(seats, next(iter(game.editions)), game.options())
    picture = drawings.parsed(drawings.draw(game, table))
    assert len([it for it in picture.iter() if (it.get("data-part") or "").startswith("seat:")]) == seats


@every_game
def test_things_can_be_looked_at_alone(game):
    for lang in ("en", "de"):
        portraits = game.portraits(next(iter(game.editions)), Telling(words=game.words, lang=lang))
        assert len(portraits) > 30
        for name, portrait in portraits.items():
            picture = drawings.parsed(drawings.write_svg(portrait, game.name))
            assert name in drawings.ids_of(picture)
            assert picture.find(f"{drawings.NAMESPACE}title").text


@every_game
def test_every_word_for_pictures_is_said_in_some_match(game):
    said = set()

    class Heard(dict):
        def __getitem__(self, code):
            said.add(code)
            return super().__getitem__(code)

    texts = Heard(game.words.sections["pictures"])
    words = msgspec.structs.replace(game.words, sections=game.words.sections | {"pictures": texts})
    game.portraits(game.editions.default, Telling(words=words, lang="en"))
    for seed in range(6):
        for position in walk(game.name, seats=2 + seed % 3, seed=seed):
            if position.number % 10 == 0 or not position.legal:
                game.picture(position.live, Telling(words=words, lang="en", turn=0))
    assert said == texts.keys()


@every_game
def test_day_and_night_are_in_every_picture(game):
    drawn = drawings.draw(game, game.blank(2, next(iter(game.editions)), game.options()))
    assert "@media(prefers-color-scheme:dark)" in drawn
    assert "[data-scheme=dark]" in drawn


@every_game
def test_ids_of_a_later_edition_lie_beneath_the_sheet(game):
    """A custom board prints what the layout does not know: it is drawn all the same."""
    layout = game.layout
    spare = layout.spare
    assert spare.rows(0) == 0
    assert spare.rows(1) == spare.step[1]
    assert spare.spot(spare.columns) == (spare.at[0], spare.at[1] + spare.step[1])
    assert spare.at[1] > layout.view_box[1] + layout.view_box[3]

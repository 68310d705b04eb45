"""What a command names can be clicked: wherever the layout says so, the thing is drawn."""

from __future__ import annotations

import re
from typing import get_args

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Barred, Question, tag_of
from support.games import drawings, golden
from support.games.positions import rules_of, tables

# They name nothing, so nothing on a table stands for them: they are buttons.
WITHOUT_PLACE = {
    "schiefer": {"sit_out", "let_lapse", "end_turn"},
    "ruhrschifffahrt": {"take_no_option", "pass_round", "finish_purchases"},
    "schichtwechsel": {"pass", "end_turn", "accept", "decline"},
}
# They say how, and not what: how many levels, which of a card's uses, the stuff of a cube, the face of a die.
HOW = {
    "schiefer": {("set_die", "face"), ("change_die", "face")},
    "ruhrschifffahrt": set(),
    "schichtwechsel": {
        *(("place_cube", "kind"), ("drop_cube", "kind"), ("use_card", "size"), ("copy_card", "size")),
    },
}
PARTS = (0.1, 0.3, 0.5, 0.7, 0.9)
GAP = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_command_has_a_place_or_is_known_to_have_none(game):
    commands = {tag_of(kind) for kind in get_args(game.command_type)}
    assert set(game.layout.clicks) == commands - WITHOUT_PLACE[game.name]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_nothing_but_buttons_is_left_for_commands_that_name_nothing(game):
    fields = {tag_of(kind): set(kind.__struct_fields__) for kind in game.commands}
    assert all(not fields[command] for command in WITHOUT_PLACE[game.name])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_field_of_a_command_is_chosen_by_a_click_or_says_only_how(game):
    unnamed = {
        (tag_of(kind), field)
        for kind in game.commands
        for field in kind.__struct_fields__
        if not any(field in told_by(click) for click in game.layout.clicks.get(tag_of(kind), ()))
    }
    assert unnamed == HOW[game.name]


def told_by(click):
    """The fields that decide whether a click means a command."""
    gaps = GAP.findall(f"{click.id} {click.part}")
    return {*gaps, *click.only, *([click.needs] if click.needs else [])}


@pytest.mark.parametrize("path", golden.histories()[::9], ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_whatever_a_command_names_is_drawn(path):
    history = golden.load(path)
    game = rules_of(history)
    lacking = set()
    for table in tables(history, *PARTS):
        question = next((item for item in table.agenda if isinstance(item, Question)), None)
        if question is None:
            continue
        things = things_of(drawings.parsed(drawings.draw(game, table)))
        for offer in game.rules.offers(table, question):
            command = offer.command if isinstance(offer, Barred) else offer
            facts = msgspec.to_builtins(command)
            clicks = [click for click in game.layout.clicks.get(facts["type"], ()) if is_meant(click, facts)]
            wanted = [thing for click in clicks for thing in places(click, facts, question.seat)]
            if wanted and not any(any(fits(thing, have) for have in things) for thing in wanted):
                lacking.add(str(facts))
            lacking |= {have for thing in wanted for have in things if fits(thing, have) and not have[3]}
    assert not lacking


def things_of(picture, part=""):
    """(id, kind, part) of all that is drawn, and whether it has a shape that lights up when it is legal."""
    found = []
    for child in picture:
        inside = child.get("data-part", part)
        if child.get("data-id"):
            lights_up = any(shape.get("class", "").endswith("-hit") for shape in child)
            found.append((child.get("data-id"), child.get("data-kind", ""), inside, lights_up))
        found += things_of(child, inside)
    return found


def is_meant(click, facts):
    if click.needs and not facts[click.needs]:
        return False
    return all(str(facts[field]) == value for field, value in click.only.items())


def places(click, facts, asked):
    part = "".join(fill(click.part, facts, asked, ())) if click.part else ""
    return [(id_, click.kind, part) for id_ in fill(click.id, facts, asked, click.names)]


def fill(template, facts, asked, names):
    gap = GAP.search(template)
    if gap is None:
        return [template]
    value = facts.get(gap[1], asked if gap[1] == "asked" else None)
    values = value if isinstance(value, (list, tuple)) else [value]
    filled = [template.replace(gap[0], names[each - 1] if names else str(each)) for each in values]
    return [whole for part in filled for whole in fill(part, facts, asked, names)]


def fits(wanted, thing):
    return all(one in ("", other) for one, other in zip(wanted, thing[:3], strict=True))

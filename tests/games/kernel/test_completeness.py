"""A game is complete when nothing is missing that a player would stumble over."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Event, Reason, Rulebook, Step
from games.kernel.completeness import gaps, gaps_at
from games.match.commands import COMMANDS as MATCH_COMMANDS
from games.match.events import EVENTS as MATCH_EVENTS
from support.games.toy import (
    Deal,
    Said,
    StonesDealt,
    Take,
    TakeStones,
    ToyAsked,
    ToyTable,
    in_both_languages,
    toy_game,
    toy_words,
)

AROUND_A_GAME = {kind.__struct_config__.tag for kind in (*MATCH_COMMANDS, *MATCH_EVENTS)}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_catalogue_lacks_nothing(name):
    assert gaps(GAMES[name], AROUND_A_GAME) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_catalogue_is_found_by_its_own_name(name):
    assert GAMES[name].name == name


def test_the_toy_lacks_nothing():
    assert gaps(toy_game()) == []


class Unruled(Step, frozen=True):
    pass


class Dull(Event, frozen=True):
    pass


class Twin(Event, frozen=True, tag="take_stones"):
    def apply(self, game):
        game.stones = 0


class Opaque(msgspec.Struct):
    thing: msgspec.UnsetType | complex


class Piece(msgspec.Struct):
    id: str


class Printed(msgspec.Struct):
    pieces: tuple[Piece, ...]


def without(section, code):
    words = toy_words()
    del words.sections[section][code]
    return words


def having(section, code, text):
    words = toy_words()
    words.sections[section][code] = text
    return words


@pytest.mark.parametrize(
    ("changes", "gap"),
    [
        ({"items": (Deal, Take, *toy_game().items[2:], Unruled)}, "the step Unruled does nothing"),
        ({"items": (Take, *toy_game().items[2:])}, "the rules know Deal, the items do not"),
        ({"items": (Take, *toy_game().items[2:])}, "the opening Deal is not among the items"),
        ({"rules": Rulebook(ToyAsked)}, "the question Take has no options"),
        ({"rules": Rulebook(ToyAsked)}, "the question Take has no answers"),
        ({"rules": Rulebook(ToyAsked)}, "no question takes the command TakeStones"),
        ({"commands": (TakeStones,)}, "an answer takes Throw, which is no command of the game"),
        ({"events": (*toy_game().events, Dull)}, "the event Dull does not say what it changes"),
        ({"events": (*toy_game().events, Twin)}, "the tag take_stones means 2 types"),
        ({"events": (StonesDealt, Said)}, "the event that closes every batch is not among the events"),
        ({"view_type": Opaque}, "a type has no JSON"),
        ({"words": without("events", "said")}, "events lack said"),
        ({"words": without("questions", "take")}, "questions lack take"),
        ({"words": without("commands", "throw")}, "commands lack throw"),
        ({"words": without("options", "stones")}, "options lack stones"),
        ({"words": without("game", "name")}, "game lack name"),
        ({"words": without("game", "about")}, "game lack about"),
        (
            {"words": having("game", "motto", in_both_languages("x"))},
            "game have words for motto, which does not exist",
        ),
        ({"words": without("pictures", "heap")}, "pictures lack heap"),
        ({"words": without("pictures", "shovel")}, "pictures lack shovel"),
        (
            {"words": having("pictures", "heap", in_both_languages("{sticks}"))},
            "pictures lack sticks",
        ),
        (
            {"words": having("reasons", "gone", in_both_languages("x"))},
            "reasons have words for gone, which does not exist",
        ),
        ({"words": having("events", "said", {"en": "x"})}, "events.said has no de"),
        (
            {"words": having("events", "said", in_both_languages("{words"))},
            "events.said is no template in en",
        ),
        ({"words": having("events", "said", in_both_languages("{who}"))}, "events.said names who in en"),
        (
            {"words": having("events", "said", in_both_languages("{words:word}"))},
            "events.said in en: {words:word} is not a form for one and a form for the others",
        ),
        (
            {"words": having("events", "said", in_both_languages("{words:word|}"))},
            "events.said in de: {words:word|} is not a form for one and a form for the others",
        ),
    ],
)
def test_a_gap_is_named(changes, gap):
    found = gaps(toy_game(**changes))
    assert any(line.startswith(f"toy: {gap}") for line in found), found


def test_a_tag_that_is_used_outside_the_game_is_a_gap():
    assert gaps(toy_game(), {"said"}) == ["toy: the tag said is used outside the game"]


def test_a_type_that_stands_in_no_list_is_a_gap():
    # Both were declared beside a table whose package is this test's.
    table = type("Elsewhere", (ToyTable,), {"__module__": "left_out.state"}, kw_only=True)
    stray = type("Stray", (Step,), {"__module__": "left_out.agenda"}, frozen=True, gc=False)
    assert f"toy: {stray.__name__} is in no list of the game" in gaps(toy_game(table=table))


def test_the_reasons_of_a_game_need_words(monkeypatch):
    schiefer = GAMES["schiefer"]
    monkeypatch.setattr("games.schiefer.reasons.NO_MOOD", Reason("no_mood", "SF-0"), raising=False)
    assert gaps(schiefer) == ["schiefer: reasons lack no_mood"]


class Weathered(Event, frozen=True):
    sky: Literal["rain", "sun"]

    def apply(self, game):
        game.said = 0


def test_a_code_that_a_sentence_can_say_needs_a_name():
    def gaps_with(template):
        events = (*toy_game().events, Weathered)
        return gaps(toy_game(events=events, words=having("events", "weathered", in_both_languages(template))))

    assert gaps_with("Today: {sky}") == ["toy: components lack rain", "toy: components lack sun"]
    assert gaps_with("The weather changes") == []


def test_what_is_printed_needs_a_name():
    board = Printed((Piece("shovel"),))
    assert gaps(toy_game(editions={"first": board})) == ["toy: components lack shovel"]


def test_a_label_that_lacks_a_fact_is_a_gap_of_the_position():
    game = toy_game(wording=lambda *_: {})
    table = ToyTable(edition="first", stones=7, taken=[0, 0], agenda=(Take(0),))
    found = gaps_at(game, table, [TakeStones(1)], [])
    assert found == [
        f"commands.take_stones names stones in {lang}, which nobody tells" for lang in ("en", "de")
    ]


def test_a_prompt_may_name_facts_of_the_position():
    table = ToyTable(edition="first", stones=7, taken=[0, 0], agenda=(Take(0),))
    words = having("questions", "take", in_both_languages("{seat} takes of {stones}"))
    assert gaps_at(toy_game(words=words), table, [], []) == []
    assert gaps_at(toy_game(words=words, wording=lambda *_: {}), table, [], []) == [
        f"questions.take names stones in {lang}, which nobody tells" for lang in ("en", "de")
    ]


def test_a_code_without_a_name_is_a_gap_of_the_position():
    table = ToyTable(edition="first", stones=7, taken=[0, 0], agenda=(Take(0),))
    assert "components lack ogwen-7, named by events.said" in gaps_at(
        toy_game(), table, [], [Said("ogwen-7")]
    )


def test_a_word_that_only_the_picture_of_a_position_says_is_a_gap_of_the_position():
    table = ToyTable(edition="first", stones=0, taken=[4, 3])
    game = toy_game(words=without("pictures", "empty"))
    assert gaps(game) == []
    assert gaps_at(game, table, [], []) == ["pictures lack empty"]


def test_a_score_category_without_words_is_a_gap_of_the_position():
    game = toy_game(words=without("categories", "stones"))
    table = ToyTable(edition="first", stones=7, taken=[0, 0], agenda=(Take(0),))
    assert gaps_at(game, table, [], []) == ["categories lack stones"]

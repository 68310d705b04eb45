"""Labels, prompts and lines say what would really happen."""

import pytest

from games.kernel.words import LANGUAGES
from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import (
    AdvanceDiscs,
    LiftWagons,
    LoadCokeWagons,
    PayCard,
    PumpWater,
    RefineCoal,
    ShareOutCubes,
)
from games.schichtwechsel.commands import AdvanceDisc, Choose, CopyCard, LowerWater, MoveHeadframe, UseCard
from games.schichtwechsel.events import CardUsed, CokePlaced, CubesDrawn, RoundCardRevealed, TileTaken
from support.games.schichtwechsel_given import BOARD, GAME, asks, performs, player, table, turn


def label(scene, command, lang="en"):
    return GAME.words.said("commands", command, lang, **GAME.wording(scene.game, command))


def prompt(game, question, lang="en"):
    facts = GAME.wording(game, question) | {"seat": "Anna"}
    return GAME.words.said("questions", question, lang, **facts)


def line(event, lang="en"):
    return GAME.words.said("events", event, lang, seat="Anna")


def test_the_label_of_a_card_says_what_would_be_less_than_printed():
    game = table()
    player(game, water=0, wagons={"u1": (1, 0)})
    assert label(turn(game), UseCard("wagon_big", "large")) == (
        "Use “Wagons (large)” for 1 own action token; "
        "now less than printed: 1 wagon to lift, pit water lower by 0 levels"
    )
    assert label(turn(game), UseCard("wagon_small", "small"), "de") == (
        "„Loren (klein)“ nutzen; Kosten: 1 weißer Aktionsmarker"
    )


def test_a_card_that_would_bring_nothing_is_left_to_its_reason():
    assert label(turn(table()), UseCard("wagon_small", "small")) == (
        "Use “Wagons (small)” for 1 white action token"
    )


def test_a_copy_a_bonus_space_and_a_benefit_say_what_would_be_less_than_printed():
    game = table()
    player(game, water=0, headframes=1, raised=1, discs={"canal": 9}, wagons={"u1": (1, 0)})
    scene = turn(game)
    assert label(scene, CopyCard("wagon_big", "large")) == (
        "Copy “Wagons (large)”; now less than printed: 1 wagon to lift, pit water lower by 0 levels"
    )
    assert label(scene, MoveHeadframe("headframe_area", "big_canal")).endswith(
        "; now less than printed: 0 steps forward"
    )
    player(game, tools=2)
    lower_half = next(tile.lower for tile in BOARD.tiles.list if tile.id == "mine_rescue_team")
    choice = performs(game, fx.Choose(lower_half))
    assert label(choice, Choose("point_and_water"), "de") == (
        "Wählen: 1 Punkt und Grubenwasser senken; jetzt weniger als gedruckt: Grubenwasser um 0 Stufen tiefer"
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (LiftWagons(0, 3, must=False), "Anna lifts up to 2 full wagons"),
        (RefineCoal(0, 3, (), must=False), "Anna refines up to 1 full coal wagon"),
        (RefineCoal(0, 3, (1,), must=False), "Anna refines up to 1 full coal wagon"),
        (LoadCokeWagons(0, 3, must=False), "Anna loads up to 1 coke"),
        (PumpWater(0, 4, 0), "Anna lowers the pit water by 0 to 1 level"),
        (
            AdvanceDiscs(0, ("road", "road", "canal"), cross=True, optional=False, must=False),
            "Anna advances a disc; steps left: road, canal",
        ),
        (
            ShareOutCubes(0, ("coal", "blue", "coal"), (0, 1)),
            "Anna gives away the cubes drawn: 2 coal, 1 blue cube",
        ),
        (PayCard(0, "pit_water_2_3", "small"), "Anna pays for “Pit water (white token)”"),
    ],
)
def test_a_prompt_promises_no_more_than_can_be_done(question, said):
    game = table()
    player(
        game,
        water=1,
        coal=1,
        own_space=True,
        discs={"road": 11},
        wagons={"u1": (1, 0), "u2": (0, 1), "u3": (1, 0)},
    )
    assert prompt(game, question) == said


def test_wagons_above_ground_that_are_full_bound_the_promise():
    game = table()
    player(game, coal=5, spoil=6, wagons={"u1": (1, 0), "u2": (1, 0), "u3": (0, 2)})
    assert prompt(game, LiftWagons(0, 3, must=False), "de") == "Anna fördert bis zu 1 volle Lore"


def test_lowering_by_nothing_has_words_of_its_own():
    game = table()
    scene = asks(game, PumpWater(0, 4, 0))
    assert label(scene, LowerWater(0)) == "Leave the pit water as it is"
    assert label(scene, LowerWater(1)) == "Lower the pit water by 1 level"
    assert label(scene, LowerWater(2), "de") == "Das Grubenwasser um 2 Stufen senken"


def test_a_step_names_the_space_it_leads_to():
    game = table()
    player(game, discs={"rail": 4})
    scene = asks(game, AdvanceDiscs(0, ("rail", "canal"), cross=True, optional=False, must=False))
    assert label(scene, AdvanceDisc("rail")) == "Advance to space 5: rail"


def test_lines_leave_out_what_was_not_paid_and_count_what_was_drawn():
    assert line(CardUsed(0, "pit_water_2_3", "large", 0, 1, 0)) == (
        "Anna uses “Pit water (own token)” for 1 own action token"
    )
    assert line(CubesDrawn(("coal", "spoil", "coal")), "de") == "Aus dem Beutel gezogen: 2 Kohle, 1 Abraum"


def test_a_tile_that_goes_back_and_a_coke_that_is_a_gain_are_told():
    assert line(TileTaken(0, "overman", "hewer")) == "Anna takes the tile “Overman” and gives back “Hewer”"
    assert line(TileTaken(0, "overman", "")) == "Anna takes the tile “Overman”"
    assert line(CokePlaced(0, "g1", 0)) == "Anna places a coke from the stock on grey coking space 1"


@pytest.mark.rule("SW-39", "SW-40")
@pytest.mark.parametrize("card", BOARD.round_cards.list, ids=lambda card: str(card.number))
def test_the_line_of_a_round_card_says_what_is_printed_on_it(card):
    marks = {"lock_wagon": "locked", "blue_cube": "blue cube", "lower_water": "pit water falls"}
    said = line(RoundCardRevealed(card.number))
    assert f"{card.points} point" in said
    assert card.per == 1 or f"every {card.per}" in said
    assert [word for word in marks.values() if word in said] == (
        [marks[card.special]] if card.special else []
    )


def test_every_use_of_a_card_has_a_name_of_its_own():
    for lang in LANGUAGES:
        for seats in GAME.seats:
            labels = [
                label(turn(table(seats)), UseCard(card.id, use.size), lang)
                for card in table(seats).cards().values()
                for use in card.uses
            ]
            assert len(set(labels)) == len(labels)

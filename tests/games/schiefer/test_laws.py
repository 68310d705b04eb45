"""Each law of the table, broken once by as little as possible; and what was found in forged forks."""

import msgspec
import pytest

from games.kernel import LawBroken
from games.kernel.laws import breaches, read_table
from games.schiefer.agenda import (
    BuyOrSitOut,
    CloseTurn,
    EndRound,
    Execute,
    PayDevelopment,
    PayEntrance,
    PrepareActions,
    RollDice,
    TakeMarkerBack,
    WorkOff,
)
from games.schiefer.game import SCHIEFER
from games.schiefer.setup import blank_table
from support.games.schiefer_given import BLUE, EDITION, GREEN, RED, all_mines, given, player

END = (EndRound(),)


def wrong(game):
    return [(breach.law, breach.pointer) for breach in breaches(SCHIEFER, game)]


def rolling(**position):
    """Blue rolls, red is still to come."""
    return given(PrepareActions(BLUE), RollDice(RED), WorkOff(1), *END, **({"dice": (1, 2, 3)} | position))


def executing(question, die, *, place=1, **position):
    return given(question, CloseTurn(question.seat), WorkOff(die, place), *END, **position)


@pytest.mark.parametrize(
    "game",
    [
        rolling(),
        given(PrepareActions(RED), WorkOff(1), *END, dice=(6, 6, 6)),
        executing(Execute(BLUE, 3), 3),
        executing(Execute(RED, 3), 3, place=2),
        executing(PayEntrance(BLUE, 3, "ogwen-1"), 3, fields={5: {BLUE: 1}}),
        executing(PayDevelopment(BLUE, 6, "change_die"), 6),
        given(CloseTurn(RED), WorkOff(4, 2), *END),
        given(
            Execute(BLUE, 3),
            TakeMarkerBack(BLUE, 3),
            CloseTurn(BLUE),
            WorkOff(3, 1),
            *END,
            fields={3: {BLUE: 1}},
            executing_marker_may_pay=False,
        ),
        given(
            BuyOrSitOut(BLUE),
            RollDice(RED),
            WorkOff(1),
            *END,
            players=[player(supply=0, money=3), player()],
            boxes={"buy_marker_3": [BLUE]},
        ),
        given(mines=all_mines(), players=[player(supply=0), player(supply=0)]),
        given(quiet_rounds=1, stall_rounds=1),
    ],
    ids=lambda game: type(game.agenda[0]).__name__ if game.agenda else "over",
)
def test_what_the_rules_come_to_breaks_no_law(game):
    assert wrong(game) == []


@pytest.mark.parametrize("seats", SCHIEFER.seats)
def test_nor_does_the_table_before_the_start(seats):
    assert wrong(blank_table(seats, EDITION, SCHIEFER.options())) == []


class TestPieces:
    @pytest.mark.rule("SF-1")
    @pytest.mark.parametrize("where", ["supply", "reserve"])
    def test_a_marker_too_many(self, where):
        game = rolling()
        setattr(game.players[RED], where, getattr(game.players[RED], where) + 1)

        assert wrong(game) == [("markers", "/players/1")]

    @pytest.mark.rule("SF-R16")
    def test_a_black_marker_too_few(self):
        assert wrong(rolling(black_markers=28)) == [("black_markers", "/black_markers")]

    @pytest.mark.rule("SF-2")
    def test_money_nobody_has_paid_out(self):
        assert wrong(rolling(players=[player(money=6), player(money=0)])) == []
        assert wrong(rolling(players=[player(money=6), player(money=1)])) == [("money", "/players")]

    @pytest.mark.rule("SF-24", "SF-32")
    def test_a_sold_mine_has_paid_its_value_and_a_bonus_at_most(self):
        sale = {"mines": {"ogwen-1": BLUE}, "sold": ("ogwen-1",)}  # worth 4, and 2 with better sale

        assert wrong(rolling(players=[player(money=9), player(money=3)], **sale)) == []
        assert wrong(rolling(players=[player(money=9), player(money=4)], **sale)) == [("money", "/players")]

    @pytest.mark.rule("SF-R28")
    def test_another_colour_than_that_of_the_seat(self):
        game = rolling()
        game.players[RED].colour = "green"

        assert wrong(game) == [("colours", "/players/1/colour")]

    @pytest.mark.rule("SF-21")
    def test_a_gap_below_an_opened_mine(self):
        assert wrong(rolling(mines={"ogwen-1": BLUE, "ogwen-3": RED})) == [("gap", "/mines/ogwen-3")]

    @pytest.mark.rule("SF-28")
    @pytest.mark.parametrize(
        ("players", "inside"), [(2, [BLUE, RED]), (3, [BLUE, BLUE]), (3, [BLUE, RED, GREEN])]
    )
    def test_a_box_too_full(self, players, inside):
        game = given(CloseTurn(RED), WorkOff(4, 2), *END, players=players, boxes={"better_sale": inside})

        assert wrong(game)[0] == ("boxes", "/boxes/better_sale")

    @pytest.mark.rule("SF-29", "SF-30")
    @pytest.mark.parametrize("used", [("buy_marker_4",), ("better_sale",), ("buy_marker_3", "buy_marker_3")])
    def test_a_box_that_cannot_have_sold(self, used):
        boxes = {"buy_marker_3": [BLUE], "better_sale": [BLUE], "buy_marker_4": [RED]}
        game = rolling(players=[player(used_boxes=used), player()], boxes=boxes)

        assert wrong(game) == [("used_boxes", "/players/0/used_boxes")]


class TestAgenda:
    @pytest.mark.rule("SF-6", "SF-7")
    def test_dice_that_do_not_belong_there(self):
        assert wrong(rolling(dice=(1, 2))) == [("dice", "/dice")]
        assert wrong(executing(Execute(BLUE, 3), 3, dice=(1, 2, 3))) == [("dice", "/dice")]

    @pytest.mark.rule("SF-R25")
    def test_more_quiet_rounds_than_rounds(self):
        assert wrong(rolling(quiet_rounds=2)) == [("rounds", "/quiet_rounds")]

    @pytest.mark.rule("SF-39")
    def test_nothing_is_asked_though_the_game_is_not_over(self):
        assert wrong(given()) == [("agenda", "/agenda")]

    @pytest.mark.parametrize(
        "later",
        [
            (),
            END,
            (WorkOff(1), *END),
            (RollDice(BLUE), WorkOff(1), *END),
            (RollDice(RED), RollDice(RED), WorkOff(1), *END),
            (RollDice(RED), WorkOff(2), *END),
            (RollDice(RED), WorkOff(1)),
        ],
    )
    def test_another_order_of_things_than_that_of_a_round(self, later):
        assert wrong(given(PrepareActions(BLUE), *later, dice=(1, 2, 3))) == [("agenda", "/agenda")]

    @pytest.mark.parametrize("later", [(WorkOff(3, 1), *END), (CloseTurn(RED), WorkOff(3, 1), *END)])
    def test_another_end_of_a_turn(self, later):
        assert wrong(given(Execute(BLUE, 3), *later)) == [("agenda", "/agenda")]

    @pytest.mark.rule("SF-21", "SF-22")
    @pytest.mark.parametrize("mine", ["ogwen-2", "dwyryd-1"])
    def test_a_mine_that_could_not_be_chosen(self, mine):
        game = executing(PayEntrance(BLUE, 3, mine), 3, mines={"dwyryd-1": RED})

        assert wrong(game) == [("question", "/agenda/0/mine")]

    @pytest.mark.rule("SF-28")
    def test_a_box_that_could_not_be_chosen(self):
        game = executing(PayDevelopment(BLUE, 6, "change_die"), 6, boxes={"change_die": [RED]})

        assert wrong(game) == [("question", "/agenda/0/box")]

    @pytest.mark.rule("SF-15", "SF-R1")
    def test_no_marker_executes_there(self):
        game = given(
            Execute(BLUE, 3),
            TakeMarkerBack(BLUE, 3),
            CloseTurn(BLUE),
            WorkOff(3, 1),
            *END,
            executing_marker_may_pay=False,
        )

        assert wrong(game) == [("question", "/agenda/0")]

    @pytest.mark.rule("SF-19", "SF-R4")
    def test_who_has_no_marker_does_not_roll_and_who_has_one_does_not_sit_out(self):
        assert wrong(rolling(players=[player(supply=0), player()])) == [("question", "/agenda/0")]
        assert wrong(given(BuyOrSitOut(BLUE), RollDice(RED), WorkOff(1), *END)) == [("question", "/agenda/0")]


class TestForgedForks:
    """What once kept a process busy until its memory ended."""

    @pytest.mark.parametrize("number", [2**53 - 1, 12_000_000, 101, -1])
    def test_markers_by_the_million_are_refused_before_anything_is_counted(self, number):
        forged = msgspec.to_builtins(rolling(), str_keys=True)
        forged["fields"][2][1] = number

        with pytest.raises(LawBroken) as refusal:
            read_table(SCHIEFER, forged)
        assert refusal.value.breach[:2] == ("bounds", "/fields/2/1")

    def test_as_many_markers_as_a_type_can_hold_are_too_many_for_the_edition(self):
        forged = msgspec.to_builtins(rolling(), str_keys=True)
        forged["fields"][2][1] = 100

        with pytest.raises(LawBroken) as refusal:
            read_table(SCHIEFER, forged)
        assert refusal.value.breach[:2] == ("markers", "/players/1")

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            (lambda table: table["fields"].append([0, 0]), "/fields"),
            (lambda table: table["fields"][4].append(0), "/fields/4"),
            (lambda table: table["mines"].update({"nowhere": {"owner": 0}}), "/mines/nowhere"),
            (lambda table: table["boxes"].update({"half_of_mines": []}), "/boxes/half_of_mines"),
            (lambda table: table["agenda"][1].update(seat=3), "/agenda/1/seat"),
            (lambda table: table.update(start_player=2), "/start_player"),
            (lambda table: table.update(dice=[1, 2, 7]), "/dice/2"),
        ],
    )
    def test_whatever_it_names_must_be_there(self, change, pointer):
        forged = msgspec.to_builtins(rolling(), str_keys=True)
        change(forged)

        with pytest.raises(LawBroken) as refusal:
            read_table(SCHIEFER, forged)
        assert refusal.value.breach.pointer == pointer

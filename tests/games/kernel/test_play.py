"""Answering, running, recording: the kernel on a heap of stones (see toy.py)."""

import pytest

from games.kernel import (
    Asked,
    Chance,
    Command,
    Event,
    FaultyRules,
    GameIsOver,
    NotOffered,
    NotYourTurn,
    Play,
    Question,
    Refused,
    Rulebook,
    Step,
    decide,
    evolve,
)
from games.kernel.copying import clone
from games.kernel.play import check, open_question
from support.games.luck import Rigged, dice
from support.games.toy import (
    RULES,
    TOO_FEW_STONES,
    Chat,
    Deal,
    Said,
    StonesDealt,
    StonesTaken,
    Take,
    TakeStones,
    Talk,
    Throw,
    ToyAsked,
    ToyTable,
    toy_game,
)


def table(stones, *agenda):
    return ToyTable(edition="first", stones=stones, taken=[0, 0], agenda=agenda)


def test_the_opening_runs_until_somebody_must_speak():
    play = Play(RULES, table(0), Rigged())
    play.first(Deal())
    play.run()
    assert play.events == [StonesDealt(7), ToyAsked((Take(0),))]
    assert play.legal == [TakeStones(1), TakeStones(2), Throw()]


def test_an_answer_takes_its_question_off_the_agenda_and_records_what_follows():
    events = decide(RULES, table(5, Take(0)), 0, TakeStones(2), Rigged())
    assert events == [StonesTaken(0, 2), ToyAsked((Take(1),))]


def test_a_question_with_one_answer_is_not_asked():
    # one stone is left for seat 1, who can only take it
    events = decide(RULES, table(3, Take(0)), 0, TakeStones(2), Rigged())
    assert events == [StonesTaken(0, 2), StonesTaken(1, 1), ToyAsked(())]


def test_a_standing_question_waits_even_if_one_answer_is_left():
    here = table(5, Chat())
    assert RULES.legal(here, Chat()) == [Talk("")]
    assert decide(RULES, here, None, Talk("hello"), Rigged()) == [Said("hello"), ToyAsked((Chat(),))]


def test_a_standing_question_hears_whoever_speaks():
    for seat in (None, 0, 1, 7):
        check(RULES, table(5, Chat()), seat, Talk("hello"))


def test_words_of_a_person_are_compared_as_the_option_they_take_up():
    events = decide(RULES, table(5, Chat()), 0, Talk("not among the options as such"), Rigged())
    assert events[0] == Said("not among the options as such")


def test_deciding_leaves_the_table_as_it_was():
    here = table(5, Take(0))
    before = clone(here)
    decide(RULES, here, 0, TakeStones(1), Rigged())
    assert here == before


def test_folding_the_events_gives_the_table_that_the_rules_left():
    here = table(7, Take(0))
    play = Play(RULES, clone(here), dice(4))
    play.answer(Throw())
    for event in play.events:
        evolve(here, event)
    assert here == play.game
    assert here.stones == 3


def test_steps_go_before_everything_else():
    play = Play(RULES, table(5, Take(0)), Rigged())
    play.first(Deal(), Chat())
    assert play.agenda == [Deal(), Chat(), Take(0)]


@pytest.fixture
def circular_rules():
    """Dealing leads to dealing, and taking a stone, which is all one may do, to taking another."""
    rules = Rulebook(ToyAsked)
    rules.step(Deal)(lambda play, _: play.first(Deal()))
    rules.options(Take)(lambda _game, _take: [TakeStones(0)])
    rules.answer(Take, TakeStones)(lambda play, take, _: play.first(take))
    return rules


def test_steps_in_a_circle_end_with_an_error(circular_rules):
    play = Play(circular_rules, table(5, Deal()), Rigged())
    with pytest.raises(FaultyRules, match="1000 steps"):
        play.run()


def test_forced_answers_in_a_circle_end_after_as_many_as_a_match_may_have(circular_rules):
    play = Play(circular_rules, table(5, Take(0)), Rigged(), toy_game().longest)
    with pytest.raises(FaultyRules, match="100 answers"):
        play.run()


def test_a_question_without_an_answer_is_an_error():
    with pytest.raises(FaultyRules, match="has no answer"):
        Play(RULES, table(0, Take(0)), Rigged()).run()


def test_events_apply_at_once_and_in_order():
    play = Play(RULES, table(5), Rigged())
    play.happens(StonesTaken(0, 2), StonesTaken(1, 1))
    assert play.game.taken == [2, 1]
    assert play.events == [StonesTaken(0, 2), StonesTaken(1, 1)]


def test_another_seat_is_refused():
    here = table(5, Take(0))
    for seat in (1, None):
        with pytest.raises(NotYourTurn) as refusal:
            decide(RULES, here, seat, TakeStones(1), Rigged())
        assert (refusal.value.code, refusal.value.question) == ("not_your_turn", Take(0))


def test_what_is_not_offered_is_refused_with_the_open_question():
    with pytest.raises(NotOffered) as refusal:
        decide(RULES, table(5, Take(0)), 0, TakeStones(3), Rigged())
    assert (refusal.value.code, refusal.value.reason) == ("not_offered", None)
    assert (refusal.value.question, refusal.value.command) == (Take(0), TakeStones(3))


def test_what_is_barred_is_refused_with_its_reason():
    with pytest.raises(NotOffered) as refusal:
        decide(RULES, table(1, Take(0)), 0, TakeStones(2), Rigged())
    assert refusal.value.reason == TOO_FEW_STONES
    assert str(refusal.value) == "not_offered: too_few_stones (TOY-2)"


def test_nothing_is_taken_after_the_end():
    here = table(0)
    assert open_question(here) is None
    with pytest.raises(GameIsOver) as refusal:
        decide(RULES, here, 0, TakeStones(1), Rigged())
    assert (refusal.value.code, refusal.value.question) == ("game_is_over", None)


def test_every_refusal_is_of_one_family():
    assert {kind.code for kind in Refused.__subclasses__()} >= {
        "game_is_over",
        "not_your_turn",
        "not_offered",
    }


class Riddle(Question, frozen=True, gc=False):
    pass


class Muse(Step, frozen=True, gc=False):
    pass


class Guess(Command, frozen=True, gc=False):
    pass


class Hush(Event, frozen=True, gc=False):
    pass


def test_a_question_without_an_answer_is_a_gap_in_the_rules():
    rules = Rulebook(ToyAsked)
    rules.options(Riddle)(lambda *_: ())
    play = Play(rules, table(5), Rigged())
    play.first(Riddle(0))
    with pytest.raises(RuntimeError, match="has no answer"):
        play.run()


def test_options_of_several_functions_are_shown_in_the_order_of_the_rules():
    rules = Rulebook(ToyAsked)
    rules.options(Take)(lambda *_: [TakeStones(2)])
    rules.options(Take)(lambda *_: [Throw()])
    assert list(rules.offers(table(5), Take(0))) == [TakeStones(2), Throw()]


def test_a_question_is_listed_once_for_its_only_answer_and_for_all_of_them():
    listed = []
    rules = Rulebook(ToyAsked)

    @rules.options(Take)
    def stones(*_):
        for count in (1, 2, 3):
            listed.append(count)
            yield TakeStones(count)

    play = Play(rules, table(5), Rigged())
    play.first(Take(0))

    play.run()
    assert listed == [1, 2]  # two are enough to know that there is a choice
    assert play.legal == play.legal == [TakeStones(1), TakeStones(2), TakeStones(3)]
    assert listed == [1, 2, 3]


def test_barred_options_are_shown_and_are_not_legal():
    here = table(1, Take(0))
    assert RULES.legal(here, Take(0)) == [TakeStones(1)]
    assert [(barred.command, barred.reason) for barred in RULES.barred(here, Take(0))] == [
        (TakeStones(2), TOO_FEW_STONES)
    ]


def test_a_second_answer_to_the_same_is_refused():
    rules = Rulebook(ToyAsked)
    rules.answer(Riddle, Guess)(lambda *_: None)
    with pytest.raises(TypeError, match="Riddle already has an answer for Guess"):
        rules.answer(Riddle, Guess)(lambda *_: None)


def test_a_second_description_of_a_step_is_refused():
    rules = Rulebook(ToyAsked)
    rules.step(Muse)(lambda *_: None)
    with pytest.raises(TypeError, match="Muse is already described"):
        rules.step(Muse)(lambda *_: None)


def test_an_event_that_says_nothing_changes_nothing_in_silence():
    with pytest.raises(TypeError, match="Hush does not say what it changes on ToyTable"):
        evolve(table(5), Hush())


def test_what_the_game_waits_for_is_part_of_the_table():
    here = table(5)
    Asked.apply(ToyAsked((Take(1),)), here)
    assert open_question(here) == Take(1)


def test_chance_is_an_idea_until_somebody_supplies_numbers():
    with pytest.raises(TypeError, match="abstract"):
        Chance()

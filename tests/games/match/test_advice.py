"""GB-34: whoever is asked may have advice where the match allows it, and everybody sees that they asked."""

import pytest

from events.codec import encode
from games.kernel import NotOffered
from games.match.commands import AskAdvice
from games.match.events import AdviceAsked, MatchAsked
from games.match.refusals import NotPermitted
from support.games.match_given import MatchTable, with_bots


def started(**changes):
    return MatchTable(**({"advice": "on"} | changes)).started()


@pytest.mark.rule("GB-34")
def test_the_entry_names_the_seat_and_the_question_stays_open():
    table = started()
    seat, before = table.question.seat, encode(table.match)

    events = table.does(f"seat:{seat}", AskAdvice())

    assert [event for event in events if not isinstance(event, MatchAsked)] == [AdviceAsked(seat)]
    assert encode(table.match) == before
    table.does(f"seat:{seat}", AskAdvice())  # as often as they like
    table.plays_on(decisions=1)


@pytest.mark.rule("GB-34")
def test_nobody_is_advised_in_a_match_that_does_not_allow_it():
    table = started(advice="off")
    with pytest.raises(NotOffered) as refusal:
        table.does(f"seat:{table.question.seat}", AskAdvice())
    assert refusal.value.reason.code == "advice_is_off"


@pytest.mark.rule("GB-34")
def test_only_the_person_who_is_asked_may_have_it():
    table = started()
    other = 1 - table.question.seat
    with pytest.raises(NotOffered) as refusal:
        table.does(f"seat:{other}", AskAdvice())
    assert refusal.value.reason.code == "another_seat_is_asked"
    for nobody in ("host", "clock", "guest"):
        with pytest.raises(NotPermitted):
            table.does(nobody, AskAdvice())


@pytest.mark.rule("GB-34")
def test_a_bot_asks_nobody():
    table = MatchTable(advice="on", bots=with_bots(0, 1)).started(words=())
    with pytest.raises(NotPermitted):
        table.does(f"bot:{table.question.seat}", AskAdvice())

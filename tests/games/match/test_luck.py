"""The luck of a match: sealed, fair, and checkable by anybody."""

import hashlib
import hmac
import json
from collections import Counter

import pytest

from games.match.events import LuckDrawn
from games.match.luck import RANGE, NotDrawn, RecordedLuck, SealedLuck, draw, luck_key
from support.games.match_given import MATCH_SEED, MatchTable


def draw_by_hand(seed, words, match, index, bound):
    """The description in luck.py, once more from the outside, with nothing but the standard library."""
    array = json.dumps(words, separators=(",", ":"), ensure_ascii=False).encode()
    key = hmac.new(seed, array, hashlib.sha256).digest()
    attempt = 0
    while True:
        message = f"{match}:{index}:{attempt}".encode()
        number = int(hmac.new(key, message, hashlib.sha256).hexdigest(), 16)
        if number < 2**256 - 2**256 % bound:
            return number % bound
        attempt += 1


def test_a_known_draw_stays_what_it_is():
    key = luck_key(MATCH_SEED, ["Ada", "Glück auf"])

    drawn = [draw(key, "m1", index, 6) for index in range(10)]

    assert drawn == [2, 2, 2, 4, 0, 4, 1, 1, 2, 0]
    assert drawn == [draw_by_hand(MATCH_SEED, ["Ada", "Glück auf"], "m1", index, 6) for index in range(10)]


@pytest.mark.parametrize(
    "recorded", [((6, 6),), ((6, -1),), ((7, 3),), ()], ids=["too high", "too low", "other bound", "none"]
)
def test_recorded_luck_draws_nothing_that_cannot_have_been_drawn(recorded):
    luck = RecordedLuck(b"", 0, ((6, 5), *recorded))
    assert luck.next_below(6) == 5

    with pytest.raises(NotDrawn):
        luck.next_below(6)


@pytest.mark.rule("GB-7")
def test_every_draw_of_a_match_can_be_made_again_from_the_disclosed_seed():
    words = ["one", "two"]
    table = MatchTable().started(words).plays_on()

    for event in table.events:
        if isinstance(event, LuckDrawn):
            for place, (bound, value) in enumerate(event.draws, event.first):
                assert draw_by_hand(bytes.fromhex(table.match.seed), words, "m1", place, bound) == value


def test_the_players_words_change_the_luck():
    assert luck_key(MATCH_SEED, ["a", "b"]) != luck_key(MATCH_SEED, ["ab", ""])
    assert luck_key(MATCH_SEED, ["a", "b"]) != luck_key(MATCH_SEED, ["b", "a"])


def test_another_match_of_the_same_seed_draws_otherwise():
    key = luck_key(MATCH_SEED, [])

    assert [draw(key, "m1", i, 1000) for i in range(5)] != [draw(key, "m2", i, 1000) for i in range(5)]


def test_numbers_of_the_incomplete_last_run_are_thrown_away(monkeypatch):
    bound = 3
    first_bad = RANGE - RANGE % bound  # 2^256 leaves 1 over when divided by 3
    answers = [first_bad.to_bytes(32, "big"), (7).to_bytes(32, "big")]
    asked = []

    def digest(key, message, name):
        asked.append(message)
        return answers[len(asked) - 1]

    monkeypatch.setattr("games.match.luck.hmac.digest", digest)

    assert draw(b"key", "m", 4, bound) == 7 % bound
    assert asked == [b"m:4:0", b"m:4:1"]


@pytest.mark.parametrize("bound", [2, 6, 7, 20])
def test_draws_are_even(bound):
    luck = SealedLuck(MATCH_SEED, "m1", [], first=0)
    draws = 600 * bound

    counts = Counter(luck.below(bound) for _ in range(draws))

    # 600 expected of each; 5 standard deviations are about 120
    assert set(counts) == set(range(bound))
    assert all(480 < count < 720 for count in counts.values())


def test_a_choice_among_one_uses_up_no_luck():
    luck = SealedLuck(MATCH_SEED, "m1", [], first=0)

    assert luck.pick(["only"]) == "only"
    assert luck.draw({"coal": 3}) == "coal"
    assert luck.pick([1]) == 1
    assert [bound for bound, _ in luck.drawn] == [3]

"""Pauses by consent: the clock stands still, and nobody loses time by it."""

import pytest

from games.match.commands import AnswerPause, Pause, Resume
from service.matches.handler import Request
from service.problems import NotNow
from support.api.clocked_room import BANK, MINUTE, expect_refusal, open_clocked_room


class TestPause:
    def ask(self, of, seat):
        return of.matches.handle(of.id, Pause(), Request(token=of.tokens[seat]))

    def say(self, of, seat, *, agree):
        return of.matches.handle(of.id, AnswerPause(agree), Request(token=of.tokens[seat]))

    def end(self, of, seat):
        return of.matches.handle(of.id, Resume(), Request(token=of.tokens[seat]))

    @pytest.mark.rule("GB-18")
    def test_until_all_have_agreed_the_clock_runs_and_the_game_goes_on(self):
        of = open_clocked_room(people=3)
        deadline = of.match.deadline
        self.ask(of, 0)
        self.say(of, 1, agree=True)

        assert not of.match.paused
        assert of.match.deadline == deadline
        of.plays()
        self.say(of, 2, agree=True)
        assert of.match.paused
        assert of.match.deadline is None

    @pytest.mark.rule("GB-18")
    def test_nobody_agrees_twice_or_to_the_own_request(self):
        of = open_clocked_room(people=3)
        expect_refusal("no_pause_is_asked_for", lambda: self.say(of, 1, agree=True))
        self.ask(of, 0)
        self.say(of, 1, agree=True)

        for seat in (0, 1):
            expect_refusal("already_agreed", lambda seat=seat: self.say(of, seat, agree=True))
        expect_refusal("pause_is_asked_for", lambda: self.ask(of, 2))

    @pytest.mark.rule("GB-18")
    def test_who_was_refused_asks_again_only_at_another_question(self):
        of = open_clocked_room()
        self.ask(of, 0)
        self.say(of, 1, agree=False)

        expect_refusal("pause_is_refused", lambda: self.ask(of, 0))
        of.plays()
        self.ask(of, 0)
        assert of.match.pause is not None

    @pytest.mark.rule("GB-18")
    def test_who_is_alone_among_bots_needs_nobody(self):
        of = open_clocked_room(people=1, bots=2)
        self.ask(of, 0)

        assert of.match.paused

    @pytest.mark.rule("GB-18", "GB-5")
    def test_who_resigns_has_no_say_any_more(self):
        of = open_clocked_room(people=3)
        self.ask(of, 0)
        self.say(of, 1, agree=True)
        of.resigns(2)

        assert of.match.paused
        assert of.read_again() == of.match

    @pytest.mark.rule("GB-18")
    def test_the_request_of_somebody_who_is_gone_is_void(self):
        of = open_clocked_room(people=3)
        self.ask(of, 0)
        of.resigns(0)

        assert of.match.pause is None
        assert not of.match.paused

    @pytest.mark.rule("GB-18")
    def test_without_a_clock_there_is_nothing_to_pause(self):
        of = open_clocked_room(clock=None)

        expect_refusal("no_clock_to_pause", lambda: self.ask(of, 0))

    @pytest.mark.rule("GB-19")
    def test_in_a_pause_nobody_plays_and_no_time_passes(self):
        of = open_clocked_room(BANK)
        of.now += 5_000
        seat = of.turn
        self.ask(of, 0)
        self.say(of, 1, agree=True)

        expect_refusal("match_is_paused", of.plays)
        with pytest.raises(NotNow):
            of.undo(0, of.live.version)
        of.now += 10 * MINUTE
        self.end(of, 1)
        assert of.match.ticking.seat == seat
        assert of.match.deadline == of.now + 595_000

    @pytest.mark.rule("GB-19", "GB-5")
    def test_one_may_resign_in_a_pause(self):
        of = open_clocked_room()
        self.ask(of, 0)
        self.say(of, 1, agree=True)
        of.resigns(0)

        assert of.match.paused
        self.end(of, 1)
        assert of.match.ticking is None or of.match.ticking.seat == 1

    @pytest.mark.rule("GB-27", "GB-19", "GB-5")
    def test_the_last_person_who_leaves_ends_the_pause(self):
        of = open_clocked_room()
        self.ask(of, 0)
        self.say(of, 1, agree=True)
        of.resigns(0)
        of.resigns(1)

        assert "MatchResumed" in of.last()
        assert (of.match.paused, of.match.pause, of.match.vote) == (False, None, None)
        while of.match.status == "running":
            of.plays()
        assert of.match.seed
        assert of.read_again() == of.match

    @pytest.mark.rule("GB-27", "GB-12", "GB-19")
    def test_with_the_last_person_a_pause_ends_that_began_during_a_vote(self):
        of = open_clocked_room(people=3)
        before = of.live.version
        of.plays(times=12)
        self.ask(of, 0)
        self.say(of, 1, agree=True)
        of.undo(0, before)
        of.resigns(2)  # the last one who had not agreed to the pause
        assert of.match.paused
        assert of.match.vote
        assert of.match.deadline is None
        of.resigns(0)
        of.resigns(1)

        assert not of.match.paused
        assert of.match.vote is None
        of.plays()

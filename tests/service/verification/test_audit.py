"""What the audit says of honest books, and which check finds which forgery."""

from copy import deepcopy
from random import Random

import pytest

from events.export import export_book
from games.match.commands import StartMatch
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.matches.records.people import Person
from service.verification.audit import CHECKS, audit
from support.api import books
from support.api.room import Room


def audited(entries):
    return audit(export_book(list(entries)))


def verdicts(entries):
    return {check.check: (check.verdict, check.entry) for check in audited(entries).checks}


def forged(entries, change):
    """The book as somebody who can reckon hashes would mend it after a change."""
    told = books.plain(entries)
    change(told)
    return books.reseal(told)


def drawing(entries):
    """Places of entries with luck in them, the start left out."""
    return [place for place, entry in enumerate(entries[4:], 4) if b'"luck_drawn"' in bytes(entry.events)]


def luck_in(entry):
    return next(event for event in entry["events"] if event["type"] == "luck_drawn")


class TestHonestBooks:
    @pytest.mark.parametrize("game", books.GAME_NAMES)
    @pytest.mark.parametrize("kind", [books.play_book, books.lively])
    def test_everything_passes(self, game, kind):
        entries = kind(game)

        verdict = audited(entries)

        assert verdict.ok, verdict
        assert [check.check for check in verdict.checks] == list(CHECKS)
        assert {check.verdict for check in verdict.checks} == {"passed"}
        assert (verdict.entries, verdict.head) == (len(entries), entries[-1].hash)

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_every_beginning_of_a_match_passes_without_its_seed(self, game):
        entries = books.lively(game)
        for length in (1, 2, 5, 40, len(entries) - 1):
            found = verdicts(entries[:length])
            assert found["fold"] == found["decisions"] == ("passed", None)
            assert found["commitment"] == found["draws"] == ("skipped", None)

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    @pytest.mark.parametrize("on_expiry", ["bot_answers", "bot_takes_over", "match_ends"])
    def test_clocks_are_decided_again_by_the_times_of_the_entries(self, game, on_expiry):
        entries = books.play_timed_book(game, on_expiry)

        assert set(verdicts(entries).values()) == {("passed", None)}

    def test_answers_given_in_one_breath_are_entries_like_any_other(self):
        entries = books.in_one_breath()
        causes = [entry.cause for entry in entries if entry.cause]

        assert len(causes) > 2
        assert set(verdicts(entries).values()) == {("passed", None)}

    def test_an_abandoned_match_discloses_its_seed(self):
        room = Room(resigning="end")
        room.plays(times=5)
        room.resigns(1)

        assert set(verdicts(room.store.entries(room.id)).values()) == {("passed", None)}

    def test_words_of_the_players_are_part_of_the_luck(self):
        entries = books.with_words("Glück auf!", '\N{PICK} "\\')

        assert set(verdicts(entries).values()) == {("passed", None)}

    def test_the_ticks_count_every_entry_twice(self):
        entries, ticks = books.begin_book(), []

        audit(books.file_of(entries), lambda: ticks.append(1))

        assert len(ticks) == 2 * len(entries) + 1


class TestForgeries:
    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_a_changed_event_does_not_follow(self, game):
        entries = books.play_book(game)
        for place in drawing(entries)[:5]:

            def more(told, place=place):
                for event in told[place]["events"]:
                    numbers = [name for name in event if isinstance(event[name], int) and name != "first"]
                    if numbers:
                        event[numbers[-1]] += 1
                        return

            assert verdicts(forged(entries, more))["decisions"] == ("failed", place + 1)

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_another_command_does_not_lead_there(self, game):
        entries = books.play_book(game)

        def otherwise(told):
            others = [entry["command"] for entry in told[4:] if entry["command"] != told[8]["command"]]
            told[8]["command"] = deepcopy(others[-1])

        assert verdicts(forged(entries, otherwise))["decisions"] == ("failed", 9)

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_a_changed_draw_does_not_follow_from_the_seed(self, game):
        entries = books.play_book(game)
        place = drawing(entries)[1]

        def luckier(told):
            draw = luck_in(told[place])["draws"][0]
            draw[1] = (draw[1] + 1) % draw[0]

        assert verdicts(forged(entries, luckier))["draws"] == ("failed", place + 1)

    def test_a_draw_that_was_left_out_is_missed(self):
        entries = books.play_book("schiefer")
        place = drawing(entries)[1]

        def skip(told):
            luck_in(told[place])["first"] += 1

        assert verdicts(forged(entries, skip))["draws"] == ("failed", place + 1)

    def test_luck_from_another_seed_than_promised_is_found_whichever_is_disclosed(self):
        room = Room()
        room.live.seed = bytes([1]) * 32  # what a cheating server would do after the words were known
        books.to_the_end(room)
        entries = room.store.entries(room.id)
        last = len(entries)

        def deny(told):
            event = next(event for event in told[-1]["events"] if event["type"] == "seed_disclosed")
            event["seed"] = bytes(32).hex()

        assert verdicts(entries)["commitment"] == ("failed", last)
        denied = verdicts(forged(entries, deny))
        assert denied["commitment"] == ("passed", None)
        assert denied["draws"][0] == "failed"

    @pytest.mark.parametrize("seed", ["", "00", "no hex", "AB" * 32])
    def test_a_seed_that_is_none_is_found(self, seed):
        def other(told):
            next(event for event in told[-1]["events"] if event["type"] == "seed_disclosed")["seed"] = seed

        entries = books.play_book("schiefer")
        assert verdicts(forged(entries, other))["commitment"] == ("failed", len(entries))

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_swapped_entries_are_found_by_the_rules(self, game):
        entries = books.play_book(game)

        def swap(told):
            told[6], told[7] = told[7], told[6]
            told[6]["at"], told[7]["at"] = told[7]["at"], told[6]["at"]

        assert verdicts(forged(entries, swap))["decisions"] == ("failed", 7)

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    def test_events_that_are_left_out_are_missed(self, game):
        def cut(told):
            del told[9]["events"][-1]

        assert verdicts(forged(books.play_book(game), cut))["decisions"] == ("failed", 10)

    def test_an_entry_that_is_left_out_is_missed_by_the_rules(self):
        def drop(told):
            del told[10]

        assert verdicts(forged(books.play_book("schiefer"), drop))["decisions"] == ("failed", 11)

    def test_without_its_tail_a_book_is_an_earlier_version_that_only_its_head_tells_from_the_newest(self):
        entries = books.play_book("schiefer")

        verdict = audited(entries[:-3])

        assert verdict.ok
        assert verdict.head != entries[-1].hash

    def test_an_undo_does_not_strike_out_what_it_likes(self):
        entries = books.lively("schiefer")
        place = next(i for i, entry in enumerate(entries) if b'"rewound"' in bytes(entry.events))

        def more(told):
            event = next(event for event in told[place]["events"] if event["type"] == "rewound")
            event["struck"] = [event["struck"][0] - 1, *event["struck"]]

        assert verdicts(forged(entries, more))["decisions"] == ("failed", place + 1)

    @pytest.mark.parametrize("options", [{"stall_rounds": 7}, {"no": 1}])
    def test_a_match_is_opened_as_its_command_says(self, options):
        def other(told):
            told[0]["events"][0]["options"] = options

        assert verdicts(forged(books.begin_book(), other))["decisions"] == ("failed", 1)

    @pytest.mark.parametrize(
        "said", [{"seats": 9}, {"edition": "none"}, {"options": {"stall_rounds": -1}}, {"game": "chess"}]
    )
    def test_what_the_server_would_not_open_is_no_match(self, said):
        def other(told):
            told[0]["command"] |= said
            told[0]["events"][0] |= said

        entries = books.plain(books.begin_book())
        other(entries)
        found = audited(books.reseal(entries))
        assert (found.ok, found.failure.entry) == (False, 1)

    def test_time_that_was_not_used_is_missed(self):
        entries = books.play_timed_book("schiefer")
        place = next(i for i, entry in enumerate(entries) if b'"time_taken"' in bytes(entry.events))

        def slower(told):
            told[place]["at"] += 1

        assert verdicts(forged(entries, slower))["decisions"] == ("failed", place + 1)

    def test_rules_of_another_game_are_none(self):
        def other(told):
            told[4]["rules"] = "chess/1"

        assert verdicts(forged(books.begin_book(), other))["decisions"] == ("failed", 5)

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    @pytest.mark.parametrize("seed", range(12))
    def test_whatever_number_or_word_of_an_event_is_changed_is_found_there(self, game, seed):
        random, entries = Random(seed), books.lively(game)
        place = random.randrange(1, len(entries))

        def mutate(told):
            events = told[place]["events"]
            events[-1 if len(events) == 1 else random.randrange(len(events))] = mutated(
                random.choice(events), random
            )

        told = books.plain(entries)
        mutate(told)
        if told == books.plain(entries):
            pytest.skip("nothing was changed")
        found = verdicts(books.reseal(told))
        assert found["decisions"] == ("failed", place + 1)


def mutated(thing, random):
    """The same with one scalar in it changed."""
    if isinstance(thing, dict) and thing:
        key = random.choice(sorted(thing))
        return thing | {key: mutated(thing[key], random)}
    if isinstance(thing, list) and thing:
        place = random.randrange(len(thing))
        return [*thing[:place], mutated(thing[place], random), *thing[place + 1 :]]
    if isinstance(thing, int) and not isinstance(thing, bool):
        return thing + random.choice([-1, 1, 99])
    return random.choice([None, "x", 0, -1, True, [], {}])


class TestForks:
    @pytest.fixture
    def fork(self):
        room = Room()
        room.plays(times=20)
        opened = open_fork(room.matches, room.id, room.live.version - 3, Forking(), Request())
        room.tokens = [
            room.matches.sit_down(opened.match, seat, "", Person(), Request()).seat_token for seat in (0, 1)
        ]
        room.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
        room.id = opened.match
        books.to_the_end(room)
        return room.store.entries(room.id)

    def test_a_fork_is_audited_like_any_match(self, fork):
        found = verdicts(fork)

        assert found.pop("parent") == ("skipped", None)  # see test_parents
        assert set(found.values()) == {("passed", None)}

    @pytest.mark.parametrize(
        "change",
        [
            lambda opened: opened["table"].update(edition="none"),
            lambda opened: opened["table"]["options"].update(stall_rounds=3),
            lambda opened: opened["table"]["players"].pop(),
            lambda opened: opened["table"].update(agenda=[]),
            lambda opened: opened["table"]["agenda"][0].update(seat=7),
            lambda opened: opened.update(parent=None),
        ],
    )
    def test_its_table_fits_the_match(self, fork, change):
        found = audited(forged(fork, lambda told: change(told[0]["events"][0])))

        assert not found.ok
        assert found.failure.entry in {1, 4}  # opened, or begun


def name_rules(rules, entries=None):
    """The first entries, or all of them, were decided under these."""

    def change(told):
        for entry in told[:entries]:
            entry["rules"] = rules

    return change


class TestRulesThatAreGone:
    @pytest.fixture(autouse=True)
    def _three_came_after_them(self, later_rules):
        later_rules(3)

    def test_what_was_decided_under_them_is_not_decided_again(self):
        def change(told):
            name_rules("schiefer/3")(told)
            name_rules("schiefer/2", 6)(told)

        verdict = audited(forged(books.play_book("schiefer"), change))
        decisions = next(check for check in verdict.checks if check.check == "decisions")

        assert (verdict.outcome, verdict.ok, verdict.failure) == ("not_decided", False, None)
        assert decisions.verdict == "not_decided"  # not all of it was looked at
        assert "6 of" in decisions.detail
        assert "schiefer/2" in decisions.detail

    def test_the_same_where_all_of_it_was(self):
        found = verdicts(forged(books.begin_book(), name_rules("schiefer/1")))
        assert found["decisions"] == ("not_decided", None)

    def test_that_is_no_way_around_the_fold(self):
        def change(told):
            name_rules("schiefer/1")(told)
            told[-1]["events"][-1]["agenda"][0]["seat"] = 5

        entries = books.begin_book()
        verdict = audited(forged(entries, change))
        assert verdict.outcome == "failed"
        assert (verdict.failure.check, verdict.failure.entry) == ("fold", len(entries))


class TestRulesThatNobodyKnows:
    """Hashes made anew, money forged; once that was a sound book with another winner."""

    @pytest.mark.parametrize("game", books.GAME_NAMES)
    @pytest.mark.parametrize("version", ["2", "0", "01", "-1", "1.0", "999999999", "9999999999", "one", ""])
    @pytest.mark.parametrize("since", [0, 20])
    def test_they_fail_from_the_entry_on_that_names_them(self, game, version, since):
        def change(told):
            for entry in told[since:]:
                entry["rules"] = f"{game}/{version}"

        verdict = audited(forged(books.play_book(game), change))

        assert verdict.outcome == "failed"
        assert (verdict.failure.check, verdict.failure.entry) == ("decisions", since + 1)

    @pytest.mark.parametrize("version", [2, 0])
    def test_no_money_is_forged_under_them(self, version):
        def change(told):
            for entry in told[20:]:
                entry["rules"] = f"schiefer/{version}"
                for event in entry["events"]:
                    if "coins" in event:
                        event["coins"] = [9, 0]

        verdict = audited(forged(books.play_book("schiefer"), change))

        assert verdict.outcome == "failed"
        assert verdict.failure.entry == 21


def test_damage_is_told_and_what_depends_on_it_is_skipped():
    raw = books.file_of(books.begin_book()).replace(b'"seat_taken"', b'"seat_token"', 1)

    verdict = audit(raw)

    assert not verdict.ok
    assert [(check.verdict, check.entry) for check in verdict.checks] == [
        ("passed", None),
        ("failed", 2),
        *[("skipped", None)] * 5,
    ]
    assert verdict.entries == 1

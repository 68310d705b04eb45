"""Forgeries by somebody who reckons hashes anew and knows the format better than we do."""

import hashlib
import json

import pytest

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.export import BOOK_FORMAT, Header, encode_lines, export_book
from events.verify import DEEPEST_NESTING, nesting_depth
from games.match.luck import RANGE
from service.verification.audit import audit
from service.verification.checks import LARGEST_TABLE
from support.api import books


def told_of(entries, change):
    told = books.plain(entries)
    change(told)
    return told


def forged(entries, change):
    """(check, entry, detail) of the first failure; None if nothing was found."""
    return failure(export_book(books.reseal(told_of(entries, change))))


def failure(raw):
    found = audit(raw).failure
    return found and (found.check, found.entry)


def first_draw(told):
    """Of the answers; the set-up left out."""
    return next(
        (place, event)
        for place, entry in enumerate(told[4:], 4)
        for event in entry["events"]
        if event["type"] == "luck_drawn"
    )


class TestWhoDidIt:
    @pytest.mark.parametrize("actor", ["mallory", "seat:0", "guest", "clock", ""])
    def test_only_a_host_opens_a_match(self, actor):
        assert forged(books.begin_book(), lambda told: told[0].update(actor=actor)) == ("decisions", 1)

    @pytest.mark.parametrize("actor", ["mallory", "host", "seat:1", "bot:7", "x" * 1000])
    def test_only_a_guest_sits_down(self, actor):
        assert forged(books.begin_book(), lambda told: told[1].update(actor=actor)) == ("decisions", 2)

    @pytest.mark.parametrize(
        "actor", ["bot:{}", "seat:0{}", "seat: {}", "seat:+{}", "seat:{}\n", "{}", "seat:１"]
    )
    def test_no_bot_and_no_other_name_answers_for_a_person(self, actor):
        def other(told):
            told[4]["actor"] = actor.format(told[4]["actor"].removeprefix("seat:"))

        assert forged(books.begin_book(), other)[1] == 5


class TestUnderWhichRules:
    @pytest.mark.parametrize(
        "rules", ["schiefer/x", "schiefer/", "schiefer/１", "schiefer/01", "schiefer", "/1"]
    )
    def test_what_names_no_rules_is_found(self, rules):
        assert forged(books.play_book("schiefer"), lambda told: told[20].update(rules=rules)) == (
            "decisions",
            21,
        )

    def test_rules_never_go_back_so_that_no_entry_hides_behind_older_ones(self, later_rules):
        later_rules(2)

        def older(told):
            for place, entry in enumerate(told):
                entry["rules"] = "schiefer/1" if place == 20 else "schiefer/2"

        assert forged(books.play_book("schiefer"), older) == ("decisions", 21)

    def test_nor_does_an_entry_hide_behind_rules_to_come(self):
        def newer(told):
            told[20]["rules"] = "schiefer/99"

        assert forged(books.play_book("schiefer"), newer) == ("decisions", 21)


class TestLuck:
    @pytest.mark.parametrize("value", [6, 99, -1, 2**70])
    def test_no_die_shows_what_it_does_not_have_though_the_seed_is_still_a_secret(self, value):
        def lucky(told):
            first_draw(told)[1]["draws"][0][1] = value

        place = first_draw(books.plain(books.begin_book()))[0]
        assert forged(books.begin_book(), lucky) == ("draws", place + 1)

    @pytest.mark.parametrize("bound", [0, 1, -6, RANGE + 1, 2**3000])
    @pytest.mark.parametrize("kind", [books.begin_book, books.play_book])
    def test_a_draw_that_could_never_be_made_keeps_nobody_busy(self, bound, kind):
        def endless(told):
            first_draw(told)[1]["draws"][0][0] = bound

        entries = kind("schiefer")
        assert forged(entries, endless) == ("draws", first_draw(books.plain(entries))[0] + 1)

    @pytest.mark.parametrize("promised", ["", "zz", "A" * 64, "0" * 63])
    def test_a_promise_that_nobody_could_keep(self, promised):
        def other(told):
            told[0]["events"][0]["commitment"] = promised

        assert forged(books.begin_book(), other) == ("commitment", 1)

    def test_what_was_promised_is_not_promised_anew(self, later_rules):
        """Under rules that are gone, so that nobody decides it again."""
        later_rules(2)

        def otherwise(told):
            opened, seed = dict(told[0]["events"][0]), "ab" * 32
            opened["commitment"] = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
            for entry in told:
                entry["rules"] = "schiefer/1"
            told[-1]["events"].insert(0, opened)
            next(event for event in told[-1]["events"] if event["type"] == "seed_disclosed")["seed"] = seed

        entries = books.play_book("schiefer")
        assert forged(entries, otherwise) == ("commitment", len(entries))

    def test_a_seed_that_is_too_short_to_be_a_secret(self):
        def short(told):
            told[0]["events"][0]["commitment"] = hashlib.sha256(b"\7").hexdigest()
            next(event for event in told[-1]["events"] if event["type"] == "seed_disclosed")["seed"] = "07"

        assert forged(books.play_book("schiefer"), short)[0] == "commitment"


class TestWhatWouldKeepTheReaderBusy:
    @pytest.mark.parametrize("parts", [["events"], ["events", "command"]])
    def test_no_seats_are_laid_out_for_a_crowd(self, parts):
        def crowd(told):
            told[0]["events"][0]["seats"] = 10**12
            if "command" in parts:
                told[0]["command"]["seats"] = 10**12

        assert forged(books.begin_book(), crowd)[1] == 1

    @pytest.mark.parametrize("deep", [DEEPEST_NESTING, 900, 985, 990, 995, 5000, 100_000])
    def test_however_deep_a_line_is_nested_everybody_says_the_same_of_it(self, deep):
        lines = books.file_of(books.begin_book()).split(b"\n")
        lines[6] = lines[6].replace(b'"events":[', b'"events":[' + b"[" * deep + b"]" * deep + b",", 1)

        assert failure(b"\n".join(lines)) == ("file", 6)

    @pytest.mark.parametrize("gone", [False, True])
    def test_a_table_does_not_grow_so_that_every_entry_is_dear(self, gone, later_rules):
        later_rules(2 if gone else 1)

        def grown(told):
            for entry in told:
                entry["rules"] = "schiefer/1"
            asked = next(event for event in told[6]["events"] if event["type"] == "asked")
            asked["agenda"] = asked["agenda"] * (LARGEST_TABLE // 20)

        assert forged(books.begin_book(), grown) == ("fold", 7)

    def test_brackets_in_words_are_no_nesting(self):
        assert nesting_depth(b'["' + b"[" * 1000 + b'\\"[",{"a":[' + b"[],[]," * 100 + b"1]}]") == 4
        assert failure(books.file_of(books.with_words("[" * 200, '{"\\'))) is None


class TestBytes:
    @pytest.mark.parametrize("kind", [books.begin_book, books.lively, books.play_timed_book])
    def test_marks_and_line_ends_of_other_systems(self, kind):
        raw = books.file_of(kind("schiefer"))

        assert failure(b"\xef\xbb\xbf" + raw) == ("file", None)
        assert failure(raw.replace(b"\n", b"\r\n")) == ("file", None)
        assert failure(raw.replace(b"\n", b"\n\n", 3)) == ("file", 1)
        assert failure(raw + b"\n") == ("file", len(kind("schiefer")) + 1)
        assert failure(raw.decode().encode("utf-16")) == ("file", None)

    @pytest.mark.parametrize(
        ("said", "same"),
        [
            (b'"version":6', b'"version":6,"version":6'),
            (b'"version":6', b'"version":6.0'),
            (b'"version":6', b'"version":6e0'),
            (b'"actor":"', b'"actor":"\\u0073'),
            (b'"rules":"schiefer/', b'"rules":"schiefer\\/'),
            (b'"type":"', b'"type":"\\ud800'),
            (b'"type":"', b'"type":"\xed\xa0\x80'),
            (b'"type":"', b'"type":"\xc0\x80'),
        ],
    )
    def test_what_others_might_read_the_same_way(self, said, same):
        lines = books.file_of(books.begin_book()).split(b"\n")
        assert said in lines[6]
        lines[6] = lines[6].replace(said, same, 1)

        assert failure(b"\n".join(lines)) == ("file", 6)

    def test_words_that_only_look_the_same_are_others(self):
        entries = books.with_words("Glu\N{COMBINING DIAERESIS}ck", "")
        raw = books.file_of(entries)

        assert failure(raw.replace("u\N{COMBINING DIAERESIS}".encode(), "ü".encode())) == ("chain", 2)

    def test_a_request_without_a_name_is_none(self):
        assert failure(
            export_book(books.reseal(told_of(books.begin_book(), lambda told: told[4].update(cause=""))))
        ) == ("chain", 5)


@pytest.mark.parametrize("game", books.GAME_NAMES)
@pytest.mark.parametrize("kind", [books.lively, books.play_timed_book])
def test_lines_that_are_dropped_doubled_swapped_or_cut_are_found_in_their_place(game, kind):
    lines = books.file_of(kind(game)).splitlines(keepends=True)
    for place in range(1, len(lines), 7):
        line = lines[place]
        dropped = [*lines[:place], *lines[place + 1 :]]
        assert failure(b"".join(dropped))[1] == place
        assert failure(b"".join([*lines[:place], line, *lines[place:]]))[1] == place + 1
        assert failure(b"".join([*lines[:place], line[: len(line) // 2]]))[1] == place
        if place > 1:
            swapped = [*lines[: place - 1], line, lines[place - 1], *lines[place + 1 :]]
            assert failure(b"".join(swapped))[1] == place - 1


def test_a_header_that_lies_about_its_first_entry():
    told = books.plain(books.begin_book())
    opened = told[0]["events"][0]
    entries = books.reseal(told)
    said = {"match": opened["match"], "game": "schiefer", "edition": opened["edition"], "rules": "schiefer/1"}
    for field in said:
        header = Header(
            format=BOOK_FORMAT, entries=len(entries), head=entries[-1].hash, **said | {field: "other"}
        )
        assert failure(b"".join(encode_lines(header, entries))) == ("file", None)


def test_the_bytes_that_are_hashed_are_those_of_the_line():
    """An entry whose command is sealed in another spelling than the file has it."""
    first, *_ = books.begin_book()
    odd = seal(
        version=1,
        at=first.at,
        actor=first.actor,
        command=json.dumps(json.loads(bytes(first.command))).encode(),
        events=bytes(first.events),
        rules=first.rules,
        cause=None,
        prev=FIRST_PREV,
    )
    raw = export_book([odd])
    assert failure(raw) == ("file", 1)
    assert encode(odd) in raw

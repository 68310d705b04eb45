"""A rule is changed on purpose: recorded matches stay as they are, and the report says what would differ."""

import msgspec
import pytest
from click.testing import CliRunner

from events.codec import encode
from games.catalogue import GAMES
from games.kernel.play import evolve
from games.schiefer.events import SlateSold
from games.schiefer.rules import sale
from service.cli.report import command
from service.matches.folding import events_of, fold_entries
from service.queries.entries import tell_story
from service.verification.audit import audit
from service.verification.redecide import GoldenMatch, redecide_entries, redecide_golden
from support.api import books
from support.games import golden

GOLDEN = [
    path for path in golden.histories() if path.parts[-3] == "schiefer" and path.name.endswith("-00.json.xz")
]


def all_to_the_mine(game, mine):
    """SF-25 as it is not: the whole price goes to the owner of the mine that was sold from."""
    coins = [0] * len(game.players)
    coins[game.mines[mine].owner] = game.mine(mine).value
    return coins


def first_that_differs(table, batches):
    """The first batch with a sale that would be paid out otherwise, found by looking at facts alone."""
    for number, batch in enumerate(batches, 1):
        for event in batch:
            if isinstance(event, SlateSold) and sale.shares(table, event.mine) != all_to_the_mine(
                table, event.mine
            ):
                return number
            if type(event) in GAMES["schiefer"].events:
                evolve(table, event)
    raise AssertionError("no sale would differ")


def history(path):
    return msgspec.json.decode(msgspec.json.encode(golden.load(path)), type=GoldenMatch)


def blank(seats, edition, options):
    game = GAMES["schiefer"]
    return game.blank(seats, edition, msgspec.convert(options, game.options))


@pytest.fixture
def departs():
    """Where each golden match and an export will, found before the rule is changed."""
    game, expected = GAMES["schiefer"], {}
    for path in GOLDEN:
        told = history(path)
        batches = [msgspec.json.decode(batch, type=list[game.event_type]) for batch in told.events]
        expected[path] = first_that_differs(blank(told.seats, told.edition, told.options), batches)
    return expected


@pytest.fixture
def changed(departs, monkeypatch):
    monkeypatch.setattr(sale, "shares", all_to_the_mine)
    return departs


def test_each_golden_match_differs_from_its_first_sale_that_is_paid_otherwise(changed):
    assert len(changed) == 3
    for path, number in changed.items():
        assert redecide_golden(history(path)).entry == number


def test_the_command_says_it_for_each_and_the_other_games_are_the_same(changed):
    others = [path for path in golden.histories() if path.name == "2p-00.json.xz" and path not in changed]

    said = CliRunner().invoke(command, [str(path) for path in (*changed, *others)])

    assert said.exit_code == 1
    lines = said.output.splitlines()
    for line, number in zip(lines, changed.values(), strict=False):
        assert f": differs from entry {number}: " in line
    assert [line.endswith(": same") for line in lines[len(changed) : -1]] == [True, True]
    assert lines[-1] == "2 same, 3 differ"


def test_none_of_them_becomes_unreadable(changed):
    for path in changed:
        golden.check(golden.load(path))


class TestOfAnExport:
    @pytest.fixture
    def departure(self):
        entries = books.play_book("schiefer")
        batches = [events_of(entry, "schiefer") for entry in entries]
        opened = batches[0][0]
        table = blank(opened.seats, opened.edition, opened.options)
        return entries, first_that_differs(table, batches)

    def test_it_differs_from_the_same_entry_on(self, departure, monkeypatch):
        entries, number = departure
        monkeypatch.setattr(sale, "shares", all_to_the_mine)

        assert redecide_entries(entries).entry == number
        assert audit(books.file_of(entries)).failure.entry == number  # nobody has raised the version

    def test_with_a_new_version_of_the_rules_it_stays_sound_and_is_read_as_it_was(
        self, departure, monkeypatch, later_rules
    ):
        entries, number = departure
        before = encode(fold_entries(entries)), list(tell_story(list(entries), "de"))
        monkeypatch.setattr(sale, "shares", all_to_the_mine)
        later_rules(2)

        verdict = audit(books.file_of(entries))
        assert (verdict.outcome, verdict.ok) == ("not_decided", False)
        found = {check.check: check.verdict for check in verdict.checks}
        assert (found["fold"], found["draws"], found["decisions"]) == ("passed", "passed", "not_decided")
        assert (encode(fold_entries(entries)), list(tell_story(list(entries), "de"))) == before
        assert redecide_entries(entries).entry == number

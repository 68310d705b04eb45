"""The table a fork brings along is looked at before anything is computed from it."""

import msgspec
import pytest

from games.kernel import LawBroken
from games.match.commands import OpenMatch
from games.match.events import SeatTaken
from games.match.play import evolve_foreign, first_table, open_match
from games.match.state import Parent
from games.schiefer.agenda import EndRound, PrepareActions, RollDice, WorkOff
from games.schiefer.events import DieSet, SupplyTaken
from games.schiefer.game import SCHIEFER
from support.games.schiefer_given import BLUE, EDITION, RED, given

PARENT = Parent("parent", 9, "0" * 64)


def forked(**wanted):
    """A fork of Schiefer while blue prepares actions; the event is what a book would hold."""
    agenda = (PrepareActions(BLUE), RollDice(RED), WorkOff(1), EndRound())
    parts = {
        "game": "schiefer",
        "edition": EDITION,
        "seats": 2,
        "options": msgspec.to_builtins(SCHIEFER.options()),
        "visibility": "public",
        "resigning": "bot",
        "undo": "own",
        "parent": PARENT,
    }
    decided = open_match("fork", OpenMatch(**parts), "0" * 64, given(*agenda, dice=(1, 2, 3)))
    return decided.match, msgspec.structs.replace(decided.events[0], **wanted)


def breach(event):
    with pytest.raises(LawBroken) as refusal:
        first_table(event)
    return refusal.value.breach[:2]


def test_as_its_parent_left_it_it_is_taken():
    match, event = forked()

    assert first_table(event) == match.table


def test_more_markers_than_there_are_keep_nobody_busy():
    _, event = forked()
    event.table["fields"][0][0] = 2**53 - 1

    assert breach(event) == ("bounds", "/fields/0/0")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"seats": 3}, ("same_match", "/players")),
        ({"options": {}}, ("same_match", "/options")),
        ({"edition": "other"}, ("edition", "/edition")),
        ({"seats": 2**53 - 1}, ("seats", "/seats")),
        ({"seats": -1, "table": None}, ("seats", "/seats")),
        ({"edition": "other", "table": None}, ("edition", "/edition")),
    ],
)
def test_it_is_a_table_of_the_same_match(wanted, found):
    assert breach(forked(**wanted)[1]) == found


def test_an_event_that_others_have_written_names_only_what_is_there():
    match, _ = forked()

    with pytest.raises(LawBroken) as refusal:
        evolve_foreign(match, DieSet(BLUE, 4, 1, 3), "/events/0")

    assert refusal.value.breach[:2] == ("die", "/events/0/die")


def test_otherwise_it_is_folded_like_any_other():
    match, _ = forked()

    evolve_foreign(match, SupplyTaken(BLUE))
    evolve_foreign(match, SeatTaken(RED, "words"))

    assert match.table.players[BLUE].supply == 9
    assert match.seats[RED].words == "words"

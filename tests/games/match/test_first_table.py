"""The table a fork brings along is looked at before anything is computed from it."""

import msgspec
import pytest

from games.kernel import LawBroken
from games.match.commands import OpenMatch
from games.match.play import first_table, follow, open_match
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
    ("wanted", "pointer"),
    [({"seats": 3}, "/players"), ({"edition": "other"}, "/edition"), ({"options": {}}, "/options")],
)
def test_it_is_a_table_of_the_same_match(wanted, pointer):
    assert breach(forked(**wanted)[1]) == ("same_match", pointer)


def test_an_entry_others_have_written_is_followed_event_by_event():
    match, _ = forked()

    with pytest.raises(LawBroken) as refusal:
        follow(match, [DieSet(BLUE, 4, 1, 3)])

    assert refusal.value.breach[:2] == ("die", "/events/0/die")


def test_and_its_end_is_lawful():
    match, _ = forked()
    match.table.players[BLUE].reserve = 0

    with pytest.raises(LawBroken):
        follow(match, [SupplyTaken(BLUE)])

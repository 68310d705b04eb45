"""What the dispatcher reads out of the metadata of an entry."""

import pytest

from events.codec import encode
from events.store import FeedItem
from service.matches.index import EventMetadata
from workers.dispatcher.open_work import list_work, owed_sheets, read_metadata
from workers.queues import Work


def item(**said):
    usual = {"game": "schiefer", "status": "running", "by": "seat:0", "round_before": 3, "round": 3}
    metadata = EventMetadata(**{**usual, "turn": 1, "mind": None, **said})
    return FeedItem(7, "m", 9, encode(metadata))


def work_of(found):
    return list(list_work(found, read_metadata(found)))


def test_a_question_to_a_bot_is_a_job():
    assert work_of(item(mind="greedy")) == [Work("bot", "m", 9)]


def test_a_bot_that_has_just_spoken_goes_on_by_itself():
    assert work_of(item(mind="greedy", by="bot:3")) == []


def test_a_question_to_a_person_is_none():
    assert work_of(item()) == []


def test_the_end_of_a_round_is_a_sheet_whoever_ended_it():
    assert work_of(item(round=4, by="bot:0")) == [Work("score", "m", 9)]


def test_the_end_of_a_round_may_be_a_question_to_a_bot_as_well():
    assert work_of(item(round=4, mind="random")) == [Work("bot", "m", 9), Work("score", "m", 9)]


@pytest.mark.parametrize(
    ("before", "now", "status", "names"),
    [
        (0, 0, "open", ()),
        (0, 1, "running", ()),  # the first round begins, none has ended
        (1, 2, "running", ("round:1",)),
        (4, 4, "running", ()),
        (4, 6, "running", ("round:4", "round:5")),
        (5, 4, "running", ()),  # an undo
        (9, 9, "finished", ("final",)),
        (2, 2, "abandoned", ("final",)),
        (2, 3, "finished", ("round:2", "final")),
    ],
)
def test_sheets_are_named_after_what_has_ended(before, now, status, names):
    assert owed_sheets(read_metadata(item(round_before=before, round=now, status=status)), 9) == names


@pytest.mark.parametrize(("version", "said"), [(1, {"round_before": 0}), (9, {"rewound": True})])
def test_a_fork_and_a_redo_end_no_round(version, said):
    """As feeds of earlier versions have it as well."""
    assert owed_sheets(read_metadata(item(round=5, **said)), version) == ()
    assert owed_sheets(read_metadata(item(round=5, status="abandoned", **said)), version) == ("final",)


@pytest.mark.parametrize("metadata", [b"", b"{", b"{}", b"[]", b"\xff\xfe", b'{"game":1}', b"null"])
def test_metadata_that_cannot_be_read_is_told_and_left_out(metadata, caplog):
    assert read_metadata(FeedItem(7, "m", 9, metadata)) is None
    assert "match m, version 9: its metadata cannot be read" in caplog.text


def test_every_hundredth_version_is_kept_and_no_undo_adds_one():
    hundredth = FeedItem(7, "m", 300, item().metadata)
    assert work_of(hundredth) == [Work("snapshot", "m", 300)]
    assert work_of(item(rewound=True)) == []


def test_a_note_says_of_an_undo_only_where_there_is_one():
    assert b"rewound" not in item().metadata

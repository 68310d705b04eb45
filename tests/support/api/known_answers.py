"""Plays the small book of docs/known_answers.

    PYTHONPATH=.:tests python tests/support/api/known_answers.py

writes it. Changes of the rules are no reason to do so again: a verifier that was once right stays right.
"""

from __future__ import annotations

from games.match.commands import AnswerPause, Pause, Resume
from games.match.state import Clock
from service.matches.handler import Request
from support.api import books
from support.api.room import Room
from support.docs.known_variants import BOOK

SEED = bytes(range(32))
BEGIN = 1_700_000_000_000
CLOCK = Clock(kind="per_answer", seconds=3600)


class KnownRoom(Room):
    """Two people with words of their own and a bot; every look at the clock takes a second."""

    words = {0: "Glück auf", 1: '⛏ "\\'}

    def __init__(self):
        self.seconds = 0
        super().__init__(bots=1, resigning="end", clock=CLOCK, seeds=lambda: SEED)

    @property
    def now(self):
        self.seconds += 1
        return BEGIN + 1000 * self.seconds

    @now.setter
    def now(self, _):
        """A room would begin in 1970."""

    def asks_to_go_back(self, to):
        """The asker is a person, of two the one whose turn it is; the other one agrees."""
        seat = self.turn if self.turn in self.words else 0
        self.undo(seat, to)
        self.answers(1 - seat, agree=True)
        return seat


def play_known_book():
    """An undo without asking and one by consent over a pause, both redone; the latter again; other play."""
    room = KnownRoom()
    seat, before = room.to_a_free_undo()
    room.undo(seat, before)
    room.redo(seat)
    before = room.live.version
    room.plays(times=2)
    pause(room)
    room.plays(times=2)
    room.redo(room.asks_to_go_back(before))
    room.plays()
    room.asks_to_go_back(before)
    room.plays(times=6)
    room.resigns(1)
    return room.store.entries(room.id)


def pause(room):
    """Entries that no undo strikes out."""
    room.matches.handle(room.id, Pause(), Request(token=room.tokens[0]))
    room.matches.handle(room.id, AnswerPause(agree=True), Request(token=room.tokens[1]))
    room.matches.handle(room.id, Resume(), Request(token=room.tokens[1]))


def main():
    BOOK.write_bytes(books.file_of(play_known_book()))


if __name__ == "__main__":
    main()

"""The final scoring: entry by entry, each for all players before the next one."""

from __future__ import annotations

from games.schichtwechsel.agenda import CountEntry, EndGame, FinalScoring, ScoreEntry
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.events import EntryScored, GameEnded
from games.schichtwechsel.lookup import sites_of
from games.schichtwechsel.rules.book import Play, step
from games.schichtwechsel.rules.performing import perform_all
from games.schichtwechsel.score import line_of
from games.schichtwechsel.state import Schichtwechsel


@step(FinalScoring)
def final_scoring(play: Play, scoring: FinalScoring) -> None:
    """SW-146, SW-147, SW-172: clockwise from the holder of the marker now (SW-R31)."""
    if not scoring.left:
        play.first(EndGame())
        return
    entry, *left = scoring.left
    seats = play.game.order(play.game.marker)
    play.first(*(ScoreEntry(seat, entry) for seat in seats), FinalScoring(tuple(left)))


@step(ScoreEntry)
def score_entry(play: Play, item: ScoreEntry) -> None:
    deeds = deeds_of(play.game, item.seat, item.entry)
    play.first(*perform_all(item.seat, deeds), CountEntry(item.seat, item.entry))


def deeds_of(game: Schichtwechsel, seat: int, entry: str) -> Effects:
    """SW-147, SW-148, SW-157, SW-161, SW-R40: once for each own house; all loads come before the sales."""
    if entry not in sites_of(game.edition):
        return ()
    houses = game.houses(seat, entry)
    return tuple(deed for deed in game.site(entry).deeds for _ in range(houses))


@step(CountEntry)
def count_entry(play: Play, item: CountEntry) -> None:
    line = line_of(play.game, item.seat, item.entry)
    if line and line.points:
        play.happens(EntryScored(item.seat, line.category, line.points, line.count))


@step(EndGame)
def end_game(play: Play, _: EndGame) -> None:
    play.happens(GameEnded())

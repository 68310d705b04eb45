"""Where points are written down."""

from games.ruhrschifffahrt.state import Player, Tally


def score_points(player: Player, category: str, points: int) -> None:
    tally = player.ledger.setdefault(category, Tally())
    tally.points += points
    tally.count += 1

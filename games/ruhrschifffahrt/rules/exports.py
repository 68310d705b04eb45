"""6.7, phase 7: coal goes abroad from the warehouses of the port."""

from games.kernel import Play
from games.ruhrschifffahrt.agenda import ScoreExports
from games.ruhrschifffahrt.events.ships import ExportMarkerMoved, ExportScored
from games.ruhrschifffahrt.rules.book import step
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.state import Ruhr


@step(ScoreExports)
def score_exports(play: Play[Ruhr], _: ScoreExports) -> None:
    """RS-133, RS-134, RS-155, RS-R38; RS-136: then the marker goes left."""
    begin_phase(play, "export_and_round_end")
    country = export_country(play.game)
    if country is None:
        return
    owners = tuple(play.game.warehouses[country])
    for place, seat in enumerate(owners):
        play.happens(ExportScored(seat, country, place + 1, export_points(play.game, place)))
    to = max(0, play.game.export_marker - len(owners))
    if to != play.game.export_marker:
        play.happens(ExportMarkerMoved(to))


def export_country(game: Ruhr) -> str | None:
    """RS-133, RS-134: the country whose marker was turned this round; exports happen in no other."""
    turning_rounds = game.board.timeline.rounds_with("turn_country_marker")
    turned = game.round in turning_rounds[: len(game.countries_shown)]
    return game.countries_shown[-1] if turned else None


def export_points(game: Ruhr, place: int) -> int:
    """RS-134, RS-135"""
    return game.board.export_scale.values[game.export_marker] + game.board.port.position_bonus[place]

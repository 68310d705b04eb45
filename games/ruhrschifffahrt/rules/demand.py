"""6.2, phase 2: one marker from the bag gives the water level or says where coal is wanted."""

from games.kernel import Play
from games.ruhrschifffahrt.agenda import DrawDemand
from games.ruhrschifffahrt.events.coal import DepotCoalChanged
from games.ruhrschifffahrt.events.history import DemandPlaced, LocksForced, MarkerDrawn, PilotClosed
from games.ruhrschifffahrt.printed import DemandMarker
from games.ruhrschifffahrt.rules.book import step
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.state import Ruhr


@step(DrawDemand)
def draw_demand(play: Play[Ruhr], _: DrawDemand) -> None:
    """RS-33, RS-45, RS-46, RS-53, RS-54, RS-R27, RS-R28"""
    begin_phase(play, "water_and_demand")
    markers = play.game.board.demand_markers
    if play.game.round > markers.last_draw_round:
        return
    if play.game.bag:
        # RS-R58: unseen markers are alike wherever they lie, so the bag may hold any of them
        marker = play.game.marker(play.chance.pick(play.game.unseen))
        play.happens(MarkerDrawn(marker.id))
        carry_out_marker(play, marker)
    if play.game.bag <= markers.locks_forced_at:
        play.happens(LocksForced())


def carry_out_marker(play: Play[Ruhr], marker: DemandMarker) -> None:
    """RS-47, RS-48, RS-49, RS-50, RS-148"""
    if marker.water:
        rise_or_fall(play, marker)
        return
    most = play.game.board.demand_markers.most_thalers_per_space
    spaces = [space for space in wanted_at(play.game, marker) if play.game.demand.get(space, 0) < most]
    if spaces:
        play.happens(DemandPlaced(tuple(spaces)))


def wanted_at(game: Ruhr, marker: DemandMarker) -> list[str]:
    """RS-47, RS-48, RS-49"""
    if marker.cities:
        return [space for space in game.river.sales_spaces if space in marker.cities]
    return [
        space.id
        for space in game.river.spaces.values()
        if space.type == "industry"
        and (space.industry == marker.industry or space.territory == marker.industry_in)
    ]


def rise_or_fall(play: Play[Ruhr], marker: DemandMarker) -> None:
    """RS-51, RS-52"""
    play.happens(PilotClosed(marker.water))
    coal = play.game.board.coal
    changed = {
        depot: max(coal.min_pips, min(coal.max_pips, pips + marker.depot_dice))
        for depot, pips in play.game.depots.items()
    }
    moved = {depot: pips for depot, pips in changed.items() if pips != play.game.depots[depot]}
    if moved:
        play.happens(DepotCoalChanged(moved))

"""What can happen, and what each changes on the table."""

from __future__ import annotations

from typing import Literal

from games.kernel import Asked, Event
from games.ruhrschifffahrt.agenda import RuhrItem
from games.ruhrschifffahrt.board import Colour
from games.ruhrschifffahrt.state import LooseDie, Player, Ruhr, Tally


def _score(player: Player, category: str, points: int) -> None:
    tally = player.ledger.setdefault(category, Tally())
    tally.points += points
    tally.count += 1


def _move_ship(game: Ruhr, seat: int, space: str) -> None:
    left = game.ship(seat)
    if left:
        game.ships[left].remove(seat)
        if not game.ships[left]:
            del game.ships[left]
    game.ships.setdefault(space, []).append(seat)


class PlayerEquipped(Event, frozen=True, gc=False):
    seat: int
    colour: str
    thalers: int
    supply: int
    bonus: dict[str, int]
    timeline: tuple[int, ...]
    stones: int
    tiles: tuple[str, ...]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat] = Player(
            self.colour,
            self.thalers,
            self.supply,
            dict(self.bonus),
            list(self.timeline),
            self.stones,
            list(self.tiles),
        )


class CoalLaidOut(Event, frozen=True, gc=False):
    depots: dict[str, int]
    boxed: dict[Colour, int]
    column: str

    def apply(self, game: Ruhr) -> None:
        game.depots = dict(self.depots)
        game.boxed = dict(self.boxed)
        game.column = self.column


class DemandMarkersLaidOut(Event, frozen=True, gc=False):
    unseen: tuple[str, ...]
    left_out: tuple[str, ...]
    obstacles: tuple[str, ...]
    bag: int

    def apply(self, game: Ruhr) -> None:
        game.unseen = list(self.unseen)
        game.left_out = list(self.left_out)
        game.obstacles = list(self.obstacles)
        game.bag = self.bag


class CountryMarkersLaidOut(Event, frozen=True, gc=False):
    countries: dict[str, int]

    def apply(self, game: Ruhr) -> None:
        game.countries_down = dict(self.countries)


class TilesLaidOut(Event, frozen=True, gc=False):
    tiles: dict[str, int]
    blanks: int

    def apply(self, game: Ruhr) -> None:
        game.stock = dict(self.tiles)
        game.blanks = self.blanks


class RoundBegan(Event, frozen=True, gc=False):
    round: int
    year: int

    def apply(self, game: Ruhr) -> None:
        game.round = self.round


class PhaseBegan(Event, frozen=True, gc=False):
    phase: str
    order: tuple[int, ...]

    def apply(self, game: Ruhr) -> None:
        game.phase = self.phase
        game.order = self.order


class StartPlayerDrawn(Event, frozen=True, gc=False):
    seat: int
    order: tuple[int, ...]

    def apply(self, game: Ruhr) -> None:
        game.order = self.order


class DebtTaken(Event, frozen=True, gc=False):
    """A warehouse onto a debt space; the next one of the timeline costs points too."""

    seat: int
    source: Literal["own_supply", "timeline"]
    thalers: int
    lost: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        if self.source == "timeline":
            player.timeline.pop(0)
            _score(player, "rare_debt", -self.lost)
        else:
            player.supply -= 1
        player.debts += 1
        player.thalers += self.thalers


class PaymentFellShort(Event, frozen=True, gc=False):
    seat: int
    lost: int

    def apply(self, game: Ruhr) -> None:
        _score(game.players[self.seat], "fallback", -self.lost)


class DebtRepaid(Event, frozen=True, gc=False):
    seat: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        player.debts -= 1
        player.supply += 1


class LevyPaid(Event, frozen=True, gc=False):
    seat: int
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        if self.points:
            _score(player, "levy", -self.points)


class GainReceived(Event, frozen=True, gc=False):
    seat: int
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.points:
            _score(player, "gains", self.points)


class TimelineWarehouseReceived(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.timeline.pop(0)
        player.supply += 1


class ColumnChanged(Event, frozen=True, gc=False):
    column: str

    def apply(self, game: Ruhr) -> None:
        game.column = self.column


class TrackCoalRaised(Event, frozen=True, gc=False):
    """The pips now, from the arrow space upwards."""

    black: tuple[int, ...]
    white: tuple[int, ...]

    def apply(self, game: Ruhr) -> None:
        game.track = {"black": list(self.black), "white": list(self.white)}


class DieRemoved(Event, frozen=True, gc=False):
    seat: int
    depot: str
    colour: Colour

    def apply(self, game: Ruhr) -> None:
        del game.depots[self.depot]
        game.boxed[self.colour] += 1


class RemovalLapsed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Ruhr) -> None:
        """No die of a colour still due lies on a depot."""


class CountryMarkerTurned(Event, frozen=True, gc=False):
    country: str

    def apply(self, game: Ruhr) -> None:
        game.countries_down[self.country] -= 1
        game.countries_shown.append(self.country)


class DiePushedOff(Event, frozen=True, gc=False):
    """From the lowest space of the track."""

    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.track[self.colour].pop(0)
        game.loose.append(LooseDie(self.colour, self.pips))


class DieReturned(Event, frozen=True, gc=False):
    seat: int
    depot: str
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.depots[self.depot] = self.pips


class DieLeftGame(Event, frozen=True, gc=False):
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.boxed[self.colour] += 1


class MarkerDrawn(Event, frozen=True, gc=False):
    marker: str

    def apply(self, game: Ruhr) -> None:
        game.bag -= 1
        game.unseen.remove(self.marker)
        game.seen.append(self.marker)


class DemandPlaced(Event, frozen=True, gc=False):
    """One Thaler on each."""

    spaces: tuple[str, ...]

    def apply(self, game: Ruhr) -> None:
        for space in self.spaces:
            game.demand[space] = game.demand.get(space, 0) + 1


class PilotClosed(Event, frozen=True, gc=False):
    water: str

    def apply(self, game: Ruhr) -> None:
        game.pilot_closed = True


class DepotCoalChanged(Event, frozen=True, gc=False):
    """The pips now, of those dice that changed."""

    depots: dict[str, int]

    def apply(self, game: Ruhr) -> None:
        game.depots.update(self.depots)


class LocksForced(Event, frozen=True, gc=False):
    def apply(self, game: Ruhr) -> None:
        game.locks_forced = True


class OptionTaken(Event, frozen=True, gc=False):
    seat: int
    option: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.option = self.option
        player.thalers -= self.thalers


class RoundPassed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Ruhr) -> None:
        """The ship stays where it is; those that come later lie upstream of it."""


class WagesReceived(Event, frozen=True, gc=False):
    seat: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers += self.thalers


class DieRaised(Event, frozen=True, gc=False):
    """To this number of pips."""

    seat: int
    depot: str
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.depots[self.depot] = self.pips


class DieTransported(Event, frozen=True, gc=False):
    """From the arrow space; the others of the column move down."""

    seat: int
    depot: str
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.track[self.colour].pop(0)
        game.depots[self.depot] = self.pips


class ShipMoored(Event, frozen=True, gc=False):
    """At its depot, for a round."""

    seat: int
    depot: str

    def apply(self, game: Ruhr) -> None:
        _move_ship(game, self.seat, self.depot)


class TileUsed(Event, frozen=True, gc=False):
    """A personal one: once per round."""

    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].used.append(self.tile)


class WhiteTileUsed(Event, frozen=True, gc=False):
    """Turned over: once per game."""

    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].turned.append(self.tile)


class InnVisited(Event, frozen=True, gc=False):
    seat: int
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.points:
            _score(player, "inn", self.points)


class ShipSailed(Event, frozen=True, gc=False):
    """With the depot's die, which arrives with so many pips."""

    seat: int
    depot: str
    space: str
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        del game.depots[self.depot]
        game.loose.append(LooseDie(self.colour, self.pips))
        _move_ship(game, self.seat, self.space)


class CoalSold(Event, frozen=True, gc=False):
    seat: int
    space: str
    area: str
    stones: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.stones:
            player.stone_supply -= self.stones
            player.stones[self.area] = player.stones.get(self.area, 0) + self.stones


class PortReached(Event, frozen=True, gc=False):
    seat: int
    position: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.port_sales += 1
        game.players[self.seat].thalers += self.thalers


class ExportMarkerMoved(Event, frozen=True, gc=False):
    """To this space of the scale, counted from 0."""

    to: int

    def apply(self, game: Ruhr) -> None:
        game.export_marker = self.to


class DemandTaken(Event, frozen=True, gc=False):
    seat: int
    space: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        del game.demand[self.space]
        game.players[self.seat].thalers += self.thalers


class WarehouseEarned(Event, frozen=True, gc=False):
    seat: int
    city: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers += self.thalers


class CoalLaidOnTrack(Event, frozen=True, gc=False):
    """On the lowest free space."""

    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.track[self.colour].append(self.pips)


class TileEarned(Event, frozen=True, gc=False):
    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.above.remove(self.tile)
        player.tiles.append(self.tile)


class WhiteTileEarned(Event, frozen=True, gc=False):
    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.stock[self.tile] -= 1
        game.players[self.seat].tiles.append(self.tile)


class BlankLaid(Event, frozen=True, gc=False):
    """The white tile is sold out."""

    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.blanks -= 1
        game.players[self.seat].blanks.append(self.tile)


class BonusWarehousesReceived(Event, frozen=True, gc=False):
    seat: int
    source: Literal["first_lock", "grafschaft_mark"]
    count: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.bonus[self.source] -= self.count
        player.supply += self.count


class LockBuilt(Event, frozen=True, gc=False):
    """The marker of the obstacle goes into the bag unseen."""

    seat: int
    obstacle: str
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        _score(player, "locks", self.points)
        game.obstacles.remove(self.obstacle)
        game.bag += 1


class WarehouseBuilt(Event, frozen=True, gc=False):
    seat: int
    site: str
    category: Literal["city", "coal_stores", "port"]
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        player.supply -= 1
        _score(player, self.category, self.points)
        game.warehouses[self.site].append(self.seat)


class WarehouseMoved(Event, frozen=True, gc=False):
    """From one column of the port to another; those below it move up."""

    seat: int
    origin: str
    target: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers -= self.thalers
        game.warehouses[self.origin].remove(self.seat)
        game.warehouses[self.target].append(self.seat)


class ExportScored(Event, frozen=True, gc=False):
    seat: int
    column: str
    position: int
    points: int

    def apply(self, game: Ruhr) -> None:
        _score(game.players[self.seat], "export", self.points)


class ThalersReturned(Event, frozen=True, gc=False):
    seat: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers -= self.thalers


class RoundEnded(Event, frozen=True, gc=False):
    """Discs come back, the pilot is free again, personal tiles may be used again."""

    def apply(self, game: Ruhr) -> None:
        game.pilot_closed = game.locks_forced = False
        game.port_sales = 0
        for player in game.players:
            player.option = ""
            player.used = []


class GameEnded(Event, frozen=True, gc=False):
    def apply(self, game: Ruhr) -> None:
        """Nothing is asked any more."""


class RuhrAsked(Asked, frozen=True, gc=False, tag="asked"):
    agenda: tuple[RuhrItem, ...]


EVENTS = (
    PlayerEquipped,
    CoalLaidOut,
    DemandMarkersLaidOut,
    CountryMarkersLaidOut,
    TilesLaidOut,
    RoundBegan,
    PhaseBegan,
    StartPlayerDrawn,
    DebtTaken,
    PaymentFellShort,
    DebtRepaid,
    LevyPaid,
    GainReceived,
    TimelineWarehouseReceived,
    ColumnChanged,
    TrackCoalRaised,
    DieRemoved,
    RemovalLapsed,
    CountryMarkerTurned,
    DiePushedOff,
    DieReturned,
    DieLeftGame,
    MarkerDrawn,
    DemandPlaced,
    PilotClosed,
    DepotCoalChanged,
    LocksForced,
    OptionTaken,
    RoundPassed,
    WagesReceived,
    DieRaised,
    DieTransported,
    ShipMoored,
    TileUsed,
    WhiteTileUsed,
    InnVisited,
    ShipSailed,
    CoalSold,
    PortReached,
    ExportMarkerMoved,
    DemandTaken,
    WarehouseEarned,
    CoalLaidOnTrack,
    TileEarned,
    WhiteTileEarned,
    BlankLaid,
    BonusWarehousesReceived,
    LockBuilt,
    WarehouseBuilt,
    WarehouseMoved,
    ExportScored,
    ThalersReturned,
    RoundEnded,
    GameEnded,
    RuhrAsked,
)

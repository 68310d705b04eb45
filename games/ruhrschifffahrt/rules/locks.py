"""6.6, locks: Schleusenbau takes an obstacle out of the river."""

from collections.abc import Iterator

from games.kernel import Play, Reason, offer
from games.kernel.language import Offer, Question
from games.ruhrschifffahrt.agenda import BuildForcedLock, Purchase
from games.ruhrschifffahrt.commands import BuildLock
from games.ruhrschifffahrt.events.buildings import LockBuilt
from games.ruhrschifffahrt.events.tiles import BonusWarehousesReceived, TileUsed
from games.ruhrschifffahrt.reasons import LOCK_TOO_DEAR, LOCKS_NOT_YET, TILE_USED
from games.ruhrschifffahrt.rules.book import answer, options
from games.ruhrschifffahrt.rules.debts import forced_funds, funds, raise_money
from games.ruhrschifffahrt.state import Ruhr


def lock_price(game: Ruhr) -> int | None:
    """RS-21, RS-24, RS-116: none before locks may be built."""
    price = None
    for step in game.board.lock_prices.list:
        if step.from_round <= game.round:
            price = step.thalers
    return price


def lock_barred(game: Ruhr, seat: int) -> Reason | None:
    """RS-116, RS-152, RS-R25"""
    price = lock_price(game)
    if price is None:
        return LOCKS_NOT_YET
    if not game.players[seat].can_use("lock"):
        return TILE_USED
    return LOCK_TOO_DEAR if price > funds(game, seat) else None


def must_build_lock(game: Ruhr, seat: int) -> bool:
    """RS-54, RS-R27, RS-R43: even by debt, unless everything the player has is not enough."""
    due = game.locks_forced and game.obstacles and game.players[seat].can_use("lock")
    price = lock_price(game) if due else None
    return price is not None and price <= forced_funds(game, seat)


@options(BuildForcedLock)
def obstacles(game: Ruhr, question: BuildForcedLock) -> Iterator[Offer]:
    yield from map(BuildLock, game.obstacles)


@options(Purchase)
def locks_to_build(game: Ruhr, question: Purchase) -> Iterator[Offer]:
    """RS-104, RS-116, RS-R40: on any space that still has its marker, the Mark included."""
    if "lock" in game.players[question.seat].tiles:
        barred = lock_barred(game, question.seat)
        for obstacle in game.obstacles:
            yield offer(BuildLock(obstacle), barred)


@answer(BuildForcedLock, BuildLock)
def build_forced_lock(play: Play[Ruhr], question: BuildForcedLock, command: BuildLock) -> None:
    build_lock(play, question, command)


@answer(Purchase, BuildLock)
def build_wanted_lock(play: Play[Ruhr], question: Purchase, command: BuildLock) -> None:
    build_lock(play, question, command)
    play.first(question)


def build_lock(play: Play[Ruhr], question: Question, command: BuildLock) -> None:
    """RS-117, RS-118; RS-119, RS-153: the first lock's warehouses come after its price is paid."""
    seat = question.seat
    price = raise_money(play, seat, lock_price(play.game) or 0)
    points = play.game.river.spaces[command.obstacle].lock_points
    play.happens(TileUsed(seat, "lock"), LockBuilt(seat, command.obstacle, price, points))
    waiting = play.game.players[seat].bonus["first_lock"]
    if waiting:
        play.happens(BonusWarehousesReceived(seat, "first_lock", waiting))

"""Every piece lies somewhere: dice, warehouses, stones, tiles and markers add up to what is in the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.kernel import Breach
from games.ruhrschifffahrt.agenda import ChooseDieToRemove, HistoricalEvent, ReturnDie
from games.ruhrschifffahrt.board import COLOURS
from games.ruhrschifffahrt.laws.turns import sales_of
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.rules.progress import missing_stones
from games.ruhrschifffahrt.setup import coal
from games.ruhrschifffahrt.state import LooseDie, Player, Ruhr


def dice_add_up(game: Ruhr) -> Iterator[Breach]:
    """RS-11, RS-18: on depots of their colour, on the track, loose, or out of the game."""
    there = {"black": game.board.pieces.black_dice, "white": game.board.pieces.white_dice}
    if not set(game.track) == set(game.boxed) == set(COLOURS):
        yield Breach("dice", "/track")
        return
    on_depots = Counter(game.river.coal[depot] for depot in game.depots)
    loose = Counter(die.colour for die in game.loose)
    for colour in COLOURS:
        found = on_depots[colour] + len(game.track[colour]) + loose[colour] + game.boxed[colour]
        if found != there[colour]:
            yield Breach("dice", "/depots", f"there are {found} {colour} ones in all")


def dice_left_by_the_rules(game: Ruhr) -> Iterator[Breach]:
    """RS-30, RS-R13, RS-R33: by the set-up, in round 11, and without arms at the end."""
    at_first = coal(game).boxed
    armless = any(not field.arms for field in game.board.timeline.rounds[1 : game.round])
    removed = dice_removed(game)
    for colour in COLOURS:
        left = game.boxed.get(colour, 0) - at_first[colour]
        if left < 0 or (left > removed.get(colour, 0) and not armless):
            yield Breach("boxed", f"/boxed/{colour}")


def dice_removed(game: Ruhr) -> dict[Colour, int]:
    """RS-30: at most; what is still due has not left."""
    timeline = game.board.timeline
    if HistoricalEvent("remove_coal") in game.agenda:
        return {}
    if not any(number <= game.round for number in timeline.rounds_with("remove_coal")):
        return {}
    item = game.agenda[0] if game.agenda else None
    due = item.due if isinstance(item, ChooseDieToRemove) else {}
    return {
        colour: count - due.get(colour, 0)
        for colour, count in timeline.remove_coal[len(game.players)].items()
    }


def dice_stay_in_bounds(game: Ruhr) -> Iterator[Breach]:
    """RS-15"""
    coal = game.board.coal
    track = [pips for column in game.track.values() for pips in column]
    pips = [*game.depots.values(), *track, *(die.pips for die in game.loose)]
    if not all(coal.min_pips <= it <= coal.max_pips for it in pips):
        yield Breach("pips", "/depots")


def track_has_room(game: Ruhr) -> Iterator[Breach]:
    """RS-35, RS-44: the column goes by the round, and its dice by its spaces."""
    columns = [it for it in game.board.transport_track.columns if it.from_round <= game.round]
    if not columns or game.column != columns[-1].id:
        yield Breach("track", "/column")
        return
    for colour, dice in game.track.items():
        if len(dice) > columns[-1].spaces.get(colour, 0):
            yield Breach("track", f"/track/{colour}")


def loose_dice_are_put_back(game: Ruhr) -> Iterator[Breach]:
    """RS-38: each of them is asked about."""
    asked = [LooseDie(item.colour, item.pips) for item in game.agenda if isinstance(item, ReturnDie)]
    if game.loose != asked:
        yield Breach("loose", "/loose")


def warehouses_add_up(game: Ruhr) -> Iterator[Breach]:
    """RS-19, RS-130"""
    if set(game.warehouses) != set(game.sites):
        yield Breach("sites", "/warehouses")
        return
    for seat, player in enumerate(game.players):
        built = sum(owners.count(seat) for owners in game.warehouses.values())
        waiting = sum(player.bonus.values()) + len(player.timeline)
        found = built + waiting + player.supply + player.debts
        if found != game.board.pieces.warehouses_per_player or player.debts > game.board.debts.spaces:
            yield Breach("warehouses", f"/players/{seat}", f"there are {found} in all")


def sites_have_room(game: Ruhr) -> Iterator[Breach]:
    """RS-123, RS-126, RS-R51"""
    for site, owners in game.warehouses.items():
        twice = len(set(owners)) < len(owners) and game.sites[site].category != "coal_stores"
        if len(owners) > len(game.sites[site].slots) or twice:
            yield Breach("sites", f"/warehouses/{site}")
    in_port = Counter(seat for it in game.board.port.columns for seat in game.warehouses.get(it.id, ()))
    if in_port and max(in_port.values()) > game.board.port.per_player:
        yield Breach("sites", "/warehouses", "too many in the port")


def bonus_warehouses_wait(game: Ruhr) -> Iterator[Breach]:
    """RS-3, RS-106, RS-119: until the first lock, and until the tile."""
    start = game.board.warehouses_at_start
    for seat, player in enumerate(game.players):
        came = sum(game.tile(tile).warehouses for tile in player.tiles)
        first_lock = 0 if "locks" in player.ledger else start.first_lock
        if player.bonus != {"first_lock": first_lock, "grafschaft_mark": start.grafschaft_mark - came}:
            yield Breach("bonus", f"/players/{seat}/bonus")


def timelines_go_by_round(game: Ruhr) -> Iterator[Breach]:
    """RS-4, RS-R26: the rounds to come, but for warehouses pledged for rare debts."""
    rounds = game.board.timeline.rounds_with("timeline_warehouse")
    pending = HistoricalEvent("timeline_warehouse") in game.agenda
    due = [number for number in rounds if number > game.round or (pending and number == game.round)]
    for seat, player in enumerate(game.players):
        pledged = len(due) - len(player.timeline)
        rare = player.ledger["rare_debt"].count if "rare_debt" in player.ledger else 0
        if not 0 <= pledged <= rare or player.timeline != due[pledged:]:
            yield Breach("timeline", f"/players/{seat}/timeline")


def stones_add_up(game: Ruhr) -> Iterator[Breach]:
    """RS-6, RS-92; RS-64: one sale a round brings one stone at most."""
    sizes = game.board.areas.sizes
    for seat, player in enumerate(game.players):
        placed = sum(player.stones.values())
        if player.stone_supply + placed != game.board.pieces.stones_per_player or placed > sales_of(
            game, seat
        ):
            yield Breach("stones", f"/players/{seat}", f"there are {placed} on areas")
        for area, count in player.stones.items():
            if count > sizes[area]:
                yield Breach("stones", f"/players/{seat}/stones/{area}")


def fields_have_one_tile_each(game: Ruhr) -> Iterator[Breach]:
    """RS-96 .. RS-100"""
    personal = [tile.id for tile in game.board.personal_tiles.list]
    for seat, player in enumerate(game.players):
        if player.above != [tile for tile in personal if tile not in player.tiles]:
            yield Breach("tiles", f"/players/{seat}/above")
        fields = [*player.tiles, *player.blanks]
        if len(set(fields)) < len(fields) or not all(is_earned(game, player, tile) for tile in fields):
            yield Breach("tiles", f"/players/{seat}/tiles")


def is_earned(game: Ruhr, player: Player, tile: str) -> bool:
    """RS-97: stones stay, so whatever was earned once is still covered."""
    return not missing_stones(player, game.tile(tile))


def tiles_are_used_once(game: Ruhr) -> Iterator[Breach]:
    """RS-98, RS-99: what is used is owned."""
    for seat, player in enumerate(game.players):
        for name, used in (("used", player.used), ("turned", player.turned)):
            if len(set(used)) < len(used) or not set(used) <= set(player.tiles):
                yield Breach("tiles", f"/players/{seat}/{name}")


def white_tiles_add_up(game: Ruhr) -> Iterator[Breach]:
    """RS-99, RS-100, RS-R34: what is missing in the supply is owned, and blanks come when it is empty."""
    white = [tile.id for tile in game.board.white_tiles.list]
    copies = game.board.white_tiles.copies[len(game.players)]
    owned = Counter(tile for player in game.players for tile in player.tiles)
    if set(game.stock) != set(white) or any(game.stock[it] + owned[it] != copies for it in white):
        yield Breach("white_tiles", "/stock")
        return
    blanks = [tile for player in game.players for tile in player.blanks]
    if any(game.stock[tile] for tile in blanks):
        yield Breach("white_tiles", "/players", "a blank though there is a tile")
    if game.blanks + len(blanks) != game.board.blank_tiles.count:
        yield Breach("white_tiles", "/blanks")


def demand_markers_add_up(game: Ruhr) -> Iterator[Breach]:
    """RS-10, RS-45, RS-53, RS-55"""
    markers = game.board.demand_markers
    starred = [it.id for it in markers.list if it.starred and game.options.without_starred_markers]
    there = sorted(marker.id for marker in markers.list)
    if game.left_out != starred or sorted([*game.unseen, *game.seen, *game.left_out]) != there:
        yield Breach("markers", "/unseen")
    if len(game.seen) > draws(game) or len(game.unseen) != len(game.obstacles) + game.bag:
        yield Breach("markers", "/bag")
    laid = game.river.obstacles[: markers.on_board]
    if game.obstacles != [space for space in laid if space in game.obstacles]:
        yield Breach("markers", "/obstacles")


def draws(game: Ruhr) -> int:
    """RS-45, RS-46: one a round at most."""
    return min(game.round - (game.phase == "event"), game.board.demand_markers.last_draw_round)


def country_markers_add_up(game: Ruhr) -> Iterator[Breach]:
    """RS-8, RS-23: one is turned in each of their rounds."""
    shown = Counter(game.countries_shown)
    counts = game.board.country_markers.counts
    down = {country: count - shown[country] for country, count in counts.items()}
    pending = HistoricalEvent("turn_country_marker") in game.agenda
    rounds = game.board.timeline.rounds_with("turn_country_marker")
    turned = sum(number <= game.round for number in rounds) - pending
    if game.countries_down != down or len(game.countries_shown) != turned:
        yield Breach("countries", "/countries_down")


def demand_has_room(game: Ruhr) -> Iterator[Breach]:
    """RS-50"""
    for space, thalers in game.demand.items():
        if thalers > game.board.demand_markers.most_thalers_per_space:
            yield Breach("demand", f"/demand/{space}")


def export_marker_is_on_the_scale(game: Ruhr) -> Iterator[Breach]:
    """RS-91, RS-136"""
    if game.export_marker >= len(game.board.export_scale.values):
        yield Breach("export_marker", "/export_marker")


PIECES = (
    dice_add_up,
    dice_left_by_the_rules,
    dice_stay_in_bounds,
    track_has_room,
    loose_dice_are_put_back,
    warehouses_add_up,
    sites_have_room,
    bonus_warehouses_wait,
    timelines_go_by_round,
    stones_add_up,
    fields_have_one_tile_each,
    tiles_are_used_once,
    white_tiles_add_up,
    demand_markers_add_up,
    country_markers_add_up,
    demand_has_room,
    export_marker_is_on_the_scale,
)

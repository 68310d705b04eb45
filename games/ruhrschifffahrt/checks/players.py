"""What players have: tiles, stones, warehouses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from games.kernel.editions.checks import (
    Misprint,
    contradicts,
    impossible,
    namesakes,
    outside,
    twice,
    unknown,
)
from games.ruhrschifffahrt.board import BOARDS, COLOURS, Board, register_ids
from games.ruhrschifffahrt.layout import ids
from games.ruhrschifffahrt.printed import Effect

TILES_KNOWN: Final = ("lock", "supply", "wages", "grafschaft_mark")  # of which rules and options speak
ESSEN: Final = ("c_kettwig", "c_steele", "c_werden")
MARK: Final = ("c_blankenstein", "c_hattingen", "c_witten")
PRICE_OF_LAGERHAUS: Final = 2
STONES_FOR_MARK: Final = 4  # all black: one a round, and white coal from round 5 on
SMALLEST_NEEDS: Final = 2  # stones: none is earned before round 2


def tiles(board: Board) -> Iterator[Misprint]:
    """RS-5, RS-96, RS-99, RS-145"""
    personal, white = board.personal_tiles.list, board.white_tiles.list
    every = [*personal, *white]
    yield from twice("/personal_tiles/list", [tile.id for tile in every])
    yield from unknown("/personal_tiles/list", TILES_KNOWN, [tile.id for tile in personal])
    yield from combinations(board)
    yield from contradicts("/personal_tiles/list", "RS-5", is_=len(personal), must=8)
    lock = next((tile.needs for tile in personal if tile.id == "lock"), {})
    must = {"black_industry": 1, "black_city": 1}
    yield from contradicts("/personal_tiles/list/lock/needs", "RS-96", is_=lock, must=must)
    effects = {tile.effect for tile in white}
    for effect in sorted(set(get_args(Effect)) - effects - {""}):
        yield Misprint("contradicts", "/white_tiles/list", "RS-99", f"no tile is a {effect!r}")
    yield from copies(board)
    yield from builders(board)
    yield from way_into_the_mark(board)


def combinations(board: Board) -> Iterator[Misprint]:
    """RS-92, RS-99, RS-145"""
    known = register_ids(board)
    for group, list_ in (
        ("personal_tiles", board.personal_tiles.list),
        ("white_tiles", board.white_tiles.list),
    ):
        for tile in list_:
            here = f"/{group}/list/{tile.id}"
            yield from unknown(f"{here}/sites", tile.sites, known)
            yield from unknown(f"{here}/needs", tile.needs, board.areas.sizes)
            stones = sum(tile.needs.values())
            yield from impossible(
                f"{here}/needs", "RS-145", "it needs two stones", unless=stones >= SMALLEST_NEEDS
            )
            for area, needed in tile.needs.items():
                fits = needed <= board.areas.sizes.get(area, 0)
                yield from impossible(
                    f"{here}/needs/{area}", "RS-92", "so many do not fit there", unless=fits
                )
            white_one = tile.white == (group == "white_tiles")
            yield from impossible(f"{here}/effect", "RS-99", "white tiles have an effect", unless=white_one)


def way_into_the_mark(board: Board) -> Iterator[Misprint]:
    """RS-60"""
    mark = next((tile.needs for tile in board.personal_tiles.list if tile.id == "grafschaft_mark"), {})
    black = sum(count for area, count in mark.items() if area.startswith("black_"))
    path = "/personal_tiles/list/grafschaft_mark/needs"
    yield from contradicts(path, "RS-60", is_=(black, sum(mark.values())), must=(STONES_FOR_MARK,) * 2)


def builders(board: Board) -> Iterator[Misprint]:
    """RS-101 .. RS-105, RS-111, RS-127: which tile builds where."""
    cities, columns = board.cities.slots, [column.id for column in board.port.columns]
    known = {tile.id: tile for tile in (*board.personal_tiles.list, *board.white_tiles.list)}
    for tile, rule, sites in (
        ("essen_warehouse", "RS-101", ESSEN),
        ("mark_warehouse", "RS-102", MARK),
        ("coal_store", "RS-103", [store.id for store in board.coal_stores.list]),
        ("port", "RS-105", columns),
        ("warehouse", "RS-111", [*cities, *columns]),
    ):
        group = "white_tiles" if tile == "warehouse" else "personal_tiles"
        is_ = sorted(known[tile].sites) if tile in known else None
        yield from contradicts(f"/{group}/list/{tile}/sites", rule, is_=is_, must=sorted(sites))
    for each in known.values():
        here = f"/{'white' if each.white else 'personal'}_tiles/list/{each.id}"
        price = PRICE_OF_LAGERHAUS if each.id == "warehouse" else 0
        yield from contradicts(f"{here}/price", "RS-111", is_=each.price, must=price)
        moves, path = each.moves_port_warehouses, f"{here}/moves_port_warehouses"
        yield from contradicts(path, "RS-127", is_=moves, must=each.id == "port")


def copies(board: Board) -> Iterator[Misprint]:
    """RS-99, RS-R34: fewer than players."""
    path = "/white_tiles/copies"
    for seats in range(board.players.min, board.players.max + 1):
        number = board.white_tiles.copies.get(seats)
        yield from impossible(path, "RS-R34", f"none are said for {seats}", unless=number is not None)
        yield from outside(f"{path}/{seats}", "RS-99", is_=number or 0, least=1, most=seats - 1)
        wanted = (seats - (number or 0)) * len(board.white_tiles.list)
        detail = f"{wanted} fields may want a blank with {seats} players"
        enough = wanted <= board.blank_tiles.count
        yield from impossible("/blank_tiles/count", "RS-100", detail, unless=enough)


def areas(board: Board) -> Iterator[Misprint]:
    """RS-88, RS-92: for each colour and kind of sales space."""
    known = [f"{colour}_{kind}" for colour in COLOURS for kind in ("industry", "city", "port")]
    here = board.areas.sizes
    yield from contradicts("/areas/sizes", "RS-88", is_=sorted(here), must=sorted(known))
    yield from contradicts("/areas/sizes/white_city", "RS-92", is_=here.get("white_city"), must=2)
    room = sum(here.values())
    yield from contradicts("/areas/sizes", "RS-6", is_=room, must=board.pieces.stones_per_player)


def warehouses(board: Board) -> Iterator[Misprint]:
    """RS-19"""
    start, each = board.warehouses_at_start, len(board.timeline.rounds_with("timeline_warehouse"))
    together = start.supply + start.first_lock + start.grafschaft_mark + each
    yield from impossible(
        "/pieces/warehouses_per_player",
        "RS-19",
        f"they begin in {together} places",
        unless=together == board.pieces.warehouses_per_player,
    )
    for tile in board.personal_tiles.list:
        must = start.grafschaft_mark if tile.id == "grafschaft_mark" else 0
        here = f"/personal_tiles/list/{tile.id}/warehouses"
        yield from impossible(here, "RS-106", f"{must} wait for it", unless=tile.warehouses == must)


def names(board: Board) -> Iterator[Misprint]:
    yield from namesakes([*ids(board)], [*ids(BOARDS[BOARDS.default])])


def colours(board: Board) -> Iterator[Misprint]:
    here = board.colours.list
    yield from twice("/colours/list", here)
    enough = len(here) >= board.players.max
    yield from impossible("/colours/list", "RS-1", "there are fewer colours than players", unless=enough)


def final_scoring(board: Board) -> Iterator[Misprint]:
    for number, trio in enumerate(board.final_scoring.city_trios, 1):
        yield from unknown(f"/final_scoring/city_trios/{number}/cities", trio.cities, board.cities.slots)

"""Every seat: money and warehouses, the stones of its sales, its tiles."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import (
    draw_coin,
    draw_house,
    draw_outline,
    draw_seat_sign,
    fit_label,
    squeeze_label,
)
from games.kernel.pictures.layout import Point
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.state import Player, Ruhr
from games.ruhrschifffahrt.view import RuhrView, SeatView, TileView

TILE_LOOKS = {
    "ready": "ground",
    "used": "deep",
    "above": "ghost",
    "in_supply": "ghost",
    "sold_out": "closed",
    "blank": "closed",
}


def draw_seats(game: Ruhr, seen: RuhrView, telling: Telling) -> Iterator[Group]:
    places = len(game.players)
    for seat, (x, y, width, height) in enumerate(LAYOUT.seats[places]):
        shapes = tuple(draw_seat(game, seen.seats[seat], width, height, telling))
        asked = telling.turn == seat
        name = telling.seat(seat)
        title = telling.text("asked", seat=name) if asked else name
        yield Group(
            (Group(shapes, at=(x, y)),),
            part=f"seat:{seat}",
            id=f"seat-{seat}",
            seat=seat,
            title=title,
            kind="asked" if asked else "",
        )
    for x, y, width, height in LAYOUT.vignettes[places]:
        yield Group((Group(tuple(draw_vignette(width, height)), at=(x, y)),))


def draw_seat(game: Ruhr, seen: SeatView, width: int, height: int, telling: Telling) -> Iterator[AnyShape]:
    seat, player = seen.seat, game.players[seen.seat]
    yield Rect(0, 0, width, height, "sheet")
    yield from draw_head(seen, width, telling)
    yield from draw_purse(player, seat, telling)
    yield from draw_areas(player, telling)
    printed = {tile.id: tile for tile in (*game.board.personal_tiles.list, *game.board.white_tiles.list)}
    yield from (
        draw_tile(printed[it.tile], it, player, telling) for it in seen.tiles if it.tile in LAYOUT.seat.tiles
    )


def draw_head(seen: SeatView, width: int, telling: Telling) -> Iterator[AnyShape]:
    """Filled while the seat is asked."""
    place, seat = LAYOUT.seat, seen.seat
    (x, y), asked = place.sign, telling.turn == seat
    ink = f"n{seat}" if asked else ""
    if asked:
        yield Rect(1, 1, width - 2, 37, f"f{seat}")
        yield draw_outline(seat, x, y, 21, f"n{seat}")
        yield Label(x, y + 5, str(seat + 1), 14, f"f{seat} strong", "middle")
    else:
        yield Rect(1, 1, width - 2, 5, f"f{seat}")
        yield from draw_seat_sign(seat, x, y + 2, 22)
    yield fit_label(Label(*place.name, telling.seat(seat), 18, f"name {ink}".strip(), "start", 92))
    if seen.ship:
        x, y = place.ship
        yield Sign("ruhraake", x - 66, y - 5, 20, ink or "softink")
        where = Label(x - 50, y, telling.name(seen.ship), 15, f"serif {ink}".strip())
        yield squeeze_label(where, 104 if seen.past_track or seen.final_points != seen.points else 140)
    yield from draw_points(seen, ink, telling)


def draw_points(seen: SeatView, ink: str, telling: Telling) -> Iterator[Group]:
    """Now, and if the game ended now."""
    place, bold = LAYOUT.seat, f"strong {ink}".strip()
    if seen.past_track:
        yield Group((Label(*place.past_track, "30+", 15, bold, "middle"),), title=telling.text("past_track"))
    if seen.final_points != seen.points:
        final = Label(*place.final, f"→ {seen.final_points}", 15, ink or "soft", "end")
        yield Group((final,), title=telling.text("final", points=seen.final_points))
    x, y = place.points
    hit, total = Rect(x - 40, y - 24, 44, 30, "hit", 5), Label(x, y, str(seen.points), 27, bold, "end")
    title = telling.text("points", seat=telling.seat(seen.seat), points=seen.points)
    yield Group((hit, total), id=f"seat-{seen.seat}:points", title=title, count=seen.points)


def draw_purse(player: Player, seat: int, telling: Telling) -> Iterator[Group]:
    place = LAYOUT.seat
    (x, y), (hx, hy), (sx, sy) = place.thalers, place.supply, place.stones
    stocks: tuple[tuple[str, str, tuple[AnyShape, ...], Point, int], ...] = (
        ("thalers", "thalers_of", draw_coin(x, y + 2, 24), place.thalers, player.thalers),
        ("supply", "supply_of", draw_house(hx, hy + 2, 22, seat), place.supply, player.supply),
        ("stones", "stones", (Sign("stone", sx, sy + 2, 24),), place.stones, player.stone_supply),
    )
    for name, code, shapes, (at, level), count in stocks:
        number = Label(at + 17, level + 8, str(count), 18, "strong")
        hit = Rect(at - 15, level - 13, 56, 30, "hit", 5)
        title = telling.text(code, count=count)
        yield Group((hit, *shapes, number), id=f"seat-{seat}:{name}", title=title, count=count)
    yield draw_debts(player, seat, telling)
    yield from draw_bonuses(player, seat, telling)


def draw_bonuses(player: Player, seat: int, telling: Telling) -> Iterator[Group]:
    """Warehouses that wait with the first lock and the County of Mark."""
    signs = {"first_lock": "lock", "grafschaft_mark": "grafschaft_mark"}
    for (field, sign), (x, y) in zip(signs.items(), LAYOUT.seat.bonus, strict=True):
        count = player.bonus.get(field, 0)
        shapes = (
            Sign(sign, x, y + 2, 20, "ink" if count else "softink"),
            Label(x + 12, y + 8, str(count), 15, "strong" if count else "soft"),
        )
        title = telling.text("bonus", field=telling.name(field))
        yield Group(shapes, id=f"seat-{seat}:{field}", title=title, kind="bonus", count=count)


def draw_debts(player: Player, seat: int, telling: Telling) -> Group:
    (left, level), (right, _) = LAYOUT.seat.debts[0], LAYOUT.seat.debts[-1]
    shapes: list[AnyShape] = [Rect(left - 14, level - 13, right - left + 28, 30, "hit", 5)]
    for number, (x, y) in enumerate(LAYOUT.seat.debts):
        if number < player.debts:
            shapes += draw_house(x, y + 2, 19, seat)
        else:
            shapes.append(Path(f"M{x - 9} {y + 11}v-11l9 -8l9 8v11z", "ghost"))
    return Group(
        tuple(shapes),
        id=f"seat-{seat}:debts",
        title=telling.text("debts", count=player.debts),
        kind="debts",
        count=player.debts,
    )


def draw_areas(player: Player, telling: Telling) -> Iterator[AnyShape]:
    """Stones of black coal on dark ground, of white coal on light."""
    for kind, (x, y) in LAYOUT.seat.kinds.items():
        yield Sign(kind, x, y, 24, "ink")
    for area, place in LAYOUT.seat.areas.items():
        count = player.stones.get(area, 0)
        x, y, width, height = place.box
        shapes: list[AnyShape] = [
            Rect(x, y, width, height, "slotb" if area.startswith("black") else "slotw", 3)
        ]
        shapes += [
            Sign("stone" if number < count else "nostone", sx, sy, 24)
            for number, (sx, sy) in enumerate(place.stones)
        ]
        title = telling.text("area", area=telling.name(area), count=count)
        yield Group(tuple(shapes), id=area, title=title, kind="area", count=count)


def draw_tile(printed: Tile, seen: TileView, player: Player, telling: Telling) -> Group:
    """Ready: filled; used: pale; not yet: dashed, with the stones it needs; gone: hatched; blank: struck."""
    x, y, width, height = LAYOUT.seat.tiles[printed.id]
    standing = seen.standing
    shapes: list[AnyShape] = [
        Rect(x + 1, y + 1, width - 2, height - 2, TILE_LOOKS[standing], 4),
        Rect(x, y, width, height, "hit", 4),
    ]
    whole = standing in {"ready", "used", "blank"}  # else what it needs stands below
    tint = "onground" if standing == "ready" else "ink" if standing == "used" else "softink"
    shapes.append(
        Sign(
            printed.effect or printed.id,
            x + width / 2,
            y + (height / 2 if whole else 20),
            27 if whole else 23,
            tint,
        )
    )
    if standing == "blank":
        shapes.append(Path(f"M{x + 4} {y + height - 4}L{x + width - 4} {y + 4}", "line"))
    elif not whole:
        shapes += draw_needs(printed, player, x + width / 2, y + height - 12)
    title = telling.text(standing, tile=telling.name(printed.id))
    return Group(tuple(shapes), id=printed.id, title=title, kind="tile", shade="")


def draw_needs(printed: Tile, player: Player, x: float, y: float) -> Iterator[AnyShape]:
    """A square for industry, a house for a city, a hull for the port; filled when the stone is there."""
    wanted = [(area, number) for area, count in printed.needs.items() for number in range(count)]
    pitch = min(9.4, 24 / max(len(wanted) - 1, 1))  # four of them leave the frame of the tile free
    left = x - pitch / 2 * (len(wanted) - 1)
    for place, (area, number) in enumerate(wanted):
        colour, _, kind = area.partition("_")
        look = f"{colour}coal" if number < player.stones.get(area, 0) else "need"
        yield Path(
            need_shape(kind, left + pitch * place, y),
            look if look == "need" or colour == "black" else "ochre",
        )
        if colour == "white" and look == "need":
            yield Path(f"M{left + pitch * place - 3.6:.1f} {y + 7}h7.2", "whitebar")


def need_shape(kind: str, x: float, y: float) -> str:
    if kind == "industry":
        return f"M{x - 3.6:.1f} {y - 3.6:.1f}h7.2v7.2h-7.2z"
    if kind == "city":
        return f"M{x - 3.8:.1f} {y + 4:.1f}v-4.6l3.8 -3.8l3.8 3.8v4.6z"
    return f"M{x - 4.1:.1f} {y - 3.5:.1f}h8.2a4.1 7 0 0 1 -8.2 0z"


def draw_vignette(width: int, height: int) -> Iterator[AnyShape]:
    """Where nobody sits a barge lies at anchor."""
    yield Rect(0, 0, width, height, "warm", 2)
    yield Rect(8, 8, width - 16, height - 16, "inner")
    yield Sign("ruhraake", width / 2, height / 2 - 8, 96, "softink")
    for number in range(3):
        x, y = width / 2 - 90 + 14 * number, height / 2 + 44 + 16 * number
        yield Path(f"M{x} {y}q15 -9 30 0t30 0t30 0t30 0t30 0", "stream")

"""A section for every seat: its plate and purse, the surface, the gallery, the rising water."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import coke_of, draw_cube, draw_outline, draw_seat_sign, fit_label
from games.kernel.pictures.layout import Box
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.claims import draw_claim
from games.schichtwechsel.picture.effects import draw_stuff_cube
from games.schichtwechsel.state import Player, Schichtwechsel
from games.schichtwechsel.view import SchichtwechselView, SeatView

KEY = (
    ("coinsign", "coin"),
    ("white", "white"),
    ("own_token", "own_token"),
    ("tool", "tool"),
    ("miner", "miner"),
    ("headframe", "headframe"),
)
WIDE = 300  # enough for the key


def draw_seats(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Iterator[Group]:
    views: list[SeatView | None] = list(seen.seats) or [None] * len(game.players)
    ranks = places([it.points if it else 0 for it in views])
    for seat, (x, y, width, height) in enumerate(LAYOUT.seats[len(game.players)]):
        asked = telling.turn == seat
        name = telling.seat(seat)
        inside = (
            *draw_claim(game, seat, views[seat], telling),
            *draw_plate(game, seat, views[seat], ranks[seat], telling),
            *draw_purse(game.players[seat], seat, views[seat], telling),
            Rect(0, 0, width, height, f"o{seat}" if asked else "line"),
        )
        title = telling.text("asked", seat=name) if asked else name
        yield Group(
            (Group(inside, at=(x, y)),),
            part=f"seat:{seat}",
            id=f"seat-{seat}",
            seat=seat,
            title=title,
            kind="asked" if asked else "",
        )
    for number, box in enumerate(LAYOUT.rock[len(game.players)]):
        yield draw_rock(box, telling, with_key=number == 0 and box[2] > WIDE)


def places(points: list[int]) -> list[int]:
    return [1 + sum(other > own for other in points) for own in points]


def draw_plate(
    game: Schichtwechsel, seat: int, seen: SeatView | None, rank: int, telling: Telling
) -> Iterator[AnyShape]:
    """Filled while the seat is asked."""
    place = LAYOUT.seat.plate
    (x, y), asked = place.sign, telling.turn == seat
    ink = f"n{seat}" if asked else ""
    yield Rect(0, 0, 389, 34, f"f{seat}" if asked else "plain")
    if asked:
        yield draw_outline(seat, x, y, 22, f"n{seat}")
        yield Label(x, y + 5, str(seat + 1), 14, f"f{seat} strong", "middle")
    else:
        yield Rect(0, 0, 389, 5, f"f{seat}")
        yield from draw_seat_sign(seat, x, y + 1, 21)
    name = Label(*place.name, telling.seat(seat), 19, f"name {ink}".strip(), "start", 72)
    yield fit_label(name, 13)
    yield from draw_state(game, seat, ink or "ink", telling)
    if seen is not None:
        yield from draw_standing(seat, seen, rank, ink, telling)


def draw_state(game: Schichtwechsel, seat: int, tint: str, telling: Telling) -> Iterator[Group]:
    """The first player's marker, and whether the seat has passed."""
    place, name = LAYOUT.seat.plate, telling.seat(seat)
    if game.marker == seat:
        lamp = (Sign("lamp", *place.marker, 25, tint),)
        yield Group(lamp, piece="first_player", seat=seat, title=telling.text("marker_with", seat=name))
    if game.players[seat].passed:
        cross = (Sign("cross", *place.passed, 22, tint),)
        yield Group(cross, piece="passed", seat=seat, title=telling.text("passed", seat=name))


def draw_standing(seat: int, seen: SeatView, rank: int, ink: str, telling: Telling) -> Iterator[AnyShape]:
    place = LAYOUT.seat.plate
    yield Label(place.place[0] - 28, place.place[1], f"{rank}.", 17, ink or "soft")
    signed = f"+{seen.round_points}" if seen.round_points >= 0 else f"−{-seen.round_points}"
    gain = Label(*place.round_points, signed, 17, ink or "soft", "end")
    yield Group(
        (gain,), id=f"seat-{seat}:round_points", title=telling.text("round_points", count=seen.round_points)
    )
    x, y = place.points_sign
    shapes = (
        Rect(x - 16, 2, 384 - x + 16, 30, "hit", 4),
        Sign("lead" if rank == 1 else "points", x, y, 25, ink or "ink"),
        Label(*place.points, str(seen.points).replace("-", "−"), 26, f"strong {ink}".strip(), "end"),
    )
    yield Group(
        shapes, id=f"seat-{seat}:points", title=telling.text("points", count=seen.points), count=seen.points
    )


def draw_purse(player: Player, seat: int, seen: SeatView | None, telling: Telling) -> Iterator[AnyShape]:
    place = LAYOUT.seat.purse
    yield Rect(0, 34, 389, 30, "plain")
    yield Path("M0 34H389M0 64H389", "thin")
    for code, at, name, count in (
        ("coins", place.coins, "coinsign", player.coins),
        ("white", place.white, "white", player.white),
        ("tools", place.tools, "tool", player.tools),
    ):
        sign = (Sign(name, *at, 20, "ink"),)
        yield draw_stock(f"seat-{seat}:{code}", at, count, sign, telling.text(code, count=count))
    token = Sign("own_token" if player.token else "no_token", *place.token, 21)
    title = telling.text("token" if player.token else "token_away")
    yield Group(
        (Rect(place.token[0] - 14, 36, 28, 26, "hit", 4), token),
        id=f"seat-{seat}:token",
        title=title,
        count=int(player.token),
    )
    coke, title = draw_cube(*place.stock, 21, coke_of(seat)), telling.text("stock", count=player.stock)
    yield draw_stock(f"seat-{seat}:stock", place.stock, player.stock, coke, title)
    if seen is not None:
        shapes = (
            Sign("white", *place.tokens_next, 17),
            Label(place.tokens_next[0] + 13, place.tokens_next[1] + 6, f"+{seen.tokens}", 16, "soft"),
        )
        yield Group(shapes, title=telling.text("tokens_next", count=seen.tokens), shade="")


def draw_stock(name: str, at: tuple[int, int], count: int, sign: tuple[AnyShape, ...], title: str) -> Group:
    x, y = at
    shapes = (Rect(x - 14, y - 13, 52, 26, "hit", 4), *sign, Label(x + 14, y + 6, str(count), 18, "strong"))
    return Group(shapes, id=name, title=title, count=count)


def draw_rock(box: Box, telling: Telling, *, with_key: bool) -> Group:
    """Where nobody has sunk a shaft is solid rock, with the key of the signs or an old working."""
    x, y, width, height = box
    ground = (
        Rect(x, y, width, height, "rock"),
        Rect(x, y, width, height, "strata"),
        Rect(x, y, width, height, "line"),
    )
    return Group((*ground, *(draw_key(box, telling) if with_key else draw_emblem(box))))


def draw_emblem(box: Box) -> Iterator[AnyShape]:
    """Hammer and pick, crossed."""
    x, y, width, height = box
    yield Sign("hammers", x + width / 2, y + height / 2, 130, "rocktint")


def draw_key(box: Box, telling: Telling) -> Iterator[AnyShape]:
    """What the signs stand for."""
    x, y, width, height = box
    yield Rect(x + 14, y + 14, width - 28, height - 28, "panel", 4)
    yield Label(x + width / 2, y + 50, telling.game().upper(), 26, "title", "middle")
    rows = [(draw_stuff_cube(kind, x + 46, 0, 22), kind) for kind in ("coal", "spoil", "coke")]
    rows += [((Sign(name, x + 46, 0, 22, "ink"),), code) for name, code in KEY]
    for number, (shapes, code) in enumerate(rows):
        level = y + 80 + 27 * number
        yield Group(
            (
                Group(shapes, at=(0, level)),
                fit_label(Label(x + 70, level + 6, telling.name(code), 16, "", "start", width - 96)),
            )
        )

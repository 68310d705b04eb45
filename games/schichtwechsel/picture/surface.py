"""Above ground: routes with their discs, the hall with the round cards, headframes, coking plant."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, sin

from games.kernel.pictures.hand import draw_coin, draw_outline, draw_seat_sign
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.board import RoundCard, Track
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.layout import LAYOUT, RoutePlace
from games.schichtwechsel.picture.effects import draw_row, draw_stuff_cube, items_of
from games.schichtwechsel.state import Schichtwechsel

CROWD = 3  # so many discs show their signs alone


def draw_routes(game: Schichtwechsel, telling: Telling) -> Group:
    things = [draw_route(game, it, telling) for it in game.board.routes.list if it.id in LAYOUT.routes]
    return Group(tuple(things), part="routes", title=telling.text("routes"))


def draw_route(game: Schichtwechsel, track: Track, telling: Telling) -> Group:
    place, name = LAYOUT.routes[track.id], telling.name(track.id)
    shapes: list[AnyShape] = [Label(*place.name, name[:1].upper() + name[1:], 17, "name labsky")]
    for space, (x, y) in enumerate(place.spaces):
        shapes += [
            Circle(x, y, 18, "stop"),
            *((Label(x, y + 6, str(space), 16, "soft", "middle"),) if space else ()),
        ]
    for (x, y), points in (
        (place.target.first, track.target.first),
        (place.target.later, track.target.later),
    ):
        shapes += [Circle(x, y, 22, "stopgold"), *draw_coin(x, y, 34, str(points))]
    for tier in track.tiers:
        if tier.space in place.tiers:
            shapes += draw_coin(*place.tiers[tier.space], 21, str(tier.points))
    for space, kind in track.barriers.items():
        if space in place.barriers:
            shapes.append(draw_barrier(place.barriers[space], kind, game.board.barriers.kinds[kind], telling))
    shapes += draw_discs(game, track, place, telling)
    return Group(tuple(shapes), id=track.id, title=name, kind="route")


def draw_barrier(at: tuple[int, int], kind: str, effects: Effects, telling: Telling) -> Group:
    """A striped bar across the way, and what crossing it gives."""
    x, y = at
    items = items_of(effects)
    width = 25 if len(items) == 1 else 42
    shapes = (
        Rect(x - 3.5, y - 15, 7, 30, "barrier", 1),
        Path(f"M{x - 3} {y - 14}h6v6h-6zM{x - 3} {y - 2}h6v6h-6zM{x - 3} {y + 9}h6v5h-6z", "barrierred"),
        Rect(x - width / 2, y - 37, width, 22, "panel", 4),
        *draw_row(items, (x, y - 26), width - 5, 17),
    )
    return Group(shapes, title=telling.text("barrier", gain=telling.name(kind)), kind="barrier")


def draw_discs(game: Schichtwechsel, track: Track, place: RoutePlace, telling: Telling) -> Iterator[Group]:
    together: dict[int, list[int]] = {}
    for seat, player in enumerate(game.players):
        if player.discs:
            together.setdefault(player.discs[track.id], []).append(seat)
    arrived = game.arrivals.get(track.id, [])
    for space, seats in together.items():
        if space >= track.spaces:
            first = [seat for seat in seats if arrived[:1] == [seat]]
            yield from draw_spread(first, place.target.first, track, space, telling)
            yield from draw_spread(
                [seat for seat in seats if seat not in first], place.target.later, track, space, telling
            )
        else:
            yield from draw_spread(
                seats, place.spaces[min(space, len(place.spaces) - 1)], track, space, telling
            )


def draw_spread(
    seats: list[int], at: tuple[int, int], track: Track, space: int, telling: Telling
) -> Iterator[Group]:
    """Several discs share a space without hiding each other."""
    if not seats:
        return
    size = (24, 19, 17, 16)[len(seats) - 1]
    for seat, (dx, dy) in zip(seats, LAYOUT.spread[len(seats)], strict=True):
        title = telling.text("disc", seat=telling.seat(seat), route=telling.name(track.id), space=space)
        x, y = at[0] + dx, at[1] + dy
        shapes = (
            draw_seat_sign(seat, x, y, size)
            if len(seats) < CROWD
            else (draw_outline(seat, x, y, size, f"s{seat}"),)
        )
        yield Group(shapes, piece="disc", seat=seat, count=space, title=title)


def draw_yard(game: Schichtwechsel, telling: Telling) -> Group:
    cards = [
        draw_round_card(game, card, telling)
        for card in game.board.round_cards.list
        if card.number in LAYOUT.round_cards
    ]
    return Group((draw_clock(game, telling), *cards), part="yard", title=telling.text("yard"))


def draw_clock(game: Schichtwechsel, telling: Telling) -> Group:
    """One hand; the rounds stand on the dial."""
    x, y = LAYOUT.clock.at
    shapes: list[AnyShape] = []
    for number, (nx, ny) in LAYOUT.clock.rounds.items():
        now = number == game.round
        if now:
            turn = atan2(ny - y, nx - x)
            shapes.append(Path(f"M{x} {y}L{x + 20 * cos(turn):.1f} {y + 20 * sin(turn):.1f}", "redhand"))
            shapes.append(Circle(nx, ny, 12, "redfill"))
        look = "onred strong" if now else "soft" if number < game.round else ""
        shapes.append(Label(nx, ny + 6, str(number), 18, look, "middle"))
    shapes.append(Circle(x, y, 4.5, "inkplain"))
    return Group(tuple(shapes), id="round", title=telling.text("round", round=game.round), count=game.round)


def draw_round_card(game: Schichtwechsel, card: RoundCard, telling: Telling) -> Group:
    """The current one is framed, past ones are struck out."""
    x, y, width, height = LAYOUT.round_cards[card.number]
    current = bool(game.round_cards) and game.round_cards[-1] == card.number
    past = card.number in game.round_cards and not current
    first = y + (21 if card.special else height / 2)
    shapes: list[AnyShape] = [Rect(x, y, width, height, "card", 3), Rect(x, y, width, height, "hit", 3)]
    inside = (
        *draw_coin(x + 17, first, 24, str(card.points)),
        Label(x + 35, first + 6, ":", 18, "strong", "middle"),
        Label(x + 44, first + 6, str(card.per), 18, "strong"),
        *draw_counted_sign(card.counts, x + 67, first),
    )
    shapes.append(Group((*inside, *draw_special(card, x + width / 2, y + 46)), shade="faded" if past else ""))
    if past:
        shapes.append(Path(f"M{x + 5} {y + height - 5}L{x + width - 5} {y + 5}", "softline"))
    if current:
        shapes.append(Rect(x - 2, y - 2, width + 4, height + 4, "goldframe", 5))
    title = telling.text(
        "round_card", number=card.number, points=card.points, per=card.per, counts=telling.name(card.counts)
    )
    if card.special:
        title += f", {telling.name(card.special)}"
    return Group(
        tuple(shapes), id=f"round_card:{card.number}", title=title, kind="now" if current else "round_card"
    )


def draw_counted_sign(counts: str, x: float, y: float) -> Iterator[AnyShape]:

    if counts in {"spoil", "coke"}:
        yield from draw_stuff_cube(counts, x, y, 21)
    elif counts == "leading_discs":
        yield Sign("lead", x, y, 23)
    else:
        yield Sign(counts, x, y, 22, "ink")


def draw_special(card: RoundCard, x: float, y: float) -> Iterator[AnyShape]:

    if card.special == "lock_wagon":
        yield Sign("lore", x, y, 22, "redtint")
        yield Sign("cross", x, y, 22, "redtint")
    elif card.special == "blue_cube":
        yield from draw_stuff_cube("blue", x - 22, y, 20)
        yield Sign("arrow", x, y, 16, "ink")
        yield Sign("bag", x + 22, y, 22)
    elif card.special == "lower_water":
        yield Sign("wdown", x - 6, y, 22, "ink")
        yield Label(x + 11, y + 6, "1", 17, "strong")

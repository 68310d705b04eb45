"""Above ground: routes with their discs, the hall with the round cards, headframes, coking plant."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, sin

from games.kernel.hand import coin, coke_of, cube, outline, seat_sign
from games.kernel.layout import Point
from games.kernel.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.telling import Telling
from games.schichtwechsel.board import GreySpace, RoundCard, Track
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.layout import LAYOUT, RoutePlace
from games.schichtwechsel.picture.effects import items_of, row, stuff_cube
from games.schichtwechsel.state import Schichtwechsel

CROWDED = 3  # so many discs show their signs alone


def routes(game: Schichtwechsel, telling: Telling) -> Group:
    things = [route(game, it, telling) for it in game.board.routes.list if it.id in LAYOUT.routes]
    return Group(tuple(things), part="routes", title=telling.text("routes"))


def route(game: Schichtwechsel, track: Track, telling: Telling) -> Group:
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
        shapes += [Circle(x, y, 22, "stopgold"), *coin(x, y, 34, str(points))]
    for tier in track.tiers:
        if tier.space in place.tiers:
            shapes += coin(*place.tiers[tier.space], 21, str(tier.points))
    for space, kind in track.barriers.items():
        if space in place.barriers:
            shapes.append(barrier(place.barriers[space], kind, game.board.barriers.kinds[kind], telling))
    shapes += discs(game, track, place, telling)
    return Group(tuple(shapes), id=track.id, title=name, kind="route")


def barrier(at: tuple[int, int], kind: str, effects: Effects, telling: Telling) -> Group:
    """A striped bar across the way, and what crossing it gives."""
    x, y = at
    items = items_of(effects)
    width = 25 if len(items) == 1 else 42
    shapes = (
        Rect(x - 3.5, y - 15, 7, 30, "barrier", 1),
        Path(f"M{x - 3} {y - 14}h6v6h-6zM{x - 3} {y - 2}h6v6h-6zM{x - 3} {y + 9}h6v5h-6z", "barrierred"),
        Rect(x - width / 2, y - 37, width, 22, "panel", 4),
        *row(items, (x, y - 26), width - 5, 17),
    )
    return Group(shapes, title=telling.text("barrier", gain=telling.name(kind)), kind="barrier")


def discs(game: Schichtwechsel, track: Track, place: RoutePlace, telling: Telling) -> Iterator[Group]:
    together: dict[int, list[int]] = {}
    for seat, player in enumerate(game.players):
        if player.discs:
            together.setdefault(player.discs[track.id], []).append(seat)
    arrived = game.arrivals.get(track.id, [])
    for space, seats in together.items():
        if space >= track.spaces:
            first = [seat for seat in seats if arrived[:1] == [seat]]
            yield from spread(first, place.target.first, track, space, telling)
            yield from spread(
                [seat for seat in seats if seat not in first], place.target.later, track, space, telling
            )
        else:
            yield from spread(seats, place.spaces[min(space, len(place.spaces) - 1)], track, space, telling)


def spread(
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
            seat_sign(seat, x, y, size) if len(seats) < CROWDED else (outline(seat, x, y, size, f"s{seat}"),)
        )
        yield Group(shapes, piece="disc", seat=seat, count=space, title=title)


def yard(game: Schichtwechsel, telling: Telling) -> Group:
    cards = [
        round_card(game, card, telling)
        for card in game.board.round_cards.list
        if card.number in LAYOUT.round_cards
    ]
    return Group((clock(game, telling), *cards), part="yard", title=telling.text("yard"))


def clock(game: Schichtwechsel, telling: Telling) -> Group:
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


def round_card(game: Schichtwechsel, card: RoundCard, telling: Telling) -> Group:
    """The current one is framed, past ones are struck out."""
    x, y, width, height = LAYOUT.round_cards[card.number]
    current = bool(game.round_cards) and game.round_cards[-1] == card.number
    past = card.number in game.round_cards and not current
    first = y + (21 if card.special else height / 2)
    shapes: list[AnyShape] = [Rect(x, y, width, height, "card", 3), Rect(x, y, width, height, "hit", 3)]
    inside = (
        *coin(x + 17, first, 24, str(card.points)),
        Label(x + 35, first + 6, ":", 18, "strong", "middle"),
        Label(x + 44, first + 6, str(card.per), 18, "strong"),
        *counted_sign(card.counts, x + 67, first),
    )
    shapes.append(Group((*inside, *special(card, x + width / 2, y + 46)), shade="faded" if past else ""))
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


def counted_sign(counts: str, x: float, y: float) -> Iterator[AnyShape]:

    if counts in {"spoil", "coke"}:
        yield from stuff_cube(counts, x, y, 21)
    elif counts == "leading_discs":
        yield Sign("lead", x, y, 23)
    else:
        yield Sign(counts, x, y, 22, "ink")


def special(card: RoundCard, x: float, y: float) -> Iterator[AnyShape]:

    if card.special == "lock_wagon":
        yield Sign("lore", x, y, 22, "redtint")
        yield Sign("cross", x, y, 22, "redtint")
    elif card.special == "blue_cube":
        yield from stuff_cube("blue", x - 22, y, 20)
        yield Sign("arrow", x, y, 16, "ink")
        yield Sign("bag", x + 22, y, 22)
    elif card.special == "lower_water":
        yield Sign("wdown", x - 6, y, 22, "ink")
        yield Label(x + 11, y + 6, "1", 17, "strong")


def tower(game: Schichtwechsel, telling: Telling) -> Group:
    printed = {it.id: it for it in (*game.board.headframe_bonuses.big, *game.board.headframe_bonuses.small)}
    boxes = LAYOUT.headframes.big | LAYOUT.headframes.small
    things: list[AnyShape] = [area(game, telling)]
    for space, (x, y, width, height) in boxes.items():
        if space not in printed:
            continue
        owner = game.bonus.get(space)
        title = telling.name(space)
        shapes: list[AnyShape] = [
            Rect(x, y, width, height, "card", 3),
            Rect(x, y, width, height, "hit", 3),
            Group(
                tuple(row(items_of(printed[space].effects), (x + width / 2, y + height / 2), width - 8, 22)),
                shade="" if owner is None else "faded",
            ),
        ]
        if owner is not None:
            shapes.append(headframe(owner, x + width / 2, y + height / 2, 26, telling))
            title += f": {telling.seat(owner)}"
        things.append(Group(tuple(shapes), id=space, title=title, kind="bonus"))
    return Group(tuple(things), part="tower", title=telling.text("tower"))


def headframe(seat: int, x: float, y: float, size: float, telling: Telling) -> Group:
    """A small tower in the seat's colour with its number."""
    half = size / 2
    top, foot, neck, leg = y - half * 0.5, y + half, half * 0.28, half * 0.85
    legs = f"M{x - neck:.1f} {top:.1f}L{x - leg:.1f} {foot:.1f}H{x + leg:.1f}L{x + neck:.1f} {top:.1f}Z"
    shapes = (
        Path(legs, f"s{seat}"),
        Circle(round(x, 1), round(y - half * 0.62, 1), round(half * 0.36, 1), f"s{seat}"),
        Label(x, y + half * 0.82, str(seat + 1), round(size * 0.5, 1), f"n{seat} strong", "middle"),
    )
    return Group(
        shapes, piece="headframe", seat=seat, title=telling.text("headframe_of", seat=telling.seat(seat))
    )


def area(game: Schichtwechsel, telling: Telling) -> Group:
    """Headframes that were raised this round, a column a seat."""
    place = LAYOUT.headframes.area
    x, y, width, height = place.box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "area", 3), Rect(x, y, width, height, "hit", 3)]
    half = len(place.anchors) // 2
    for seat, player in enumerate(game.players):
        shapes += [
            headframe(seat, *place.anchors[seat + half * number], 22, telling)
            for number in range(min(player.raised, 2))
        ]
    return Group(tuple(shapes), id="headframe_area", title=telling.name("headframe_area"), kind="area")


def plant(game: Schichtwechsel, telling: Telling) -> Group:
    shapes: list[AnyShape] = [Label(*LAYOUT.plant.label, telling.text("plant"), 19, "name labsky")]
    for space in game.board.coking_plant.grey_spaces:
        if space.id in LAYOUT.plant.grey:
            in_game = len(game.players) in space.players
            at, owner = LAYOUT.plant.grey[space.id], game.plant.get(space.id)
            shapes.append(door(at, space, owner, telling, open_=in_game))
    for seat, at in enumerate(LAYOUT.plant.own):
        shapes.append(own_door(game, seat, at, telling))
    return Group(tuple(shapes), part="plant", title=telling.text("plant"))


def door(at: Point, printed: GreySpace, owner: int | None, telling: Telling, *, open_: bool) -> Group:
    """An oven: coke glows in it; where it does not count for this number of players it is bricked up."""

    x, y = at
    width, height = LAYOUT.plant.door
    shapes: list[AnyShape] = [
        Path(
            arch(x, y, width, height),
            "opening" if owner is not None else "ovendoor" if open_ else "closeddoor",
        ),
    ]
    if not open_:
        shapes.append(Path(arch(x, y, width, height), "hatched"))
    if owner is not None:
        shapes += [Path(glow(x, y, width, height), "glow"), coke(owner, x + width / 2, y + 33, 24, telling)]
    shapes.append(Path(arch(x, y, width, height), "hit"))
    shapes += row(
        items_of(printed.effects), (x + width / 2, y + (4 if owner is not None else 24)), width - 6, 20
    )
    title = telling.name(printed.id) + (f": {telling.seat(owner)}" if owner is not None else "")
    return Group(tuple(shapes), id=printed.id, title=title, kind="grey")


def own_door(game: Schichtwechsel, seat: int, at: tuple[int, int], telling: Telling) -> Group:
    x, y = at
    width, height = LAYOUT.plant.door
    if seat >= len(game.players):
        return Group(
            (Path(arch(x, y, width, height), "closeddoor"), Path(arch(x, y, width, height), "hatched"))
        )
    filled = game.players[seat].own_space
    shapes: list[AnyShape] = [
        Path(arch(x, y, width, height), "opening" if filled else "ovendoor"),
        Path(arch(x + 1.5, y + 1.5, width - 3, height - 3), f"o{seat}"),
    ]
    if filled:
        shapes += [Path(glow(x, y, width, height), "glow"), coke(seat, x + width / 2, y + 33, 24, telling)]
    else:
        shapes += [
            Sign("white", x + width / 2, y + 21, 19),
            outline(seat, x + width / 2, y + 43, 15, f"s{seat}"),
        ]
    shapes.append(Path(arch(x, y, width, height), "hit"))
    return Group(
        tuple(shapes),
        id=f"own:{seat}",
        seat=seat,
        title=telling.text("own_door", seat=telling.seat(seat)),
        kind="own",
    )


def arch(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y + height}V{y + 14}a{width / 2} 14 0 0 1 {width} 0V{y + height}Z"


def glow(x: float, y: float, width: float, height: float) -> str:
    return f"M{x + 4} {y + height}q4 -22 {width / 2 - 4} -24t{width / 2 - 4} 24Z"


def coke(seat: int, x: float, y: float, size: float, telling: Telling) -> Group:
    """Coke belongs to a seat: its colour, and its number."""

    return Group(
        cube(x, y, size, coke_of(seat, str(seat + 1))),
        piece="coke",
        seat=seat,
        title=telling.text("coke_of", seat=telling.seat(seat)),
    )

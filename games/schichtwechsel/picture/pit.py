"""Below ground: the walk of the shift with its miners, the sites for houses, the bag and the supply."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_coin, draw_house, draw_outline
from games.kernel.pictures.lettering import break_lines
from games.kernel.pictures.shapes import Anchor, AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.board import ShiftSpace, Site
from games.schichtwechsel.layout import LAYOUT, SitePlace
from games.schichtwechsel.picture.effects import draw_effects, draw_row, draw_stuff_cube, items_of
from games.schichtwechsel.state import Schichtwechsel
from games.schichtwechsel.view import SchichtwechselView

STUFFS = ("coal", "spoil", "blue")
ABOVE = 500  # names below this line stand over their spaces


def draw_pit(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Group:
    sites = [draw_site(game, it, telling) for it in game.board.sites.list if it.id in LAYOUT.sites]
    shapes = (*draw_shift(game, seen, telling), *sites, draw_bag(game, telling), draw_supply(game, telling))
    return Group(shapes, part="pit", title=telling.text("pit"))


def draw_shift(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Iterator[Group]:
    turn = telling.turn
    reach = seen.seats[turn].miner_reach if turn is not None and turn < len(seen.seats) else []
    for number, space in enumerate(game.board.shift.spaces, 1):
        if space.id in LAYOUT.shift.spaces:
            yield draw_station(game, space, number, telling, reached=number in reach)
    yield from draw_miners(game, telling)


def draw_station(
    game: Schichtwechsel, space: ShiftSpace, number: int, telling: Telling, *, reached: bool
) -> Group:
    place = LAYOUT.shift.spaces[space.id]
    x, y = place.at
    covered = len(game.players) not in space.players
    name = telling.name(space.id)
    shapes: list[AnyShape] = [*draw_station_name(name, *place.label, place.anchor)]
    shapes += [Circle(x, y, 22, "stop"), Circle(x, y, 25, "hit")]
    if covered:
        shapes.append(Circle(x, y, 22, "closedstop"))
    elif space.effects:
        shapes += draw_effects(space.effects, (x, y), 36, 23)
    elif number == 1:
        shapes.append(Sign("miner", x, y, 24, "ink"))
    else:
        shapes += [
            coin
            for dx, points in ((-9, game.board.shift.exit.first), (10, game.board.shift.exit.later))
            for coin in draw_exit_coin(x + dx, y, points)
        ]
    if reached:
        shapes.append(Circle(x, y, 26, "reach"))
    return Group(tuple(shapes), id=space.id, title=name, kind="shift", count=number)


def draw_exit_coin(x: float, y: float, points: int) -> tuple[AnyShape, ...]:
    return draw_coin(x, y, 19, str(points))


def draw_station_name(name: str, x: int, y: int, anchor: Anchor) -> Iterator[AnyShape]:
    """Above the gallery the last line keeps its distance, elsewhere the first one."""
    lines = break_lines(name, 15, 116 if anchor == "middle" else 92, 2)
    if anchor == "middle" and y > ABOVE:
        y -= 16 * (len(lines) - 1)
    for number, line in enumerate(lines):
        yield Label(x, y + 16 * number, line, 15, "lab", anchor)


def draw_miners(game: Schichtwechsel, telling: Telling) -> Iterator[Group]:
    spaces = game.board.shift.spaces
    standing: dict[int, list[int]] = {}
    for seat, player in enumerate(game.players):
        if player.miner:
            standing.setdefault(player.miner, []).append(seat)
    for number, seats in standing.items():
        place = LAYOUT.shift.spaces.get(spaces[min(number, len(spaces)) - 1].id)
        if place is None:
            continue
        for seat, (dx, dy) in zip(seats, LAYOUT.spread[len(seats)], strict=True):
            x, y = place.at[0] + dx, place.at[1] + dy + 2
            title = telling.text("miner_of", seat=telling.seat(seat))
            size = 30 if len(seats) == 1 else 21
            shapes = (Circle(x, y, size * 0.6, "hit"), *draw_miner(seat, x, y, size))
            yield Group(shapes, f"miner:{seat}", title, piece="miner", seat=seat, count=number)


def draw_miner(seat: int, x: float, y: float, size: float) -> tuple[AnyShape, ...]:
    """A helmet with its lamp over the seat's sign."""
    half, brim = size / 2, size * 0.39
    return (
        draw_outline(seat, x, y + half * 0.3, size * 0.82, f"s{seat}"),
        Path(
            f"M{x - brim:.1f} {y - half * 0.22:.1f}a{brim:.1f} {brim:.1f} 0 0 1 {2 * brim:.1f} 0Z", "inkplain"
        ),
        Circle(x, round(y - half * 0.58, 1), round(half * 0.22, 1), "golden"),
        Label(x, y + half * 0.72, str(seat + 1), round(size * 0.4, 1), f"n{seat} strong", "middle"),
    )


def draw_site(game: Schichtwechsel, printed: Site, telling: Telling) -> Group:
    place = LAYOUT.sites[printed.id]
    x, y, width, height = place.box
    houses = game.sites.get(printed.id, [])
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "plain"),
        Rect(x, y, width, height, "hit", 3),
        Path(f"M{x - 3} {y}V{y + height + 3}H{x + width + 3}V{y}", "bold"),
        *draw_worth(printed, *place.sign),
    ]
    if printed.spaces is None:
        shapes += draw_any_number(game, place, houses, telling)
    else:
        shapes += draw_single_spaces(game, printed, place, houses, telling)
    return Group(tuple(shapes), id=printed.id, title=telling.name(printed.id), kind="site")


def draw_worth(printed: Site, x: int, y: int) -> Iterator[AnyShape]:
    """What a house here does or scores."""
    points = printed.points
    if points.per_spoil_on_tip:
        yield from draw_coin(x - 19, y, 21, str(points.per_house))
        yield Label(x - 3, y + 6, "+", 17, "strong", "middle")
        yield from draw_coin(x + 10, y, 17, str(points.per_spoil_on_tip))
        yield from draw_stuff_cube("spoil", x + 26, y, 17)
    elif points.per_house:
        yield from draw_coin(x, y, 27, str(points.per_house))
    elif printed.deeds:
        yield from draw_deeds(printed, x, y)
    else:
        yield Sign("speed", x, y - 4, 28, "ink")
        yield Label(x, y + 23, "+1", 16, "strong", "middle")


def draw_deeds(printed: Site, x: int, y: int) -> Iterator[AnyShape]:
    """Several stand one below the other where there is room."""
    if printed.spaces is not None:
        yield from draw_row(items_of(printed.deeds), (x, y), 62, 23)
        return
    for number, deed in enumerate(printed.deeds):
        yield from draw_row(items_of((deed,)), (x, y + 26 * number - 13 * (len(printed.deeds) - 1)), 46, 22)


def draw_any_number(
    game: Schichtwechsel, place: SitePlace, houses: list[int], telling: Telling
) -> Iterator[AnyShape]:
    """A place a seat, with a count."""
    for seat in range(len(game.players)):
        x, y = place.anchors[seat]
        count = houses.count(seat)
        if not count:
            yield Path(f"M{x - 9} {y + 9}v-11l9 -8l9 8v11z", "ghost")
            continue
        title = telling.text("house_of", seat=telling.seat(seat), count=count)
        more = (Label(x + 12, y + 10, str(count), 16, "strong"),) if count > 1 else ()
        yield Group((*draw_house(x, y, 21, seat), *more), piece="house", seat=seat, count=count, title=title)


def draw_single_spaces(
    game: Schichtwechsel, printed: Site, place: SitePlace, houses: list[int], telling: Telling
) -> Iterator[AnyShape]:
    open_spaces = sum(least <= len(game.players) for least in printed.spaces or ())
    for number, (x, y) in enumerate(place.anchors[: len(printed.spaces or ())]):
        if number < len(houses):
            seat = houses[number]
            title = telling.text("house_of", seat=telling.seat(seat), count=1)
            yield Group(draw_house(x, y, 20, seat), piece="house", seat=seat, count=1, title=title)
        else:
            yield Path(f"M{x - 9} {y + 9}v-11l9 -8l9 8v11z", "ghost" if number < open_spaces else "out")


def draw_bag(game: Schichtwechsel, telling: Telling) -> Group:
    place = LAYOUT.bag
    x, y, width, height = place.box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "card", 4), Sign("bag", *place.sign, 26)]
    for kind in STUFFS:
        cx, cy = place.cubes[kind]
        shapes += [
            *draw_stuff_cube(kind, cx, cy, 21),
            Label(cx + 14, cy + 6, str(game.bag.get(kind, 0)), 17, "strong"),
        ]
    told = ", ".join(f"{telling.name(kind)} {count}" for kind, count in game.bag.items())
    inside = Group(
        tuple(shapes), id="bag", title=telling.text("bag", cubes=told or "–"), count=sum(game.bag.values())
    )
    return Group((inside, draw_hand(game, telling)))


def draw_hand(game: Schichtwechsel, telling: Telling) -> Group:
    """Drawn in this step and not placed yet."""
    place = LAYOUT.bag
    x, y, width, height = place.hand_box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "ghost", 3)]
    cubes = [(kind, count) for kind, count in game.hand.items() if count]
    for (kind, count), (hx, hy) in zip(
        cubes, ((x + 11, y + 15), (x + 39, y + 15), (x + 67, y + 15)), strict=False
    ):
        shapes += [*draw_stuff_cube(kind, hx, hy, 19), Label(hx + 9, hy + 6, str(count), 15, "strong")]
    told = ", ".join(f"{telling.name(kind)} {count}" for kind, count in cubes)
    return Group(
        tuple(shapes), id="hand", title=telling.text("hand", cubes=told or "–"), count=sum(game.hand.values())
    )


def draw_supply(game: Schichtwechsel, telling: Telling) -> Group:
    place = LAYOUT.supply
    x, y, width, height = place.box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "card", 4)]
    signs = {"coin": "coinsign", "white": "white", "tool": "tool"}
    for kind, (cx, cy) in place.cubes.items():
        shapes += (
            (Sign(signs[kind], cx, cy, 18, "ink"),) if kind in signs else draw_stuff_cube(kind, cx, cy, 18)
        )
        shapes.append(Label(cx + 10, cy + 5, str(game.supply.get(kind, 0)), 15, "strong"))
    told = ", ".join(f"{telling.name(kind)} {count}" for kind, count in game.supply.items())
    return Group(tuple(shapes), id="supply", title=telling.text("supply", cubes=told or "–"))

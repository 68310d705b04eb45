"""What lies along the river: depots and their coal, works, towns, weirs and locks, coal stores, ships."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_coin, draw_die, draw_house, draw_outline
from games.kernel.pictures.lettering import break_lines
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT, SpacePlace
from games.ruhrschifffahrt.printed import CoalStore
from games.ruhrschifffahrt.river import Space
from games.ruhrschifffahrt.state import Ruhr
from games.ruhrschifffahrt.view import RuhrView


def draw_along_the_river(game: Ruhr, seen: RuhrView, telling: Telling) -> Iterator[Group]:
    reach = reach_of(seen, telling)
    for space in game.river.spaces.values():
        place = LAYOUT.space(game.board, space.id)
        if space.type == "depot":
            yield draw_depot(game, space, place, telling)
        elif space.type == "obstacle":
            yield draw_obstacle(game, space, place, telling)
        elif space.type == "city":
            yield draw_city(game, space, place, telling, reached=space.id in reach)
        elif space.type == "industry":
            yield draw_industry(game, space, place, telling, reached=space.id in reach)
    yield from (draw_store(game, it, telling) for it in game.board.coal_stores.list)
    yield from draw_ships(game, telling)


def reach_of(seen: RuhrView, telling: Telling) -> frozenset[str]:
    """Where the seat that is asked could sell now."""
    return frozenset(seen.seats[telling.turn].reachable if telling.turn is not None else ())


def draw_realms(game: Ruhr, telling: Telling) -> Iterator[Group]:
    for territory in game.board.territories.list:
        realm = LAYOUT.territories.get(territory.id)
        if realm is None:
            continue
        (ax, ay), (x, y) = realm.arms, realm.label
        name = telling.name(territory.id)
        lines = break_lines(name.upper(), 19, realm.width, 2)
        letters = (
            Label(x, y + 20 * number, line, 15, "realm", "middle") for number, line in enumerate(lines)
        )
        arms = Sign(f"arms-{territory.id}", ax, ay, 26)
        yield Group((arms, *letters), id=territory.id, title=name, kind="territory")


def draw_depot(game: Ruhr, space: Space, place: SpacePlace, telling: Telling) -> Group:
    x, y = place.stand or place.at
    pips, coal = game.depots.get(space.id, 0), game.river.coal[space.id]
    name = telling.name(space.id)
    shapes: list[AnyShape] = [Rect(x - 18, y - 18, 36, 36, "free", 3), Rect(x - 21, y - 21, 42, 42, "hit", 5)]
    if pips:
        shapes.append(
            Group(draw_die(x, y, 29, pips, colour="b" if coal == "black" else "w"), piece="die", count=pips)
        )
        title = telling.text("depot", space=name, coal=telling.name(coal), pips=pips)
    else:
        shapes.append(Path(f"M{x - 18} {y - 9}h36m-36 9h36m-36 9h36", "staple"))
        shapes.append(Circle(x, y, 6, f"{coal}coal"))
        title = telling.text("empty_depot", space=name, coal=telling.name(coal))
    shapes += [*draw_pointer(game, space, place), draw_caption(place, name)]
    return Group(tuple(shapes), id=space.id, title=title, kind="depot")


def draw_pointer(game: Ruhr, space: Space, place: SpacePlace) -> Iterator[AnyShape]:
    """An arrow to where a simple trip leads; a wheel where nobody gets without a pilot."""
    x, y = (place.at[0] + (place.stand or place.at)[0]) / 2, (place.at[1] + (place.stand or place.at)[1]) / 2
    dx, dy = place.at[0] - (place.stand or place.at)[0], place.at[1] - (place.stand or place.at)[1]
    far = max(abs(dx), abs(dy)) or 1
    x, y = (place.stand or place.at)[0] + dx * 29 / far, (place.stand or place.at)[1] + dy * 29 / far
    if not space.target:
        yield Circle(x, y, 9, "plain")
        yield Sign("pilot", x, y, 17, "ink")
        return
    kind = "red" if game.river.spaces[space.target].type == "city" else "ochre"
    yield Group((Path("M-5.5 -5.5L6.5 0L-5.5 5.5Z", kind),), at=(round(x, 1), round(y, 1)), turn=place.flow)


def draw_caption(place: SpacePlace, name: str, size: float = 15, look: str = "place") -> Label:
    x, y = place.label or place.at
    return Label(x, y, name, size, look, place.anchor)


def draw_obstacle(game: Ruhr, space: Space, place: SpacePlace, telling: Telling) -> Group:
    """A weir lies across the water; a lock lets ships through."""
    x, y = place.at
    number = space.id.removeprefix("o").lstrip("0")
    name = telling.name(space.id)
    shapes: list[AnyShape] = [Rect(x - 20, y - 20, 40, 40, "hit", 6)]
    if space.id in game.obstacles:
        bar = (Path("M0 -22V22", "weir"), Path("M7 -17V17", "foam"))
        shapes += [
            Group(bar, at=(x, y), turn=place.flow),
            Group(
                (Circle(x, y, 12.5, "stop"), Label(x, y + 5.5, number, 15, "stopink", "middle")),
                piece="obstacle",
            ),
        ]
        title = telling.text("weir", space=name, points=space.lock_points)
    else:
        shapes.append(
            Group((Path("M-19 -12H17L11.500 0L17 12H-19L-24.500 0Z", "lock"),), at=(x, y), turn=place.flow)
        )
        shapes.append(Label(x, y + 5.5, number, 15, "strong", "middle"))
        title = telling.text("lock_built", space=name)
    return Group(tuple(shapes), id=space.id, title=title, kind="obstacle")


def draw_industry(game: Ruhr, space: Space, place: SpacePlace, telling: Telling, *, reached: bool) -> Group:
    x, y = place.stand or place.at
    name = telling.name(space.id)
    shapes: list[AnyShape] = [
        Circle(x, y, 18, "free"),
        Circle(x, y, 22, "hit"),
        Sign(space.industry, x, y, 26, "ink"),
        draw_caption(place, name.split()[-1]),
        *((Circle(x, y, 22.5, "reach"),) if reached else ()),
        *draw_demand_coins(game, space, place, telling),
    ]
    return Group(tuple(shapes), id=space.id, title=name, kind="industry")


def draw_city(game: Ruhr, space: Space, place: SpacePlace, telling: Telling, *, reached: bool) -> Group:
    sx, sy = place.sign or place.at
    left, width = sx - 17, place.slots[-1][0] - sx + 36 if place.slots else 60
    name = telling.name(space.id)
    shapes: list[AnyShape] = [
        Rect(left, sy - 33, width, 50, "hit", 6),
        Sign("city", sx, sy, 27, "red"),
        *draw_slots(game, space.id, place.slots, telling),
        draw_caption(place, name.upper(), 18, "town"),
        *((Rect(left, sy - 33, width, 50, "reach", 6),) if reached else ()),
        *draw_demand_coins(game, space, place, telling),
    ]
    return Group(tuple(shapes), id=space.id, title=name, kind="city")


def draw_slots(
    game: Ruhr, site: str, places: tuple[tuple[int, int], ...], telling: Telling
) -> Iterator[AnyShape]:
    """Warehouses from the left; a free slot shows its price."""
    owners, prices = game.warehouses[site], game.sites[site].slots
    for number, (x, y) in enumerate(places[: len(prices)]):
        if number < len(owners):
            seat = owners[number]
            title = telling.text("warehouse_of", seat=telling.seat(seat))
            yield Group(draw_house(x, y, 24, seat), piece="warehouse", seat=seat, title=title)
            continue
        yield Rect(x - 12, y - 12, 24, 24, "free", 2)
        yield Label(x, y + 6, str(prices[number]), 16, "strong", "middle")


def draw_demand_coins(game: Ruhr, space: Space, place: SpacePlace, telling: Telling) -> Iterator[Group]:
    count = game.demand.get(space.id, 0)
    if count:
        coins = tuple(shape for x, y in place.demand[:count] for shape in draw_coin(x, y, 17))
        yield Group(coins, piece="thaler", count=count, title=telling.text("demand", count=count))


def draw_store(game: Ruhr, printed: CoalStore, telling: Telling) -> Group:
    place = LAYOUT.store(game.board, printed.id)
    mx, my = place.mine
    name = telling.name(printed.id)
    shapes = (
        Rect(mx - 16, my - 18, 108, 36, "hit", 5),
        Sign("mine", mx, my, 25, "ink"),
        *draw_slots(game, printed.id, place.slots, telling),
        Label(place.label[0], place.label[1], name, 15, "place", "middle"),
    )
    return Group(shapes, id=printed.id, title=name, kind="coal_store")


def draw_ships(game: Ruhr, telling: Telling) -> Iterator[Group]:
    for space, seats in game.ships.items():
        place = LAYOUT.space(game.board, space)
        berths = place.berths or (place.at,)
        for number, seat in enumerate(seats):
            x, y = berths[min(number, len(berths) - 1)]
            title = telling.text("ship", seat=telling.seat(seat), space=telling.name(space))
            yield Group(
                draw_ship(seat), at=(x, y), piece="ship", seat=seat, title=title, id=space, kind="ship"
            )


def draw_ship(seat: int) -> tuple[AnyShape, ...]:
    """A Ruhraake under sail, in the seat's colour and with its sign."""
    return (
        Path("M-1 14V-21", "mast"),
        Path("M-15 -18L17 -15L15 6L-15 8Z", f"s{seat}"),
        draw_outline(seat, 0.5, -4.5, 12, f"n{seat}"),
        Path("M-20 9H20L15 19H-15Z", "hull"),
    )

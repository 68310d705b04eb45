"""What lies in a seat's section: tip, wagons, pithead bar, water, sales, tile and card."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.curves import straight
from games.kernel.pictures.hand import coke_of, draw_coin, draw_cube, draw_house, squeeze_label
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.board import CoalWagon, Wagon
from games.schichtwechsel.effects import Choose, Effects
from games.schichtwechsel.layout import LAYOUT, CubePlaces
from games.schichtwechsel.picture.cards import draw_cost, lower_items
from games.schichtwechsel.picture.effects import draw_row, draw_stuff_cube, items_of
from games.schichtwechsel.picture.tower import draw_headframe
from games.schichtwechsel.state import Load, Player, Schichtwechsel
from games.schichtwechsel.view import SeatView

BACKGROUND = (
    Rect(0, 64, 389, 120, "sky"),
    Path("M0 124L50 92L110 118L190 100L260 122L330 94L389 114V184H0Z", "far"),
    Rect(0, 184, 389, 160, "rock"),
    Rect(0, 184, 389, 160, "strata"),
    Path("M0 184H389", "bold"),
)


def draw_claim(
    game: Schichtwechsel, seat: int, seen: SeatView | None, telling: Telling
) -> Iterator[AnyShape]:
    player = game.players[seat]
    yield Group(BACKGROUND)
    yield draw_water(game, player, seen, telling)
    yield draw_tip(game, player, telling)
    yield from draw_coal_wagons(game, player, telling)
    yield draw_coke_wagons(player, seat, telling)
    yield from draw_bar(game, player, seat, telling)
    yield from draw_wagons(game, player, seen, telling)
    yield draw_sale(game, player, seat, telling)
    yield draw_own_tile(game, seat, telling)
    yield draw_personal(game, player, seat, telling)


def draw_tip(game: Schichtwechsel, player: Player, telling: Telling) -> Group:
    place = LAYOUT.seat.tip
    shapes: list[AnyShape] = [Path("M2 184L38 122L48 122L84 184Z", "shade"), Rect(2, 106, 82, 78, "hit", 4)]
    for number, (x, y) in enumerate(place.cubes[: game.board.spoil_tip.spaces]):
        if number < player.spoil:
            shapes += draw_stuff_cube("spoil", x, y, 21)
        else:
            shapes.append(Path(f"M{x} {y - 9}l8 4.500v9l-8 4.500l-8 -4.500v-9Z", "ghost"))
    return Group(tuple(shapes), id="tip", title=telling.text("tip", count=player.spoil), count=player.spoil)


def draw_coal_wagons(game: Schichtwechsel, player: Player, telling: Telling) -> Iterator[AnyShape]:
    """Coal above ground is a number; it is drawn as its owner would best have it."""
    rail = LAYOUT.seat.coal_rail
    yield Path(straight(rail), "bold")
    yield Path("M92 108v10M134 108v10M176 108v10M218 108v10M260 108v10", "line")
    left, shapes = player.coal, []
    for wagon in game.board.pit.coal_wagons:
        place = LAYOUT.seat.coal_wagons.get(wagon.id)
        if place is None:
            continue
        here = min(left, wagon.spaces)
        left -= here
        shapes.append(draw_coal_wagon(wagon, place, here, telling))
    yield Group(tuple(shapes), id="coal", title=telling.text("coal", count=player.coal), count=player.coal)


def draw_coal_wagon(wagon: CoalWagon, place: CubePlaces, coal: int, telling: Telling) -> Group:
    x, y, width, height = place.box
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "card", 2),
        Rect(x, y, width, height, "hit", 2),
        *draw_wheels(x, y + height, width),
    ]
    for cx, cy in place.cubes[:coal]:
        shapes += draw_stuff_cube("coal", cx, cy, 21)
    if wagon.token_space and not coal and place.token:
        shapes.append(Sign("white", *place.token, 18))
    return Group(tuple(shapes), id=wagon.id, title=telling.name(wagon.id), count=coal)


def draw_wheels(x: float, y: float, width: float) -> Iterator[AnyShape]:
    yield Path(f"M{x + 6} {y + 1}h4v4h-4zM{x + width - 10} {y + 1}h4v4h-4z", "inkplain")


def draw_coke_wagons(player: Player, seat: int, telling: Telling) -> Group:
    """The lower pair fills first and is sold first."""
    place = LAYOUT.seat
    shapes: list[AnyShape] = [Path("".join(straight(rail) for rail in place.coke_rails), "bold")]
    boxes = [*place.coke_lower, *place.coke_upper]
    for number, (x, y, width, height) in enumerate(boxes):
        shapes += [Rect(x, y, width, height, "card", 2), *draw_wheels(x, y + height, width)]
        if number < player.coke:
            shapes += draw_cube(
                x + width / 2, y + height / 2, 22 if number < len(place.coke_lower) else 19, coke_of(seat)
            )
    left, top, _, _ = place.coke_lower[0]
    shapes.append(Rect(left - 4, top - 4, 86, 46, "hit", 4))
    x, y = place.sale_sign
    shapes += [Sign("coinsign", x - 9, y, 15), Sign("white", x + 9, y, 15)]
    return Group(tuple(shapes), id="coke", title=telling.text("coke", count=player.coke), count=player.coke)


def draw_bar(game: Schichtwechsel, player: Player, seat: int, telling: Telling) -> Iterator[Group]:
    """Pithead buildings; where a house is gone its bonus lies bare."""
    for space in game.board.bar.spaces:
        box = LAYOUT.seat.bar.get(space.id)
        if box is None:
            continue
        x, y, width, height = box
        taken = space.id in player.bar
        if taken:
            shapes: list[AnyShape] = [*draw_house(x + width / 2, y + height / 2 + 3, 34, seat)]
        else:
            shapes = [
                Rect(x, y, width, height, "ghostcard", 2),
                *draw_bonus(space.effects, x + width / 2, y + height / 2, width),
            ]
        shapes.insert(0, Rect(x, y, width, height, "hit", 2))
        code = "bar_house" if taken else "bar_free"
        yield Group(
            tuple(shapes),
            id=space.id,
            piece="house" if taken else "",
            seat=seat,
            title=telling.text(code, space=telling.name(space.id)),
        )


def draw_bonus(effects: Effects, x: float, y: float, width: float) -> Iterator[AnyShape]:
    """A choice stands one over the other."""

    effect = effects[0]
    if isinstance(effect, Choose):
        for number, benefit in enumerate(effect.benefits[:2]):
            yield from draw_row(items_of(benefit.effects), (x, y - 11 + 22 * number), width - 6, 18)
        return
    yield from draw_row(items_of(effects), (x, y), width - 6, 20)


def draw_wagons(
    game: Schichtwechsel, player: Player, seen: SeatView | None, telling: Telling
) -> Iterator[Group]:
    yield Group((Path(straight(LAYOUT.seat.floor), "bold"),))
    for wagon in game.board.pit.wagons:
        if wagon.id in LAYOUT.seat.wagons:
            locked = wagon.lockable and game.wagon_is_locked()
            liftable = seen is not None and wagon.id in seen.liftable_wagons
            mark = "cross" if locked else "up" if liftable else ""
            yield draw_wagon(wagon, player.wagons.get(wagon.id, Load()), mark, telling)


def draw_wagon(wagon: Wagon, load: Load, mark: str, telling: Telling) -> Group:
    """A cross: locked; an arrow: full, and can be lifted."""
    place = LAYOUT.seat.wagons[wagon.id]
    x, y, width, height = place.box
    tub = f"M{x} {y}H{x + width}L{x + width - 5} {y + height}H{x + 5}Z"
    shapes: list[AnyShape] = [Rect(x - 2, y - 8, width + 4, height + 12, "hit", 3), Path(tub, "card")]
    shapes += draw_wheels(x + 2, y + height, width - 4)
    if wagon.lockable:
        shapes.append(Path(tub, "striped"))
    cubes = ["coal"] * load.coal + ["spoil"] * load.spoil
    for number, (cx, cy) in enumerate(place.cubes):
        if number < len(cubes):
            shapes += draw_stuff_cube(cubes[number], cx, cy, 21)
        elif wagon.coal_only:
            shapes.append(Label(cx, cy + 6, "C", 16, "soft", "middle"))
    title = telling.text("load", wagon=telling.name(wagon.id), coal=load.coal, spoil=load.spoil)
    if mark == "cross":
        shapes.append(Sign("cross", x + width / 2, y + height / 2, 26, "redtint"))
        title = f"{title}, {telling.text('locked')}"
    elif mark:
        shapes.append(Sign(mark, x + width / 2, y - 9, 17, "ink"))
    return Group(tuple(shapes), id=wagon.id, title=title, count=len(cubes))


def heights_of_levels(top: int) -> list[int]:
    """A longer scale than the one drawn is squeezed into the same height."""
    drawn = LAYOUT.seat.water.levels
    highest = max(drawn)
    if top <= highest:
        return [drawn[level] for level in range(highest + 1)]
    return [drawn[0] + (drawn[highest] - drawn[0]) * level // top for level in range(top + 1)]


def draw_water(game: Schichtwechsel, player: Player, seen: SeatView | None, telling: Telling) -> Group:
    """The surface at its level, a red line at the top, the token where it shows, a point at the bottom."""
    place, printed = LAYOUT.seat.water, game.board.pit_water
    x, y, width, height = place.box
    low, heights = y + height, heights_of_levels(printed.top)
    level = heights[player.water]
    waves = "".join("q8 -5 16 0t16 0" for _ in range(0, width - 12, 32))
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "sump"),
        Rect(x, y, width, height, "hit"),
        Path(f"M{x} {low}V{level}{waves}H{x + width}V{low}Z", "water"),
        Path(f"M{x} {level}{waves}", "waterline"),
        Path(f"M{x + width} {y}V{low}", "line"),
        Path(f"M{x + 6} {heights[printed.top]}H{place.gauge - 8}", "mark"),
        Path(
            f"M{place.gauge} {y + 2}V{low - 4}" + "".join(f"M{place.gauge} {at}h-9" for at in heights),
            "line",
        ),
    ]
    if player.water != printed.token_level:
        shapes.append(Sign("white", place.token[0], heights[printed.token_level], 17))
    shapes += draw_coin(place.token[0], heights[printed.lowest] - 1, 17, str(printed.points_at_lowest))
    text = level + 24 if level + 26 < low else level - 8
    shapes.append(Label(place.numeral, text, str(player.water), 24, "strong", "middle"))
    return Group(
        tuple(shapes), id="water", title=telling.text("water", level=player.water), count=player.water
    )


def draw_sale(game: Schichtwechsel, player: Player, seat: int, telling: Telling) -> Group:
    shapes: list[AnyShape] = []
    for number, ((x, y, width, height), worth) in enumerate(
        zip(LAYOUT.seat.sale.at, game.board.coke_sale.worth, strict=False)
    ):
        upcoming = number == player.pairs
        shapes.append(Rect(x, y, width, height, "nextsale" if upcoming else "card", 2))
        if number < player.pairs:
            shapes += [
                *draw_cube(x + width / 2, y + 11, 17, coke_of(seat, "")),
                *draw_cube(x + width / 2, y + 25, 17, coke_of(seat, "")),
            ]
            shapes.append(Label(x + width / 2, y + height - 3, str(worth), 13, "strong", "middle"))
        else:
            shapes.append(
                Label(
                    x + width / 2,
                    y + height / 2 + 6,
                    str(worth),
                    17,
                    "coinink strong" if upcoming else "soft",
                    "middle",
                )
            )
    return Group(tuple(shapes), id="sale", title=telling.text("sale", count=player.pairs), count=player.pairs)


def draw_own_tile(game: Schichtwechsel, seat: int, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.seat.tile
    player = game.players[seat]
    if not player.tile:
        return Group((Rect(x, y, width, height, "ghostcard", 4),))
    printed, name = game.tile(seat), telling.name(player.tile)
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "card", 4),
        Rect(x, y, width, height, "hit", 4),
        squeeze_label(Label(x + 6, y + 18, name, 15, "name"), width - 12),
        *draw_row(lower_items(printed), (x + 6, y + 38), width - 12, 20, centred=False),
    ]
    if player.passed:
        shapes.append(Rect(x, y, width, height, "out", 4))
    return Group(tuple(shapes), id=player.tile, title=name, kind="own_tile")


def draw_personal(game: Schichtwechsel, player: Player, seat: int, telling: Telling) -> Group:
    """Its headframes stand on the card until they come into play."""
    place = LAYOUT.seat.personal
    x, y, width, height = place.box
    printed = game.board.personal_card.card
    used = any(payment.seat == seat for payment in game.laid.get(printed.id, ()))
    middle = y + height / 2
    shapes: list[AnyShape] = [Rect(x, y, width, height, "card", 4), Rect(x, y, width, height, "hit", 4)]
    if used:
        shapes.append(Rect(x, y, width, height, "out", 4))
    shapes += [*draw_cost(printed.uses[0].cost, x + 14, middle, 17), Sign("wdown", x + 39, middle, 19, "ink")]
    for number, (rx, _) in enumerate(place.rails):
        here = number < player.headframes
        shapes.append(Group((Sign("rail", x + rx, middle, 22, "ink"),), shade="faded" if here else ""))
        if here:
            shapes.append(draw_headframe(seat, x + rx, middle, 26, telling))
    title = f"{telling.name(printed.id)}. {telling.text('headframes_left', count=player.headframes)}"
    return Group(tuple(shapes), id=printed.id, title=title, kind="card", count=player.headframes)

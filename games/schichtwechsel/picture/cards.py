"""The tally board: a card is a plate on the wall, a payment a tally hung on it; below them the tiles."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_seat_sign, fit_label, squeeze_label
from games.kernel.pictures.layout import Box
from games.kernel.pictures.lettering import break_lines
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.board import Card, Cost, Tile, Trade, Use
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.effects import (
    SLASH,
    Item,
    draw_effects,
    draw_row,
    draw_stuff_cube,
    items_of,
)
from games.schichtwechsel.picture.ground import draw_wall
from games.schichtwechsel.state import Payment, Schichtwechsel
from games.schichtwechsel.view import CardView, SchichtwechselView

MOST_TALLIES = 4
LAST_COLUMN = 1_490  # a name there has no more room than a card


def draw_cards(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Group:
    shapes: list[AnyShape] = [*draw_wall("cards")]
    printed = game.cards()
    families = {card.family for card in printed.values()} | {"trade"}
    shapes += [
        fit_label(Label(x, y, telling.text(family), 18, "name", "start", 86 if x > LAST_COLUMN else 170), 12)
        for family, (x, y) in LAYOUT.families.items()
        if family in families
    ]
    for it in seen.cards:
        card, laid = printed[it.card], game.laid.get(it.card, [])
        if card.family != "personal":
            shapes.append(draw_card(card, it, laid, LAYOUT.card(game.board, it.card), telling))
    shapes += [draw_trade(it, telling) for it in game.board.spoil_trades.list if it.spoil in LAYOUT.trades]
    shapes.append(draw_marker_supply(game, seen, telling))
    return Group(tuple(shapes), part="cards", title=telling.text("cards"))


def draw_card(printed: Card, seen: CardView, laid: list[Payment], box: Box, telling: Telling) -> Group:
    """White rim: may be used again; hatched: used; a bar in the seat's colour: open to whoever is asked."""
    x, y, width, height = box
    share = width / len(printed.uses)
    inside: list[AnyShape] = []
    for number, use in enumerate(printed.uses):
        inside += draw_use(use, x + share * number, y, share)
    shapes: list[AnyShape] = [*draw_plate_of(printed, box), Rect(x, y, width, height, "hit", 5)]
    if seen.used:
        shapes.append(Rect(x, y, width, height, "out", 5))
    shapes.append(Group(tuple(inside), shade="pale" if seen.used else ""))
    shapes += draw_tallies(laid, x, y + height, telling)
    if telling.turn is not None and telling.turn in seen.offered and not seen.used:
        shapes.append(Rect(x + 7, y + height - 5, width - 14, 5, f"f{telling.turn}"))
    name = telling.name(printed.id)
    title = telling.text("card_used", card=name) if seen.used else name
    return Group(tuple(shapes), id=printed.id, title=title, kind="card")


def draw_plate_of(printed: Card, box: Box) -> Iterator[AnyShape]:
    x, y, width, height = box
    if printed.white_rimmed:
        yield Rect(x - 3, y - 3, width + 6, height + 6, "cardrim", 7)
    yield Rect(x, y, width, height, "card", 5)
    yield Circle(x + width / 2, y + 7, 2.6, "nail")
    if len(printed.uses) > 1:
        yield Path(f"M{x + width / 2:g} {y + 14}V{y + height - 14}", "thin")
    if printed.copy_protected:
        yield Sign("nocopy", x + width - 13, y + 15, 17, "softink")


def draw_use(use: Use, x: float, y: float, width: float) -> Iterator[AnyShape]:
    yield from draw_cost(use.cost, x + 14, y + 16)
    yield from draw_effects(use.effects, (x + width / 2, y + 43), width - 12, 28)


def draw_cost(price: Cost, x: float, y: float, size: float = 20) -> Iterator[AnyShape]:
    signs = ["own_token"] * price.player + ["white"] * price.white + ["coinsign"] * price.coin
    for number, name in enumerate(signs):
        yield Sign(name, x + number * (size + 1), y, size)


def draw_tallies(laid: list[Payment], x: int, low: int, telling: Telling) -> Iterator[Group]:
    shown = laid[-MOST_TALLIES:]
    for number, payment in enumerate(shown):
        title = telling.text("payment", seat=telling.seat(payment.seat))
        at = x + 15 + number * 20
        string = Path(f"M{at} {low - 26}v7", "line")
        yield Group(
            (string, *draw_seat_sign(payment.seat, at, low - 13, 17)),
            piece="payment",
            seat=payment.seat,
            title=title,
        )
    if len(laid) > MOST_TALLIES:
        yield Group(
            (Label(x + 82, low - 22, f"+{len(laid) - MOST_TALLIES}", 15, "strong", "end"),),
            piece="payments",
            count=len(laid),
        )


def draw_trade(printed: Trade, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.trades[printed.spoil]
    middle = y + height / 2
    shapes = (
        Rect(x, y, width, height, "card", 4),
        Rect(x, y, width, height, "hit", 4),
        Label(x + 16, middle + 6, str(printed.spoil), 17, "strong", "middle"),
        *draw_stuff_cube("spoil", x + 34, middle, 20),
        Sign("arrow", x + 60, middle, 17, "ink"),
        *draw_row(items_of(printed.effects), (x + 80, middle), width - 92, 20, centred=False),
    )
    return Group(
        shapes, id=f"trade:{printed.spoil}", title=telling.text("trading", spoil=printed.spoil), kind="trade"
    )


def draw_marker_supply(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Group:
    """Who holds the first player's marker begins the next round."""
    x, y, width, height = LAYOUT.marker_supply
    holder = seen.next_starter
    shapes = (
        Rect(x, y, width, height, "area", 5),
        Sign("lamp", x + 27, y + height / 2, 40, "ink"),
        *draw_seat_sign(holder, x + 61, y + height / 2, 28),
    )
    return Group(
        shapes,
        id="first_player_marker",
        piece="marker",
        seat=holder,
        title=telling.text("marker_with", seat=telling.seat(holder)),
    )


def draw_tiles(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.parts["tiles"].box
    holders = {player.tile: seat for seat, player in enumerate(game.players) if player.tile}
    things = [
        draw_tile(
            it, LAYOUT.tile(game.board, it.id), holders.get(it.id), telling, free=it.id in seen.free_tiles
        )
        for it in game.board.tiles.list
        if len(game.players) in it.players
    ]
    return Group(
        (Rect(x, y, width, height, "tray"), *things, draw_notice(game, seen, telling)),
        part="tiles",
        title=telling.text("tiles"),
    )


def draw_tile(printed: Tile, box: Box, holder: int | None, telling: Telling, *, free: bool) -> Group:
    """Free ones are bright; a taken one keeps its place, dimmed, with the sign of its holder."""
    x, y, width, height = box
    name = telling.name(printed.id)
    inside = (
        squeeze_label(Label(x + 8, y + 19, name, 16, "name"), width - (46 if holder is not None else 16)),
        *draw_row(
            items_of(printed.upper),
            (x + 8, y + 38),
            width - 16 - (30 if holder is not None else 0),
            21,
            centred=False,
        ),
        Path(f"M{x + 6} {y + 53}H{x + width - 6}", "thin"),
        *draw_row(lower_items(printed), (x + 8, y + 70), width - 16, 21, centred=False),
    )
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "card" if free else "taken", 5),
        Rect(x, y, width, height, "hit", 5),
        Group(inside, shade="" if free else "pale"),
    ]
    if holder is not None:
        shapes += draw_seat_sign(holder, x + width - 18, y + 20, 24)
    title = name if holder is None else telling.text("tile_of", tile=name, seat=telling.seat(holder))
    return Group(tuple(shapes), id=printed.id, title=title, kind="tile", seat=holder)


def lower_items(printed: Tile) -> list[Item]:
    items: list[Item] = []
    for benefit in printed.lower:
        items += ([SLASH] if items else []) + items_of(benefit.effects)
    return items


def draw_notice(game: Schichtwechsel, seen: SchichtwechselView, telling: Telling) -> Group:
    """The order of this round, and what is asked."""
    place = LAYOUT.notice
    x, y, width, height = place.box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "card", 2)]
    for seat, (sx, sy) in zip(seen.order, place.order, strict=False):
        shapes += draw_seat_sign(seat, sx, sy, 20)
        if telling.turn == seat:
            shapes.append(Circle(sx, sy, 14, "bold"))
    lines = break_lines(telling.question, 14.5, width - 12, 4)
    shapes += [
        Label(place.question[0], place.question[1] + 14 * number, line, 14.5)
        for number, line in enumerate(lines)
    ]
    return Group(tuple(shapes), id="notice", title=f"{telling.text('notice')}. {telling.question}".strip())

"""The edges of the map: the timeline above, the graduated score track below."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from games.kernel.pictures.hand import draw_coin, draw_house, draw_outline
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.state import Ruhr
from games.ruhrschifffahrt.view import RuhrView, SeatView

EVENT_SIGNS = MappingProxyType(
    {  # sign, number, and how far the next one stands
        "levy": ("coin", "−1", 44),
        "gain": ("coin", "+1", 44),
        "change_column": ("transport", "", 30),
        "raise_track": ("die", "+1", 40),
        "remove_coal": ("die", "×", 40),
        "draw_start_player": ("pilot", "", 30),
        "lock": ("lock", "", 34),
        "dearer": ("tow", "+1", 34),
    }
)
SPREAD = ((12, 9), (36, 9), (12, 23), (36, 23))


def draw_timeline(game: Ruhr, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.parts["timeline"].box
    fields = [
        draw_year(game, number, telling)
        for number in range(1, len(game.board.timeline.rounds) + 1)
        if number in LAYOUT.timeline
    ]
    frame = (Rect(x, y, width, height, "sheet"), Rect(x + 4, y + 4, width - 8, height - 8, "inner"))
    return Group((*frame, *fields), part="timeline", title=telling.text("timeline"))


def draw_year(game: Ruhr, number: int, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.timeline[number]
    printed = game.board.timeline.rounds[number - 1]
    running, past = game.round == number, number < game.round
    ink = "onground" if running else "soft" if past else ""
    shapes: list[AnyShape] = []
    if running:
        shapes.append(Rect(x + 1, y + 1, width - 2, height - 2, "groundplain", 2))
    elif number > 1:
        shapes.append(Path(f"M{x} {y + 8}V{y + height - 8}", "thin"))
    shapes += [
        Label(x + 10, y + 24, str(printed.year), 20, f"{ink} name".strip()),
        Label(x + 10, y + 44, str(number), 15, ink),
    ]
    if printed.arms:
        shapes.append(Sign(f"arms-{printed.arms}", x + width - 18, y + 17, 24))
    shapes += draw_events(game, number, ink, telling)
    shapes += draw_waiting(game, number, telling)
    title = telling.text("round", round=number, year=printed.year)
    if printed.arms:
        title += ", " + telling.text("arms", territory=telling.name(printed.arms))
    return Group(tuple(shapes), id=f"round-{number}", title=title, kind="now" if running else "round")


def draw_events(game: Ruhr, number: int, ink: str, telling: Telling) -> Iterator[AnyShape]:
    """What happens in the round, in signs along the lower edge."""
    x, y, width, _ = LAYOUT.timeline[number]
    at = x + 20
    for event in events_of(game, number):
        if event == "turn_country_marker":
            yield draw_country(game, number, x + width - 22, y + 64, telling)
            continue
        kind, _, price = event.partition(":")
        sign, text, step = EVENT_SIGNS.get(kind, ("", "", 0))
        yield from draw_event(sign, text or price, (at, y + 64), ink)
        at += step


def events_of(game: Ruhr, number: int) -> Iterator[str]:
    """Prices that change in this round come after what the timeline tells."""
    yield from game.board.timeline.rounds[number - 1].events
    yield from (f"lock:{it.thalers}" for it in game.board.lock_prices.list if it.from_round == number)
    if number == game.board.special_options.dearer_from_round:
        yield "dearer"


def draw_event(sign: str, text: str, at: tuple[int, int], ink: str) -> Iterator[AnyShape]:
    """A coin or a die follows its number, other signs stand before it."""
    x, y = at
    bold = f"{ink} strong".strip()
    if sign == "coin":
        yield Label(x - 10, y + 5, text, 15, bold)
        yield from draw_coin(x + 18, y, 15)
    elif sign == "die":
        yield Rect(x - 9, y - 8, 16, 16, "ghost" if ink == "soft" else "free", 3)
        yield Label(x + 11, y + 5, text, 15, bold)
    elif sign:
        tint = {"onground": "onground", "soft": "softink"}.get(ink, "ink")
        yield Sign(sign, x, y, 20, tint)
        yield Label(x + 13, y + 5, text, 15, bold)


def draw_country(game: Ruhr, number: int, x: int, y: int, telling: Telling) -> Group:
    turning = game.board.timeline.rounds_with("turn_country_marker")
    order = turning.index(number)
    if order < len(game.countries_shown):
        shown = game.countries_shown[order]
        return Group((Sign(shown, x, y, 28),), title=telling.name(shown), piece="country")
    return Group((Sign("unseen", x, y, 28),), title=telling.text("country_down"), piece="country")


def draw_waiting(game: Ruhr, number: int, telling: Telling) -> Iterator[Group]:
    x, y, _, _ = LAYOUT.timeline[number]
    for seat, player in enumerate(game.players):
        if number in player.timeline:
            title = telling.text("waiting_warehouses", seat=telling.seat(seat))
            spot = (x + 40 + 19 * seat, y + 39)
            yield Group(draw_house(*spot, 15, seat), piece="waiting", seat=seat, title=title)


def draw_score(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    """0 to 30; over that it begins again at 1, and the seat says so."""
    x, y, width, height = LAYOUT.parts["score"].box
    shapes: list[AnyShape] = [Rect(x, y, width, height, "sheet")]
    holders = by_field(seen.seats, game.board.score_track.length)
    for number, (fx, fy, fw, fh) in enumerate(LAYOUT.score):
        if number % 2:
            shapes.append(Rect(fx, fy + fh - 5, fw, 5, "yearbar"))
        if number:
            shapes.append(Path(f"M{fx} {fy + 6}V{fy + fh - 5}", "thin"))
        on_it = holders.get(number, [])
        middle = fx + (fw - 6 if on_it else fw / 2)
        if not on_it[1:]:
            look = "strong" if number % 5 == 0 else "soft"
            shapes.append(Label(middle, fy + 20, str(number), 15, look, "end" if on_it else "middle"))
        shapes += draw_discs(on_it, fx, fy, telling)
    return Group(tuple(shapes), part="score", title=telling.text("score"))


def by_field(seats: list[SeatView], length: int) -> dict[int, list[SeatView]]:
    found: dict[int, list[SeatView]] = {}
    for seat in seats:
        field = seat.points if seat.points <= length else (seat.points - 1) % length + 1
        found.setdefault(max(field, 0), []).append(seat)
    return found


def draw_discs(seats: list[SeatView], x: int, y: int, telling: Telling) -> Iterator[Group]:
    for place, it in enumerate(seats):
        dx, dy = (14, 14) if len(seats) == 1 else SPREAD[place]
        title = telling.text("points", seat=telling.seat(it.seat), points=it.points)
        size = 16 if len(seats) == 1 else 12
        yield Group(
            (draw_outline(it.seat, x + dx, y + dy, size, f"s{it.seat}"),),
            piece="score",
            seat=it.seat,
            title=title,
            count=it.points,
        )

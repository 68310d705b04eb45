"""The edges of the map: the timeline above, the graduated score track below."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.hand import coin, house, outline
from games.kernel.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.state import Ruhr
from games.ruhrschifffahrt.view import RuhrView, SeatView

SPREAD = ((12, 9), (36, 9), (12, 23), (36, 23))


def timeline(game: Ruhr, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.parts["timeline"].box
    fields = [
        year(game, number, telling)
        for number in range(1, len(game.board.timeline.rounds) + 1)
        if number in LAYOUT.timeline
    ]
    frame = (Rect(x, y, width, height, "sheet"), Rect(x + 4, y + 4, width - 8, height - 8, "inner"))
    return Group((*frame, *fields), part="timeline", title=telling.text("timeline"))


def year(game: Ruhr, number: int, telling: Telling) -> Group:
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
    shapes += events(game, number, ink, telling)
    shapes += waiting(game, number, telling)
    title = telling.text("round", round=number, year=printed.year)
    if printed.arms:
        title += ", " + telling.text("arms", territory=telling.name(printed.arms))
    return Group(tuple(shapes), id=f"round-{number}", title=title, kind="now" if running else "round")


def events(game: Ruhr, number: int, ink: str, telling: Telling) -> Iterator[AnyShape]:
    """What happens in the round, in signs along the lower edge."""
    x, y, width, _ = LAYOUT.timeline[number]
    at, level = x + 20, y + 64
    tint = "onground" if ink == "onground" else "softink" if ink == "soft" else "ink"
    for event in game.board.timeline.rounds[number - 1].events:
        if event == "turn_country_marker":
            yield country(game, number, x + width - 22, level, telling)
        elif event in {"levy", "gain"}:
            yield Label(at - 10, level + 5, "−1" if event == "levy" else "+1", 15, f"{ink} strong".strip())
            yield from coin(at + 18, level, 15)
            at += 44
        elif event == "change_column":
            yield Sign("transport", at, level, 21, tint)
            at += 30
        elif event in {"raise_track", "remove_coal"}:
            yield Rect(at - 9, level - 8, 16, 16, "free" if ink != "soft" else "ghost", 3)
            yield Label(
                at + 11, level + 5, "+1" if event == "raise_track" else "×", 15, f"{ink} strong".strip()
            )
            at += 40
        elif event == "draw_start_player":
            yield Sign("pilot", at, level, 20, tint)
            at += 30
    locks = [price.thalers for price in game.board.lock_prices.list if price.from_round == number]
    if locks:
        yield Sign("lock", at, level, 19, tint)
        yield Label(at + 14, level + 5, str(locks[0]), 15, f"{ink} strong".strip())
        at += 34
    if number == game.board.special_options.dearer_from_round:
        yield Sign("tow", at, level, 19, tint)
        yield Label(at + 12, level + 5, "+1", 15, f"{ink} strong".strip())


def country(game: Ruhr, number: int, x: int, y: int, telling: Telling) -> Group:
    turning = game.board.timeline.rounds_with("turn_country_marker")
    order = turning.index(number)
    if order < len(game.countries_shown):
        shown = game.countries_shown[order]
        return Group((Sign(shown, x, y, 28),), title=telling.name(shown), piece="country")
    return Group((Sign("unseen", x, y, 28),), title=telling.text("country_down"), piece="country")


def waiting(game: Ruhr, number: int, telling: Telling) -> Iterator[Group]:
    x, y, _, _ = LAYOUT.timeline[number]
    for seat, player in enumerate(game.players):
        if number in player.timeline:
            title = telling.text("waiting_warehouses", seat=telling.seat(seat))
            spot = (x + 40 + 19 * seat, y + 39)
            yield Group(house(*spot, 15, seat), piece="waiting", seat=seat, title=title)


def score(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
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
        shapes += discs(on_it, fx, fy, telling)
    return Group(tuple(shapes), part="score", title=telling.text("score"))


def by_field(seats: list[SeatView], length: int) -> dict[int, list[SeatView]]:
    found: dict[int, list[SeatView]] = {}
    for seat in seats:
        field = seat.points if seat.points <= length else (seat.points - 1) % length + 1
        found.setdefault(max(field, 0), []).append(seat)
    return found


def discs(seats: list[SeatView], x: int, y: int, telling: Telling) -> Iterator[Group]:
    for place, it in enumerate(seats):
        dx, dy = (14, 14) if len(seats) == 1 else SPREAD[place]
        title = telling.text("points", seat=telling.seat(it.seat), points=it.points)
        size = 16 if len(seats) == 1 else 12
        yield Group(
            (outline(it.seat, x + dx, y + dy, size, f"s{it.seat}"),),
            piece="score",
            seat=it.seat,
            title=title,
            count=it.points,
        )

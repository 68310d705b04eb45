"""The river, its dice, the track and the timeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, takewhile
from typing import Final

from games.kernel.editions.checks import (
    Misprint,
    contradicts,
    impossible,
    not_rising,
    outside,
    twice,
    unknown,
)
from games.ruhrschifffahrt.board import COLOURS, Board

SPACES_STATED: Final = {"city": 7, "depot": 15, "industry": 12, "obstacle": 14, "port": 1}
BLACK_ARROWS: Final = 3
INDUSTRIES: Final = ("gun_factory", "hammer_mill", "smithy")
HORST: Final = "o09"
COLUMNS_FROM: Final = (1, 4, 8)
EVENTS: Final = (
    "draw_start_player",
    "levy",
    "change_column",
    "timeline_warehouse",
    "gain",
    "raise_track",
    "remove_coal",
    "turn_country_marker",
)


def river(board: Board) -> Iterator[Misprint]:
    """RS-18, RS-142, RS-144"""
    path, spaces = "/river/spaces", board.river.spaces
    yield from twice(path, [space.id for space in spaces])
    counted = Counter[str](space.type for space in spaces)
    for kind, count in SPACES_STATED.items():
        yield from contradicts(path, "RS-142", is_=f"{counted[kind]} of {kind}", must=f"{count} of {kind}")
    last = spaces[-1].type if spaces else "nothing"
    yield from impossible(path, "RS-142", "the port is not the last space", unless=last == "port")
    territories = {territory.id for territory in board.territories.list}
    for space in spaces:
        named = [] if space.type == "port" else [space.territory]
        yield from unknown(f"{path}/{space.id}/territory", named, territories)
    for space in spaces:
        if space.type == "industry" and space.industry not in INDUSTRIES:
            yield Misprint("contradicts", f"{path}/{space.id}/industry", "RS-48", "is no kind of industry")


def way_of_boats(board: Board) -> Iterator[Misprint]:
    """RS-18, RS-142: every territory is one stretch, and boats come to every space."""
    path, spaces = "/river/spaces", board.river.spaces
    stretches = Counter(territory for territory, _ in groupby(space.territory for space in spaces))
    for territory in board.territories.list:
        pieces = stretches[territory.id]
        here = f"/territories/list/{territory.id}"
        yield from impossible(here, "RS-18", f"it lies on the river in {pieces} pieces", unless=pieces == 1)
    for space in takewhile(lambda space: space.type != "depot", spaces):
        detail = "no boat comes here: no depot lies above it"
        yield Misprint("impossible", f"{path}/{space.id}", "RS-142", detail)


def arrows(board: Board) -> Iterator[Misprint]:
    """RS-81, RS-144: an arrow shows the only sales space within a simple trip."""
    path, spaces, reach = "/river/spaces", board.river.spaces, board.trips.simple_spaces
    depots = [(place, space) for place, space in enumerate(spaces) if space.type == "depot"]
    for place, depot in depots:
        near = [it.id for it in spaces[place + 1 : place + 1 + reach] if it.type in {"city", "industry"}]
        wanted = near == ([depot.target] if depot.target else [])
        detail = f"within {reach} spaces lies {' and '.join(near) or 'no sales space'}"
        yield from impossible(f"{path}/{depot.id}/target", "RS-144", detail, unless=wanted)
    black = sum(not depot.target for _, depot in depots)
    yield from contradicts(path, "RS-144", is_=f"{black} black arrows", must=f"{BLACK_ARROWS} black arrows")


def lock_points(board: Board) -> Iterator[Misprint]:
    """RS-118: three in the territory that needs a tile, elsewhere two, Horst among them."""
    closed = {territory.id for territory in board.territories.list if territory.needs_tile}
    for space in board.river.spaces:
        if space.type == "obstacle":
            must = 3 if space.territory in closed else 2
            here = f"/river/spaces/{space.id}"
            yield from contradicts(f"{here}/lock_points", "RS-118", is_=space.lock_points, must=must)
            if space.id == HORST and must != 2:  # noqa: PLR2004  the sentence names it
                yield Misprint("contradicts", f"{here}/territory", "RS-118", "a lock at Horst counts two")


def dice(board: Board) -> Iterator[Misprint]:
    """RS-11, RS-15, RS-18: those of the box, of the colour of the territory."""
    known = {space.id: space.territory for space in board.river.spaces if space.type == "depot"}
    colours = {territory.id: territory.coal for territory in board.territories.list}
    here, least, most = board.coal_at_start.depots, board.coal.min_pips, board.coal.max_pips
    for seats in range(board.players.min, board.players.max + 1):
        path = f"/coal_at_start/depots/{seats}"
        yield from unknown(path, [str(seats)], [str(number) for number in here])
        depots = here.get(seats, {})
        yield from unknown(path, depots, known)
        laid = Counter(colours.get(known.get(depot, "")) for depot in depots)
        for colour, box in zip(COLOURS, (board.pieces.black_dice, board.pieces.white_dice), strict=True):
            detail = f"{laid[colour]} {colour} dice are more than {box}"
            yield from impossible(path, "RS-11", detail, unless=laid[colour] <= box)
        for depot, pips in depots.items():
            yield from outside(f"{path}/{depot}", "RS-15", is_=pips, least=least, most=most)


def transport_track(board: Board) -> Iterator[Misprint]:
    """RS-34, RS-35, RS-44"""
    path, columns = "/transport_track/columns", board.transport_track.columns
    yield from twice(path, [column.id for column in columns])
    rounds = tuple(column.from_round for column in columns)
    yield from contradicts(path, "RS-35", is_=list(rounds), must=list(COLUMNS_FROM))
    yield from impossible(path, "RS-35", "none is in use in round 1", unless=rounds[0] == 1)
    changes = board.timeline.rounds_with("change_column")
    yield from impossible(path, "RS-44", f"columns change in rounds {changes}", unless=rounds[1:] == changes)
    for number, column in enumerate(columns):
        here, colours = f"{path}/{column.id}/spaces", set(column.spaces)
        must = {"black"} if number == 0 else set(COLOURS)
        yield from contradicts(here, "RS-35", is_=sorted(colours), must=sorted(must))
        full = all(spaces > 0 for spaces in column.spaces.values())
        yield from impossible(here, "RS-34", "a column has a space", unless=full)
    for colour in COLOURS:
        lengths = [column.spaces.get(colour, 0) for column in columns if colour in column.spaces]
        yield from not_rising(path, "RS-44", lengths[::-1])


def timeline(board: Board) -> Iterator[Misprint]:
    path = "/timeline/rounds"
    yield from not_rising(path, "RS-1", [field.year for field in board.timeline.rounds])
    once = len(board.timeline.rounds_with("remove_coal")) <= 1
    yield from impossible(path, "RS-30", "coal leaves the game in more than one round", unless=once)
    territories = [territory.id for territory in board.territories.list if territory.coal == "black"]
    for number, field in enumerate(board.timeline.rounds, 1):
        yield from unknown(f"{path}/{number}/events", field.events, EVENTS)
        yield from twice(f"{path}/{number}/events", field.events)
        yield from unknown(f"{path}/{number}/arms", [field.arms] if field.arms else [], territories)

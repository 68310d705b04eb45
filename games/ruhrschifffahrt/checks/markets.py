"""Places for warehouses, exports and demand."""

from __future__ import annotations

from collections.abc import Iterator
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
from games.ruhrschifffahrt.board import Board
from games.ruhrschifffahrt.checks.river import INDUSTRIES

EXPORT_STEPS: Final = [(3, 1), (6, 2)]  # up to so many pips, and how far the marker goes


def places_for_warehouses(board: Board) -> Iterator[Misprint]:
    """RS-121, RS-122"""
    cities = {space.id for space in board.river.spaces if space.type == "city"}
    slots = board.cities.slots
    yield from unknown("/river/spaces", sorted(cities), slots)
    yield from unknown("/cities/slots", slots, cities)
    cheapest = min((min(prices, default=0) for prices in slots.values()), default=0)
    for city, prices in slots.items():
        here = f"/cities/slots/{city}"
        yield from not_rising(here, "RS-121", prices)
        must = [2, 2, 2] if city == "c_muelheim" else None
        if must:
            yield from contradicts(here, "RS-121", is_=list(prices), must=must)
        for place, price in enumerate(() if must else prices, 1):
            yield from outside(f"{here}/{place}", "RS-121", is_=price, least=3, most=5)
    yield from impossible("/cities/slots", "RS-121", "a place costs something", unless=cheapest > 0)
    yield from contradicts("/cities/points", "RS-122", is_=board.cities.points, must=2)
    yield from stores(board)


def stores(board: Board) -> Iterator[Misprint]:
    """RS-121, RS-122"""
    path, known = "/coal_stores/list", {territory.id for territory in board.territories.list}
    yield from twice(path, [store.id for store in board.coal_stores.list])
    yield from contradicts("/coal_stores/points", "RS-122", is_=board.coal_stores.points, must=2)
    for store in board.coal_stores.list:
        here = f"{path}/{store.id}"
        yield from unknown(f"{here}/territory", [store.territory], known)
        yield from not_rising(f"{here}/slots", "RS-121", store.slots)
        for place, price in enumerate(store.slots, 1):
            yield from outside(f"{here}/slots/{place}", "RS-121", is_=price, least=2, most=3)


def abroad(board: Board) -> Iterator[Misprint]:
    """RS-8, RS-9, RS-91, RS-133, RS-134"""
    scale, columns = board.export_scale, {column.id for column in board.port.columns}
    yield from contradicts("/export_scale/values/1", "RS-9", is_=scale.values[0], must=1)
    yield from not_rising("/export_scale/values", "RS-134", scale.values)
    for place, value in enumerate(scale.values, 1):
        yield from outside(f"/export_scale/values/{place}", "RS-134", is_=value, least=1, most=2)
    most_pips = [step.up_to_pips for step in scale.steps]
    yield from not_rising("/export_scale/steps", "RS-91", most_pips)
    reach = max(most_pips, default=0)
    whole = reach >= board.coal.max_pips
    yield from impossible("/export_scale/steps", "RS-91", "no step is for the best coal", unless=whole)
    moves = [(step.up_to_pips, step.steps) for step in scale.steps]
    yield from contradicts("/export_scale/steps", "RS-91", is_=moves, must=EXPORT_STEPS)
    counts, path = board.country_markers.counts, "/country_markers/counts"
    yield from unknown(path, counts, columns)
    yield from unknown("/port/columns", sorted(columns), counts)
    turned = len(board.timeline.rounds_with("turn_country_marker"))
    there = sum(counts.values())
    yield from contradicts(path, "RS-8", is_=there, must=turned)
    yield from impossible(path, "RS-8", f"{turned} are turned, {there} lie there", unless=there >= turned)


def demand(board: Board) -> Iterator[Misprint]:
    """RS-10, RS-47 .. RS-55"""
    markers, path = board.demand_markers, "/demand_markers/list"
    yield from twice(path, [marker.id for marker in markers.list])
    count = len(markers.list)
    yield from impossible(
        path, "RS-10", f"{count} are not all of the box", unless=count == board.pieces.demand_markers
    )
    obstacles = sum(space.type == "obstacle" for space in board.river.spaces)
    on_board = markers.on_board
    laid = on_board == obstacles
    detail = f"{on_board} do not lie on {obstacles} obstacles"
    yield from impossible("/demand_markers/on_board", "RS-10", detail, unless=laid)
    yield from contradicts(path, "RS-55", is_=sum(marker.starred for marker in markers.list), must=2)
    for change in (-1, 1):
        those = sum(marker.depot_dice == change for marker in markers.list)
        yield from contradicts(path, "RS-52", is_=f"{those} of {change:+}", must=f"1 of {change:+}")
    yield from what_markers_name(board)
    yield from kinds_of_markers(board)
    drawn = sum(not marker.starred for marker in markers.list) - on_board
    last, rounds = markers.last_draw_round, len(board.timeline.rounds)
    yield from contradicts("/demand_markers/last_draw_round", "RS-46", is_=last, must=rounds - 1)
    yield from impossible(path, "RS-10", "none is left for the bag", unless=drawn > 0)
    most, forced = markers.most_thalers_per_space, markers.locks_forced_at
    yield from contradicts("/demand_markers/most_thalers_per_space", "RS-50", is_=most, must=2)
    yield from contradicts("/demand_markers/locks_forced_at", "RS-54", is_=forced, must=1)


def what_markers_name(board: Board) -> Iterator[Misprint]:
    spaces = {kind: [s.id for s in board.river.spaces if s.type == kind] for kind in ("city", "industry")}
    territories = {territory.id for territory in board.territories.list}
    for marker in board.demand_markers.list:
        here = f"/demand_markers/list/{marker.id}"
        yield from unknown(f"{here}/cities", marker.cities, spaces["city"])
        yield from unknown(
            f"{here}/industry_in", [marker.industry_in] if marker.industry_in else [], territories
        )
        yield from unknown(f"{here}/industry", [marker.industry] if marker.industry else [], INDUSTRIES)
        says = (marker.cities, marker.industry_in, marker.industry, marker.water)
        yield from impossible(here, "RS-47", "it says one thing", unless=sum(map(bool, says)) == 1)


def kinds_of_markers(board: Board) -> Iterator[Misprint]:
    """RS-47 .. RS-49, RS-51, RS-55: each kind is there, and water also without the starred ones."""
    path, markers = "/demand_markers/list", board.demand_markers.list
    kinds = {marker.industry for marker in markers}
    for kind in INDUSTRIES:
        if kind not in kinds:
            yield Misprint("contradicts", path, "RS-48", f"no marker is for {kind!r}")
    for rule, there in (
        ("RS-47", any(marker.industry_in for marker in markers)),
        ("RS-49", any(marker.cities for marker in markers)),
        ("RS-51", any(marker.water for marker in markers)),
        ("RS-55", any(marker.water for marker in markers if not marker.starred)),
    ):
        if not there:
            yield Misprint("contradicts", path, rule, "there is no marker of this kind")

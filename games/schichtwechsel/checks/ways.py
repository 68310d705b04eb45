"""Routes, the shift, and the sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from games.kernel.editions.checks import (
    Misprint,
    contradicts,
    impossible,
    not_rising,
    twice,
    unknown,
)
from games.schichtwechsel.board import BOARDS, Board, Site, Track
from games.schichtwechsel.effects import Copy, DiscardTool

EVERY_ROUTE: Final = ("road", "rail", "canal")
TIERS: Final = {
    "road": ([3, 2, 1], "SW-151"),
    "rail": ([4, 3, 2], "SW-152"),
    "canal": ([3, 2, 1], "SW-153"),
}
BARRIERS: Final = {
    "road": 3,
    "rail": 4,
    "canal": 4,
}  # the last of the road gives points in place of the miner
SHIFT_SPACES: Final = 14
COVERED_SPACES: Final = {2: ["manwinding_down", "overman_space"], 3: ["manwinding_down"], 4: []}
ENTRIES: Final = frozenset(
    {"miner_exit", "coke_sales", "full_coal_wagons", "unsold_coke", "tool_markers", "first_player_marker"}
)
SITES: Final = {  # points a house, and a spoil
    "pit_vp2": (2, 0, "SW-156"),
    "pit_vp4": (4, 0, "SW-155"),
    "pit_spoil": (1, 1, "SW-154"),
}
DEEDS: Final = {"pit_sale": "SW-157", "pit_miner": "SW-148", "pit_tools": "SW-161"}


def routes(board: Board) -> Iterator[Misprint]:
    """SW-101, SW-106 .. SW-110, SW-151 .. SW-153"""
    path, here = "/routes/list", board.routes.list
    once = sorted(track.id for track in here) == sorted(EVERY_ROUTE)
    yield from impossible(path, "SW-101", "road, rail and canal are there once each", unless=once)
    kinds = Counter(kind for track in here for kind in track.barriers.values())
    houses = len(board.bar.spaces)
    yield from impossible(path, "SW-107", "there is no house barrier", unless=kinds["house"] > 0)
    room = kinds["house"] <= houses
    yield from impossible(path, "SW-107", f"{kinds['house']} barriers want {houses} houses", unless=room)
    tool = kinds["tool"] > 0
    if not tool:
        yield Misprint("contradicts", path, "SW-110", "no barrier lets a tool marker be discarded")
    first = board.setup.disc_space
    before = all(first < track.spaces for track in here)
    yield from impossible("/setup/disc_space", "SW-8", "it is no space before every target", unless=before)
    for track in here:
        yield from one_route(f"{path}/{track.id}", track, board)


def one_route(path: str, track: Track, board: Board) -> Iterator[Misprint]:
    yield from contradicts(f"{path}/target/first", "SW-106", is_=track.target.first, must=8)
    yield from contradicts(f"{path}/target/later", "SW-106", is_=track.target.later, must=5)
    points, spaces = [tier.points for tier in track.tiers], [tier.space for tier in track.tiers]
    must, rule = TIERS[track.id]
    yield from contradicts(f"{path}/tiers", rule, is_=points, must=must)
    yield from not_rising(f"{path}/tiers", rule, spaces[::-1])
    inside = all(space < track.spaces for space in spaces) and all(
        0 < space <= track.spaces for space in track.barriers
    )
    yield from impossible(path, "SW-101", "marks and barriers lie before the target", unless=inside)
    yield from unknown(f"{path}/barriers", track.barriers.values(), board.barriers.kinds)
    kinds = Counter(track.barriers.values())
    yield from contradicts(
        f"{path}/barriers", "SW-108", is_=kinds["miner_or_headframe"], must=BARRIERS[track.id]
    )
    if track.id == "road":
        last = track.barriers[max(track.barriers)] if track.barriers else ""
        yield from contradicts(f"{path}/barriers", "SW-109", is_=last, must="headframe_or_points")
    if not kinds["house"]:
        yield Misprint("contradicts", f"{path}/barriers", "SW-107", "has no house barrier")


def shift(board: Board) -> Iterator[Misprint]:
    """SW-16, SW-111, SW-115, SW-149, SW-150"""
    here, path = board.shift, "/shift/spaces"
    yield from twice(path, [space.id for space in here.spaces])
    yield from contradicts(path, "SW-111", is_=len(here.spaces), must=SHIFT_SPACES)
    built_in = BOARDS[BOARDS.default].shift
    for name, rule in (("range", "SW-111"), ("range_per_house", "SW-111"), ("exit", "SW-150")):
        yield from contradicts(f"/shift/{name}", rule, is_=getattr(here, name), must=getattr(built_in, name))
    for name, rule in (("already_at_exit", "SW-149"), ("kept_without_use", "SW-148")):
        yield from contradicts(f"/shift/{name}", rule, is_=getattr(here, name), must=getattr(built_in, name))
    for seats, covered in COVERED_SPACES.items():
        hidden = [space.id for space in here.spaces if seats not in space.players]
        yield from contradicts(path, "SW-16", is_=hidden, must=covered)
    before = 0 < board.setup.miner_space < len(here.spaces) - 1
    yield from impossible("/setup/miner_space", "SW-8", "it is no space before the exit", unless=before)
    everybody = set(range(board.players.min, board.players.max + 1))
    for space in (here.spaces[0], here.spaces[-1]):
        open_ = everybody <= set(space.players)
        yield from impossible(f"{path}/{space.id}/players", "SW-16", "an end is covered", unless=open_)
    yield from what_the_shift_shows(board)


def what_the_shift_shows(board: Board) -> Iterator[Misprint]:
    """SW-115, SW-135, SW-148"""
    here, path, built_in = board.shift, "/shift/spaces", BOARDS[BOARDS.default].shift
    lamp = {space.id: space.effects for space in built_in.spaces}["lamp_room"]
    shown = any(space.effects == lamp for space in here.spaces)
    if not shown:
        yield Misprint("contradicts", path, "SW-115", "no space is the Lamp Room")
    sizes = {
        size
        for space in here.spaces
        for each in space.effects
        if isinstance(each, Copy)
        for size in each.sizes
    }
    yield from contradicts(path, "SW-135", is_=sorted(sizes), must=["large", "small"])
    if not any(isinstance(each, DiscardTool) for space in here.spaces for each in space.effects):
        yield Misprint("contradicts", path, "SW-148", "no space lets a tool marker be discarded")


def sites(board: Board) -> Iterator[Misprint]:
    """SW-107, SW-148, SW-154 .. SW-157, SW-161"""
    path, here = "/sites/list", {site.id: site for site in board.sites.list}
    yield from twice(path, [site.id for site in board.sites.list])
    known: dict[str, Site] = {site.id: site for site in BOARDS[BOARDS.default].sites.list}
    yield from unknown(path, known, here)
    for name, (house, spoil, rule) in SITES.items():
        points = here[name].points if name in here else known[name].points
        yield from contradicts(f"{path}/{name}/points/per_house", rule, is_=points.per_house, must=house)
        yield from contradicts(
            f"{path}/{name}/points/per_spoil_on_tip", rule, is_=points.per_spoil_on_tip, must=spoil
        )
    several = "pit_vp2" not in here or houses_that_fit(here["pit_vp2"], board.players.min, 2) > 1
    if not several:
        yield Misprint("contradicts", f"{path}/pit_vp2", "SW-156", "there is room for one house of a player")
    for name, rule in DEEDS.items():
        deeds = here[name].deeds if name in here else ()
        must = msgspec.to_builtins(known[name].deeds)
        yield from contradicts(f"{path}/{name}/deeds", rule, is_=msgspec.to_builtins(deeds), must=must)
    for site in here.values():
        counts = set(board.final_scoring.order)
        if (site.deeds or site.points.per_house) and site.id not in counts:
            yield Misprint("impossible", f"{path}/{site.id}", "SW-147", "no entry of the scoring is for it")
    yield from unknown("/final_scoring/order", board.final_scoring.order, {*ENTRIES, *EVERY_ROUTE, *here})
    yield from twice("/final_scoring/order", board.final_scoring.order)
    room = sum(houses_that_fit(site, board.players.min, len(board.bar.spaces)) for site in here.values())
    enough = room >= len(board.bar.spaces)
    yield from impossible(path, "SW-107", "not all houses find a place", unless=enough)


def houses_that_fit(site: Site, seats: int, houses: int) -> int:
    """Of one player."""
    own = houses if site.most_per_player is None else site.most_per_player
    return own if site.spaces is None else min(own, sum(least <= seats for least in site.spaces))

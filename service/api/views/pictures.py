"""Answers a table as a picture, and the printed things of a game one by one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from service import problems
from service.api.answer_building import SVG, answer_constant, answer_if_changed, caching_headers, etag
from service.api.call import Call
from service.api.calls.editions import OnEdition, read_edition
from service.api.position_query import cache_policy, find_position
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.requests import ScoreQuery
from service.api.urls import BASE
from service.matches.opening import known_game
from service.queries.pictures import draw_component, draw_position, drawing_digest

routes = Routes("play", BASE)

PORTRAITS_KEPT: Final = 1000  # answers, a few KB each; the default editions have 650 in both languages
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"  # nothing in it runs or is fetched


@routes.get(
    "/matches/<match>/table.svg",
    query=ScoreQuery,
    answer=str,
    media_types=(SVG,),
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_table_picture(call: Call, match: str) -> Answer:
    """The table as a picture, now or after any version or at any time.

    Plain SVG for light and dark. Each printed thing is a group with its id in `data-id` and a title in
    words; pieces carry `data-piece`, `data-seat` and `data-count`. A client marks things by the classes
    `legal`, `chosen`, `barred` and `changed`. Seats go by their numbers, so that the picture of a version
    never changes.
    """
    seen = find_position(call, match)
    tag = etag(seen.version, seen.hash, lang=call.lang)
    drawn_tag = f'{tag[:-1]}-{drawing_digest(seen.match.game)}"'  # a new drawing is another answer
    headers = caching_headers(drawn_tag, cache_policy(seen), call.lang)
    more = headers | {"Content-Security-Policy": PICTURE_POLICY}
    return answer_if_changed(
        headers, lambda: Answer(draw_position(seen, call.lang).encode(), headers=more, content_type=SVG)
    )


@routes.get(
    "/games/<game>/components/<component>.svg",
    query=OnEdition,
    answer=str,
    media_types=(SVG,),
    tagged=True,
    problems=(problems.UnknownGame, problems.UnknownComponent, problems.BookUnavailable),
)
def get_component_picture(call: Call, game: str, component: str) -> Answer:
    """A card, a tile, a mine or another printed thing alone, as a picture.

    As it is printed in the default edition, or in the `edition` that is asked for: any that this server
    keeps, so that a client can show the things of whatever match it follows.
    """
    rules = known_game(game)
    edition = read_edition(call, rules)
    content = encode_component(rules.name, edition, component, call.lang)
    return answer_constant(content, SVG, lang=call.lang, policy=PICTURE_POLICY)


@lru_cache(PORTRAITS_KEPT)
def encode_component(game: str, edition: str, component: str, lang: str) -> bytes:
    return draw_component(game, edition, component, lang).encode()

"""Draw a position as SVG: the table and its question, styles for day and night, and shapes as markup.

A picture holds no script and loads nothing. `data-scheme` on the root overrides what the browser prefers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Any, Final

from games.catalogue import GAMES
from games.kernel import Game, Question
from games.kernel.pictures.hand import HAND
from games.kernel.pictures.layout import Colours, Hand, Ink, Look, Pattern
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Picture, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.kernel.words import LANGUAGES
from games.match.state import Match
from service.matches.index import question_of
from service.problem_detail import Detail
from service.problems import UnknownComponent
from service.queries.positions import Position

ALBUMS_KEPT: Final = 12  # all things of an edition in a language, each alone


def draw_position(position: Position, lang: str) -> str:
    return draw_match(position.match, question_of(position.match), lang)


def draw_match(match: Match, question: Question | None, lang: str) -> str:
    return write_svg(match.rules.picture(match.table, tell_question(match, question, lang)), match.game)


def draw_blank_tables() -> None:
    """Fill the caches with what never changes of a picture, before anybody waits for it."""
    for game, lang in product(GAMES.values(), LANGUAGES):
        edition = game.editions.default
        for seats in game.seats:
            table = game.blank(seats, edition, game.options())
            write_svg(game.picture(table, Telling(words=game.words, lang=lang)), game.name)


def tell_question(match: Match, question: Question | None, lang: str) -> Telling:
    """Return the words for the question; seats go by numbers.

    Names may be forgotten, but the picture of a version is cached for ever.
    """
    plain = Telling(words=match.rules.words_of(match.edition), lang=lang)
    if question is None:
        return plain
    asked = ask_in_words(match.rules, match.table, question, plain)
    return Telling(words=plain.words, lang=lang, turn=question.seat, question=asked)


def ask_in_words(game: Game[Any], table: Any, question: Question, telling: Telling) -> str:
    facts = game.wording(table, question) | {"seat": telling.seat(question.seat)}
    return telling.words.said("questions", question, telling.lang, **facts)


def draw_component(game: str, edition: str, component: str, lang: str) -> str:
    """Draw one component of an edition that this process has loaded, or raise UnknownComponent."""
    portrait = portraits_of(game, edition, lang).get(component)
    if portrait is None:
        raise UnknownComponent(Detail("no_picture_alone", {"game": game, "component": component}))
    return write_svg(portrait, game)


@lru_cache(ALBUMS_KEPT)
def portraits_of(game: str, edition: str, lang: str) -> Mapping[str, Picture]:
    rules = GAMES[game]
    return rules.portraits(edition, Telling(words=rules.words_of(edition), lang=lang))


@cache
def drawing_digest(game: str) -> str:
    """Return a digest that changes with layout, inks or signs."""
    layout = GAMES[game].layout
    return hashlib.sha256(f"{layout!r}{fittings(game)}".encode()).hexdigest()[:6]


SCHEME: Final = "data-scheme"
# The last of each is what a bare Linux has: its plain forms are a sixth wider than all the others.
SANS: Final = (
    '"Gill Sans","Gill Sans MT",Seravek,"Segoe UI",Calibri,"Liberation Sans",Arial,"DejaVu Sans Condensed",'
    "sans-serif"
)
SERIF: Final = (
    '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","Liberation Serif",Georgia,'
    '"DejaVu Serif Condensed",serif'
)


def write_svg(picture: Picture, game: str) -> str:
    prefix, (x, y, width, height) = GAMES[game].layout.prefix, picture.box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" role="group" '
        f'class="{prefix}" lang="{picture.lang}" aria-label="{escape_text(picture.title)}">'
        f"<title>{escape_text(picture.title)}</title><desc>{escape_text(picture.about)}</desc>"
        f"{fittings(game)}{write_shapes(picture.shapes, prefix)}</svg>\n"
    )


@cache
def fittings(game: str) -> str:
    """Return style, signs and patterns, the same in every picture of a game."""
    layout = GAMES[game].layout
    hand, prefix = merge_hands(HAND, layout.hand), layout.prefix
    return (
        f"<style>{write_style(hand, prefix)}</style><defs>"
        + "".join(write_pattern(name, printed, prefix) for name, printed in hand.patterns.items())
        + "".join(
            f'<g id="{prefix}-{name}">{write_inks(inks, prefix)}</g>' for name, inks in hand.signs.items()
        )
        + "</defs>"
    )


def merge_hands(common: Hand, own: Hand) -> Hand:
    """Return both hands as one; a game's own inks, looks and signs override the common ones."""
    return Hand(
        colours=Colours(common.colours.light | own.colours.light, common.colours.dark | own.colours.dark),
        looks=common.looks | own.looks,
        signs=common.signs | own.signs,
        patterns=common.patterns | own.patterns,
    )


def write_style(hand: Hand, prefix: str) -> str:
    """Return the style sheet. Classes stand alone: a sign that is used elsewhere has no ancestors."""
    root = f"svg.{prefix}"
    day, night = variables(hand.colours.light), variables(hand.colours.dark)
    return (
        f"{root}{{{day}font-family:{SANS};fill:var(--ink);stroke-linejoin:round;stroke-linecap:round}}"
        f"@media(prefers-color-scheme:dark){{{root}:not([{SCHEME}=light]){{{night}}}}}"
        f"{root}[{SCHEME}=dark]{{{night}}}"
        + "".join(look_rule(name, look, hand, prefix) for name, look in hand.looks.items())
        + mark_rules(prefix)
    )


def variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


def look_rule(name: str, look: Look, hand: Hand, prefix: str) -> str:
    said = {
        "fill": colour_of(look.fill, hand, prefix),
        "stroke": colour_of(look.line, hand, prefix),
        "color": colour_of(look.tint, hand, prefix),
        "stroke-width": look.width,
        "stroke-dasharray": look.dash,
        "stroke-linecap": "butt" if look.dash else "",
        "opacity": look.opacity,
        "font-weight": look.weight,
        "letter-spacing": f"{look.spacing:g}px" if look.spacing else "",
        "font-family": SERIF if look.serif else "",
        "paint-order": "stroke" if look.over else "",
    }
    body = ";".join(
        f"{key}:{value:g}" if isinstance(value, float) else f"{key}:{value}"
        for key, value in said.items()
        if value
    )
    return f".{prefix}-{name}{{{body}}}"


def colour_of(name: str, hand: Hand, prefix: str) -> str:
    """Return a colour of the palette or a pattern, unless the name stands for no ink or the current one."""
    if name in {"", "none"}:
        return name
    if name == "current":
        return "currentColor"
    return f"url(#{prefix}-{name})" if name in hand.patterns else f"var(--{name})"


def mark_rules(prefix: str) -> str:
    """Return classes that a client sets on the things a command names; no mark uses a seat's colour."""
    hit, root = f".{prefix}-hit", f"svg.{prefix}"
    return (
        f"{hit}{{fill:transparent;stroke:none;pointer-events:all}}{root} .legal{{cursor:pointer}}"
        f"{root} .legal>{hit}{{stroke:var(--ink);stroke-width:3.5}}"
        f"{root} .chosen>{hit}{{fill:var(--lamp);stroke:var(--ink);stroke-width:3.5}}"
        f"{root} .changed>{hit}{{fill:var(--lamp)}}{root} .barred{{opacity:.45}}"
    )


def write_pattern(name: str, printed: Pattern, prefix: str) -> str:
    turned = f' patternTransform="rotate({printed.turn})"' if printed.turn else ""
    return (
        f'<pattern id="{prefix}-{name}" width="{printed.size[0]}" height="{printed.size[1]}" '
        f'patternUnits="userSpaceOnUse"{turned}>{write_inks(printed.inks, prefix)}</pattern>'
    )


def write_inks(inks: Iterable[Ink], prefix: str) -> str:
    return "".join(f'<path d="{it.path}"{class_attribute(prefix, it.look)}/>' for it in inks)


SIGN_SIZE: Final = 24
NOTHING: Final = ("", None)
# Most of a table is drawn as it was before, or as in another match.
MOST_SHAPES: Final = 8_192  # whose text is kept, about 3 MB
MOST_GROUPS: Final = 2_048  # about 4 MB
NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@lru_cache(MOST_SHAPES)
def escape_text(text: str) -> str:
    """Return text escaped for XML, without what XML cannot hold."""
    clean = NO_XML.sub("", text)
    return (
        clean.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def write_number(value: float) -> str:
    """Return a number to a tenth, without a needless nought or minus."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@cache
def class_attribute(prefix: str, look: str) -> str:
    """Return the class attribute of a look, or nothing."""
    if not look:
        return ""
    return ' class="' + " ".join(f"{prefix}-{name}" for name in look.split()) + '"'


def write_path(shape: Path, prefix: str) -> str:
    return f'<path d="{shape.d}"{class_attribute(prefix, shape.look)}/>'


@lru_cache(MOST_SHAPES)
def write_rect(shape: Rect, prefix: str) -> str:
    radius = f' rx="{write_number(shape.radius)}"' if shape.radius else ""
    return (
        f'<rect x="{write_number(shape.x)}" y="{write_number(shape.y)}" width="{write_number(shape.width)}" '
        f'height="{write_number(shape.height)}"{radius}{class_attribute(prefix, shape.look)}/>'
    )


@lru_cache(MOST_SHAPES)
def write_circle(shape: Circle, prefix: str) -> str:
    return (
        f'<circle cx="{write_number(shape.x)}" cy="{write_number(shape.y)}" r="{write_number(shape.radius)}"'
        f"{class_attribute(prefix, shape.look)}/>"
    )


@lru_cache(MOST_SHAPES)
def write_label(shape: Label, prefix: str) -> str:
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    held = f' textLength="{write_number(shape.width)}" lengthAdjust="spacingAndGlyphs"' if shape.width else ""
    x, y = write_number(shape.x), write_number(shape.y)
    turned = f' transform="rotate({write_number(shape.turn)} {x} {y})"' if shape.turn else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{write_number(shape.size)}"{anchor}{held}{turned}'
        f"{class_attribute(prefix, shape.look)}>{escape_text(shape.text)}</text>"
    )


@lru_cache(MOST_SHAPES)
def write_sign(shape: Sign, prefix: str) -> str:
    scale = shape.size / SIGN_SIZE
    scaled = "" if scale == 1 else f" scale({scale:.3g})"
    turned = f" rotate({write_number(shape.turn)})" if shape.turn else ""
    return (
        f'<use href="#{prefix}-{shape.name}" '
        f'transform="translate({write_number(shape.x)} {write_number(shape.y)}){turned}{scaled}"'
        f"{class_attribute(prefix, shape.look)}/>"
    )


def write_group(shape: Group, prefix: str) -> str:
    """Return the markup of a group, cached, because most things look as they did before."""
    return write_anew(shape, prefix) if shape.part else recall_group(shape, prefix)


@lru_cache(MOST_GROUPS)
def recall_group(shape: Group, prefix: str) -> str:
    return write_anew(shape, prefix)


def write_anew(shape: Group, prefix: str) -> str:
    inside = write_shapes(shape.shapes, prefix)
    title = f"<title>{escape_text(shape.title)}</title>" if shape.title else ""
    if shape.window:
        inside = write_window(inside, shape.window)
    return f"<g{write_attributes(shape, prefix)}>{title}{inside}</g>"


def write_window(inside: str, window: tuple[float, float, float, float]) -> str:
    """Return a nested picture, which clips at its edges and needs no name for that."""
    x, y, width, height = map(write_number, window)
    edges = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
    return f"<svg {edges}>{inside}</svg>"


def write_attributes(shape: Group, prefix: str) -> str:
    """Return what a client finds a thing by, and what a screen reader needs."""
    written = "".join(
        f' {key}="{value if isinstance(value, int) else escape_text(value)}"'
        for key, value in (
            ("data-part", shape.part),
            ("data-id", shape.id),
            ("data-kind", shape.kind),
            ("data-piece", shape.piece),
            ("data-seat", shape.seat),
            ("data-count", shape.count),
        )
        if value not in NOTHING
    )
    if shape.part and shape.title:
        written += f' role="group" aria-label="{escape_text(shape.title)}"'
    elif shape.title:
        written += ' role="img"'
    if shape.at:
        turned = f" rotate({write_number(shape.turn)})" if shape.turn else ""
        written += f' transform="translate({write_number(shape.at[0])} {write_number(shape.at[1])}){turned}"'
    return written + class_attribute(prefix, shape.shade)


WRITERS: Final[dict[type[Any], Callable[[Any, str], str]]] = {
    Path: write_path,
    Rect: write_rect,
    Circle: write_circle,
    Label: write_label,
    Sign: write_sign,
    Group: write_group,
}


def write_shapes(shapes: Iterable[AnyShape], prefix: str) -> str:
    return "".join([WRITERS[type(shape)](shape, prefix) for shape in shapes])

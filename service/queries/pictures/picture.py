"""A picture as one SVG file: inks for day and night, looks, signs, and the shapes of the game's own hand.

No script, nothing from elsewhere. `data-scheme` on the root overrides what the browser prefers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from games.catalogue import GAMES
from games.kernel.pictures.hand import HAND
from games.kernel.pictures.layout import Colours, Hand, Ink, Look, Pattern
from games.kernel.pictures.shapes import Picture
from service.queries.pictures.svg import class_attribute, escape_text, write_shapes

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
    """Style, signs and patterns: the same in every picture of a game."""
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
    """A game's own inks, looks and signs go before the common ones."""
    return Hand(
        colours=Colours(common.colours.light | own.colours.light, common.colours.dark | own.colours.dark),
        looks=common.looks | own.looks,
        signs=common.signs | own.signs,
        patterns=common.patterns | own.patterns,
    )


def write_style(hand: Hand, prefix: str) -> str:
    """Classes stand alone: a sign that is used elsewhere knows no ancestors."""
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
    """A colour of the palette or a pattern, unless the name stands for no ink or the current one."""
    if name in {"", "none"}:
        return name
    if name == "current":
        return "currentColor"
    return f"url(#{prefix}-{name})" if name in hand.patterns else f"var(--{name})"


def mark_rules(prefix: str) -> str:
    """Classes that a client sets on the things a command names; no mark uses a seat's colour."""
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

"""Shapes as SVG: every text escaped, every class and sign named by the picture's prefix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from games.kernel.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign

SIGN_SIZE: Final = 24
NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escaped(text: str) -> str:
    """Text stays text; what XML cannot hold is left out."""
    clean = NO_XML.sub("", text)
    return (
        clean.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def number(value: float) -> str:
    """To a tenth, without a needless nought."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.1f}"
    return text.removesuffix(".0")


@cache
def classes(prefix: str, look: str) -> str:
    """The class attribute of a look, or nothing."""
    if not look:
        return ""
    return ' class="' + " ".join(f"{prefix}-{name}" for name in look.split()) + '"'


def path(shape: Path, prefix: str) -> str:
    return f'<path d="{shape.d}"{classes(prefix, shape.look)}/>'


def rect(shape: Rect, prefix: str) -> str:
    radius = f' rx="{number(shape.radius)}"' if shape.radius else ""
    return (
        f'<rect x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" '
        f'height="{number(shape.height)}"{radius}{classes(prefix, shape.look)}/>'
    )


def circle(shape: Circle, prefix: str) -> str:
    return (
        f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"'
        f"{classes(prefix, shape.look)}/>"
    )


def label(shape: Label, prefix: str) -> str:
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    held = f' textLength="{number(shape.width)}" lengthAdjust="spacingAndGlyphs"' if shape.width else ""
    x, y = number(shape.x), number(shape.y)
    turned = f' transform="rotate({number(shape.turn)} {x} {y})"' if shape.turn else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{number(shape.size)}"{anchor}{held}{turned}'
        f"{classes(prefix, shape.look)}>{escaped(shape.text)}</text>"
    )


def sign(shape: Sign, prefix: str) -> str:
    scale = shape.size / SIGN_SIZE
    scaled = "" if scale == 1 else f" scale({scale:.3g})"
    turned = f" rotate({number(shape.turn)})" if shape.turn else ""
    return (
        f'<use href="#{prefix}-{shape.name}" transform="translate({number(shape.x)} {number(shape.y)})'
        f'{turned}{scaled}"{classes(prefix, shape.look)}/>'
    )


def group(shape: Group, prefix: str) -> str:
    inside = drawn(shape.shapes, prefix)
    title = f"<title>{escaped(shape.title)}</title>" if shape.title else ""
    if shape.window:
        inside = windowed(inside, shape.window)
    return f"<g{attributes(shape, prefix)}>{title}{inside}</g>"


def windowed(inside: str, window: tuple[float, float, float, float]) -> str:
    """A picture in the picture: it shows nothing beyond its edges, and needs no name for that."""
    x, y, width, height = map(number, window)
    edges = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
    return f"<svg {edges}>{inside}</svg>"


def attributes(shape: Group, prefix: str) -> str:
    """What a client finds a thing by, and what a screen reader needs."""
    said: list[str] = []
    for key, value in (
        ("data-part", shape.part),
        ("data-id", shape.id),
        ("data-kind", shape.kind),
        ("data-piece", shape.piece),
    ):
        if value:
            said.append(f' {key}="{escaped(value)}"')
    if shape.seat is not None:
        said.append(f' data-seat="{shape.seat}"')
    if shape.count is not None:
        said.append(f' data-count="{shape.count}"')
    if shape.part:
        said.append(f' role="group" aria-label="{escaped(shape.title)}"' if shape.title else ' role="group"')
    elif shape.title:
        said.append(' role="img"')
    if shape.at:
        turned = f" rotate({number(shape.turn)})" if shape.turn else ""
        said.append(f' transform="translate({number(shape.at[0])} {number(shape.at[1])}){turned}"')
    return "".join(said) + classes(prefix, shape.shade)


WRITERS: Final[dict[type[Any], Callable[[Any, str], str]]] = {
    Path: path,
    Rect: rect,
    Circle: circle,
    Label: label,
    Sign: sign,
    Group: group,
}


def drawn(shapes: Iterable[AnyShape], prefix: str) -> str:
    return "".join([WRITERS[type(shape)](shape, prefix) for shape in shapes])

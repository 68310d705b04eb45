"""Shapes as SVG: every text escaped, every class and sign named by the picture's prefix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, Final

from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign

SIGN_SIZE: Final = 24
NOTHING: Final = ("", None)
# Most of a table is drawn as it was before, or as in another match.
MOST_SHAPES: Final = 8_192  # whose text is kept, about 3 MB
MOST_GROUPS: Final = 2_048  # about 4 MB
NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@lru_cache(MOST_SHAPES)
def escape_text(text: str) -> str:
    """Text stays text; what XML cannot hold is left out."""
    clean = NO_XML.sub("", text)
    return (
        clean.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def write_number(value: float) -> str:
    """To a tenth, without a needless nought or minus."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@cache
def class_attribute(prefix: str, look: str) -> str:
    """The class attribute of a look, or nothing."""
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
    """Things look as they did before; parts hold many of them and hardly ever do."""
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
    """A picture in the picture: it shows nothing beyond its edges, and needs no name for that."""
    x, y, width, height = map(write_number, window)
    edges = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
    return f"<svg {edges}>{inside}</svg>"


def write_attributes(shape: Group, prefix: str) -> str:
    """What a client finds a thing by, and what a screen reader needs."""
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

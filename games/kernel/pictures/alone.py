"""A printed thing by itself, on a sheet of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from games.kernel.pictures.hand import draw_name_plate
from games.kernel.pictures.layout import Box
from games.kernel.pictures.shapes import Group, Picture, Rect
from games.kernel.pictures.telling import Telling

AROUND_A_PLATE: Final = (-68, -30, 136, 60)


def picture_alone(thing: Group, box: Box, telling: Telling) -> Picture:
    return Picture(
        title=thing.title,
        about=telling.text("alone", thing=thing.title),
        lang=telling.lang,
        box=box,
        shapes=(Rect(*box, "paper"), thing),
    )


def plates_alone(things: Iterable[str], telling: Telling) -> Mapping[str, Picture]:
    """Plates of things of which the layout knows nothing but their names."""
    plates = {thing: draw_name_plate(thing, telling.name(thing), (0, 0)) for thing in things}
    return {thing: picture_alone(plate, AROUND_A_PLATE, telling) for thing, plate in plates.items()}

"""Heuristic values: what each option is worth at first sight, by game, in points or so."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Command
from workers.bots.heuristics import ruhrschifffahrt, schichtwechsel, schiefer

# All options of a question are estimated together, as they share most of the work.
HEURISTICS: Final[Mapping[str, Callable[[Any, Sequence[Command]], list[float]]]] = MappingProxyType(
    {
        "schiefer": schiefer.estimate_values,
        "ruhrschifffahrt": ruhrschifffahrt.estimate_values,
        "schichtwechsel": schichtwechsel.estimate_values,
    }
)

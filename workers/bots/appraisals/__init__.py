"""What an option is worth at a glance, by game: a new appraisal adds its line here."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Command
from workers.bots.appraisals import ruhrschifffahrt, schichtwechsel, schiefer

Appraisal = Callable[[Any, Command], float]  # the table and an option -> its worth, in points or so

APPRAISALS: Final[Mapping[str, Appraisal]] = MappingProxyType(
    {
        "schiefer": schiefer.appraise,
        "ruhrschifffahrt": ruhrschifffahrt.appraise,
        "schichtwechsel": schichtwechsel.appraise,
    }
)

# Where the options of a question share most of the work, they are appraised together.
TOGETHER: Final[Mapping[str, Callable[[Any, Sequence[Command]], list[float]]]] = MappingProxyType(
    {"schiefer": schiefer.appraise_all, "ruhrschifffahrt": ruhrschifffahrt.appraise_together}
)

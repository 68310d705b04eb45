"""What every view works with: the use cases and the settings."""

from __future__ import annotations

from dataclasses import dataclass

from service.config import Config
from service.matches import Matches


@dataclass(frozen=True, slots=True)
class Desk:
    matches: Matches
    config: Config

"""Which Grubenbuch this is, as in pyproject.toml and CHANGELOG.md."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"

"""What problems say of one request. Here is only what is said; `wording.py` says it."""

from __future__ import annotations

from typing import Any

import msgspec


class Detail(msgspec.Struct, frozen=True):
    """A sentence of `details.yaml` with its values, before anybody knows in which language it is said."""

    code: str
    values: dict[str, Any] = {}
    section: str = "details"

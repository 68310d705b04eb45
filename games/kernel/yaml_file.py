"""Reads the files of data beside the code: boards, layouts, words."""

from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import yaml

# libyaml takes an eighth of the time, and every process of the house reads these files at its start.
LOADER: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

T = TypeVar("T")


def read_yaml(file: Path, kind: type[T]) -> T:
    return msgspec.convert(yaml.load(file.read_bytes(), LOADER), kind)  # noqa: S506  both loaders are safe ones

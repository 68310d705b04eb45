"""What msgspec says of a place, as a JSON Pointer."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from games.kernel.pointers import locate_misfit

Few = Annotated[int, Meta(le=3)]


class Part(msgspec.Struct, forbid_unknown_fields=True):
    counts: list[Few]
    named: dict[Annotated[str, Meta(max_length=2)], list[Few]] = {}


@pytest.mark.parametrize(
    ("plain", "pointer"),
    [
        ([], ""),
        ({}, "/counts"),
        ({"counts": [1, 2, 9]}, "/counts/2"),
        ({"counts": [], "a/b": 1}, "/a~1b"),
        ({"counts": [], "named": {"a": [1, 9]}}, "/named/.../1"),
        ({"counts": [], "named": {"abc": []}}, "/named"),
    ],
)
def test_every_place_has_its_pointer(plain, pointer):
    with pytest.raises(msgspec.ValidationError) as failure:
        msgspec.convert(plain, Part)

    assert locate_misfit(failure.value)[0] == pointer
    assert "$" not in locate_misfit(failure.value)[1]

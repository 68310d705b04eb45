"""The shape by which a snapshot is recognised: of what is stored, not of what is said about it."""

from typing import Annotated

import msgspec

from service.matches.repository import without_descriptions


class Plain(msgspec.Struct):
    coins: int
    description: str = ""  # a field may be called like this


class Explained(msgspec.Struct):
    """A purse."""

    coins: Annotated[int, msgspec.Meta(description="What is in it.")]
    description: str = ""


class Bounded(msgspec.Struct):
    coins: Annotated[int, msgspec.Meta(le=9)]
    description: str = ""


def shape(kind):
    schema = without_descriptions(msgspec.json.schema(kind))
    return schema["$defs"][kind.__name__]["properties"]


def test_a_sentence_about_a_field_changes_nothing():
    assert shape(Explained) == shape(Plain)


def test_a_bound_of_a_field_changes_the_shape():
    assert shape(Bounded) != shape(Plain)


def test_a_field_that_is_called_description_belongs_to_the_shape():
    assert "description" in shape(Plain)

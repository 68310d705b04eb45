"""Canonical bytes: one way to write each thing, the same in every language."""

from __future__ import annotations

import json

import msgspec
import pytest

from events.codec import NotCanonical, canonicalize, decode, encode


class Sold(msgspec.Struct, tag_field="type", tag="sold"):
    seat: int
    coal: dict[str, int]


def test_keys_are_sorted_and_nothing_is_spaced():
    assert encode({"b": [1, True, None], "ä": "Flöz", "a": {"z": 1, "y": 2}}) == (
        '{"a":{"y":2,"z":1},"b":[1,true,null],"ä":"Flöz"}'.encode()
    )


def test_a_typed_fact_survives_its_bytes():
    sold = Sold(1, {"werden": 2, "kettwig": 1})

    assert encode(sold) == b'{"coal":{"kettwig":1,"werden":2},"seat":1,"type":"sold"}'
    assert decode(encode(sold), Sold) == sold


@pytest.mark.parametrize("text", ['{ "b" : 1,\n"a":"\\u00e4\\/" }', b'{"a":"\xc3\xa4/","b":1}'])
def test_whoever_wrote_it_the_canonical_bytes_are_the_same(text):
    assert canonicalize(text) == '{"a":"ä/","b":1}'.encode()


def test_canonical_bytes_are_their_own_canonical_bytes():
    once = canonicalize('{"z":[{"d":-0,"c":12345678901234567890123}],"\\u001f":"\\ud83d\\ude00"}')

    assert canonicalize(once) == once


def test_python_json_writes_the_same_bytes():
    every_sign = "".join(map(chr, [*range(0x300), 0x2028, 0x2029, 0xFEFF, 0xFFFF, 0x1F600]))
    thing = {every_sign: every_sign, **{sign: ord(sign) for sign in every_sign}}

    assert (
        encode(thing) == json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    )


@pytest.mark.parametrize(
    "text",
    ["1.5", '{"a":[1e3]}', "NaN", "", "{", '"\\ud800"', b'"\xff"', "[" * 100_000 + "]" * 100_000, "1 2"],
)
def test_what_has_no_canonical_form_is_refused(text):
    with pytest.raises(NotCanonical):
        canonicalize(text)

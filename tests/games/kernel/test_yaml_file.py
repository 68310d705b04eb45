"""Files of data are read faster than PyYAML does it, and to the same values."""

import pytest
import yaml

from games.kernel.yaml_file import LOADER, load_yaml
from service.config import HOME

FILES = sorted(file for room in ("games", "service") for file in (HOME / room).rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HOME)))
def test_every_file_of_the_house_says_what_the_library_reads(file):
    text = file.read_bytes()

    assert repr(load_yaml(text)) == repr(yaml.load(text, LOADER))


@pytest.mark.parametrize(
    "text",
    [
        "-1",
        "+1",
        "0",
        "007",
        "0x1f",
        "1_000",
        "1:30",
        "1.5",
        "-.inf",
        "1e3",
        "yes",
        "No",
        "~",
        "null",
        "true story",
        "'1'",
        '"yes"',
        "!!str 1",
        "!!int '1'",
        "2001-02-03",
        "- a\n- [b, {c: 1}]",
        "a: 1\nb: {}\na: 2",
        "|\n  two\n  lines",
        "١",
    ],
)
def test_a_scalar_is_whatever_it_is_to_the_library(text):
    found, wanted = load_yaml(text.encode()), yaml.load(text, LOADER)

    assert (repr(found), type(found)) == (repr(wanted), type(wanted))


@pytest.mark.parametrize(
    "text", ["- &a 1\n- *a", "a: &a {b: 1}\nc: {<<: *a}", "- b\n- ]", "!!python/name:os"]
)
def test_what_our_files_do_not_need_is_refused(text):
    with pytest.raises(yaml.YAMLError):
        load_yaml(text.encode())

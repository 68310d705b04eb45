"""Everybody may see under which licence it comes, wherever they look first."""

import tomllib
from pathlib import Path

from service.api.app import describe_api

ROOT = Path(__file__).resolve().parents[2]


def test_the_text_is_that_of_apache_and_everything_names_it():
    text = (ROOT / "LICENSE").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert "Apache License\n                           Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert (project["license"], project["license-files"]) == ("Apache-2.0", ["LICENSE"])
    assert describe_api()["info"]["license"] == {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
    assert "(LICENSE)" in (ROOT / "README.md").read_text()

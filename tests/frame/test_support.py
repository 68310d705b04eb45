"""Whoever needs a helper for a test finds it in the README of `tests/support`."""

import ast

from service.config import HOME

SUPPORT = HOME / "tests/support"


def listed():
    """Each row of the tables, under the folder that its heading names."""
    folder = None
    for line in (SUPPORT / "README.md").read_text().splitlines():
        if line.startswith("## "):
            folder = line.removeprefix("## ")
        elif line.startswith("| `"):
            name, words = line.strip("| ").split(" | ")
            yield f"{folder}/{name.strip('`')}", words


def helpers():
    for path in SUPPORT.glob("*/*.py"):
        if path.name != "__init__.py":
            yield str(path.relative_to(SUPPORT)), ast.get_docstring(ast.parse(path.read_text()))


def test_the_readme_lists_exactly_the_helpers_there_are():
    names = [name for name, _ in listed()]
    assert sorted(names) == sorted(name for name, _ in helpers())


def test_the_readme_says_of_each_helper_what_the_helper_says_of_itself():
    words = dict(listed())
    differing = {
        name: (words[name], docstring)
        for name, docstring in helpers()
        if not " ".join(docstring.split()).startswith(words[name])
    }
    assert not differing

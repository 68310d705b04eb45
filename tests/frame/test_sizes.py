"""What is read in one go is short, and nothing is put off in a comment."""

import ast
import io
import re
import tokenize

import pytest

from service.config import HOME

LONGEST_FUNCTION = 30
LONGEST_FILE = 300
FULLEST_FOLDER = 20
ROOMS = ("games", "events", "service", "workers", "environments")
PRINTED_DATA = {"games/ruhrschifffahrt/printed.py"}  # types of what is printed
PUT_OFF = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def sources(*folders):
    found = [path for folder in folders for path in sorted((HOME / folder).rglob("*.py"))]
    assert found
    return found


def lines_of(path):
    return len(path.read_text().splitlines())


def functions_longer_than(limit, source):
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return [node.name for node in nodes if node.end_lineno - node.lineno >= limit]


def comments_that_put_off(source):
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [
        token.string for token in tokens if token.type == tokenize.COMMENT and PUT_OFF.search(token.string)
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_no_function_is_longer_than_thirty_lines(room):
    long = {str(path): functions_longer_than(LONGEST_FUNCTION, path.read_text()) for path in sources(room)}
    assert not {path: names for path, names in long.items() if names}


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_is_longer_than_three_hundred_lines(room):
    long = {str(path.relative_to(HOME)) for path in sources(room) if lines_of(path) > LONGEST_FILE}
    assert long == {path for path in PRINTED_DATA if path.startswith(f"{room}/")}


def test_no_folder_has_more_than_twenty_modules():
    folders = {path.parent for path in sources(*ROOMS, "tests", "bench", "examples")}
    assert not [str(folder) for folder in folders if len(list(folder.glob("*.py"))) > FULLEST_FOLDER]


@pytest.mark.parametrize("folder", [*ROOMS, "tests", "bench", "examples"])
def test_no_comment_puts_work_off(folder):
    put_off = {str(path): comments_that_put_off(path.read_text()) for path in sources(folder)}
    assert not {path: comments for path, comments in put_off.items() if comments}


def test_what_is_too_long_or_put_off_is_seen():
    long = "def long():\n" + "    pass\n" * LONGEST_FUNCTION
    assert functions_longer_than(LONGEST_FUNCTION, long) == ["long"]
    assert not functions_longer_than(LONGEST_FUNCTION, long.removesuffix("    pass\n"))
    assert comments_that_put_off("x = 1  # TODO later\n") == ["# TODO later"]

"""Nothing is put off in a comment."""

import io
import re
import tokenize

import pytest

from service.config import HOME

FOLDERS = ("games", "events", "service", "workers", "environments", "tests", "bench", "examples")
PUT_OFF = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def comments_that_put_off(source):
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [
        token.string for token in tokens if token.type == tokenize.COMMENT and PUT_OFF.search(token.string)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_comment_puts_work_off(folder):
    sources = sorted((HOME / folder).rglob("*.py"))
    assert sources
    put_off = {str(path): comments_that_put_off(path.read_text()) for path in sources}
    assert not {path: comments for path, comments in put_off.items() if comments}


def test_what_is_put_off_is_seen():
    assert comments_that_put_off("x = 1  # TODO later\n") == ["# TODO later"]

"""The OpenAPI document is made once, aside, and others are answered meanwhile."""

import json
import subprocess
import sys

import yaml

from games.kernel.yaml_file import LOADER
from service.api.app import describe_api
from service.api.views.contract import fetch_document
from service.config import HOME

TWO_ASK_AT_ONCE = """
from gevent import monkey
monkey.patch_all()
import gevent
from service.api.views.contract import fetch_document

asking = [gevent.spawn(fetch_document, "json") for _ in range(2)]
turns = 0
while not all(one.ready() for one in asking):
    gevent.sleep(0.001)
    turns += 1
one, other = (asked.get() for asked in asking)
print(turns > 10, one is other)
"""


def test_a_process_goes_on_while_the_document_is_made_and_makes_it_once():
    found = subprocess.run(
        [sys.executable, "-c", TWO_ASK_AT_ONCE], cwd=HOME, capture_output=True, text=True, check=False
    )

    assert found.stdout == "True True\n", found.stderr


def test_it_is_what_the_code_says():
    assert json.loads(fetch_document("json")) == describe_api()
    assert yaml.load(fetch_document("yaml"), LOADER) == describe_api()

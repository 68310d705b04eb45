"""docs/api.md speaks of calls that there are."""

import re

from service.api.app import list_operations
from service.config import HOME

PAGE = (HOME / "docs" / "api.md").read_text("utf-8")


def test_every_call_it_names_exists():
    named = set(re.findall(r"\b(GET|POST|PUT|DELETE) +(/v1/[\w/{}.]+)", PAGE))
    served = {(known.method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", known.path)) for known in list_operations()}

    assert len(named) >= 8
    assert {(method, path.replace("/seats/1/", "/seats/{seat}/")) for method, path in named} <= served


def test_every_page_and_file_it_leads_to_exists():
    for place in re.findall(r"\]\(([\w./]+)\)", PAGE):
        assert (HOME / "docs" / place).exists(), place

"""docs/permissions.md, read: who is told what, call by call; and how each call is addressed."""

from __future__ import annotations

import re

from service.api.app import list_operations
from service.config import HOME

PAGE = (HOME / "docs" / "permissions.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
ROLES = ("public", "nobody", "watch", "another", "own", "host", "foreign", "admin")
OPERATIONS = {operation.name: operation for operation in list_operations()}


def table_of(section, *columns):
    """call -> who -> what is said"""
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in SECTIONS[section].splitlines()
        if line.startswith("| `")
    ]
    return {row[0].strip("`"): dict(zip(columns, row[1:], strict=True)) for row in rows}


def cells(table):
    return [(call, who, said) for call, row in table.items() for who, said in row.items()]


def address_of(call, names):
    """Method, path and query, of a call that is about one match."""
    operation = OPERATIONS[call]
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: names[part[1]], operation.path)
    about = {"stream_matches": "?matches=", "list_webhooks": "?match="}.get(call)
    return operation.method, path + (about + names["match"] if about else "")


def said_by(answer):
    return "yes" if answer.status_code < 300 else answer.json["code"]

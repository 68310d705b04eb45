"""The table of docs/operations.md that holds what was measured last."""

from measuring.sheet import in_digits

BEGINNING = "<!-- figures: written by `./grubenbuch bench all --docs` -->"
END = "<!-- end of figures -->"
HEAD = ("| measurement | what | figure | aim |", "|---|---|---|---|")
UNKNOWN = "not measured yet"


def write_table(page, sheets, names):
    text = page.read_text()
    before, rest = text.split(BEGINNING)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGINNING}\n{table_of(sheets, names)}\n{END}{after}")


def table_of(sheets, names):
    rows = [row for name in names for row in rows_of(name, sheets.get(name))]
    return "\n".join([*HEAD, *rows])


def rows_of(name, sheet):
    """At least one for each measurement."""
    found = [row for row in sheet["rows"] if "detail" not in row] if sheet else []
    if not found:
        because = (sheet and sheet["missing"]) or UNKNOWN
        yield f"| `bench {name}` | {because} | | |"
    for number, row in enumerate(found):
        first = "" if number else f"`bench {name}`, {sheet['began'][:10]}"
        figure = f"{in_digits(row['value'])} {row.get('unit', '')}".strip()
        yield f"| {first} | {row['what']} | {figure} | {row.get('aim', '')} |"

"""Write the table of docs/measurements.md: one row for each measurement, as it was taken last."""

from measuring.sheet import in_digits

BEGINNING = "<!-- figures: written by `./grubenbuch bench all --docs` -->"
END = "<!-- end of figures -->"
HEAD = ("| measurement | taken | figures |", "|---|---|---|")
UNKNOWN = "not measured yet"


def write_table(page, sheets, names):
    text = page.read_text()
    before, rest = text.split(BEGINNING)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGINNING}\n{table_of(sheets, names)}\n{END}{after}")


def table_of(sheets, names):
    return "\n".join([*HEAD, *(row_of(name, sheets.get(name)) for name in names)])


def row_of(name, sheet):
    found = [row for row in sheet["rows"] if "detail" not in row] if sheet else []
    if not found:
        return f"| `bench {name}` | | {(sheet and sheet['missing']) or UNKNOWN} |"
    return f"| `bench {name}` | {sheet['began'][:10]} | {'<br>'.join(map(describe, found))} |"


def describe(row):
    figure = f"{in_digits(row['value'])} {row.get('unit', '')}".strip()
    aim = f" (aim {row['aim']})" if row.get("aim") else ""
    return f"{row['what']}: {figure}{aim}"

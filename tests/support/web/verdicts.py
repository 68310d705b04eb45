"""The audit page as somebody uses it: a file is given, a verdict appears."""


def give(page, raw, place="#source"):
    file = {"name": "match.ndjson", "mimeType": "application/x-ndjson", "buffer": raw}
    page.locator(f"{place} input").set_input_files(file)


def wait_for_verdict(page, outcome):
    page.locator(f"#verdict.{outcome}").wait_for()
    return page.locator("#verdict").inner_text()

"""A page by day and by night, narrow and wide: nothing overflows, and axe finds no barrier."""

from importlib.resources import files

WIDTHS = (360, 900, 1600)
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def look_at(page, name, shots, within="html"):
    """`shots`: a folder for screenshots, or None. Axe looks at what is `within`."""
    page.evaluate(AXE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if shots:
                page.screenshot(path=shots / f"{name}-{scheme}-{width}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = page.evaluate("async (within) => (await axe.run(within)).violations", within)
        assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found] == []

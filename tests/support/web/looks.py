"""A page by day and by night, narrow and wide: nothing overflows or moves, and axe finds no barrier."""

from importlib.resources import files

WIDTHS = (360, 900, 1600)
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
MOVING = """within => [...document.querySelectorAll(`${within}, ${within} *`)].flatMap((element) =>
    [null, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element, part);
        const moves = [transitionDuration, animationDuration, scrollBehavior].filter(
            (each) => !/^(auto|0s(, 0s)*)$/.test(each));
        return moves.length ? [`${element.tagName}.${element.className}${part ?? ''}: ${moves}`] : [];
    }))"""


def look_at(page, name, shots, within="html"):
    """`shots`: a folder for screenshots, or None. Axe looks at what is `within`."""
    page.evaluate(AXE)
    expect_stillness(page, within)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if shots:
                page.screenshot(path=shots / f"{name}-{scheme}-{width}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = page.evaluate("async (within) => (await axe.run(within)).violations", within)
        barriers = [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found]
        assert barriers == [], barriers


def expect_stillness(page, within="html"):
    """For those who want no motion, nothing is animated, slides into its place or scrolls there slowly."""
    page.emulate_media(reduced_motion="reduce")
    moving = page.evaluate(MOVING, within)
    assert moving == [], moving
    page.emulate_media(reduced_motion="no-preference")

"""Pictures as a browser lays them out: no lettering leaves its plate or the sheet, or lies on another."""

import pytest

from games.catalogue import GAMES
from games.kernel.pictures.telling import Telling
from games.kernel.words import LANGUAGES
from support.games import drawings, golden
from support.games.positions import rules_of, tables

PARTS = (0.02, 0.5, 0.97)
SHEET = {"width": 1600, "height": 1000}
# Pieces may lie on what is printed, and what is told of them with them.
LOOK = """() => {
    const svg = document.querySelector("svg"), sheet = svg.getBoundingClientRect(), found = [];
    const letters = [...svg.querySelectorAll("text:not([data-piece] text)")];
    const boxes = letters.map((text) => {
        const box = text.getBoundingClientRect(), blank = 0.22 * box.height;
        return { text, left: box.left, right: box.right, top: box.top + blank, bottom: box.bottom - blank };
    });
    const names = ({ text }) => `${text.closest("[data-part]")?.dataset.part}: ${text.textContent}`;
    for (const box of boxes) {
        if (box.left < sheet.left || box.right > sheet.right) found.push(`${names(box)} leaves the sheet`);
        const beside = [...box.text.parentElement.children];
        const plates = beside.filter((shape) => shape.matches("rect:not([class$=-hit])"));
        for (const plate of plates.map((shape) => shape.getBoundingClientRect())) {
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            if (x < plate.left || x > plate.right || y < plate.top || y > plate.bottom) continue;
            const isWithin = box.left >= plate.left - 1 && box.right <= plate.right + 1;
            if (!isWithin) found.push(`${names(box)} leaves its plate`);
        }
    }
    boxes.forEach((one, at) => {
        for (const other of boxes.slice(at + 1)) {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (across > 3 && along > 3) found.push(`${names(one)} lies on ${names(other)}`);
        }
    });
    return found;
}"""


def histories(game):
    """One for each number of seats."""
    names = [path for path in golden.histories() if path.parts[-3] == game]
    return [
        golden.load(next(path for path in names if path.stem.startswith(f"{seats}p")))
        for seats in GAMES[game].seats
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_lettering_of_a_table_leaves_its_place(chromium, game, lang):
    page = chromium.new_page(viewport=SHEET)
    found = {
        each
        for history in histories(game)
        for table in tables(history, *PARTS)
        for each in look(page, drawings.draw(rules_of(history), table, lang))
    }
    page.close()
    assert not found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_lettering_of_a_thing_alone_leaves_its_place(chromium, game, lang):
    rules, page = GAMES[game], chromium.new_page(viewport=SHEET)
    portraits = rules.portraits(rules.editions.default, Telling(words=rules.words, lang=lang))
    found = {
        (name, each)
        for name, portrait in portraits.items()
        for each in look(page, drawings.write_svg(portrait, game))
    }
    page.close()
    assert not found


def look(page, drawn):
    page.set_content(f'<body style="margin:0">{drawn}</body>')
    return page.evaluate(LOOK)

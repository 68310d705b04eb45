"""An answer is seen on the picture before it is given; a piece leaves the click to what it lies on."""

import pytest

from support.web.table_page import COMMAND, TablePage

AHEAD = ".picture > .ahead"
GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
MARKS = ("legal", "chosen", "barred", "changed")
DRAWN = """(svg, marks) => {
    const plain = svg.cloneNode(true);
    for (const each of plain.querySelectorAll('[class]')) each.classList.remove(...marks);
    return plain.innerHTML.replaceAll(' class=""', '');
}"""
WATCH_PICTURES = """() => {
    window.left = [];  // what the present picture shows whenever the one ahead of it goes away
    const look = (changes) => changes.flatMap((change) => [...change.removedNodes])
        .filter((gone) => gone.classList.contains('ahead'))
        .forEach(() => window.left.push(document.body.dataset.drawn));
    new MutationObserver(look).observe(document.querySelector('.picture'), { childList: true });
}"""
COVER = """(thing) => {
    const [box, svg] = [thing.getBBox(), thing.ownerSVGElement];
    const piece = document.createElementNS(svg.namespaceURI, 'rect');
    for (const name of ['x', 'y', 'width', 'height']) piece.setAttribute(name, box[name]);
    piece.setAttribute('data-piece', 'marker');
    thing.parentNode.append(piece);
    const { x, y, width, height } = piece.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


def see(page):
    """The pictures that lie on each other, the present one first, without what is marked in them."""
    return [svg.evaluate(DRAWN, MARKS) for svg in page.locator(".picture > svg").all()]


def open_table(instance, open_page, game):
    page = open_page(instance.table_near_the_end(game, 40))
    table = TablePage(page).wait_for_turn().wait_for_picture()
    page.locator(".picture .legal").first.wait_for()
    return page, table


@pytest.mark.parametrize("game", GAMES)
def test_whoever_rests_on_an_answer_sees_the_table_as_it_would_be(instance, open_page, shots, game):
    page, table = open_table(instance, open_page, game)
    before, present = table.version, see(page)
    with page.expect_response("**/commands?preview=1*") as asked:
        page.locator(COMMAND).first.hover()
    page.locator(AHEAD).wait_for()
    told = asked.value.json()
    now, ahead = see(page)
    if shots:
        page.screenshot(path=shots / f"preview-{game}.png", full_page=True)
    assert [now] == present != [ahead]

    page.mouse.move(0, 0)
    page.locator(AHEAD).wait_for(state="detached")
    assert see(page) == present
    assert instance.get(f"matches/{told['match']}")["version"] == before

    table.answer().wait_for_picture()
    if told["stopped"] == "question":
        assert see(page)[0] == ahead


def test_what_was_foreseen_stays_until_it_has_come(instance, open_page):
    page, table = open_table(instance, open_page, "schichtwechsel")
    page.locator(COMMAND).first.hover()
    page.locator(AHEAD).wait_for()
    page.evaluate(WATCH_PICTURES)
    table.answer().wait_for_picture()
    page.locator(AHEAD).wait_for(state="detached")

    assert page.evaluate("window.left") == [str(table.version)]


def test_whoever_rests_where_they_have_just_answered_sees_the_present(instance, open_page):
    page, table = open_table(instance, open_page, "schiefer")
    page.locator(".picture .legal").first.wait_for()  # the list is drawn for the last time
    before, at = table.version, page.locator(COMMAND).first.bounding_box()
    page.mouse.click(at["x"] + 9, at["y"] + 9)
    table.wait_for_version(before + 1).wait_for_turn().wait_for_picture()
    page.locator(".picture .legal").first.wait_for()
    answers = page.locator(COMMAND).all()

    assert [point_at(answer, at["x"] + 9, at["y"] + 9) for answer in answers] == [0] * len(answers)
    assert any(point_at(answer, at["x"] + 12, at["y"] + 9) for answer in answers)


def point_at(answer, x, y):
    """As browsers tell whenever something comes to lie there; how many things of the table are marked."""
    answer.dispatch_event("pointermove", {"pointerType": "mouse", "clientX": x, "clientY": y})
    return answer.page.locator(".picture .chosen").count()


def test_by_keyboard_the_table_as_it_would_be_goes_with_the_focus(instance, open_page):
    page, _ = open_table(instance, open_page, "schiefer")
    present = see(page)
    page.locator(COMMAND).first.focus()
    page.keyboard.press("Tab")
    page.locator(AHEAD).wait_for()
    for _ in range(page.locator(COMMAND).count()):
        page.keyboard.press("Tab")
    page.locator(AHEAD).wait_for(state="detached")

    assert see(page) == present


def test_whoever_looks_first_sees_it_until_not_yet(instance, open_page):
    page, table = open_table(instance, open_page, "schiefer")
    before, present = table.version, see(page)
    page.get_by_label("Show what would happen before it is done").check()
    page.locator(COMMAND).first.click()
    page.locator(AHEAD).wait_for()
    page.mouse.move(0, 0)
    assert len(see(page)) == 2
    page.get_by_role("button", name="Not yet").click()

    assert (see(page), table.version) == (present, before)


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_leaves_the_click_to_the_thing_it_lies_on(instance, open_page, game):
    page, table = open_table(instance, open_page, game)
    before = table.version
    at = page.locator(".picture .legal").first.evaluate(COVER)
    page.mouse.click(*at)
    page.locator(f".menu:not([hidden]), .chosen, body:not([data-version='{before}'])").first.wait_for()


def test_a_barred_place_is_dimmed_says_why_and_leads_to_its_rule(instance, open_page):
    page, table = open_table(instance, open_page, "schichtwechsel")
    before, match = table.version, page.url.split("/matches/")[1].split("#")[0]
    barred = {(one["words"], one["rule_url"]) for one in instance.get(f"matches/{match}/commands")["barred"]}
    place = page.locator(".picture .barred").first
    assert float(place.evaluate("it => getComputedStyle(it).opacity")) < 1

    place.dispatch_event("click")

    told = page.locator(".menu li").first
    rule = told.get_by_role("link")
    assert any(
        words in told.text_content() and rule_url.split("#")[1] == rule.text_content()
        for words, rule_url in barred
    )
    with page.expect_popup() as opened:
        rule.click()
    assert opened.value.locator(f"[id='{rule.text_content()}']").is_visible()
    assert table.version == before

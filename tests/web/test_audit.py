"""The audit in a browser: a sound book is green, a changed byte is red at its entry, a draw is explained."""

import pytest

from support.api.books import file_of, with_words
from support.docs.known_variants import BOOK, read_variants, tamper
from support.web.looks import look_at
from support.web.verdicts import give, wait_for_verdict

RAW = BOOK.read_bytes()


def outcome_of(page, check):
    """Of the checks that the browser makes."""
    own = page.locator("#checks ul.checks").first
    return own.locator(f"[data-check={check}]").get_attribute("class")


def test_a_sound_book_is_green_and_the_server_agrees(open_page):
    page = open_page("/audit")
    give(page, RAW)

    assert "27 entries are sound" in wait_for_verdict(page, "passed")
    page.locator("#checks [data-check=decisions].passed").wait_for()
    assert {outcome_of(page, check) for check in ("file", "chain", "commitment", "draws")} == {"passed"}
    assert page.locator(".link.sound").count() == 27


def test_a_draw_is_explained_step_by_step(open_page):
    page = open_page("/audit")
    give(page, RAW)
    page.locator(".link[data-version='8']").click()
    page.locator("#entry .draw").first.wait_for()

    told = page.locator("#entry").inner_text()
    assert "nxr2x3v5pprq:4:0" in told
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in told
    assert "Draws are counted from 0" in told
    assert "nobody could choose what would be drawn" in told
    assert page.locator("#entry dd.bad").count() == 0


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "follow from the seed of the server alone"), ("de", "allein aus dem Startwert des Servers")],
)
def test_where_nobody_gave_words_only_the_seed_of_the_server_counted(open_page, lang, told):
    page = open_page("/audit", lang=lang)
    give(page, file_of(with_words("", "")))
    page.locator(".link.luck").first.click()
    why = page.locator(".luck-told > p").last
    why.wait_for()

    assert told in why.inner_text()


@pytest.mark.parametrize("entry", [1, 9, 27])
def test_one_flipped_byte_is_red_at_its_entry(open_page, entry):
    lines = RAW.splitlines(keepends=True)
    lines[entry] = lines[entry].replace(b'"at":1700000', b'"at":1700100', 1)
    page = open_page("/audit")
    give(page, b"".join(lines))

    assert f"Entry {entry} " in wait_for_verdict(page, "failed")
    assert page.locator(".link.bad").get_attribute("data-version") == str(entry)
    page.locator("#checks [data-check=chain].failed").first.wait_for()
    assert page.locator("#entry dd.bad").count() == 1


def test_forged_luck_whose_hashes_were_made_anew_is_red_as_well(open_page):
    variant = next(each for each in read_variants() if each["what"] == "a die of another face")
    page = open_page("/audit")
    give(page, tamper(RAW, variant))

    assert f"Entry {variant['entry']} " in wait_for_verdict(page, "failed")
    assert (outcome_of(page, "chain"), outcome_of(page, "draws")) == ("passed", "failed")
    page.locator(".draw dd.bad").first.wait_for()


def test_a_running_match_is_checked_as_far_as_its_luck_is_disclosed(instance, open_page):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2})
    for name in ("Ada", "Bo"):
        instance.seat(opened["match"], name)
    instance.post(f"matches/{opened['match']}/start", token=opened["host_token"])
    page = open_page(f"/matches/{opened['match']}/audit", lang="de")

    assert "4 Einträge sind in Ordnung" in wait_for_verdict(page, "passed")
    assert outcome_of(page, "draws") == "skipped"
    page.locator("#checks [data-check=decisions].passed").wait_for()
    assert page.locator("#checks [lang=en]").count() == 0
    assert page.locator("#checks", has_text="disclosed").count() == 0


def test_two_books_are_one_up_to_where_they_part(open_page, shots):
    variant = next(each for each in read_variants() if each["what"] == "new luck after an undo")
    page = open_page("/audit")
    give(page, RAW)
    wait_for_verdict(page, "passed")
    give(page, tamper(RAW, variant), "#comparison")

    page.get_by_text(f"Entry {variant['entry']} is the first that differs").wait_for()
    assert page.locator("#comparison pre").count() == 2
    ours, theirs = page.locator("#comparison mark").all_inner_texts()
    assert ours != theirs
    assert '"actor"' not in ours + theirs
    look_at(page, "compare", shots)


def test_the_chain_is_walked_by_keyboard(open_page):
    page = open_page("/audit")
    give(page, RAW)
    wait_for_verdict(page, "passed")
    page.locator(".link[data-version='1']").focus()
    for key in ("ArrowRight", "ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key)

    page.get_by_role("heading", name="Entry 26").wait_for()


def test_it_fits_every_width_and_axe_finds_nothing(open_page, shots):
    page = open_page("/audit")
    give(page, RAW)
    page.locator("#checks [data-check=decisions].passed").wait_for()
    page.locator(".link[data-version='8']").click()
    page.locator("#entry .draw").first.wait_for()
    look_at(page, "audit", shots)

"""The banner of the audit tells what the browser found and what the server did, of the last file given."""

import pytest

from support.docs.known_variants import BOOK, read_variants, tamper
from support.web.verdicts import give, wait_for_verdict

RAW = BOOK.read_bytes()
PENDING = "The server has yet to decide"
DROP = """text => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'match.ndjson'));
    document.querySelector('#files .drop').dispatchEvent(new DragEvent('drop', { dataTransfer }));
}"""
BOM = b"\xef\xbb\xbf"


def forged(what):
    """What no browser can see: the chain and the luck are in order."""
    variant = next(each for each in read_variants() if each["what"] == what)
    return tamper(RAW, variant), variant["entry"]


def hold_back(page):
    """The server's verdicts wait until they are let through."""
    held = []

    def hold(route):
        held.append(route)

    page.route("**/v1/verify", hold)
    return held


def test_a_forgery_that_only_the_server_can_see_is_red_at_its_entry(open_page):
    raw, entry = forged("an actor that does not exist")
    page = open_page("/audit")
    held = hold_back(page)
    give(page, raw)
    page.locator("#verdict.busy", has_text=PENDING).wait_for()
    assert "sound" not in page.locator("#verdict").inner_text()

    held[0].continue_()
    told = wait_for_verdict(page, "failed")
    assert f"Entry {entry} is not" in told
    assert "Your browser: the chain holds" in told
    assert f"The server: Entry {entry} fails" in told
    page.locator(f".link.bad[data-version='{entry}'][aria-pressed=true]").wait_for()
    page.get_by_role("heading", name=f"Entry {entry}").wait_for()


def test_bytes_that_no_book_begins_with_are_seen(open_page):
    page = open_page("/audit", lang="de")
    give(page, BOM + RAW)
    told = wait_for_verdict(page, "failed")

    assert "Dein Browser: Kopf der Datei: das ist keine Datei einer Partie" in told


def test_no_bytes_are_taken_for_others(open_page):
    lines = RAW.splitlines(keepends=True)
    lines[5] = lines[5].replace(b'"type":"', b'"type":"\xff', 1)
    page = open_page("/audit")
    give(page, b"".join(lines))

    assert "Entry 5: the line is not as a book writes it" in wait_for_verdict(page, "failed")


def test_of_two_files_the_one_given_last_is_judged(open_page):
    raw, entry = forged("an actor that does not exist")
    page = open_page("/audit")
    held = hold_back(page)
    for each in (raw, RAW):
        with page.expect_request("**/v1/verify"):
            give(page, each)
        page.locator("#verdict.busy", has_text=PENDING).wait_for()
    held[1].continue_()
    wait_for_verdict(page, "passed")
    with page.expect_response("**/v1/verify"):
        held[0].continue_()

    assert "27 entries are sound" in wait_for_verdict(page, "passed")
    assert page.locator(f".link.sound[data-version='{entry}']").count() == 1


def test_a_server_that_does_not_answer_confirms_nothing(open_page):
    page = open_page("/audit")
    page.route("**/v1/verify", lambda route: route.abort())
    give(page, RAW)

    assert "The server gave no verdict" in wait_for_verdict(page, "open")


def test_a_file_dropped_on_the_home_page_is_brought_in_and_then_checked_as_it_says(open_page):
    page = open_page("/")
    assert "to bring it into this server" in page.locator("#files .drop").inner_text()
    page.evaluate(DROP, RAW.decode())
    page.wait_for_url("**/matches/*/audit")

    assert "27 entries are sound" in wait_for_verdict(page, "passed")


@pytest.mark.parametrize(("lang", "words"), [("en", "compare the head"), ("de", "den Kopf vergleichen")])
def test_what_no_file_can_prove_is_said_in_the_language_of_the_page(open_page, lang, words):
    page = open_page("/audit", lang=lang)
    give(page, RAW)

    assert words in wait_for_verdict(page, "passed")

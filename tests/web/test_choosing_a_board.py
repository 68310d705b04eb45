"""Whoever opens a table in the browser chooses among the boards that the server offers."""

import msgspec
import pytest

from events.redis_store.store import connect_redis
from service.editions.stored import EditionRecord, StoredEditions, keep_edition
from support.games.corrected import corrected_imprint


@pytest.fixture
def offered(instance):
    """An edition of Schiefer, until the test is over."""
    store, imprint = connect_redis(instance.workers.environ["REDIS_URL"]), corrected_imprint("schiefer")
    told = EditionRecord(name=imprint.name, digest=imprint.digest, at=1_700_000_000_000)
    keep_edition(store, "schiefer", imprint.canonical, told)
    yield imprint.id
    StoredEditions(store).change("schiefer", imprint.id, msgspec.structs.replace(told, offered=False))
    store.close()


def open_dialog(page, game):
    page.locator(".card").filter(has_text=game).locator(".quiet").first.click()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    return dialog


def boards(dialog):
    return dialog.locator("label:has(> span:text-is('Board')) select")


def test_a_table_is_opened_on_the_board_that_was_chosen(instance, open_page, offered):
    page = open_page("/")
    dialog = open_dialog(page, "Schiefer")
    boards(dialog).select_option(offered)
    dialog.locator("button.main").click()
    page.wait_for_url("**/matches/**")
    match = page.url.rpartition("/")[2].partition("?")[0].partition("#")[0]
    assert instance.get(f"matches/{match}")["edition"] == offered


def test_where_there_is_one_board_nobody_is_asked(open_page):
    assert boards(open_dialog(open_page("/"), "Ruhrschifffahrt")).count() == 0

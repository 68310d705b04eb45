"""One server and one browser for all tests of the web client; each test has a profile of its own."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from support.servers.patience import PATIENCE
from support.servers.servers import Server, any_binary
from support.web.instance import WebInstance

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NOBODY_ELSE = "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"  # the browser finds no other host: as without internet
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--host-resolver-rules={NOBODY_ELSE}"]
WIDE = {"width": 1400, "height": 900}


def pytest_collection_modifyitems(items):
    if CHROMIUM is None:
        left_out = pytest.mark.skip(
            reason="chromium is not on PATH: nothing is played or looked at in a browser"
        )
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(left_out)


@pytest.fixture(scope="session")
def instance(tmp_path_factory):
    with Server(any_binary()) as server:
        instance = WebInstance(server, tmp_path_factory.mktemp("web"))
        yield instance
        instance.close()


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, instance):
    """Opens a page of the web client in a profile of its own; what it complains about fails the test."""
    profiles, errors = [], []

    def open_one(path="/", *, scheme="light", lang="en", size=None, **more):
        profile = chromium.new_context(
            base_url=instance.address, color_scheme=scheme, locale=lang, viewport=size or WIDE, **more
        )
        profile.set_default_timeout(PATIENCE * 1000)
        profiles.append(profile)
        page = profile.new_page()
        page.on("pageerror", lambda failure: errors.append(f"{failure} {failure.stack}"))
        page.on("dialog", lambda dialog: errors.append(f"a dialog: {dialog.message}"))
        page.goto(path)
        return page

    yield open_one
    for profile in profiles:
        profile.close()
    assert errors == []


@pytest.fixture(scope="session")
def shots():
    """The folder for screenshots that WEB_SHOTS names; None: nobody wants to look at them."""
    if not os.environ.get("WEB_SHOTS"):
        return None
    folder = Path(os.environ["WEB_SHOTS"])
    folder.mkdir(parents=True, exist_ok=True)
    return folder

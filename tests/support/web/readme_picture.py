"""Takes the picture with which the README begins: a table of Schichtwechsel in a browser.

PYTHONPATH=.:tests python tests/support/web/readme_picture.py
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from service.config import HOME
from support.servers.servers import Server, any_binary
from support.web.instance import WebInstance
from support.web.table_page import TablePage

PICTURE = HOME / "docs" / "window.jpg"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SIZE = {"width": 1500, "height": 820}
LEFT = 40  # entries before the end


def main() -> None:
    with Server(any_binary()) as server, tempfile.TemporaryDirectory() as data, sync_playwright() as driver:
        instance = WebInstance(server, Path(data))
        try:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(base_url=instance.address, viewport=SIZE, locale="en")
            page.goto(instance.table_near_the_end("schichtwechsel", LEFT))
            TablePage(page).wait_for_turn().wait_for_picture()
            page.screenshot(path=PICTURE, type="jpeg", quality=80)
        finally:
            instance.close()


if __name__ == "__main__":
    main()

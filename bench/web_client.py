"""How soon a browser shows a long match, how fast it is scrubbed, and how long the API takes for a picture.

./grubenbuch bench web_client [--entries 3000] [--openings 20] [--steps 200]

A page counts as shown once the picture of the newest version is drawn; every opening begins with an empty
cache. A step of the history lasts until the frame with its picture has been painted; a jump goes to a version
far away that nobody has asked for, a drag through neighbours. Pictures are asked for over HTTP on a
connection that is open, each version for the first time. Processor time is that of the whole browser or of
the API: other work on the machine, which makes everything last longer, changes it little.
"""

import os
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from measuring.frame import Size, run
from measuring.long import LongMatch
from measuring.sheet import Sheet
from playwright.sync_api import Browser, sync_playwright

from events.redis_store.store import connect_redis
from games.catalogue import GAMES
from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.servers.servers import Server, any_binary
from support.web.instance import WebInstance

SIZES = {
    "--entries": Size(3000, 80, "of the match that is looked at"),
    "--openings": Size(20, 2),
    "--steps": Size(200, 5, "of the history, and pictures asked for"),
}
SHOWN = "version => document.body.dataset.drawn === String(version)"
STEP = """async (version) => {
    const slider = document.querySelector("#line input[type=range]"), began = performance.now();
    slider.value = String(version);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    while (document.body.dataset.drawn !== String(version)) await new Promise(requestAnimationFrame);
    await new Promise((painted) => setTimeout(painted));
    return performance.now() - began;
}"""
TICK = os.sysconf("SC_CLK_TCK")


def measure(options, sheet):
    chromium = sheet.need_program("chromium", "chromium-browser", package="chromium")
    with open_instance() as (instance, store), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, game in GAMES.items():
            sheet.step(f"playing {options.entries} entries of {game.name}")
            match = LongMatch(store, name)
            match.grow(options.entries)
            look_at(Look(instance, browser, match, sheet), options)
        browser.close()


@contextmanager
def open_instance():
    with ExitStack() as opened:
        server = opened.enter_context(Server(any_binary()))
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        instance = WebInstance(server, folder)
        opened.callback(instance.close)
        store = connect_redis(server.url)
        opened.callback(store.close)
        yield instance, store


class Look(NamedTuple):
    instance: WebInstance
    browser: Browser
    match: LongMatch
    sheet: Sheet

    def name(self, what):
        return f"{self.match.live.match.game}, {what}"


def look_at(look, options):
    random = Random(1)
    last = look.match.version
    far = [random.randint(1, last) for _ in range(options.steps)]
    begin = random.randint(1, last - options.steps)
    openings = look.sheet.count(range(options.openings), "openings")
    look.sheet.spread(look.name("table shown"), [time_opening(look) for _ in openings], aim="1 s")
    scrub(look, "a jump in the history", far)
    scrub(look, "a drag through the history", range(begin, begin + options.steps))
    ask_for_pictures(look, far)


def time_opening(look):
    page = look.browser.new_page()
    began = time.perf_counter()
    page.goto(f"{look.instance.address}/matches/{look.match.id}")
    page.wait_for_function(SHOWN, arg=look.match.version)
    taken = 1000 * (time.perf_counter() - began)
    page.close()
    return taken


def scrub(look, what, versions):
    page = look.browser.new_page()
    page.goto(f"{look.instance.address}/matches/{look.match.id}/history")
    page.wait_for_function(SHOWN, arg=look.match.version)
    before = read_cpu_of_browser(look.browser)
    taken = [page.evaluate(STEP, version) for version in look.sheet.count(versions, "steps")]
    used = read_cpu_of_browser(look.browser) - before
    page.close()
    look.sheet.spread(look.name(what), taken, aim="50 ms")
    look.sheet.detail(look.name(f"{what}, processor time"), 1000 * used / len(taken), "ms")


def ask_for_pictures(look, versions):
    before = read_cpu(look.instance.api.pid)
    pictures = [time_picture(look, version) for version in look.sheet.count(versions, "pictures")]
    used = read_cpu(look.instance.api.pid) - before
    look.sheet.spread(look.name("table.svg"), [taken for taken, _ in pictures], aim="15 ms")
    look.sheet.detail(look.name("table.svg, processor time"), 1000 * used / len(pictures), "ms")
    largest = max(size for _, size in pictures)
    look.sheet.figure(look.name("table.svg, the largest in gzip"), largest / 1000, "KB", aim="40 KB")


def time_picture(look, version):
    began = time.perf_counter()
    answer = look.instance.client.get(f"/v1/matches/{look.match.id}/table.svg?version={version}&lang=de")
    taken = 1000 * (time.perf_counter() - began)
    assert answer.is_success, answer.text
    assert answer.headers["Content-Encoding"] == "gzip"
    return taken, answer.num_bytes_downloaded


def read_cpu_of_browser(browser):
    """Seconds of all its processes."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(process["cpuTime"] for process in processes)


def read_cpu(parent):
    """Seconds of a process and its children."""
    processes = [parent, *Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    times = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13] for each in processes]
    return sum(int(ticks) for pair in times for ticks in pair) / TICK


if __name__ == "__main__":
    run(measure, __doc__, takes=(120, 30), sizes=SIZES)

"""How soon a browser shows a long match, how fast it is scrubbed, and how long the desk takes for a picture.

./grubenbuch bench window [--entries 3000] [--openings 20] [--steps 200]

Takes about two minutes and needs the distribution's chromium. A page counts as shown once the picture of the
newest version is drawn; every opening begins with an empty cache. Steps of the history are between versions
far apart, one after the other. Pictures are asked for over HTTP, each version for the first time.
"""

import argparse
import gzip
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles

from measuring.long import LongMatch
from playwright.sync_api import sync_playwright

from events.redis_book.redis_store import connect_redis
from games.catalogue import GAMES
from service.config import HOME

sys.path.insert(0, str(HOME / "tests"))

from support.servers.servers import Server, any_binary
from support.window.house import WindowHouse

SHOWN = "version => document.body.dataset.drawn === String(version)"
STEP = """async (version) => {
    const slider = document.querySelector("#line input[type=range]"), began = performance.now();
    slider.value = String(version);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    while (document.body.dataset.drawn !== String(version)) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--entries", type=int, default=3000)
    parser.add_argument("--openings", type=int, default=20)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("chromium is not on PATH")
    with open_house() as (house, store), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for game in options.games:
            match = LongMatch(store, game)
            match.grow(options.entries)
            measure(house, browser, match, options)
        browser.close()


@contextmanager
def open_house():
    with ExitStack() as opened:
        server = opened.enter_context(Server(any_binary()))
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        house = WindowHouse(server, folder)
        opened.callback(house.close)
        store = connect_redis(server.url)
        opened.callback(store.close)
        yield house, store


def measure(house, browser, match, options):
    random = Random(1)
    versions = [random.randint(1, match.version) for _ in range(options.steps)]
    print(f"{match.live.match.game}, {match.version} entries")
    report("table shown", [time_opening(house, browser, match) for _ in range(options.openings)])
    report("step of the history", time_steps(house, browser, match, versions))
    pictures = [time_picture(house, match, version) for version in versions]
    report("table.svg", [taken for taken, _ in pictures])
    print(
        f"    {'table.svg, gzip':20} largest {max(size for _, size in pictures) / 1000:8.1f} KB", flush=True
    )


def time_opening(house, browser, match):
    page = browser.new_page()
    began = time.perf_counter()
    page.goto(f"{house.address}/matches/{match.id}")
    page.wait_for_function(SHOWN, arg=match.version)
    taken = 1000 * (time.perf_counter() - began)
    page.close()
    return taken


def time_steps(house, browser, match, versions):
    page = browser.new_page()
    page.goto(f"{house.address}/matches/{match.id}/history")
    page.wait_for_function(SHOWN, arg=match.version)
    taken = [page.evaluate(STEP, version) for version in versions]
    page.close()
    return taken


def time_picture(house, match, version):
    began = time.perf_counter()
    answer = house.client.get(f"/v1/matches/{match.id}/table.svg?version={version}&lang=de")
    taken = 1000 * (time.perf_counter() - began)
    assert answer.is_success, answer.text
    return taken, len(gzip.compress(answer.content))


def report(name, milliseconds):
    cuts = quantiles(milliseconds, n=100)
    print(f"    {name:20} p50 {cuts[49]:8.1f} ms   p99 {cuts[98]:8.1f} ms", flush=True)


if __name__ == "__main__":
    main()

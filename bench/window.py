"""How soon a browser shows a long match, how fast it is scrubbed, and how long the desk takes for a picture.

./grubenbuch bench window [--entries 3000] [--openings 20] [--steps 200]

Takes about three minutes and needs the distribution's chromium. A page counts as shown once the picture of
the newest version is drawn; every opening begins with an empty cache. A step of the history lasts until its
picture is painted; a jump goes to a version far away that nobody has asked for, a drag through neighbours.
Pictures are asked for over HTTP on a connection that is open: cold, each version for the first time; the CPU
time beside it is that of the desk, which other work on the machine does not change.
"""

import argparse
import os
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
    await new Promise(requestAnimationFrame);
    await new Promise((painted) => setTimeout(painted));
    return performance.now() - began;
}"""
TICK = os.sysconf("SC_CLK_TCK")


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
    begin = random.randint(1, match.version - options.steps)
    report("history, a jump", time_steps(house, browser, match, versions))
    report("history, a drag", time_steps(house, browser, match, range(begin, begin + options.steps)))
    before = read_cpu(house.desk.pid)
    pictures = [time_picture(house, match, version) for version in versions]
    used = 1000 * (read_cpu(house.desk.pid) - before) / len(pictures)
    report("table.svg, cold", [taken for taken, _ in pictures])
    report("table.svg, again", [time_picture(house, match, version)[0] for version in versions])
    largest = max(size for _, size in pictures) / 1000
    print(f"    {'table.svg':20} CPU {used:8.1f} ms   largest, gzip {largest:8.1f} KB", flush=True)


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
    assert answer.headers["Content-Encoding"] == "gzip"
    return taken, answer.num_bytes_downloaded


def read_cpu(parent):
    """Seconds of a process and its children."""
    processes = [parent, *Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    times = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13] for each in processes]
    return sum(int(ticks) for pair in times for ticks in pair) / TICK


def report(name, milliseconds):
    cuts = quantiles(milliseconds, n=100)
    print(f"    {name:20} p50 {cuts[49]:8.1f} ms   p99 {cuts[98]:8.1f} ms", flush=True)


if __name__ == "__main__":
    main()

"""What the README promises a newcomer, carried out."""

import re
import signal
import subprocess
import sys

import pytest

from service.config import HOME

README = (HOME / "README.md").read_text()


@pytest.fixture
def whole_house(tmp_path, port):
    """`./grubenbuch up`: book, API, dispatcher and workers."""
    house = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "up", "--port", str(port), "--data", str(tmp_path / "data")],
        cwd=HOME,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert str(port) in house.stdout.readline()
    yield f"http://127.0.0.1:{port}"
    house.send_signal(signal.SIGINT)
    assert house.wait(60) == 0
    house.stdout.close()


def test_the_match_of_the_readme_is_played_to_its_end(whole_house):
    program = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)

    played = subprocess.run(
        [sys.executable, "-c", program.replace("http://127.0.0.1:8080", whole_house)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert played.returncode == 0, played.stderr
    *labels, totals = played.stdout.splitlines()
    assert len(labels) > 20
    assert re.fullmatch(r"\[\d+, \d+\]", totals)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([\w./-]+)\)", README))))
def test_every_link_of_the_readme_leads_somewhere(path):
    assert (HOME / path).exists()

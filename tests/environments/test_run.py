"""`.ci/environments/run` says so where it can try nothing."""

import os
import subprocess
import sys

from service.config import HOME
from support.servers.patience import PATIENCE

NOWHERE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}


def test_where_pettingzoo_cannot_be_fetched_the_run_fails():
    run = subprocess.run(
        [HOME / ".ci" / "environments" / "run"],
        env=os.environ | NOWHERE | {"GRUBENBUCH_VENV": sys.prefix},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode != 0
    assert "nothing was tried" in run.stderr

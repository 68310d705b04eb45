"""`python tiny_instance.py DATA PORT [NAME=COMMAND …]`: the real supervisor over tiny processes."""

import os
import sys
from pathlib import Path

from service.cli.up import run_until_stopped
from service.config import Config
from service.host.supervisor import RestartPolicy, Spec
from service.startup_errors import Trouble

TINY_PROCESS = """
import http.server, os, signal, sys, time
def linger(*_):
    time.sleep(float(os.environ.get("TINY_API_LINGERS", "0")))
    os._exit(0)
signal.signal(signal.SIGTERM, linger)
class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Ready).serve_forever()
"""


def specs(config, book):
    environ = os.environ | {"REDIS_URL": book}
    yield Spec("api", (sys.executable, "-c", TINY_PROCESS, str(config.port)), 1, environ)
    for number, (name, _, shell) in enumerate((word.partition("=") for word in sys.argv[3:]), start=2):
        follows = name.startswith("follower")
        yield Spec(name, ("/bin/sh", "-c", shell), number, environ, after_the_api=follows)


if __name__ == "__main__":
    try:
        config = Config.from_environment(data=Path(sys.argv[1]), port=sys.argv[2])
        run_until_stopped(config, specs, RestartPolicy(first_pause=0.1))
    except Trouble as trouble:
        sys.exit(f"grubenbuch: {trouble}")

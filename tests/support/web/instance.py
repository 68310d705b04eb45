"""A whole server for a browser: book, API, dispatcher and worker. Matches are made without a page."""

import json
import time

import httpx

from support.api.api import bearer
from support.api.books import file_of, play_book
from support.servers.patience import PATIENCE
from support.servers.ports import free_port
from support.servers.worker_processes import WorkerProcesses


class WebInstance:
    def __init__(self, server, data):
        self.workers = WorkerProcesses(server)
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.workers.environ |= {"PORT": str(port), "DATA": str(data), "WEB_WORKERS": "1"}
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)
        self.workers.dispatcher()
        self.workers.worker()
        self.open_api()

    def open_api(self):
        config = ("--config", "python:service.host.gunicorn_conf")
        self.api = self.workers.start("gunicorn", *config, "service.api.app:create_app()")
        self.workers.until(self.is_ready)

    def close_api(self):
        self.workers.kill(self.api)

    def is_ready(self):
        try:
            return self.client.get("/health/ready").is_success
        except httpx.TransportError:
            return False

    def close(self):
        self.client.close()
        self.workers.close()

    def post(self, path, body=None, token=None):
        answer = self.client.post(f"/v1/{path}", json=body, headers=bearer(token) if token else {})
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path, token=None):
        return self.client.get(f"/v1/{path}", headers=bearer(token) if token else {}).json()

    def tell(self, match):
        """The lines of its story, in English."""
        lines = {"Accept": "application/x-ndjson"}
        return [
            json.loads(line)
            for line in self.client.get(f"/v1/matches/{match}/story", headers=lines).text.splitlines()
        ]

    def seat(self, match, name=None, **more):
        """A person who sits down without a browser; the answer has the seat's token."""
        return self.post(f"matches/{match}/seats", {"name": name} if name else {}, **more)

    def near_the_end(self, game, left, bots=({"seat": 1, "mind": "greedy"},)):
        """A fork of a seeded match for two, so many entries before its end."""
        book = play_book(game)
        terms = {"version": len(book) - left, "visibility": "unlisted", "bots": list(bots)}
        return self.post(f"matches/{self.bring(book)}/forks", terms)

    def bring(self, book):
        """Imports a match; its id."""
        head = {"Content-Type": "application/x-ndjson"}
        brought = self.client.post("/v1/matches/import", content=file_of(book), headers=head)
        assert brought.is_success, brought.text
        return brought.json()["match"]

    def table_near_the_end(self, game, left):
        """The address with which the one who is asked comes to such a table, played by two people."""
        opened = self.near_the_end(game, left, bots=())
        match, host = opened["match"], opened["host_token"]
        tokens = [self.seat(match, name)["seat_token"] for name in ("Ada", "Bo")]
        self.post(f"matches/{match}/start", token=host)
        turn = self.get(f"matches/{match}")["turn"]
        return f"/matches/{match}#seat={turn}&token={tokens[turn]}"

    def two_people(self, asked=None, **terms):
        """A running match of Schiefer between Ada and Bo, and their tokens; `asked` has to answer first."""
        opened = self.post("matches", {"game": "schiefer", "seats": 2, "rated": False} | terms)
        match, host = opened["match"], opened["host_token"]
        tokens = [self.seat(match, name, token=host)["seat_token"] for name in ("Ada", "Bo")]
        self.post(f"matches/{match}/start", token=host)
        while asked not in (None, turn := self.get(f"matches/{match}", tokens[0])["turn"]):
            self.play(match, tokens[turn])
        return match, tokens

    def play(self, match, token):
        """One answer by API, the first that is offered."""
        offered = self.get(f"matches/{match}/commands")
        return self.post(f"matches/{match}/commands", offered["commands"][0]["command"], token)

    def until(self, fact):
        end = time.monotonic() + PATIENCE
        while not (seen := fact()):
            assert time.monotonic() < end, self.workers.said()[-3000:]
            time.sleep(0.05)
        return seen

"""What the tools need of HTTP: one call, its JSON, and a refusal in words."""

from __future__ import annotations

import json
import secrets
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

INSTANCE_PATIENCE: Final = 60  # seconds; longer than any call may wait


class Refused(Exception):  # noqa: N818  it is an answer
    """The server refused, and why."""


class ApiClient:
    def __init__(self, url: str, lang: str = "en") -> None:
        self.url = url
        self.lang = lang

    def get(self, path: str, token: str | None = None) -> dict[str, Any]:
        return self.send("GET", path, token=token)

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str | None = None,
        **headers: str,
    ) -> dict[str, Any]:
        """Send a write with a key, so that a proxy that repeats it does nothing twice."""
        request = Request(self.url + path, method=method)  # noqa: S310  the command looks at the address
        request.add_header("Accept-Language", self.lang)
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if method != "GET":
            request.add_header("Idempotency-Key", secrets.token_hex(16))
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        return fetch_answer(request)


def fetch_answer(request: Request) -> dict[str, Any]:
    try:
        with urlopen(request, timeout=INSTANCE_PATIENCE) as answer:  # noqa: S310  see above
            said: dict[str, Any] = json.load(answer)
    except HTTPError as refusal:
        raise Refused(word_refusal(refusal)) from None
    except (URLError, TimeoutError, ValueError) as failure:
        raise Refused(f"The server does not answer: {getattr(failure, 'reason', failure)}.") from None
    return said


def word_refusal(refusal: HTTPError) -> str:
    try:
        problem: dict[str, Any] = json.load(refusal)
    except ValueError:
        return f"The server answered {refusal.code}."
    told = [problem.get("title"), problem.get("detail"), problem.get("words")]
    named = [f"{name} {problem[name]}" for name in ("code", "reason", "rule") if problem.get(name)]
    return f"{' – '.join(str(part) for part in told if part)} ({', '.join(named)})"

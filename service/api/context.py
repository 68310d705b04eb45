"""The context of a request: who calls, in which language, on which version, with which key and body."""

from __future__ import annotations

import hashlib
import re
import socket
from functools import cache, lru_cache
from typing import Annotated, Any, Final

import msgspec
from flask import Request as HttpRequest
from marshmallow import Schema

from events.codec import encode
from events.entry import make_cause
from games.catalogue import GAMES
from games.kernel import Command
from service.api import body
from service.api.answers import JSON, TAG_OF_MATCH, preferred_language
from service.api.body import Reservation
from service.api.budgets import CALLER, Caller
from service.api.operation import Operation
from service.api.problems import NotAcceptable, TooManyEntries, TooMuchWritten
from service.api.schemas.kit import Nothing
from service.api.schemas.queries import MOST_COMMANDS
from service.api.services import Services
from service.matches.handler import Matches, Request
from service.problem_detail import Detail
from service.problems import ClientUnknown, Malformed, Problem, TokenMissing, TokenUnknown, UnknownMatch
from service.queries.positions import load_newest
from service.tokens import AdminToken, is_same, keyed_cause, read_bearer

SHORTEST_SECRET_KEY: Final = 16
SHORT_BODY: Final = 256

_TOKENS: Final = re.compile(r"[A-Za-z0-9_-]{1,200}(?: *, *[A-Za-z0-9_-]{1,200}){0,49}")
_MATCH: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_KEY: Final = re.compile(r"[!-~]{1,200}")
_RANDOM: Final = re.compile(r"[0-9A-Fa-f]{32}")  # in a key, such as a UUID: nobody comes upon it by guessing
_CLIENT: Final = re.compile(r"gbk_[0-9a-f]{64}")
_TAG: Final = re.compile(TAG_OF_MATCH)


@cache
def batch_type(command_type: Any) -> Any:
    """Return the type of a batch of commands, whose length is checked as well."""
    return Annotated[list[command_type], msgspec.Meta(min_length=1, max_length=MOST_COMMANDS)]


def decode_commands(raw: bytes, command_type: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """Return the parsed JSON, the commands in it, and whether they were listed."""
    parsed = body.parse_json(raw)
    if isinstance(parsed, list):
        return parsed, tuple(body.decode_typed(raw, batch_type(command_type))), True
    return parsed, (body.decode_typed(raw, command_type),), False


recall_commands: Final = lru_cache(4096)(decode_commands)  # short ones come again; nothing changes them


class RequestContext:
    """The context of one request: complete, body included, before its view runs."""

    def __init__(self, services: Services, operation: Operation, http: HttpRequest) -> None:
        self.services = services
        self.operation = operation
        self.http = http
        self._environ = http.environ
        self.query = self._query()
        self.body: dict[str, Any] = {}  # where the operation has a schema for it
        self.commands: tuple[Command, ...] = ()  # where it takes commands of a game,
        self.many = False  # as an array
        self._parsed: Any = None  # the body as JSON, for the fingerprint
        self._check_accept()

    @property
    def matches(self) -> Matches:
        return self.services.matches

    @property
    def token(self) -> str | None:
        header = self._environ.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        token = read_bearer(header)
        if token is None:
            raise TokenUnknown(Detail("bearer_wanted"))
        return self.recognise_admin(token)

    def recognise_admin(self, token: str) -> str:
        admin = self.services.config.admin_token
        return AdminToken(token) if admin is not None and is_same(token, admin) else token

    @property
    def by_admin(self) -> bool:
        return isinstance(self.token, AdminToken)

    def require_credentials(self) -> None:
        """Raise TokenMissing before anybody looks up what the call is about."""
        by_client = self.operation.access == "token_or_client" and "HTTP_X_CLIENT_KEY" in self._environ
        if not by_client and "HTTP_AUTHORIZATION" not in self._environ:
            raise TokenMissing(Detail("token_wanted"))

    def require_monitor(self) -> None:
        """Raise unless the token is that for monitors, where the operator has set one."""
        wanted = self.services.config.monitor_token
        if wanted is None:
            return
        if self.token is None:
            raise TokenMissing(Detail("monitor_token_wanted"))
        if not is_same(self.token, wanted):
            raise TokenUnknown(Detail("monitor_token_other"))

    @property
    def tokens(self) -> list[str]:
        """Return the tokens of several matches."""
        more: str | None = self._environ.get("HTTP_X_MATCH_TOKENS")
        own = [] if self.token is None else [self.token]
        if more is None:
            return own
        if _TOKENS.fullmatch(more) is None:
            raise TokenUnknown(Detail("tokens_unreadable"))
        return own + re.split(r" *, *", more)

    @property
    def client_key(self) -> str | None:
        """Return the key of the application that vouches for its players."""
        key: str | None = self._environ.get("HTTP_X_CLIENT_KEY")
        if key is not None and _CLIENT.fullmatch(key) is None:
            raise ClientUnknown(Detail("client_key_malformed"))
        return key

    @property
    def connection(self) -> socket.socket | None:
        """Return the client's socket, where the server hands it on."""
        found: socket.socket | None = self._environ.get("gunicorn.socket")
        return found

    @property
    def lang(self) -> str:
        return preferred_language()

    def wants(self, media_type: str) -> bool:
        return self.http.accept_mimetypes.best_match(self.operation.media_types) == media_type

    def read_body(self, schema: type[Schema]) -> None:
        """Read the body as the schema of the operation has it; all of it may be left out at times."""
        raw = self._read_json()
        self._parsed = body.parse_json(raw) if raw else {}
        self.body = body.check_schema(self._parsed, schema)

    def read_commands(self, match: str) -> None:
        """Read the body as commands of the match's game.

        Only who may see the match is told that its game has no such command; a good one costs no look.
        """
        try:
            command_type = GAMES[self.matches.game_of(match)].command_type
            raw = self._read_json()
            read = recall_commands if len(raw) <= SHORT_BODY else decode_commands
            self._parsed, self.commands, self.many = read(raw, command_type)
            if self.many:  # as if each had come alone
                self.caller.count_requests(len(self.commands) - 1)
        except Problem:
            load_newest(self.matches, match, self.token)
            raise

    def _read_json(self) -> bytes:
        """Return the bytes of the body; a large one counts as several requests."""
        raw = body.read_json_body(self.reserve_memory())
        if len(raw) >= body.COUNTED_BYTES:
            self.caller.count_requests(len(raw) // body.COUNTED_BYTES)
        return raw

    def request(self) -> Request:
        """Return what a use case must know besides its own input; refuse callers who write too much."""
        if self.operation.writes != "nothing":
            require_write_budget(self.caller)
        key = self._key()
        return Request(
            token=self.token,
            cause=None if key is None else self._cause_of(key),
            fingerprint="" if key is None else self._fingerprint(),
            if_match=self._pinned(),
        )

    def reserve_memory(self, *, file: bool = False) -> Reservation:
        return Reservation(self.services.body_memory, self.caller.address, file=file)

    @property
    def caller(self) -> Caller:
        caller: Caller = self._environ[CALLER]
        return caller

    def _key(self) -> str | None:
        key: str | None = self._environ.get("HTTP_IDEMPOTENCY_KEY")
        if key is None:
            return None
        check_key(key)
        if self.operation.hands_out_token and len(key) < SHORTEST_SECRET_KEY:
            raise Malformed(Detail("idempotency_key_guessable", {"length": SHORTEST_SECRET_KEY}))
        return key

    def _cause_of(self, key: str) -> str:
        """Make it of more than the log tells, where whoever guesses the key would be handed a token."""
        scope = self.scope_of(self.token)
        in_no_log = self.operation.writes == "beside" and scope  # and made of a token besides
        if in_no_log or not self.operation.hands_out_token:
            return make_cause(scope, key)
        by_client = "HTTP_X_CLIENT_KEY" in self._environ
        address = "" if by_client or _RANDOM.search(key.replace("-", "")) else self.caller.address
        return keyed_cause(self.matches.secret, scope, address, key)

    def scope_of(self, token: str | None) -> str:
        """Return the scope of a key: two players or applications may choose the same one."""
        client = self._environ.get("HTTP_X_CLIENT_KEY")
        return (token or "") if client is None else f"{token or ''}\n{client}"

    def _fingerprint(self) -> str:
        return fingerprint_of(self.operation.method, self.http.path, self._parsed)

    def _query(self) -> dict[str, Any]:
        schema = self.operation.query or Nothing
        if self.operation.is_page or not self._environ.get("QUERY_STRING"):
            return {**body.read_empty_query(schema)}
        parameters = {}
        for name, values in self.http.args.lists():
            if len(values) > 1:
                raise body.describe_unfit_query({name: Detail("given_twice")})
            parameters[name] = values[0]
        return body.check_query(parameters, schema)

    def _pinned(self) -> tuple[int, str] | None:
        header = self._environ.get("HTTP_IF_MATCH")
        if header is None or header == "*":
            return None
        tag = _TAG.fullmatch(header.strip())
        if tag is None:
            raise Malformed(Detail("if_match_unreadable"))
        return int(tag[1]), tag[2]

    def _check_accept(self) -> None:
        header = self._environ.get("HTTP_ACCEPT", "*/*")
        media_types = self.operation.media_types
        if "*/*" in header or (header == JSON and JSON in media_types):
            return  # what nearly everyone sends, without a parser
        if not self.http.accept_mimetypes.best_match((*media_types, "application/problem+json")):
            raise NotAcceptable(Detail("media_types", {"types": list(media_types)}))


def check_match_id(match: str) -> None:
    if _MATCH.fullmatch(match) is None:
        raise UnknownMatch(Detail("match_id_malformed"))


def require_write_budget(caller: Caller) -> None:
    caller.require(TooManyEntries)
    caller.require(TooMuchWritten)


def check_key(key: str) -> None:
    if _KEY.fullmatch(key) is None:
        raise Malformed(Detail("idempotency_key_unreadable"))


def fingerprint_of(method: str, path: str, parsed: Any) -> str:
    """Return a digest of a request, independent of how its JSON was formatted."""
    return hashlib.sha256(f"{method} {path}\n".encode() + encode(parsed)).hexdigest()[:32]

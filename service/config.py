"""The one configuration: environment variables, which options of the command line may override.

A process started by the supervisor gets the same variables (`Config.as_environment`), so all of them agree.
"""

import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from service.files import write_once
from service.startup_errors import ConfigError

HOME = Path(__file__).resolve().parent.parent
CLUSTER_PARTITIONS = 64  # written into the book at the first start; more than a cluster has servers
SHORTEST_TOKEN = 32
SHORTEST_SECRET = 32
LONGEST_OF_SOCKETS = 90  # bytes; the path of a socket may have 107
WEBHOOK_ADDRESSES = ("https", "http", "loopback")
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Config:
    """What the environment says; every field is the variable of the same name in capitals."""

    host: str = "127.0.0.1"
    port: int = 8080
    data: Path = HOME / "data"
    redis_url: str | None = None  # without one, `up` starts its own server below `data`
    redis_cluster_url: str | None = None  # instead of redis_url: any server of a Redis Cluster
    rq_redis_url: str | None = (
        None  # without one, the next database of the book's server; `up` starts another
    )
    partitions: int = 1
    web_workers: int = min(2, os.cpu_count() or 1)
    web_sockets: Path | None = None  # folder in which each web process listens at a socket of its own as well
    job_workers: int = 2
    largest_import: int = 8  # MiB of a file to be imported or verified
    token_limit: int = 3_000  # requests a minute with one token; 0, here and below: no limit
    address_limit: int = 12_000  # and from one address
    matches_limit: int = 200  # open or running matches that one address has opened
    openings_limit: int = 1_000  # matches opened in an hour, by one token or from one address
    entries_limit: int = 12_000  # entries a minute, by one token or from one address, as do the limits below
    written_limit: int = 32  # MiB of entries a minute
    import_limit: int = 64  # MiB of files a minute, to be imported or verified
    audit_limit: int = 30  # seconds of processor time a minute, to check books
    thinking_limit: int = 120  # seconds a minute that bots think in matches which one address has opened
    streams_limit: int = 200  # live streams and long polls at once
    connections_limit: int = 400  # connections of one address at once
    verifiers: int = 1  # files and books that each web process has verified at the same time
    verifier_seconds: int = 60  # of processor time that one may take
    verifier_memory: int = 256  # MiB that one may take
    bodies_limit: int = 64  # MiB of bodies on their way into one process
    lobby_days: int = 7  # until a match that nobody starts ends; 0: never
    admin_token: str | None = field(default=None, repr=False)  # may read every match; None: there is no admin
    monitor_token: str | None = field(default=None, repr=False)  # None: anyone may read figures and readiness
    open_clients: int = 0  # 1: anyone may register a client application
    proxies: int = 0  # how many of ours stand in front of the API and name the client in X-Forwarded-For
    cors_origins: tuple[str, ...] = ("*",)  # safe for all: tokens travel in a header, there are no cookies
    log_level: str = "info"
    webhook_addresses: str = "https"  # "http": without TLS as well; "loopback": this machine, for development

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ, **overrides: Any) -> "Config":
        """Overrides are options of the command line; `None` means not given."""
        found: dict[str, Any] = {
            name: READERS[name](name.upper(), environ[name.upper()])
            for name in READERS
            if environ.get(name.upper(), "") != ""
        }
        for name, value in overrides.items():
            if value is not None:
                found[name] = READERS[name](f"--{name.replace('_', '-')}", str(value))
        if "redis_cluster_url" in found:
            found = {"partitions": CLUSTER_PARTITIONS} | found
        return cls(**found)

    def as_environment(self) -> dict[str, str]:
        values = {known.name.upper(): getattr(self, known.name) for known in fields(self)}
        values["CORS_ORIGINS"] = ",".join(self.cors_origins)
        return {name: str(value) for name, value in values.items() if value is not None}

    @property
    def book_url(self) -> str:
        if self.redis_url is None:
            raise ConfigError("REDIS_URL is not set. Set it, or let `./grubenbuch up` start its own server.")
        return self.redis_url

    @property
    def keeps_own_book(self) -> bool:
        """On a server below the data directory."""
        return self.redis_url is None and self.redis_cluster_url is None

    @property
    def keeps_own_queue(self) -> bool:
        """As in `up` when no server is named: one for the book, one for the queue."""
        return not (self.redis_url or self.redis_cluster_url or self.rq_redis_url)

    @property
    def queue_url(self) -> str:
        if self.redis_cluster_url is not None and self.rq_redis_url is None:
            raise ConfigError("RQ_REDIS_URL is not set. Queues need a server of their own beside a cluster.")
        return self.rq_redis_url or next_database(self.book_url)

    @property
    def secret(self) -> bytes:
        """Return the server's own key: GRUBENBUCH_SECRET, else made once and stored in `data/secret`."""
        return server_secret(self.data, os.environ.get("GRUBENBUCH_SECRET"))


def known_secret(data: Path, given: str | None) -> bytes | None:
    """Return the server's own key if there is one by now; make none."""
    return server_secret(data, given) if given or (data / "secret").exists() else None


def server_secret(data: Path, given: str | None) -> bytes:
    """Return the server's own key, from which secrets are derived; make it once where none is given."""
    if given:
        if len(given) < SHORTEST_SECRET:
            raise ConfigError(f"GRUBENBUCH_SECRET must have at least {SHORTEST_SECRET} characters.")
        return given.encode()
    path = data / "secret"
    if not path.exists():
        write_once(path, secrets.token_hex(32) + "\n")
    kept = path.read_text().strip()
    if len(kept) < SHORTEST_SECRET:
        raise ConfigError(f"{path} is damaged: it holds {len(kept)} characters. Restore it from a backup.")
    return kept.encode()


def whole_number_between(lowest: int, highest: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not text.strip().isdecimal() or not lowest <= int(text) <= highest:
            raise ConfigError(f"{name} must be a whole number from {lowest} to {highest}, not {text!r}.")
        return int(text)

    return read


def redis_address(name: str, text: str) -> str:
    wanted = f"{name} must look like redis://host:6379/0, rediss://… or unix:///path?db=0"
    try:
        address = urlsplit(text)
        database_of(text)
    except ValueError:
        raise ConfigError(f"{wanted}.") from None
    if address.scheme not in ("redis", "rediss", "unix"):  # the text may contain a password: never shown
        raise ConfigError(f"{wanted}, not {address.scheme or 'an address without a scheme'}.")
    return text


def cluster_address(name: str, text: str) -> str:
    address = redis_address(name, text)
    if address.startswith("unix:") or database_of(address):
        raise ConfigError(
            f"{name} must look like redis://host:6379: a cluster has no sockets and one database."
        )
    return address


def secret_token(name: str, text: str) -> str:
    """Never shown, not even when it is refused."""
    if len(text) < SHORTEST_TOKEN or re.fullmatch(r"[A-Za-z0-9._~+/=-]{1,200}", text) is None:
        raise ConfigError(
            f"{name} must have {SHORTEST_TOKEN} to 200 letters and digits, like `openssl rand -hex 32` makes."
        )
    return text


def origins(name: str, text: str) -> tuple[str, ...]:
    listed = tuple(origin.strip().rstrip("/") for origin in text.split(",") if origin.strip())
    for origin in listed:
        address = urlsplit(origin)
        if origin != "*" and (address.scheme not in ("http", "https") or not address.netloc or address.path):
            raise ConfigError(f"{name} must be * or origins like https://example.org, not {origin!r}.")
    return listed


def one_of(*words: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text.lower() not in words:
            raise ConfigError(f"{name} must be one of {', '.join(words)}, not {text!r}.")
        return text.lower()

    return read


def address_to_listen_on(name: str, text: str) -> str:
    if not text.strip() or any(letter in text for letter in " /\n"):
        raise ConfigError(f"{name} must be a host name or an address like 127.0.0.1, not {text!r}.")
    return text


def directory(name: str, text: str) -> Path:
    path = Path(text).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise ConfigError(f"{name} must be a directory, {path} is none.")
    return path


def directory_of_sockets(name: str, text: str) -> Path:
    path = directory(name, text)
    if len(os.fsencode(path)) > LONGEST_OF_SOCKETS:
        raise ConfigError(f"{name} must be a path of at most {LONGEST_OF_SOCKETS} bytes, not {text!r}.")
    return path


def database_of(url: str) -> int:
    address = urlsplit(url)
    named = parse_qs(address.query).get("db", [""])[0]
    return int(named or ("" if address.scheme == "unix" else address.path.strip("/")) or 0)


def next_database(url: str) -> str:
    place, _, asked = url.partition("?")
    query = {name: values[0] for name, values in parse_qs(asked).items()}
    return f"{place}?{urlencode(query | {'db': str(database_of(url) + 1)})}"


READERS: Mapping[str, Callable[[str, str], Any]] = {
    "host": address_to_listen_on,
    "port": whole_number_between(1, 65535),
    "data": directory,
    "redis_url": redis_address,
    "redis_cluster_url": cluster_address,
    "rq_redis_url": redis_address,
    "partitions": whole_number_between(1, 1024),
    "web_workers": whole_number_between(1, 64),
    "web_sockets": directory_of_sockets,
    "job_workers": whole_number_between(1, 64),
    "largest_import": whole_number_between(1, 1024),
    "token_limit": whole_number_between(0, 10**9),
    "address_limit": whole_number_between(0, 10**9),
    "lobby_days": whole_number_between(0, 3650),
    "matches_limit": whole_number_between(0, 10**9),
    "openings_limit": whole_number_between(0, 10**9),
    "entries_limit": whole_number_between(0, 10**9),
    "written_limit": whole_number_between(0, 10**6),
    "import_limit": whole_number_between(0, 10**6),
    "audit_limit": whole_number_between(0, 10**6),
    "thinking_limit": whole_number_between(0, 10**6),
    "streams_limit": whole_number_between(0, 10**6),
    "connections_limit": whole_number_between(0, 10**6),
    "verifiers": whole_number_between(1, 64),
    "verifier_seconds": whole_number_between(1, 3600),
    "verifier_memory": whole_number_between(16, 65536),
    "bodies_limit": whole_number_between(0, 10**6),
    "admin_token": secret_token,
    "monitor_token": secret_token,
    "open_clients": whole_number_between(0, 1),
    "proxies": whole_number_between(0, 16),
    "cors_origins": origins,
    "log_level": one_of(*LOG_LEVELS),
    "webhook_addresses": one_of(*WEBHOOK_ADDRESSES),
}

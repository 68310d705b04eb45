"""The server's own key: with it one can derive what only this server can know."""

import secrets
from pathlib import Path

from service.files import write_once
from service.startup_errors import ConfigError

SHORTEST = 32


def known_secret(data: Path, given: str | None) -> bytes | None:
    """Return the key if there is one by now; make none."""
    return server_secret(data, given) if given or (data / "secret").exists() else None


def server_secret(data: Path, given: str | None) -> bytes:
    if given:
        if len(given) < SHORTEST:
            raise ConfigError(f"GRUBENBUCH_SECRET must have at least {SHORTEST} characters.")
        return given.encode()
    path = data / "secret"
    if not path.exists():
        write_once(path, secrets.token_hex(32) + "\n")
    kept = path.read_text().strip()
    if len(kept) < SHORTEST:
        raise ConfigError(f"{path} is damaged: it holds {len(kept)} characters. Restore it from a backup.")
    return kept.encode()

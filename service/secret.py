"""The server's own key: whoever has it can derive what only this server can know."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from service.errors import ConfigError

SHORTEST = 32


def server_secret(data: Path, given: str | None) -> bytes:
    if given:
        if len(given) < SHORTEST:
            raise ConfigError(f"GRUBENBUCH_SECRET must have at least {SHORTEST} characters.")
        return given.encode()
    path = data / "secret"
    if not path.exists():
        _write_once(path)
    kept = path.read_text().strip()
    if len(kept) < SHORTEST:
        raise ConfigError(f"{path} is damaged: it holds {len(kept)} characters. Restore it from a backup.")
    return kept.encode()


def _write_once(path: Path) -> None:
    """The first of two processes wins: linking fails where a file is, and shows a whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".secret-") as draft:  # mode 0600
        draft.write(secrets.token_hex(32) + "\n")
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft.name)

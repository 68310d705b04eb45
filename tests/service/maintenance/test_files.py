"""The key of the server and the archive, which are files beside the book."""

import pytest

from service.config import Config
from service.host.book_access import reach_book
from service.host.data_dir import MARKER, claim_directory
from service.maintenance.backup import back_up, restore
from service.startup_errors import DataError
from service.store import ARCHIVE
from support.api.backups import lying, silent


def test_the_key_of_the_server_and_the_archive_come_along(server, config, file, tmp_path):
    (config.data / ARCHIVE / "ab").mkdir(parents=True)
    (config.data / "secret").write_text("k" * 64)
    (config.data / ARCHIVE / "ab" / "m.gb").write_bytes(b"packed")
    (config.data / "logs").mkdir()
    (config.data / "logs" / "api.log").write_text("nobody needs this")
    back_up(config, file, silent)

    restored = tmp_path / "elsewhere"
    restore(Config(data=restored), file, silent, replace=False)

    assert (restored / "secret").read_text() == "k" * 64
    assert (restored / ARCHIVE / "ab" / "m.gb").read_bytes() == b"packed"
    assert not (restored / "logs").exists()
    for path in (file, restored / "secret"):
        assert path.stat().st_mode & 0o077 == 0


def test_a_restore_puts_a_whole_key_and_archive_in_the_place_of_others(archived, file, tmp_path):
    own = Config(data=tmp_path / "own")
    restore(own, file, silent, replace=False)
    first, second = sorted(own.data.glob("archive/*/*.book.xz"))
    damaged, late = first.read_bytes()[:-9], own.data / ARCHIVE / "00" / "late.book.xz"
    first.write_bytes(damaged)
    second.unlink()
    late.parent.mkdir(exist_ok=True)
    late.write_bytes(b"of a match that ended after the backup")
    (own.data / "secret").write_text("f" * 64)

    restore(own, file, silent, replace=True)

    assert lying(own.data) == archived
    (aside,) = own.data.glob("archive.before-*")
    assert (aside / first.relative_to(own.data / ARCHIVE)).read_bytes() == damaged
    assert (aside / "00" / "late.book.xz").exists()
    assert [path.read_text() for path in own.data.glob("secret.before-*")] == ["f" * 64]
    with reach_book(own):  # the directory is still one of ours
        pass


def test_damaged_and_missing_files_are_put_right_without_a_word(server, config, archived, file):
    """The archive of a server of one's own: only its disk was damaged, the server is empty."""
    first, second = sorted(config.data.glob("archive/*/*.book.xz"))
    first.write_bytes(first.read_bytes()[:-9])
    second.unlink()
    (config.data / "secret").write_text("")
    with server.client() as client:
        client.flushdb()

    restore(config, file, silent, replace=False)

    assert lying(config.data) == archived
    assert not list(config.data.glob("*.before-*"))


@pytest.mark.parametrize("name", ["secret", "archive/00/late.book.xz"])
def test_a_key_or_an_archive_of_others_is_not_mixed_with_a_backup(server, config, archived, file, name):
    with server.client() as client:
        client.flushdb()
        other = config.data / name
        other.parent.mkdir(exist_ok=True)
        other.write_text("o" * 64)

        with pytest.raises(
            DataError, match=f"1 files .* not those of the backup: {name}. Nothing was touched"
        ):
            restore(config, file, silent, replace=False)

        assert client.dbsize() == 0
    assert lying(config.data) == archived | {name: b"o" * 64}


def test_up_takes_a_directory_that_began_with_a_restore_into_a_server(server, archived, file, tmp_path):
    own = Config(redis_url=server.url, data=tmp_path / "own")
    for _ in range(2):
        restore(own, file, silent, replace=True)
    assert len(list(own.data.glob("archive.before-*"))) == 1
    with claim_directory(own.data):
        assert (own.data / MARKER).exists()


def test_a_key_stays_where_the_backup_has_none(server, config, file, tmp_path):
    back_up(config, file, silent)
    own = Config(data=tmp_path / "own")
    own.data.mkdir()
    (own.data / "secret").write_text("k" * 64)
    for replace in (False, True):
        restore(own, file, silent, replace=replace)
        assert (own.data / "secret").read_text() == "k" * 64

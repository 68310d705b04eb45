"""What lies in the data directory is for its owner alone."""

import os
import stat
from pathlib import Path

import pytest

from service.host.data_dir import claim_directory
from service.host.supervisor import Child, Spec, rotate_logs
from service.startup_errors import DataError
from support.servers.patience import PATIENCE


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def generous_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_new_directory_and_its_logs_are_for_the_owner(tmp_path, generous_umask):
    data = tmp_path / "data"
    with claim_directory(data):
        rotate_logs(data / "logs")
        child = Child(Spec("worker-1", ("/bin/true",)), data / "logs")
        child.start()
        child.process.wait(PATIENCE)

    assert [mode_of(path) for path in (data, data / "logs", child.log)] == [0o700, 0o700, 0o600]


def test_a_directory_that_was_open_is_closed(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o2755)
    with claim_directory(data):
        assert mode_of(data) & 0o777 == 0o700


def test_logs_of_earlier_days_are_closed_too(tmp_path):
    for name in ("api.log", "api.log.1"):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(0o644)
    rotate_logs(tmp_path)

    assert [mode_of(tmp_path / name) for name in ("api.log", "api.log.1")] == [0o600, 0o600]


def test_a_directory_that_cannot_be_closed_is_refused(tmp_path, monkeypatch):
    def not_ours(*_):
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o750)
    monkeypatch.setattr(Path, "chmod", not_ours)
    with pytest.raises(DataError, match="open to others"), claim_directory(tmp_path):
        pass


def test_a_directory_that_is_not_ours_is_not_touched(tmp_path):
    (tmp_path / "letters").write_text("x")
    tmp_path.chmod(0o755)
    with pytest.raises(DataError), claim_directory(tmp_path):
        pass

    assert mode_of(tmp_path) == 0o755

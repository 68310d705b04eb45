import pytest

from support.games import golden


@pytest.mark.parametrize("path", golden.histories(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_history_folds_to_the_table_it_ended_at(path):
    golden.check(golden.load(path))

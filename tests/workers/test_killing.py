"""The short version of the kill matrix: everything is killed at least once, nothing is lost or done twice."""

from support.servers import kill_matrix


def test_matches_sheets_ratings_and_deliveries_outlive_every_process():
    found = kill_matrix.run_kills(matches=8, seed=3, every=0.4, kills=6)

    assert len(found["kills"]) == 6

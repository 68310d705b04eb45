"""The boards that are built in: matches name their hashes, so none of them ever changes."""

import pytest

from games.catalogue import GAMES
from games.kernel.editions.admission import misprints
from games.kernel.editions.changes import apply_changes, differences
from games.kernel.editions.documents import canonical_form, read_canonical
from games.kernel.editions.paths import data_in, find_datum
from support.games.corrected import CHANGES, corrected_document

DIGESTS = {
    "schiefer": "c0053c403e281c4dc7d9193fe4838470e26de2e8878212048d9bc5c3594b200f",
    "ruhrschifffahrt": "95c5e0ccc7e0b7e4e0020d20c02409a9cd47c68e8ae48c9e911f6cf18006a48c",
    "schichtwechsel": "d2af4dbb55a6d94673748bb4a06d291a25e143611533eab2bb018f34509e599b",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_built_in_board_is_the_one_that_matches_name(game):
    editions = GAMES[game].editions
    assert (editions.default, editions.imprint(editions.default).digest) == ("reconstructed-1", DIGESTS[game])


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_every_check_under_another_name_and_not_under_its_own(game):
    built_in = GAMES[game].editions.built_in
    assert list(misprints(GAMES[game], built_in | {"edition": "same"})) == []
    assert [found.path for found in misprints(GAMES[game], built_in)] == ["/edition"]


@pytest.mark.parametrize("game", GAMES)
def test_the_canonical_form_is_read_back_and_nothing_else_is(game):
    built_in = GAMES[game].editions.built_in
    canonical = canonical_form(built_in)
    assert read_canonical(canonical) == built_in
    with pytest.raises(ValueError, match="canonical"):
        read_canonical(canonical.replace(b":", b": ", 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_datum_is_found_by_its_path(game):
    built_in = GAMES[game].editions.built_in
    for path, value in data_in(built_in):
        assert find_datum(built_in, path) == value


@pytest.mark.parametrize("game", GAMES)
def test_a_difference_names_what_was_changed_and_leads_back(game):
    built_in, corrected = GAMES[game].editions.built_in, corrected_document(game)
    assert list(differences(built_in, built_in)) == []
    changed = {difference.path[0] for difference in differences(built_in, corrected)}
    assert changed == CHANGES[game].keys() | {"edition"}
    back = {group: built_in[group] for group in CHANGES[game]}
    again = (
        corrected | {group: apply_changes({}, back[group]) for group in back} | {"edition": "reconstructed-1"}
    )
    assert list(differences(built_in, again)) == []

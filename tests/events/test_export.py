"""A match as a file: the same bytes again, and no byte changes unnoticed."""

from random import Random

import pytest

from events.export import BOOK_FORMAT, encode_lines, export_book, header_of
from events.verify import BookDamaged, read_book
from support.api import books


@pytest.fixture(scope="module")
def small():
    return books.file_of(books.begin_book(answers=1))


def damage(raw):
    with pytest.raises(BookDamaged) as found:
        read_book(raw)
    return found.value


def place(raw, position):
    """The entry a byte belongs to, its newline included; None for the header."""
    return raw.count(b"\n", 0, position) or None


def changed(raw, position, byte):
    return raw[:position] + bytes([byte]) + raw[position + 1 :]


def other_bytes(byte):
    return {byte ^ 1, byte ^ 0x20, byte ^ 0x80, ord("\n"), ord(" "), ord("0"), ord('"')} - {byte}


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_what_is_written_is_read_again(game):
    entries = books.play_book(game)

    book = read_book(books.file_of(entries))

    assert book.entries == entries
    assert export_book(list(book.entries)) == books.file_of(entries)
    assert (book.header.game, book.header.entries) == (game, len(entries))


def test_the_header_says_what_the_entries_say():
    entries = books.begin_book()

    header = header_of(entries[0], len(entries), entries[-1].hash)

    assert (header.format, header.game, header.rules) == (BOOK_FORMAT, "schiefer", "schiefer/1")
    assert (header.edition, header.head) == ("reconstructed-1", entries[-1].hash)
    assert b"".join(encode_lines(header, entries)) == books.file_of(entries)


def test_every_changed_byte_of_a_file_is_found_in_its_place(small):
    for position, byte in enumerate(small):
        for other in other_bytes(byte):
            assert damage(changed(small, position, other)).entry == place(small, position), position


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_any_changed_byte_of_a_long_file_is_found_in_its_place(game):
    raw, random = books.file_of(books.lively(game)), Random(7)
    for position in random.sample(range(len(raw)), 60):
        other = random.choice(sorted(other_bytes(raw[position])))
        assert damage(changed(raw, position, other)).entry == place(raw, position), position


def test_every_byte_that_is_left_out_or_put_in_is_found(small):
    for position in range(len(small)):
        without = small[:position] + small[position + 1 :]
        # Of two equal bytes beside each other nobody can say which one is gone.
        assert damage(without).entry == place(small, position)
        assert damage(small[:position] + b" " + small[position:]).entry == place(small, position)


def test_a_file_that_was_cut_names_the_first_missing_entry(small):
    lines = small.splitlines(keepends=True)
    for kept in range(1, len(lines)):
        found = damage(b"".join(lines[:kept]))
        assert (found.check, found.entry) == ("file", kept)
        assert len(found.sound) == kept - 1


def test_what_comes_after_the_last_entry_is_found():
    entries = books.begin_book(answers=3)
    header = header_of(entries[0], 4, entries[3].hash)

    assert damage(b"".join(encode_lines(header, entries))).entry == 5


@pytest.mark.parametrize("raw", [b"", b"\n", b"{}", b"{}\n", b"[" * 100_000, b"\xff\n", b"null\n"])
def test_what_is_no_file_of_ours_is_told_at_its_first_line(raw):
    found = damage(raw)

    assert (found.check, found.entry) == ("file", None)


def header_with(small, **said):
    first, *lines = small.splitlines(keepends=True)
    for name, value in said.items():
        assert name.encode() in first
        header = header_of(books.begin_book(answers=1)[0], 1, "")
        first = first.replace(b'"%s"' % getattr(header, name).encode(), b'"%s"' % value.encode())
    return b"".join([first, *lines])


@pytest.mark.parametrize(
    "said", [{"format": "grubenbuch/2"}, {"game": "chess"}, {"match": "../x"}, {"rules": "schiefer/2"}]
)
def test_a_header_that_says_otherwise_is_wrong(small, said):
    assert damage(header_with(small, **said)).entry is None


class TestChain:
    """A file whose lines are each as they should be."""

    def told(self, entries):
        found = damage(export_book(entries))
        return found.check, found.entry

    def test_swapped_entries_do_not_follow(self):
        entries = list(books.begin_book())
        entries[3:5] = entries[4], entries[3]
        assert self.told(entries) == ("chain", 4)

    def test_a_left_out_entry_is_missed(self):
        entries = list(books.begin_book())
        del entries[4]
        assert self.told(entries) == ("chain", 5)

    def test_a_request_is_carried_out_once(self):
        entries = books.plain(books.begin_book())
        entries[3]["cause"] = entries[5]["cause"] = "the same"
        assert self.told(books.reseal(entries)) == ("chain", 6)

    @pytest.mark.parametrize("at", [0, -1, 1 << 53])
    def test_time_never_runs_backwards_and_ends_where_languages_disagree(self, at):
        entries = books.plain(books.begin_book())
        entries[4]["at"] = at
        assert self.told(books.reseal(entries)) == ("chain", 5)

    def test_a_book_opens_a_match(self):
        entries = books.plain(books.begin_book())
        entries[0]["events"] = []
        with pytest.raises(IndexError):
            export_book(books.reseal(entries))
        raw = books.file_of(books.begin_book())
        header = raw.splitlines(keepends=True)[0]
        lines = encode_lines(header_of(books.begin_book()[0], 7, ""), books.reseal(entries))
        assert damage(header + b"".join(list(lines)[1:])).entry == 1

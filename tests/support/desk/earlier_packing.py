"""Objects as earlier versions packed them: deflated, with the first books of phrases."""

import zlib

from events.redis_book.phrases import DEFLATE_WINDOW, load_phrases


def deflate(value, number):
    """With the book of that number; no cause is lifted out."""
    packer = zlib.compressobj(6, zlib.DEFLATED, DEFLATE_WINDOW, 5, 0, load_phrases(number))
    return bytes([255, number]) + packer.compress(value) + packer.flush()


def deflate_without_cause(cause, value, number):
    """The digest goes ahead; its place in the value is told by `=`."""
    return bytes([255, number + 64]) + cause + deflate(value, number)[2:]

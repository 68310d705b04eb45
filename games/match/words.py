"""The words of the match, loaded once."""

from pathlib import Path
from typing import Final

from games.kernel.words import load_words

WORDS: Final = load_words(Path(__file__).with_name("words.yaml"))

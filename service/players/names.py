"""The names that people and clients give themselves: to be seen, and to be taken for nobody else.

A name is kept as NFKC has it, trimmed and with single spaces. What cannot be seen is refused: a reader would
take two names for one. So is what can be mistaken: letters of several scripts in one name, and the names by
which the server calls bots and empty seats.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, get_args

from games.match.state import MindName
from service.matches.records.people import LONGEST_NAME
from service.problem_detail import Detail
from service.problems import NameMistakable, NameUnreadable

SEAT_NAMES: Final = {"en": "Seat {}", "de": "Platz {}"}  # people count from one

# Unicode calls these letters, marks or symbols, and yet they look like nothing; see Default_Ignorable.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U00013441-\U00013446\U00016fe4\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Scripts that people write together, as the "highly restrictive" level of Unicode TS 39 has it.
_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
_SAME_SCRIPT: Final = {"KATAKANA-HIRAGANA": "KATAKANA", "IDEOGRAPHIC": "CJK"}

MOST_MARKS: Final = 4  # on one letter: no script needs more, and a pile of them covers its neighbours

# Letters of other scripts, or of phonetics, that look like plain Latin ones: they can spell whole names.
_LOOK_ALIKES: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝӏгвнкмт"
    "οαερτυνικβημχζ"
    "ɑɡᴀʙᴄᴅᴇɢʜᴍɴᴏʀꜱᴛʏ"
    "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴᎾᎤᏂᎩᏓᎶᎴᎹᎯᎦ"
    "ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ"
    "ⲁⲃⲥⲉⲏⲓⲕⲙⲛⲟⲣⲧⲩⲭ"
    "øıłđħŧ",
    "aeopcyxijshdqwlrbhkmt"
    "oaeptuvikbhmxz"
    "agabcdeghmnorsty"
    "drtiajewmhygzbrwsvslcpkdboohylgsmas"
    "bpddtgkjczfmnlsrvhwxyaeiou"
    "abcehikmnoptyx"
    "oildht",
)
_BESIDE_WORDS: Final = re.compile(r"[\W_]+")  # however a reserved name is spaced or dressed up
_SEATS: Final = [name.format("").strip().casefold() for name in SEAT_NAMES.values()]
_MINDS: Final = "|".join(get_args(MindName))
_RESERVED: Final = re.compile(
    "|".join((*(rf"{seat}\d+" for seat in _SEATS), rf"(?:bot)?(?:{_MINDS})(?:bot)?\d*", r"bot\d*"))
)
# A letter in place of the number, or a Roman one; without the gap it may be a name: Platzi.
_GAP: Final = r"[\W_]"
_SPACED_SEATS: Final = "|".join(f"{_GAP}*".join(seat) for seat in _SEATS)
_LIKE_A_SEAT: Final = re.compile(rf"{_GAP}*(?:{_SPACED_SEATS}){_GAP}+[ilovxszb|!\d]{{1,5}}{_GAP}*")
_PILE_OF_MARKS: Final = re.compile(f"M{{{MOST_MARKS + 1},}}")


def clean_name(text: str) -> str:
    """Return the name as it is stored and shown."""
    name = clean_line(text, "name", LONGEST_NAME)
    require_own_name(name)
    return name


def clean_line(text: str, called: str, longest: int) -> str:
    """Return a name, or a few words in any scripts; `called` is what problems call it."""
    line = " ".join(unicodedata.normalize("NFKC", text).split())
    if any(unicodedata.category(letter) in _UNSEEN for letter in line) or _BLANK.search(line):
        raise NameUnreadable(Detail("letter_unseen", {"called": f"called.{called}"}))
    if not any(
        unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "So" for letter in line
    ):
        raise NameUnreadable(Detail("letter_missing", {"called": f"called.{called}"}))
    if _PILE_OF_MARKS.search("".join(unicodedata.category(letter)[0] for letter in line)):
        raise NameUnreadable(Detail("marks_piled", {"called": f"called.{called}", "most": MOST_MARKS}))
    if len(line) > longest:
        raise NameUnreadable(Detail("line_too_long", {"called": f"called.{called}", "most": longest}))
    return line


def require_own_name(name: str) -> None:
    """Raise NameMistakable for a person or a client who could be taken for somebody else."""
    if not is_of_one_script(name):
        raise NameMistakable(Detail("scripts_mixed"))
    plain = strip_marks(name).casefold().translate(_LOOK_ALIKES)
    if _RESERVED.fullmatch(_BESIDE_WORDS.sub("", plain)) or _LIKE_A_SEAT.fullmatch(plain):
        raise NameMistakable(Detail("name_reserved"))


def strip_marks(name: str) -> str:
    """Return the letters alone: they are all that a hasty reader sees."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)
    )


def is_of_one_script(name: str) -> bool:
    scripts = {script_of(letter) for letter in name if unicodedata.category(letter)[0] == "L"} - {"MODIFIER"}
    return len(scripts) < 2 or any(scripts <= together for together in _TOGETHER)  # noqa: PLR2004  two are mixed


def script_of(letter: str) -> str:
    """Return the script: the first word of the letter's Unicode name."""
    word = unicodedata.name(letter, "").partition(" ")[0]
    return _SAME_SCRIPT.get(word, word)

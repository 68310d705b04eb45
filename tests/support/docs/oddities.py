"""What no sentence of ours may look like, in either language."""

import re

ODD = {
    "a doubled word": re.compile(r"\b([^\W\d_]+) \1\b|(\([^)]+\)) \2", re.IGNORECASE),
    "a place left open": re.compile(r"[{}|]|\b[a-z]+_[a-z_]+\b"),
    "both forms at once": re.compile(r"\w\((s|e|n|en|es)\)"),
    "one of many": re.compile(
        r"(?<![\d.,])1 (?!levels?\b)(?:\w+ )?"
        r"(points|markers|coins|wagons|stones|tokens|pairs|steps|spaces|Siegpunkte|Punkte|Münzen|Loren|Steine|"
        r"Stufen|Schritte|Lagerhäuser|Schulden|warehouses|debts)\b"
    ),
    "one with the ending of many": re.compile(
        r"(?<![\d.,])1 \w+e (Thaler|Marker|Würfel|Stein|Punkt|Siegpunkt)\b"
    ),
    "many called one": re.compile(r"\b([Ff]ield|Feld|die|Würfel) \d, \d"),
    "a country without its article": re.compile(r"\b(of|from|to|von|nach|in) (Netherlands|Niederlande)\b"),
    "a small beginning": re.compile(r"^[a-zäöü]"),
    "a dash for nothing": re.compile(r"[ :]–$|: *(;|$)"),
}


def oddities(said):
    return [f"{kind}: {said}" for kind, odd in ODD.items() if odd.search(said)]

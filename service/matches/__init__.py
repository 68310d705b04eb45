"""What can be done to a match: load it, decide, append; who calls, and what they may do.

use_cases   the calls that change a match, one method each
writing     load, decide, append; and once more if somebody else was first
together    the same for commands of many matches at once
folding     a match from its entries: the newest, or as it stood at a past version
history     which entries still count, read off the entries themselves: undo, redo, the answers given since
recent      the last answers, and the ways back over them
live        matches that this process has in memory
callers     who calls, and whether they may read
"""

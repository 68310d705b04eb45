"""The match around a game: seats, start, luck and end, in the same language as a game.

actor       who acts: the host, people and bots in seats, the clock, guests
state       who sits where and how far the match is
quantities  how large anything of a match can be
agenda      what a match waits for, besides what its game waits for
commands    what people want of a match
events      what happens to a match
seating     which seat a command is about, where it leaves that open
rules       options and answers; `undo` and `pausing` have files of their own, and `clock` keeps time
permits     who may give which command
past        what a decision may know of time, and the way back to an earlier version
luck        the seed, the players' words and every draw
batch       the events of one command: who speaks, with whose luck, in view of which past
asking      what a match waits for, and what somebody may do to it now
play        one command of either kind, decided; one event of either kind, folded
"""

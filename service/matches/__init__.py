"""The write side: load a match, authorize, decide, append.

handler         commands: one write path with its retries and replays
batches         the same for commands of many matches at once
authorization   who gives a command, and who may read
repository      matches from memory or the store, newest or at a version
folding         a match from its entries, and which of them still count
opening         new matches: on terms, as a fork, as a rematch
index           what is read of a match without its book
"""

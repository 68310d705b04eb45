"""Editions: boards that are read from files, checked, told apart by their bytes, and played on.

documents   a file as plain values, with the line of each; the canonical form and its SHA-256
paths       what a datum is called, the same for a file, a finding and a difference
changes     an edition as a difference to another: applied, and found
registry    the boards that this process knows, by their editions
naming      what the things of an edition are called
checks      what is missing, impossible or contradicts the rulebook
admission   from bytes to a board that can be played on, or to what is wrong with them
"""

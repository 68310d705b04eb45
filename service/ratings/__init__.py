"""Ratings: how strong players and bots are, by the places in which their matches ended.

plackett_luce   what one match changes, for any number of players
table           the ratings of a game, and each finished match counted once
rebuild         the same anew out of the book
"""

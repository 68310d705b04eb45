"""What can be read out of a match, as typed answers; nothing here writes.

names       who sits where, by name
positions   a match now, at a version, at a time
overview    the summary of one match, and a page of many
table       the position with what can be derived from it
offers      the open question and its options, in words
entries     the book, page by page
scores      the score sheet and the sheets of the rounds before
games       the catalogue
"""

"""Analysis of positions and of whole matches by the strongest bot.

advice   the options of a question with their expected leads, and the features that make the difference
review   the decisions of a book: what each cost, and what luck did
engine   the version of bots and rules that an analysis was made with
"""

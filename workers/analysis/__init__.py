"""What the strongest mind thinks of a position, and of a whole match once it is over.

decisions   the decisions of a book: what was open, what was chosen, what came of it
verdicts    what a decision cost, and what luck did
signs       which signs of a table make the difference between options
advising    the options of a question with their expected leads and reasons
"""

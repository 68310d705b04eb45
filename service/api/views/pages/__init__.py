"""Pages for people: the window, and what is made here from the documentation: problem codes and rules."""

"""Pages for people: the web client, and what is made here from the documentation: problem codes and rules."""

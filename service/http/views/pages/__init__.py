"""Pages for people, made here from the documentation: problem codes, and the rules of the games by number."""

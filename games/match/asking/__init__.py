"""Read off a match, never decided: what it waits for (`awaited`), what somebody may do now (`choices`)."""

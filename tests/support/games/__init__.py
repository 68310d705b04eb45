"""Tables, ledgers, luck and recorded matches: what a test of the rules begins with."""

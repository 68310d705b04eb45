"""`python -m service.cli`, which `./grubenbuch` calls."""

from service.cli import main

main(prog_name="grubenbuch")

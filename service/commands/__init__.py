"""The commands of `./grubenbuch`, one module each; `service/cli.py` lists them."""

"""The jobs, a module for each kind of work; `table.py` lists them by name."""

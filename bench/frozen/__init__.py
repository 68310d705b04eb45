"""The minds as they were before they learned from each other: what newer ones are measured against.

Nothing here is ever mended or made stronger; it only follows the games where their types change. It is
importable in `bench/` alone: `./grubenbuch bench strength schiefer --one search:100 --other frozen:100`.
"""

"""The book on Redis streams: the script that appends an entry or nothing, and how values lie there."""

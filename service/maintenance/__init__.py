"""What keeps the book safe: backups, restoring them, and the archive of finished matches."""

"""A table, or one thing of it, as SVG: shapes in, text out."""

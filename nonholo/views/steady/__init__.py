"""The stability of a steady motion over its letters: text, JSON, pages and pictures."""

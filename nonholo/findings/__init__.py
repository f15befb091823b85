"""Findings about one case: the verdict on its constraints, its motion, and all a page shows."""

"""Pictures as SVG, written directly: letters as outlines, formulas, plots."""

"""The constraint algorithm in words and as JSON."""

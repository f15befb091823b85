"""Sentences for people, in more than one language: made by `say`, told in the language spoken."""

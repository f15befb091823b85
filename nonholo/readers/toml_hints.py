"""What to write instead of lines that are no TOML, such as x' = 2, a = 0,02, m = 2 kg."""

from __future__ import annotations

import re

from nonholo.words.sentence import say


def hint(text: str, error: str) -> str:
    """What to write for x' = 2, a = 0,02, m = 2 kg or \u03c6 = 1, none of which is TOML."""
    at = re.search(r"at line (\d+), column (\d+)", error)
    lines = text.split("\n")
    line = lines[int(at[1]) - 1] if at and int(at[1]) <= len(lines) else ""
    bare_line = re.sub(r"\"[^\"]*\"|'[^']*'", "", line)
    if quote := re.search("[\u201c-\u201f\u00ab\u00bb]", bare_line):
        return say('; texts stand in straight quotes, " and not {quote}', quote=quote[0])
    if bare := re.match(r"\s*(\w+)'\s*=", line):
        return say("; write {name}dot = ..., or the name with its prime in quotes", name=bare[1])
    if comma := re.search(r"=\s*(-?\d+),(\d+)\s*(?:#|$)", line):
        return say("; a number has a decimal point: {number}", number=f"{comma[1]}.{comma[2]}")
    if "overwrite a value" in error and (twice := re.match(r"\s*([\w\"'.-]+)\s*=", line)):
        return say("; {name} is given twice, here and above", name=twice[1])
    if degrees := re.search(r"=\s*(-?[\d.]+)\s*(?:\u00b0|deg)", line):
        angle = f'"{degrees[1]}*pi/180"'
        return say("; angles are in radians, here {angle}", angle=angle)
    if unit := re.match(r"\s*\w+\s*=\s*(-?\d[\d.]*)\s*[A-Za-z]+[\w/^*]*\s*(?:#|$)", line):
        return say("; the number alone, {number}: numbers have no units", number=unit[1])
    if letter := re.match(r"\s*(\w*[^\W\x00-\x7f]\w*)\s*=", line):
        return say(
            "; a name with other letters than a to z stands in quotes: {name}",
            name=f'"{letter[1]}"',
        )
    if colon := re.match(r'\s*[{"]*(\w+)"?\s*:', line):
        return say("; a case file is TOML: {name} = ..., and no colon", name=colon[1])
    if "Unclosed array" in error and at:
        return _inside_an_array(line, int(at[2]) - 1)
    if "Invalid value" in error:
        return say('; texts stand in quotes, as in lagrangian = "m*xdot**2/2"')
    return ""


def _inside_an_array(line: str, column: int) -> str:
    """What to write for ["x" "y"] or ['x' = y'], which ends where no comma and no ] stands."""
    if line[column : column + 1] in ('"', "'"):
        return say("; a comma stands between two texts of a list")
    if re.search(r"'\w+'\s*$", line[:column]):
        return say("; a text with primes stands in double quotes: {text}", text='"x\' = y"')
    return ""

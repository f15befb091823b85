"""Rule 29: functions that are declared and not specified, f(y), h(x, y), and the words that call
them and their derivatives."""

from .outcome import BEYOND, demand
from .words import FUNCTIONS, check_name, is_name

MOST = 10**6  # words times functions that are looked at


def readings(word: str, functions: dict) -> set[tuple]:
    """(name, orders) of what a word may call: f, f', f_y, h_xy; h_theta_x where the name of an
    argument is longer than a letter.  The order of the letters says nothing."""
    meanings = set()
    for name in filter(word.startswith, functions):
        tail, arguments = word.removeprefix(name), functions[name]
        if not tail.strip("'") and (not tail or len(arguments) == 1):
            meanings.add((name, (len(tail), *[0] * (len(arguments) - 1))))
        short = all(len(argument) == 1 for argument in arguments)
        letters = list(tail[1:]) if short else tail[1:].split("_")
        if tail[:1] == "_" and letters and set(letters) <= set(arguments):
            meanings.add((name, tuple(map(letters.count, arguments))))
    return meanings


def demand_functions(functions: dict, owner: dict) -> None:
    """Functions have names of their own, and no word of another name calls a derivative of them.

    owner: each word that is a name already, and whose it is."""
    demand(len(owner) * len(functions) <= MOST, "many names and functions", BEYOND)
    for name, arguments in functions.items():
        demand(is_name(name) and name not in FUNCTIONS, f"{name[:40]!a} cannot be a function")
        demand(name not in owner, f"colliding names: {name} is a function, and {owner.get(name)}")
        demand(arguments and all(map(is_name, arguments)), f"{name} has not names as arguments")
        demand(len(set(arguments)) == len(arguments), f"an argument of {name} stands twice")
        for word in (name, *arguments):
            check_name(word)
    for word in (*owner, *functions):
        others = {name for name, _ in readings(word, functions)} - {word}
        demand(not others, f"colliding names: {word} calls a derivative of {'or '.join(others)}")

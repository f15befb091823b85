"""Constraints as a matrix: sum_i A_li q_i' + a0_l = 0, from SymPy, nested lists or NumPy.

Entries are exact: whole numbers, fractions, SymPy expressions; a float is the shortest decimal that
stands for it, and one with the digits of a rounded result is refused, as everywhere in SymPy
models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from nonholo.errors import BadCase, NonholoError
from nonholo.expression.graph import Graph
from nonholo.readers.case import Case
from nonholo.readers.declared import TIME
from nonholo.readers.model import named
from nonholo.readers.named import called, is_function_of_time
from nonholo.readers.numbers import Complaints
from nonholo.readers.sympy_door import from_sympy, leaves, shown
from nonholo.readers.sympy_models import System
from nonholo.words.sentence import say

NAME = "A"
LONG = 200  # characters of a name made of all rows


def matrix_case(A: Any, q: Any, a0: Any = None) -> Case:
    """The case of the rows of a matrix.

    Raises BadCase with everything that is wrong.

    A: k x n, in SymPy, nested lists or NumPy; q: n names, Symbols or dynamicsymbols; a0: k entries.

    >>> import sympy
    >>> x, y, theta = sympy.symbols("x y theta")
    >>> blade = matrix_case([[-sympy.sin(theta), sympy.cos(theta), 0]], [x, y, theta])
    >>> blade.system.pfaffian.value(0)
    ydot*cos(theta) - xdot*sin(theta)
    """
    coordinates = _coordinates(q)
    rows = _table("A", A, "[[row 1], [row 2], ...]")
    affine = [[0]] * len(rows) if a0 is None else _column(a0)
    complaints = Complaints(_shape_complaints(rows, affine, coordinates))
    if complaints.messages:
        raise BadCase(NAME, complaints.messages)
    plain = _by_name(coordinates, rows, affine, complaints)
    exact = [
        [_entry(f"A[{l}, {i}]", e, complaints) for i, e in _counted(row)]
        for l, row in _counted(rows)
    ]
    column = [_entry(f"a0[{l}]", e, complaints) for l, (e,) in _counted(affine)]
    if complaints.messages:
        raise BadCase(NAME, complaints.messages)
    return _case(coordinates, plain, exact, column)


def _case(
    coordinates: Sequence[Any], plain: Mapping[Any, Any], rows: list[list[Any]], affine: list[Any]
) -> Case:
    """The case in dynamicsymbols, which stand for plain Symbols; results come back in those."""
    from sympy import Add, Eq, Integer, Mul

    moving, time = _moving(coordinates)
    table = {symbol: moving[i] for symbol, i in plain.items() if i is not None}
    table |= {symbol: time for symbol, i in plain.items() if i is None}
    sums = [
        Add(*(Mul(e.xreplace(table), x.diff(time)) for e, x in zip(row, moving)), a.xreplace(table))
        for row, a in zip(rows, affine)
    ]
    equations = [Eq(each, Integer(0), evaluate=False) for each in sums]
    case = System(moving, constraints=equations)
    labels = "; ".join(case.system.pfaffian.labels)
    named = replace(case, name=labels if len(labels) <= LONG else f"{len(rows)} constraints")
    if is_function_of_time(coordinates[0]):
        return named
    return replace(named, symbols=_plain(named, plain))


def _coordinates(q: Any) -> list[Any]:
    """Names, Symbols or functions of time, all of one kind.  Raises BadCase."""
    if hasattr(q, "tolist"):  # arrays and matrices, columns too
        q = q.tolist()
    listed = [one for piece in named(q) for one in (piece if isinstance(piece, list) else [piece])]
    kinds = {
        "names": [isinstance(c, str) for c in listed],
        "Symbols": [bool(getattr(c, "is_Symbol", False)) for c in listed],
        "functions of time": [not isinstance(c, str) and is_function_of_time(c) for c in listed],
    }
    if not listed or not any(map(all, kinds.values())):
        raise BadCase(
            NAME,
            f"q: needed are names, Symbols or dynamicsymbols, one for each column of A, given "
            f"was {shown(q)}",
        )
    words = [called(c) for c in listed]
    twice = [n for n in dict.fromkeys(words) if words.count(n) > 1]
    if twice:
        raise BadCase(NAME, [f"q: {n} is given twice" for n in twice])
    return listed


def _table(key: str, value: Any, example: str) -> list[list[Any]]:
    """A matrix, an array or nested lists as lists of entries.  Raises BadCase."""
    axes: Any = getattr(value, "ndim", 2)
    if axes > 2:
        raise BadCase(NAME, f"{key} has {axes} axes; needed is a matrix {example}")
    if callable(getattr(value, "tolist", None)):
        value = _unpacked(value)
    if not isinstance(value, (list, tuple)) or not value:
        raise BadCase(NAME, f"{key}: needed is a matrix {example}, given was {shown(value)}")
    flat = [row for row in value if not isinstance(row, (list, tuple))]
    if flat:
        raise BadCase(
            NAME,
            f"{key}: its row {shown(flat[0])} is no list; needed is {example}, with one "
            f"row for each constraint",
        )
    return [list(row) for row in value]


def _unpacked(value: Any) -> Any:
    """Lists of the entries of an array, NumPy's scalars as they are: they know their precision."""
    if not hasattr(value, "dtype") or not value.shape:
        return value.tolist()
    return [_unpacked(row) if getattr(row, "shape", ()) else row for row in value]


def _column(a0: Any) -> list[list[Any]]:
    """k entries, flat or as a column."""
    if callable(getattr(a0, "tolist", None)):
        a0 = _unpacked(a0)
    if not isinstance(a0, (list, tuple)):
        raise BadCase(
            NAME, f"a0: needed is a list of numbers or expressions, given was {shown(a0)}"
        )
    return [list(e) if isinstance(e, (list, tuple)) else [e] for e in a0]


def _shape_complaints(
    rows: list[list[Any]], affine: list[list[Any]], q: Sequence[Any]
) -> list[str]:
    """What is wrong with the numbers of rows and columns."""
    widths = [len(row) for row in rows]
    names = ", ".join(map(called, q))
    complaints = []
    if len(set(widths)) > 1:
        odd = next(l for l, w in enumerate(widths) if w != widths[0])
        complaints.append(f"A: row {odd + 1} has {widths[odd]} entries, row 1 has {widths[0]}")
    elif widths[0] != len(q):
        complaints.append(
            f"A is {len(rows)} x {widths[0]}, and there are {len(q)} coordinates ({names}); "
            f"needed is a column for each"
        )
    if any(len(e) != 1 for e in affine):
        complaints.append("a0: needed is one number or expression for each row of A")
    elif len(affine) != len(rows):
        complaints.append(f"a0 has {len(affine)} entries, A has {len(rows)} rows")
    return complaints


def _by_name(
    q: Sequence[Any], rows: list[list[Any]], affine: list[list[Any]], complaints: Complaints
) -> dict[Any, int | None]:
    """The plain Symbols that are coordinates -> their column, None for time, by their names."""
    if is_function_of_time(q[0]):
        return {}
    columns: dict[Any, int | None] = {s: i for i, s in enumerate(q) if not isinstance(s, str)}
    names = [called(c) for c in q]
    entries = [e for row in (*rows, *affine) for e in row if hasattr(e, "free_symbols")]
    for symbol in sorted({s for e in entries for s in e.free_symbols}, key=str):
        name = getattr(symbol, "name", "")
        if symbol in columns or name not in (*names, TIME):
            continue
        i = names.index(name) if name in names else None
        if i is not None and i in columns.values():
            complaints.messages.append(
                f"{name}: two different Symbols have this name; try one of them throughout"
            )
        columns[symbol] = i
    return columns


def _entry(key: str, value: Any, complaints: Complaints) -> Any:
    """An entry as an exact SymPy expression of q and t, or a complaint."""
    return complaints.guard(key, _exact, value)


def _exact(value: Any) -> Any:
    from sympy import Rational, sympify

    if isinstance(value, (str, bytes)):
        raise NonholoError(
            say(
                "{value} is a text; needed are numbers or SymPy expressions, or constraints "
                'as texts: nh.constraints("dz = y dx")',
                value=shown(value),
            )
        )
    truth = isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")  # NumPy's names
    if value is None or truth or isinstance(value, (list, tuple)):
        raise NonholoError(say("{value} is no number and no expression", value=shown(value)))
    if isinstance(value, Decimal) and value.is_finite():
        value = Fraction(value)
    if isinstance(value, Fraction):
        return Rational(value.numerator, value.denominator)
    for leaf in leaves([value]):
        if getattr(leaf, "is_Derivative", False):
            raise NonholoError(
                say("contains {leaf}; needed are functions of q and t alone", leaf=shown(leaf))
            )
        graph = Graph(0)
        named_here = getattr(leaf, "is_Symbol", False) or is_function_of_time(leaf)
        from_sympy([leaf], graph, {leaf: graph.symbol("s")} if named_here else {})
    return sympify(value, strict=True)


def _moving(coordinates: Sequence[Any]) -> tuple[list[Any], Any]:
    """The coordinates as functions of time, and time."""
    from sympy import Function
    from sympy.physics.vector import dynamicsymbols

    if is_function_of_time(coordinates[0]):
        return list(coordinates), coordinates[0].args[0]
    time = dynamicsymbols._t
    return [Function(called(c))(time) for c in coordinates], time


def _plain(case: Case, plain: Mapping[Any, int | None]) -> dict[Any, Any]:
    """Results in the plain Symbols of the matrix: x, xdot, xddot."""
    from sympy import Symbol

    chart, table = case.system.chart, dict(case.symbols)
    known = {i: s for s, i in plain.items() if i is not None}
    for i, (q, v, a) in enumerate(zip(chart.q, chart.v, chart.a)):
        symbol = known.get(i) or Symbol(chart.names[i])
        table |= {q: symbol, v: Symbol(f"{symbol.name}dot"), a: Symbol(f"{symbol.name}ddot")}
    time = next((s for s, i in plain.items() if i is None), None)
    return table if time is None else table | {chart.t: time}


def _counted(things: Sequence[Any]) -> Any:
    return enumerate(things, start=1)

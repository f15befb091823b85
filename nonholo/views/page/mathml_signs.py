"""What each command of the LaTeX that we write is in MathML: one table a kind of sign."""

from __future__ import annotations

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "varsigma": "ς", "varphi": "φ", "varepsilon": "ε", "partial": "∂",
}  # fmt: skip
CAPITALS = {
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞",
}  # fmt: skip
FUNCTIONS = frozenset(  # written as they are
    ("sin", "cos", "tan", "exp", "ln", "log", "arcsin", "arccos", "arctan", "dim", "det", "max")
)
RELATIONS = {
    "=": "=", "<": "&lt;", ">": "&gt;", "neq": "≠", "ne": "≠", "le": "≤", "ge": "≥", "leq": "≤",
    "geq": "≥", "equiv": "≡", "approx": "≈", "in": "∈", "to": "→", "rightarrow": "→",
    "Rightarrow": "⇒", "iff": "⇔", "Leftrightarrow": "⇔",
}  # fmt: skip
SIGNS = {"+": "+", "-": "−", "pm": "±"}  # between two terms, or in front of one
BETWEEN = {"cdot": "⋅", "times": "×", "wedge": "∧"}
OPENING = {"(": "(", "[": "[", "{": "{", "lvert": "|", "langle": "⟨"}
CLOSING = {")": ")", "]": "]", "}": "}", "rvert": "|", "rangle": "⟩"}
LARGE = {"sum": "∑", "prod": "∏", "int": "∫"}
ACCENTS = {"dot": "˙", "ddot": "¨", "bar": "¯", "hat": "^", "tilde": "~", "vec": "→"}
SPACES = {"quad": 1.0, "qquad": 2.0, " ": 0.25, ";": 0.28, ":": 0.22, "!": -0.17}  # in em
DOTS = {"ldots": "…", "dots": "…", "cdots": "⋯"}
UPRIGHT = ("mathrm", "mathit", "mathsf", "textit", "textrm", "operatorname")
WORDS = ("text", "texttt", "mbox", "textbf")
SIZED = ("left", "bigl", "Bigl", "biggl", "Biggl")
BARE = ("big", "Big", "bigg", "Bigg")  # of a bracket without a partner
ENDING = ("right", "bigr", "Bigr", "biggr", "Biggr")
PRIMES = ("", "′", "″", "‴", "⁗")
ESCAPED = {
    r"\textasciicircum": "^", r"\textasciitilde": "~", r"\textbackslash": "\\",
    r"\textless": "<", r"\textgreater": ">",
}  # fmt: skip

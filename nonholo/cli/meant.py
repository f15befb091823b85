"""What a person may look for under a name that nothing has here, and the command that does it."""

from __future__ import annotations

_ALIKE: dict[str, str] = {  # words, and the command line that does what they ask for
    "accessible accessibility controllable controllability": "check CASE | grep accessible",
    "certify prove proof": "check CASE --certificate FILE.json",
    "chain chained": "steer CASE --to POINT --method=chained",
    "code codegen ccode export generate": "equations CASE --as c",
    "control kinematics vectorfields": "equations CASE --form control",
    "analyse analyze classify frobenius holonomic integrable verdict": "check CASE",
    "robot": "urdf FILE.urdf",
    "displacements possible virtual": "check CASE | grep virtual",
    "brackets growth": "check CASE | grep growth",
    "dot diagram network tikz": "graph CASE -o FILE.svg",
    "demo examples list systems": "cases",
    "derive derivation lecture lesson teach": "explain CASE",
    "eigenvalues linear": "linearise CASE",
    "exam exercise exercises quiz": "explain CASE --exercise hide",
    "first-integrals invariants noether": "compare CASE --integrals",
    "form formulation voronec maggi lagrange multipliers reactions rivals naive": "compare CASE",
    "gui play server web": "explore CASE",
    "html page sheet": "report CASE -o FILE.html",
    "latex tex": "equations CASE --as latex",
    "animate animation gif movie mp4 video": "simulate CASE -o FILE.gif",
    "csv integrate motion ode run solve trajectory": "simulate CASE -o FILE.csv",
    "ensemble montecarlo scan sweep": "simulate CASE --sweep NAME=FROM:TO:COUNT",
    "draw figure picture plot": "simulate CASE -o FILE.svg",
    "park path plan planner planning": "steer CASE --to POINT",
    "pdf": "explain CASE -o FILE.pdf",
    "stable stability": "families CASE --of stability",
    "statics rest": "equilibrium CASE",
    "conserved energy measure momentum": "compare CASE",
    "sympy test": "audit MODEL.py",
    "o output": "report CASE -o FILE.html",
}
ELSEWHERE = {word: line for words, line in _ALIKE.items() for word in words.split()}

_SAME: dict[str, str] = {  # words, and the option that they mean where a command has it
    "event events poincare when": "--crossing",
    "end finish horizon tend tf tmax t-end t-final tfinal until": "--duration",
    "format language style": "--as",
    "goal target": "--to",
    "ic init initial param parameter parameters params value values x0": "--set",
    "start": "--from",
    "file out output save": "-o",
    "integrator solver": "--method",
    "eliminate independent": "--dependent",
    "frequencies range scan": "--sweep",
    "long verbose v": "--full",
    "const constant": "--constants",
    "coords coordinate q": "--coordinates",
    "point": "--at",
    "timeout": "--time-limit",
}
OPTIONS = {word: option for words, option in _SAME.items() for word in words.split()}

OBSTACLES = ("avoid", "obstacle", "obstacles", "walls")

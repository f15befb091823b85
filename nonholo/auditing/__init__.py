"""Models of SymPy and PyDy judged: are the constraints called what they are, are they put into the
Lagrangian, where does the chosen elimination fail, which sign has a multiplier?
"""

"""A cone that rolls on an incline about its apex, as the text of a case."""

ROLLING_CONE = """
coordinates = ["ph", "ps"]
gravity = ["g*sin(be)", "0", "-g*cos(be)"]
parameters = { al = 0.4, m = 1.3, h = 0.7, I1 = 0.3, I3 = 0.2, g = 9.81, be = 0.2 }
[[bodies]]
name = "cone"
rotation = ["z ph", "y pi/2-al", "z ps"]
centre = ["0", "0", "3*h/4"]
mass = "m"
inertia = ["I1", "I1", "I3"]
[[rolling]]
body = "cone"
at = ["cos(ph)", "sin(ph)", "0"]
"""

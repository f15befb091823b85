"""What a command does beyond one finding, as functions: findings joined with the form in which they
are shown, one file a command.
"""

"""The claims of a certificate and their evidence: of sets judged by symbols, and of large ones
part by part.
"""

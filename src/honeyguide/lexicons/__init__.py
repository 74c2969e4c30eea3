"""What do words mean? Lexicons that the user has, compiled once, and word vectors where they are silent."""

from honeyguide.lexicons.opening import Lexicons, open_lexicons

__all__ = ["Lexicons", "open_lexicons"]

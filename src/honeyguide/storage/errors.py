"""What the database says when it cannot be used: for those who catch it and do not know which database it is."""

from sqlite3 import DatabaseError

__all__ = ["DatabaseError"]

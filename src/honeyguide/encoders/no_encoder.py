"""No vectors: every part works on words alone."""


class NoEncoder:
    licence = "none"

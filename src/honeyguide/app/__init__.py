"""The web application: crawls set up, watched and read in a browser; and the HTTP API beside it.

It calls the public interface, as the command line does, and holds no logic of its own.
"""

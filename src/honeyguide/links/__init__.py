"""Is this link worth following?"""

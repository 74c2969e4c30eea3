"""Is this page on topic?"""

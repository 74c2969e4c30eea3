"""Which strategy is better?"""

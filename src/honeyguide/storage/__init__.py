"""What do we keep?"""

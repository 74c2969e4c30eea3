"""What does the page say?"""

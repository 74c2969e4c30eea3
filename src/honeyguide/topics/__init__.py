"""What are we looking for?"""

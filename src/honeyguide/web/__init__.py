"""Where do pages come from?"""

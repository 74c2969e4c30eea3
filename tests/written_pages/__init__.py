"""Pages that were written in the style of portals, blogs, encyclopedias and forums, with what is true of them.

Nothing on them is real: sites, people and events are made up. The half that is held out was written first.
"""

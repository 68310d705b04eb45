"""Calls as answers give them: ready to be sent (`ready`), and to the parts of a match (`links`)."""

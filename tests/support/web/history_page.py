"""The page of a match's history, as whoever looks back sees it."""

MOMENT = """version => document.body.dataset.moment === String(version)
    && document.body.dataset.drawn === String(version)"""


class HistoryPage:
    def __init__(self, page):
        self.page = page

    @property
    def last(self):
        return int(self.page.evaluate("document.body.dataset.last"))

    def wait_for_moment(self, version):
        """The picture and all that is said beside it are of this version."""
        self.page.wait_for_function(MOMENT, arg=version)
        return self

    def press(self, key):
        self.page.keyboard.press(key)
        return self

    def drag_to(self, version):
        self.page.locator("#slider").fill(str(version))
        return self

    def rows(self, selector=""):
        return self.page.locator(f"#story button.line{selector}")

"""The page of a table, as whoever plays at it sees it."""

COMMAND = "#question button.command:enabled"
DRAWN = """() => document.body.dataset.drawn === document.body.dataset.version
    && document.querySelector("#bar h1") !== null"""


class TablePage:
    def __init__(self, page):
        self.page = page

    @property
    def version(self):
        return int(self.page.evaluate("document.body.dataset.version ?? 0"))

    def wait_for_version(self, version):
        self.page.wait_for_function("least => Number(document.body.dataset.version) >= least", arg=version)
        return self

    def wait_for_picture(self):
        self.page.wait_for_function(DRAWN)
        return self

    def wait_for_turn(self):
        self.page.locator(COMMAND).first.wait_for()
        return self

    def answer(self, number=0):
        """Clicks the answer of this number, and waits until it was taken."""
        before = self.version
        self.page.locator(COMMAND).nth(number).click()
        return self.wait_for_version(before + 1)

    def act(self, operation):
        self.page.locator(f"#actions button[data-operation={operation}]:enabled").first.click()
        return self

    def is_over(self):
        return self.page.evaluate("document.body.dataset.status") == "finished"

    def wait_for_turn_or_end(self):
        """True while there is something to answer."""
        self.page.wait_for_function(
            "it => document.body.dataset.status === 'finished' || document.querySelector(it) !== null",
            arg=COMMAND,
        )
        return not self.is_over()

    def play_to_the_end(self, answer):
        """`answer` is told the page and how many answers were given before."""
        given = 0
        while self.wait_for_turn_or_end():
            before = self.version
            answer(self, given)
            self.wait_for_version(before + 1)
            given += 1
        return given

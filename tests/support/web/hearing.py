"""What a screen reader reads aloud of a table by itself, and what it should: each line of the story once."""

import json

OVERHEAR = """() => {
    window.heard = [];
    const region = document.querySelector('[aria-live=polite]');
    const listen = () => window.heard.push(...[...region.children].map((line) => line.textContent));
    new MutationObserver(listen).observe(region, { childList: true });
}"""


def story(instance, match, after, lang):
    told = instance.client.get(
        f"/v1/matches/{match}/story?after={after}&lang={lang}", headers={"Accept": "application/x-ndjson"}
    )
    return [json.loads(line)["text"] for line in told.text.splitlines()]


def expect_told(page, lines):
    page.wait_for_function("count => window.heard.length >= count", arg=len(lines))
    assert page.evaluate("window.heard") == lines

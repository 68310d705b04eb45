"""What was learned, as it stands in the files of the minds: a section a game, under its log."""

from textwrap import wrap

WIDTH = 118


def lines_of_log(game, log):
    start = f"# {game}: "
    return (start + part for line in log for part in wrap(line, WIDTH - len(start)))


def section_of_weights(game, log, weights):
    yield from lines_of_log(game, log)
    yield f"{game}:"
    for seats, found in sorted(weights.items()):
        yield f"  {seats}:"
        for feature, (last, first) in sorted(found.items()):
            yield f"    {feature}: [{last:.2f}, {first:.2f}]"


def section_of_corrections(game, log, corrections):
    """Nothing where there are none."""
    if not corrections:
        return
    yield from lines_of_log(game, log)
    yield f"{game}:"
    for seats, found in sorted(corrections.items()):
        yield f"  {seats}:"
        yield "    trust:"
        yield from (f"      {question}: {share:.2f}" for question, share in sorted(found.trust.items()))
        yield "    learned:"
        for answer, (last, first) in sorted(found.learned.items()):
            yield f'      "{answer}": [{last:.2f}, {first:.2f}]'


def replace_section(path, game, lines):
    """The log of earlier trainings stays above the section, what they had found goes."""
    before = path.read_text(encoding="utf-8").splitlines()
    kept, own = [], False
    for line in before:
        if not line.startswith(" "):
            own = line == f"{game}:"
        if not own:
            kept.append(line)
    ends = [place for place, line in enumerate(kept) if line.startswith(f"# {game}: ")]
    place = ends[-1] + 1 if ends else len(kept)
    path.write_text("\n".join([*kept[:place], *lines, *kept[place:]]) + "\n", encoding="utf-8")

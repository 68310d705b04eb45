"""What this house has learned of its own editions, for all who think about their matches."""

from games.catalogue import GAMES
from service.editions.stored import StoredEditions
from workers.bots.evaluation import set_edition_weights
from workers.context import WorkerContext


def learn_edition(context: WorkerContext, game: str, edition: str) -> None:
    """Once in the life of a process: what it knows of an edition does not change while it thinks."""
    if edition != GAMES[game].editions.default and (game, edition) not in context.editions_learned:
        worths = StoredEditions(context.matches.store).worths(game, edition)
        if worths is not None:
            set_edition_weights(game, edition, worths)
        context.editions_learned.add((game, edition))

"""A game as an environment of PettingZoo: seats are agents that answer one after the other (AEC).

    from environments.table import env
    table = env("schiefer", seats=3)

It stands on the kernel of the rules alone: no server, no book, no clock. docs/environments.md explains it.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbits
from typing import Any, ClassVar, Final, Literal, get_args

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from environments.luck import MatchLuck
from environments.rewards import REWARDS, RewardName
from environments.rows import reader_of, space_of
from environments.telling import draw_table, tell_table
from games.catalogue import GAMES
from games.kernel import Chance, Command, Game, Play, Table

RenderMode = Literal["human", "ansi", "svg"]
MOST_OPTIONS: Final = 128  # of a question; those of the built-in editions have had 34 at most
BITS_OF_SEED: Final = 63

LuckOf = Callable[[int, int], Chance]  # the seed, and the number of the match since it was given


def env(game: str, **settings: Any) -> AECEnv:
    """As PettingZoo wants it: what is called too early is refused with a hint."""
    return OrderEnforcingWrapper(GameEnv(game, **settings))


class GameEnv(AECEnv):
    """Actions are places in the list of legal options; observations, masks and rewards as documented."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(get_args(RenderMode)),
        "name": "grubenbuch_v1",
        "is_parallelizable": False,  # one seat is asked at a time
    }

    def __init__(  # noqa: PLR0913  all that can be chosen of a match
        self,
        game: str,
        *,
        seats: int = 2,
        edition: str | None = None,
        options: dict[str, Any] | None = None,
        reward: RewardName = "victory",
        most_options: int = MOST_OPTIONS,
        render_mode: RenderMode | None = None,
        luck: LuckOf = MatchLuck,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.edition = self.game.editions.default if edition is None else edition
        check_settings(self.game, seats, self.edition, reward, render_mode)
        self.options = msgspec.convert(options or {}, self.game.options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._reward_of, self._luck_of, self._most_options = REWARDS[reward], luck, most_options
        self._readers = [reader_of(game, self.edition, seats, seat) for seat in range(seats)]
        self.observation_spaces = {
            agent: space_of(reader, most_options)
            for agent, reader in zip(self.possible_agents, self._readers, strict=True)
        }
        self.action_spaces = {agent: spaces.Discrete(most_options) for agent in self.possible_agents}
        self._seed, self._match = randbits(BITS_OF_SEED), -1

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  as it is called
        """Without a seed the next match of the last one is played."""
        self._seed, self._match = (self._seed, self._match + 1) if seed is None else (seed, 0)
        seats = len(self.possible_agents)
        table = self.game.blank(seats, self.edition, self.options)
        self.play = Play(self.game.rules, table, self._luck_of(self._seed, self._match))
        self.play.first(*self.game.opening)
        self.play.run()
        self.answers = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    @property
    def table(self) -> Table:
        """As it lies; `clone` it before trying anything out."""
        table: Table = self.play.game
        return table

    @property
    def legal(self) -> list[Command]:
        """The options that the actions stand for."""
        if len(self.play.legal) > self._most_options:
            raise ValueError(f"a question has {len(self.play.legal)} options: set most_options as high")
        return self.play.legal

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.legal
        if action is None or not 0 <= action < len(legal):
            raise ValueError(f"action {action} is none of the {len(legal)} that the mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.play.answer(legal[action])
        self.answers += 1
        self._end_if_over()
        self.agent_selection = self._asked()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _asked(self) -> str:
        """Whose turn it is; at the end, whoever comes first to hear of it."""
        agenda: Any = self.table.agenda
        return self.possible_agents[agenda[0].seat] if agenda else self.possible_agents[0]

    def _end_if_over(self) -> None:
        over, broken_off = not self.table.agenda, self._is_too_long()
        if over or broken_off:
            shares = self._reward_of(self.game, self.table)
            self.rewards = dict(zip(self.possible_agents, shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, not over)

    def _is_too_long(self) -> bool:
        """As for matches of the server (GB-30), it is scored as it stands."""
        most = self.game.most_turns
        turns = self.table.round * len(self.possible_agents)
        return self.answers >= self.game.longest or (most is not None and turns > most)

    def observe(self, agent: str) -> dict[str, Any]:
        reader = self._readers[self.possible_agents.index(agent)]
        mask = np.zeros(self._most_options, np.int8)
        options = np.zeros((self._most_options, len(reader.options.numbers)), np.float32)
        if agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent]):
            mask[: len(self.legal)] = 1
            options[: len(self.legal)] = [reader.options.write(command) for command in self.legal]
        row = np.array(reader.table.write(self.table), np.float32)
        return {"observation": row, "options": options, "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return draw_table(self.game, self.table)
        told = tell_table(self.game, self.table, self.play.legal)
        if self.render_mode == "human":
            print(told)  # noqa: T201  what it is asked for
            return None
        return told

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return f"grubenbuch_{self.game.name}_v{self.game.version}"


def find_game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise ValueError(f"{name!r} is none of {', '.join(sorted(GAMES))}")
    return GAMES[name]


def check_settings(game: Game[Any], seats: int, edition: str, reward: str, render_mode: str | None) -> None:
    asked_for: list[tuple[str, Any, Any]] = [
        ("seats", seats, game.seats),
        ("edition", edition, game.editions),
        ("reward", reward, REWARDS),
        ("render_mode", render_mode, (None, *get_args(RenderMode))),
    ]
    for setting, value, possible in asked_for:
        if value not in possible:
            raise ValueError(f"{setting}: {value!r} is none of {', '.join(map(str, possible))}")

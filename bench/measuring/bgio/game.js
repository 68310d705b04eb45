// Nine cells that may be overwritten without end; a move ends the turn, and player 0 is next again.
exports.game = {
  name: "cells",
  setup: () => ({ cells: Array(9).fill(null), moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: () => 0 } },
  moves: {
    fill: ({ G, playerID }, cell) => {
      if (!(cell >= 0 && cell < 9)) return "INVALID_MOVE";
      G.cells[cell] = playerID;
      G.moves += 1;
    },
  },
};

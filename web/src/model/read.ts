// Converts the server's types to the model's.

import type { Board as WireBoard, Effect as WireEffect, Step as WireStep } from "../net/schema.gen.ts";
import type { Board, Level, Token } from "./board.ts";
import type { Step } from "./choices.ts";
import type { Effect } from "./effects.ts";
import { type Square, squares } from "./square.ts";

const number = (square: Square): number => "abcde".indexOf(square[0]!) + 5 * "12345".indexOf(square[1]!);

export function readBoard(wire: WireBoard): Board {
  const domes = new Set(wire.domes);
  const cards = wire.shared ? [wire.shared] : wire.cards;
  const secrets = cards.flatMap(({ secret }): Token[] =>
    (secret?.squares ?? []).map((square) => ({ square, kind: secret!.kind })),
  );
  return {
    towers: Object.fromEntries(
      squares.map((square) => [
        square,
        { level: (wire.blocks[number(square)] ?? 0) as Level, dome: domes.has(square) },
      ]),
    ),
    workers: wire.workers.map((worker) => ({ ...worker, side: worker.side - 1, id: 0 })),
    tokens: [...wire.tokens.map(({ square, kind }) => ({ square, kind })), ...secrets],
    arrows: cards.flatMap(({ aim }) => (aim?.points ? [{ kind: aim.kind, direction: aim.points }] : [])),
  };
}

export const readStep = (wire: WireStep): Step => ({
  text: wire.text,
  kind: wire.kind,
  at: wire.from,
  to: wire.to,
  dome: wire.dome,
  what: wire.power ?? wire.seat ?? wire.direction ?? (wire.woman ? 1 : null),
});

export const readEffect = (wire: WireEffect): Effect => ({
  kind: wire.kind,
  at: wire.from,
  to: wire.to,
  who: wire.seat ?? (wire.side ?? 1) - 1,
});

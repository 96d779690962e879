// A position that is being edited, as plain data: what lies on the board, and what the cards keep. It may be impossible
// for a while: only the core writes its text and says whether it can be played. Every change makes a new draft.
import type { CardParts, Parts } from "../core/parts.ts";
import { type Board, emptyBoard, type Level, type TokenKind, type Tower } from "../model/board.ts";
import type { Square } from "../model/square.ts";
import type { PowerCard, RuleSet } from "../net/schema.gen.ts";

export type Card = CardParts;
export type Draft = Parts;

/** What a tap puts on the board. Tokens and secrets belong to a seat, from 0. */
export type Tool =
  | { puts: "block" | "dome" | "ram" | "woman" | "nothing" }
  | { puts: "worker"; side: number }
  | { puts: "token" | "secret"; seat: number };

export const plain = "mortal";
export const sidesOf = (players: number): number => (players === 3 ? 3 : 2);

export const freshCard = (power: string, rules: RuleSet): Card => ({
  power,
  rules,
  out: false,
  climbed: false,
  spent: false,
  stolen: false,
  number: null,
  aim: null,
  tokens: [],
  secret: null,
  face: null,
  deck: [],
  discard: [],
  bound: [],
});

/** Which values a card keeps, according to the core. */
export type Kept = PowerCard["kept"];

/** The board to draw while the core cannot read the position. */
export function drawnBoard(draft: Draft, keptBy: (power: string) => Kept): Board {
  const lying = draft.cards.flatMap(({ power, tokens, secret }) => {
    const kept = keptBy(power);
    const all: { square: Square; kind: TokenKind }[] = [];
    if (kept.token) all.push(...tokens.map((square) => ({ square, kind: kept.token! })));
    if (kept.secret && secret) all.push({ square: secret, kind: kept.secret });
    return all;
  });
  const ram = draft.fleece?.ram;
  return {
    ...emptyBoard,
    towers: draft.towers,
    workers: draft.workers.map((worker) => ({ ...worker, seat: worker.side + 1, id: 0 })),
    tokens: [...lying, ...(ram ? [{ square: ram, kind: "ram" as const }] : [])],
  };
}

// -- changes -----------------------------------------------------------------------------------------------------------

const withTower = (draft: Draft, square: Square, tower: Tower): Draft => ({
  ...draft,
  towers: { ...draft.towers, [square]: tower },
});
export const withCard = (draft: Draft, seat: number, change: Partial<Card>): Draft => ({
  ...draft,
  cards: draft.cards.map((card, i) => (i === seat ? { ...card, ...change } : card)),
});

/** A block more; on three blocks a dome, and after that nothing. */
const raised = ({ level, dome }: Tower): Tower =>
  dome ? { level: 0, dome: false } : level === 3 ? { level, dome: true } : { level: (level + 1) as Level, dome };

const without = (draft: Draft, square: Square): Draft => ({
  ...draft,
  workers: draft.workers.filter((worker) => worker.square !== square),
  cards: draft.cards.map((card) => ({
    ...card,
    tokens: card.tokens.filter((token) => token !== square),
    secret: card.secret === square ? null : card.secret,
    bound: card.bound.includes(square) ? [] : card.bound,
  })),
  fleece: draft.fleece && {
    ...draft.fleece,
    ram: draft.fleece.ram === square ? null : draft.fleece.ram,
    tokens: draft.fleece.tokens.filter((token) => token !== square),
  },
});

/** The draft after a tap with a tool. The same tap again takes the piece away. */
export function tapped(draft: Draft, tool: Tool, square: Square): Draft {
  const tower = draft.towers[square]!;
  switch (tool.puts) {
    case "block":
      return withTower(draft, square, raised(tower));
    case "dome":
      return withTower(draft, square, { ...tower, dome: !tower.dome });
    case "nothing":
      return withTower(without(draft, square), square, { level: 0, dome: false });
    case "worker": {
      const there = draft.workers.find((worker) => worker.square === square);
      const workers = draft.workers.filter((worker) => worker !== there);
      if (there?.side !== tool.side) workers.push({ square, side: tool.side, woman: false });
      return { ...draft, workers };
    }
    case "woman":
      return {
        ...draft,
        workers: draft.workers.map((worker) =>
          worker.square === square ? { ...worker, woman: !worker.woman } : worker,
        ),
      };
    case "ram":
      return draft.fleece
        ? { ...draft, fleece: { ...draft.fleece, ram: draft.fleece.ram === square ? null : square } }
        : draft;
    case "token": {
      const { tokens } = draft.cards[tool.seat]!;
      const rest = tokens.filter((token) => token !== square);
      return withCard(draft, tool.seat, { tokens: rest.length < tokens.length ? rest : [...tokens, square] });
    }
    case "secret": {
      const { secret } = draft.cards[tool.seat]!;
      return withCard(draft, tool.seat, { secret: secret === square ? null : square });
    }
  }
}

/** Is there a piece that can be dragged? */
export const holdsPiece = (draft: Draft, square: Square): boolean =>
  draft.workers.some((worker) => worker.square === square) ||
  draft.fleece?.ram === square ||
  draft.cards.some((card) => card.tokens.includes(square) || card.secret === square);

/** Moves the piece of one square to another: the worker, or else what lies there. */
export function dragged(draft: Draft, from: Square, to: Square): Draft {
  if (from === to) return draft;
  const there = (square: Square): Square => (square === from ? to : square);
  if (draft.workers.some((worker) => worker.square === from)) {
    const others = draft.workers.filter((worker) => worker.square !== to);
    return {
      ...draft,
      workers: others.map((worker) => ({ ...worker, square: there(worker.square) })),
      cards: draft.cards.map((card) => ({ ...card, bound: card.bound.map((one) => (one === from ? to : one)) })),
    };
  }
  return {
    ...draft,
    cards: draft.cards.map((card) => ({
      ...card,
      tokens: [...new Set(card.tokens.map(there))],
      secret: card.secret && there(card.secret),
    })),
    fleece: draft.fleece && { ...draft.fleece, ram: draft.fleece.ram && there(draft.fleece.ram) },
  };
}

export const cleared = (draft: Draft): Draft => ({
  ...draft,
  towers: emptyBoard.towers,
  workers: [],
  cards: draft.cards.map((card) => freshCard(card.power, card.rules)),
  fleece: draft.fleece && { ...draft.fleece, ram: null },
  extra: 0,
});

/** Another number of players. Workers of sides that are gone leave; the Golden Fleece is for two. */
export function withPlayers(draft: Draft, players: number): Draft {
  const cards = Array.from({ length: players }, (_, seat) => draft.cards[seat] ?? freshCard(plain, draft.rules));
  return {
    ...draft,
    cards,
    workers: draft.workers.filter((worker) => worker.side < sidesOf(players)),
    to_move: Math.min(draft.to_move, players),
    fleece: players === 2 ? draft.fleece : null,
    extra: 0,
  };
}

/** Another power for a seat: what the old card kept is gone. */
export const withPower = (draft: Draft, seat: number, power: string): Draft => ({
  ...withCard(draft, seat, freshCard(power, draft.rules)),
  extra: 0,
});

/** Another rule set: every card follows its text. */
export const withRules = (draft: Draft, rules: RuleSet): Draft => ({
  ...draft,
  rules,
  cards: draft.cards.map((card) => ({ ...card, rules })),
});

/** The Golden Fleece with this power instead of a power for each player; null for none. */
export const withFleece = (draft: Draft, power: string | null): Draft => ({
  ...(power ? withPlayers(draft, 2) : draft),
  cards: power ? draft.cards.slice(0, 2).map(() => freshCard(plain, draft.rules)) : draft.cards,
  fleece: power ? { power, ram: draft.fleece?.ram ?? null, number: null, aim: null, tokens: [] } : null,
});

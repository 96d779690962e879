// A position that is being edited, as plain data: what lies on the board, and what the cards keep. It may be impossible
// for a while: only the core says whether it is (a text is made of it and read). Every change makes a new draft.
import { type Board, emptyBoard, type Level, type TokenKind, type Tower } from "../model/board.ts";
import { type Direction, fileOf, rankOf, type Square, squares } from "../model/square.ts";
import type { PowerCard, RuleSet, Board as WireBoard, Card as WireCard } from "../net/schema.gen.ts";

export interface Card {
  power: string;
  /** The rule set whose text the card follows. */
  rules: RuleSet;
  out: boolean;
  climbed: boolean;
  spent: boolean;
  stolen: boolean;
  /** Coins, pieces or workers on the card; null as the game begins. */
  number: number | null;
  aim: Direction | null;
  tokens: readonly Square[];
  secret: Square | null;
  face: string | null;
  deck: readonly string[];
  discard: readonly string[];
  bound: readonly Square[];
}
export interface Worker {
  square: Square;
  side: number;
  woman: boolean;
}
export interface Draft {
  towers: Readonly<Record<Square, Tower>>;
  workers: readonly Worker[];
  cards: readonly Card[];
  /** From 1. */
  toMove: number;
  rules: RuleSet;
  /** The Golden Fleece's power as it is written, data included, and the Ram. */
  fleece: { power: string; ram: Square | null } | null;
  /** House rules, as they are written. */
  settings: string;
  extra: number;
}

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

// -- from a position, and to one ---------------------------------------------------------------------------------------

const southWest = (all: readonly Square[]): Square | null =>
  [...all].sort((a, b) => fileOf(a) + rankOf(a) - fileOf(b) - rankOf(b))[0] ?? null;

const cardOf = (card: WireCard, board: WireBoard): Card => ({
  power: card.power,
  rules: card.rules,
  out: card.out,
  climbed: card.climbed,
  spent: card.spent,
  stolen: card.stolen,
  number: card.number?.value ?? null,
  aim: card.aim?.direction ?? null,
  tokens: board.tokens.filter((token) => token.kind !== "ram" && token.seat === card.seat).map(({ square }) => square),
  secret: southWest(card.secret?.squares ?? []),
  face: card.face,
  deck: card.deck,
  discard: card.discard,
  bound: card.bound ? [card.bound.square, ...(card.bound.beside ? [card.bound.beside] : [])] : [],
});

const field = (position: string, name: string): string =>
  position
    .split("/")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

export function draftOf(board: WireBoard): Draft {
  const domes = new Set(board.domes);
  const fleece = field(board.position, "fleece");
  return {
    towers: Object.fromEntries(
      squares.map((square) => {
        const level = (board.blocks[fileOf(square) + 5 * rankOf(square)] ?? 0) as Level;
        return [square, { level, dome: domes.has(square) }];
      }),
    ),
    workers: board.workers.map(({ square, side, woman }) => ({ square, side: side - 1, woman })),
    cards: board.cards.map((card) => cardOf(card, board)),
    toMove: board.to_move,
    rules: board.rules,
    fleece: fleece
      ? { power: fleece.replace(/@.*$/, ""), ram: board.tokens.find(({ kind }) => kind === "ram")?.square ?? null }
      : null,
    settings: field(board.position, "set"),
    extra: board.extra,
  };
}

/** What the core knows of a card's text: which of a draft's entries are written, and how. */
export type Kept = PowerCard["kept"];

function itemsOf(card: Card, kept: Kept, women: readonly Square[]): string[] {
  const tokens = card.tokens.join();
  const items = [
    women.length ? `f${women.join()}` : "",
    card.climbed ? "^" : "",
    card.spent ? "x" : "",
    card.stolen ? "*" : "",
    card.bound.join(),
    kept.number === "coins" ? `${card.number ?? 3}|${tokens}` : kept.number && card.number !== null ? card.number : "",
    kept.token && kept.number !== "coins" ? tokens : "",
    kept.aim ? (card.aim ?? "") : "",
    kept.secret ? (card.secret ?? "") : "",
    kept.deck && card.face ? `${card.face}|${card.deck.join()}|${card.discard.join()}` : "",
  ];
  return items.map(String).filter(Boolean);
}

/** The position as text. Whether it is one, the core says. */
export function textOf(draft: Draft, keptBy: (power: string) => Kept): string {
  const heights = squares.map((square) => {
    const { level, dome } = draft.towers[square]!;
    return dome ? "xyz4"[level]! : String(level);
  });
  const seats = draft.cards.map((card, seat) => {
    const own = squares.flatMap((square) => draft.workers.filter((one) => one.side === seat && one.square === square));
    const women = own.filter(({ woman }) => woman).map(({ square }) => square);
    const items = itemsOf(card, keptBy(card.power), women);
    return [
      card.out ? "-" : "",
      card.power,
      card.rules === draft.rules ? "" : `~${card.rules}`,
      items.length ? `[${items.join(";")}]` : "",
      own.length ? `:${own.map(({ square }) => square).join()}` : "",
    ].join("");
  });
  const fields = [
    draft.rules === "printed" ? "" : `rules=${draft.rules}`,
    draft.fleece ? `fleece=${draft.fleece.power}@${draft.fleece.ram ?? "-"}` : "",
    draft.settings ? `set=${draft.settings}` : "",
    draft.extra ? `extra=${draft.extra}` : "",
  ].filter(Boolean);
  return [heights.join(""), draft.toMove, ...seats, ...fields].join("/");
}

/** What is drawn while the core cannot read it. */
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
  fleece: draft.fleece && { ...draft.fleece, ram: draft.fleece.ram === square ? null : draft.fleece.ram },
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

/** Does a piece lie there that can be dragged? */
export const holdsPiece = (draft: Draft, square: Square): boolean =>
  draft.workers.some((worker) => worker.square === square) ||
  draft.fleece?.ram === square ||
  draft.cards.some((card) => card.tokens.includes(square) || card.secret === square);

/** The piece of one square on another: the worker, or else what lies there. */
export function dragged(draft: Draft, from: Square, to: Square): Draft {
  if (from === to) return draft;
  const there = (square: Square): Square => (square === from ? to : square);
  if (draft.workers.some((worker) => worker.square === from)) {
    const others = draft.workers.filter((worker) => worker.square !== to);
    return {
      ...draft,
      workers: others.map((worker) => ({ ...worker, square: there(worker.square) })),
      cards: draft.cards.map((card) => ({ ...card, bound: card.bound.map(there) })),
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
    toMove: Math.min(draft.toMove, players),
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

/** The Golden Fleece with this power, in place of powers of one's own; or none. */
export const withFleece = (draft: Draft, power: string | null): Draft => ({
  ...(power ? withPlayers(draft, 2) : draft),
  cards: power ? draft.cards.slice(0, 2).map(() => freshCard(plain, draft.rules)) : draft.cards,
  fleece: power ? { power, ram: draft.fleece?.ram ?? null } : null,
});

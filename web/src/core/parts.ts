// A position as plain data, for the editor. The core takes a position apart and writes parts as the text of a position,
// which may be impossible (core/state/parts.h).
import type { Tower } from "../model/board.ts";
import type { Direction, Square } from "../model/square.ts";
import type { RuleSet } from "../net/schema.gen.ts";

/** What a card keeps, or the Golden Fleece. */
export interface KeptParts {
  /** Coins, pieces or workers on the card; null: as at the start of a game. */
  number: number | null;
  aim: Direction | null;
  tokens: readonly Square[];
}
export interface CardParts extends KeptParts {
  power: string;
  /** The rule set whose text the card follows. */
  rules: RuleSet;
  out: boolean;
  climbed: boolean;
  spent: boolean;
  stolen: boolean;
  secret: Square | null;
  face: string | null;
  deck: readonly string[];
  discard: readonly string[];
  /** The bound worker, and the one it must stand beside; "-" for a worker that was removed. */
  bound: readonly string[];
}
export interface WorkerParts {
  square: Square;
  /** From 0. */
  side: number;
  woman: boolean;
}
export interface FleeceParts extends KeptParts {
  power: string;
  ram: Square | null;
}
export interface Parts {
  rules: RuleSet;
  /** From 1. */
  to_move: number;
  extra: number;
  /** House rules, by name. */
  settings: readonly string[];
  towers: Readonly<Record<Square, Tower>>;
  workers: readonly WorkerParts[];
  cards: readonly CardParts[];
  fleece: FleeceParts | null;
}

const keptLines = ({ number, aim, tokens }: KeptParts): string[] => [
  ...(number === null ? [] : [`number ${number}`]),
  ...(aim ? [`aim ${aim}`] : []),
  ...tokens.map((square) => `token ${square}`),
];

const cardLines = (card: CardParts): string[] => [
  `card ${card.power} ${card.rules}`,
  ...(["out", "climbed", "spent", "stolen"] as const).filter((mark) => card[mark]),
  ...keptLines(card),
  ...(card.secret ? [`secret ${card.secret}`] : []),
  ...(card.face ? [`face ${card.face}`] : []),
  ...card.deck.map((power) => `deck ${power}`),
  ...card.discard.map((power) => `discard ${power}`),
  ...(card.bound.length ? [`bound ${card.bound.join(" ")}`] : []),
];

/** The parts as the core reads them. */
export const partLines = ({ rules, to_move, extra, settings, towers, workers, cards, fleece }: Parts): string[] => [
  `game ${rules} ${to_move} ${extra}`,
  ...settings.map((name) => `set ${name}`),
  ...Object.entries(towers).map(([square, { level, dome }]) => `tower ${square} ${level} ${dome ? 1 : 0}`),
  ...workers.map(({ square, side, woman }) => `worker ${square} ${side} ${woman ? 1 : 0}`),
  ...cards.flatMap(cardLines),
  ...(fleece ? [`fleece ${fleece.power} ${fleece.ram ?? "-"}`, ...keptLines(fleece)] : []),
];

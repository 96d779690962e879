// What is on the board, as plain data: both boards and the text view are drawn from it.
import type * as schema from "../net/schema.gen.ts";
import { type Direction, type Square, squares } from "./square.ts";

export type Level = 0 | 1 | 2 | 3;
/** What lies on a square. Secret squares that the user may see are shown as tokens too. */
export type TokenKind = schema.TokenKind | schema.SecretKind;

export interface Tower {
  level: Level;
  dome: boolean;
}
export interface Worker {
  /** Stays the same while the worker is on the board, so that a drawing can follow it. */
  id: number;
  square: Square;
  seat: number;
  side: number;
  woman: boolean;
}
export interface Token {
  square: Square;
  kind: TokenKind;
}
/** The wind or the song beside the board. */
export interface Arrow {
  kind: schema.AimKind;
  direction: Direction;
}
export interface Board {
  towers: Readonly<Record<Square, Tower>>;
  workers: readonly Worker[];
  tokens: readonly Token[];
  arrows: readonly Arrow[];
}

const ground: Tower = { level: 0, dome: false };

export const emptyBoard: Board = {
  towers: Object.fromEntries(squares.map((square) => [square, ground])),
  workers: [],
  tokens: [],
  arrows: [],
};

export const towerAt = (board: Board, square: Square): Tower => board.towers[square] ?? ground;
export const workerAt = (board: Board, square: Square): Worker | undefined =>
  board.workers.find((worker) => worker.square === square);
export const tokensAt = (board: Board, square: Square): readonly Token[] =>
  board.tokens.filter((token) => token.square === square);

/** The board with one tower changed. */
export function withTower(board: Board, square: Square, tower: Tower): Board {
  return { ...board, towers: { ...board.towers, [square]: tower } };
}

// Squares are their names, a1 to e5: file letter west to east, rank digit south to north.
import { type Direction, directionValues } from "../net/schema.gen.ts";

export type { Direction };
export type Square = string;

export const files = "abcde";
export const ranks = "12345";
/** Clockwise from the north. */
export const directions = directionValues;

/** Row by row from the north, the order of the heights in a position text. */
export const squares: readonly Square[] = [...ranks].reverse().flatMap((rank) => [...files].map((file) => file + rank));

export const fileOf = (square: Square): number => files.indexOf(square[0] ?? "");
export const rankOf = (square: Square): number => ranks.indexOf(square[1] ?? "");
export const isSquare = (text: string): boolean => text.length === 2 && fileOf(text) >= 0 && rankOf(text) >= 0;

/** The square that many files and ranks away, or null if it is off the board. */
export function away(square: Square, east: number, north: number): Square | null {
  const file = files[fileOf(square) + east];
  const rank = ranks[rankOf(square) + north];
  return file && rank ? file + rank : null;
}

const compass: Record<Direction, readonly [number, number]> = {
  n: [0, 1],
  ne: [1, 1],
  e: [1, 0],
  se: [1, -1],
  s: [0, -1],
  sw: [-1, -1],
  w: [-1, 0],
  nw: [-1, 1],
};
export const vector = (direction: Direction): readonly [number, number] => compass[direction];

// From "what happened" to "what is shown": the effects of a turn become beats, each with the board after it.
// No caller ever says how to animate anything: a drawing compares the board before a beat with the one after.

import type { EffectKind } from "../net/schema.gen.ts";
import { type Board, type Level, towerAt, type Worker, withTower } from "./board.ts";
import type { Square } from "./square.ts";

export type { EffectKind };

export interface Effect {
  kind: EffectKind;
  at: Square | null;
  to: Square | null;
  /** A side; for win and lose a seat. */
  who: number;
}

export interface Beat {
  kind: EffectKind | "settle";
  at: Square | null;
  to: Square | null;
  /** Duration in milliseconds. */
  lasts: number;
  board: Board;
}

const lasting: Record<EffectKind, number> = {
  move: 330,
  force: 330,
  build: 240,
  dome: 280,
  unbuild: 260,
  remove: 380,
  place: 240,
  token: 220,
  untoken: 160,
  conflict: 500,
  win: 900,
  lose: 300,
  draw: 300,
};

/**
 * The beats that lead from one board to another. The last beat always shows exactly `after`: what the effects do not
 * mention (a token of a card the page knows nothing about) appears with it.
 */
export function beats(before: Board, effects: readonly Effect[], after: Board): Beat[] {
  const result: Beat[] = [];
  let board = before;
  for (let i = 0; i < effects.length; i++) {
    const effect = effects[i]!;
    const next = effects[i + 1];
    const lasts = lasting[effect.kind];
    if (next && makesRoom(board, effect, next)) {
      board = carry(board, [effect, next]);
      i++;
    } else {
      board = apply(board, effect);
    }
    result.push({ kind: effect.kind, at: effect.at, to: effect.to, lasts, board });
  }
  const settled = adopt(board, after);
  const last = result.at(-1);
  if (last && sameBoard(last.board, settled)) last.board = settled;
  else result.push({ kind: "settle", at: null, to: null, lasts: result.length ? 120 : 0, board: settled });
  return result;
}

const travels = (effect: Effect): boolean => effect.kind === "move" || effect.kind === "force";

/** Workers that swap, and a worker and the one it pushes, travel in one beat, so that they never share a square. */
const makesRoom = (board: Board, one: Effect, other: Effect): boolean =>
  travels(one) && travels(other) && one.to === other.at && board.workers.some((worker) => worker.square === one.to);

function carry(board: Board, effects: readonly Effect[]): Board {
  const goes = new Map(effects.map((effect) => [effect.at, effect.to]));
  const workers = board.workers.map((worker) => ({ ...worker, square: goes.get(worker.square) ?? worker.square }));
  return { ...board, workers };
}

function apply(board: Board, effect: Effect): Board {
  const { at, to } = effect;
  switch (effect.kind) {
    case "move":
    case "force":
      return carry(board, [effect]);
    case "build": {
      if (!to) return board;
      const tower = towerAt(board, to);
      if (tower.level === 3) return withTower(board, to, { level: 3, dome: true });
      return withTower(board, to, { level: (tower.level + 1) as Level, dome: false });
    }
    case "dome":
      return to ? withTower(board, to, { level: towerAt(board, to).level, dome: true }) : board;
    case "unbuild": {
      if (!to) return board;
      const level = towerAt(board, to).level;
      return withTower(board, to, { level: Math.max(0, level - 1) as Level, dome: false });
    }
    case "remove": {
      const square = at ?? to;
      return { ...board, workers: board.workers.filter((worker) => worker.square !== square) };
    }
    case "place":
      // Its sex and seat become known with the board after the turn.
      return to
        ? {
            ...board,
            workers: [...board.workers, { id: nextId(), square: to, seat: 0, side: effect.who, woman: false }],
          }
        : board;
    case "untoken":
      return { ...board, tokens: board.tokens.filter((token) => token.square !== (at ?? to)) };
    default:
      return board; // the board after the turn has the tokens
  }
}

/** The board `after`, with the identities that its workers had before. */
export function adopt(before: Board, after: Board): Board {
  const free = new Map(before.workers.map((worker) => [worker.id, worker]));
  const take = (match: (old: Worker) => boolean): number | null => {
    for (const old of free.values()) {
      if (match(old)) {
        free.delete(old.id);
        return old.id;
      }
    }
    return null;
  };
  const ids = after.workers.map((worker) => take((old) => old.square === worker.square && old.side === worker.side));
  const workers = after.workers.map((worker, i) => ({
    ...worker,
    // A worker that moved without an effect gets the identity of any missing one of its side.
    id: ids[i] ?? take((old) => old.side === worker.side) ?? nextId(),
  }));
  return { ...after, workers };
}

let ids = 0;
const nextId = (): number => ++ids;

export const sameBoard = (one: Board, other: Board): boolean =>
  JSON.stringify(seen(one)) === JSON.stringify(seen(other));
const seen = (board: Board): unknown => [
  Object.entries(board.towers)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([square, tower]) => [square, tower.level, tower.dome]),
  board.workers.map((worker) => [worker.square, worker.side, worker.woman]).sort(),
  board.tokens.map((token) => token.square + token.kind).sort(),
  board.arrows.map((arrow) => arrow.kind + arrow.direction),
];

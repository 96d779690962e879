import { expect, it } from "vitest";
import { isWhich, matches, opponentLevel, ownPower, rates } from "../src/model/history.ts";
import type { Kept } from "../src/model/memory.ts";

const kept = (power: string, level: number, result: Kept["result"]): Kept => ({
  game: power + level,
  token: "",
  role: "seat",
  seats: [1],
  invites: {},
  watch: null,
  title: "",
  over: result !== null,
  at: 0,
  players: [
    { seat: 1, name: "Ann", power, level: null, mine: true },
    { seat: 2, name: "Computer", power: "atlas", level, mine: false },
  ],
  result: result ?? null,
  turn: false,
});
const played = [kept("pan", 1, "won"), kept("pan", 2, "lost"), kept("demeter", 1, "won"), kept("pan", 1, null)];

it("counts wins by power and by level, and no game that is not over", () => {
  expect(rates(played, ownPower)).toEqual([
    { key: "pan", won: 1, played: 2 },
    { key: "demeter", won: 1, played: 1 },
  ]);
  expect(rates(played, opponentLevel)).toEqual([
    { key: 1, won: 2, played: 2 },
    { key: 2, won: 0, played: 1 },
  ]);
});

it("finds games by how they stand, by name and by power", () => {
  expect(played.filter((one) => isWhich(one, "open"))).toHaveLength(1);
  expect(played.filter((one) => isWhich(one, "won"))).toHaveLength(2);
  const named = (power: string): string => power.toUpperCase();
  expect(played.filter((one) => matches(one, "dem", named))).toHaveLength(1);
  expect(played.filter((one) => matches(one, "ann", named))).toHaveLength(4);
});

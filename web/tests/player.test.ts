import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Beat } from "../src/model/effects.ts";
import { BeatPlayer } from "../src/model/player.ts";
import { board, worker } from "./make.ts";

const beat = (square: string, lasts: number): Beat => ({
  kind: "move",
  at: null,
  to: square,
  lasts,
  board: board([worker(1, square)]),
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("shows each beat for its time, then says that it rests", () => {
  const shown: (string | null)[] = [];
  new BeatPlayer((now) => shown.push(now?.to ?? null)).play([beat("c3", 300), beat("c4", 200)]);
  expect(shown).toEqual(["c3"]);
  vi.advanceTimersByTime(299);
  expect(shown).toEqual(["c3"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["c3", "c4"]);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(["c3", "c4", null]);
  expect(vi.getTimerCount()).toBe(0);
});

it("stops at once, and knows where the rest would have led", () => {
  const shown: (string | null)[] = [];
  const player = new BeatPlayer((now) => shown.push(now?.to ?? null));
  const last = beat("c5", 100);
  player.play([beat("c3", 300), beat("c4", 200), last]);
  expect(player.stop()).toBe(last.board);
  vi.runAllTimers();
  expect(shown).toEqual(["c3"]);
  expect(player.stop()).toBeNull();
});

it("has nothing left to lead to during the last beat", () => {
  const player = new BeatPlayer(() => undefined);
  player.play([beat("c3", 300)]);
  expect(player.stop()).toBeNull();
});

it("plays what is new in place of what it played", () => {
  const shown: (string | null)[] = [];
  const player = new BeatPlayer((now) => shown.push(now?.to ?? null));
  player.play([beat("a1", 300), beat("a2", 300)]);
  player.play([beat("e5", 100)]);
  vi.runAllTimers();
  expect(shown).toEqual(["a1", "e5", null]);
});

it("can be stopped by whoever is shown a beat", () => {
  const shown: (string | null)[] = [];
  const player = new BeatPlayer((now) => {
    shown.push(now?.to ?? null);
    player.stop();
  });
  player.play([beat("a1", 300), beat("a2", 300)]);
  vi.runAllTimers();
  expect(shown).toEqual(["a1"]);
});

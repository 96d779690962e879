import { expect, it } from "vitest";
import { readBoard, readEffect, readStep } from "../src/model/read.ts";
import { away, directions, isSquare, squares, vector } from "../src/model/square.ts";
import { card, state, wireEffect, wireStep } from "./make.ts";

it("reads heights in the order of the server: a1, b1 ... e5", () => {
  const blocks = Array.from({ length: 25 }, (_, i) => i % 4);
  const { towers } = readBoard({ ...state().board, blocks, domes: ["b1", "e5"] });
  expect(towers.a1).toEqual({ level: 0, dome: false });
  expect(towers.b1).toEqual({ level: 1, dome: true });
  expect(towers.a2).toEqual({ level: 1, dome: false });
  expect(towers.e5).toEqual({ level: 0, dome: true });
  expect(Object.keys(towers).sort()).toEqual([...squares].sort());
});

it("lays tokens and known secrets on their squares, and arrows beside the board", () => {
  const cards = [
    { ...card(1, "tartarus"), secret: { kind: "abyss" as const, squares: ["d4"] } },
    { ...card(2, "aeolus"), aim: { kind: "wind" as const, direction: "ne" as const, points: "sw" as const } },
    { ...card(3, "moerae"), secret: { kind: "fate" as const, squares: null } },
  ];
  const tokens = [{ square: "c3", kind: "coin" as const, seat: 2 }];
  const board = readBoard({ ...state().board, cards, tokens });
  expect(board.tokens).toEqual([
    { square: "c3", kind: "coin" },
    { square: "d4", kind: "abyss" },
  ]);
  expect(board.arrows).toEqual([{ kind: "wind", direction: "sw" }]);
});

it("reads the shared card of the Golden Fleece in place of the players' cards", () => {
  const aim = { kind: "song" as const, direction: "s" as const, points: "s" as const };
  const shared = { ...card(0, "siren"), aim };
  const cards = [
    { ...card(1), aim: { kind: "wind" as const, direction: "n" as const, points: "s" as const } },
    card(2),
  ];
  expect(readBoard({ ...state().board, cards, shared }).arrows).toEqual([{ kind: "song", direction: "s" }]);
});

it("counts sides from zero, as colours do", () => {
  expect(readBoard(state().board).workers.map((worker) => worker.side)).toEqual([0, 0, 1, 1]);
  expect(readEffect({ ...wireEffect("move", "c3", "c4"), side: 2 }).who).toBe(1);
  expect(readEffect({ ...wireEffect("win", null, null), side: null, seat: 2 }).who).toBe(2);
});

it("keeps of a step what it is about", () => {
  expect(readStep(wireStep("take:pan", "take", { power: "pan" })).what).toBe("pan");
  expect(readStep(wireStep("begin:2", "begin", { seat: 2 })).what).toBe(2);
  expect(readStep(wireStep("@ne", "aim", { direction: "ne" })).what).toBe("ne");
  expect(readStep(wireStep("*c3f", "place", { to: "c3", woman: true })).what).toBe(1);
  expect(readStep(wireStep("c3-c4", "move", { from: "c3", to: "c4" }))).toMatchObject({
    at: "c3",
    to: "c4",
    what: null,
  });
});

it("knows the neighbours of a square", () => {
  const around = (square: string) => directions.map((direction) => away(square, ...vector(direction)));
  expect(around("c3")).toEqual(["c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4"]);
  expect(around("a1")).toEqual(["a2", "b2", "b1", null, null, null, null, null]);
  expect(squares.every(isSquare)).toBe(true);
  expect(["", "f1", "a6", "a1 "].some(isSquare)).toBe(false);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adopt, beats, sameBoard } from "../src/model/effects.ts";
import { anyBoard, anyEffects, board, worker } from "./make.ts";

const ids = (shown: { workers: readonly { id: number }[] }): number[] => shown.workers.map((each) => each.id);
const nameless = <T extends { id: number }>(workers: readonly T[]) => workers.map((each) => ({ ...each, id: 0 }));

describe("adopt", () => {
  it("changes nothing but the identities", () => {
    fc.assert(
      fc.property(anyBoard, anyBoard, (before, after) => {
        const adopted = adopt(before, after);
        expect({ ...adopted, workers: nameless(adopted.workers) }).toEqual({
          ...after,
          workers: nameless(after.workers),
        });
      }),
    );
  });

  it("gives every worker an identity of its own", () => {
    fc.assert(
      fc.property(anyBoard, anyBoard, (before, after) => {
        const given = ids(adopt(before, after));
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });

  it("lets a worker that stands where it stood keep its identity", () => {
    fc.assert(
      fc.property(anyBoard, anyBoard, (before, after) => {
        for (const now of adopt(before, after).workers) {
          const then = before.workers.find((old) => old.square === now.square && old.side === now.side);
          if (then) expect(now.id).toBe(then.id);
        }
      }),
    );
  });

  it("never takes an identity from another side", () => {
    fc.assert(
      fc.property(anyBoard, anyBoard, (before, after) => {
        const sides = new Map(before.workers.map((old) => [old.id, old.side]));
        for (const now of adopt(before, after).workers) expect(sides.get(now.id) ?? now.side).toBe(now.side);
      }),
    );
  });
});

describe("beats", () => {
  it("end with the board of the server, whatever the effects say", () => {
    fc.assert(
      fc.property(anyBoard, anyEffects, anyBoard, (before, effects, after) => {
        const shown = beats(before, effects, after);
        expect(sameBoard(shown.at(-1)!.board, after)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(effects.length + 1);
        expect(shown.every((beat) => beat.lasts >= 0)).toBe(true);
      }),
    );
  });

  it("show no worker twice", () => {
    fc.assert(
      fc.property(anyBoard, anyEffects, anyBoard, (before, effects, after) => {
        for (const beat of beats(before, effects, after)) {
          expect(new Set(ids(beat.board)).size).toBe(beat.board.workers.length);
        }
      }),
    );
  });

  it("show one effect after the other", () => {
    const before = board([worker(1, "c3")]);
    const after = board([worker(0, "c4")], { d4: 1 });
    const shown = beats(
      before,
      [
        { kind: "move", at: "c3", to: "c4", who: 0 },
        { kind: "build", at: "c4", to: "d4", who: 0 },
      ],
      after,
    );
    expect(shown.map((beat) => beat.kind)).toEqual(["move", "build"]);
    expect(shown[0]!.board.workers).toEqual([worker(1, "c4")]);
    expect(shown[0]!.board.towers.d4).toEqual({ level: 0, dome: false });
    expect(shown[1]!.board.towers.d4).toEqual({ level: 1, dome: false });
    expect(ids(shown[1]!.board)).toEqual([1]);
  });

  it("let two that swap travel together", () => {
    const shown = beats(
      board([worker(1, "c3"), worker(2, "c4", 1)]),
      [
        { kind: "move", at: "c3", to: "c4", who: 0 },
        { kind: "force", at: "c4", to: "c3", who: 1 },
      ],
      board([worker(0, "c4"), worker(0, "c3", 1)]),
    );
    expect(shown).toHaveLength(1);
    expect(shown[0]!.board.workers.map(({ id, square }) => [id, square])).toEqual([
      [1, "c4"],
      [2, "c3"],
    ]);
  });

  it("crown a third level with a dome, and take blocks away", () => {
    const before = board([], { a1: 3, b1: 2 });
    const after = {
      ...before,
      towers: { ...before.towers, a1: { level: 3, dome: true }, b1: { level: 1, dome: false } },
    } as const;
    const shown = beats(
      before,
      [
        { kind: "build", at: null, to: "a1", who: 0 },
        { kind: "unbuild", at: null, to: "b1", who: 0 },
      ],
      after,
    );
    expect(shown.map((beat) => beat.kind)).toEqual(["build", "unbuild"]);
    expect(shown[0]!.board.towers.a1).toEqual({ level: 3, dome: true });
    expect(shown[1]!.board.towers.b1).toEqual({ level: 1, dome: false });
  });

  it("settle what the effects do not tell", () => {
    const after = { ...board([]), tokens: [{ square: "c3", kind: "coin" as const }] };
    const shown = beats(board([]), [{ kind: "token", at: null, to: "c3", who: 0 }], after);
    expect(shown.map((beat) => beat.kind)).toEqual(["token", "settle"]);
    expect(beats(board([]), [], board([])).map((beat) => beat.lasts)).toEqual([0]);
  });
});

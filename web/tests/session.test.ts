import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEffect } from "../src/model/read.ts";
import {
  choicesOf,
  deciding,
  lastTurn,
  newSession,
  type Session,
  sceneOf,
  takeIn,
  unseen,
  wonAt,
} from "../src/model/session.ts";
import { type Effect, effectKindValues, type State } from "../src/net/schema.gen.ts";
import { anySquare, entry, state, wireEffect, wireStep } from "./make.ts";

const shown = { coordinates: true, heights: true, motion: true, night: false };
const started = (more: Partial<State> = {}): Session => takeIn(newSession, state(more));

const hint = {
  steps: ["b3-b4", "+b5"],
  effects: [wireEffect("move", "b3", "b4"), wireEffect("build", "b4", "b5")],
  because: null,
};

describe("takeIn", () => {
  it("continues the log from where the server says", () => {
    const before = started({ log: [entry(1, []), entry(2, [])] });
    const after = takeIn(before, state({ version: 2, log_from: 1, log: [entry(2, [], { text: "other" })] }));
    expect(after.log.map((each) => each.text)).toEqual([before.log[0]!.text, "other"]);
  });

  it("keeps the chat unless the state is full", () => {
    const chat = [{ number: 1, seat: 2, text: "hello", at: 0 }];
    const before = started({ chat });
    expect(takeIn(before, state({ version: 2, chat: null })).chat).toEqual(chat);
    expect(takeIn(before, state({ version: 2, chat: [] })).chat).toEqual([]);
  });

  it("forgets what was picked or asked when the version or the seat changes, and only then", () => {
    const picked: Session = { ...started(), wanted: "b3", hint, only: "build", busy: true };
    expect(takeIn(picked, state())).toMatchObject({ wanted: "b3", hint, only: "build", busy: false });
    const next = takeIn(picked, state({ version: 2 }));
    expect(next).toMatchObject({ wanted: null, hint: null, only: null });
    const looked = takeIn(picked, state({ you: { role: "seat", host: true, seats: [1, 2], seat: 2 } }));
    expect(looked.wanted).toBeNull();
  });
});

/** A game as the server reports it: turns of effects, sent in portions that may end anywhere. */
const anyTelling = fc
  .array(
    fc.array(
      fc
        .record({ kind: fc.constantFrom(...effectKindValues), from: anySquare, to: anySquare })
        .map(({ kind, from, to }): Effect => wireEffect(kind, from, to)),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((turns) => {
    const total = turns.flat().length;
    return fc.record({ turns: fc.constant(turns), stops: fc.uniqueArray(fc.nat(total), { maxLength: total + 1 }) });
  })
  .map(({ turns, stops }) => ({ turns, stops: [...stops].sort((a, b) => a - b) }));

/** The state after the first effects: whole turns in the log, the rest in the unfinished turn. */
function told(turns: readonly Effect[][], count: number, version: number): State {
  const log = [];
  let left = count;
  for (const [i, effects] of turns.entries()) {
    if (left < effects.length) {
      const turn =
        left > 0
          ? { seat: 1, text: "", steps: [], effects: effects.slice(0, left), can_undo: true, wins: false }
          : null;
      return state({ version, log, turn });
    }
    log.push(entry(i + 1, effects));
    left -= effects.length;
  }
  return state({ version, log });
}

describe("unseen", () => {
  it("shows every effect once and in order, wherever the server pauses", () => {
    fc.assert(
      fc.property(anyTelling, ({ turns, stops }) => {
        let session = takeIn(newSession, told(turns, stops[0] ?? 0, 1));
        const seen = turns
          .flat()
          .slice(0, stops[0] ?? 0)
          .map(readEffect);
        for (const [i, stop] of stops.slice(1).entries()) {
          const after = takeIn(session, told(turns, stop, i + 2));
          seen.push(...unseen(session, after)!);
          session = after;
        }
        expect(seen).toEqual(
          turns
            .flat()
            .slice(0, stops.at(-1) ?? 0)
            .map(readEffect),
        );
      }),
    );
  });

  it("is null where the new state does not follow from the old one", () => {
    const log = [entry(1, []), entry(2, [])];
    const before = started({ log });
    const follows = (more: Partial<State>): unknown =>
      unseen(before, takeIn(before, state({ version: 2, log, ...more })));
    expect(follows({})).toEqual([]);
    expect(unseen(newSession, before)).toBeNull();
    expect(follows({ game: "another" })).toBeNull();
    expect(follows({ behind: true })).toBeNull();
    expect(follows({ log: [entry(1, [])] })).toBeNull();
    expect(follows({ you: { role: "seat", host: true, seats: [1, 2], seat: 2 } })).toBeNull();
  });

  it("is null after a step was taken back", () => {
    const effects = [wireEffect("move", "c3", "c4")];
    const turn = { seat: 1, text: "", steps: [], effects, can_undo: true, wins: false };
    const before = started({ turn });
    expect(unseen(before, takeIn(before, state({ version: 2, turn: { ...turn, effects: [] } })))).toBeNull();
  });
});

describe("choicesOf", () => {
  const steps = [wireStep("b3-b4", "move", { from: "b3", to: "b4" })];
  it("arranges the legal steps", () => {
    expect(Object.keys(choicesOf(started({ steps })).targets)).toEqual(["b4"]);
  });
  it("offers nothing while a turn is shown, or while the device is passed on", () => {
    expect(choicesOf({ ...started({ steps }), playing: true }).targets).toEqual({});
    expect(choicesOf(started({ steps, pass_to: 2 })).targets).toEqual({});
  });
});

describe("sceneOf", () => {
  it("marks what the last turn did, until the next one begins", () => {
    const log = [entry(1, [wireEffect("move", "c3", "c4"), wireEffect("build", "c4", "d4")])];
    expect(sceneOf(started({ log }), shown)).toMatchObject({
      last: { c3: "from", d4: "build" },
      trail: [["c3", "c4"]],
    });
    const turn = { seat: 1, text: "", steps: [], effects: [], can_undo: false, wins: false };
    expect(sceneOf(started({ log, turn }), shown)).toMatchObject({ last: {}, trail: [] });
  });

  it("hints at the step under the pointer, or at the one the computer would play", () => {
    const steps = [
      wireStep("b3-b4", "move", { from: "b3", to: "b4" }),
      wireStep("b3-a4", "move", { from: "b3", to: "a4" }),
    ];
    const session = started({ steps });
    expect(sceneOf(session, shown).ghost).toBeNull();
    expect(sceneOf({ ...session, hover: "a4" }, shown).ghost?.text).toBe("b3-a4");
    expect(sceneOf({ ...session, hint }, shown).ghost?.text).toBe("b3-b4");
    expect(sceneOf({ ...session, hint }, shown)).toMatchObject({ trail: [["b3", "b4"]], last: { b5: "build" } });
    expect(sceneOf({ ...session, focus: "a4" }, shown).focus).toBeNull();
    expect(sceneOf({ ...session, focus: "a4", keyboard: true }, shown).focus).toBe("a4");
  });

  it("marks closed squares once, and none when the game is over", () => {
    const restrictions = [
      { key: "server.restriction.coins", args: {}, squares: ["a1", "a2"] },
      { key: "server.restriction.whirl", args: {}, squares: ["a2"] },
    ];
    expect(sceneOf(started({ restrictions }), shown).barred).toEqual(["a1", "a2"]);
    expect(sceneOf(started({ restrictions, outcome: { winners: [1], reason: "climbed" } }), shown).barred).toEqual([]);
  });

  it("lights up the square of the win when everything has been shown", () => {
    const log = [entry(1, [wireEffect("move", "c3", "c4"), wireEffect("win", null, null)])];
    const session = started({ log, outcome: { winners: [1], reason: "climbed" } });
    expect(sceneOf(session, shown).wonAt).toBe("c4");
    expect(sceneOf({ ...session, playing: true }, shown).wonAt).toBeNull();
  });
});

it("knows whether the reader decides", () => {
  expect(deciding(started())).toBe(true);
  expect(deciding(newSession)).toBe(false);
  expect(deciding(started({ awaits: "nothing" }))).toBe(false);
  expect(deciding(started({ status: "over" }))).toBe(false);
  expect(deciding(started({ pass_to: 2 }))).toBe(false);
});

it("remembers where the first move began and what was built last", () => {
  const turn = [
    wireEffect("move", "c3", "c4"),
    wireEffect("move", "c4", "c3"),
    wireEffect("build", "c3", "c4"),
    wireEffect("force", null, "a1"),
  ].map(readEffect);
  expect(lastTurn(turn)).toEqual({
    last: { c3: "from", c4: "build" },
    trail: [
      ["c3", "c4"],
      ["c4", "c3"],
    ],
  });
  expect(wonAt([])).toBeNull();
});

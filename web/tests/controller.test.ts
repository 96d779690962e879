import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Controller } from "../src/model/controller.ts";
import { settings } from "../src/model/settings.ts";
import type { Command, ServerMessage, State } from "../src/net/schema.gen.ts";
import type { Handlers } from "../src/net/socket.ts";
import { entry, state, wireEffect, wireStep } from "./make.ts";

/** A table without a network: sent commands are recorded, and the test plays the server. */
function table(): {
  controller: Controller;
  sent: Command[];
  says: (message: ServerMessage) => void;
  handlers: Handlers;
} {
  const sent: Command[] = [];
  let handlers!: Handlers;
  const controller = new Controller("g", "", {}, (given) => {
    handlers = given;
    return { send: (command) => sent.push(command), close: () => undefined };
  });
  return { controller, sent, says: (message) => handlers.message(message), handlers };
}

const moves = [
  wireStep("b3-b4", "move", { from: "b3", to: "b4" }),
  wireStep("b3-a4", "move", { from: "b3", to: "a4" }),
  wireStep("d3-d4", "move", { from: "d3", to: "d4" }),
];
const builds = [
  wireStep("+c4", "build", { from: "b4", to: "c4" }),
  wireStep("+c4^", "build", { from: "b4", to: "c4", dome: true }),
];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, documentElement: { dataset: {} } });
  settings.update({ motion: "on", confirm: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a tap", () => {
  it("picks a worker, then plays its step with the version it was seen in", () => {
    const { controller, sent, says } = table();
    says(state({ version: 7, steps: moves }));
    controller.tap("b3");
    expect(sent).toEqual([]);
    controller.tap("a4");
    expect(sent).toEqual([{ type: "step", version: 7, step: "b3-a4" }]);
    expect(controller.session.busy).toBe(true);
    controller.tap("b4");
    expect(sent).toHaveLength(1);
  });

  it("asks which step is meant where several fit", () => {
    const { controller, sent, says } = table();
    says(state({ steps: builds }));
    controller.tap("c4");
    expect(controller.session.asking?.steps.map((step) => step.text)).toEqual(["+c4", "+c4^"]);
    expect(sent).toEqual([]);
  });

  it("asks the server why nothing is possible there, and shows only the latest answer", () => {
    const { controller, sent, says } = table();
    says(state({ steps: moves }));
    controller.tap("b3");
    controller.tap("e5");
    controller.tap("e4");
    expect(sent).toEqual([
      { type: "why", square: "e5", from: "b3" },
      { type: "why", square: "e4", from: "b3" },
    ]);
    const far = { key: "server.why.far", args: {}, squares: [] };
    says({ type: "answer", id: 1, why: [far] });
    expect(controller.session.refused).toEqual({ square: "e4", why: null });
    says({ type: "answer", id: 2, why: [far] });
    expect(controller.session.refused).toEqual({ square: "e4", why: [far] });
  });

  it("asks nothing of the server when the reader only watches", () => {
    const { controller, sent, says } = table();
    says(state({ you: { role: "watcher", host: false, seats: [], seat: 0 } }));
    controller.tap("e5");
    expect(sent).toEqual([]);
  });
});

describe("a new state", () => {
  const before: Partial<State> = { steps: moves };
  const played = (version: number): State =>
    state({ version, log: [entry(1, [wireEffect("move", "b3", "b4"), wireEffect("build", "b4", "b5")])] });

  it("is played beat by beat, and ends with the server's board", () => {
    const { controller, says } = table();
    says(state(before));
    const seen: string[] = [];
    controller.store.watch(() => seen.push(controller.session.beat?.kind ?? "rest"));
    says(played(2));
    expect(controller.session.playing).toBe(true);
    vi.runAllTimers();
    expect(controller.session.playing).toBe(false);
    expect([...new Set(seen)]).toEqual(["rest", "move", "build", "settle"]);
    expect(controller.session.shown.workers.map((worker) => worker.square)).toEqual(["b3", "d3", "c2", "c4"]);
  });

  it("is shown at once when the reader does something, or wants no motion", () => {
    const { controller, says } = table();
    says(state(before));
    says(played(2));
    controller.skip();
    expect(controller.session).toMatchObject({ playing: false, beat: null });
    expect(vi.getTimerCount()).toBe(0);
    settings.update({ motion: "off" });
    says(state({ version: 3, log: [...played(3).log, entry(2, [wireEffect("move", "b4", "b3")])] }));
    expect(controller.session.playing).toBe(false);
  });

  it("goes on from the end of what was still being played", () => {
    const { controller, says } = table();
    says(state(before));
    says(played(2));
    says(state({ version: 3, log: [...played(3).log, entry(2, [wireEffect("move", "c2", "c1")])] }));
    vi.runAllTimers();
    expect(controller.session.playing).toBe(false);
    expect(new Set(controller.session.shown.workers.map((worker) => worker.id)).size).toBe(4);
  });
});

describe("the end of a turn", () => {
  const confirmable: Partial<State> = {
    version: 5,
    awaits: "confirm",
    can: { ...state().can, confirm: true, undo: true },
  };

  it("is confirmed by itself after `done`, or where the reader wants it so", () => {
    const { controller, sent, says } = table();
    says(state({ steps: [wireStep("done", "done")] }));
    controller.end();
    says(state(confirmable));
    expect(sent).toEqual([
      { type: "step", version: 1, step: "done" },
      { type: "confirm", version: 5 },
    ]);
    settings.update({ confirm: false });
    says(state({ ...confirmable, version: 6 }));
    expect(sent.at(-1)).toEqual({ type: "confirm", version: 6 });
  });

  it("is never confirmed by itself where that loses the game", () => {
    const { controller, sent, says } = table();
    settings.update({ confirm: false });
    const fall = { ...wireEffect("win", null, null), side: null, seat: 2 };
    const turn = { seat: 1, text: "b3-b4#2", steps: ["b3-b4"], effects: [fall], can_undo: true };
    says(state({ ...confirmable, turn }));
    expect(sent).toEqual([]);
    controller.end();
    expect(sent).toEqual([{ type: "confirm", version: 5 }]);
  });

  it("waits for the reader otherwise", () => {
    const { controller, sent, says } = table();
    says(state(confirmable));
    expect(sent).toEqual([]);
    controller.end();
    expect(sent).toEqual([{ type: "confirm", version: 5 }]);
  });
});

describe("taking back", () => {
  it("asks for the last step or for the whole turn, where the table allows it", () => {
    const { controller, sent, says } = table();
    says(state({ can: { ...state().can, undo: true } }));
    controller.restart();
    expect(sent).toEqual([]);
    controller.undo();
    expect(sent).toEqual([{ type: "undo", version: 1 }]);
    says(state({ version: 2, can: { ...state().can, restart: true } }));
    controller.restart();
    expect(sent.at(-1)).toEqual({ type: "restart", version: 2 });
  });
});

describe("messages", () => {
  it("say that a command was refused, unless the table has only moved on", () => {
    const { controller, says } = table();
    says(state());
    says({ type: "error", id: null, code: "illegal", message_key: "server.error.illegal", args: { step: "x" } });
    expect(controller.session.notice).toEqual({ key: "server.error.illegal", args: { step: "x" } });
    controller.dismiss();
    says({ type: "error", id: null, code: "stale", message_key: "server.error.stale", args: {} });
    expect(controller.session.notice).toBeNull();
  });

  it("tell who is here, who thinks and what is said", () => {
    const { controller, says } = table();
    says(state());
    says({ type: "presence", seats: [{ seat: 2, present: false }], watchers: 3 });
    says({ type: "thinking", seat: 2, thinking: true, queued: false });
    const line = { number: 1, seat: 2, text: "hello", at: 0 };
    says({ type: "chat", ...line });
    says({ type: "chat", ...line });
    expect(controller.session.server?.seats[1]).toMatchObject({ present: false, thinking: true });
    expect(controller.session.watchers).toBe(3);
    expect(controller.session.chat).toHaveLength(1);
  });

  it("answer a typed turn", async () => {
    const { controller, says } = table();
    says(state());
    const turn = controller.turn("b3-b5");
    says({ type: "error", id: 1, code: "illegal", message_key: "server.error.illegal", args: {} });
    expect(await turn).toEqual({ key: "server.error.illegal", args: {} });
    expect(controller.session.notice).toBeNull();
  });
});

it("lets go of one thing after the other", () => {
  const { controller, says } = table();
  says(state({ steps: moves }));
  controller.tap("b3");
  controller.tap("e5");
  expect(controller.letGo()).toBe(true);
  expect(controller.session).toMatchObject({ refused: null, wanted: "b3" });
  expect(controller.letGo()).toBe(true);
  expect(controller.session.wanted).toBeNull();
  expect(controller.letGo()).toBe(false);
});

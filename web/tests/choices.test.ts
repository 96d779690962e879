import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrange, directionOf, type Step, tap } from "../src/model/choices.ts";
import { anySquare, anySteps, step } from "./make.ts";

const onTargets = (targets: Readonly<Record<string, readonly Step[]>>): Step[] => Object.values(targets).flat();

describe("arrange", () => {
  it("asks for a worker first where several can move", () => {
    const steps = [
      step("b3-b4", "move", { at: "b3", to: "b4" }),
      step("b3-a4", "move", { at: "b3", to: "a4" }),
      step("d3-d4", "move", { at: "d3", to: "d4" }),
    ];
    const before = arrange(steps, null);
    expect(before.sources).toEqual(["b3", "d3"]);
    expect(before.targets).toEqual({});
    const picked = arrange(steps, "b3");
    expect(picked.picked).toBe("b3");
    expect(Object.keys(picked.targets)).toEqual(["b4", "a4"]);
  });

  it("picks the only worker by itself", () => {
    const choices = arrange([step("+c4", "build", { at: "c3", to: "c4" })], null);
    expect(choices.picked).toBe("c3");
    expect(Object.keys(choices.targets)).toEqual(["c4"]);
  });

  it("makes buttons of what has no square", () => {
    const choices = arrange([step("done", "done"), step("@n", "aim", { to: "c5" })], null);
    expect(choices.buttons.map((each) => each.text)).toEqual(["done", "@n"]);
    expect(choices.targets).toEqual({});
  });

  it("shows one kind alone where that is asked for, and every button", () => {
    const steps = [
      step("c3-c4", "move", { at: "c3", to: "c4" }),
      step("+c4", "build", { at: "c3", to: "c4" }),
      step("done", "done"),
    ];
    const choices = arrange(steps, null, "build");
    expect(onTargets(choices.targets).map((each) => each.kind)).toEqual(["build"]);
    expect(choices.buttons.map((each) => each.kind)).toEqual(["done"]);
    expect(choices.kinds).toEqual(["move", "build", "done"]);
  });

  it("leaves every step within reach, each in one place", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const all = arrange(steps, null);
        const reached = new Set(all.buttons);
        for (const wanted of [null, ...all.sources]) {
          const choices = arrange(steps, wanted);
          expect(choices.buttons).toEqual(all.buttons);
          for (const each of onTargets(choices.targets)) {
            expect(all.buttons).not.toContain(each);
            reached.add(each);
          }
        }
        expect([...reached].map((each) => each.text).sort()).toEqual(steps.map((each) => each.text).sort());
      }),
    );
  });

  it("offers a target only of the picked worker, or of none", () => {
    fc.assert(
      fc.property(anySteps, anySquare, (steps, wanted) => {
        const { picked, sources, targets } = arrange(steps, wanted);
        if (picked !== null) expect(sources).toContain(picked);
        for (const [square, each] of Object.entries(targets).flatMap(([to, list]) =>
          list.map((one) => [to, one] as const),
        )) {
          expect(each.to).toBe(square);
          expect([null, picked]).toContain(each.at);
        }
      }),
    );
  });
});

describe("tap", () => {
  it("plays exactly when one step fits the square", () => {
    fc.assert(
      fc.property(anySteps, anySquare, anySquare, (steps, wanted, square) => {
        const choices = arrange(steps, wanted);
        const fitting = choices.targets[square] ?? [];
        const meant = tap(choices, square);
        switch (meant.does) {
          case "play":
            expect(fitting).toEqual([meant.step]);
            break;
          case "ask":
            expect(fitting.length).toBeGreaterThan(1);
            expect(meant.steps).toBe(fitting);
            break;
          case "pick":
            expect(fitting).toEqual([]);
            expect(choices.sources).toContain(meant.square);
            expect(arrange(steps, meant.square).picked).toBe(meant.square);
            // The worker on the square, or the only one that can do something there.
            if (meant.square !== square) expect(arrange(steps, meant.square).targets[square]).toBeDefined();
            break;
          case "drop":
            expect(choices.picked).toBe(square);
            break;
          case "refuse":
            expect(fitting).toEqual([]);
            expect(choices.sources.filter((source) => source !== choices.picked)).not.toContain(square);
        }
      }),
    );
  });

  it("means the only worker that can go to the square, and none of several", () => {
    const two = [
      step("b3-b4", "move", { at: "b3", to: "b4" }),
      step("b3-c4", "move", { at: "b3", to: "c4" }),
      step("d3-c4", "move", { at: "d3", to: "c4" }),
    ];
    expect(tap(arrange(two, null), "b4")).toEqual({ does: "pick", square: "b3" });
    expect(tap(arrange(two, null), "c4")).toEqual({ does: "refuse", square: "c4" });
    expect(tap(arrange(two, "d3"), "b4")).toEqual({ does: "refuse", square: "b4" });
  });

  it("drops a worker that was picked, but not the only one", () => {
    const two = [step("b3-b4", "move", { at: "b3", to: "b4" }), step("d3-d4", "move", { at: "d3", to: "d4" })];
    expect(tap(arrange(two, "b3"), "b3")).toEqual({ does: "drop" });
    expect(tap(arrange(two.slice(0, 1), null), "b3")).toEqual({ does: "refuse", square: "b3" });
  });
});

it("reads a direction from the text of a step", () => {
  expect(directionOf(step("@ne", "aim"))).toBe("ne");
  expect(directionOf(step("@-", "aim"))).toBe("-");
  expect(directionOf(step("done", "done"))).toBe("-");
});

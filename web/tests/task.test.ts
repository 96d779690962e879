import { beforeAll, describe, expect, it } from "vitest";
import { type Lesson, type LessonTask, stepKindValues } from "../src/net/schema.gen.ts";
import { stepsTold, taskText } from "../src/words/task.ts";
import { languages, speak } from "./catalogue.ts";
import { card, state, wireStep } from "./make.ts";

const task = (more: Partial<LessonTask> = {}): LessonTask => ({
  goal: "same",
  turns: [],
  origin: null,
  square: null,
  board: { ...state().board, cards: [card(1, "pan"), card(2)] },
  steps: [wireStep("c3-b2", "move", { from: "c3", to: "b2" })],
  ...more,
});
const lesson = (tasks: LessonTask[], more: Partial<Lesson> = {}): Lesson => ({
  id: "pan",
  kind: "power",
  power: "pan",
  tasks,
  ...more,
});
const text = (one: LessonTask): string => taskText(lesson([one]), one, 0);

describe("in English", () => {
  beforeAll(() => speak("en"));

  it("asks for the turn of the example, or for a win", () => {
    expect(text(task())).toBe(`Pan. Play this turn: ${stepsTold(task())}.`);
    expect(text(task({ goal: "win" }))).toBe(`Pan. Win with this turn: ${stepsTold(task())}.`);
  });

  it("says so where the power is the opponent's", () => {
    const board = { ...state().board, cards: [card(1), card(2, "pan")] };
    expect(text(task({ board }))).toMatch(/^Your opponent has Pan\./);
  });

  it("asks for the square that is closed", () => {
    const why = task({ goal: "why", square: "d4", origin: "c3", steps: [] });
    expect(text(why)).toContain("Pick the worker on c3 and try d4");
    expect(text({ ...why, origin: null })).toContain("Try your worker on d4");
    expect(text(task({ goal: "why", square: "d4" }))).toMatch(/Begin with: .*c3.*b2.*Then try d4/);
  });

  it("uses the words of a lesson that has its own", () => {
    const own = taskText(lesson([task()], { id: "move", kind: "basics", power: null }), task(), 0);
    expect(own).not.toBe("");
    expect(own).not.toContain("Play this turn");
    expect(own).not.toContain("page.lesson");
  });

  it("names the builder only where the step does", () => {
    const plain = wireStep("+c4", "build", { from: "c3", to: "c4" });
    const named = wireStep("c3+c4", "build", { from: "c3", to: "c4" });
    expect(stepsTold(task({ steps: [plain] }))).not.toContain("c3");
    expect(stepsTold(task({ steps: [named] }))).toContain("c3");
  });
});

describe.each(languages)("in %s", (language) => {
  beforeAll(() => speak(language));
  it.each(stepKindValues)("a step of the kind %s can be told", (kind) => {
    const steps = [wireStep(kind === "aim" ? "@ne" : kind, kind, { from: "c3", to: "c4" })];
    const said = stepsTold(task({ steps }));
    expect(said).not.toBe("");
    expect(said).not.toMatch(/[{}]|learn\./);
  });
});

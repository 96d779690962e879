import { beforeAll, describe, expect, it } from "vitest";
import { type Lesson, type LessonTask, stepKindValues } from "../src/net/schema.gen.ts";
import { doneText, introText, stepsTold, taskText } from "../src/words/task.ts";
import { languages, speak } from "./catalogue.ts";
import { card, state, wireStep } from "./make.ts";

const task = (more: Partial<LessonTask> = {}): LessonTask => ({
  part: "task",
  goal: "win",
  turns: [],
  origin: null,
  square: null,
  without: null,
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
const done = (one: LessonTask, more: Partial<Parameters<typeof doneText>[3]> = {}) =>
  doneText(lesson([one]), one, 0, { reached: true, shown: false, answer: "", ...more });

describe("in English", () => {
  beforeAll(() => speak("en"));

  it("asks for a goal and leaves the turn to the learner", () => {
    expect(text(task())).toBe("Win this turn. You need your power for it.");
    expect(text(task({ goal: "safe" }))).toMatch(/^The opponent is about to win/);
    for (const goal of ["win", "safe", "force"] as const) expect(text(task({ goal }))).not.toMatch(/[a-e][1-5]/);
  });

  it("says that a puzzle is one, and what to do when a task goes on", () => {
    expect(text(task({ part: "puzzle", goal: "force" }))).toMatch(/^A puzzle to end with\. Play so that you win/);
    expect(text(task({ board: null }))).toBe("And now: win!");
  });

  it("tells the mistake, and after the answer what to learn from it", () => {
    const mistake = task({ part: "mistake", goal: "watch" });
    expect(text(mistake)).toBe(`A common mistake: ${stepsTold(mistake)}. Watch the answer.`);
    const { title, text: learnt } = done(mistake, { answer: "c3 to c4" });
    expect(title).toBe("The answer: c3 to c4.");
    expect(learnt).not.toBe("");
  });

  it("gives the reason with what was counted, and shows why a try failed", () => {
    expect(done(task({ without: 41 })).text).toBe("Without Pan you would have 41 turns here, and none of them wins.");
    expect(done(task({ without: 1, goal: "safe" })).text).toContain("1 turn here");
    expect(done(task(), { shown: true }).title).toBe("This is how it goes.");
    expect(done(task(), { reached: false, answer: "d3 up to e3" }).text).toBe("The answer: d3 up to e3.");
    expect(done(task(), { reached: false }).text).toBe("");
  });

  it("uses the words of a lesson that has its own", () => {
    const own = taskText(lesson([task()], { id: "move", kind: "basics", power: null }), task({ goal: "any" }), 0);
    expect(own).not.toBe("");
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

  it("says what a power is good for, and the reason in numbers", () => {
    expect(introText(lesson([]))).not.toBe("");
    expect(done(task({ without: 22, goal: "force" })).text).toContain("22");
  });
});

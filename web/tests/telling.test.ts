import { beforeAll, describe, expect, it } from "vitest";
import { effectKindValues } from "../src/net/schema.gen.ts";
import { heightsOf, tellTurn, told, toldBy } from "../src/words/telling.ts";
import { languages, speak } from "./catalogue.ts";
import { card, entry, state, wireEffect } from "./make.ts";

const unfinished = /[{}]|\b(page|step|say|do|bar|board|term)\.[a-z]/;
const codes = /offer:|take:|discard:|begin:|[~@?*!^]|\b[a-e][1-5]-[a-e][1-5]\b|\+[a-e][1-5]/;
const around = { board: state().board, nameOf: (seat: number) => `P${seat}`, you: 1 };
const tell = (text: string, effects = [] as ReturnType<typeof wireEffect>[], before = "") =>
  tellTurn(around, { seat: 1, text, effects }, before);

describe.each(languages)("in %s", (language) => {
  beforeAll(() => speak(language));

  it.each(effectKindValues)("an effect of the kind %s can be told", (kind) => {
    expect(tell("c3-c4", [wireEffect(kind, "c3", "c4")])).not.toMatch(unfinished);
  });

  it.each([
    "offer:demeter offer:medusa",
    "take:medusa",
    "take:?",
    "discard:pan",
    "discard:?",
    "begin:1",
    "begin:2",
    "~prometheus",
    "~?",
    "@se",
    "@-",
    "?b2",
    "??",
    "*? *?",
    "? +d4",
    "!d4",
    "!d4:b2",
    "!",
    "pass",
    "(-)",
  ])("%s is told in words", (text) => {
    const words = tell(text);
    expect(words).not.toBe("");
    expect(words).not.toMatch(unfinished);
    expect(words).not.toMatch(codes);
  });
});

describe("in English", () => {
  beforeAll(() => speak("en"));

  it("says which field a square stands for", () => {
    const at = (power: string) => ({ ...around, board: { ...around.board, cards: [card(1, power), card(2)] } });
    const secret = (power: string) => tellTurn(at(power), { seat: 1, text: "?a3", effects: [] }, "");
    expect(secret("moerae")).toBe("Chooses in secret the two by two Fate field with a3 at its lower left");
    expect(secret("tartarus")).toBe("Chooses a3 in secret");
  });

  it("says how high", () => {
    const before = `${"0".repeat(10)}0120${"0".repeat(11)}/1/mortal:b3,d3/mortal:c2,c4`;
    expect(heightsOf(before)).toMatchObject({ b3: 1, c3: 2, d3: 0, a1: 0 });
    const effects = [wireEffect("move", "b3", "c3"), wireEffect("build", "c3", "b3")];
    expect(tell("b3-c3 +b3", effects, before)).toBe("b3 up to c3 (level 2), builds level 2 on b3");
    const down = [wireEffect("move", "c3", "d3"), wireEffect("build", "d3", "c3"), wireEffect("build", "d3", "c3")];
    expect(tell("c3-d3 +c3 +c3^", down, before)).toBe("c3 down to d3 (level 0), builds level 3 on c3, dome on c3");
  });

  it("tells choices in the order of the turn", () => {
    expect(tell("b3-b4 +b5 @ne", [wireEffect("move", "b3", "b4"), wireEffect("build", "b4", "b5")])).toBe(
      "b3 to b4, builds level 1 on b5, lays the Wind north-east",
    );
    expect(tell("offer:demeter offer:medusa")).toBe("Names Demeter, names Medusa");
    expect(tell("begin:1")).toBe("You begin");
    expect(tell("begin:2")).toBe("P2 begins");
  });

  it("tells a turn of the log, or why a player left", () => {
    const effects = [wireEffect("move", "b3", "b4"), wireEffect("build", "b4", "b5")];
    expect(toldBy(state(), [entry(1, effects)], 0)).toBe("You: b3 to b4, builds level 1 on b5.");
    expect(told(state(), [entry(1, [], { event: "resigned" })])).toMatch(/resign/);
  });
});

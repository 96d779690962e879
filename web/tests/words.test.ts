import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { capital, either, said, t, together, word } from "../src/words/words.ts";
import { languages, speak } from "./catalogue.ts";

describe("in English", () => {
  beforeAll(() => speak("en"));

  it("fills placeholders", () => {
    expect(t("step.move", { to: "c4" })).toBe("Move to c4");
    expect(word("term.ram")).toBe("Ram");
  });

  it("writes a doubled brace as one, and nothing for a value that is missing", () => {
    expect(said("a {{b}} {c}", { c: 1 })).toBe("a {b} 1");
    expect(said("a {b}.")).toBe("a .");
  });

  it("says a key that has no text, rather than nothing", () => {
    expect(said("no.such.key")).toBe("no.such.key");
  });

  it("joins and capitalises as the language does", () => {
    expect(either(["move", "build", "end"])).toBe("move, build, or end");
    expect(together(["Ann", "Ben"])).toBe("Ann and Ben");
    expect(capital("move")).toBe("Move");
    expect(capital("")).toBe("");
  });
});

describe("with a number", () => {
  const counted = async (language: (typeof languages)[number], numbers: number[]): Promise<string[]> => {
    await speak(language);
    return numbers.map((count) => t("powers.count", { count }));
  };

  it("chooses the form of the language", async () => {
    expect(await counted("en", [0, 1, 2])).toEqual(["0 powers", "1 power", "2 powers"]);
    expect(await counted("fr", [0, 1, 2])).toEqual(["0 pouvoir", "1 pouvoir", "2 pouvoirs"]);
    // CLDR has a category for round millions in French, which the catalogue does not list.
    expect(await counted("fr", [1_000_000])).toEqual([expect.stringMatching(/pouvoirs$/)]);
    expect(await counted("ru", [1, 3, 5, 11, 21])).toEqual(["1 сила", "3 силы", "5 сил", "11 сил", "21 сила"]);
  });

  it.each(languages)("fills every whole number in %s", async (language) => {
    await speak(language);
    fc.assert(
      fc.property(fc.nat(999), (count) => {
        const text = t("powers.count", { count });
        expect(text).toMatch(new RegExp(`^${count} \\p{L}+$`, "u"));
      }),
    );
  });
});

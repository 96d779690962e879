import { beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../src/net/api.ts";
import { problemText } from "../src/words/problem.ts";
import { languages, speak } from "./catalogue.ts";

const message = "harpies and hermes are a banned pairing; any_pair=True (--any-pair) plays it all the same";
const refusals = [
  new Refusal("setup", "server.error.setup", { reason: "ban", message }),
  new Refusal("setup", "server.error.setup", { reason: "fleece-players", message }),
  new Refusal("position", "server.error.position", { message }),
  new Refusal("record", "server.error.record", { message, line: 3, column: 7 }),
  new Refusal("record", "server.error.record", { message, line: 0, column: 0 }),
];

describe.each(languages)("in %s", (language) => {
  beforeAll(() => speak(language));

  it.each(refusals)("$code is refused in words of the page", (refusal) => {
    const text = problemText(refusal);
    expect(text).not.toBe("");
    expect(text).not.toMatch(/[{}]|any_pair|--|banned pairing;/);
  });

  it("a failure of another kind has words too", () => {
    expect(problemText(new TypeError("failed to fetch"))).not.toMatch(/fetch/);
  });
});

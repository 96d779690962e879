import { expect, it } from "vitest";
import { suggestedLevel } from "../src/model/ladder.ts";

const won = (level: number) => ({ level, won: true });
const lost = (level: number) => ({ level, won: false });

it("suggests an easier level after a loss, and none below the first", () => {
  expect(suggestedLevel([lost(3)])).toBe(2);
  expect(suggestedLevel([lost(3), won(3), won(3)])).toBe(2);
  expect(suggestedLevel([lost(1)])).toBeNull();
});

it("suggests a harder level after two wins in a row at the same level, and none above the top", () => {
  expect(suggestedLevel([won(1)])).toBeNull();
  expect(suggestedLevel([won(1), won(1)])).toBe(2);
  expect(suggestedLevel([won(2), won(1)])).toBeNull();
  expect(suggestedLevel([won(1), lost(1)])).toBeNull();
  expect(suggestedLevel([won(15), won(15)])).toBeNull();
});

it("suggests nothing before a game", () => {
  expect(suggestedLevel([])).toBeNull();
});

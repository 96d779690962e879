// The editor's drafts: what is read from a position is written again, and every tap can be taken back.
import { describe, expect, test } from "vitest";
import wasm from "../../build/wasm/rules.wasm?url&inline";
import puzzles from "../../src/santorini/data/puzzles.txt?raw";
import powers from "../public/data/powers.json";
import { Host } from "../src/core/host.js";
import { Rules, RulesError } from "../src/core/rules.ts";
import * as edit from "../src/study/edit.ts";

const rules = new Rules(new Host(await WebAssembly.compile(await (await fetch(wasm)).arrayBuffer())));
const keptBy = (power: string): edit.Kept => powers.powers.find((card) => card.id === power)!.kept as edit.Kept;
const draft = (position: string): edit.Draft => rules.parts(position);
const text = (one: edit.Draft): string => rules.join(one);

const start = "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2";
const special = [
  "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2/fleece=pan@a1",
  "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2/fleece=morpheus[2]@a1/set=any-pair,terpsichore-pass",
  "01230xyz40000000000000000/2/athena[^]:b3,d3/clio[2|e1]:a1,a2",
  "0000000000000000000000000/2/tartarus[c4]:b3,d3/aeolus[ne]:c4,c2",
  "0000000000000000000000000/1/moerae[b2]:b3,d3/siren[e]:c4,c2",
  "0000000000000000000000000/1/chaos[pan|apollo,atlas|demeter]:b3,d3/gaea[1]:c4,c2",
  "0000000000000000000000000/1/adonis[x;c2]:b3,d3/pan:c4,c2",
  "0000000000000000000000000/1/limus~revised:b3,d3/charybdis[b2,d4]:c4,c2",
  "0000000000000000000000000/3/artemis:b3,d3/-pan/atlas:c4,c2",
  "0000000000000000000000000/4/artemis:b3,d3/pan:c4,c2/atlas/apollo",
  "0000000000000000000000000/1/morpheus[2]:b3,d3/circe[*;fc2]:c4,c2/rules=revised",
];

describe("a draft", () => {
  test("of every puzzle is written as it was read", () => {
    const positions = puzzles.split("\n").filter((line) => line && !line.startsWith("#"));
    expect(positions.length).toBeGreaterThan(500);
    for (const line of positions) {
      const position = line.split("\t")[0]!;
      expect(rules.look(text(draft(position))).board.position).toBe(position);
    }
  });
  test.each(special)("%s is written as it was read", (position) => {
    const read = rules.look(position).board.position;
    expect(rules.look(text(draft(position))).board.position).toBe(read);
  });
  test("changes by taps, which are taken back by the same taps", () => {
    const before = draft(start);
    const with1 = edit.tapped(before, { puts: "block" }, "a1");
    expect(text(with1)).toBe("0000000000000000000010000/1/mortal:b3,d3/mortal:c4,c2");
    let tower = before;
    for (let i = 0; i < 5; i++) tower = edit.tapped(tower, { puts: "block" }, "a1");
    expect(tower).toEqual(before);
    const dome = edit.tapped(with1, { puts: "dome" }, "a1");
    expect(text(dome)).toBe("00000000000000000000y0000/1/mortal:b3,d3/mortal:c4,c2");
    for (const tool of [{ puts: "worker", side: 1 }, { puts: "dome" }] as const) {
      expect(edit.tapped(edit.tapped(before, tool, "e5"), tool, "e5")).toEqual(before);
    }
    expect(edit.tapped(dome, { puts: "nothing" }, "a1")).toEqual(before);
    expect(text(edit.tapped(before, { puts: "worker", side: 0 }, "c4"))).toContain("mortal:c4,b3,d3/mortal:c2");
  });
  test("pieces are dragged, and a worker takes the place of another", () => {
    expect(text(edit.dragged(draft(start), "b3", "a1"))).toContain("mortal:d3,a1/");
    expect(text(edit.dragged(draft(start), "b3", "c4"))).toContain("mortal:c4,d3/mortal:c2");
    const tokens = draft("0000000000000000000000000/1/charybdis[b2,d4]:b3,d3/mortal:c4,c2");
    expect(edit.holdsPiece(tokens, "b2")).toBe(true);
    expect(text(edit.dragged(tokens, "b2", "a1"))).toContain("charybdis[d4,a1]");
    expect(edit.holdsPiece(tokens, "a1")).toBe(false);
  });
  test("has as many players as wanted, and the Golden Fleece for two", () => {
    const three = edit.withPower(edit.withPlayers(draft(start), 3), 2, "pan");
    expect(text(three)).toBe(`${start}/pan`);
    expect(text(edit.withPlayers(three, 2))).toBe(start);
    const fleece = edit.tapped(edit.withFleece(three, "pan"), { puts: "ram" }, "a1");
    expect(text(fleece)).toBe(`${start}/fleece=pan@a1`);
    expect(text(edit.withFleece(fleece, null))).toBe(start);
    expect(text(edit.withRules(draft(start), "revised"))).toBe(`${start}/rules=revised`);
  });
  test("that is impossible is drawn, and the core says what is wrong", () => {
    const broken = edit.tapped(draft(start), { puts: "dome" }, "b3");
    expect(() => rules.look(text(broken))).toThrow(RulesError);
    expect(edit.drawnBoard(broken, keptBy).towers.b3).toEqual({ level: 0, dome: true });
    expect(edit.drawnBoard(broken, keptBy).workers).toHaveLength(4);
  });
});

// Records as the study reads and writes them, and its tree.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import wasm from "../../build/wasm/rules.wasm?url&inline";
import { manyThreads, readInfo } from "../src/core/engine.ts";
import { Host } from "../src/core/host.js";
import { Rules, RulesError } from "../src/core/rules.ts";
import { rated, unrated } from "../src/study/glicko.ts";
import { asked, packed, unpacked } from "../src/study/link.ts";
import {
  afterAnswer,
  daily,
  fitting,
  isRight,
  nearest,
  type Puzzle,
  ratingOf,
  readPuzzles,
  turnsOf,
} from "../src/study/puzzles.ts";
import { aboutGame, RecordError, readRecord, startOf, writeRecord } from "../src/study/record.ts";
import { type Judgement, type MarkName, mistakesOf } from "../src/study/review.ts";
import { tellLine } from "../src/study/tell.ts";
import * as tree from "../src/study/tree.ts";
import { speak } from "./catalogue.ts";

const rules = new Rules(new Host(await WebAssembly.compile(await (await fetch(wasm)).arrayBuffer())));
const start = "0000000000000000000000000/1/demeter:b3,d3/pan:c2,c4";
const record = `[Game "Santorini"]
[Seat1 "Ann \\"the Wall\\""]
[Power1 "demeter"]
[Power2 "gaea"]
[Rules "printed"]

1. *b3 *d3 ; 2. *c2 *c4 ; 3. b3-b4 +c3 +a3 ; {[%clk 0:04:10] a comment}
( 3. d3-d4 +d5 +e5 ; 4. c2-c1 +b1 ; {a variation} ) 4. c2-b2 +b1 ; *
`;

describe("records", () => {
  test("are read with headers, comments and variations", () => {
    const { headers, turns } = readRecord(record);
    expect(headers.Seat1).toBe('Ann "the Wall"');
    expect(turns.map((turn) => turn.text)).toEqual(["*b3 *d3", "*c2 *c4", "b3-b4 +c3 +a3", "c2-b2 +b1"]);
    expect(turns[2]?.variations[0]?.map((turn) => turn.text)).toEqual(["d3-d4 +d5 +e5", "c2-c1 +b1"]);
    expect(turns[2]?.variations[0]?.[1]?.comment).toBe("a variation");
    expect(startOf(headers)).toBe("0000000000000000000000000/1/demeter/gaea");
    expect(startOf({ Power2: "pan" })).toBe("0000000000000000000000000/1/mortal/pan");
    expect(aboutGame({ Seat1: "Ann", Level2: "3", Power1: "pan", Result: "1" })).toEqual({ Seat1: "Ann", Level2: "3" });
  });
  test("answers of another player are no variations", () => {
    expect(readRecord("1. c3-c4 +d4^ (*c5) ; 2. a1-a2 +a1 ;").turns.map((turn) => turn.text)).toEqual([
      "c3-c4 +d4^ (*c5)",
      "a1-a2 +a1",
    ]);
  });
  test.each([
    ["[Game 3]", "header", 1, 1],
    ["1. b3-b4 +c3 ; {oh", "comment", 1, 16],
    ["1. b3-b4 +c3 ;\n( 1. d3-d4 +d5 ;", "variation", 2, 17],
    ["1. b3-b4 ; )", "variation", 1, 12],
    ["1. ;", "word", 1, 4],
  ])("%j is refused, with the place", (text, code, line, column) => {
    expect(() => readRecord(text)).toThrow(RecordError);
    try {
      readRecord(text);
    } catch (error) {
      expect(error).toMatchObject({ code, line, column });
    }
  });
  test("what is written is read again", () => {
    const turn = fc.letrec((tie) => ({
      turn: fc.record({
        text: fc.constantFrom("b3-b4 +c3", "*b3 *d3", "pass", "c3-c4 +d4^ (*c5)"),
        comment: fc.string().map((text) => text.split(/\s+/).filter(Boolean).join(" ")),
        variations: fc.array(fc.array(tie("turn"), { minLength: 1, maxLength: 2 }), { maxLength: 1 }),
      }),
    })).turn;
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 4 }), fc.string(), (turns, name) => {
        const written = { headers: { Seat1: name }, turns } as ReturnType<typeof readRecord>;
        expect(readRecord(writeRecord(written))).toEqual(written);
      }),
    );
  });
});

describe("a study", () => {
  const grown = (): tree.Study => {
    let study = tree.newStudy(rules, start);
    study = tree.played(study, rules.turn(start, "b3-b4 +c3 +a3"));
    const here = study.at;
    study = tree.played(study, rules.turn(tree.nodeAt(study).board.position, "c2-b2 +b1"));
    study = tree.marked(tree.commented(study, "so, so } \\"), "?!");
    study = tree.moved(study, here);
    return tree.played(study, rules.turn(tree.nodeAt(study).board.position, "c4-d4 +d5"));
  };
  test("grows a branch where another turn is played, and goes to one that is there", () => {
    const study = grown();
    const fork = tree.nodeAt(tree.back(study));
    expect(fork.children).toHaveLength(2);
    const again = tree.played(tree.back(study), rules.turn(fork.board.position, "c4-d4 +d5"));
    expect(again.nodes.size).toBe(study.nodes.size);
    expect(again.at).toBe(study.at);
    expect(tree.beside(study, -1).at).toBe(fork.children[0]);
  });
  test("is kept as a record without loss", () => {
    const study = grown();
    const text = tree.toRecord(study);
    const read = tree.fromRecord(rules, text);
    expect(tree.toRecord(read)).toBe(text);
    expect(read.nodes.size).toBe(study.nodes.size);
  });
  test("lines are promoted and removed", () => {
    const study = grown();
    const better = tree.promoted(study);
    expect(tree.last(tree.moved(better, better.root)).at).toBe(study.at);
    const without = tree.removed(better);
    expect(without.nodes.size).toBe(study.nodes.size - 1);
    expect(without.at).toBe(tree.nodeAt(study).parent);
    expect(tree.removed(tree.moved(without, without.root))).toEqual(tree.moved(without, without.root));
  });
  test("a turn that is not legal is named", () => {
    expect(() => tree.fromRecord(rules, `[Position "${start}"] 1. b3-e5 +a1 ;`)).toThrow(RulesError);
  });
  test("giving up ends a game", () => {
    const study = tree.last(tree.fromRecord(rules, `[Position "${start}"] 1. resign:2 ; 1`));
    expect(tree.nodeAt(study).board.decider).toBe(0);
  });
});

test("links hold records of any length", async () => {
  expect(await unpacked(await packed(record))).toBe(record);
  expect(asked(`#/study/p/${start}`)).toEqual({ kind: "position", text: start, review: false });
  expect(asked("#/study")).toEqual({ kind: "nothing", text: "", review: false });
  await expect(unpacked("AAAA")).rejects.toThrow();
  expect(asked("#/study/v/CODE")).toEqual({ kind: "record", text: "CODE", review: true });
});

test("a line is told in words, as far as it can be played", async () => {
  await speak("en");
  const turns = ["b3-b4 +a4", "c2-c1 +d1", "b4-a1"];
  expect(tellLine(rules, start.replace("demeter", "mortal"), turns, { Seat2: "Bo" })).toEqual([
    "Player 1: b3 to b4, builds level 1 on a4.",
    "Bo: c2 to c1, builds level 1 on d1.",
  ]);
});

test("mistakes are those of one player, and no mere inaccuracies", () => {
  const judged = (mark: MarkName, seat: number): Judgement => {
    return { mark, seat, before: 1, after: 0, loss: 1, wins_in: null, best: "", chances: [] };
  };
  const judgements = [
    judged("blunder", 1),
    null,
    judged("inaccuracy", 1),
    judged("missed_win", 1),
    judged("mistake", 2),
  ];
  const review = { judgements, accuracy: [], moments: [] };
  expect(mistakesOf(review, 1)).toEqual([0, 3]);
  expect(mistakesOf(review, 2)).toEqual([4]);
});

describe("ratings", () => {
  test("are those of the example in Glickman's paper", () => {
    const opponents = [
      [1400, 30, 1],
      [1550, 100, 0],
      [1700, 300, 0],
    ] as const;
    const results = opponents.map(([rating, deviation, score]) => {
      return { opponent: { rating, deviation, volatility: 0.06 }, score };
    });
    const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, results);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });
  test("a surprise makes the rating less steady, and nothing becomes infinite", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 100, max: 3500, noNaN: true }),
        fc.double({ min: 30, max: 350, noNaN: true }),
        fc.constantFrom(0, 1),
        (rating, deviation, score) => {
          const own = { rating: 1500, deviation: 60, volatility: 0.06 };
          const after = rated(own, [{ opponent: { rating, deviation, volatility: 0.06 }, score }]);
          expect(Object.values(after).every(Number.isFinite)).toBe(true);
          expect(Math.sign(after.rating - 1500)).toBe(score ? 1 : -1);
        },
      ),
    );
    const beaten = rated(unrated, [{ opponent: { rating: 3000, deviation: 30, volatility: 0.06 }, score: 1 }]);
    expect(beaten.volatility).toBeGreaterThan(unrated.volatility);
  });
});

describe("puzzles", () => {
  const text = `# a set\n${start}\tb3-b4 +c3 ; d3-d4 +d5\twin 2\t3\n0003200000000000000000000/2/mortal:e5,a1/athena[^]:a5,b1\ta5-b5 +a5\tsave\t1\n`;
  test("are read from the file", () => {
    const [one, other] = readPuzzles(rules, text) as [Puzzle, Puzzle];
    expect(one).toMatchObject({
      power: "demeter",
      theme: "win 2",
      difficulty: 3,
      solution: ["b3-b4 +c3", "d3-d4 +d5"],
    });
    expect([turnsOf(one), turnsOf(other), other.power]).toEqual([2, 1, "athena"]);
    expect(fitting([one, other], { theme: "save", power: "", difficulty: 0 })).toEqual([other]);
    expect(fitting([one, other], { theme: "", power: "demeter", difficulty: 4 })).toEqual([]);
    expect(() => readPuzzles(rules, "nonsense\tb3-b4\tkeep\t1")).toThrow(RulesError);
  });
  test("are rated against the visitor, once", () => {
    const puzzle: Puzzle = { position: "P", solution: [], theme: "win 2", power: "mortal", difficulty: 4 };
    const fresh = { streak: 3, solved: [], player: unrated, ratings: {} };
    const won = afterAnswer(fresh, puzzle, true);
    expect(won.streak).toBe(4);
    expect(won.player.rating).toBeGreaterThan(1500);
    expect(ratingOf(puzzle, won).rating).toBeLessThan(ratingOf(puzzle, fresh).rating);
    expect(afterAnswer(won, puzzle, true)).toEqual({ ...won, streak: 5 });
    const lost = afterAnswer(fresh, puzzle, false);
    expect(lost.streak).toBe(0);
    expect(lost.player.rating).toBeLessThan(1500);
    const easy = { ...puzzle, position: "Q", difficulty: 1 };
    expect(nearest([easy, puzzle], fresh, 1)).toEqual([puzzle]);
  });
  test("are judged by asking the prover, the short proofs first", async () => {
    const judged = async (theme: Puzzle["theme"], left: number, ...answers: (boolean | null)[]) => {
      const asked: string[] = [];
      const right = await isRight(theme, "P", left, async (question) => {
        asked.push(question);
        return answers[asked.length - 1] ?? null;
      });
      return [right, asked];
    };
    expect(await judged("win 1", 1)).toEqual([false, []]); // it had to win now
    expect(await judged("win 3", 2, true)).toEqual([true, ["prove loses P 1"]]);
    expect(await judged("win 3", 3, null)).toEqual([false, ["prove loses P 2"]]);
    expect(await judged("save", 1, false)).toEqual([true, ["prove wins P 2"]]);
    expect(await judged("save", 1, null)).toEqual([false, ["prove wins P 2"]]);
    expect(await judged("keep", 1, false, true)).toEqual([true, ["prove loses P 1", "prove loses P 2"]]);
    expect((await judged("keep", 1, false, false, true))[0]).toBe(false);
    expect((await judged("keep", 1, null))[0]).toBe(false);
  });
  test("of the day are the same for everybody, as in tests/puzzles/test_puzzles.py", () => {
    const many = Array.from({ length: 1000 }, (_, difficulty) => ({ difficulty }) as Puzzle);
    expect(daily(many, new Date("2026-11-15T13:00:00Z")).difficulty).toBe(551);
  });
});

test("the engine's lines are read", () => {
  expect(
    readInfo("info depth 7 line 2 score -12 win -2 chance 0.471 nodes 1200 nps 400 time 3000 pv b3-b4 +c3, c2-b2 +b1"),
  ).toMatchObject({ index: 1, depth: 7, line: { score: -12, winsIn: -2, turns: ["b3-b4 +c3", "c2-b2 +b1"] } });
  expect(
    readInfo("info depth 1 score 3 chance 0.500 chances 0.500 0.300 0.200 nodes 1 nps 1 time 1 pv b3-b4 +c3")?.line
      .chances,
  ).toEqual([0.5, 0.3, 0.2]);
  expect(readInfo("readyok")).toBeNull();
});

test("the study leaves the page a processor and takes no more threads than help", () => {
  expect([1, 2, 3, 4, 5, 64].map(manyThreads)).toEqual([1, 1, 2, 3, 4, 4]);
});

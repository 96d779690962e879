import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyBoard } from "../src/model/board.ts";
import { choicesOf, newSession, type Session, takeIn } from "../src/model/session.ts";
import { squares } from "../src/model/square.ts";
import { reasonValues, type State, stepKindValues } from "../src/net/schema.gen.ts";
import { playerName, recordedName, subject } from "../src/words/players.ts";
import {
  decision,
  outcomeTitle,
  outcomeWhy,
  position,
  reasonsFor,
  sayFor,
  squareContent,
  squareLabel,
  stepName,
} from "../src/words/spoken.ts";
import { languages, speak } from "./catalogue.ts";
import { anyBoard, board, card, seat, state, step, wireEffect, wireStep, worker } from "./make.ts";

const started = (more: Partial<State> = {}): Session => {
  const session = takeIn(newSession, state(more));
  return { ...session, shown: board([worker(1, "b3"), worker(2, "d3"), worker(3, "c2", 1), worker(4, "c4", 1)]) };
};
const said = (more: Partial<State>): string => {
  const session = started(more);
  return decision(session, choicesOf(session));
};
/** A faulty sentence: a placeholder that was not filled, or a key that has no text. */
const unfinished = /[{}]|\b(page|step|say|do|bar|board|term)\.[a-z]/;

describe.each(languages)("in %s", (language) => {
  beforeAll(() => speak(language));

  it.each(stepKindValues)("a step of the kind %s has a name", (kind) => {
    const one = step(kind === "aim" ? "@ne" : kind, kind, { at: "c3", to: "c4", what: kind === "begin" ? 2 : "pan" });
    const name = stepName(one, emptyBoard, state());
    expect(name).not.toBe("");
    expect(name).not.toMatch(unfinished);
  });

  it("every square of every board has a label", () => {
    fc.assert(
      fc.property(anyBoard, fc.constantFrom(...squares), (shown, square) => {
        const label = squareContent(state(), shown, square);
        expect(label).not.toBe("");
        expect(label).not.toMatch(unfinished);
      }),
    );
  });

  it("a position is read aloud with every player in it", () => {
    const lines = position(started());
    expect(lines.join(" ")).not.toMatch(unfinished);
    for (const square of ["b3", "d3", "c2", "c4"]) expect(lines.join(" ")).toContain(square);
  });

  it.each(reasonValues)("a game that ended with %s is explained", (reason) => {
    const server = state({ outcome: { winners: [2], reason }, status: "over" });
    // A game that was called off needs no reason.
    expect(outcomeWhy(server) === "").toBe(reason === "called-off");
    expect(outcomeTitle(server)).not.toBe("");
    expect(`${outcomeTitle(server)} ${outcomeWhy(server)}`).not.toMatch(unfinished);
  });
});

describe("in English", () => {
  beforeAll(() => speak("en"));

  it("names players by name, by what they are, or by seat", () => {
    const two = state();
    expect(playerName(two, 1)).toBe("You");
    expect(playerName(two, 2)).toBe("Computer");
    expect(playerName(two, 0)).toBe("Luck");
    expect(playerName(state({ seats: [seat(1, { name: "Ann" }), seat(2)] }), 1)).toBe("Ann");
    expect(playerName(state({ seats: [seat(1), seat(2, { kind: "friend" })] }), 2)).toBe("Friend");
    const computers = [seat(1), seat(2, { kind: "computer", level: 3 }), seat(3, { kind: "computer", level: 5 })];
    expect(playerName(state({ seats: computers }), 3)).toContain("Sailor");
    // Two computers of one level are told apart by their powers.
    const three = state({ seats: computers });
    three.board.cards = [card(1, "pan"), card(2, "atlas"), card(3, "hermes")];
    expect([2, 3].map((number) => playerName(three, number))).toEqual(["Atlas", "Hermes"]);
    expect(subject(two, 2)).toBe("The computer");
    expect(subject(three, 2)).toBe("Atlas");
    const headers = { Seat1: "Ann", Level2: "3" };
    expect([1, 2, 3].map((number) => recordedName(headers, number))).toEqual(["Ann", "Computer · Potter", "Player 3"]);
  });

  it("names who is to choose in a draft at one device", () => {
    const take = wireStep("take:pan", "take", { power: "pan" });
    const you = { role: "seat" as const, host: true, seats: [1, 2], seat: 2 };
    const shared = { seats: [seat(1), seat(2, { name: "Ben" })], decider: 2, steps: [take] };
    expect(said({ ...shared, you })).toBe("Ben: Take a power.");
    expect(said({ ...shared, you: { ...you, seats: [2] } })).toBe("Take a power.");
  });

  it("names the power with which somebody may answer, whoever had it first", () => {
    const cards = [card(1, "pan"), { ...card(2, "circe"), held: "gaea" }];
    const turn = { seat: 1, text: "", steps: [], effects: [], can_undo: false, wins: false };
    expect(said({ awaits: "nothing", decider: 2, steps: [], turn, board: { ...state().board, cards } })).toContain(
      "Gaea",
    );
  });

  it("says what can be chosen, once each", () => {
    const move = wireStep("b3-b4", "move", { from: "b3", to: "b4" });
    const build = wireStep("+b4", "build", { from: "b3", to: "b4" });
    const dome = wireStep("+b4^", "dome", { from: "b3", to: "b4" });
    const done = wireStep("done", "done");
    expect(said({ steps: [move, { ...move, text: "b3-a4", to: "a4" }] })).toBe(said({ steps: [move] }));
    expect(said({ steps: [build, dome] })).toBe(said({ steps: [build] }));
    expect(said({ steps: [build, done] })).not.toBe(said({ steps: [build] }));
    const turn = {
      seat: 1,
      text: "",
      steps: [],
      effects: [wireEffect("build", "b3", "b4")],
      can_undo: true,
      wins: false,
    };
    expect(said({ steps: [build], turn })).not.toBe(said({ steps: [build] }));
  });

  it("says whether a wind is laid, turned or taken back", () => {
    const aim = wireStep("@n", "aim", { direction: "n" });
    const wind = (direction: "n" | null, more: Partial<State["board"]> = {}) => {
      const aeolus = { ...card(1, "aeolus"), aim: { kind: "wind" as const, direction, points: direction } };
      return { steps: [aim], board: { ...state().board, cards: [aeolus, card(2)], ...more } };
    };
    expect(said(wind(null, { stage: "aim" }))).toBe("Choose where the Wind blows to: nobody moves against it.");
    expect(said(wind(null))).toBe("Lay the Wind.");
    expect(said(wind("n"))).toBe("Turn the Wind.");
    expect(said(wind("n", { rules: "aid" }))).toBe("Close a direction.");
    expect(said({ ...wind("n"), steps: [wireStep("@-", "aim")] })).toBe("Take the token back.");
    // The shared card has no owner whose power could be asked.
    const shared = { ...card(1, "aeolus"), aim: null, out: false };
    expect(said({ steps: [aim], board: { ...state().board, stage: "aim", shared } })).toBe(
      "Choose where the Wind blows to: nobody moves against it.",
    );
  });

  it("warns before a turn is confirmed that loses the game", () => {
    const ends = (kind: "win" | "lose", seat: number) => ({
      awaits: "confirm" as const,
      turn: {
        seat: 1,
        text: "b3-b4#2",
        steps: ["b3-b4"],
        effects: [wireEffect("move", "b3", "b4"), { ...wireEffect(kind, null, null), side: null, seat }],
        can_undo: true,
      },
    });
    expect(said(ends("win", 2))).toBe("This loses the game. End your turn anyway?");
    expect(said(ends("lose", 1))).toBe("This loses the game. End your turn anyway?");
    expect(said(ends("lose", 2))).toBe("That is your turn. End it?");
    // A partner's win is your own.
    const teams = [seat(1, { side: 1 }), seat(2, { side: 2 }), seat(3, { side: 1 }), seat(4, { side: 2 })];
    expect(said({ ...ends("win", 3), seats: teams })).toBe("That is your turn. End it?");
    expect(said({ ...ends("win", 4), seats: teams })).toBe("This loses the game. End your turn anyway?");
  });

  it("says who is waited for", () => {
    expect(said({ awaits: "nothing", decider: 2 })).toBe("The computer is thinking …");
    expect(said({ awaits: "nothing", decider: 0 })).not.toContain("computer");
    expect(said({ status: "waiting" })).toBe(said({ status: "waiting", awaits: "nothing" }));
    expect(decision(newSession, choicesOf(newSession))).not.toBe("");
  });

  it("labels a square with what stands there and what can be done", () => {
    const session = started({ steps: [wireStep("b3-b4", "move", { from: "b3", to: "b4" })] });
    const choices = choicesOf(session);
    expect(squareLabel(session, choices, "b3")).toMatch(/^b3\b.*worker.*You|^b3\b.*You.*worker/i);
    expect(squareLabel(session, choices, "b4")).toContain("Move to b4");
    expect(squareLabel(session, choices, "a1")).not.toContain("Move");
  });

  it("puts names in place of what the server sends as ids", () => {
    const phrase = { key: "server.why.power", args: { square: "c3", power: "athena", seat: 2 } };
    expect(sayFor(state(), phrase)).toContain("Athena");
    expect(sayFor(null, phrase)).not.toContain("athena");
  });

  it("names the square that a card closes", () => {
    const rule = { key: "server.restriction.closed_token", args: { power: "europa", seat: 2 }, squares: ["c4"] };
    expect(sayFor(state(), rule)).toBe("Europa & Talus: square c4 is closed.");
  });

  it("names a card that forbids something only where what it says does not follow", () => {
    const power = { key: "server.why.power", args: { square: "c3", power: "athena", seat: 2 }, squares: [] };
    const rule = { key: "server.restriction.no_climb", args: { power: "athena", seat: 2 }, squares: [] };
    expect(reasonsFor(state(), [power])).toBe(sayFor(state(), power));
    expect(reasonsFor(state(), [power, rule])).toBe(sayFor(state(), rule));
  });

  it("says of the loser what only a loser can do", () => {
    const lost = state({ outcome: { winners: [2], reason: "stuck" } });
    expect(outcomeWhy(lost)).toContain("You");
    const won = state({ outcome: { winners: [1], reason: "climbed" } });
    expect(outcomeWhy(won)).toContain("You");
    expect(outcomeWhy(state())).toBe("");
  });
});

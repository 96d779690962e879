// Boards, steps and states for the tests: ready-made ones, and arbitrary ones for properties.
import fc from "fast-check";
import { type Board, emptyBoard, type Level, type Worker } from "../src/model/board.ts";
import type { Step, StepKind } from "../src/model/choices.ts";
import type { Effect, EffectKind } from "../src/model/effects.ts";
import { type Square, squares } from "../src/model/square.ts";
import {
  type Card,
  type Entry,
  effectKindValues,
  type Seat,
  type State,
  stepKindValues,
  type Effect as WireEffect,
  type Step as WireStep,
} from "../src/net/schema.gen.ts";

// -- ready-made ------------------------------------------------------------------------------------------------

export const step = (text: string, kind: StepKind, more: Partial<Step> = {}): Step => ({
  text,
  kind,
  at: null,
  to: null,
  what: null,
  dome: false,
  ...more,
});

export const worker = (id: number, square: Square, side = 0): Worker => ({
  id,
  square,
  side,
  seat: side + 1,
  woman: false,
});

export const board = (workers: readonly Worker[], heights: Record<Square, Level> = {}): Board => ({
  ...emptyBoard,
  workers,
  towers: {
    ...emptyBoard.towers,
    ...Object.fromEntries(Object.entries(heights).map(([square, level]) => [square, { level, dome: false }])),
  },
});

export const wireStep = (text: string, kind: StepKind, more: Partial<WireStep> = {}): WireStep => ({
  text,
  kind,
  from: null,
  to: null,
  dome: false,
  power: null,
  seat: null,
  direction: null,
  woman: false,
  ...more,
});

export const wireEffect = (kind: EffectKind, from: Square | null, to: Square | null): WireEffect => ({
  kind,
  from,
  to,
  side: 1,
  seat: null,
  power: null,
});

export const entry = (turn: number, effects: WireEffect[], more: Partial<Entry> = {}): Entry => ({
  turn,
  seat: 1,
  text: "c3-c4 +c5",
  event: null,
  effects,
  position: "",
  left: null,
  ...more,
});

export const seat = (number: number, more: Partial<Seat> = {}): Seat => ({
  seat: number,
  side: number,
  kind: "here",
  level: null,
  name: "",
  taken: true,
  present: true,
  out: false,
  thinking: false,
  queued: false,
  left: null,
  ...more,
});

export const card = (number: number, power = "mortal"): Card => ({
  seat: number,
  power,
  held: power,
  rules: "printed",
  dealt: true,
  climbed: false,
  spent: false,
  stolen: false,
  hides: false,
  out: false,
  number: null,
  aim: null,
  secret: null,
  face: null,
  deck: [],
  discard: [],
  bound: null,
});

/** A game of two in play: the reader is seat 1 and decides. */
export const state = (more: Partial<State> = {}): State => ({
  type: "state",
  game: "g",
  version: 1,
  status: "playing",
  you: { role: "seat", host: true, seats: [1], seat: 1 },
  pass_to: null,
  secrets: false,
  seats: [seat(1), seat(2, { kind: "computer", level: 3 })],
  settings: {
    players: 2,
    powers: { choose: "none" },
    rules: "printed",
    fleece: null,
    clock: null,
    confirm: true,
    first: 1,
    any_pair: false,
    settings: [],
  },
  board: {
    position: "",
    stage: "play",
    players: 2,
    rules: "printed",
    blocks: Array.from({ length: 25 }, () => 0),
    domes: [],
    workers: [
      { square: "b3", side: 1, seat: 1, woman: false },
      { square: "d3", side: 1, seat: 1, woman: false },
      { square: "c2", side: 2, seat: 2, woman: false },
      { square: "c4", side: 2, seat: 2, woman: false },
    ],
    hidden: [],
    tokens: [],
    cards: [card(1), card(2)],
    shared: null,
    offer: [],
    to_move: 1,
    decider: 1,
    extra: 0,
    supply: { level_1: 22, level_2: 18, level_3: 14, domes: 18, substituted: 0 },
  },
  decider: 1,
  awaits: "step",
  steps: [],
  turn: null,
  restrictions: [],
  log_from: 0,
  log: [],
  chat: [],
  outcome: null,
  running: 0,
  now: 0,
  rematch: null,
  can: {
    undo: false,
    restart: false,
    confirm: false,
    takeback: false,
    hint: false,
    resign: true,
    leave: false,
    rematch: false,
    chat: false,
  },
  ...more,
});

// -- arbitrary -------------------------------------------------------------------------------------------------

export const anySquare = fc.constantFrom(...squares);
const maybeSquare = fc.option(anySquare, { nil: null });

export const anySteps: fc.Arbitrary<Step[]> = fc.uniqueArray(
  fc.record({
    text: fc.string({ minLength: 1, maxLength: 6 }),
    kind: fc.constantFrom(...stepKindValues),
    at: maybeSquare,
    to: maybeSquare,
    what: fc.constant(null),
    dome: fc.boolean(),
  }),
  { maxLength: 12, selector: (each) => each.text },
);

/** Boards as they are shown: no two workers on one square, each with an identity of its own. */
export const anyBoard: fc.Arbitrary<Board> = fc
  .record({
    places: fc.uniqueArray(anySquare, { maxLength: 8 }),
    sides: fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
    women: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    towers: fc.array(fc.record({ level: fc.constantFrom<Level>(0, 1, 2, 3), dome: fc.boolean() }), {
      minLength: 25,
      maxLength: 25,
    }),
    tokens: fc.array(fc.record({ square: anySquare, kind: fc.constantFrom("coin" as const, "whirlpool" as const) }), {
      maxLength: 3,
    }),
  })
  .map(({ places, sides, women, towers, tokens }) => ({
    workers: places.map((square, i) => ({ ...worker(1_000_000 + i, square, sides[i]!), woman: women[i]! })),
    towers: Object.fromEntries(squares.map((square, i) => [square, towers[i]!])),
    tokens,
    arrows: [],
  }));

export const anyEffects: fc.Arbitrary<Effect[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...effectKindValues), at: maybeSquare, to: maybeSquare, who: fc.nat(2) }),
  { maxLength: 8 },
);

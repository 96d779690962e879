// The messages of docs/api.md as types. Only this folder and the model's reader know these shapes.

import type { StepKind } from "../model/choices.ts";
import type { EffectKind } from "../model/effects.ts";
import type { Direction, Square } from "../model/square.ts";

export type Args = Record<string, unknown>;

export interface Said {
  key: string;
  args: Args;
  squares?: Square[];
}
export interface WireStep {
  text: string;
  kind: StepKind;
  from: Square | null;
  to: Square | null;
  dome: boolean;
  power: string | null;
  seat: number | null;
  direction: Direction | null;
  woman: boolean;
}
export interface WireEffect {
  kind: EffectKind;
  from: Square | null;
  to: Square | null;
  side: number | null;
  seat: number | null;
  power: string | null;
}
export interface Card {
  seat: number;
  power: string;
  rules: string;
  dealt: boolean;
  climbed: boolean;
  spent: boolean;
  stolen: boolean;
  out: boolean;
  number: { kind: "pieces" | "coins" | "waiting"; value: number } | null;
  aim: { kind: "wind" | "song"; direction: Direction | null } | null;
  secret: { kind: "abyss" | "fate"; squares: Square[] | null } | null;
  face: string | null;
  deck: string[] | null;
  discard: string[] | null;
  bound: { square: Square; beside: Square | null } | null;
}
export interface WireBoard {
  position: string;
  stage: string;
  players: number;
  rules: string;
  blocks: number[];
  domes: Square[];
  workers: { square: Square; side: number; seat: number; woman: boolean }[];
  hidden: number[];
  tokens: { square: Square; kind: string; seat: number }[];
  cards: Card[];
  shared: Card | null;
  offer: string[];
  to_move: number;
  decider: number;
  extra: number;
}
export interface SeatInfo {
  seat: number;
  side: number;
  kind: "here" | "friend" | "computer";
  level: number | null;
  name: string;
  taken: boolean;
  present: boolean;
  out: boolean;
  thinking: boolean;
  left: number | null;
}
export interface Outcome {
  winners: number[];
  reason: string;
}
export interface LogEntry {
  turn: number;
  seat: number;
  text: string;
  event: "resigned" | "time" | null;
  effects: WireEffect[];
  position: string | null;
  left: number | null;
}
export interface ChatLine {
  number: number;
  seat: number;
  text: string;
  at: number;
}
export interface Clock {
  base: number;
  increment: number;
}
export type PowersChoice =
  | { choose: "none" | "draft" }
  | ({ choose: "random" } & RandomFilter)
  | ({ choose: "free"; powers: (string | null)[] } & Partial<RandomFilter>);
export interface RandomFilter {
  hidden: boolean;
  luck: boolean;
  heroes: boolean;
  simple_only: boolean;
  without: string[];
}
export interface GameSettings {
  players: number;
  powers: PowersChoice;
  rules: string;
  fleece: { power: string | null } | null;
  clock: Clock | null;
  confirm: boolean;
  first: number;
  any_pair: boolean;
  settings: string[];
}
export interface State {
  type: "state";
  game: string;
  version: number;
  behind?: boolean;
  status: "waiting" | "playing" | "over";
  you: { role: "seat" | "watcher"; host: boolean; seats: number[]; seat: number };
  pass_to: number | null;
  secrets: boolean;
  seats: SeatInfo[];
  settings: GameSettings;
  board: WireBoard;
  decider: number;
  awaits: "step" | "confirm" | "nothing";
  steps: WireStep[];
  turn: { seat: number; text: string; steps: string[]; effects: WireEffect[]; can_undo: boolean; wins: boolean } | null;
  restrictions: Said[];
  log_from: number;
  log: LogEntry[];
  /** Only in a full state. */
  chat: ChatLine[] | null;
  outcome: Outcome | null;
  running: number;
  now: number;
  rematch: string | null;
  can: Record<"undo" | "confirm" | "takeback" | "hint" | "resign" | "rematch" | "chat", boolean>;
}

export type Message =
  | State
  | { type: "ok"; id?: number; version: number }
  | { type: "error"; id?: number; code: string; message_key: string; args: Args }
  | { type: "answer"; id?: number; hint?: string[]; why?: Said[]; pong?: true }
  | { type: "presence"; seats: { seat: number; present: boolean }[]; watchers: number }
  | ({ type: "chat" } & ChatLine)
  | { type: "thinking"; seat: number; thinking: boolean };

export type Command =
  | { type: "step"; version: number; step: string }
  | { type: "undo" | "confirm" | "takeback"; version: number }
  | { type: "turn"; version: number; turn: string }
  | { type: "resign"; seat: number }
  | { type: "hint" | "rematch" | "ping" }
  | { type: "why"; square: Square; from?: Square }
  | { type: "chat"; text: string }
  | { type: "look"; seat: number };

export interface PowerCard {
  id: string;
  number: number;
  category: "simple" | "advanced" | "golden fleece" | "hero" | "none";
  players: number[];
  fleece: boolean;
  fleece_revised: boolean;
  rules: string[];
  hidden: boolean;
  luck: boolean;
  bans: Record<string, Record<string, Ban>>;
}
export interface Deck {
  powers: PowerCard[];
  settings: string[];
  levels: number;
}
export interface NewGame {
  seats: ({ kind: "here"; name?: string } | { kind: "friend" } | { kind: "computer"; level: number })[];
  powers?: PowersChoice;
  rules?: string;
  fleece?: { power: string | null } | null;
  clock?: Clock | null;
  confirm?: boolean;
  any_pair?: boolean;
  settings?: string[];
  position?: string;
}
export interface Created {
  game: string;
  token: string;
  seats: number[];
  invites: Record<string, string>;
  watch: string;
}
export interface Lobby {
  game: string;
  status: State["status"];
  seat: number | null;
  settings: GameSettings;
  seats: SeatInfo[];
}
export interface ReplayTurn {
  turn: number;
  seat: number;
  text: string;
  event: LogEntry["event"];
  effects: WireEffect[];
  comment: string;
  clock: number | null;
  board: WireBoard;
}
export interface Replay {
  headers: Record<string, string>;
  start: WireBoard;
  outcome: Outcome | null;
  turns: ReplayTurn[];
}
export interface PositionView {
  board: WireBoard;
  steps: WireStep[];
  decider: number;
  outcome: Outcome | null;
}
export interface RulePicture {
  id: string;
  caption: string;
  arrows: [Square, Square][];
  board: WireBoard;
}
export interface RuleSection {
  id: string;
  title: string;
  text: string[];
  pictures: RulePicture[];
}
export interface Rulebook {
  language: string;
  title: string;
  sections: RuleSection[];
  glossary_title: string;
  glossary: { id: string; name: string; text: string }[];
}
export interface LessonName {
  id: string;
  kind: "basics" | "moments" | "power";
  power: string | null;
  tasks: number;
}
export interface LessonTask {
  goal: "any" | "same" | "climb" | "dome" | "win" | "why";
  turns: string[];
  origin: Square | null;
  square: Square | null;
  /** Null where the task goes on from the one before. */
  board: WireBoard | null;
  steps: WireStep[];
}
export interface Lesson extends Omit<LessonName, "tasks"> {
  tasks: LessonTask[];
}
export interface Try {
  position?: string;
  steps: string[];
  confirm?: boolean;
  square?: Square;
  from?: Square;
}
export interface Tried {
  state: State;
  ended: boolean;
  reached: boolean;
  why: Said[] | null;
  answered: State | null;
}
export interface Match {
  powers: string[];
  refused: { code: string; powers: string[]; ban: Ban | null } | null;
}
export type Ban = "printed" | "advised" | "rule";

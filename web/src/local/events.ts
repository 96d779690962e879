// What can happen at a local table. A game is the list of its events, and nothing else is stored; the shapes are those
// of the server's journal (src/santorini/server/tables/events.py).
import type { Clock, Fleece, NewGame, PowerChoice, RuleSet, Setting } from "../net/schema.gen.ts";

/** A request with everything filled in that it left out. */
export interface Asked {
  seats: NewGame["seats"];
  powers: PowerChoice;
  rules: RuleSet;
  fleece: Fleece | null;
  clock: Clock | null;
  confirm: boolean;
  first: number;
  any_pair: boolean;
  settings: Setting[];
  position: string | null;
}

export interface SeatKept {
  kind: "here" | "computer";
  name: string;
  level: number | null;
}

export interface Created {
  kind: "created";
  asked: Asked;
  start: string;
  /** The first card, if the game begins with a draw. */
  drawn: string[];
  seats: SeatKept[];
}

export type Event =
  | { kind: "step"; seat: number; step: string }
  | { kind: "undo"; seat: number }
  | { kind: "restart"; seat: number; played: boolean }
  | { kind: "confirm"; seat: number }
  | { kind: "luck"; step: string }
  | { kind: "resign"; seat: number }
  | { kind: "flag"; seat: number }
  | { kind: "takeback"; seat: number; turns: number }
  | { kind: "called-off"; seat: number }
  | { kind: "resumed" }
  | { kind: "rematch"; game: string };

/** An event and when it happened, in seconds. */
export interface Dated {
  at: number;
  event: Event;
}

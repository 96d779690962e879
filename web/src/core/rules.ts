// The rules in the page: the same core as the server's, compiled to WebAssembly. Nothing here decides what is legal.
import type { Board, Effect, Outcome, RuleSet, Said, Stage, Step } from "../net/schema.gen.ts";
import type { Host } from "./host.js";
import { type Parts, partLines } from "./parts.ts";

/** A position as it is drawn, and what can be chosen in it. */
export interface Moment {
  board: Board;
  steps: readonly Step[];
  outcome: Outcome | null;
  /** Is it between turns? */
  rest: boolean;
  /** Does luck decide next? */
  luck: boolean;
}

/** Steps that were played: their text and effects, and the moment after them. */
export interface Played extends Moment {
  text: string;
  steps_played: readonly Step[];
  effects: readonly Effect[];
  /** Has the turn ended? */
  over: boolean;
}

/** What a table needs to know of its true position. */
export interface Truth {
  /** The seat that chooses next; 0 if luck or nobody does. */
  decider: number;
  stage: Stage;
  rules: RuleSet;
  /** Does somebody have a secret, or a card that may lead to one? */
  secretive: boolean;
  /** By seat. */
  sides: readonly number[];
  out: readonly boolean[];
  /** What luck may draw, if it decides now. */
  draws: readonly string[];
  outcome: Outcome | null;
}

/** A turn, or the beginning of one, as a seat may know it, and the true position after it. */
export interface Told {
  text: string;
  effects: Effect[];
  after: string;
  /** Has the turn ended? */
  over: boolean;
}

/** The agreed set-up of a game. */
export interface Agreed {
  powers: readonly string[];
  rules: RuleSet;
  fleece: string;
  settings: readonly string[];
  first: number;
  anyPair: boolean;
  draft: "" | "challenger" | "passing";
}

/** Why something cannot be read or played: a code of the catalogue (`error.<code>`) and the text it is about. */
export class RulesError extends Error {
  constructor(
    readonly code: string,
    readonly what: string,
  ) {
    super(`${code}: ${what}`);
  }
}

const mostKept = 400;

export class Rules {
  /** Answers by question: the same question always has the same answer, and callers do not change answers. */
  private readonly kept = new Map<string, unknown>();
  constructor(private readonly host: Host) {}

  look(position: string): Moment {
    return this.ask<Moment>("look", position);
  }
  /** The position as a seat sees it; 0 is a spectator. */
  view(position: string, seat: number): Moment {
    return this.ask<Moment>("view", position, seat);
  }
  /** Steps of a turn, as their texts. */
  play(position: string, steps: readonly string[]): Played {
    return this.ask<Played>("play", position, ...steps);
  }
  /** A whole turn, as text. */
  turn(position: string, text: string): Played {
    return this.ask<Played>("turn", position, text);
  }
  /** The same board with the next seat to move. */
  pass(position: string): Moment {
    return this.ask<Moment>("pass", position);
  }
  giveUp(position: string, seat: number, reason: "resigned" | "time"): Moment {
    return this.ask<Moment>("give_up", position, seat, reason);
  }
  turned(position: string, symmetry: number): Moment {
    return this.ask<Moment>("turned", position, symmetry);
  }
  /** The power of the seat to move in each position. */
  movers(positions: readonly string[]): readonly string[] {
    return this.ask<{ powers: readonly string[] }>("movers", ...positions).powers;
  }

  // -- for an editor -------------------------------------------------------------------------------------------

  parts(position: string): Parts {
    return this.ask<Parts>("parts", position);
  }
  /** The text of a position, which may be impossible: `look` says what is wrong with it. */
  join(parts: Parts): string {
    return this.ask<{ position: string }>("join", ...partLines(parts)).position;
  }

  // -- for a table without a server ----------------------------------------------------------------------------

  start(agreed: Agreed): string {
    const { powers, rules, fleece, settings, first, anyPair, draft } = agreed;
    const asked = [powers.join(), rules, fleece, settings.join(), first, anyPair ? 1 : 0, draft];
    return this.ask<{ position: string }>("start", ...asked).position;
  }
  /** Throws if these powers cannot be played together. */
  suits(powers: readonly string[], rules: RuleSet, anyPair: boolean, players: number): void {
    this.ask("suits", powers.join(), rules, anyPair ? 1 : 0, players);
  }
  truth(position: string): Truth {
    return this.ask<Truth>("truth", position);
  }
  /** A step that the seat chooses from what it can see. Throws if it cannot be chosen. */
  choose(position: string, seat: number, step: string): { tells: boolean; won: boolean } {
    return this.ask("choose", position, seat, step);
  }
  /** A turn as the seat may know it; 0 is a spectator. `over`: the game is over, so nothing is hidden any more. */
  told(before: string, seat: number, over: boolean, steps: readonly string[]): Told {
    return this.ask<Told>("told", before, seat, over ? "over" : "on", ...steps);
  }
  /** The steps of a turn text, or of the beginning of one. */
  steps(position: string, text: string): { steps: readonly string[]; after: string } {
    return this.ask("steps", position, text);
  }
  why(view: string, seat: number, square: string, from: string | null): Said[] {
    return this.ask<{ reasons: Said[] }>("why", view, seat, square, ...(from ? [from] : [])).reasons;
  }
  whyStep(view: string, seat: number, step: string): Said[] {
    return this.ask<{ reasons: Said[] }>("why", view, seat, "step", step).reasons;
  }
  /** Did the seat's turn that led to `after` reach the goal of a lesson? If not, the reply that shows why. */
  goal(after: string, seat: number, goal: string): { reached: boolean; reply: string | null } {
    return this.ask("goal", after, seat, goal);
  }
  restrictions(view: string, seat: number): Said[] {
    return this.ask<{ restrictions: Said[] }>("restrictions", view, seat).restrictions;
  }

  private ask<T>(...question: (string | number)[]): T {
    const key = question.join("\n");
    const known = this.kept.get(key) as T | undefined;
    if (known !== undefined) return known;
    const answer = JSON.parse(this.host.ask(question)) as T & { error?: { code: string; what: string } };
    if (answer.error) throw new RulesError(answer.error.code, answer.error.what);
    if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, answer);
    return answer;
  }
}

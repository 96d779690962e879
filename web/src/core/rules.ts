// The rules in the page: the same core as the server's, compiled to WebAssembly. Nothing here decides what is legal.
import rulesUrl from "../../../build/wasm/rules.wasm?url";
import type { Board, Effect, Outcome, Step } from "../net/schema.gen.ts";
import { Host } from "./host.js";

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

/** Why something cannot be read or played: a code of the catalogue (`error.<code>`) and the text it is about. */
export class RulesError extends Error {
  constructor(
    readonly code: string,
    readonly what: string,
  ) {
    super(`${code}: ${what}`);
  }
}

export class Rules {
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

  private ask<T>(...question: (string | number)[]): T {
    const answer = JSON.parse(this.host.ask(question)) as T & { error?: { code: string; what: string } };
    if (answer.error) throw new RulesError(answer.error.code, answer.error.what);
    return answer;
  }
}

let loading: Promise<Rules> | null = null;
/** The rules; loaded once, when they are first needed. */
export function loadRules(): Promise<Rules> {
  loading ??= WebAssembly.compileStreaming(fetch(rulesUrl)).then((module) => new Rules(new Host(module)));
  loading.catch(() => (loading = null)); // so that the next call tries again
  return loading;
}

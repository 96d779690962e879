// A game as it was played: positions and steps as texts, which the core reads. Nothing here knows a rule.
import type { Rules, Truth } from "../core/rules.ts";

export interface PlayedTurn {
  before: string;
  steps: readonly string[];
  after: string;
}
export interface GaveUp {
  seat: number;
  reason: "resigned" | "time";
}
export type Happened = PlayedTurn | GaveUp;

export const isTurn = (what: Happened): what is PlayedTurn => "steps" in what;

export class Game {
  /** The turns played, and between them the seats that gave up. */
  history: Happened[] = [];
  /** The turn in progress. */
  turn: { before: string; steps: readonly string[] };
  now: string;

  constructor(
    private readonly rules: Rules,
    readonly start: string,
  ) {
    this.turn = { before: start, steps: [] };
    this.now = start;
  }

  get turns(): PlayedTurn[] {
    return this.history.filter(isTurn);
  }
  get truth(): Truth {
    return this.rules.truth(this.now);
  }

  copy(): Game {
    const game = new Game(this.rules, this.start);
    game.history = [...this.history];
    game.turn = this.turn;
    game.now = this.now;
    return game;
  }

  push(step: string): void {
    const { before } = this.turn;
    const steps = [...this.turn.steps, step];
    const { after, over } = this.rules.told(before, 0, true, steps);
    if (over) this.history.push({ before, steps, after });
    this.turn = over ? { before: after, steps: [] } : { before, steps };
    this.now = after;
  }

  /** The seat gives up, or its time is up. A turn in progress is taken back. */
  giveUp(seat: number, reason: GaveUp["reason"]): void {
    const { board, outcome } = this.rules.giveUp(this.turn.before, seat, reason);
    if (board.position === this.turn.before) return;
    this.history.push({ seat, reason: outcome ? (outcome.reason as GaveUp["reason"]) : reason });
    this.now = board.position;
    this.turn = { before: this.now, steps: [] };
  }

  /** Takes back the turn in progress, and then whole turns until `left` of them remain. */
  takeBack(left: number): void {
    this.now = this.turn.before;
    while (this.turns.length > left) {
      const last = this.history.pop()!;
      if (isTurn(last)) this.now = last.before;
    }
    this.turn = { before: this.now, steps: [] };
  }
}

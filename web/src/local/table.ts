// A table in the page: a game, who sits at it, and what may happen next. It is what the server's table is
// (src/santorini/server/tables/table.py), without friends: every person is at this device. `tests/wasm` plays the
// same games at both and compares every state.
//
// There are two games. `settled` is what has been played. `draft` is the same with the steps that the deciding seat has
// chosen and not confirmed yet. A step that reveals something to that seat is confirmed at once.
import { type Rules, RulesError } from "../core/rules.ts";
import { Refusal } from "../net/refusal.ts";
import type { Outcome } from "../net/schema.gen.ts";
import { Clock } from "./clock.ts";
import type { Created, Event, SeatKept } from "./events.ts";
import { Game, type Happened, isTurn } from "./game.ts";

/** Seconds that a choice of the set-up may take in a game with a clock, unless the clock's base time is longer. */
const setupPatience = 300;

export interface Entry {
  what: Happened;
  after: string;
  left: number | null;
  serial: number;
}

let serials = 0;

export class Table {
  readonly seats: readonly SeatKept[];
  settled: Game;
  draft: Game | null = null;
  pending: string[] = [];
  entries: Entry[] = [];
  rematch: string | null = null;
  calledOff = false;
  secretive = false;
  outcome: Outcome | null = null;
  readonly clock: Clock | null;
  private public = 1;
  private readonly private: number[];
  /** The number of turns, from the first, that cannot be taken back: secrets or luck were involved. */
  finalTurns: number;
  private since: number;

  constructor(
    readonly rules: Rules,
    readonly id: string,
    readonly created: Created,
    readonly createdAt: number,
    private readonly draw: (possible: readonly string[]) => string,
  ) {
    this.seats = created.seats;
    this.settled = new Game(rules, created.start);
    for (const step of created.drawn) this.settled.push(step);
    this.private = this.seats.map(() => 0);
    this.finalTurns = this.settled.turns.length;
    const { clock } = created.asked;
    this.clock = clock && new Clock(clock.base, clock.increment ?? 0, this.seats.length);
    this.clock?.forgive(createdAt);
    this.since = createdAt;
    this.settle(createdAt);
  }

  // -- looking -------------------------------------------------------------------------------------------------

  /** The seats of the people at this device. */
  get here(): number[] {
    return this.seats.flatMap((seat, i) => (seat.kind === "here" ? [i + 1] : []));
  }
  get over(): boolean {
    return this.outcome !== null || this.calledOff;
  }
  get status(): "playing" | "over" {
    return this.over ? "over" : "playing";
  }
  get begun(): boolean {
    return this.settled.truth.stage === "play";
  }
  /** Whose choice it is, an unconfirmed turn included; 0 when it is nobody's. */
  get decider(): number {
    return this.over ? 0 : this.settled.truth.decider;
  }
  /** The game with the seat's own unconfirmed steps. */
  seen(seat: number): Game {
    return this.draft && seat === this.decider ? this.draft : this.settled;
  }
  get awaitsConfirm(): boolean {
    return this.draft !== null && this.passedOn(this.draft, this.decider);
  }
  get version(): number {
    return this.public + this.here.reduce((sum, seat) => sum + this.private[seat - 1]!, 0);
  }
  isComputer(seat: number): boolean {
    return this.seats[seat - 1]?.kind === "computer";
  }
  get againstComputer(): boolean {
    return this.seats.some((seat) => seat.kind === "computer");
  }
  /** Not with secrets, nor past a card that was drawn: what was seen cannot be unseen. */
  get canTakeBack(): boolean {
    const back = this.turnsBack;
    return this.againstComputer && back > 0 && back <= this.settled.turns.length - this.finalTurns;
  }
  /** Can more of the turn be taken back than the last step? */
  get canRestart(): boolean {
    return this.pending.length > 1 || this.canReopen;
  }
  get canLeave(): boolean {
    return !this.over && !this.begun;
  }

  // -- what may happen -----------------------------------------------------------------------------------------

  /** The seat chooses steps. `whole`: they end its turn, and are confirmed. */
  mayPlay(seat: number, steps: readonly string[], whole = false): Event[] {
    this.mustDecide(seat);
    if (this.awaitsConfirm) throw new Refusal("confirm-first");
    return this.played(seat, steps, whole, true);
  }
  /** Plays the steps as far as possible: something the computer could not know may have cut the turn short. */
  computerPlays(seat: number, steps: readonly string[]): Event[] {
    return this.played(seat, steps, true, false);
  }
  mayConfirm(seat: number): Event[] {
    this.mustDecide(seat);
    if (!this.draft || !this.awaitsConfirm) throw new Refusal("nothing-to-confirm");
    return [{ kind: "confirm", seat }, ...this.luck(this.draft.copy())];
  }
  mayUndo(seat: number): Event[] {
    this.mustDecide(seat);
    if (this.pending.length === 0) throw new Refusal("nothing-to-undo");
    return [{ kind: "undo", seat }];
  }
  /** The seat begins its turn again, even if somebody else here, or the computer, has answered within it. */
  mayRestart(seat: number): Event[] {
    this.mustDecide(seat);
    if (this.pending.length === 0 && !this.canReopen) throw new Refusal("nothing-to-undo");
    return [{ kind: "restart", seat, played: this.canReopen }];
  }
  mayResign(seat: number): Event[] {
    if (this.over) throw new Refusal("over");
    const { stage, out } = this.settled.truth;
    if (stage !== "play") throw new Refusal("resign");
    if (out[seat - 1]) throw new Refusal("over");
    return [{ kind: "resign", seat }];
  }
  mayTakeBack(): Event[] {
    if (!this.canTakeBack) throw new Refusal("takeback");
    return [{ kind: "takeback", seat: this.here[0]!, turns: this.turnsBack }];
  }
  /** Leaving is possible only before the first turn of play; the game is then called off. */
  mayLeave(seat: number): Event[] {
    if (this.over) throw new Refusal("over");
    if (!this.canLeave) throw new Refusal("leave");
    return [{ kind: "called-off", seat }];
  }
  /** When time will be up: for the seat whose clock runs, or for the next choice of the set-up. */
  due(): number | null {
    if (!this.clock || this.over || this.isComputer(this.decider)) return null;
    return this.begun ? this.clock.due() : this.since + Math.max(setupPatience, this.clock.base);
  }
  timeIsUp(at: number): Event[] {
    const due = this.due();
    if (!this.clock || due === null || at < due) return [];
    return this.begun ? [{ kind: "flag", seat: this.clock.running }] : [{ kind: "called-off", seat: 0 }];
  }

  // -- what has happened ---------------------------------------------------------------------------------------

  /** Applies an event. Events come from `may…`, or from the store: they are not checked again. */
  apply(event: Event, at: number): void {
    this.since = Math.max(at, this.since);
    if (event.kind === "resumed") this.clock?.forgive(at);
    else this.clock?.tick(at);
    switch (event.kind) {
      case "step":
        this.pending = [...this.pending, event.step];
        this.draft = this.draft?.copy() ?? this.settled.copy();
        this.draft.push(event.step);
        this.private[event.seat - 1]! += 1;
        break;
      case "undo":
        this.pending = this.pending.slice(0, -1);
        this.draft = this.redrafted();
        this.private[event.seat - 1]! += 1;
        break;
      case "restart":
        if (event.played) {
          this.settled.takeBack(this.settled.turns.length);
          this.playOn(this.settled);
        } else {
          this.pending = [];
          this.draft = null;
          this.private[event.seat - 1]! += 1;
        }
        break;
      case "confirm":
        if (this.draft!.turns.length > this.settled.turns.length) this.clock?.reward(event.seat);
        this.playOn(this.draft!);
        break;
      case "luck":
        this.settled.push(event.step);
        this.playOn(this.settled);
        this.finalTurns = this.settled.turns.length + (this.settled.turn.steps.length > 0 ? 1 : 0);
        break;
      case "resign":
      case "flag":
        this.settled.giveUp(event.seat, event.kind === "flag" ? "time" : "resigned");
        this.playOn(this.settled);
        break;
      case "takeback":
        this.settled.takeBack(this.settled.turns.length - event.turns);
        this.playOn(this.settled);
        break;
      case "called-off":
        this.calledOff = true;
        this.playOn(this.settled);
        break;
      case "rematch":
        this.rematch = event.game;
        this.public += 1;
        break;
    }
    this.settle(at);
  }

  // -- inside --------------------------------------------------------------------------------------------------

  private mustDecide(seat: number): void {
    if (this.over) throw new Refusal("over");
    if (this.decider !== seat) throw new Refusal("not-your-turn");
  }

  /** Can the confirmed part of the turn in progress be taken back? Not if it revealed anything to anybody. */
  private get canReopen(): boolean {
    const { turn, turns } = this.settled;
    const told = this.finalTurns > turns.length;
    return turn.steps.length > 0 && this.rules.truth(turn.before).decider === this.decider && !told;
  }

  private passedOn(draft: Game, seat: number): boolean {
    return draft.turns.length > this.settled.turns.length || draft.truth.decider !== seat;
  }

  private played(seat: number, steps: readonly string[], whole: boolean, strict: boolean): Event[] {
    const now = (this.draft ?? this.settled).copy();
    const done: Event[] = [];
    let unconfirmed = this.pending.length > 0;
    let passedOn = false;
    for (const step of steps) {
      const legal = passedOn ? null : this.chosen(now.now, seat, step);
      if (!legal) {
        if (strict && !(passedOn && whole)) throw new Refusal("illegal", undefined, { step });
        break;
      }
      now.push(step);
      done.push({ kind: "step", seat, step });
      unconfirmed = true;
      passedOn = this.passedOn(now, seat);
      if (legal.tells || legal.won || (passedOn && (whole || !this.created.asked.confirm))) {
        done.push({ kind: "confirm", seat });
        unconfirmed = false;
      }
    }
    if (whole && strict && unconfirmed)
      throw new Refusal("illegal", "server.error.incomplete", { step: steps.join(" ") });
    return unconfirmed ? done : [...done, ...this.luck(now)];
  }

  private chosen(position: string, seat: number, step: string): { tells: boolean; won: boolean } | null {
    try {
      return this.rules.choose(position, seat, step);
    } catch (error) {
      if (error instanceof RulesError) return null;
      throw error;
    }
  }

  /** What luck does next, played on the given game. */
  private luck(game: Game): Event[] {
    const drawn: Event[] = [];
    for (let { draws } = game.truth; draws.length > 0; { draws } = game.truth) {
      const step = this.draw(draws);
      game.push(step);
      drawn.push({ kind: "luck", step });
    }
    return drawn;
  }

  private redrafted(): Game | null {
    if (this.pending.length === 0) return null;
    const game = this.settled.copy();
    for (const step of this.pending) game.push(step);
    return game;
  }

  /** Something public has happened; steps that were not confirmed before it are gone. */
  private playOn(settled: Game): void {
    this.settled = settled;
    this.draft = null;
    this.pending = [];
    this.public += 1;
  }

  /** Updates everything that follows from the game. */
  private settle(at: number): void {
    const { history, truth } = this.settled;
    this.entries = this.entries.slice(0, history.length);
    for (const what of history.slice(this.entries.length)) {
      const seat = this.who(what);
      const timed = this.clock && seat && !this.isComputer(seat);
      const left = timed ? this.clock!.now(seat, at) : null;
      this.entries.push({ what, after: isTurn(what) ? what.after : this.settled.now, left, serial: ++serials });
    }
    this.secretive = truth.secretive;
    if (this.secretive) this.finalTurns = this.settled.turns.length + 1;
    this.outcome = truth.outcome;
    const runs = !this.over && truth.stage === "play" && !this.isComputer(this.decider);
    this.clock?.run(runs ? this.decider : 0);
  }

  /** Whose turn it was; 0 for luck. */
  who(what: Happened): number {
    return isTurn(what) ? this.rules.truth(what.before).decider : what.seat;
  }

  /** How many turns to take back to reach the beginning of the last turn played at this device. */
  private get turnsBack(): number {
    const { here } = this;
    const back = this.settled.turns.reverse().findIndex((turn) => here.includes(this.rules.truth(turn.before).decider));
    return back + 1;
  }
}

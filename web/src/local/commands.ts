// What each command does at a local table, and what a device is told: the same messages as over a socket, in the same
// order.
import { RulesError } from "../core/rules.ts";
import { Refusal } from "../net/refusal.ts";
import type { Command, Said, ServerMessage, State } from "../net/schema.gen.ts";
import type { Event } from "./events.ts";
import { type Around, bestSeat, stateOf } from "./state.ts";
import type { Table } from "./table.ts";

/** The events of a command from a device that looks from a seat. The caller handles questions and rematches. */
export function decision(table: Table, looking: number, command: Command): Event[] {
  const seat = seatOf(table, looking, command);
  if ("version" in command && command.version !== table.version)
    throw new Refusal("stale", undefined, { version: table.version });
  switch (command.type) {
    case "step":
      return table.mayPlay(seat, [command.step]);
    case "turn":
      return table.mayPlay(seat, whole(table, seat, command.turn), true);
    case "undo":
      return table.mayUndo(seat);
    case "restart":
      return table.mayRestart(seat);
    case "confirm":
      return table.mayConfirm(seat);
    case "resign":
      return table.mayResign(seat);
    case "leave":
      return table.mayLeave(seat);
    case "takeback":
      return table.mayTakeBack();
    default:
      throw new Refusal("invalid", undefined, { where: "type" });
  }
}

/** The seat that a device's command is for. */
export function seatOf(table: Table, looking: number, command: Command): number {
  const seat = command.seat || looking;
  if (!table.here.includes(seat)) throw new Refusal("forbidden");
  return seat;
}

function whole(table: Table, seat: number, text: string): readonly string[] {
  try {
    return table.rules.steps(viewOf(table, seat), text).steps;
  } catch (error) {
    if (error instanceof RulesError) throw new Refusal("illegal", undefined, { step: text });
    throw error;
  }
}

/** The position as the seat may see it. */
export function viewOf(table: Table, seat: number): string {
  const { now } = table.seen(seat);
  return table.over ? now : table.rules.view(now, seat).board.position;
}

type Why = Extract<Command, { type: "why" }>;

export function reasons(table: Table, seat: number, { square, from, step }: Why): Said[] {
  const because = (key: string): Said[] => [{ key: `server.why.${key}`, args: {}, squares: [] }];
  if (table.over) return because("over");
  if (table.decider !== seat) return because("not_your_turn");
  if (table.awaitsConfirm) return because("confirm");
  const view = viewOf(table, seat);
  if (square) return table.rules.why(view, seat, square, from ?? null);
  const text = step ?? "";
  if (table.rules.view(view, seat).steps.some((one) => one.text === text)) return [];
  try {
    return table.rules.whyStep(view, seat, text);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return [{ key: "server.why.step", args: { step: text }, squares: [] }];
  }
}

/** A device at a table: from which seat it looks, and what it has been told. */
export class Guest {
  seat = 0;
  private version = -1;
  private log: number[] = [];
  private over = false;

  constructor(
    private readonly tell: (message: ServerMessage) => void,
    public looksFrom: number | null = null,
  ) {}

  /** Sends the state, if anything in it is new. */
  tellState(table: Table, around: Around, full = false): void {
    this.tellFrom(bestSeat(table, this.looksFrom), table, around, full);
  }
  /** Looks from another of the seats at this device. */
  look(seat: number, table: Table, around: Around): void {
    this.tellFrom(seat, table, around, true);
  }

  private tellFrom(seat: number, table: Table, around: Around, full: boolean): void {
    const { version, over } = table;
    if (!full && seat === this.seat && version === this.version) return;
    if (seat !== this.seat || over !== this.over) this.log = []; // the log reads differently then
    const serials = table.entries.map((entry) => entry.serial);
    const known = full ? 0 : common(this.log, serials);
    const state: State = stateOf(table, seat, around, known, full);
    [this.seat, this.version, this.log, this.over] = [seat, version, serials, over];
    this.looksFrom = seat || null;
    this.tell(state);
  }
}

function common(known: readonly number[], serials: readonly number[]): number {
  const differs = known.findIndex((serial, i) => serial !== serials[i]);
  return differs < 0 ? Math.min(known.length, serials.length) : differs;
}

// Lets Python play at the page's own table (tests/wasm/local_games.py): a line of JSON in, a line of JSON out.
import { Host } from "../src/core/host.js";
import { Rules, RulesError } from "../src/core/rules.ts";
import { decision, Guest, reasons, seatOf } from "../src/local/commands.ts";
import { completed, created } from "../src/local/create.ts";
import type { Event, SeatKept } from "../src/local/events.ts";
import { seenBy } from "../src/local/looks.ts";
import { recordOf, replayOf } from "../src/local/record.ts";
import { Table } from "../src/local/table.ts";
import { Refusal } from "../src/net/refusal.ts";
import type { Command, NewGame, Powers, ServerMessage } from "../src/net/schema.gen.ts";

interface Request {
  deck?: Powers;
  begin?: { wish: NewGame; start: string; drawn: string[]; seats: SeatKept[]; at: number };
  command?: Command;
  /** Steps of the computer on a seat. */
  computer?: { seat: number; steps: string[] };
  confirm?: number;
  time?: boolean;
  /** What luck draws, in order. */
  luck?: string[];
  at?: number;
  look?: "record" | "replay";
  looks?: number;
}

let rules: Rules;
let deck: Powers = { powers: [], settings: [], levels: 0 };
let table: Table;
let guest: Guest;
let luck: string[] = [];
let said: ServerMessage[] = [];

function refused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "stale") guest.tellState(table, { now: at, thinking: 0 }, true);
    said.push({ type: "error", id: null, code: error.code, message_key: error.key, args: error.args });
  }
}
let at = 0;
function happen(events: readonly Event[]): void {
  for (const event of events) table.apply(event, at);
  if (events.length > 0) guest.tellState(table, { now: at, thinking: 0 });
}

function begin({ wish, start, drawn, seats, at: when }: NonNullable<Request["begin"]>): unknown {
  let own: string;
  try {
    own = created(rules, deck, wish, () => 0).start;
  } catch (error) {
    if (!(error instanceof RulesError || error instanceof Refusal)) throw error;
    own = error.message;
  }
  const draw = (): string => luck.shift()!;
  table = new Table(rules, "game", { kind: "created", asked: completed(wish), start, drawn, seats }, when, draw);
  guest = new Guest((message) => said.push(message));
  guest.tellState(table, { now: when, thinking: 0 }, true);
  return own;
}

function obey(command: Command): void {
  if (command.type === "why") {
    said.push({ type: "answer", id: null, why: reasons(table, seatOf(table, guest.seat, command), command) });
  } else if (command.type === "look") {
    guest.look(seatOf(table, guest.seat, command), table, { now: at, thinking: 0 });
  } else {
    happen(decision(table, guest.seat, command));
  }
}

export function open(module: WebAssembly.Module): void {
  rules = new Rules(new Host(module));
}

export function answer(line: string): string {
  const request = JSON.parse(line) as Request;
  said = [];
  luck = request.luck ?? [];
  at = request.at ?? at;
  let extra: unknown = null;
  if (request.deck) deck = request.deck;
  if (request.begin) extra = begin(request.begin);
  if (request.command) refused(() => obey(request.command!));
  if (request.computer) happen(table.computerPlays(request.computer.seat, request.computer.steps));
  if (request.confirm) happen(table.mayConfirm(request.confirm));
  if (request.time) happen(table.timeIsUp(at));
  if (request.look === "record") extra = recordOf(table, guest.seat);
  if (request.look === "replay") extra = replayOf(table, guest.seat);
  if (request.looks) extra = seenBy(table, request.looks);
  return JSON.stringify({ said, extra });
}

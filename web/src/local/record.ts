// Games of local tables as records and replays, and records and positions that the user opened.
import { type Rules, RulesError } from "../core/rules.ts";
import { Refusal } from "../net/refusal.ts";
import type { Replay, ReplayTurn, SharedPosition } from "../net/schema.gen.ts";
import { type GameRecord, RecordError, readRecord, startOf, writeRecord } from "../study/record.ts";
import { lineOf } from "./state.ts";
import type { Table } from "./table.ts";

const mostTurns = 1000;

/** What a record says of a table beside the game itself: when it was played, by whom, with how much time. */
function headersOf({ seats, created, createdAt }: Table): Record<string, string> {
  const headers: Record<string, string> = {
    Date: new Date(createdAt * 1000).toISOString().slice(0, 10).replaceAll("-", "."),
  };
  seats.forEach(({ name }, i) => {
    if (name) headers[`Seat${i + 1}`] = name;
  });
  seats.forEach(({ level }, i) => {
    if (level) headers[`Level${i + 1}`] = String(level);
  });
  const { clock } = created.asked;
  if (clock) headers.Clock = `${clock.base}+${clock.increment ?? 0}`;
  return headers;
}

/** The record of a table's game, as the seat may have it. */
export function recordOf(table: Table, seat: number): string {
  const result = table.outcome?.winners.join("+") ?? "*";
  const headers = { Game: "Santorini", ...headersOf(table), Position: table.settled.start, Result: result };
  const turns = table.entries.map((entry, i) => lineOf(table, entry, i + 1, seat).text);
  return writeRecord({ headers, turns: turns.map((text) => ({ text, comment: "", variations: [] })) });
}

export function replayOf(table: Table, seat: number): Replay {
  const { rules, over, settled } = table;
  const seen = (position: string) => (over ? rules.look(position) : rules.view(position, seat)).board;
  return {
    headers: { ...headersOf(table), Rules: settled.truth.rules },
    start: seen(settled.start),
    turns: table.entries.map((entry, i) => {
      const { position: _, left, ...line } = lineOf(table, entry, i + 1, seat);
      return { ...line, comment: "", clock: left, board: seen(entry.after) };
    }),
    outcome: table.calledOff ? null : table.outcome,
  };
}

export function replayOfRecord(rules: Rules, text: string): Replay {
  const record = read(text);
  try {
    return played(rules, record);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new Refusal("record", undefined, { message: error.message, line: 0, column: 0 });
  }
}

function played(rules: Rules, { headers, turns: written }: GameRecord): Replay {
  const start = rules.look(startOf(headers));
  const turns: ReplayTurn[] = [];
  let now = start;
  for (const { text, comment } of written) {
    const { position, decider } = now.board;
    const gaveUp = /^(resign|time):(\d)$/.exec(text);
    const event = gaveUp && (gaveUp[1] === "time" ? ("time" as const) : ("resigned" as const));
    const seat = gaveUp ? Number(gaveUp[2]) : decider;
    const after = event ? { ...rules.giveUp(position, seat, event), effects: [] } : rules.turn(position, text);
    const { board, effects } = after;
    turns.push({ turn: turns.length + 1, seat, text, event, effects: [...effects], comment, clock: null, board });
    now = after;
  }
  return { headers, start: start.board, turns, outcome: now.outcome };
}

function read(text: string): GameRecord {
  try {
    const record = readRecord(text);
    if (record.turns.length > mostTurns) throw new Refusal("too-large");
    return record;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new Refusal("record", undefined, { message: error.message, line: error.line, column: error.column });
  }
}

export function positionOf(rules: Rules, text: string): SharedPosition {
  try {
    const { board, steps, outcome } = rules.look(text);
    return { board, steps: [...steps], decider: board.decider, outcome };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new Refusal("position", undefined, { message: error.message, line: 0, column: 0 });
  }
}

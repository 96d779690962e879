// A local table as it is shown: the same `State` as the server sends (src/santorini/server/views/table_state.py). The core
// writes the parts that follow from positions; what follows from the table is put around them here.
import type { Entry as Line, Seat, State } from "../net/schema.gen.ts";
import { type Game, isTurn } from "./game.ts";
import type { Entry, Table } from "./table.ts";

/** What is not part of the stored game. */
export interface Around {
  now: number;
  /** The seat that thinks, or 0. */
  thinking: number;
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/**
 * From which of its seats the device looks: the one that decides, where there are no secrets. With secrets it is the
 * seat that was asked for; until one is, nobody can tell who is looking, and it is none (0).
 */
export function bestSeat(table: Table, looking: number | null): number {
  const { here } = table;
  if (here.length === 0) return 0;
  const asked = looking !== null && here.includes(looking) ? looking : null;
  if (table.secretive && !table.over && here.length > 1) return asked ?? 0;
  if (here.includes(table.decider)) return table.decider;
  return asked ?? here[0]!;
}

export function stateOf(table: Table, seat: number, around: Around, logFrom = 0, full = true): State {
  const { rules, decider, here } = table;
  const decides = !table.over && seat !== 0 && decider === seat;
  const awaitsConfirm = decides && table.awaitsConfirm;
  const position = table.seen(seat).now;
  const moment = table.over ? rules.look(position) : rules.view(position, seat);
  const plays = here.length > 0;
  const { stage, out } = table.settled.truth;
  return {
    type: "state",
    game: table.id,
    version: table.version,
    status: table.status,
    you: { role: "seat", host: true, seats: here, seat },
    pass_to: !table.over && table.secretive && decider !== seat && here.includes(decider) ? decider : null,
    secrets: table.secretive && !table.over,
    seats: seatsOf(table, around),
    settings: settingsOf(table),
    board: moment.board,
    decider,
    awaits: awaitsConfirm ? "confirm" : decides ? "step" : "nothing",
    steps: decides && !awaitsConfirm ? [...moment.steps] : [],
    turn: turnOf(table, seat),
    restrictions: decides ? rules.restrictions(moment.board.position, seat) : [],
    log_from: logFrom,
    log: table.entries.slice(logFrom).map((entry, i) => lineOf(table, entry, logFrom + i + 1, seat)),
    chat: full ? [] : null,
    outcome: table.calledOff ? { winners: [], reason: "called-off" } : table.outcome,
    running: table.clock?.running ?? 0,
    now: around.now,
    rematch: table.rematch,
    can: {
      undo: decides && table.pending.length > 0,
      restart: decides && table.canRestart,
      confirm: awaitsConfirm,
      takeback: plays && table.canTakeBack,
      hint: plays && decides && !awaitsConfirm && table.againstComputer,
      resign: plays && !table.over && stage === "play" && seat !== 0 && !out[seat - 1],
      leave: table.canLeave,
      rematch: plays && table.over,
      chat: false,
    },
  };
}

function settingsOf({ created, seats, settled }: Table): State["settings"] {
  const { powers, fleece, clock, confirm, first, any_pair, settings } = created.asked;
  const { rules } = settled.truth;
  return { players: seats.length, powers, rules, fleece, clock, confirm, first, any_pair, settings };
}

function seatsOf(table: Table, around: Around): Seat[] {
  const { sides, out } = table.settled.truth;
  return table.seats.map(({ kind, level, name }, i) => ({
    seat: i + 1,
    side: sides[i]!,
    kind,
    level,
    name,
    taken: true,
    present: true,
    out: out[i]!,
    thinking: around.thinking === i + 1,
    queued: false,
    left: table.clock && kind !== "computer" ? rounded(table.clock.now(i + 1, around.now)) : null,
  }));
}

/** An entry of the log as the seat may read it. */
export function lineOf(table: Table, entry: Entry, turn: number, seat: number): Line {
  const { rules, over } = table;
  const { what, after, left } = entry;
  const told = isTurn(what) ? rules.told(what.before, seat, over, what.steps) : null;
  const gaveUp = isTurn(what) ? null : what.reason === "time" ? "time" : "resigned";
  return {
    turn,
    seat: table.who(what),
    text: told?.text ?? `${gaveUp === "time" ? "time" : "resign"}:${table.who(what)}`,
    event: gaveUp,
    effects: told?.effects ?? [],
    position: over ? after : rules.view(after, seat).board.position,
    left: left === null ? null : rounded(left),
  };
}

function turnOf(table: Table, seat: number): State["turn"] {
  const game = table.seen(seat);
  const turn = inProgress(game, table.settled);
  if (!turn || table.over) return null;
  const { text, effects } = table.rules.told(turn.before, seat, false, turn.steps);
  return {
    seat: table.rules.truth(turn.before).decider,
    text,
    steps: text.split(/\s+/).filter(Boolean),
    effects,
    can_undo: game === table.draft && table.pending.length > 0,
  };
}

function inProgress(game: Game, settled: Game): { before: string; steps: readonly string[] } | null {
  if (game.turns.length > settled.turns.length) return game.turns.at(-1)!;
  return game.turn.steps.length > 0 ? game.turn : null;
}

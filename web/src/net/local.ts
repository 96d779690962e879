// A connection like the socket, answered in the page itself: the table, the computer and the stored games, without a
// server.
import { loadRules } from "../core/load.ts";
import { RulesError } from "../core/rules.ts";
import { decision, Guest, reasons, seatOf, viewOf } from "../local/commands.ts";
import { created, dice, nextGame } from "../local/create.ts";
import { data } from "../local/data.ts";
import type { Created as Begun, Dated, Event } from "../local/events.ts";
import { seenBy } from "../local/looks.ts";
import { Opponent } from "../local/opponent.ts";
import type { Around } from "../local/state.ts";
import { keepGame, readGame } from "../local/store.ts";
import { Table } from "../local/table.ts";
import { Refusal } from "./refusal.ts";
import type { Answer, Command, Created, NewGame, ServerMessage } from "./schema.gen.ts";
import type { Handlers, Link } from "./socket.ts";

const prefix = "local-";

/** Is it a game of this browser? */
export const isLocal = (game: string): boolean => game.startsWith(prefix);

const newId = (): string =>
  prefix + Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, "0")).join("");

const now = (): number => Date.now() / 1000;
const draw = (possible: readonly string[]): string => possible[dice(possible.length)]!;

/** Sets a game up; it is played through a `LocalLink`. */
export async function createLocal(wish: NewGame): Promise<Created> {
  const [rules, deck] = await Promise.all([loadRules(), data.powers()]);
  return begin(created(rules, deck, wish));
}

async function begin(first: Begun): Promise<Created> {
  const game = newId();
  await keepGame({ id: game, at: now(), created: first, events: [] });
  const seats = first.seats.flatMap(({ kind }, i) => (kind === "here" ? [i + 1] : []));
  return { game, token: game, watch: "", invites: {}, seats };
}

/** The table that follows from a stored game, and its events. */
export async function openLocal(game: string): Promise<{ table: Table; events: Dated[]; at: number } | null> {
  const [rules, stored] = await Promise.all([loadRules(), readGame(game)]);
  if (!stored) return null;
  const table = new Table(rules, game, stored.created, stored.at, draw);
  for (const { at, event } of stored.events) table.apply(event, at);
  return { table, events: [...stored.events], at: stored.at };
}

export class LocalLink implements Link {
  private table: Table | null = null;
  private events: Dated[] = [];
  private begunAt = 0;
  private readonly guest: Guest;
  private opponent: Opponent | null = null;
  private thinking = 0;
  private commands = 0;
  private timer = 0;
  private closed = false;
  private unkept = false;
  /** Commands run one after the other: this is the last one. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly game: string,
    private readonly handlers: Handlers,
  ) {
    this.guest = new Guest((message) => this.tell(message));
    handlers.line("connecting");
    this.turn = this.open();
  }

  send(command: Command): number | null {
    const id = ++this.commands;
    this.turn = this.turn.then(() => this.carryOut(command, id));
    return id;
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.opponent?.close();
  }

  // -- commands ------------------------------------------------------------------------------------------------

  private async open(): Promise<void> {
    try {
      const opened = await openLocal(this.game);
      if (!opened) return this.handlers.line("gone");
      ({ table: this.table, events: this.events, at: this.begunAt } = opened);
    } catch {
      return this.handlers.line("gone");
    }
    // Clocks run only while the table is open; until now this one has been stopped.
    if (this.table.due() !== null) await this.happen([{ kind: "resumed" }], now());
    this.handlers.line("on");
    this.guest.tellState(this.table, this.around(), true);
    this.goOn();
  }

  private async carryOut(command: Command, id: number): Promise<void> {
    const { table } = this;
    if (!table || this.closed) return;
    try {
      const answer = await this.answer(table, command);
      if (command.type === "look") this.guest.look(command.seat, table, this.around());
      this.tell(answer ? { type: "answer", id, ...answer } : { type: "ok", id, version: table.version });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "stale") this.guest.tellState(table, this.around(), true);
      this.tell({ type: "error", id, code: error.code, message_key: error.key, args: error.args });
    }
    this.goOn();
  }

  private async answer(table: Table, command: Command): Promise<Answer | null> {
    switch (command.type) {
      case "ping":
        return { pong: true };
      case "why":
        return { why: reasons(table, seatOf(table, this.guest.seat, command), command) };
      case "hint":
        return this.hint(table, seatOf(table, this.guest.seat, command));
      case "look":
        seatOf(table, this.guest.seat, command);
        return null;
      case "rematch":
        await this.rematch(table);
        return null;
      default:
        await this.act(() => decision(table, this.guest.seat, command));
        return null;
    }
  }

  private async hint(table: Table, seat: number): Promise<Answer> {
    if (!table.againstComputer || table.over) throw new Refusal("hint");
    if (table.decider !== seat || table.awaitsConfirm) throw new Refusal("not-your-turn");
    return this.computer(table).hint(viewOf(table, seat), seat, this.game, this.looks(table, seat));
  }

  private async rematch(table: Table): Promise<void> {
    if (!table.over) throw new Refusal("not-over");
    if (table.rematch !== null) return;
    try {
      const { game } = await begin(nextGame(table.rules, await data.powers(), table.created));
      await this.act(() => [{ kind: "rematch", game }]);
    } catch (error) {
      if (error instanceof RulesError) throw new Refusal("setup", undefined, { reason: error.code });
      throw error;
    }
  }

  // -- what happens --------------------------------------------------------------------------------------------

  private async act(decide: () => Event[]): Promise<void> {
    const at = now();
    const flag = this.table!.timeIsUp(at);
    if (flag.length > 0) await this.happen(flag, at);
    const happened = decide();
    if (happened.length > 0) await this.happen(happened, at);
  }

  private async happen(happened: readonly Event[], at: number): Promise<void> {
    const table = this.table!;
    for (const event of happened) {
      table.apply(event, at);
      this.events.push({ at, event });
    }
    const kept = await keepGame({ id: this.game, at: this.begunAt, created: table.created, events: this.events });
    if (!this.closed) this.guest.tellState(table, this.around());
    if (!kept && !this.unkept) {
      this.unkept = true;
      this.tell({ type: "error", id: null, code: "storage", message_key: "page.error.storage", args: {} });
    }
  }

  private around(): Around {
    return { now: now(), thinking: this.thinking };
  }
  private tell(message: ServerMessage): void {
    if (!this.closed) this.handlers.message(message);
  }

  /** Sets the timer for the clock, and lets the computer think if it has to choose. */
  private goOn(): void {
    const table = this.table!;
    window.clearTimeout(this.timer);
    if (this.closed) return; // the page was left while the computer's turn was being stored
    const due = table.due();
    if (due !== null) {
      const ring = (): void => void (this.turn = this.turn.then(() => this.act(() => [])).then(() => this.goOn()));
      this.timer = window.setTimeout(ring, Math.max(0, due - now()) * 1000 + 10);
    }
    if (!this.thinking && !table.over && table.isComputer(table.decider)) void this.think(table);
  }

  private computer(table: Table): Opponent {
    this.opponent ??= new Opponent(table.rules);
    return this.opponent;
  }

  /** Where there are secrets, the computer needs to know what its seat has seen. */
  private looks(table: Table, seat: number) {
    return table.finalTurns ? seenBy(table, seat) : [];
  }

  private async think(table: Table): Promise<void> {
    let seat = table.decider;
    this.thinking = seat;
    this.tell({ type: "thinking", seat, thinking: true, queued: false });
    while (!this.closed && !table.over && table.isComputer(table.decider)) {
      seat = this.thinking = table.decider;
      const asked = table.version;
      const level = table.seats[seat - 1]!.level ?? 1;
      const steps = await this.computer(table)
        .play(viewOf(table, seat), seat, level, this.game, this.looks(table, seat))
        .catch(() => []);
      this.turn = this.turn.then(async () => {
        if (table.version !== asked || table.decider !== seat || this.closed) return; // something has happened meanwhile
        await this.act(() => this.computers(table, seat, steps));
      });
      await this.turn;
    }
    this.thinking = 0;
    this.tell({ type: "thinking", seat, thinking: false, queued: false });
    this.goOn();
  }

  private computers(table: Table, seat: number, steps: readonly string[]): Event[] {
    const played = table.computerPlays(seat, steps);
    if (played.length > 0) return played;
    if (table.awaitsConfirm) return table.mayConfirm(seat);
    // The engine gave no answer: play anything legal, so that the game goes on.
    const legal = table.rules.view(table.seen(seat).now, seat).steps;
    return table.computerPlays(seat, [draw(legal.map((step) => step.text))]);
  }
}

// The games that this device has a token for. Without its token a seat is lost, so tokens are stored immediately.

import { forgetGame } from "../local/store.ts";
import { isLocal } from "../net/local.ts";
import type { Created, NewGame, State } from "../net/schema.gen.ts";
import type { Finished } from "./ladder.ts";
import { store, stored } from "./settings.ts";

export interface Kept {
  game: string;
  token: string;
  role: "seat" | "watch";
  seats: number[];
  invites: Record<string, string>;
  watch: string | null;
  /** The players' names when the game was last open, for the list of games. */
  title: string;
  over: boolean;
  at: number;
  /** Who plays, with which power. */
  players?: Player[];
  /** How it ended for this device; null if the game is not over, or both sides played here, or it was only watched. */
  result?: "won" | "lost" | null;
  /** Is it this device's turn? */
  turn?: boolean;
}
export interface Player {
  seat: number;
  name: string;
  power: string;
  /** The computer's level; null for people. */
  level: number | null;
  mine: boolean;
}

const key = "santorini.games";
const most = 60;

export const games = (): Kept[] => stored<Kept[]>(key, []).sort((a, b) => b.at - a.at);
export const gameOf = (id: string, role?: Kept["role"]): Kept | undefined =>
  games().find((kept) => kept.game === id && (!role || kept.role === role));

export function keep(kept: Partial<Kept> & { game: string }): Kept {
  const before = gameOf(kept.game);
  const now: Kept = {
    token: "",
    role: "seat",
    seats: [],
    invites: {},
    watch: null,
    title: "",
    over: false,
    ...before,
    ...kept,
    at: Date.now(),
  };
  store(key, [now, ...games().filter((other) => other.game !== kept.game)].slice(0, most));
  return now;
}
export const keepCreated = (created: Created): Kept => keep({ ...created, role: "seat", over: false });
export function forget(id: string): void {
  store(
    key,
    games().filter((kept) => kept.game !== id),
  );
  if (isLocal(id)) void forgetGame(id);
}

/** What the list of games shows of a table. */
export function summaryOf(server: State, nameOf: (seat: number) => string): Partial<Kept> {
  const players = server.seats.map((info) => ({
    seat: info.seat,
    name: nameOf(info.seat),
    power: server.board.cards.find((card) => card.seat === info.seat)?.power ?? "mortal",
    level: info.level,
    mine: server.you.seats.includes(info.seat),
  }));
  const own = players.filter((player) => player.mine);
  const sides = new Set(
    server.seats.filter((info) => own.some((one) => one.seat === info.seat)).map((one) => one.side),
  );
  const won = server.outcome?.winners.some((seat) => own.some((player) => player.seat === seat));
  return {
    title: players.map((player) => player.name).join(" – "),
    over: server.status === "over",
    players,
    // Where both sides play on one device, nobody on it has lost.
    result: server.outcome && sides.size === 1 ? (won ? "won" : "lost") : null,
    turn: server.awaits !== "nothing",
  };
}

/** The finished games of one person against one computer, the last one first. */
export const againstComputer = (): Finished[] =>
  games().flatMap(({ players, result }) => {
    const level = players?.length === 2 ? players.find((player) => !player.mine)?.level : null;
    return result && level ? [{ level, won: result === "won" }] : [];
  });

/** The game to continue. */
export const lastOpen = (): Kept | undefined => games().find((kept) => !kept.over && kept.role === "seat");

export const lastWish = (): NewGame | null => stored<NewGame | null>("santorini.wish", null);
export const rememberWish = (wish: NewGame): void => store("santorini.wish", wish);

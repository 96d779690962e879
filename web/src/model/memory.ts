// The games that this device has a token for. Without its token a seat is lost, so tokens are stored immediately.

import type { Created, NewGame } from "../net/schema.gen.ts";
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
export const forget = (id: string): void =>
  store(
    key,
    games().filter((kept) => kept.game !== id),
  );

/** The game to continue. */
export const lastOpen = (): Kept | undefined => games().find((kept) => !kept.over && kept.role === "seat");

export const lastWish = (): NewGame | null => stored<NewGame | null>("santorini.wish", null);
export const rememberWish = (wish: NewGame): void => store("santorini.wish", wish);

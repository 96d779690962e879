// The games this device holds a key to. Without these keys a seat is lost, so they are written at once.

import type { Created, NewGame } from "../net/schema.gen.ts";
import { store, stored } from "./settings.ts";

export interface Kept {
  game: string;
  token: string;
  role: "seat" | "watch";
  seats: number[];
  invites: Record<string, string>;
  watch: string | null;
  /** Who plays, as it was last seen, for the list of games. */
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

/** The game to go on with. */
export const lastOpen = (): Kept | undefined => games().find((kept) => !kept.over && kept.role === "seat");

export const lastWish = (): NewGame | null => stored<NewGame | null>("santorini.wish", null);
export const rememberWish = (wish: NewGame): void => store("santorini.wish", wish);

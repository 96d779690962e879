// Questions about the games that this device remembers.
import type { Kept } from "./memory.ts";

export type Which = "all" | "open" | "won" | "lost";

export const isWhich = (kept: Kept, which: Which): boolean =>
  which === "all" || (which === "open" ? !kept.over : kept.result === which);

/** Does the name of a player or of a power (given by `nameOf`) contain the text? */
export function matches(kept: Kept, text: string, nameOf: (power: string) => string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  const words = [kept.title, ...(kept.players ?? []).flatMap((player) => [player.name, nameOf(player.power)])];
  return words.join(" ").toLocaleLowerCase().includes(wanted);
}

export interface Rate<Key> {
  key: Key;
  won: number;
  played: number;
}

/** How often this device's player won, grouped by `keyOf` of each finished game; the most played comes first. */
export function rates<Key>(games: readonly Kept[], keyOf: (kept: Kept) => Key | null | undefined): Rate<Key>[] {
  const found = new Map<Key, Rate<Key>>();
  for (const kept of games) {
    const key = kept.result ? keyOf(kept) : null;
    if (key === null || key === undefined) continue;
    const rate = found.get(key) ?? { key, won: 0, played: 0 };
    found.set(key, { key, won: rate.won + (kept.result === "won" ? 1 : 0), played: rate.played + 1 });
  }
  return [...found.values()].sort((a, b) => b.played - a.played);
}

export const ownPower = (kept: Kept): string | undefined => kept.players?.find((player) => player.mine)?.power;
/** The computer's level, in a game of one person against it. */
export const opponentLevel = (kept: Kept): number | null | undefined =>
  kept.players?.length === 2 ? kept.players.find((player) => !player.mine)?.level : null;

// What a seat has seen of a game, look by look: all that a computer player needs to form its belief about hidden things
// (src/santorini/server/thinking/seen.py).
import type { Table } from "./table.ts";

/** What a seat saw, and its own step, if any, that led there from the look before. */
export type Look = readonly [view: string, step: string | null];

/** The looks of a seat at the turns so far: after each step of its own, and at the end of every turn. */
export function seenBy(table: Table, seat: number): Look[] {
  const { rules, settled } = table;
  const looks: Look[] = [];
  const view = (position: string): string => rules.view(position, seat).board.position;
  const look = (position: string, step: string | null = null): void => {
    const seen = view(position);
    if (step !== null || looks.at(-1)?.[0] !== seen) looks.push([seen, step]);
  };
  for (const { before, steps, after } of settled.turns) {
    let now = before;
    for (const [i, step] of steps.entries()) {
      const next = rules.told(before, 0, true, steps.slice(0, i + 1)).after;
      if (rules.truth(now).decider === seat) {
        look(now);
        look(next, step);
      }
      now = next;
    }
    look(after);
  }
  return looks;
}

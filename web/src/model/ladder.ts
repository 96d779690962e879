// The ladder of levels: which opponent to suggest after a game against the computer.

/** A finished game of one person against one computer. */
export interface Finished {
  level: number;
  won: boolean;
}

export const firstLevel = 1;
export const topLevel = 15;

/** An easier level after a loss, a harder one after two wins in a row; null if the level fits. The last game is first. */
export function suggestedLevel(finished: readonly Finished[]): number | null {
  const [last, before] = finished;
  if (!last) return null;
  const next = last.won ? (before?.won && before.level === last.level ? last.level + 1 : last.level) : last.level - 1;
  return next === last.level || next < firstLevel || next > topLevel ? null : next;
}

// The review of a game: every turn judged by the engine in its worker. How a turn is judged is decided in the core.

export const markNames = ["best", "good", "inaccuracy", "mistake", "blunder", "missed_win", "only_move"] as const;
export type MarkName = (typeof markNames)[number];

export interface Judgement {
  mark: MarkName;
  seat: number;
  before: number;
  after: number;
  loss: number;
  wins_in: number | null;
  /** What the engine would have played. */
  best: string;
  /** The chances of every side after the turn. */
  chances: readonly number[];
}
export interface Review {
  /** By the number of the turn, from 0; null where nothing was judged. */
  judgements: readonly (Judgement | null)[];
  /** By seat, from 0; null for a seat that played no judged turn. */
  accuracy: readonly (number | null)[];
  /** The turns that gave away most, by their number. */
  moments: readonly number[];
}

/** Converts the moments, which the core counts among the judged turns only, to numbers of turns. */
export function reviewOf(
  judgements: readonly (Judgement | null)[],
  summary: { accuracy: readonly (number | null)[]; moments: readonly number[] },
): Review {
  const judged = judgements.flatMap((one, i) => (one ? [i] : []));
  return { judgements, accuracy: summary.accuracy, moments: summary.moments.map((moment) => judged[moment]!) };
}

const bad: readonly MarkName[] = ["mistake", "blunder", "missed_win"];
export const isBad = (mark: MarkName): boolean => bad.includes(mark);

/** The turns of a seat that can be learned from, by their number. */
export const mistakesOf = (review: Review, seat: number): number[] =>
  review.judgements.flatMap((one, turn) => (one && one.seat === seat && isBad(one.mark) ? [turn] : []));

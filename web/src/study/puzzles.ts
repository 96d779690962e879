// The set of puzzles that comes with the page (docs/puzzles.md): read, chosen from, and remembered.
import puzzlesUrl from "../../../src/santorini/data/puzzles.txt?url";
import type { Rules } from "../core/rules.ts";
import { store, stored } from "../model/settings.ts";
import { type Rating, rated, unrated } from "./glicko.ts";

export const themes = ["win 1", "win 2", "win 3", "win 4", "keep", "save"] as const;
export type Theme = (typeof themes)[number];

export interface Puzzle {
  position: string;
  solution: readonly string[];
  theme: Theme;
  /** The power of the side that has to find something. */
  power: string;
  difficulty: number;
}

export interface Wish {
  theme: Theme | "";
  power: string;
  difficulty: number;
}

export function readPuzzles(rules: Rules, text: string): Puzzle[] {
  const rows = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
  const powers = rules.movers(rows.map(([position = ""]) => position));
  return rows.map(([position = "", solution = "", theme = "", difficulty = ""], i) => ({
    position,
    solution: solution.split(" ; "),
    theme: theme as Theme,
    power: powers[i]!,
    difficulty: Number(difficulty),
  }));
}

let loading: Promise<readonly Puzzle[]> | null = null;
export function loadPuzzles(rules: Rules): Promise<readonly Puzzle[]> {
  loading ??= fetch(puzzlesUrl)
    .then((answer) => answer.text())
    .then((text) => readPuzzles(rules, text));
  loading.catch(() => (loading = null));
  return loading;
}

/** The puzzle of a day: the same for everybody, and the same as `santorini puzzles --daily`. */
export function daily(puzzles: readonly Puzzle[], day: Date): Puzzle {
  const ordinal = Math.floor(day.getTime() / 86_400_000) + 719_163; // days since the year 1, as Python counts
  return puzzles[Number(((BigInt(ordinal) * 2_654_435_761n) % 2n ** 32n) % BigInt(puzzles.length))]!;
}

export const fitting = (puzzles: readonly Puzzle[], wish: Wish): Puzzle[] =>
  puzzles.filter(
    (puzzle) =>
      (!wish.theme || puzzle.theme === wish.theme) &&
      (!wish.power || puzzle.power === wish.power) &&
      (!wish.difficulty || puzzle.difficulty === wish.difficulty),
  );

/** Whether it is played on to the end of the game; otherwise one right turn solves it. */
export const isPlayedOut = (theme: Theme): boolean => theme.startsWith("win");

/** How many turns of one's own the solution takes. */
export const turnsOf = (puzzle: Puzzle): number => (isPlayedOut(puzzle.theme) ? Number(puzzle.theme.slice(4)) : 1);

/** Is the turn right that led to the position `after` and did not end the game? `left`: own turns left to win, this one
 * included. `prove` asks the prover: null if it gives up. The same as `Attempt` in santorini/puzzles/judge.py. */
export async function isRight(
  theme: Theme,
  after: string,
  left: number,
  prove: (question: string) => Promise<boolean | null>,
): Promise<boolean> {
  if (theme === "save") return (await prove(`prove wins ${after} 2`)) === false;
  if (theme !== "keep") return left > 1 && (await prove(`prove loses ${after} ${left - 1}`)) === true;
  // The short proofs come first: they are cheap, and most wins are short. A win within three turns counts as kept.
  for (const turns of [1, 2]) {
    const lost = await prove(`prove loses ${after} ${turns}`);
    if (lost !== false) return lost === true;
  }
  return false;
}

// -- what the visitor has done -------------------------------------------------------------------------------------------

export interface Progress {
  streak: number;
  solved: readonly string[];
  player: Rating;
  /** The ratings of the puzzles that were tried, by position. */
  ratings: Readonly<Record<string, Rating>>;
}
const key = "santorini.puzzles";
const nothing: Progress = { streak: 0, solved: [], player: unrated, ratings: {} };
export const progress = (): Progress => ({ ...nothing, ...stored<Partial<Progress>>(key, nothing) });

/** A puzzle's rating; before the first try it follows from the difficulty. */
export const ratingOf = (puzzle: Puzzle, { ratings }: Progress): Rating =>
  ratings[puzzle.position] ?? { rating: 800 + 200 * puzzle.difficulty, deviation: 150, volatility: 0.06 };

/** The first answer to a puzzle counts as a game between visitor and puzzle. A solved puzzle is not rated again. */
export function afterAnswer(old: Progress, puzzle: Puzzle, solved: boolean): Progress {
  const next = { ...old, streak: solved ? old.streak + 1 : 0 };
  if (old.solved.includes(puzzle.position)) return next;
  const own = ratingOf(puzzle, old);
  return {
    ...next,
    solved: solved ? [...old.solved, puzzle.position].slice(-5000) : old.solved,
    player: rated(old.player, [{ opponent: own, score: solved ? 1 : 0 }]),
    ratings: { ...old.ratings, [puzzle.position]: rated(own, [{ opponent: old.player, score: solved ? 0 : 1 }]) },
  };
}
export function remember(puzzle: Puzzle, solved: boolean): Progress {
  const next = afterAnswer(progress(), puzzle, solved);
  store(key, next);
  return next;
}

/** The `count` puzzles that suit the visitor best: those whose ratings are nearest. */
export const nearest = (puzzles: readonly Puzzle[], done: Progress, count: number): Puzzle[] => {
  const distance = (puzzle: Puzzle): number => Math.abs(ratingOf(puzzle, done).rating - done.player.rating);
  return [...puzzles].sort((a, b) => distance(a) - distance(b)).slice(0, count);
};

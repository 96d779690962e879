// The legal steps, arranged for tapping on a board. The server says which steps are legal; this only sorts them. A step
// has a target square to tap, and maybe a worker to pick first (its source); a step without a square is a button.
import type { StepKind } from "../net/schema.gen.ts";
import type { Direction, Square } from "./square.ts";

export type { StepKind };

export interface Step {
  text: string;
  kind: StepKind;
  at: Square | null;
  to: Square | null;
  /** A direction for `aim`, 1 for a female worker placed, a power for the draft, a seat for `begin`. */
  what: string | number | null;
  /** Does it build a dome? */
  dome: boolean;
}

export interface Choices {
  /** Workers that have to be picked before their targets show. */
  sources: readonly Square[];
  /** Steps by the square to tap: those of the picked worker, and those that need no worker. */
  targets: Readonly<Record<Square, readonly Step[]>>;
  /** While no worker is picked: the workers that can do something on a square. */
  reach: Readonly<Record<Square, readonly Square[]>>;
  /** Steps that have no square. */
  buttons: readonly Step[];
  picked: Square | null;
  /** The kinds of steps that are possible, in order: the bar names them. */
  kinds: readonly StepKind[];
}

const placeless: readonly StepKind[] = ["aim", "use", "pass", "done", "chance", "offer", "take", "begin", "discard"];
/** The steps of a draft that choose a power. */
export const drafts: readonly StepKind[] = ["offer", "take", "discard"];
const onBoard = (step: Step): boolean => step.to !== null && !placeless.includes(step.kind);

/** Does a worker have to be picked first? */
const hasSource = (step: Step): boolean => step.at !== null;

export function arrange(steps: readonly Step[], wanted: Square | null, only: StepKind | null = null): Choices {
  const board = steps.filter(onBoard).filter((step) => only === null || step.kind === only);
  const sources = unique(board.filter(hasSource).map((step) => step.at as Square));
  // The only possible worker is picked automatically.
  const picked =
    sources.length === 1 ? (sources[0] ?? null) : wanted !== null && sources.includes(wanted) ? wanted : null;
  const targets: Record<Square, Step[]> = {};
  const reach: Record<Square, Square[]> = {};
  for (const step of board) {
    const to = step.to as Square;
    if (!hasSource(step) || step.at === picked) (targets[to] ??= []).push(step);
    else if (picked === null) reach[to] = unique([...(reach[to] ?? []), step.at as Square]);
  }
  return {
    sources,
    targets,
    reach,
    picked,
    buttons: steps.filter((step) => !onBoard(step)),
    kinds: unique(steps.map((step) => step.kind)),
  };
}

/** What a tap on a square means. */
export type Tap =
  | { does: "play"; step: Step }
  | { does: "ask"; steps: readonly Step[] }
  | { does: "pick"; square: Square }
  | { does: "drop" }
  | { does: "refuse"; square: Square };

export function tap(choices: Choices, square: Square): Tap {
  const steps = choices.targets[square] ?? [];
  const first = steps[0];
  if (first && steps.length === 1) return { does: "play", step: first };
  if (first) return { does: "ask", steps };
  if (choices.sources.includes(square) && square !== choices.picked) return { does: "pick", square };
  if (square === choices.picked && choices.sources.length > 1) return { does: "drop" };
  // Somebody taps where to go: the only worker that can go there is meant. The next tap plays it.
  const [only, ...others] = choices.reach[square] ?? [];
  if (only && others.length === 0) return { does: "pick", square: only };
  return { does: "refuse", square };
}

export const directionOf = (step: Step): Direction | "-" =>
  step.text.startsWith("@") ? (step.text.slice(1) as Direction | "-") : "-";

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

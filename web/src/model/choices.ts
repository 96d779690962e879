// What can be chosen now, arranged for a hand on a board. The server says which steps are legal; this only sorts them:
// a step either hangs on a worker that is picked first (its source) and a square (its target), or it is a button.
import type { Direction, Square } from "./square.ts";

export type StepKind =
  | "move" | "build" | "dome" | "force" | "exchange" | "unbuild" | "slay" | "token" | "aim" | "place" | "bind" | "use"
  | "pass" | "done" | "chance" | "offer" | "take" | "begin" | "secret" | "discard";

export interface Step {
  text: string;
  kind: StepKind;
  at: Square | null;
  to: Square | null;
  /** A direction for `aim`, 1 for a female worker placed, a power for the draft, a seat for `begin`. */
  what: string | number | null;
  /** Does it put a dome? */
  dome: boolean;
}

export interface Choices {
  /** Workers that have to be picked before their targets show. */
  sources: readonly Square[];
  /** Steps by the square to tap, of the picked worker and of those that need no picking. */
  targets: Readonly<Record<Square, readonly Step[]>>;
  /** Steps without a place on the board. */
  buttons: readonly Step[];
  picked: Square | null;
  /** What can be done now, in the order of the steps: said in the bar. */
  kinds: readonly StepKind[];
}

const placeless: readonly StepKind[] = ["aim", "use", "pass", "done", "chance", "offer", "take", "begin", "discard"];
/** Steps of a draft: the power itself is the choice. */
export const drafts: readonly StepKind[] = ["offer", "take", "discard"];
const onBoard = (step: Step): boolean => step.to !== null && !placeless.includes(step.kind);

/** Does the step begin with picking something on the board? */
const hasSource = (step: Step): boolean => step.at !== null;

export function arrange(steps: readonly Step[], wanted: Square | null, only: StepKind | null = null): Choices {
  const board = steps.filter(onBoard).filter((step) => only === null || step.kind === only);
  const sources = unique(board.filter(hasSource).map((step) => step.at as Square));
  // With one possible worker there is nothing to pick.
  const picked = sources.length === 1 ? (sources[0] ?? null) : wanted !== null && sources.includes(wanted) ? wanted : null;
  const targets: Record<Square, Step[]> = {};
  for (const step of board) {
    if (hasSource(step) && step.at !== picked) continue;
    (targets[step.to as Square] ??= []).push(step);
  }
  return {
    sources,
    targets,
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
  return { does: "refuse", square };
}

export const directionOf = (step: Step): Direction | "-" => (step.text.startsWith("@") ? (step.text.slice(1) as Direction | "-") : "-");

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

// Everything a board draws at one moment. Both boards read this and nothing else.
import type { Board } from "./board.ts";
import type { Step } from "./choices.ts";
import type { Beat } from "./effects.ts";
import type { Square } from "./square.ts";

export interface Scene {
  board: Board;
  /** What is happening right now, with a number that is new for each beat. */
  beat: Beat | null;
  beatId: number;
  /** Workers to pick, the one picked, and the steps by target square. */
  sources: readonly Square[];
  picked: Square | null;
  targets: Readonly<Record<Square, readonly Step[]>>;
  hover: Square | null;
  /** Where the keyboard is. */
  focus: Square | null;
  /** The step whose result is hinted at. */
  ghost: Step | null;
  /** A square that was tapped in vain. */
  refused: Square | null;
  /** What the last turn touched. */
  last: Readonly<Record<Square, "from" | "build">>;
  trail: readonly (readonly [Square, Square])[];
  /** The square of the win: its windows light up. */
  wonAt: Square | null;
  /** Squares that another card closes or marks now. */
  barred: readonly Square[];
  /** The side that decides, for the ghost of a worker to be placed. */
  side: number;
  coordinates: boolean;
  heights: boolean;
  motion: boolean;
  night: boolean;
}

// Everything a board draws at one moment. Both boards read this and nothing else.
import type { Board } from "./board.ts";
import type { Step } from "./choices.ts";
import type { Beat } from "./effects.ts";
import type { Square } from "./square.ts";

export interface Scene {
  board: Board;
  /** The beat that is playing, and a number that is different for every beat. */
  beat: Beat | null;
  beatId: number;
  /** Workers that can be picked, the picked one, and the steps by target square. */
  sources: readonly Square[];
  picked: Square | null;
  targets: Readonly<Record<Square, readonly Step[]>>;
  hover: Square | null;
  /** The square that has the keyboard focus. */
  focus: Square | null;
  /** The step whose result is drawn as a ghost. */
  ghost: Step | null;
  /** A square that was tapped although nothing is possible there. */
  refused: Square | null;
  /** What the last turn touched. */
  last: Readonly<Record<Square, "from" | "build">>;
  trail: readonly (readonly [Square, Square])[];
  /** The square of the win: its windows light up. */
  wonAt: Square | null;
  /** Squares that another card closes or marks now. */
  barred: readonly Square[];
  /** The side that is to choose; the ghost of a worker to be placed has its colour. */
  side: number;
  coordinates: boolean;
  heights: boolean;
  motion: boolean;
  night: boolean;
}

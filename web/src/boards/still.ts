// The scene of a board where nothing happens and nothing can be chosen.
import type { Board } from "../model/board.ts";
import type { Scene } from "../model/scene.ts";

export const stillScene = (shown: Board): Omit<Scene, "coordinates" | "heights" | "motion" | "night"> => ({
  board: shown,
  beat: null,
  beatId: 0,
  sources: [],
  picked: null,
  targets: {},
  hover: null,
  focus: null,
  ghost: null,
  refused: null,
  last: {},
  trail: [],
  barred: [],
  wonAt: null,
  side: 0,
});

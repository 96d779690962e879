// The island behind the start screen: the board itself, with a little village on it.
import { useMemo } from "preact/hooks";
import { stillScene } from "../boards/still.ts";
import { BoardView, shownSettings } from "../boards/view.tsx";
import { type Board, emptyBoard, type Level } from "../model/board.ts";
import type { Scene } from "../model/scene.ts";
import { settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { useNarrow } from "./shell.tsx";

const village = {
  a5: 1,
  b5: 2,
  d5: 3,
  e5: 1,
  a4: 0,
  c4: 2,
  d4: 1,
  a3: 1,
  b3: 3,
  c3: 1,
  e3: 2,
  b2: 1,
  d2: 2,
  e2: 0,
  c1: 1,
  d1: 0,
  e1: 1,
} as const;
const domed = ["b3", "d5"];
const people = [
  ["a3", 0, true],
  ["d4", 0, false],
  ["e3", 1, true],
  ["c2", 1, false],
] as const;

const board: Board = {
  ...emptyBoard,
  towers: {
    ...emptyBoard.towers,
    ...Object.fromEntries(
      Object.entries(village).map(([square, level]) => [
        square,
        { level: level as Level, dome: domed.includes(square) },
      ]),
    ),
  },
  workers: people.map(([square, side, woman], i) => ({ id: -1 - i, square, seat: side + 1, side, woman })),
};

export function Island() {
  const wishes = useStore(settings);
  const narrow = useNarrow();
  // The text is on the left, on a phone below: the island makes room for it.
  const inset = narrow
    ? { top: 40, bottom: Math.min(470, window.innerHeight * 0.66) }
    : { left: window.innerWidth * 0.34 };
  const scene = useMemo(
    (): Scene => ({ ...stillScene(board), ...shownSettings(), coordinates: false, heights: false }),
    [wishes],
  );
  return (
    <div class="stage island" aria-hidden="true" inert>
      <BoardView
        scene={scene}
        inset={inset}
        focus="c3"
        picked={null}
        label={(square) => square}
        can={() => false}
        onTap={() => null}
        onHover={() => null}
        onFocus={() => null}
      />
    </div>
  );
}

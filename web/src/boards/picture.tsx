// A small board to look at: for the rulebook and the cards. It is always the flat one, which reads well at any size.
import { emptyBoard } from "../model/board.ts";
import { adopt } from "../model/effects.ts";
import { readBoard } from "../model/read.ts";
import type { Square } from "../model/square.ts";
import type { Board as WireBoard } from "../net/schema.gen.ts";
import { Board2D } from "./board2d.tsx";
import { stillScene } from "./still.ts";

interface PictureProps {
  board: WireBoard;
  /** What it shows, for those who do not see it. */
  label: string;
  arrows?: readonly (readonly [Square, Square])[];
}

export function BoardPicture({ board, label, arrows = [] }: PictureProps) {
  const scene = {
    ...stillScene(adopt(emptyBoard, readBoard(board))),
    trail: arrows,
    coordinates: true,
    heights: true,
    motion: false,
    night: false,
  };
  return (
    <div class="picture" role="img" aria-label={label}>
      <Board2D scene={scene} />
    </div>
  );
}

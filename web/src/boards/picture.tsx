// A small picture of a board, for the rulebook and the cards. Always the flat one, which is clear at any size.
import { emptyBoard } from "../model/board.ts";
import { adopt } from "../model/effects.ts";
import { readBoard } from "../model/read.ts";
import type { Square } from "../model/square.ts";
import type { Board as WireBoard } from "../net/schema.gen.ts";
import { Board2D } from "./board2d.tsx";
import { stillScene } from "./still.ts";

interface PictureProps {
  board: WireBoard;
  /** The text alternative. */
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

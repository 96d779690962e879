// A line of a study as a short film that loops: a GIF, which every chat and page can show.
import { render } from "preact";
import { Board2D } from "../boards/board2d.tsx";
import { stillScene } from "../boards/still.ts";
import { emptyBoard } from "../model/board.ts";
import { adopt } from "../model/effects.ts";
import { readBoard, readEffect } from "../model/read.ts";
import { lastTurn } from "../model/session.ts";
import { painted, pictureOf } from "./picture.ts";
import type { Node } from "./tree.ts";

const pixels = 420;
/** Milliseconds that a turn is shown, and the last one. */
const delay = 900;
const pause = 2500;

/** Draws the positions one after the other; `onDone` is told how many are done. */
export async function filmOf(line: readonly Node[], onDone: (frames: number) => void): Promise<Blob> {
  const { encode } = await import("modern-gif");
  const host = document.createElement("div");
  host.className = "film-stage";
  document.body.append(host);
  try {
    const frames: { data: HTMLCanvasElement; delay: number }[] = [];
    for (const [i, node] of line.entries()) {
      const board = adopt(emptyBoard, readBoard(node.board));
      const shown = { coordinates: true, heights: true, motion: false, night: false };
      render(<Board2D scene={{ ...stillScene(board), ...shown, ...lastTurn(node.effects.map(readEffect)) }} />, host);
      const canvas = await painted(pictureOf([...host.querySelectorAll("svg")]), pixels);
      frames.push({ data: canvas, delay: i === line.length - 1 ? pause : delay });
      onDone(frames.length);
      await new Promise((resolve) => setTimeout(resolve)); // so that the page stays responsive
    }
    const film = await encode({ width: pixels, height: pixels, frames, maxColors: 96, looped: true, loopCount: 0 });
    return new Blob([film], { type: "image/gif" });
  } finally {
    render(null, host);
    host.remove();
  }
}

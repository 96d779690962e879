// The board of a screen: flat or 3D, depending on the settings and the device, with the grid of buttons over it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Scene } from "../model/scene.ts";
import { boardKind, hasMotion, isNight, settings } from "../model/settings.ts";
import type { Square } from "../model/square.ts";
import { useStore } from "../model/store.ts";
import { t } from "../words/words.ts";
import { Board2D } from "./board2d.tsx";
import { Grid, type GridProps } from "./grid.tsx";
import { heading } from "./heading.ts";
import type { Board3D, CameraWish } from "./three/board3d.ts";

export interface BoardViewProps extends Omit<GridProps, "spatial"> {
  scene: Scene;
  /** A command for the camera of the 3D board. Each new object is carried out once. */
  camera?: CameraWish | null;
  onFailure?: (text: string) => void;
  /** Pixels along each edge that are covered by panels. */
  inset?: Partial<Record<"top" | "right" | "bottom" | "left", number>>;
}

export const shownSettings = () => ({
  coordinates: settings.value.coordinates,
  heights: settings.value.heights,
  motion: hasMotion(),
  night: isNight(),
});

let failed = false;

export function BoardView({ scene, camera, onFailure, inset, ...grid }: BoardViewProps) {
  useStore(settings);
  const [broken, setBroken] = useState(failed);
  const spatial = boardKind() === "3d" && !broken;
  const fail = (): void => {
    failed = true;
    setBroken(true);
    onFailure?.(t("error.failed-3d"));
  };
  return (
    <div
      class={spatial ? "board is3d" : "board is2d"}
      data-board={spatial ? "3d" : "2d"}
      style={spatial ? {} : padded(inset)}
    >
      {spatial ? (
        <>
          <Canvas
            scene={scene}
            camera={camera ?? null}
            inset={inset ?? {}}
            onTap={grid.onTap}
            onHover={grid.onHover}
            onFailure={fail}
          />
          <Grid {...grid} spatial />
        </>
      ) : (
        <div class="board2d-wrap">
          <Board2D scene={scene} />
          <Grid {...grid} spatial={false} />
        </div>
      )}
    </div>
  );
}

/** Keeps the flat board clear of the panels. */
const padded = ({
  top = 0,
  right = 0,
  bottom = 0,
  left = 0,
}: NonNullable<BoardViewProps["inset"]> = {}): Record<string, string> => ({
  padding: `${top + 12}px ${right + 8}px ${bottom + 12}px ${left + 8}px`,
});

interface CanvasProps {
  scene: Scene;
  camera: CameraWish | null;
  inset: NonNullable<BoardViewProps["inset"]>;
  onTap: (square: Square) => void;
  onHover: (square: Square | null) => void;
  onFailure: () => void;
}

/** Loads the 3D board after everything else, and hands it the scene whenever that changes. */
function Canvas({ scene, camera, inset, onTap, onHover, onFailure }: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const board = useRef<Board3D | null>(null);
  const latest = useRef({ scene, onTap, onHover });
  latest.current = { scene, onTap, onHover };
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    import("./three/board3d.ts")
      .then(({ Board3D }) => {
        if (gone || !ref.current) return;
        board.current = new Board3D(ref.current, {
          tap: (square) => latest.current.onTap(square),
          hover: (square) => latest.current.onHover(square),
        });
        board.current.draw(latest.current.scene);
        setReady(true);
      })
      .catch((error: unknown) => {
        console.error(error);
        if (!gone) onFailure();
      });
    return () => {
      gone = true;
      board.current?.dispose();
      board.current = null;
      heading.set(0);
    };
  }, []);
  useEffect(() => board.current?.draw(scene), [scene, ready]);
  useEffect(() => {
    if (camera) board.current?.look(camera);
  }, [camera]);
  const { top = 0, right = 0, bottom = 0, left = 0 } = inset;
  useEffect(() => board.current?.inset({ top, right, bottom, left }), [top, right, bottom, left, ready]);
  return <canvas ref={ref} class={ready ? "canvas3d ready" : "canvas3d"} aria-hidden="true" />;
}

// The flat board: the island from above. Outlines show heights (square house, smaller house, round drum, dome),
// silhouettes show sides. It only draws the scene; the grid of buttons over it handles taps.
import { useMemo } from "preact/hooks";
import { type Board, type Tower, tokensAt, towerAt } from "../model/board.ts";
import type { Step } from "../model/choices.ts";
import type { Scene } from "../model/scene.ts";
import { fileOf, files, rankOf, ranks, type Square, squares, vector } from "../model/square.ts";
import { Coin, Ram, Talus, Whirlpool, WorkerFigure } from "./figures.tsx";

export const frame = { size: 600, margin: 50, step: 100 };

const corner = (square: Square): [number, number] => [
  frame.margin + frame.step * fileOf(square),
  frame.margin + frame.step * (4 - rankOf(square)),
];
const middle = (square: Square): [number, number] => {
  const [x, y] = corner(square);
  return [x + frame.step / 2, y + frame.step / 2];
};
/** How far a piece on a tower is shifted up to hint at its height. */
const lift = (tower: Tower): number => [0, 5, 10, 15][tower.level] ?? 0;

export function Board2D({ scene }: { scene: Scene }) {
  const { board } = scene;
  return (
    <svg
      class="board2d"
      viewBox={`0 0 ${frame.size} ${frame.size}`}
      aria-hidden="true"
      data-motion={scene.motion ? "on" : "off"}
    >
      <Ground />
      {scene.coordinates && <Coordinates />}
      {squares.map((square) => (
        <SquareDrawing key={square} square={square} scene={scene} />
      ))}
      <Arrows board={board} />
      {scene.trail.map(([at, to]) => (
        <Trail key={at + to} at={at} to={to} />
      ))}
      {board.workers.map((worker) => {
        const [x, y] = middle(worker.square);
        const up = lift(towerAt(board, worker.square));
        const hopping = scene.beat?.kind === "move" && scene.beat.to === worker.square;
        return (
          <g key={worker.id} class="b2-worker" style={{ transform: `translate(${x}px, ${y - up}px)` }}>
            {scene.picked === worker.square && <circle class="b2-picked" r="41" cy="3" />}
            <g key={hopping ? `hop${scene.beatId}` : "still"} class={hopping ? "b2-hop" : ""}>
              <WorkerFigure side={worker.side} woman={worker.woman} />
            </g>
          </g>
        );
      })}
      {squares.map((square) => (
        <Marks key={square} square={square} scene={scene} />
      ))}
      {scene.ghost && <Ghost step={scene.ghost} scene={scene} />}
      {scene.refused && <Refusal square={scene.refused} />}
    </svg>
  );
}

/** Cypresses at the corners of the island, seen from above. */
const trees = [
  [40, 40, 8],
  [58, 29, 6],
  [560, 40, 8],
  [543, 29, 5.5],
  [40, 555, 8],
] as const;

function Ground() {
  return (
    <g>
      <rect class="b2-foam" x="-2" y="2" width="604" height="604" rx="86" />
      <rect class="b2-shadow" x="14" y="22" width="576" height="574" rx="70" />
      <rect class="b2-cliff" x="12" y="18" width="576" height="576" rx="70" />
      <rect class="b2-sand" x="12" y="10" width="576" height="574" rx="70" />
      <rect class="b2-joint" x="44" y="44" width="512" height="512" rx="18" />
      {trees.map(([x, y, r]) => (
        <g key={`${x}${y}`}>
          <circle class="b2-cast" cx={x + 3} cy={y + 4} r={r} />
          <circle class="b2-tree" cx={x} cy={y} r={r} />
          <circle class="b2-leaf" cx={x - r / 4} cy={y - r / 4} r={r / 2.2} />
        </g>
      ))}
      <rect class="b2-chapel" x="550" y="546" width="17" height="17" rx="3" />
      <circle class="b2-cupola" cx="558.5" cy="554" r="6" />
    </g>
  );
}

function Coordinates() {
  return (
    <g class="b2-names">
      {[...files].map((file, i) => (
        <text key={file} x={frame.margin + 100 * i + 50} y="574">
          {file}
        </text>
      ))}
      {[...ranks].map((rank, i) => (
        <text key={rank} x="29" y={frame.margin + 100 * (4 - i) + 56}>
          {rank}
        </text>
      ))}
    </g>
  );
}

function SquareDrawing({ square, scene }: { square: Square; scene: Scene }) {
  const [x, y] = corner(square);
  const tower = towerAt(scene.board, square);
  const tokens = tokensAt(scene.board, square);
  const dark = (fileOf(square) + rankOf(square)) % 2 === 0;
  const standing = scene.board.workers.some((worker) => worker.square === square) || tokens.length > 0;
  const mark = scene.last[square];
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class={`b2-tile ${dark ? "dark" : ""}`} x="4" y="4" width="92" height="92" rx="11" />
      {mark && <rect class={`b2-last ${mark}`} x="6" y="6" width="88" height="88" rx="9" />}
      <TowerDrawing tower={tower} lit={scene.wonAt === square} />
      {scene.barred.includes(square) && (
        <path
          class="b2-barred"
          d="M8 20V8H20M80 8H92V20M92 80V92H80M20 92H8V80M8 8 22 22M92 8 78 22M92 92 78 78M8 92 22 78"
        />
      )}
      {tokens.map((token) => (
        <g key={token.kind} transform={`translate(50 ${50 - lift(tower)})`} class="b2-token">
          {token.kind === "coin" && <Coin />}
          {token.kind === "whirlpool" && <Whirlpool />}
          {token.kind === "talus" && <Talus />}
          {token.kind === "ram" && <Ram />}
          {token.kind === "abyss" && <path class="b2-abyss" d="M-30-26h60L0 30zM-18-16h36L0 16z" />}
          {token.kind === "fate" && <path class="b2-fate" d="M0-34V34M-34 0H34M-24-24 24 24M24-24-24 24" />}
        </g>
      ))}
      {scene.heights && (tower.level > 0 || tower.dome) && !tower.dome && (
        <g
          transform={`translate(${standing ? 82 : 50} ${standing ? 82 : 50 - lift(tower)})`}
          class={standing ? "b2-badge" : "b2-number"}
        >
          {standing && <circle r="12" />}
          <text y={standing ? 5.5 : 10}>{tower.level}</text>
        </g>
      )}
    </g>
  );
}

function TowerDrawing({ tower, lit }: { tower: Tower; lit: boolean }) {
  return (
    <g class={lit ? "b2-tower lit" : "b2-tower"}>
      {tower.level >= 1 && (
        <g class="b2-drop" key="1">
          <rect class="b2-cast" x="13" y="13" width="80" height="83" rx="9" />
          <rect class="b2-wall" x="10" y="12" width="80" height="82" rx="8" />
          {[22, 46, 70].map((w) => (
            <rect key={w} class="b2-window" x={w} y="86" width="7" height="6" rx="1.5" />
          ))}
          <rect class="b2-roof one" x="10" y="5" width="80" height="79" rx="8" />
        </g>
      )}
      {tower.level >= 2 && (
        <g class="b2-drop" key="2">
          <rect class="b2-cast" x="24" y="14" width="60" height="66" rx="9" />
          <rect class="b2-wall" x="21" y="14" width="58" height="64" rx="8" />
          {[32, 61].map((w) => (
            <rect key={w} class="b2-window" x={w} y="69" width="7" height="6" rx="1.5" />
          ))}
          <rect class="b2-roof two" x="21" y="8" width="58" height="59" rx="8" />
        </g>
      )}
      {tower.level >= 3 && (
        <g class="b2-drop" key="3">
          <ellipse class="b2-cast" cx="53" cy="42" rx="25" ry="27" />
          <path class="b2-wall" d="M26.5 35v7a23.5 23.5 0 0 0 47 0v-7z" />
          <circle class="b2-roof three" cx="50" cy="35" r="23.5" />
        </g>
      )}
      {tower.dome && (
        <g class="b2-drop" key="dome" transform={`translate(50 ${50 - lift(tower) - (tower.level === 3 ? 1 : 0)})`}>
          <ellipse class="b2-cast" cx="3" cy="5" rx="26" ry="25" />
          <circle class="b2-dome" r="24" />
          <path class="b2-shine" d="M-14-7q4-10 14-11" />
          <circle class="b2-lamp" r="4" cy="-1" />
        </g>
      )}
    </g>
  );
}

/** What can be done on a square: a shape for each kind of step. */
function Marks({ square, scene }: { square: Square; scene: Scene }) {
  const [x, y] = middle(square);
  const steps = scene.targets[square] ?? [];
  const isSource = scene.picked === null && scene.sources.includes(square);
  if (steps.length === 0 && !isSource) return null;
  const up = lift(towerAt(scene.board, square));
  const kinds = [...new Set(steps.map((step) => step.kind))];
  return (
    <g
      class={`b2-marks ${scene.hover === square ? "hover" : ""}`}
      style={{ transform: `translate(${x}px, ${y - up}px)` }}
    >
      {isSource && (
        <g class="b2-mark source">
          <path class="edge" d={corners} />
          <path d={corners} />
        </g>
      )}
      {kinds.map((kind) => (
        <Mark key={kind} kind={kind} />
      ))}
    </g>
  );
}

const corners = "M-40-28v-12h12M28-40h12v12M40 28v12h-12M-28 40h-12v-12";

/** The shape of each kind of step: a circle for a move, a square for a build. */
const shapes: Partial<Record<Step["kind"], string>> = {
  move: "M-30 0a30 30 0 1 1 60 0 30 30 0 1 1-60 0z",
  build: "M-29-37h58q8 0 8 8v58q0 8-8 8h-58q-8 0-8-8v-58q0-8 8-8z",
  dome: "M-26 12a26 26 0 0 1 52 0zM-34 22h68",
  force: "M-30-18 0-36l30 18v36L0 36l-30-18z",
  exchange: "M-30-14h46m-12-12 14 12-14 12M30 14h-46m12-12-14 12 14 12",
  unbuild: "M-36-36h72v72h-72zM-16 0h32",
  slay: "M-26-26 26 26M26-26-26 26",
  token: "M0-36 36 0 0 36-36 0z",
  secret: "M0-36 36 0 0 36-36 0z",
  bind: "M0 32C-44 2-26-34 0-12 26-34 44 2 0 32z",
  place: "M-30 0a30 30 0 1 1 60 0 30 30 0 1 1-60 0z",
};

function Mark({ kind }: { kind: Step["kind"] }) {
  const d = shapes[kind] ?? shapes.token;
  return (
    <g class={kind === "place" ? "b2-mark dash" : "b2-mark"}>
      <path class="edge" d={d} />
      <path d={d} />
    </g>
  );
}

function Ghost({ step, scene }: { step: Step; scene: Scene }) {
  const at = step.to;
  if (!at) return null;
  const [x, y] = corner(at);
  const tower = towerAt(scene.board, at);
  if (step.kind === "build" || step.kind === "dome") {
    const after: Tower = step.dome
      ? { ...tower, dome: true }
      : { level: Math.min(3, tower.level + 1) as Tower["level"], dome: false };
    return (
      <g class="b2-ghost" transform={`translate(${x} ${y})`}>
        <TowerDrawing tower={after} lit={false} />
      </g>
    );
  }
  const mover = scene.board.workers.find((worker) => worker.square === step.at);
  const side = mover?.side ?? scene.side;
  if (step.kind === "move" || step.kind === "force" || step.kind === "place" || step.kind === "exchange") {
    const woman = mover?.woman ?? step.what === 1;
    return (
      <g class="b2-ghost" transform={`translate(${x + 50} ${y + 50 - lift(tower)})`}>
        <WorkerFigure side={side} woman={woman} />
      </g>
    );
  }
  return null;
}

function Refusal({ square }: { square: Square }) {
  const [x, y] = middle(square);
  return <path class="b2-refused" transform={`translate(${x} ${y})`} d="M-14-14 14 14M14-14-14 14" />;
}

function Trail({ at, to }: { at: Square; to: Square }) {
  const d = useMemo(() => {
    const [x1, y1] = middle(at);
    const [x2, y2] = middle(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [sx, sy, ex, ey] = [x1 + ux * 22, y1 + uy * 22, x2 - ux * 40, y2 - uy * 40];
    const barb = (side: 1 | -1): string => `${ex - ux * 12 - side * uy * 9} ${ey - uy * 12 + side * ux * 9}`;
    const head = `M${barb(1)}L${ex} ${ey}L${barb(-1)}`;
    return `M${sx} ${sy}L${ex} ${ey}${head}`;
  }, [at, to]);
  return <path class="b2-trail" d={d} />;
}

/** Wind and song lie at the rim, on the side they point to. */
function Arrows({ board }: { board: Board }) {
  return (
    <g>
      {board.arrows.map((arrow) => {
        const [east, north] = vector(arrow.direction);
        const turn = (Math.atan2(east, north) * 180) / Math.PI;
        return (
          <g
            key={arrow.kind}
            class={`b2-arrow ${arrow.kind}`}
            transform={`translate(${300 + east * 273} ${300 - north * 273})`}
          >
            <circle r="21" />
            <g transform={`rotate(${turn})`}>
              <path
                d={
                  arrow.kind === "wind"
                    ? "M0 13V-12M-8-4 0-13 8-4M-7 12V5M7 12V5"
                    : "M0 13q-8-6 0-12T0-12M-8-4 0-13 8-4"
                }
              />
            </g>
          </g>
        );
      })}
    </g>
  );
}

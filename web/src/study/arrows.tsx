// The best lines on the board: an arrow for every move, a square for every build, the best one boldest.
import { frame } from "../boards/board2d.tsx";
import { fileOf, rankOf, type Square } from "../model/square.ts";
import type { Effect } from "../net/schema.gen.ts";

const middle = (square: Square): [number, number] => [
  frame.margin + frame.step * (fileOf(square) + 0.5),
  frame.margin + frame.step * (4.5 - rankOf(square)),
];

export interface Drawn {
  effects: readonly Effect[];
  /** 0 is the best line. */
  rank: number;
}

export function Arrows({ lines }: { lines: readonly Drawn[] }) {
  return (
    <svg class="study-arrows" viewBox={`0 0 ${frame.size} ${frame.size}`} aria-hidden="true">
      {/* The best line is drawn last, on top. */}
      {[...lines].reverse().map(({ effects, rank }) => (
        <g key={rank} class={`rank${Math.min(rank, 4)}`}>
          {effects.map((effect, i) => (
            <Shape key={i} effect={effect} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Shape({ effect }: { effect: Effect }) {
  const { kind, from, to } = effect;
  if ((kind === "move" || kind === "force") && from && to && from !== to) return <path d={arrow(from, to)} />;
  const square = to ?? from;
  if (!square) return null;
  const [x, y] = middle(square);
  if (kind === "build" || kind === "dome") {
    return kind === "dome" ? (
      <circle class="piece" cx={x} cy={y} r="30" />
    ) : (
      <rect class="piece" x={x - 30} y={y - 30} width="60" height="60" rx="8" />
    );
  }
  if (kind === "place" || kind === "token") return <circle class="piece" cx={x} cy={y} r="24" />;
  if (kind === "unbuild" || kind === "remove")
    return <path d={`M${x - 20} ${y - 20}l40 40M${x + 20} ${y - 20}l-40 40`} />;
  return null;
}

function arrow(from: Square, to: Square): string {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - ux * 14, y2 - uy * 14];
  const barb = (side: 1 | -1): string => `${ex - ux * 20 - side * uy * 15} ${ey - uy * 20 + side * ux * 15}`;
  return `M${x1 + ux * 24} ${y1 + uy * 24}L${ex} ${ey}M${barb(1)}L${ex} ${ey}L${barb(-1)}`;
}

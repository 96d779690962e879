// The storeys and the dome of a tower.
import {
  BoxGeometry,
  type BufferGeometry,
  ExtrudeGeometry,
  Group,
  Mesh,
  Shape,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Materials } from "../materials.ts";
import { grounded, lathe, once, seeded, shadowed, soft, storey } from "./geometry.ts";

/** A window with a round arch. */
function pane(width: number, height: number, x: number, y: number, z: number, turn: number): BufferGeometry {
  const half = width / 2;
  const spring = height / 2 - half * 0.7;
  const shape = new Shape();
  shape.moveTo(-half, -height / 2);
  shape.lineTo(half, -height / 2);
  shape.lineTo(half, spring);
  shape.quadraticCurveTo(half, height / 2, 0, height / 2);
  shape.quadraticCurveTo(-half, height / 2, -half, spring);
  shape.lineTo(-half, -height / 2);
  const solid = new ExtrudeGeometry(shape, { depth: 0.02, bevelEnabled: false, curveSegments: 3 });
  solid.translate(x, y, z - 0.01);
  solid.rotateY(turn);
  return solid;
}

/** A half-round door. */
function door(y: number, z: number, turn: number): BufferGeometry {
  const shape = new Shape();
  shape.moveTo(-0.06, 0);
  shape.lineTo(0.06, 0);
  shape.lineTo(0.06, 0.13);
  shape.absarc(0, 0.13, 0.06, 0, Math.PI, false);
  shape.lineTo(-0.06, 0);
  const solid = new ExtrudeGeometry(shape, { depth: 0.02, bevelEnabled: false, curveSegments: 6 });
  solid.translate(0, y, z - 0.01);
  solid.rotateY(turn);
  return solid;
}

/** Windows and doors of one storey; five different fronts are enough. */
function openings(level: 1 | 2 | 3, front: number): BufferGeometry {
  return once(`open${level}${front}`, () => {
    const random = seeded(`front${level}${front}`);
    const parts: BufferGeometry[] = [];
    const half = [0, 0.395, 0.3, 0][level]!;
    for (let side = 0; side < 4; side++) {
      const turn = (side * Math.PI) / 2;
      const dice = random();
      if (level === 1) {
        if (dice < 0.35) parts.push(door(0.04, half, turn), pane(0.09, 0.11, 0.22, 0.22, half, turn));
        else if (dice < 0.7)
          parts.push(pane(0.1, 0.12, -0.19, 0.21, half, turn), pane(0.1, 0.12, 0.19, 0.21, half, turn));
        else
          parts.push(
            pane(0.1, 0.12, -0.22, 0.21, half, turn),
            pane(0.1, 0.12, 0, 0.21, half, turn),
            pane(0.1, 0.12, 0.22, 0.21, half, turn),
          );
      } else if (level === 2) {
        if (dice < 0.45) parts.push(pane(0.1, 0.13, 0, 0.19, half, turn));
        else parts.push(pane(0.08, 0.12, -0.12, 0.19, half, turn), pane(0.08, 0.12, 0.12, 0.19, half, turn));
      } else if (side % 2 === 0 || dice < 0.5) {
        parts.push(pane(0.07, 0.11, 0, 0.16, 0.232, turn + Math.PI / 4));
      }
    }
    return mergeGeometries(parts.map((part) => (part.index ? part.toNonIndexed() : part)));
  });
}

/** What the lowest storey stands on: a sill all around, and two steps in front of each door. */
function foot(front: number): BufferGeometry {
  const random = seeded(`front1${front}`);
  const parts = [soft(0.88, 0.05, 0.07, 0.012)];
  for (let side = 0; side < 4; side++) {
    if (random() >= 0.35) continue;
    for (const [wide, high, out] of [
      [0.2, 0.035, 0.46],
      [0.16, 0.07, 0.43],
    ] as const)
      parts.push(new BoxGeometry(wide, high, 0.06).translate(0, high / 2, out).rotateY((side * Math.PI) / 2));
  }
  return mergeGeometries(parts.map((part) => (part.index ? part.toNonIndexed() : part)));
}

export function storeyModel(level: 1 | 2 | 3, materials: Materials, square: string): Group {
  const group = new Group();
  const solid = once(`storey${level}`, () =>
    grounded(
      level === 1
        ? soft(0.8, storey[0], 0.09, 0.026)
        : level === 2
          ? soft(0.61, storey[1], 0.08, 0.024)
          : lathe([
              [0, 0],
              [0.235, 0],
              [0.24, 0.02],
              [0.24, 0.1],
              [0.24, 0.2],
              [0.24, storey[2] - 0.02],
              [0.225, storey[2]],
              [0, storey[2]],
            ]),
    ),
  );
  group.add(shadowed(new Mesh(solid, materials.plaster)));
  const front = Math.floor(seeded(square + level)() * 5);
  const windows = new Mesh(openings(level, front), materials.window);
  windows.name = "windows";
  group.add(windows);
  if (level === 1) {
    const sill = new Mesh(
      once(`foot${front}`, () => grounded(foot(front), 0.06)),
      materials.plaster,
    );
    sill.name = "foot";
    group.add(shadowed(sill));
  }
  if (level === 3) {
    const rim = new Mesh(
      once("rim", () => new TorusGeometry(0.225, 0.022, 8, 36).rotateX(Math.PI / 2).translate(0, storey[2], 0)),
      materials.rim,
    );
    group.add(rim);
  }
  return group;
}

export function domeModel(materials: Materials): Group {
  const group = new Group();
  group.add(
    shadowed(
      new Mesh(
        once("dome", () =>
          lathe(
            [
              [0.235, 0],
              [0.238, 0.04],
              [0.225, 0.1],
              [0.19, 0.18],
              [0.13, 0.245],
              [0.06, 0.28],
              [0, 0.29],
            ],
            32,
          ),
        ),
        materials.dome,
      ),
    ),
  );
  group.add(
    new Mesh(
      once("domeRing", () => new TorusGeometry(0.236, 0.024, 8, 36).rotateX(Math.PI / 2).translate(0, 0.015, 0)),
      materials.rim,
    ),
  );
  group.add(
    new Mesh(
      once("lamp", () => new SphereGeometry(0.036, 12, 8).translate(0, 0.315, 0)),
      materials.gold,
    ),
  );
  return group;
}

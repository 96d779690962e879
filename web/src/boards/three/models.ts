// Houses, domes, workers and tokens, all made of simple solids. One square is one unit; y is up, the north is -z.
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Group,
  LatheGeometry,
  type Material,
  Mesh,
  OctahedronGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { TokenKind } from "../../model/board.ts";
import type { StepKind } from "../../model/choices.ts";
import type { Materials } from "./materials.ts";

/** How high a worker stands on each level, and where the dome sits. */
export const floors = [0.06, 0.44, 0.8, 1.12] as const;
export const storey = [0.38, 0.36, 0.32] as const;

/** A box with soft vertical edges, standing on y = 0, as plaster is rounded by hand. */
function soft(width: number, height: number, radius: number, bevel = 0.018): BufferGeometry {
  const w = width / 2 - bevel;
  const r = Math.max(0.001, radius - bevel);
  const shape = new Shape();
  shape.moveTo(-w + r, -w);
  shape.lineTo(w - r, -w);
  shape.quadraticCurveTo(w, -w, w, -w + r);
  shape.lineTo(w, w - r);
  shape.quadraticCurveTo(w, w, w - r, w);
  shape.lineTo(-w + r, w);
  shape.quadraticCurveTo(-w, w, -w, w - r);
  shape.lineTo(-w, -w + r);
  shape.quadraticCurveTo(-w, -w, -w + r, -w);
  const solid = new ExtrudeGeometry(shape, {
    depth: height - 2 * bevel,
    bevelEnabled: true,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelSegments: 2,
    curveSegments: 3,
    steps: 1,
  });
  solid.rotateX(-Math.PI / 2);
  solid.translate(0, bevel, 0);
  return solid;
}

const lathe = (points: readonly (readonly [number, number])[], segments = 28): BufferGeometry =>
  new LatheGeometry(
    points.map(([x, y]) => new Vector2(x, y)),
    segments,
  );

function pane(width: number, height: number, x: number, y: number, z: number, turn: number): BufferGeometry {
  const box = new BoxGeometry(width, height, 0.02);
  box.translate(x, y, z);
  box.rotateY(turn);
  return box;
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

const cache = new Map<string, BufferGeometry>();
function once(name: string, make: () => BufferGeometry): BufferGeometry {
  let found = cache.get(name);
  if (!found) cache.set(name, (found = make()));
  return found;
}

/** Lets go of what the graphics card holds; the shapes themselves are kept for the next board. */
export function release(): void {
  for (const geometry of cache.values()) geometry.dispose();
}

/** Small numbers from a name, so that no two houses look alike and each looks the same every time. */
function seeded(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    return ((state ^= state >>> 16) >>> 0) / 4294967296;
  };
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

export function storeyModel(level: 1 | 2 | 3, materials: Materials, square: string): Group {
  const group = new Group();
  const solid = once(`storey${level}`, () =>
    level === 1
      ? soft(0.8, storey[0], 0.07)
      : level === 2
        ? soft(0.61, storey[1], 0.06)
        : lathe([
            [0, 0],
            [0.235, 0],
            [0.24, 0.02],
            [0.24, storey[2] - 0.02],
            [0.225, storey[2]],
            [0, storey[2]],
          ]),
  );
  group.add(shadowed(new Mesh(solid, materials.plaster)));
  const front = Math.floor(seeded(square + level)() * 5);
  const windows = new Mesh(openings(level, front), materials.window);
  windows.name = "windows";
  group.add(windows);
  if (level === 1) {
    const sill = new Mesh(
      once("sill", () => soft(0.88, 0.05, 0.07, 0.012)),
      materials.plaster,
    );
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

/** Sides differ in silhouette: round robe and pointed hat; six-sided coat and cap; cloak and broad hat. */
export function workerModel(side: number, woman: boolean, materials: Materials, coat?: Material): Group {
  const group = new Group();
  const cloth = coat ?? materials.coats[side] ?? materials.coats[0]!;
  const add = (name: string, make: () => BufferGeometry, material: Material): void =>
    void group.add(shadowed(new Mesh(once(name, make), material)));
  if (side === 0) {
    add(
      "robe",
      () =>
        lathe([
          [0, 0],
          [0.17, 0],
          [0.18, 0.03],
          [0.15, 0.12],
          [0.085, 0.26],
          [0.07, 0.36],
          [0.05, 0.4],
          [0, 0.4],
        ]),
      cloth,
    );
    add(
      "cone",
      () =>
        lathe([
          [0, 0.545],
          [0.112, 0.545],
          [0.1, 0.565],
          [0.012, 0.76],
          [0, 0.78],
        ]),
      cloth,
    );
  } else if (side === 1) {
    add(
      "coat",
      () =>
        lathe(
          [
            [0, 0],
            [0.135, 0],
            [0.15, 0.04],
            [0.165, 0.16],
            [0.1, 0.33],
            [0.07, 0.4],
            [0, 0.4],
          ],
          6,
        ),
      cloth,
    );
    add(
      "cap",
      () =>
        lathe(
          [
            [0, 0.535],
            [0.095, 0.535],
            [0.115, 0.55],
            [0.115, 0.6],
            [0.09, 0.635],
            [0, 0.64],
          ],
          20,
        ),
      cloth,
    );
  } else {
    add("cloak", () => new ConeGeometry(0.2, 0.44, 4).rotateY(Math.PI / 4).translate(0, 0.22, 0), cloth);
    add(
      "broad",
      () =>
        lathe(
          [
            [0, 0.54],
            [0.2, 0.54],
            [0.2, 0.558],
            [0.075, 0.58],
            [0.06, 0.665],
            [0, 0.67],
          ],
          24,
        ),
      cloth,
    );
  }
  add("head", () => new SphereGeometry(0.088, 20, 14).translate(0, 0.475, 0), coat ?? materials.skin);
  if (woman) {
    // Long hair at the back and a white sash, to be seen from any side.
    add("hair", () => new CapsuleGeometry(0.062, 0.12, 4, 12).translate(0, 0.42, -0.07), coat ?? materials.hair);
    add(
      "sash",
      () => new TorusGeometry(0.098, 0.022, 8, 28).rotateX(Math.PI / 2).translate(0, 0.235, 0),
      coat ?? materials.white,
    );
  }
  group.scale.setScalar(1.08);
  return group;
}

export function tokenModel(kind: TokenKind, materials: Materials): Group {
  const group = new Group();
  const add = (name: string, make: () => BufferGeometry, material: Material): void =>
    void group.add(shadowed(new Mesh(once(name, make), material)));
  switch (kind) {
    case "coin":
      add("coin", () => new CylinderGeometry(0.2, 0.2, 0.045, 32).translate(0, 0.03, 0), materials.gold);
      add(
        "coinRim",
        () => new TorusGeometry(0.15, 0.012, 6, 30).rotateX(Math.PI / 2).translate(0, 0.055, 0),
        materials.bronze,
      );
      break;
    case "whirlpool":
      add("pool", () => new CylinderGeometry(0.33, 0.33, 0.02, 40).translate(0, 0.012, 0), materials.water);
      add("spiral", spiral, materials.white);
      break;
    case "talus":
      add(
        "talusBody",
        () =>
          mergeGeometries([
            new BoxGeometry(0.3, 0.24, 0.18).translate(0, 0.36, 0),
            new BoxGeometry(0.1, 0.26, 0.14).translate(-0.09, 0.13, 0),
            new BoxGeometry(0.1, 0.26, 0.14).translate(0.09, 0.13, 0),
            new BoxGeometry(0.08, 0.28, 0.12).translate(-0.21, 0.33, 0),
            new BoxGeometry(0.08, 0.28, 0.12).translate(0.21, 0.33, 0),
            new BoxGeometry(0.16, 0.15, 0.15).translate(0, 0.57, 0),
          ]),
        materials.bronze,
      );
      add(
        "talusCrest",
        () => new ConeGeometry(0.09, 0.14, 4).rotateY(Math.PI / 4).translate(0, 0.71, 0),
        materials.bronze,
      );
      break;
    case "ram":
      add(
        "fleece",
        () => new SphereGeometry(0.2, 18, 12).scale(1.25, 0.85, 0.85).translate(-0.02, 0.3, 0),
        materials.gold,
      );
      add(
        "ramHead",
        () => new SphereGeometry(0.1, 14, 10).scale(1.2, 1, 0.85).translate(0.26, 0.4, 0),
        materials.white,
      );
      add(
        "horns",
        () =>
          mergeGeometries([
            new TorusGeometry(0.07, 0.022, 8, 18, 4.6).translate(0.22, 0.43, 0.09),
            new TorusGeometry(0.07, 0.022, 8, 18, 4.6).translate(0.22, 0.43, -0.09),
          ]),
        materials.bronze,
      );
      add(
        "legs",
        () =>
          mergeGeometries(
            [
              [-0.14, 0.08],
              [-0.14, -0.08],
              [0.12, 0.08],
              [0.12, -0.08],
            ].map(([x, z]) => new CylinderGeometry(0.03, 0.026, 0.2, 8).translate(x!, 0.1, z!)),
          ),
        materials.bronze,
      );
      break;
    case "abyss":
      for (const [i, size] of [0.36, 0.24, 0.12].entries())
        add(
          `abyss${i}`,
          () => new TorusGeometry(size, 0.018, 4, 3).rotateX(Math.PI / 2).translate(0, 0.03, 0),
          materials.violet,
        );
      break;
    case "fate":
      add("fate", () => new OctahedronGeometry(0.1).translate(0.3, 0.12, 0.3), materials.violet);
      break;
  }
  return group;
}

function spiral(): BufferGeometry {
  const parts: BufferGeometry[] = [];
  for (let i = 0; i < 60; i++) {
    const turn = i * 0.27;
    const radius = 0.03 + i * 0.0043;
    parts.push(new SphereGeometry(0.016, 6, 4).translate(Math.cos(turn) * radius, 0.03, Math.sin(turn) * radius));
  }
  return mergeGeometries(parts);
}

/** The light on a square: a ring for a move, a plinth for a build, another shape for each other kind. */
export function markModel(kind: StepKind, materials: Materials): Group {
  const group = new Group();
  const add = (name: string, make: () => BufferGeometry, material: Material = materials.mark): void =>
    void group.add(new Mesh(once(name, make), material));
  switch (kind) {
    case "move":
      add("ring", () => new TorusGeometry(0.27, 0.032, 10, 48).rotateX(Math.PI / 2).translate(0, 0.035, 0));
      break;
    case "build":
      add("plinth", () => frameOf(0.6, 0.055));
      add("plinthFill", () => new BoxGeometry(0.56, 0.015, 0.56).translate(0, 0.02, 0), materials.markSoft);
      break;
    case "dome":
      add("halfDome", () => new TorusGeometry(0.24, 0.03, 8, 30, Math.PI).translate(0, 0.03, 0));
      add("domeBase", () => new TorusGeometry(0.24, 0.022, 8, 40).rotateX(Math.PI / 2).translate(0, 0.03, 0));
      break;
    case "force":
      add("hexagon", () => new TorusGeometry(0.3, 0.034, 6, 6).rotateX(Math.PI / 2).translate(0, 0.035, 0));
      break;
    case "exchange":
      add("twin", () =>
        mergeGeometries([
          new TorusGeometry(0.2, 0.03, 8, 30).rotateX(Math.PI / 2).translate(-0.1, 0.035, 0),
          new TorusGeometry(0.2, 0.03, 8, 30).rotateX(Math.PI / 2).translate(0.1, 0.035, 0),
        ]),
      );
      break;
    case "unbuild":
      add("minus", () =>
        mergeGeometries([frameOf(0.6, 0.05), new BoxGeometry(0.34, 0.05, 0.07).translate(0, 0.03, 0)]),
      );
      break;
    case "slay":
      add("cross", () =>
        mergeGeometries([
          new BoxGeometry(0.66, 0.05, 0.075).rotateY(Math.PI / 4).translate(0, 0.03, 0),
          new BoxGeometry(0.66, 0.05, 0.075).rotateY(-Math.PI / 4).translate(0, 0.03, 0),
        ]),
      );
      break;
    case "bind":
      add("triangle", () => new TorusGeometry(0.3, 0.034, 6, 3).rotateX(Math.PI / 2).translate(0, 0.035, 0));
      break;
    case "place":
      add("dashes", () =>
        mergeGeometries(
          Array.from({ length: 8 }, (_, i) =>
            new TorusGeometry(0.27, 0.032, 8, 8, 0.45)
              .rotateX(Math.PI / 2)
              .rotateY((i * Math.PI) / 4)
              .translate(0, 0.035, 0),
          ),
        ),
      );
      break;
    default:
      add("diamond", () => new TorusGeometry(0.3, 0.034, 6, 4).rotateX(Math.PI / 2).translate(0, 0.035, 0));
  }
  return group;
}

/** Brackets around a worker that can be picked. */
export const sourceModel = (materials: Materials): Mesh =>
  new Mesh(
    once("corners", () =>
      mergeGeometries(
        [0, 1, 2, 3].flatMap((i) => [
          new BoxGeometry(0.16, 0.045, 0.05).translate(-0.3, 0.03, -0.36).rotateY((i * Math.PI) / 2),
          new BoxGeometry(0.05, 0.045, 0.16).translate(-0.36, 0.03, -0.3).rotateY((i * Math.PI) / 2),
        ]),
      ),
    ),
    materials.mark,
  );

/** Four short strokes from the corners: another card has a say here. */
export const barredModel = (materials: Materials): Mesh =>
  new Mesh(
    once("barred", () =>
      mergeGeometries(
        [0, 1, 2, 3].map((i) =>
          new BoxGeometry(0.2, 0.03, 0.04)
            .rotateY(-Math.PI / 4)
            .translate(-0.3, 0.03, -0.3)
            .rotateY((i * Math.PI) / 2),
        ),
      ),
    ),
    materials.barred,
  );

export const pickedModel = (materials: Materials): Mesh =>
  new Mesh(
    once("picked", () => new TorusGeometry(0.24, 0.045, 10, 44).rotateX(Math.PI / 2).translate(0, 0.04, 0)),
    materials.mark,
  );
export const focusModel = (materials: Materials): Mesh =>
  new Mesh(
    once("focus", () => frameOf(0.9, 0.05)),
    materials.focus,
  );
export const lastModel = (built: boolean, materials: Materials): Mesh =>
  new Mesh(
    built
      ? once("lastBuild", () => frameOf(0.9, 0.045))
      : once("lastFrom", () => new CylinderGeometry(0.2, 0.2, 0.008, 32).translate(0, 0.006, 0)),
    materials.last,
  );
export const refusedModel = (materials: Materials): Mesh =>
  new Mesh(
    once("refused", () =>
      mergeGeometries([
        new BoxGeometry(0.42, 0.05, 0.07).rotateY(Math.PI / 4).translate(0, 0.05, 0),
        new BoxGeometry(0.42, 0.05, 0.07).rotateY(-Math.PI / 4).translate(0, 0.05, 0),
      ]),
    ),
    materials.refused,
  );

function frameOf(size: number, thick: number): BufferGeometry {
  const half = size / 2;
  return mergeGeometries(
    [0, 1, 2, 3].map((i) =>
      new BoxGeometry(size + thick, 0.045, thick).translate(0, 0.03, -half).rotateY((i * Math.PI) / 2),
    ),
  );
}

/** An arrow that lies at the rim: the wind with three strokes, the song with a wave. */
export function arrowModel(kind: "wind" | "song", materials: Materials): Group {
  const group = new Group();
  const shape = new Shape();
  shape.moveTo(0, -0.34);
  shape.lineTo(0.2, -0.08);
  shape.lineTo(0.075, -0.08);
  shape.lineTo(0.075, 0.3);
  shape.lineTo(-0.075, 0.3);
  shape.lineTo(-0.075, -0.08);
  shape.lineTo(-0.2, -0.08);
  group.add(
    shadowed(
      new Mesh(
        once("arrow", () =>
          new ExtrudeGeometry(shape, { depth: 0.05, bevelEnabled: false }).rotateX(Math.PI / 2).translate(0, 0.06, 0),
        ),
        kind === "wind" ? materials.white : materials.gold,
      ),
    ),
  );
  return group;
}

/** The cliff below the board: a rough round rock, wider at the top. */
export function cliffGeometry(): BufferGeometry {
  const random = seeded("cliff");
  const rings = [
    [3.87, -0.1],
    [3.6, -0.42],
    [3.4, -0.95],
    [3.05, -1.5],
    [2.6, -2.1],
  ] as const;
  const around = 36;
  const points: number[][] = rings.map(([radius, y], ring) =>
    Array.from({ length: around }, (_, i) => {
      const rough = ring === 0 ? 0 : 0.22;
      const r = radius + (random() - 0.5) * rough * 2;
      const angle = (i / around) * Math.PI * 2 + (ring ? (random() - 0.5) * 0.08 : 0);
      return [Math.cos(angle) * r, y + (ring === 0 ? 0 : (random() - 0.5) * 0.22), Math.sin(angle) * r];
    }).flat(),
  );
  const vertices: number[] = [];
  const at = (ring: number, i: number): number[] => points[ring]!.slice((i % around) * 3, (i % around) * 3 + 3);
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < around; i++)
      vertices.push(
        ...at(ring, i),
        ...at(ring, i + 1),
        ...at(ring + 1, i),
        ...at(ring, i + 1),
        ...at(ring + 1, i + 1),
        ...at(ring + 1, i),
      );
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(vertices, 3));
  geometry.computeVertexNormals();
  return geometry;
}

export const tileGeometry = (): BufferGeometry => once("tile", () => soft(0.94, 0.07, 0.07, 0.014));

export function shadowed<M extends Mesh>(mesh: M): M {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

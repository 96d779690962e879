// Tokens, and the arrows of the wind and the song.
import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  type Material,
  Mesh,
  OctahedronGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { TokenKind } from "../../../model/board.ts";
import type { AimKind } from "../../../net/schema.gen.ts";
import type { Materials } from "../materials.ts";
import { once, shadowed } from "./geometry.ts";

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

/** An arrow that lies at the rim: the wind with three strokes, the song with a wave. */
export function arrowModel(kind: AimKind, materials: Materials): Group {
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

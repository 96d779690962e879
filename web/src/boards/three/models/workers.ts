// The model of a worker.
import {
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  Group,
  type Material,
  Mesh,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Materials } from "../materials.ts";
import { lathe, once, shadowed } from "./geometry.ts";

/** Two eyes and a mouth. */
function face(): BufferGeometry {
  return mergeGeometries([
    new SphereGeometry(0.012, 6, 5).translate(-0.031, 0.488, 0.08),
    new SphereGeometry(0.012, 6, 5).translate(0.031, 0.488, 0.08),
    new SphereGeometry(0.01, 6, 4).scale(1.9, 0.6, 1).translate(0, 0.448, 0.083),
  ]);
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
  if (!coat) {
    group.add(new Mesh(once("face", face), materials.eyes));
    if (!woman)
      add(
        "girdle",
        () => new TorusGeometry(0.093, 0.014, 6, 24).rotateX(Math.PI / 2).translate(0, 0.25, 0),
        materials.gold,
      );
  }
  if (woman) {
    // Long hair at the back and a white sash, visible from any side.
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

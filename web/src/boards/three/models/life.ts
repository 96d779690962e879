// A little life around the island: boats at sea, gulls above it. With motion turned off they stay still.
import {
  BufferGeometry,
  ConeGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Materials } from "../materials.ts";
import { once, shadowed } from "./geometry.ts";

export interface Life {
  group: Group;
  /** Puts everything where it is after this many seconds. */
  move(seconds: number): void;
}

/** Each boat's distance from the island, starting point on its course, and speed. */
const boats = [
  [6.1, 2.35, 0.012],
  [7.4, 5.2, -0.009],
] as const;
const gulls = [
  [4.3, 0.4, 0.11],
  [4.7, 0.75, 0.11],
  [5.2, 3.6, -0.09],
] as const;

export function makeLife(materials: Materials, seaLevel: number): Life {
  const group = new Group();
  const sailing = boats.map(() => boat(materials));
  const white = new MeshBasicMaterial({ color: 0xf7f9fb, side: DoubleSide });
  const flying = gulls.map(() => new Mesh(once("gull", wings), white));
  group.add(...sailing, ...flying);
  const move = (seconds: number): void => {
    for (const [i, [radius, start, speed]] of boats.entries()) {
      const angle = start + seconds * speed;
      sailing[i]!.position.set(
        Math.cos(angle) * radius,
        seaLevel + Math.sin(seconds + i) * 0.015,
        Math.sin(angle) * radius,
      );
      sailing[i]!.rotation.y = -angle - (speed > 0 ? Math.PI / 2 : -Math.PI / 2);
    }
    for (const [i, [radius, start, speed]] of gulls.entries()) {
      const angle = start + seconds * speed;
      flying[i]!.position.set(
        Math.cos(angle) * radius,
        1.2 + i * 0.2 + Math.sin(seconds * 0.7 + i) * 0.08,
        Math.sin(angle) * radius,
      );
      flying[i]!.rotation.y = -angle - (speed > 0 ? Math.PI / 2 : -Math.PI / 2);
      flying[i]!.scale.y = 1 + 0.6 * Math.sin(seconds * 3 + i);
    }
  };
  move(0);
  return { group, move };
}

/** A hull, a mast and a sail; it sails along its own x. */
function boat(materials: Materials): Group {
  const hull = (): BufferGeometry => new ConeGeometry(0.11, 0.5, 6, 1).rotateZ(-Math.PI / 2).scale(1, 0.7, 1);
  const sail = (): BufferGeometry =>
    mergeGeometries([
      new ConeGeometry(0.2, 0.55, 3, 1).scale(1, 1, 0.12).translate(-0.02, 0.36, 0),
      new ConeGeometry(0.012, 0.62, 5, 1).translate(0.02, 0.34, 0),
    ]);
  return new Group().add(
    shadowed(new Mesh(once("hull", hull), materials.wood)),
    new Mesh(once("sail", sail), materials.white),
  );
}

/** Two wings, each bent in the middle; it flies along its own x. */
function wings(): BufferGeometry {
  const wing = (out: number): number[] => [
    ...[0.05, 0, 0, 0.01, 0.05, 0.1 * out, -0.04, 0, 0],
    ...[0.01, 0.05, 0.1 * out, -0.05, 0.02, 0.23 * out, -0.03, 0.04, 0.08 * out],
  ];
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute([...wing(-1), ...wing(1)], 3));
  return geometry;
}

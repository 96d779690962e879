// What can be seen and tapped from where the camera is.
import { Box3, Ray, Vector3 } from "three";
import { towerAt } from "../../model/board.ts";
import type { Scene } from "../../model/scene.ts";
import { type Square, squares } from "../../model/square.ts";
import { floors } from "./models/geometry.ts";
import { middle } from "./scenery.ts";

/** A box around the middle of a square; `wide` is half its width. */
const box = (square: Square, wide: number, bottom: number, top: number): Box3 => {
  const { x, z } = middle(square);
  return new Box3(new Vector3(x - wide, bottom, z - wide), new Vector3(x + wide, top, z + wide));
};

/** Half the width of a tower above its first storey. */
const upper = 0.31;

/** The towers between the eye and a worker, a target or the focus. */
export function towersInTheWay(scene: Scene, eye: Vector3): Set<Square> {
  const boxes = new Map<Square, Box3>();
  for (const square of squares) {
    const { level, dome } = towerAt(scene.board, square);
    if (level === 0 && !dome) continue;
    boxes.set(square, box(square, level >= 2 ? upper : 0.4, 0, floors[level] + (dome ? 0.28 : 0)));
  }
  const hiding = new Set<Square>();
  const hit = new Vector3();
  const look = (square: Square, up: number): void => {
    const target = middle(square, floors[towerAt(scene.board, square).level] + up);
    const ray = new Ray(eye, target.clone().sub(eye).normalize());
    const far = target.distanceTo(eye);
    for (const [other, tower] of boxes) {
      if (other !== square && ray.intersectBox(tower, hit) && hit.distanceTo(eye) < far - 0.05) hiding.add(other);
    }
  };
  for (const worker of scene.board.workers) look(worker.square, 0.3);
  for (const square of Object.keys(scene.targets)) look(square, 0.08);
  if (scene.focus) look(scene.focus, 0.08);
  return hiding;
}

/**
 * The square that a ray from the eye meets first: its tile, its tower or the worker on it. A worker that cannot be chosen
 * now does not hide a square that can.
 */
export function squareOnRay(ray: Ray, scene: Scene, isClear: (square: Square) => boolean): Square | null {
  const hit = new Vector3();
  const distanceTo = (each: Box3): number =>
    ray.intersectBox(each, hit) ? hit.distanceTo(ray.origin) : Number.POSITIVE_INFINITY;
  const met: { square: Square; distance: number; solid: boolean }[] = [];
  for (const square of squares) {
    const { level, dome } = towerAt(scene.board, square);
    const can = square in scene.targets || scene.sources.includes(square);
    // A translucent tower can be tapped through, except for its tile.
    const through = isClear(square) && !(square in scene.targets);
    const top = through ? 0.06 : floors[level] + (dome ? 0.28 : 0);
    const wide = level >= 1 && !through ? 0.42 : 0.48;
    met.push({ square, distance: distanceTo(box(square, wide, -0.1, Math.min(top, floors[1]))), solid: true });
    if (top > floors[1]) met.push({ square, distance: distanceTo(box(square, upper, floors[1], top)), solid: true });
    if (scene.board.workers.some((worker) => worker.square === square)) {
      met.push({ square, distance: distanceTo(box(square, 0.2, floors[level], floors[level] + 0.8)), solid: can });
    }
  }
  const nearest = (some: typeof met): (typeof met)[number] | undefined =>
    some
      .filter((each) => each.distance < Number.POSITIVE_INFINITY)
      .sort((one, other) => one.distance - other.distance)[0];
  const first = nearest(met);
  const solid = nearest(met.filter((each) => each.solid));
  const behind = solid && (solid.square in scene.targets || scene.sources.includes(solid.square));
  return (behind ? solid : first)?.square ?? null;
}

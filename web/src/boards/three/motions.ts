// How pieces appear and disappear.
import type { Object3D } from "three";
import { settle, type Tweens } from "./tween.ts";

/** Lets a part fall from a little above into its place at this height. */
export function drop(tweens: Tweens, part: Object3D, y: number, from: number, lasts: number): void {
  tweens.add(lasts, (done) => {
    part.position.y = y + (1 - settle(done)) * from;
  });
}

/** Lets a part shrink into the ground, and takes it away. */
export function sink(tweens: Tweens, part: Object3D, lasts: number): void {
  const y = part.position.y;
  tweens.add(
    lasts,
    (done) => {
      part.position.y = y - done * 0.3;
      part.scale.setScalar(Math.max(0.001, 1 - done));
    },
    () => part.removeFromParent(),
  );
}

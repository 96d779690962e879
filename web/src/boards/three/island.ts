// What the parts of the 3D board share.
import type { Scene as World } from "three";
import type { Materials } from "./materials.ts";
import type { Tweens } from "./tween.ts";

export interface Island {
  readonly world: World;
  readonly tweens: Tweens;
  /** Other ones by night. Whoever has made something of them is cleared when they change. */
  materials: Materials;
}

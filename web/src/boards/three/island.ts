// What the parts of the 3D board share.
import type { Scene as World } from "three";
import type { Materials } from "./materials.ts";
import type { Tweens } from "./tween.ts";

export interface Island {
  readonly world: World;
  readonly tweens: Tweens;
  /** These change between day and night; then every part is cleared and drawn again. */
  materials: Materials;
}

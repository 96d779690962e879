import { Mesh, type MeshLambertMaterial, NotEqualStencilFunc, Scene as World } from "three";
import { expect, it } from "vitest";
import { Houses } from "../src/boards/three/houses.ts";
import { day, makeMaterials } from "../src/boards/three/materials.ts";
import { Tweens } from "../src/boards/three/tween.ts";
import { readBoard } from "../src/model/read.ts";
import { newSession, sceneOf, takeIn } from "../src/model/session.ts";
import { state } from "./make.ts";

it("makes a tower that hides something a plain outline, and solid again", () => {
  const world = new World();
  const houses = new Houses({ world, tweens: new Tweens(), materials: makeMaterials(day, false) });
  const wire = state();
  wire.board.blocks[0] = 2; // a1
  const looks = { night: false, motion: false, heights: true, coordinates: true };
  houses.draw(sceneOf({ ...takeIn(newSession, wire), shown: readBoard(wire.board) }, looks));
  const meshes: Mesh[] = [];
  world.traverse((part) => part instanceof Mesh && meshes.push(part));
  const shown = (): number => meshes.filter((mesh) => mesh.visible).length;
  const clear = (): boolean[] => meshes.map((mesh) => (mesh.material as MeshLambertMaterial).transparent);
  houses.letThrough(new Set(["a1"]));
  expect(clear().every(Boolean)).toBe(true);
  expect(shown()).toBe(2); // the two storeys, without windows and steps
  // Each pixel is tinted once, however many parts overlap there.
  for (const mesh of meshes) expect((mesh.material as MeshLambertMaterial).stencilFunc).toBe(NotEqualStencilFunc);
  houses.letThrough(new Set());
  expect(clear().some(Boolean)).toBe(false);
  expect(shown()).toBe(meshes.length);
});

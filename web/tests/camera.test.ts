import { Vector3 } from "three";
import { beforeEach, describe, expect, it } from "vitest";
import { heading } from "../src/boards/heading.ts";
import { Eye } from "../src/boards/three/camera.ts";
import { namesOut } from "../src/boards/three/labels.ts";
import { arrowAt } from "../src/boards/three/layers.ts";
import { directions } from "../src/model/square.ts";

const free = { top: 0, right: 0, bottom: 0, left: 0 };
let eye: Eye;
const settle = (): void => {
  while (eye.approach(1));
};

describe("the camera", () => {
  beforeEach(() => {
    eye = new Eye();
    eye.resize(1440, 900, free);
  });

  it("looks straight down from above, with north up", () => {
    eye.wish({ top: true });
    settle();
    const { x, y, z } = eye.camera.position;
    expect(Math.hypot(x, z)).toBeLessThan(y / 500);
    expect(heading.value).toBeCloseTo(0);
  });

  it("goes back down when it is asked for the view from above again", () => {
    const before = eye.camera.position.clone();
    eye.wish({ top: true });
    settle();
    eye.wish({ top: true });
    settle();
    expect(eye.camera.position.distanceTo(before)).toBeLessThan(0.01);
  });

  it("tells where north is as it turns", () => {
    const before = heading.value;
    eye.wish({ turn: 1 });
    settle();
    expect(heading.value - before).toBeCloseTo(Math.PI / 2);
  });

  it.each([
    [360, 640],
    [390, 844],
    [390, 420],
    [768, 1024],
    [844, 390],
    [1440, 900],
  ])("has the names of all files and ranks in the picture on %i by %i", (width, height) => {
    eye.resize(width, height, free);
    const digit = new Vector3(0.09, 0, 0).applyQuaternion(eye.camera.quaternion); // half its width, and a small margin
    for (const out of [-namesOut, namesOut]) {
      for (const along of [-2, -1, 0, 1, 2]) {
        for (const name of [new Vector3(out, 0.08, along), new Vector3(along, 0.08, out)]) {
          const edge = name.clone().addScaledVector(digit, Math.sign(name.clone().project(eye.camera).x));
          const { x, y } = edge.project(eye.camera);
          expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
        }
      }
    }
  });

  it("steps back on a narrow screen where arrows lie around the board, so that each is seen", () => {
    const out = (): number => Math.max(...directions.map((each) => Math.abs(arrowAt(each).project(eye.camera).x)));
    eye.resize(390, 844, free);
    expect(out()).toBeGreaterThan(1);
    eye.show(true);
    expect(out()).toBeLessThan(1);
  });
});

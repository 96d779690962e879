import { beforeEach, describe, expect, it } from "vitest";
import { heading } from "../src/boards/heading.ts";
import { Eye } from "../src/boards/three/camera.ts";

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

  it("steps back on a narrow screen where arrows lie around the board", () => {
    eye.resize(390, 844, free);
    const near = eye.camera.position.length();
    eye.show(true);
    expect(eye.camera.position.length()).toBeGreaterThan(near * 1.1);
  });
});

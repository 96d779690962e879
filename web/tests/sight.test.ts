import { Ray, Vector3 } from "three";
import { expect, it } from "vitest";
import { squareOnRay } from "../src/boards/three/sight.ts";
import { newSession, sceneOf, takeIn } from "../src/model/session.ts";
import { board, state, step, worker } from "./make.ts";

const looks = { night: false, motion: false, heights: true, coordinates: true };
const usual = sceneOf({ ...takeIn(newSession, state()), shown: board([worker(1, "c2")]) }, looks);
// From the south, past the head of the worker on c2, to the tile of c3.
const eye = new Vector3(0, 6, 8);
const ray = new Ray(eye, new Vector3(0, 0.06, 0).sub(eye).normalize());

const met = (targets: string[], sources: string[], scene = usual, along = ray): string | null => {
  const steps = Object.fromEntries(targets.map((square) => [square, [step(`+${square}`, "build", { to: square })]]));
  return squareOnRay(along, { ...scene, targets: steps, sources }, () => false);
};

it("lets a square be tapped behind a worker that cannot be chosen", () => {
  expect(met(["c3"], [])).toBe("c3");
});

it("takes the worker if it can be chosen, or if nothing behind it can", () => {
  expect(met(["c3"], ["c2"])).toBe("c2");
  expect(met([], [])).toBe("c2");
});

it("takes a tower for as narrow as it looks above its first storey", () => {
  const scene = { ...usual, board: board([], { c2: 2 }) };
  const past = (x: number): Ray => new Ray(eye, new Vector3(x, 0.78, 1).sub(eye).normalize());
  expect(met(["c3"], [], scene, past(0))).toBe("c2");
  expect(met(["c3"], [], scene, past(0.38))).toBe("c3");
});

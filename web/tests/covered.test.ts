import fc from "fast-check";
import { expect, it } from "vitest";
import { type Covered, steady } from "../src/views/covered.ts";

const covered = (top: number, bottom: number): Covered => ({ top, right: 0, bottom, left: 0 });

it("keeps the board of an upright phone in its place while the bar changes", () => {
  const first = steady(covered(0, 0), covered(110, 120), 390, 844);
  expect(steady(first, covered(110, 210), 390, 844)).toEqual(first);
  expect(steady(first, covered(80, 60), 390, 844)).toEqual(first);
});

it("leaves room for a second line of the bar on a wide screen that has it", () => {
  const sides = { left: 272, right: 272 };
  const first = steady(covered(0, 0), { ...covered(72, 82), ...sides }, 1024, 768);
  expect(steady(first, { ...covered(72, 126), ...sides }, 1024, 768)).toEqual(first);
});

it("gives no room back that was needed", () => {
  const pad = steady(covered(0, 0), covered(133, 172), 360, 640);
  expect(steady(pad, covered(133, 147), 360, 640)).toEqual(pad);
});

it("makes room for what is larger, and takes none from the board that nothing needed", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), fc.nat(400), fc.nat(400), fc.nat(2000), fc.nat(2000), (a, b, c, d, w, h) => {
      const now = covered(c, d);
      const next = steady(covered(a, b), now, w, h);
      expect(next.top).toBeGreaterThanOrEqual(now.top);
      expect(next.bottom).toBeGreaterThanOrEqual(now.bottom);
      const room = (one: Covered): number => Math.min(w, h - one.top - one.bottom);
      expect(room(next)).toBe(room(covered(c, Math.max(b, d))));
    }),
  );
});

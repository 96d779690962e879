// Movements over time. They can all be finished immediately.
export interface Tween {
  start: number;
  lasts: number;
  step: (done: number) => void;
  end?: () => void;
}

export class Tweens {
  private running: Tween[] = [];

  add(lasts: number, step: (done: number) => void, end?: () => void): void {
    if (lasts <= 0) {
      step(1);
      end?.();
      return;
    }
    step(0);
    this.running.push({ start: performance.now(), lasts, step, ...(end && { end }) });
  }
  /** Advances all of them; true while any is still running. */
  run(now: number): boolean {
    const still: Tween[] = [];
    const before = this.running;
    this.running = [];
    for (const tween of before) {
      const done = Math.min(1, Math.max(0, (now - tween.start) / tween.lasts));
      tween.step(done);
      if (done < 1) still.push(tween);
      else tween.end?.();
    }
    this.running = [...still, ...this.running];
    return this.running.length > 0;
  }
  finish(): void {
    const all = this.running;
    this.running = [];
    for (const tween of all) {
      tween.step(1);
      tween.end?.();
    }
  }
}

export const easeInOut = (x: number): number => (x < 0.5 ? 2 * x * x : 1 - (-2 * x + 2) ** 2 / 2);
/** Falls, and settles with a small rebound. */
export const settle = (x: number): number =>
  x < 0.7 ? (x / 0.7) ** 2 : 1 - Math.sin(((x - 0.7) / 0.3) * Math.PI) * 0.06;

// Plays beats one after the other. Games and replays both show turns with it.
import type { Board } from "./board.ts";
import type { Beat } from "./effects.ts";

export class BeatPlayer {
  private queue: Beat[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` is called as each beat begins, and with null when the last one has ended. */
  constructor(private readonly show: (beat: Beat | null) => void) {}

  play(beats: readonly Beat[]): void {
    this.stop();
    this.queue = [...beats];
    this.next();
  }

  /** Stops immediately. Returns the board after the beats that were not shown, or null if all of them were. */
  stop(): Board | null {
    clearTimeout(this.timer);
    const last = this.queue.at(-1);
    this.queue = [];
    return last?.board ?? null;
  }

  private readonly next = (): void => {
    const beat = this.queue.shift() ?? null;
    if (beat) this.timer = setTimeout(this.next, beat.lasts);
    this.show(beat);
  };
}

// The time each seat has left, in seconds: an amount for the game and an increment for every turn.

export class Clock {
  readonly left: number[];
  running = 0;
  private since = 0;

  constructor(
    readonly base: number,
    private readonly increment: number,
    players: number,
  ) {
    this.left = Array.from({ length: players }, () => base);
  }

  /** Charges the seat whose clock runs for the time until now. */
  tick(at: number): void {
    if (this.running) this.left[this.running - 1]! -= Math.max(0, at - this.since);
    this.forgive(at);
  }
  /** Charges nobody for the time until now. */
  forgive(at: number): void {
    this.since = Math.max(at, this.since);
  }
  run(seat: number): void {
    this.running = seat;
  }
  reward(seat: number): void {
    this.left[seat - 1]! += this.increment;
  }
  now(seat: number, at: number): number {
    const used = seat === this.running ? Math.max(0, at - this.since) : 0;
    return Math.max(0, this.left[seat - 1]! - used);
  }
  due(): number | null {
    return this.running ? this.since + this.left[this.running - 1]! : null;
  }
}

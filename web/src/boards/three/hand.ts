// Fingers and mice over the canvas: a tap, a drag, a pinch, a wheel, a double tap.
export interface Touches {
  drag(dx: number, dy: number): void;
  zoom(factor: number): void;
  tap(x: number, y: number): void;
  hover(x: number | null, y?: number): void;
  twice(x: number, y: number): void;
}

const slack = 7; // pixels a finger may move and still be tapping

export class Hand {
  private readonly down = new Map<number, { x: number; y: number; startX: number; startY: number }>();
  private moved = false;
  private lastTap = { at: 0, x: 0, y: 0 };
  private readonly abort = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly on: Touches,
  ) {
    const { signal } = this.abort;
    element.addEventListener("pointerdown", this.press, { signal });
    element.addEventListener("pointermove", this.move, { signal });
    element.addEventListener("pointerup", this.lift, { signal });
    element.addEventListener("pointercancel", this.lift, { signal });
    element.addEventListener("pointerleave", () => this.on.hover(null), { signal });
    element.addEventListener("wheel", this.wheel, { signal, passive: false });
  }
  dispose(): void {
    this.abort.abort();
  }

  private press = (event: PointerEvent): void => {
    this.element.setPointerCapture(event.pointerId);
    if (this.down.size === 0) this.moved = false;
    this.down.set(event.pointerId, {
      x: event.clientX,
      y: event.clientY,
      startX: event.clientX,
      startY: event.clientY,
    });
  };
  private move = (event: PointerEvent): void => {
    const finger = this.down.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") this.on.hover(event.clientX, event.clientY);
      return;
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (!this.moved && Math.hypot(event.clientX - finger.startX, event.clientY - finger.startY) < slack) return;
    this.moved = true;
    const before = this.spread();
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (this.down.size === 1) this.on.drag(dx, dy);
    else if (before > 0) this.on.zoom(this.spread() / before);
  };
  private lift = (event: PointerEvent): void => {
    const finger = this.down.get(event.pointerId);
    this.down.delete(event.pointerId);
    if (!finger || this.moved || this.down.size > 0 || event.type === "pointercancel" || event.button > 0) return;
    const now = performance.now();
    const { clientX: x, clientY: y } = event;
    const again = now - this.lastTap.at < 300 && Math.hypot(x - this.lastTap.x, y - this.lastTap.y) < 24;
    this.lastTap = { at: again ? 0 : now, x, y };
    this.on.tap(x, y);
    if (again) this.on.twice(x, y);
  };
  private wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.on.zoom(Math.exp(-event.deltaY * 0.0012));
  };
  private spread(): number {
    const [one, other] = [...this.down.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }
}

// The camera: orbits and zooms within limits, and only when the user wants it.
import { PerspectiveCamera, Vector3 } from "three";
import { heading } from "../heading.ts";

export interface CameraWish {
  /** Quarter turns. */
  turn?: number;
  top?: boolean;
  reset?: boolean;
}
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const start = { azimuth: -0.42, polar: 0.86, zoom: 1 };
/** On a narrow screen the camera looks down more steeply and less from the side, which fills the screen better. */
const tall = { azimuth: -0.2, polar: 0.62, zoom: 1 };
const limits = { polarMin: 0.06, polarMax: 1.3, zoomMin: 0.62, zoomMax: 1.9 };
/** Straight down, almost: at exactly zero the camera would not know which way is up. */
const above = 0.001;

export class Eye {
  readonly camera = new PerspectiveCamera(30, 1, 1, 140);
  private goal = { ...start };
  private now = { ...start };
  private width = 1;
  private height = 1;
  private inset: Inset = { top: 0, right: 0, bottom: 0, left: 0 };
  private rim = false;

  resize(width: number, height: number, inset: Inset): void {
    [this.width, this.height, this.inset] = [width, height, inset];
    this.camera.aspect = width / height;
    if (!this.touched) {
      this.goal = { ...this.home };
      this.now = { ...this.home };
    }
    this.place();
  }
  /** `rim`: whether something lies around the board that has to be visible as well. */
  show(rim: boolean): void {
    if (rim === this.rim) return;
    this.rim = rim;
    this.place();
  }
  private touched = false;
  private get home(): typeof start {
    return this.width < this.height ? tall : start;
  }
  drag(dx: number, dy: number): void {
    this.touched = true;
    this.goal.azimuth -= dx * 0.006;
    this.goal.polar = clamp(this.goal.polar - dy * 0.005, limits.polarMin, limits.polarMax);
    this.now = { ...this.goal };
    this.place();
  }
  zoom(factor: number): void {
    this.touched = true;
    this.goal.zoom = clamp(this.goal.zoom * factor, limits.zoomMin, limits.zoomMax);
    this.now.zoom = this.goal.zoom;
    this.place();
  }
  wish(wish: CameraWish): void {
    this.touched = true;
    if (wish.turn) this.goal.azimuth += (wish.turn * Math.PI) / 2;
    // A second request for the view from above goes back to the normal view.
    if (wish.top)
      this.goal =
        this.goal.polar < 0.2 ? { ...this.home } : { ...this.goal, azimuth: quarter(this.goal.azimuth), polar: above };
    if (wish.reset) this.goal = { ...this.home };
  }
  /** Moves one frame closer to its goal; false once it is there. */
  approach(fraction: number): boolean {
    const far =
      Math.abs(this.goal.azimuth - this.now.azimuth) +
      Math.abs(this.goal.polar - this.now.polar) +
      Math.abs(this.goal.zoom - this.now.zoom);
    if (far < 0.001) return false;
    const k = far < 0.01 ? 1 : fraction;
    this.now.azimuth += (this.goal.azimuth - this.now.azimuth) * k;
    this.now.polar += (this.goal.polar - this.now.polar) * k;
    this.now.zoom += (this.goal.zoom - this.now.zoom) * k;
    this.place();
    return true;
  }

  private place(): void {
    const { azimuth, polar, zoom } = this.now;
    const free = {
      width: Math.max(120, this.width - this.inset.left - this.inset.right),
      height: Math.max(120, this.height - this.inset.top - this.inset.bottom),
    };
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    // Fit the board and the names around it into the free space, in width and in height.
    const wide =
      (this.width >= this.height ? 3.5 : this.rim ? 3.7 : 3.45) /
      (half * this.camera.aspect * (free.width / this.width));
    const high = 3.35 / (half * (free.height / this.height));
    const distance = Math.max(wide, high) / zoom;
    const flat = Math.sin(polar) * distance;
    this.camera.position.set(Math.sin(azimuth) * flat, Math.cos(polar) * distance, Math.cos(azimuth) * flat);
    this.camera.lookAt(new Vector3(0, 0.25, 0));
    heading.set(azimuth);
    this.camera.setViewOffset(
      this.width,
      this.height,
      (this.inset.right - this.inset.left) / 2,
      (this.inset.bottom - this.inset.top) / 2,
      this.width,
      this.height,
    );
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const quarter = (angle: number): number => Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);

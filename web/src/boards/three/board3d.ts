// The 3D board. It reads the scene, compares it with what stands on the island, and moves what differs. It draws only
// when something has changed, and a few times a second for the water where the machine is quick enough.
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  Raycaster,
  Vector2,
  WebGLRenderer,
  Scene as World,
} from "three";
import type { Scene } from "../../model/scene.ts";
import type { Square } from "../../model/square.ts";
import { type CameraWish, Eye, type Inset } from "./camera.ts";
import { Figures } from "./figures.ts";
import { Hand } from "./hand.ts";
import { Houses } from "./houses.ts";
import type { Island } from "./island.ts";
import { releaseLabels } from "./labels.ts";
import { Layers } from "./layers.ts";
import { day, makeMaterials, night } from "./materials.ts";
import { release } from "./models/geometry.ts";
import { makeScenery, type Scenery } from "./scenery.ts";
import { squareOnRay, towersInTheWay } from "./sight.ts";
import { Tweens } from "./tween.ts";

export type { CameraWish };

export class Board3D {
  private readonly renderer: WebGLRenderer;
  private readonly eye = new Eye();
  private readonly hand: Hand;
  private readonly resizer: ResizeObserver;
  private readonly island: Island = { world: new World(), tweens: new Tweens(), materials: makeMaterials(day, false) };
  private readonly houses = new Houses(this.island);
  private readonly figures = new Figures(this.island);
  private readonly layers = new Layers(this.island);
  private readonly raycaster = new Raycaster();
  private scenery: Scenery;
  private readonly sun = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private scene: Scene | null = null;
  private night = false;
  private frame = 0;
  private idleTimer = 0;
  private slow = false;
  private before = 0;
  private paces: number[] = [];
  private gone = false;
  private inset_: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    on: { tap: (square: Square) => void; hover: (square: Square | null) => void },
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, stencil: true, powerPreference: "low-power" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.scenery = makeScenery(this.island.materials, day);
    this.island.world.add(this.scenery.group, this.sky, this.sun, this.sun.target);
    this.light();
    this.hand = new Hand(canvas, {
      drag: (dx, dy) => {
        this.eye.drag(dx, dy);
        this.viewMoved();
      },
      zoom: (factor) => {
        this.eye.zoom(factor);
        this.viewMoved();
      },
      tap: (x, y) => {
        const square = this.squareAt(x, y);
        if (square) on.tap(square);
      },
      hover: (x, y) => {
        const square = x === null ? null : this.squareAt(x, y!);
        const can =
          square !== null && this.scene && (square in this.scene.targets || this.scene.sources.includes(square));
        canvas.style.cursor = can ? "pointer" : "grab";
        on.hover(square);
      },
      twice: (x, y) => {
        if (!this.squareAt(x, y)) this.look({ reset: true });
      },
    });
    this.resizer = new ResizeObserver(() => this.resize());
    this.resizer.observe(canvas);
    this.resize();
    canvas.addEventListener("webglcontextrestored", this.restored);
  }

  /** Draws a scene; whatever differs from the one before moves to its new place. */
  draw(scene: Scene): void {
    const before = this.scene;
    if (before === scene) return;
    this.scene = scene;
    if (!before || before.night !== scene.night) this.setNight(scene.night);
    if (before?.beat && !scene.beat) this.island.tweens.finish();
    this.eye.show(scene.board.arrows.length > 0);
    this.houses.draw(scene);
    this.figures.draw(scene);
    this.layers.draw(scene);
    this.seeThrough();
    this.shadows();
    this.redraw();
    this.scheduleIdle();
  }
  look(wish: CameraWish): void {
    this.eye.wish(wish);
    if (this.scene && !this.scene.motion) while (this.eye.approach(1));
    this.viewMoved();
  }
  inset(inset: Inset): void {
    this.inset_ = inset;
    this.resize();
  }
  dispose(): void {
    this.gone = true;
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.idleTimer);
    this.resizer.disconnect();
    this.hand.dispose();
    this.canvas.removeEventListener("webglcontextrestored", this.restored);
    release();
    releaseLabels();
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // browsers allow only a few contexts
  }

  // -- frames --------------------------------------------------------------------------------------------------

  private redraw(): void {
    if (!this.frame && !this.gone) this.frame = requestAnimationFrame(this.onFrame);
  }
  private onFrame = (now: number): void => {
    this.frame = 0;
    const moving = this.island.tweens.run(now);
    const turning = this.eye.approach(0.2);
    if (moving) this.shadows();
    if (turning) this.seeThrough();
    const began = performance.now();
    this.renderer.render(this.island.world, this.eye.camera);
    this.slow = performance.now() - began > 12;
    this.pace(now);
    if (moving || turning) this.redraw();
  };
  /** Where animations run too slowly, the picture is simplified: first fewer pixels, then no shadows. */
  private pace(now: number): void {
    const since = now - this.before;
    this.before = now;
    if (since > 250 || since < 1) return;
    this.paces.push(since);
    if (this.paces.length < 24) return;
    const mean = this.paces.reduce((sum, each) => sum + each, 0) / this.paces.length;
    this.paces = [];
    if (mean < 30) return;
    if (this.renderer.getPixelRatio() > 1) this.renderer.setPixelRatio(1);
    else if (this.sun.castShadow) this.sun.castShadow = false;
    this.resize();
  }
  /** Moves the water a little while nothing else moves, unless frames are slow. */
  private scheduleIdle(): void {
    window.clearTimeout(this.idleTimer);
    if (!this.scene?.motion || this.gone) return;
    this.idleTimer = window.setTimeout(
      () => {
        if (!this.slow && !document.hidden && !this.frame) {
          this.scenery.idle(performance.now() / 1000);
          this.redraw();
        }
        this.scheduleIdle();
      },
      this.slow ? 2000 : 66,
    );
  }
  private shadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }
  private viewMoved(): void {
    this.seeThrough();
    this.redraw();
  }
  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.eye.resize(clientWidth, clientHeight, this.inset_);
    this.shadows();
    this.viewMoved();
  }
  private restored = (): void => {
    this.shadows();
    this.redraw();
  };

  // -- light ---------------------------------------------------------------------------------------------------

  private light(): void {
    this.sun.position.set(-5, 8.5, 3.5);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    Object.assign(this.sun.shadow.camera, { left: -6, right: 6, top: 6, bottom: -6, near: 1, far: 24 });
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.02;
    this.sun.shadow.radius = 5;
    this.setColours(false);
  }
  private setColours(isNight: boolean): void {
    const colours = isNight ? night : day;
    this.sky.color.set(colours.sky);
    this.sky.groundColor.set(colours.ground);
    this.sky.intensity = colours.skyPower;
    this.sun.color.set(colours.sun);
    this.sun.intensity = colours.sunPower;
    this.renderer.setClearColor(new Color(colours.seaFar), 1);
  }
  private setNight(isNight: boolean): void {
    if (isNight === this.night) return;
    this.night = isNight;
    const colours = isNight ? night : day;
    this.island.materials = makeMaterials(colours, isNight);
    this.scenery.group.removeFromParent();
    this.scenery = makeScenery(this.island.materials, colours);
    this.island.world.add(this.scenery.group);
    this.setColours(isNight);
    for (const part of [this.houses, this.figures, this.layers]) part.clear();
  }

  // -- seeing and touching -------------------------------------------------------------------------------------

  private seeThrough(): void {
    this.layers.lookFrom(this.eye.camera.position);
    if (this.scene) this.houses.letThrough(towersInTheWay(this.scene, this.eye.camera.position));
  }
  private squareAt(x: number, y: number): Square | null {
    if (!this.scene) return null;
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const point = new Vector2(((x - left) / width) * 2 - 1, -((y - top) / height) * 2 + 1);
    this.raycaster.setFromCamera(point, this.eye.camera);
    return squareOnRay(this.raycaster.ray, this.scene, (square) => this.houses.isClear(square));
  }
}

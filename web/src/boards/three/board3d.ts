// The 3D board. It reads the scene, compares it with what stands on the island, and moves what differs. It draws only
// when something changed, and a few times a second for the water where the machine has the strength.
import {
  Box3,
  CanvasTexture,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Material,
  Mesh,
  type MeshLambertMaterial,
  type Object3D,
  PCFShadowMap,
  Ray,
  Raycaster,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  Scene as World,
} from "three";
import { type Tower, towerAt, type Worker } from "../../model/board.ts";
import type { Scene } from "../../model/scene.ts";
import { fileOf, files, rankOf, ranks, type Square, squares, vector } from "../../model/square.ts";
import { type CameraWish, Eye, type Inset } from "./camera.ts";
import { Hand } from "./hand.ts";
import { day, type Materials, makeMaterials, night, translucent } from "./materials.ts";
import {
  arrowModel,
  barredModel,
  domeModel,
  floors,
  focusModel,
  lastModel,
  markModel,
  pickedModel,
  refusedModel,
  release,
  sourceModel,
  storeyModel,
  tokenModel,
  workerModel,
} from "./models.ts";
import { makeScenery, middle, type Scenery } from "./scenery.ts";
import { easeInOut, settle, Tweens } from "./tween.ts";

export type { CameraWish };

interface Figure {
  group: Group;
  worker: Worker;
}
interface House {
  group: Group;
  tower: Tower;
  parts: Group[];
  dome: Group | null;
  seeThrough: boolean;
  /** What it was made of when its materials were last chosen. */
  seen: string;
}

export class Board3D {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly eye = new Eye();
  private readonly tweens = new Tweens();
  private readonly hand: Hand;
  private readonly resizer: ResizeObserver;
  private materials: Materials;
  private scenery: Scenery;
  private readonly sun = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly houses = new Map<Square, House>();
  private readonly figures = new Map<number, Figure>();
  private readonly things = new Group(); // tokens, arrows, marks, labels: made anew when they change
  private readonly layers = new Map<string, { key: string; group: Group }>();
  private readonly clear = new Map<Material, Material>();
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
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "low-power" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.materials = makeMaterials(day, false);
    this.scenery = makeScenery(this.materials, day);
    this.world.add(this.scenery.group, this.things, this.sky, this.sun, this.sun.target);
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

  /** Draws a scene; what differs from the one before moves there. */
  draw(scene: Scene): void {
    const before = this.scene;
    if (before === scene) return;
    this.scene = scene;
    if (!before || before.night !== scene.night) this.setNight(scene.night);
    if (before?.beat && !scene.beat) this.tweens.finish();
    this.drawTowers(scene);
    this.drawWorkers(scene);
    this.drawLayers(scene);
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
    for (const material of drawn.values()) material.map?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // a browser has only a few of these
  }

  // -- frames --------------------------------------------------------------------------------------------------

  private redraw(): void {
    if (!this.frame && !this.gone) this.frame = requestAnimationFrame(this.onFrame);
  }
  private onFrame = (now: number): void => {
    this.frame = 0;
    const moving = this.tweens.run(now);
    const turning = this.eye.approach(0.2);
    if (moving) this.shadows();
    if (turning) this.seeThrough();
    const began = performance.now();
    this.renderer.render(this.world, this.eye.camera);
    this.slow = performance.now() - began > 12;
    this.pace(now);
    if (moving || turning) this.redraw();
  };
  /** Where frames come too slowly while something moves, the picture gets simpler: fewer pixels, then no shadows. */
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
  /** The water moves a little while nothing else does, unless that is a burden. */
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
    this.materials = makeMaterials(colours, isNight);
    this.clear.clear();
    this.world.remove(this.scenery.group);
    this.scenery = makeScenery(this.materials, colours);
    this.world.add(this.scenery.group);
    this.setColours(isNight);
    for (const house of this.houses.values()) this.world.remove(house.group);
    for (const figure of this.figures.values()) this.world.remove(figure.group);
    this.houses.clear();
    this.figures.clear();
    this.layers.clear();
    this.things.clear();
  }

  // -- towers --------------------------------------------------------------------------------------------------

  private drawTowers(scene: Scene): void {
    const first = this.houses.size === 0;
    for (const square of squares) {
      const tower = towerAt(scene.board, square);
      let house = this.houses.get(square);
      if (!house) {
        house = {
          group: new Group(),
          tower: { level: 0, dome: false },
          parts: [],
          dome: null,
          seeThrough: false,
          seen: "",
        };
        house.group.position.copy(middle(square));
        this.world.add(house.group);
        this.houses.set(square, house);
      }
      this.raise(house, square, tower, scene, first);
      const lit = scene.wonAt === square;
      house.group.traverse((part) => {
        if (part.name === "windows") (part as Mesh).material = lit ? this.materials.lit : this.materials.window;
      });
    }
  }
  private raise(house: House, square: Square, tower: Tower, scene: Scene, first: boolean): void {
    const lasts = first || !scene.motion ? 0 : 240;
    if (house.dome && !tower.dome) this.sink(house.group, house.dome, lasts, () => (house.dome = null));
    if (!tower.dome) house.dome = null;
    while (house.parts.length > tower.level) this.sink(house.group, house.parts.pop()!, lasts);
    while (house.parts.length < tower.level) {
      const level = (house.parts.length + 1) as 1 | 2 | 3;
      const part = storeyModel(level, this.materials, square);
      house.parts.push(part);
      house.group.add(part);
      this.drop(part, floors[level - 1]!, lasts);
    }
    if (tower.dome && !house.dome) {
      house.dome = domeModel(this.materials);
      house.group.add(house.dome);
      this.drop(house.dome, floors[tower.level], lasts);
    }
    house.tower = tower;
  }
  private drop(part: Object3D, y: number, lasts: number): void {
    this.tweens.add(lasts, (done) => (part.position.y = y + (1 - settle(done)) * 0.9));
  }
  private sink(from: Group, part: Object3D, lasts: number, end?: () => void): void {
    const y = part.position.y;
    this.tweens.add(
      lasts,
      (done) => {
        part.position.y = y - done * 0.3;
        part.scale.setScalar(Math.max(0.001, 1 - done));
      },
      () => {
        from.remove(part);
        end?.();
      },
    );
  }

  // -- workers -------------------------------------------------------------------------------------------------

  private drawWorkers(scene: Scene): void {
    const present = new Set(scene.board.workers.map((worker) => worker.id));
    const first = this.figures.size === 0;
    for (const [id, figure] of this.figures) {
      if (present.has(id)) continue;
      this.figures.delete(id);
      this.sink(this.world as unknown as Group, figure.group, scene.motion ? 380 : 0);
    }
    for (const worker of scene.board.workers) {
      const stand = middle(worker.square, floors[towerAt(scene.board, worker.square).level]);
      let figure = this.figures.get(worker.id);
      if (figure && (figure.worker.side !== worker.side || figure.worker.woman !== worker.woman)) {
        this.world.remove(figure.group);
        figure = undefined;
      }
      if (!figure) {
        figure = { group: workerModel(worker.side, worker.woman, this.materials), worker };
        figure.group.position.copy(stand);
        this.face(figure.group, worker.square);
        this.world.add(figure.group);
        this.figures.set(worker.id, figure);
        if (!first && scene.motion) {
          const { group } = figure;
          this.tweens.add(240, (done) => {
            group.position.y = stand.y + (1 - settle(done)) * 0.7;
          });
        }
        continue;
      }
      const from = figure.group.position.clone();
      figure.worker = worker;
      if (from.distanceTo(stand) < 0.001) continue;
      const { group } = figure;
      const forced = scene.beat?.kind === "force" || (scene.beat?.kind === "move" && scene.beat.to !== worker.square);
      const hop = forced ? 0.12 : 0.32;
      if (from.x !== stand.x || from.z !== stand.z) group.rotation.y = Math.atan2(stand.x - from.x, stand.z - from.z);
      this.tweens.add(scene.motion ? 320 : 0, (done) => {
        group.position.lerpVectors(from, stand, easeInOut(done));
        group.position.y += Math.sin(done * Math.PI) * hop;
      });
    }
  }
  /** Workers look towards the middle of the island at first. */
  private face(group: Group, square: Square): void {
    const at = middle(square);
    group.rotation.y = Math.atan2(-at.x || 0.01, -at.z + 3);
  }

  // -- everything that is made anew when it changes ------------------------------------------------------------

  private drawLayers(scene: Scene): void {
    const floor = (square: Square): Vector3 => middle(square, floors[towerAt(scene.board, square).level]);
    const put = (model: Object3D, square: Square, group: Group): void => {
      model.position.copy(floor(square));
      group.add(model);
    };
    const heights = Object.values(scene.board.towers)
      .map((tower) => tower.level)
      .join("");
    this.layer("tokens", JSON.stringify([scene.board.tokens, heights]), (group) => {
      for (const token of scene.board.tokens) put(tokenModel(token.kind, this.materials), token.square, group);
    });
    this.layer("arrows", JSON.stringify(scene.board.arrows), (group) => {
      for (const arrow of scene.board.arrows) {
        const [east, north] = vector(arrow.direction);
        const model = arrowModel(arrow.kind, this.materials);
        model.position.set(east * 3.05, 0, -north * 3.05);
        model.rotation.y = Math.atan2(-east, north);
        group.add(model);
      }
    });
    this.layer("marks", JSON.stringify([scene.targets, scene.sources, scene.picked, heights]), (group) => {
      for (const [square, steps] of Object.entries(scene.targets)) {
        for (const kind of new Set(steps.map((step) => step.kind))) put(markModel(kind, this.materials), square, group);
      }
      if (scene.picked === null) for (const square of scene.sources) put(sourceModel(this.materials), square, group);
      else put(pickedModel(this.materials), scene.picked, group);
    });
    this.layer("last", JSON.stringify([scene.last, heights]), (group) => {
      for (const [square, what] of Object.entries(scene.last)) {
        const mark = lastModel(what === "build", this.materials);
        mark.position.copy(what === "build" ? middle(square, 0.05) : floor(square));
        group.add(mark);
      }
    });
    this.layer("barred", JSON.stringify([scene.barred, heights]), (group) => {
      for (const square of scene.barred) put(barredModel(this.materials), square, group);
    });
    this.layer("focus", `${scene.focus}${scene.refused}${heights}`, (group) => {
      if (scene.focus) {
        const frame = focusModel(this.materials);
        frame.position.copy(middle(scene.focus, 0.05));
        group.add(frame);
      }
      if (scene.refused) put(refusedModel(this.materials), scene.refused, group);
    });
    this.layer("ghost", JSON.stringify([scene.ghost, heights]), (group) => this.drawGhost(scene, group));
    this.layer("names", String(scene.coordinates), (group) => {
      if (!scene.coordinates) return;
      for (const file of files)
        for (const z of [2.78, -2.78])
          group.add(label(file, fileOf(`${file}1`) - 2, 0.08, z, 0.27, false, scene.night));
      for (const rank of ranks)
        for (const x of [-2.78, 2.78])
          group.add(label(rank, x, 0.08, 2 - rankOf(`a${rank}`), 0.27, false, scene.night));
    });
    this.layer("levels", scene.heights ? heights + scene.board.workers.length : "", (group) => {
      if (!scene.heights) return;
      for (const square of squares) {
        const tower = towerAt(scene.board, square);
        if (tower.level === 0 || tower.dome) continue;
        const at = middle(square);
        const out = [0, 0.36, 0.27, 0.2][tower.level]!;
        group.add(
          label(String(tower.level), at.x + out, floors[tower.level] + 0.07, at.z + out, 0.23, true, scene.night),
        );
      }
    });
  }
  private layer(name: string, key: string, fill: (group: Group) => void): void {
    const before = this.layers.get(name);
    if (before?.key === key) return;
    if (before) this.things.remove(before.group);
    const group = new Group();
    fill(group);
    this.things.add(group);
    this.layers.set(name, { key, group });
  }
  private drawGhost(scene: Scene, group: Group): void {
    const step = scene.ghost;
    if (!step?.to) return;
    const tower = towerAt(scene.board, step.to);
    const at = middle(step.to, floors[tower.level]);
    let model: Group | null = null;
    if (step.kind === "build" || step.kind === "dome") {
      model =
        step.dome || step.kind === "dome"
          ? domeModel(this.materials)
          : storeyModel((tower.level + 1) as 1 | 2 | 3, this.materials, step.to);
      const dome = step.dome || step.kind === "dome";
      model.traverse((part) => {
        if (part instanceof Mesh) {
          part.material = dome ? this.materials.ghostDome : this.materials.ghost;
          part.castShadow = false;
        }
      });
    } else if (["move", "force", "place", "exchange"].includes(step.kind)) {
      const mover = scene.board.workers.find((worker) => worker.square === step.at);
      const side = mover?.side ?? scene.side;
      model = workerModel(side, mover?.woman ?? step.what === 1, this.materials, this.materials.ghostCoats[side]);
      model.traverse((part) => (part.castShadow = false));
    }
    if (!model) return;
    model.position.copy(at);
    group.add(model);
  }

  // -- seeing and touching -------------------------------------------------------------------------------------

  /** A tower that hides a worker or a target lets the eye through. */
  private seeThrough(): void {
    const { scene } = this;
    if (!scene) return;
    const eye = this.eye.camera.position;
    const boxes = new Map<Square, Box3>();
    for (const [square, house] of this.houses) {
      const { level, dome } = house.tower;
      if (level === 0 && !dome) continue;
      const at = middle(square);
      const wide = level >= 2 ? 0.31 : 0.4;
      boxes.set(
        square,
        new Box3(
          new Vector3(at.x - wide, 0, at.z - wide),
          new Vector3(at.x + wide, floors[level] + (dome ? 0.28 : 0), at.z + wide),
        ),
      );
    }
    const hiding = new Set<Square>();
    const hit = new Vector3();
    const look = (square: Square, up: number): void => {
      const target = middle(square, floors[towerAt(scene.board, square).level] + up);
      const ray = new Ray(eye, target.clone().sub(eye).normalize());
      const far = target.distanceTo(eye);
      for (const [other, box] of boxes) {
        if (other !== square && ray.intersectBox(box, hit) && hit.distanceTo(eye) < far - 0.05) hiding.add(other);
      }
    };
    for (const worker of scene.board.workers) look(worker.square, 0.3);
    for (const square of Object.keys(scene.targets)) look(square, 0.08);
    if (scene.focus) look(scene.focus, 0.08);
    for (const [square, house] of this.houses) {
      const clear = hiding.has(square);
      const seen = `${house.parts.length}${house.dome !== null}${clear}`;
      if (seen === house.seen) continue;
      house.seen = seen;
      house.seeThrough = clear;
      house.group.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        const solid = (part.userData.solid ??= part.material) as MeshLambertMaterial;
        part.material = clear
          ? this.clearOf(solid)
          : part.name === "windows"
            ? part.material === this.materials.lit
              ? this.materials.lit
              : this.materials.window
            : solid;
      });
    }
  }
  private clearOf(material: MeshLambertMaterial): Material {
    let found = this.clear.get(material);
    if (!found) this.clear.set(material, (found = translucent(material)));
    return found;
  }

  private readonly raycaster = new Raycaster();
  private squareAt(x: number, y: number): Square | null {
    const { scene } = this;
    const bounds = this.canvas.getBoundingClientRect();
    this.raycaster.setFromCamera(
      new Vector2(((x - bounds.left) / bounds.width) * 2 - 1, -((y - bounds.top) / bounds.height) * 2 + 1),
      this.eye.camera,
    );
    const { ray } = this.raycaster;
    let best: Square | null = null;
    let nearest = Infinity;
    const hit = new Vector3();
    for (const square of squares) {
      const at = middle(square);
      const tower = scene ? towerAt(scene.board, square) : { level: 0 as const, dome: false };
      const occupied = scene?.board.workers.some((worker) => worker.square === square);
      // What lets the eye through lets the finger through, down to its tile.
      const hiding = this.houses.get(square)?.seeThrough && !(square in (scene?.targets ?? {}));
      const top = hiding ? 0.06 : floors[tower.level] + (tower.dome ? 0.28 : 0);
      const wide = tower.level >= 1 && !hiding ? 0.42 : 0.48;
      const boxes = [new Box3(new Vector3(at.x - wide, -0.1, at.z - wide), new Vector3(at.x + wide, top, at.z + wide))];
      if (occupied)
        boxes.push(
          new Box3(
            new Vector3(at.x - 0.2, floors[tower.level], at.z - 0.2),
            new Vector3(at.x + 0.2, floors[tower.level] + 0.8, at.z + 0.2),
          ),
        );
      for (const box of boxes) {
        if (!ray.intersectBox(box, hit)) continue;
        const distance = hit.distanceTo(ray.origin);
        if (distance < nearest) [nearest, best] = [distance, square];
      }
    }
    return best;
  }
}

const drawn = new Map<string, SpriteMaterial>();
/** A letter or number that always faces the reader. */
function label(text: string, x: number, y: number, z: number, size: number, badge: boolean, isNight: boolean): Sprite {
  const name = `${text}${badge}${isNight}`;
  let material = drawn.get(name);
  if (!material) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 96;
    const pen = canvas.getContext("2d")!;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    if (badge) {
      pen.fillStyle = "#ffffff";
      pen.strokeStyle = "#8b8674";
      pen.lineWidth = 5;
      pen.beginPath();
      pen.arc(48, 48, 42, 0, Math.PI * 2);
      pen.fill();
      pen.stroke();
    }
    pen.font = `700 ${badge ? 62 : 78}px "Inter Variable", sans-serif`;
    pen.fillStyle = badge ? "#16324a" : isNight ? "#f2ead4" : "#5a4a2a";
    pen.fillText(text, 48, 52);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    material = new SpriteMaterial({ map: texture, depthWrite: false });
    drawn.set(name, material);
  }
  const sprite = new Sprite(material);
  sprite.position.set(x, y, z);
  sprite.scale.setScalar(size);
  return sprite;
}

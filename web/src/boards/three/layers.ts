// Tokens, arrows, marks, labels: layers that are rebuilt when what they show has changed.
import { Group, Mesh, type Object3D, Vector3 } from "three";
import { towerAt } from "../../model/board.ts";
import type { Scene } from "../../model/scene.ts";
import { type Direction, fileOf, files, rankOf, ranks, type Square, squares, vector } from "../../model/square.ts";
import type { Island } from "./island.ts";
import { label, namesOut } from "./labels.ts";
import { floors } from "./models/geometry.ts";
import { domeModel, storeyModel } from "./models/houses.ts";
import {
  barredModel,
  focusModel,
  lastModel,
  markModel,
  pickedModel,
  refusedModel,
  sourceModel,
} from "./models/marks.ts";
import { arrowModel, tokenModel } from "./models/tokens.ts";
import { workerModel } from "./models/workers.ts";
import { middle } from "./scenery.ts";

/** Where an arrow lies. At a corner the rim is nearer, and the arrow floats a little so that nothing hides it. */
export function arrowAt(direction: Direction): Vector3 {
  const [east, north] = vector(direction);
  const out = east && north ? 2.86 : 3.3;
  return new Vector3(east * out, 0.3, -north * out);
}

export class Layers {
  private readonly group = new Group();
  private readonly layers = new Map<string, { key: string; group: Group }>();

  constructor(private readonly island: Island) {
    island.world.add(this.group);
  }

  clear(): void {
    this.group.clear();
    this.layers.clear();
  }

  draw(scene: Scene): void {
    const { materials } = this.island;
    const floor = (square: Square): Vector3 => middle(square, floors[towerAt(scene.board, square).level]);
    const put = (model: Object3D, square: Square, group: Group): void => {
      model.position.copy(floor(square));
      group.add(model);
    };
    const heights = Object.values(scene.board.towers)
      .map((tower) => tower.level)
      .join("");
    this.layer("tokens", JSON.stringify([scene.board.tokens, heights]), (group) => {
      for (const token of scene.board.tokens) put(tokenModel(token.kind, materials), token.square, group);
    });
    this.layer("arrows", JSON.stringify(scene.board.arrows), (group) => {
      for (const arrow of scene.board.arrows) {
        const [east, north] = vector(arrow.direction);
        const model = arrowModel(arrow.kind, materials);
        model.position.copy(arrowAt(arrow.direction));
        model.rotation.y = Math.atan2(-east, north);
        group.add(model);
      }
    });
    this.layer("marks", JSON.stringify([scene.targets, scene.sources, scene.picked, heights]), (group) => {
      for (const [square, steps] of Object.entries(scene.targets)) {
        for (const kind of new Set(steps.map((step) => step.kind))) put(markModel(kind, materials), square, group);
      }
      if (scene.picked === null) for (const square of scene.sources) put(sourceModel(materials), square, group);
      else put(pickedModel(materials), scene.picked, group);
    });
    this.layer("last", JSON.stringify([scene.last, heights]), (group) => {
      for (const [square, what] of Object.entries(scene.last)) {
        const mark = lastModel(what === "build", materials);
        mark.position.copy(what === "build" ? middle(square, 0.05) : floor(square));
        group.add(mark);
      }
    });
    this.layer("barred", JSON.stringify([scene.barred, heights]), (group) => {
      for (const square of scene.barred) put(barredModel(materials), square, group);
    });
    this.layer("focus", `${scene.focus}${scene.refused}${heights}`, (group) => {
      if (scene.focus) {
        const frame = focusModel(materials);
        frame.position.copy(middle(scene.focus, 0.05));
        group.add(frame);
      }
      if (scene.refused) put(refusedModel(materials), scene.refused, group);
    });
    this.layer("ghost", JSON.stringify([scene.ghost, heights]), (group) => this.drawGhost(scene, group));
    this.layer("names", String(scene.coordinates), (group) => {
      if (!scene.coordinates) return;
      for (const over of [false, true]) {
        const put = (text: string, x: number, z: number, side: Vector3): void => {
          const sprite = label(text, x, 0.08, z, 0.27, over ? "over" : "plain", scene.night);
          sprite.userData.side = side;
          sprite.userData.over = over;
          group.add(sprite);
        };
        for (const out of [-1, 1]) {
          for (const file of files) put(file, fileOf(`${file}1`) - 2, out * namesOut, new Vector3(0, 0, out));
          for (const rank of ranks) put(rank, out * namesOut, 2 - rankOf(`a${rank}`), new Vector3(out, 0, 0));
        }
      }
    });
    this.turnNames();
    this.layer("levels", scene.heights ? heights + scene.board.workers.length : "", (group) => {
      if (!scene.heights) return;
      for (const square of squares) {
        const tower = towerAt(scene.board, square);
        if (tower.level === 0 || tower.dome) continue;
        const at = middle(square);
        const out = [0, 0.36, 0.27, 0.2][tower.level]!;
        group.add(
          label(String(tower.level), at.x + out, floors[tower.level] + 0.07, at.z + out, 0.23, "badge", scene.night),
        );
      }
    });
  }
  /** Names on the camera's side are drawn over trees and houses; those on the far side can be hidden by the towers. */
  lookFrom(eye: Vector3): void {
    this.eye.copy(eye);
    this.turnNames();
  }
  private readonly eye = new Vector3(0, 1, 1);
  private turnNames(): void {
    for (const sprite of this.layers.get("names")?.group.children ?? [])
      sprite.visible = sprite.userData.over === (sprite.userData.side as Vector3).dot(this.eye) > 0;
  }
  private layer(name: string, key: string, fill: (group: Group) => void): void {
    const before = this.layers.get(name);
    if (before?.key === key) return;
    if (before) this.group.remove(before.group);
    const group = new Group();
    fill(group);
    this.group.add(group);
    this.layers.set(name, { key, group });
  }
  private drawGhost(scene: Scene, group: Group): void {
    const { materials } = this.island;
    const step = scene.ghost;
    if (!step?.to) return;
    const tower = towerAt(scene.board, step.to);
    const at = middle(step.to, floors[tower.level]);
    let model: Group | null = null;
    if (step.kind === "build" || step.kind === "dome") {
      model =
        step.dome || step.kind === "dome"
          ? domeModel(materials)
          : storeyModel((tower.level + 1) as 1 | 2 | 3, materials, step.to);
      const dome = step.dome || step.kind === "dome";
      model.traverse((part) => {
        if (part instanceof Mesh) {
          part.material = dome ? materials.ghostDome : materials.ghost;
          part.castShadow = false;
        }
      });
    } else if (["move", "force", "place", "exchange"].includes(step.kind)) {
      const mover = scene.board.workers.find((worker) => worker.square === step.at);
      const side = mover?.side ?? scene.side;
      model = workerModel(side, mover?.woman ?? step.what === 1, materials, materials.ghostCoats[side]);
      model.traverse((part) => (part.castShadow = false));
    }
    if (!model) return;
    model.position.copy(at);
    group.add(model);
  }
}

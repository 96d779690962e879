// The workers: each moves from where it is drawn to where it should be.
import type { Group } from "three";
import { towerAt, type Worker } from "../../model/board.ts";
import type { Scene } from "../../model/scene.ts";
import type { Square } from "../../model/square.ts";
import type { Island } from "./island.ts";
import { floors } from "./models/geometry.ts";
import { workerModel } from "./models/workers.ts";
import { drop, sink } from "./motions.ts";
import { middle } from "./scenery.ts";
import { easeInOut } from "./tween.ts";

interface Figure {
  group: Group;
  worker: Worker;
}

export class Figures {
  private readonly figures = new Map<number, Figure>();

  constructor(private readonly island: Island) {}

  clear(): void {
    for (const { group } of this.figures.values()) group.removeFromParent();
    this.figures.clear();
  }

  draw(scene: Scene): void {
    const { tweens } = this.island;
    const present = new Set(scene.board.workers.map((worker) => worker.id));
    const first = this.figures.size === 0;
    for (const [id, figure] of this.figures) {
      if (present.has(id)) continue;
      this.figures.delete(id);
      sink(tweens, figure.group, scene.motion ? 380 : 0);
    }
    for (const worker of scene.board.workers) {
      const figure = this.figures.get(worker.id);
      if (figure && figure.worker.side === worker.side && figure.worker.woman === worker.woman) {
        this.move(figure, worker, scene);
      } else {
        figure?.group.removeFromParent();
        this.place(worker, scene, first || !scene.motion ? 0 : 240);
      }
    }
  }

  private place(worker: Worker, scene: Scene, lasts: number): void {
    const group = workerModel(worker.side, worker.woman, this.island.materials);
    const stand = standing(scene, worker.square);
    group.position.copy(stand);
    face(group, worker.square);
    this.island.world.add(group);
    this.figures.set(worker.id, { group, worker });
    if (lasts) drop(this.island.tweens, group, stand.y, 0.7, lasts);
  }

  private move(figure: Figure, worker: Worker, scene: Scene): void {
    const { group } = figure;
    const [from, stand] = [group.position.clone(), standing(scene, worker.square)];
    figure.worker = worker;
    if (from.distanceTo(stand) < 0.001) return;
    const forced = scene.beat?.kind === "force" || (scene.beat?.kind === "move" && scene.beat.to !== worker.square);
    const hop = forced ? 0.12 : 0.32;
    if (from.x !== stand.x || from.z !== stand.z) group.rotation.y = Math.atan2(stand.x - from.x, stand.z - from.z);
    this.island.tweens.add(scene.motion ? 320 : 0, (done) => {
      group.position.lerpVectors(from, stand, easeInOut(done));
      group.position.y += Math.sin(done * Math.PI) * hop;
    });
  }
}

const standing = (scene: Scene, square: Square) => middle(square, floors[towerAt(scene.board, square).level]);

/** Workers face the middle of the island at first. */
function face(group: Group, square: Square): void {
  const at = middle(square);
  group.rotation.y = Math.atan2(-at.x || 0.01, -at.z + 3);
}

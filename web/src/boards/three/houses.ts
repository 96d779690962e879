// The towers: adds what is new, removes what is gone, and makes those towers translucent that hide something.
import { Group, type Material, Mesh, type MeshLambertMaterial } from "three";
import { type Tower, towerAt } from "../../model/board.ts";
import type { Scene } from "../../model/scene.ts";
import { type Square, squares } from "../../model/square.ts";
import type { Island } from "./island.ts";
import { translucent } from "./materials.ts";
import { floors } from "./models/geometry.ts";
import { domeModel, storeyModel } from "./models/houses.ts";
import { drop, sink } from "./motions.ts";
import { middle } from "./scenery.ts";

interface House {
  group: Group;
  parts: Group[];
  dome: Group | null;
  isClear: boolean;
  /** The tower's state when its materials were last chosen. */
  seen: string;
}

const details = ["windows", "foot"];

export class Houses {
  private readonly houses = new Map<Square, House>();
  private readonly translucents = new Map<Material, Material>();

  constructor(private readonly island: Island) {}

  clear(): void {
    for (const { group } of this.houses.values()) group.removeFromParent();
    this.houses.clear();
    this.translucents.clear();
  }

  draw(scene: Scene): void {
    const first = this.houses.size === 0;
    for (const square of squares) {
      let house = this.houses.get(square);
      if (!house) {
        house = { group: new Group(), parts: [], dome: null, isClear: false, seen: "" };
        house.group.position.copy(middle(square));
        this.island.world.add(house.group);
        this.houses.set(square, house);
      }
      this.raise(house, square, towerAt(scene.board, square), first || !scene.motion ? 0 : 240);
      const { lit, window } = this.island.materials;
      house.group.traverse((part) => {
        if (part.name === "windows") (part as Mesh).material = scene.wonAt === square ? lit : window;
      });
    }
  }

  private raise(house: House, square: Square, tower: Tower, lasts: number): void {
    const { materials, tweens } = this.island;
    if (house.dome && !tower.dome) {
      sink(tweens, house.dome, lasts);
      house.dome = null;
    }
    while (house.parts.length > tower.level) sink(tweens, house.parts.pop()!, lasts);
    while (house.parts.length < tower.level) {
      const level = (house.parts.length + 1) as 1 | 2 | 3;
      const part = storeyModel(level, materials, square);
      house.parts.push(part);
      house.group.add(part);
      drop(tweens, part, floors[level - 1]!, 0.9, lasts);
    }
    if (tower.dome && !house.dome) {
      house.dome = domeModel(materials);
      house.group.add(house.dome);
      drop(tweens, house.dome, floors[tower.level], 0.9, lasts);
    }
  }

  isClear(square: Square): boolean {
    return this.houses.get(square)?.isClear ?? false;
  }

  /** Makes these towers translucent, and all others solid. */
  letThrough(hiding: ReadonlySet<Square>): void {
    const { lit, window } = this.island.materials;
    for (const [square, house] of this.houses) {
      const isClear = hiding.has(square);
      const seen = `${house.parts.length}${house.dome !== null}${isClear}`;
      if (seen === house.seen) continue;
      house.seen = seen;
      house.isClear = isClear;
      house.group.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        const solid = (part.userData.solid ??= part.material) as MeshLambertMaterial;
        // The outline is enough: windows, doors and steps would float in front of what is behind the tower.
        part.visible = !isClear || !details.includes(part.name);
        if (isClear) part.material = this.translucent(solid);
        else if (part.name === "windows") part.material = part.material === lit ? lit : window;
        else part.material = solid;
      });
      // Each pixel is tinted only once. The dome goes first, so that it is recognisable as a dome.
      house.dome?.traverse((part) => {
        part.renderOrder = isClear ? -1 : 0;
      });
    }
  }

  private translucent(material: MeshLambertMaterial): Material {
    let found = this.translucents.get(material);
    if (!found) {
      found = translucent(material);
      this.translucents.set(material, found);
    }
    return found;
  }
}

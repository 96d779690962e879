// The island and the sea around it: everything that is not part of the game. Repeated things are instanced or merged.
import {
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  RingGeometry,
  ShadowMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { fileOf, rankOf, type Square, squares } from "../../model/square.ts";
import type { Materials, Palette } from "./materials.ts";
import { grounded, shadowed } from "./models/geometry.ts";
import { cliffGeometry, tileGeometry } from "./models/island.ts";
import { makeLife } from "./models/life.ts";

export const middle = (square: Square, y = 0): Vector3 => new Vector3(fileOf(square) - 2, y, 2 - rankOf(square));

const seaLevel = -1.55;

export interface Scenery {
  group: Group;
  /** Small movements of water, boats and gulls; `seconds` since the start. */
  idle(seconds: number): void;
}

export function makeScenery(materials: Materials, colours: Palette): Scenery {
  const group = new Group();
  group.add(sea(colours));
  const shade = new Mesh(
    new PlaneGeometry(60, 60).rotateX(-Math.PI / 2),
    new ShadowMaterial({ opacity: 0.22, color: 0x04223d }),
  );
  shade.position.y = seaLevel + 0.01;
  shade.receiveShadow = true;
  group.add(shade);

  const foam = new Mesh(
    new RingGeometry(3.05, 4.3, 64, 1).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({ color: colours.foam, transparent: true, opacity: 0.35, depthWrite: false }),
  );
  foam.position.y = seaLevel + 0.02;
  group.add(foam);
  const waves = waveLines(colours);
  waves.position.y = seaLevel + 0.03;
  group.add(waves);

  const cliff = new Mesh(cliffGeometry(), materials.cliff);
  cliff.castShadow = true;
  group.add(cliff);
  const sand = new Mesh(new CylinderGeometry(3.84, 3.9, 0.12, 72), materials.sand);
  sand.position.y = -0.1;
  group.add(shadowed(sand));
  const joint = new Mesh(new BoxGeometry(5.16, 0.05, 5.16), materials.joint);
  joint.position.y = -0.03;
  joint.receiveShadow = true;
  group.add(joint);
  group.add(tiles(materials, false), tiles(materials, true), ...village(materials), ...trees(materials));
  const life = makeLife(materials, seaLevel);
  group.add(life.group);
  return {
    group,
    idle(seconds) {
      const swell = Math.sin(seconds * 0.8);
      foam.scale.setScalar(1 + swell * 0.012);
      (foam.material as MeshBasicMaterial).opacity = 0.33 + swell * 0.06;
      waves.rotation.y = Math.sin(seconds * 0.05) * 0.06;
      waves.position.x = Math.sin(seconds * 0.22) * 0.25;
      life.move(seconds);
    },
  };
}

/** The sea: light around the island, dark at the horizon. */
function sea(colours: Palette): Mesh {
  const geometry = new CircleGeometry(90, 96, 0, Math.PI * 2).rotateX(-Math.PI / 2);
  const rings = new RingGeometry(0.01, 90, 96, 24).rotateX(-Math.PI / 2);
  geometry.dispose();
  const near = new Color(colours.sea);
  const far = new Color(colours.seaFar);
  const shallow = new Color(colours.foam);
  const tint = new Color();
  const position = rings.getAttribute("position");
  const values: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const distance = Math.hypot(position.getX(i), position.getZ(i));
    if (distance < 8) tint.copy(shallow).lerp(near, Math.min(1, distance / 7));
    else tint.copy(near).lerp(far, Math.min(1, (distance - 8) / 30));
    values.push(tint.r, tint.g, tint.b);
  }
  rings.setAttribute("color", new Float32BufferAttribute(values, 3));
  const mesh = new Mesh(rings, new MeshBasicMaterial({ vertexColors: true }));
  mesh.position.y = seaLevel;
  return mesh;
}

function waveLines(colours: Palette): Mesh {
  const parts: BufferGeometry[] = [];
  for (let i = 0; i < 46; i++) {
    const angle = i * 2.399963;
    const radius = 5.2 + ((i * 7) % 23) * 0.62;
    parts.push(
      new RingGeometry(0.24, 0.265, 12, 1, 0.6, 1.9)
        .rotateX(-Math.PI / 2)
        .translate(Math.cos(angle) * radius, 0, Math.sin(angle) * radius),
    );
  }
  return new Mesh(
    mergeGeometries(parts),
    new MeshBasicMaterial({ color: colours.foam, transparent: true, opacity: 0.55, depthWrite: false }),
  );
}

function tiles(materials: Materials, dark: boolean): InstancedMesh {
  const mine = squares.filter((square) => ((fileOf(square) + rankOf(square)) % 2 === 0) === dark);
  const mesh = new InstancedMesh(tileGeometry(), dark ? materials.tileDark : materials.tile, mine.length);
  for (const [i, square] of mine.entries()) mesh.setMatrixAt(i, new Matrix4().setPosition(middle(square, -0.01)));
  mesh.receiveShadow = true;
  return mesh;
}

/** A few chapels and walls beside the board, with bougainvillea. */
function village(materials: Materials): Mesh[] {
  const walls: BufferGeometry[] = [];
  const domes: BufferGeometry[] = [];
  const doors: BufferGeometry[] = [];
  const flowers: BufferGeometry[] = [];
  const lanterns: BufferGeometry[] = [];
  // Between two labels, and away from the middle of each side, where arrows lie.
  const chapels = [
    [-3.3, -1.5, 0.38, 0.3],
    [3.2, 1.5, 0.42, -0.2],
    [-1.5, -3.25, 0.36, 0.1],
    [1.5, 3.25, 0.36, 0.7],
  ] as const;
  for (const [x, z, size, turn] of chapels) {
    walls.push(
      grounded(new BoxGeometry(size, size * 0.8, size, 1, 4, 1).translate(0, size * 0.4, 0))
        .rotateY(turn)
        .translate(x, -0.05, z),
    );
    domes.push(
      new SphereGeometry(size * 0.42, 20, 10, 0, Math.PI * 2, 0, Math.PI / 2).translate(x, size * 0.8 - 0.06, z),
    );
    doors.push(
      new BoxGeometry(size * 0.24, size * 0.42, 0.02)
        .translate(0, size * 0.2 - 0.03, size / 2)
        .rotateY(turn)
        .translate(x, 0, z),
    );
    lanterns.push(
      new SphereGeometry(0.028, 8, 6)
        .translate(size * 0.24, size * 0.5, size / 2 + 0.03)
        .rotateY(turn)
        .translate(x, 0, z),
    );
    // Bougainvillea climbs one corner.
    for (let i = 0; i < 12; i++) {
      const spread = 0.1 - i * 0.006;
      flowers.push(
        new SphereGeometry(0.03 + (i % 3) * 0.01, 6, 4).translate(
          x + size * 0.55 + Math.cos(i * 2.4) * spread,
          i * 0.026,
          z + size * 0.4 + Math.sin(i * 2.4) * spread,
        ),
      );
    }
  }
  const pink = materials.coats[0]!;
  return [
    shadowed(new Mesh(mergeGeometries(walls), materials.plaster)),
    shadowed(new Mesh(mergeGeometries(domes), materials.dome)),
    new Mesh(mergeGeometries(doors), materials.window),
    new Mesh(mergeGeometries(lanterns), materials.lantern),
    shadowed(new Mesh(mergeGeometries(flowers), pink)),
  ];
}

function trees(materials: Materials): InstancedMesh[] {
  const places = [
    [-3.4, 1.05, 1],
    [-3.15, 1.5, 0.75],
    [3.4, -1.05, 1.05],
    [3.4, 0.8, 0.7],
    [0.95, -3.5, 0.9],
    [1.5, -3.25, 0.7],
    [-0.95, 3.5, 0.95],
    [-1.5, 3.3, 0.7],
    [0.9, 3.45, 0.6],
  ] as const;
  const crown = new InstancedMesh(
    new ConeGeometry(0.15, 0.8, 12).translate(0, 0.5, 0),
    materials.cypress,
    places.length,
  );
  const trunk = new InstancedMesh(
    new CylinderGeometry(0.03, 0.035, 0.16, 8).translate(0, 0.06, 0),
    materials.trunk,
    places.length,
  );
  places.forEach(([x, z, size], i) => {
    const matrix = new Matrix4().compose(new Vector3(x, -0.05, z), new Quaternion(), new Vector3(size, size, size));
    crown.setMatrixAt(i, matrix);
    trunk.setMatrixAt(i, matrix);
  });
  return [shadowed(crown), shadowed(trunk)];
}

// Solids that models are made of. One square is one unit; y is up, north is -z.
import {
  BoxGeometry,
  type BufferGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  type Mesh,
  Shape,
  Vector2,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** How high a worker stands on each level, and where the dome sits. */
export const floors = [0.06, 0.44, 0.8, 1.12] as const;

export const storey = [0.38, 0.36, 0.32] as const;

/** A box with rounded vertical edges, like hand-made plaster, standing on y = 0. */
export function soft(width: number, height: number, radius: number, bevel = 0.018): BufferGeometry {
  const w = width / 2 - bevel;
  const r = Math.max(0.001, radius - bevel);
  const shape = new Shape();
  shape.moveTo(-w + r, -w);
  shape.lineTo(w - r, -w);
  shape.quadraticCurveTo(w, -w, w, -w + r);
  shape.lineTo(w, w - r);
  shape.quadraticCurveTo(w, w, w - r, w);
  shape.lineTo(-w + r, w);
  shape.quadraticCurveTo(-w, w, -w, w - r);
  shape.lineTo(-w, -w + r);
  shape.quadraticCurveTo(-w, -w, -w + r, -w);
  const solid = new ExtrudeGeometry(shape, {
    depth: height - 2 * bevel,
    bevelEnabled: true,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelSegments: 2,
    curveSegments: 3,
    steps: 3,
  });
  solid.rotateX(-Math.PI / 2);
  solid.translate(0, bevel, 0);
  return solid;
}

/** Darker and warmer towards its foot, like a wall where it meets the ground. It needs no extra light source. */
export function grounded(solid: BufferGeometry, reach = 0.16): BufferGeometry {
  const position = solid.getAttribute("position");
  const colours: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const shade = 1 - 0.2 * Math.max(0, 1 - position.getY(i) / reach) ** 1.5;
    colours.push(shade, shade * 0.985, shade * 0.96);
  }
  solid.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return solid;
}

export const lathe = (points: readonly (readonly [number, number])[], segments = 28): BufferGeometry =>
  new LatheGeometry(
    points.map(([x, y]) => new Vector2(x, y)),
    segments,
  );

export function frameOf(size: number, thick: number): BufferGeometry {
  const half = size / 2;
  return mergeGeometries(
    [0, 1, 2, 3].map((i) =>
      new BoxGeometry(size + thick, 0.045, thick).translate(0, 0.03, -half).rotateY((i * Math.PI) / 2),
    ),
  );
}

const cache = new Map<string, BufferGeometry>();
export function once(name: string, make: () => BufferGeometry): BufferGeometry {
  let found = cache.get(name);
  if (!found) cache.set(name, (found = make()));
  return found;
}

/** Frees the buffers on the graphics card. The shapes themselves are kept for the next board. */
export function release(): void {
  for (const geometry of cache.values()) geometry.dispose();
}

/** Random numbers from 0 to 1 with a name as the seed: houses differ, and each looks the same every time. */
export function seeded(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    return ((state ^= state >>> 16) >>> 0) / 4294967296;
  };
}

export function shadowed<M extends Mesh>(mesh: M): M {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

// The rock below the board, and its tiles.
import { BufferGeometry, Float32BufferAttribute } from "three";
import { once, seeded, soft } from "./geometry.ts";

/** The cliff below the board: a rough round rock, wider at the top. */
export function cliffGeometry(): BufferGeometry {
  const random = seeded("cliff");
  const rings = [
    [3.87, -0.1],
    [3.6, -0.42],
    [3.4, -0.95],
    [3.05, -1.5],
    [2.6, -2.1],
  ] as const;
  const around = 36;
  const points: number[][] = rings.map(([radius, y], ring) =>
    Array.from({ length: around }, (_, i) => {
      const rough = ring === 0 ? 0 : 0.22;
      const r = radius + (random() - 0.5) * rough * 2;
      const angle = (i / around) * Math.PI * 2 + (ring ? (random() - 0.5) * 0.08 : 0);
      return [Math.cos(angle) * r, y + (ring === 0 ? 0 : (random() - 0.5) * 0.22), Math.sin(angle) * r];
    }).flat(),
  );
  const vertices: number[] = [];
  const at = (ring: number, i: number): number[] => points[ring]!.slice((i % around) * 3, (i % around) * 3 + 3);
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < around; i++)
      vertices.push(
        ...at(ring, i),
        ...at(ring, i + 1),
        ...at(ring + 1, i),
        ...at(ring, i + 1),
        ...at(ring + 1, i + 1),
        ...at(ring + 1, i),
      );
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(vertices, 3));
  geometry.computeVertexNormals();
  return geometry;
}

export const tileGeometry = (): BufferGeometry => once("tile", () => soft(0.94, 0.07, 0.07, 0.014));

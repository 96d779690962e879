// Marks on squares: what can be chosen, what was picked, what happened last, what is closed.
import { BoxGeometry, type BufferGeometry, CylinderGeometry, Group, type Material, Mesh, TorusGeometry } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { StepKind } from "../../../model/choices.ts";
import type { Materials } from "../materials.ts";
import { frameOf, once } from "./geometry.ts";

/** The light on a square: a ring for a move, a plinth for a build, another shape for each other kind. */
export function markModel(kind: StepKind, materials: Materials): Group {
  const group = new Group();
  const add = (name: string, make: () => BufferGeometry, material: Material = materials.mark): void => {
    group.add(new Mesh(once(name, make), material));
    if (material === materials.mark) group.add(edgeOf(name, make, materials));
  };
  switch (kind) {
    case "move":
      add("ring", () => new TorusGeometry(0.27, 0.032, 10, 48).rotateX(Math.PI / 2).translate(0, 0.035, 0));
      break;
    case "build":
      add("plinth", () => frameOf(0.6, 0.055));
      add("plinthFill", () => new BoxGeometry(0.56, 0.015, 0.56).translate(0, 0.02, 0), materials.markSoft);
      break;
    case "dome":
      add("halfDome", () => new TorusGeometry(0.24, 0.03, 8, 30, Math.PI).translate(0, 0.03, 0));
      add("domeBase", () => new TorusGeometry(0.24, 0.022, 8, 40).rotateX(Math.PI / 2).translate(0, 0.03, 0));
      break;
    case "force":
      add("hexagon", () => new TorusGeometry(0.3, 0.034, 6, 6).rotateX(Math.PI / 2).translate(0, 0.035, 0));
      break;
    case "exchange":
      add("twin", () =>
        mergeGeometries([
          new TorusGeometry(0.2, 0.03, 8, 30).rotateX(Math.PI / 2).translate(-0.1, 0.035, 0),
          new TorusGeometry(0.2, 0.03, 8, 30).rotateX(Math.PI / 2).translate(0.1, 0.035, 0),
        ]),
      );
      break;
    case "unbuild":
      add("minus", () =>
        mergeGeometries([frameOf(0.6, 0.05), new BoxGeometry(0.34, 0.05, 0.07).translate(0, 0.03, 0)]),
      );
      break;
    case "slay":
      add("cross", () =>
        mergeGeometries([
          new BoxGeometry(0.66, 0.05, 0.075).rotateY(Math.PI / 4).translate(0, 0.03, 0),
          new BoxGeometry(0.66, 0.05, 0.075).rotateY(-Math.PI / 4).translate(0, 0.03, 0),
        ]),
      );
      break;
    case "bind":
      add("triangle", () => new TorusGeometry(0.3, 0.034, 6, 3).rotateX(Math.PI / 2).translate(0, 0.035, 0));
      break;
    case "place":
      add("dashes", () =>
        mergeGeometries(
          Array.from({ length: 8 }, (_, i) =>
            new TorusGeometry(0.27, 0.032, 8, 8, 0.45)
              .rotateX(Math.PI / 2)
              .rotateY((i * Math.PI) / 4)
              .translate(0, 0.035, 0),
          ),
        ),
      );
      break;
    default:
      add("diamond", () => new TorusGeometry(0.3, 0.034, 6, 4).rotateX(Math.PI / 2).translate(0, 0.035, 0));
  }
  return group;
}

/**
 * A dark line along both edges of a mark, visible even where yellow and white look like the same grey. It lies flat, so
 * that it is a thin line from any side.
 */
function edgeOf(name: string, make: () => BufferGeometry, materials: Materials): Mesh {
  const edges = (): BufferGeometry => mergeGeometries([1.06, 0.94].map((size) => make().scale(size, 0.45, size)));
  return new Mesh(once(`${name}Edge`, edges), materials.markEdge);
}

const corners = (): BufferGeometry =>
  mergeGeometries(
    [0, 1, 2, 3].flatMap((i) => [
      new BoxGeometry(0.16, 0.045, 0.05).translate(-0.3, 0.03, -0.36).rotateY((i * Math.PI) / 2),
      new BoxGeometry(0.05, 0.045, 0.16).translate(-0.36, 0.03, -0.3).rotateY((i * Math.PI) / 2),
    ]),
  );

/** Brackets around a worker that can be picked. */
export const sourceModel = (materials: Materials): Group => marked("corners", corners, materials);

function marked(name: string, make: () => BufferGeometry, materials: Materials): Group {
  return new Group().add(new Mesh(once(name, make), materials.mark), edgeOf(name, make, materials));
}

/** Four short strokes from the corners: another card restricts this square. */
export const barredModel = (materials: Materials): Mesh =>
  new Mesh(
    once("barred", () =>
      mergeGeometries(
        [0, 1, 2, 3].map((i) =>
          new BoxGeometry(0.2, 0.03, 0.04)
            .rotateY(-Math.PI / 4)
            .translate(-0.3, 0.03, -0.3)
            .rotateY((i * Math.PI) / 2),
        ),
      ),
    ),
    materials.barred,
  );

export const pickedModel = (materials: Materials): Group =>
  marked("picked", () => new TorusGeometry(0.24, 0.045, 10, 44).rotateX(Math.PI / 2).translate(0, 0.04, 0), materials);

export const focusModel = (materials: Materials): Mesh =>
  new Mesh(
    once("focus", () => frameOf(0.9, 0.05)),
    materials.focus,
  );

export const lastModel = (built: boolean, materials: Materials): Mesh =>
  new Mesh(
    built
      ? once("lastBuild", () => frameOf(0.9, 0.045))
      : once("lastFrom", () => new CylinderGeometry(0.2, 0.2, 0.008, 32).translate(0, 0.006, 0)),
    materials.last,
  );

export const refusedModel = (materials: Materials): Mesh =>
  new Mesh(
    once("refused", () =>
      mergeGeometries([
        new BoxGeometry(0.42, 0.05, 0.07).rotateY(Math.PI / 4).translate(0, 0.05, 0),
        new BoxGeometry(0.42, 0.05, 0.07).rotateY(-Math.PI / 4).translate(0, 0.05, 0),
      ]),
    ),
    materials.refused,
  );

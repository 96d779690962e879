// Colours of the island by day and by night, and the materials made of them.
import {
  Color,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
} from "three";

export interface Palette {
  sea: number;
  seaFar: number;
  foam: number;
  sand: number;
  cliff: number;
  cliffDark: number;
  joint: number;
  tile: number;
  tileDark: number;
  plaster: number;
  window: number;
  rim: number;
  dome: number;
  gold: number;
  mark: number;
  cypress: number;
  trunk: number;
  sky: number;
  ground: number;
  sun: number;
  sunPower: number;
  skyPower: number;
}
export const day: Palette = {
  sea: 0x3498c4,
  seaFar: 0x2a86b8,
  foam: 0x8fd0e4,
  sand: 0xe6d9b8,
  cliff: 0xb98552,
  cliffDark: 0x8e5f36,
  joint: 0xcfc09a,
  tile: 0xf3ecdb,
  tileDark: 0xebe0c8,
  plaster: 0xfcfaf5,
  window: 0x1f5fbf,
  rim: 0x2b74d6,
  dome: 0x1f5fbf,
  gold: 0xf5b93a,
  mark: 0xffc331,
  cypress: 0x2f6b3e,
  trunk: 0x6b4a2c,
  sky: 0xeaf6ff,
  ground: 0xd8c8a0,
  sun: 0xfff4e2,
  sunPower: 2.15,
  skyPower: 1.5,
};
export const night: Palette = {
  sea: 0x12405f,
  seaFar: 0x0d3552,
  foam: 0x1d5878,
  sand: 0x8f8873,
  cliff: 0x5c4531,
  cliffDark: 0x3c2c1f,
  joint: 0x605a4b,
  tile: 0x9a9483,
  tileDark: 0x8d8776,
  plaster: 0xcfd3da,
  window: 0xffcc66,
  rim: 0x3f7fd6,
  dome: 0x2a66c4,
  gold: 0xf5b93a,
  mark: 0xffc94a,
  cypress: 0x1d4030,
  trunk: 0x3f2d1d,
  sky: 0xa3b8dc,
  ground: 0x4d566a,
  sun: 0xdbe5ff,
  sunPower: 1.75,
  skyPower: 1.45,
};

/** Coat and shade of each side. */
export const coats = [0xd6467f, 0x2b4a6b, 0xe08a2e] as const;
export const coatsAtNight = [0xe35f92, 0x3f6a9a, 0xe8973c] as const;

export type Materials = ReturnType<typeof makeMaterials>;

export function makeMaterials(colours: Palette, isNight: boolean) {
  const lambert = (color: number): MeshLambertMaterial => new MeshLambertMaterial({ color });
  const glow = isNight ? 0xffb84d : 0x000000;
  return {
    sand: lambert(colours.sand),
    cliff: new MeshLambertMaterial({ color: colours.cliff, flatShading: true }),
    joint: lambert(colours.joint),
    tile: lambert(colours.tile),
    tileDark: lambert(colours.tileDark),
    plaster: new MeshLambertMaterial({ color: colours.plaster, vertexColors: true }),
    window: new MeshLambertMaterial({ color: colours.window, emissive: glow, emissiveIntensity: 0.9 }),
    lit: new MeshBasicMaterial({ color: 0xffd76a }),
    rim: lambert(colours.rim),
    dome: new MeshStandardMaterial({ color: colours.dome, roughness: 0.32, metalness: 0.05 }),
    gold: new MeshStandardMaterial({
      color: colours.gold,
      roughness: 0.4,
      metalness: 0.1,
      emissive: 0x6b4700,
      emissiveIntensity: 0.45,
    }),
    bronze: new MeshStandardMaterial({ color: 0xa8682b, roughness: 0.5, metalness: 0.1 }),
    mark: new MeshBasicMaterial({ color: colours.mark, transparent: true, opacity: 0.95 }),
    markEdge: new MeshBasicMaterial({ color: 0x4a3200 }),
    markSoft: new MeshBasicMaterial({ color: colours.mark, transparent: true, opacity: 0.16, depthWrite: false }),
    last: new MeshBasicMaterial({ color: 0xe0a01f, transparent: true, opacity: 0.42, depthWrite: false }),
    refused: new MeshBasicMaterial({ color: 0xb3261e }),
    barred: new MeshBasicMaterial({ color: 0xc5316b }),
    focus: new MeshBasicMaterial({ color: isNight ? 0xffffff : 0x16324a }),
    cypress: lambert(colours.cypress),
    trunk: lambert(colours.trunk),
    skin: lambert(0xe9c39f),
    eyes: new MeshBasicMaterial({ color: 0x2a1c14 }),
    lantern: new MeshBasicMaterial({ color: isNight ? 0xffd98a : 0xc9a24a }),
    wood: lambert(0x9a5f30),
    hair: lambert(0x5d3a22),
    white: lambert(0xffffff),
    water: new MeshLambertMaterial({ color: 0x2a86b8 }),
    violet: new MeshBasicMaterial({ color: 0x8a4fb8, transparent: true, opacity: 0.75 }),
    coats: (isNight ? coatsAtNight : coats).map((color) => lambert(color)),
    ghost: new MeshLambertMaterial({ color: 0xffffff, transparent: true, opacity: 0.5, depthWrite: false }),
    ghostDome: new MeshLambertMaterial({ color: colours.dome, transparent: true, opacity: 0.5, depthWrite: false }),
    ghostCoats: (isNight ? coatsAtNight : coats).map(
      (color) => new MeshLambertMaterial({ color, transparent: true, opacity: 0.55, depthWrite: false }),
    ),
  };
}

/**
 * A translucent copy of a material. Every pixel is tinted only once, however many translucent parts overlap there, so
 * that no edge of one shows through another.
 */
export function translucent<M extends MeshLambertMaterial | MeshStandardMaterial>(material: M): M {
  const copy = material.clone() as M;
  copy.transparent = true;
  copy.opacity = 0.45;
  copy.depthWrite = false;
  copy.stencilWrite = true;
  copy.stencilRef = 1;
  copy.stencilFunc = NotEqualStencilFunc;
  copy.stencilZPass = ReplaceStencilOp;
  return copy;
}
export const colour = (hex: number): Color => new Color(hex);

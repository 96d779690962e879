// The board as a picture of its own: an SVG that needs no style sheet, and from it pixels.
import { frame } from "../boards/board2d.tsx";

/** The CSS properties that children inherit, and below those that they do not. */
const inherited = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
] as const;
const own = { opacity: "1", transform: "none", display: "inline" } as const;

/** The drawing reaches a little beyond its frame: foam and shadow. */
const margin = 10;
export const pictureSize = frame.size + 2 * margin;

function styled(source: Element, copy: Element, above: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(source);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  for (const name of inherited) {
    const value = style.getPropertyValue(name);
    if (value !== above?.getPropertyValue(name)) copy.setAttribute(name, value);
  }
  for (const [name, initial] of Object.entries(own)) {
    const value = style.getPropertyValue(name);
    if (value !== initial) copy.setAttribute(name, value);
  }
  for (const [i, child] of [...source.children].entries()) styled(child, copy.children[i]!, style);
}

/** Drawings that lie on top of each other on the screen, as one picture. */
export function pictureOf(drawings: readonly SVGSVGElement[]): string {
  const sea = getComputedStyle(document.documentElement).getPropertyValue("--sea").trim();
  const box = `${-margin} ${-margin} ${pictureSize} ${pictureSize}`;
  const layers = drawings.map((drawing) => {
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.append(...[...drawing.children].map((child) => child.cloneNode(true)));
    styled(drawing, layer, null);
    layer.removeAttribute("transform");
    layer.removeAttribute("display");
    return new XMLSerializer().serializeToString(layer);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${pictureSize}" height="${pictureSize}">`,
    `<rect x="${-margin}" y="${-margin}" width="${pictureSize}" height="${pictureSize}" fill="${sea}"/>`,
    ...layers,
    "</svg>\n",
  ].join("");
}

/** A picture as pixels; `pixels` is its width and height. */
export async function painted(svg: string, pixels: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0, pixels, pixels);
  return canvas;
}

export async function pngOf(svg: string): Promise<Blob> {
  const canvas = await painted(svg, 2 * pictureSize);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

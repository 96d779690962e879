// Letters and numbers that always face the camera.
import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from "three";

/** How far from the middle of the board the names of files and ranks stand. */
export const namesOut = 2.78;

const drawn = new Map<string, SpriteMaterial>();

export function label(
  text: string,
  x: number,
  y: number,
  z: number,
  size: number,
  /** A badge has a disc behind it; an `over` label is drawn on top of everything. */
  kind: "plain" | "over" | "badge",
  isNight: boolean,
): Sprite {
  const name = `${text}${kind}${isNight}`;
  const badge = kind === "badge";
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
    material = new SpriteMaterial({ map: texture, depthWrite: false, depthTest: kind !== "over" });
    drawn.set(name, material);
  }
  const sprite = new Sprite(material);
  sprite.renderOrder = kind === "over" ? 1 : 0;
  sprite.position.set(x, y, z);
  sprite.scale.setScalar(size);
  return sprite;
}

/** Frees the textures on the graphics card; they are uploaded again when they are drawn again. */
export function releaseLabels(): void {
  for (const material of drawn.values()) material.map?.dispose();
}

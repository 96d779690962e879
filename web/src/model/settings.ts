// The user's settings for this device, kept in local storage.
import { Store } from "./store.ts";

export interface Settings {
  board: "auto" | "2d" | "3d";
  theme: "auto" | "light" | "dark";
  motion: "auto" | "on" | "off";
  coordinates: boolean;
  heights: boolean;
  confirm: boolean;
  sounds: boolean;
  muted: boolean;
  textView: boolean;
  /** The log in notation instead of words. */
  notation: boolean;
  /** Never suggest another level of the computer. */
  keepLevel: boolean;
  /** A notification when it is this user's turn and the page is in the background. */
  notify: boolean;
  language: string;
  name: string;
}

const key = "santorini.settings";
const first: Settings = {
  board: "auto",
  theme: "auto",
  motion: "auto",
  coordinates: true,
  heights: true,
  confirm: true,
  sounds: true,
  muted: false,
  textView: false,
  notation: false,
  keepLevel: false,
  notify: false,
  language: "",
  name: "",
};

/** Values that the browser would not store, because its storage is full or blocked: they last until the page closes. */
const unkept = new Map<string, string>();
/** Has that happened, and does the user still have to be told? */
export const storageFailed = new Store(false);

export function stored<T>(name: string, fallback: T): T {
  try {
    const text = unkept.get(name) ?? localStorage.getItem(name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}
export function store(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(name, text);
    unkept.delete(name);
  } catch {
    if (unkept.size === 0) storageFailed.set(true);
    unkept.set(name, text);
  }
}

export const settings = new Store<Settings>({ ...first, ...stored<Partial<Settings>>(key, {}) });
settings.watch(() => store(key, settings.value));

const prefers = (query: string): boolean => window.matchMedia(query).matches;

export const isNight = (): boolean =>
  settings.value.theme === "dark" || (settings.value.theme === "auto" && prefers("(prefers-color-scheme: dark)"));
export const hasMotion = (): boolean =>
  settings.value.motion === "on" || (settings.value.motion === "auto" && !prefers("(prefers-reduced-motion: reduce)"));

let webgl: boolean | null = null;
export function hasWebGL(): boolean {
  if (webgl === null) {
    const context = document.createElement("canvas").getContext("webgl2");
    webgl = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return webgl;
}

let swift: boolean | null = null;
/** Is there hardware acceleration? Rendered in software, the 3D board would stutter. */
function hasGraphics(): boolean {
  if (swift === null) {
    const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
    swift = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return swift;
}

/** Which board to draw: the user's choice, if the device supports it. */
export function boardKind(): "2d" | "3d" {
  if (settings.value.board === "2d" || !hasWebGL()) return "2d";
  if (settings.value.board === "3d") return "3d";
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  return !hasGraphics() || connection?.saveData || prefers("(prefers-reduced-data: reduce)") ? "2d" : "3d";
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = isNight() ? "dark" : "light";
  document.documentElement.dataset.motion = hasMotion() ? "on" : "off";
}

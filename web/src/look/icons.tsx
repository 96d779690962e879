// Small line icons of the page and the emblem of a power, all on a grid of 24.
import { emblems } from "./emblems.ts";

const icons = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  log: "M5 5h14M5 10h14M5 15h9M5 20h6",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V16h7v-2.1A6 6 0 0 0 12 3z",
  undo: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  settings:
    "M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8",
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M16 5l-9 7 9 7",
  next: "M8 5l9 7-9 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  left: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5",
  right: "M20 12a8 8 0 1 1-3-6.2M20 4v5h-5",
  top: "M5 5h14v14H5zM5 12h14M12 5v14",
  cube: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12 4 7.5M12 12v9",
  reset: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  text: "M5 6h14M12 6v13M8 19h8",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  copy: "M8 8h11v12H8zM5 16V4h11",
  share: "M12 3v12M8 7l4-4 4 4M5 12v8h14v-8",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6",
  keys: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  play: "M8 5v14l11-7z",
} as const;
export type IconName = keyof typeof icons;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={icons[name]} />
  </svg>
);

export const Emblem = ({ power, size = "m" }: { power: string; size?: "s" | "m" | "l" }) => (
  <span class={`emblem ${size}`} aria-hidden="true">
    <svg viewBox="0 0 24 24">
      {(emblems[power] ?? emblems.mortal!).map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  </span>
);

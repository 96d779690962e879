// How much of the screen the panels cover along each edge, measured again whenever a panel changes its size.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export type Edge = "top" | "right" | "bottom" | "left";
export type Covered = Record<Edge, number>;

const nothing: Covered = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * A ref for the element that the panels are in, and the pixels they cover. A panel declares
 * its edge with `--edge` in the style sheet, so that the layout is decided in one place. Room that is no longer needed
 * is given back when `turn` changes.
 */
export function useCovered(turn: number): [(element: HTMLElement | null) => void, Covered] {
  const [covered, setCovered] = useState(nothing);
  const root = useRef<HTMLElement | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const kept = useRef({ turn, width: 0 });
  const measure = (): void => {
    if (!root.current) return;
    // On a phone the player's own card is directly above the bar, however many lines it has, and above the compass. The
    // card must be in place before it is measured, because room once taken is kept until the turn is over.
    const bar = root.current.querySelector<HTMLElement>(".bar-wrap:has(.compass), .bar, .end");
    document.documentElement.style.setProperty("--bar-height", `${bar?.offsetHeight ?? 60}px`);
    const now = measured(root.current);
    const { innerWidth: width, innerHeight: height } = window;
    const again = kept.current.turn === turn && kept.current.width === width;
    kept.current = { turn, width };
    setCovered((before) => {
      const next = steady(again ? before : { ...before, bottom: 0 }, now, width, height);
      return same(before, next) ? before : next;
    });
  };
  // Panels come and go with every state, so look up again which ones to observe.
  useLayoutEffect(() => {
    observer.current?.disconnect();
    observer.current = new ResizeObserver(measure);
    for (const panel of root.current ? panels(root.current) : []) observer.current.observe(panel);
    measure();
    window.addEventListener("resize", measure);
    return () => {
      observer.current?.disconnect();
      window.removeEventListener("resize", measure);
    };
  });
  return [(element) => (root.current = element), covered];
}

/**
 * Pixels that are kept free below the board where it does not need them: on an upright screen for the bar with the
 * player's own card or the direction pad, elsewhere for a bar of two lines.
 */
const usual = { upright: 280, wide: 126 };

/**
 * Panels grow and shrink from step to step. The board stays in place as far as possible, so that a finger does not hit
 * a square other than the one it aimed at.
 */
export function steady(before: Covered, now: Covered, width: number, height: number): Covered {
  const room = usual[width < height ? "upright" : "wide"];
  const spare = (other: number): number => height - other - (width - now.left - now.right);
  const needed = Math.max(now.bottom, before.bottom);
  const top = Math.max(now.top, Math.min(before.top, spare(Math.max(needed, room))));
  return { ...now, top, bottom: Math.max(needed, Math.min(room, spare(top))) };
}

const panels = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-panel]")];

function measured(root: HTMLElement): Covered {
  const covered = { ...nothing };
  for (const panel of panels(root)) {
    const edge = getComputedStyle(panel).getPropertyValue("--edge").trim() as Edge | "";
    const box = panel.getBoundingClientRect();
    if (!edge || box.width === 0 || box.height === 0) continue;
    const depth = {
      top: box.bottom,
      bottom: window.innerHeight - box.top,
      left: box.right,
      right: window.innerWidth - box.left,
    }[edge];
    covered[edge] = Math.max(covered[edge], Math.round(depth));
  }
  return covered;
}

const same = (one: Covered, other: Covered): boolean =>
  one.top === other.top && one.right === other.right && one.bottom === other.bottom && one.left === other.left;

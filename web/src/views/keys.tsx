// The keyboard shortcuts of a game, and the dialog that lists them.
import { useEffect } from "preact/hooks";
import type { CameraWish } from "../boards/three/board3d.ts";
import type { Controller } from "../model/controller.ts";
import { boardKind, settings } from "../model/settings.ts";
import { position } from "../words/spoken.ts";
import { t } from "../words/words.ts";
import { announce, Dialog } from "./parts.tsx";

const keys = [
  ["← ↑ → ↓", "arrows"],
  ["Enter", "enter"],
  ["Esc", "escape"],
  ["U", "u"],
  ["E", "e"],
  ["H", "h"],
  ["L", "l"],
  ["T", "t"],
  ["B", "b"],
  ["Q", "q"],
  ["V", "v"],
  ["C", "c"],
  ["?", "question"],
] as const;

/** The list of shortcuts. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t("keys.title")} onClose={onClose}>
    <dl class="keys">
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(`keys.${does}`)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

/** An arrow key pressed anywhere leads to the square that had the focus last. */
const toBoard = (): void => document.querySelector<HTMLElement>(".grid [tabindex='0']")?.focus();

/** Shortcuts that work anywhere on the screen, but not while typing. */
export function useKeys(
  controller: Controller,
  on: { panel: (panel: "chat" | "keys") => void; camera: (wish: CameraWish) => void },
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
      const act: Record<string, () => void> = {
        Escape: () => void controller.letGo(),
        ArrowUp: toBoard,
        ArrowDown: toBoard,
        ArrowLeft: toBoard,
        ArrowRight: toBoard,
        u: () => controller.undo(),
        e: () => controller.end(),
        h: () => controller.hint(),
        t: () => settings.update({ textView: !settings.value.textView }),
        b: () => settings.update({ board: boardKind() === "3d" ? "2d" : "3d" }),
        q: () => on.camera({ turn: 1 }),
        v: () => on.camera({ top: true }),
        l: () => position(controller.session).forEach(announce),
        c: () => on.panel("chat"),
        "?": () => on.panel("keys"),
      };
      if (event.key.startsWith("Arrow") && target.closest("[role=grid], [tabindex='0'], [type=range]")) return;
      const does = act[event.key];
      if (!does) return;
      event.preventDefault();
      does();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [controller]);
}

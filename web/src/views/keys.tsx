import { t } from "../words/words.ts";
import { Dialog } from "./parts.tsx";

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

/** The keys of the table. */
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

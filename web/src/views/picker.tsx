// Choosing a power from many: a list with emblem, name and text, which can be filtered and searched.
import { useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { useDeck } from "../model/deck.ts";
import { categoryName, powerEpithet, powerName, powerText, t } from "../words/words.ts";
import { Tags } from "./card.tsx";
import { Dialog } from "./parts.tsx";

const categories = ["all", "simple", "advanced", "golden fleece", "hero"] as const;
type Category = (typeof categories)[number];
/** Up to this many powers fit on a screen and need no filters. */
const few = 8;

interface ListProps {
  ids: readonly string[];
  rules: string;
  picked?: string | null;
  /** An attribute by which tests, and others who automate the page, find a row. */
  stepOf?: (power: string) => string;
  onPick: (power: string) => void;
}

export function PowerList({ ids, rules, picked, stepOf, onPick }: ListProps) {
  const { value: deck } = useDeck();
  const [category, setCategory] = useState<Category>("all");
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const categoryOf = (id: string): string | undefined => deck?.powers.find((power) => power.id === id)?.category;
  const shown = ids.filter(
    (id) =>
      (category === "all" || categoryOf(id) === category) &&
      `${powerName(id)} ${powerEpithet(id)} ${powerText(id, rules)}`.toLocaleLowerCase().includes(wanted),
  );
  const present = categories.filter((one) => one === "all" || ids.some((id) => categoryOf(id) === one));
  return (
    <div class="picker">
      {ids.length > few && (
        <div class="picker-filters">
          <input
            class="field grow"
            type="search"
            aria-label={t("powers.search")}
            placeholder={t("powers.search")}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          {present.length > 2 && (
            <select
              class="field"
              aria-label={t("powers.title")}
              value={category}
              onChange={(event) => setCategory(event.currentTarget.value as Category)}
            >
              {present.map((value) => (
                <option key={value} value={value}>
                  {value === "all" ? t("powers.all") : categoryName(value)}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
      {shown.length === 0 && <p role="status">{t("powers.none")}</p>}
      <ul class="picker-list">
        {shown.map((id) => (
          <li key={id}>
            <button
              type="button"
              class="picker-row"
              aria-pressed={id === picked}
              data-step={stepOf?.(id)}
              data-power={id}
              onClick={() => onPick(id)}
            >
              <Emblem power={id} />
              <span class="power-words">
                <span class="power-name">{powerName(id)}</span>
                <span class="card-epithet">{powerEpithet(id)}</span>
                <Tags power={id} />
                <span class="picker-text">{powerText(id, rules)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ButtonProps {
  label: string;
  value: string | null;
  ids: readonly string[];
  rules: string;
  /** What it means to choose none. */
  none?: string;
  onChange: (power: string | null) => void;
}

/** A button that shows the chosen power and opens the list on the whole screen. */
export function PowerButton({ label, value, ids, rules, none = t("new.any-power"), onChange }: ButtonProps) {
  const [open, setOpen] = useState(false);
  const pick = (power: string | null): void => {
    setOpen(false);
    onChange(power);
  };
  const name = value === null ? none : powerName(value);
  return (
    <div class="labelled power-select">
      <Emblem power={value ?? "mortal"} size="s" />
      <span>{label}</span>
      <button
        type="button"
        class="field grow power-button"
        aria-label={`${label}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      {open && (
        <Dialog title={label} full onClose={() => setOpen(false)}>
          <button type="button" class="button soft any-power" onClick={() => pick(null)}>
            {none}
          </button>
          <PowerList ids={ids} rules={rules} picked={value} onPick={pick} />
        </Dialog>
      )}
    </div>
  );
}

// All cards to browse: filters, the card in full, and suggestions of powers that go together.
import { useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { useDeck } from "../model/deck.ts";
import { type PowerCard, type RuleSet, ruleSetValues, type Timing } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { categoryName, powerEpithet, powerName, powerText, t, word } from "../words/words.ts";
import { Tags } from "./card.tsx";
import { MatchMaker } from "./match.tsx";
import { Button, Choice, Dialog } from "./parts.tsx";
import { PowerDetails } from "./power.tsx";
import { Shell } from "./shell.tsx";

const categories = ["all", "simple", "advanced", "golden fleece", "hero"] as const;
const counts = ["", "2", "3", "4"] as const;
const presence = ["", "with", "without"] as const;

interface Filter {
  category: (typeof categories)[number];
  rules: RuleSet;
  players: (typeof counts)[number];
  fleece: (typeof presence)[number];
  hidden: (typeof presence)[number];
  luck: (typeof presence)[number];
  time: Timing | "";
  search: string;
}
const everything: Filter = {
  category: "all",
  rules: "printed",
  players: "",
  fleece: "",
  hidden: "",
  luck: "",
  time: "",
  search: "",
};

const is = (wish: (typeof presence)[number], has: boolean): boolean => wish === "" || has === (wish === "with");

function fits(power: PowerCard, filter: Filter): boolean {
  const wanted = filter.search.trim().toLocaleLowerCase();
  return (
    power.id !== "mortal" &&
    power.rules.includes(filter.rules) &&
    (filter.category === "all" || power.category === filter.category) &&
    (!filter.players || power.players.includes(Number(filter.players))) &&
    is(filter.fleece, filter.rules === "revised" ? power.fleece_revised : power.fleece) &&
    is(filter.hidden, power.hidden) &&
    is(filter.luck, power.luck) &&
    (!filter.time || power.timing.includes(filter.time)) &&
    (!wanted ||
      `${powerName(power.id)} ${powerEpithet(power.id)} ${powerText(power.id, filter.rules)}`
        .toLocaleLowerCase()
        .includes(wanted))
  );
}

export function PowersScreen({ open }: { open: string | undefined }) {
  const { value: deck, failed, again } = useDeck();
  const [filter, setFilter] = useState(everything);
  const times = [...new Set(deck?.powers.flatMap((power) => power.timing))];
  const shown = deck?.powers.filter((power) => fits(power, filter)) ?? [];
  const card = deck?.powers.find((power) => power.id === open);
  return (
    <Shell>
      <div class="paper sheet wide">
        <h1>{t("powers.title")}</h1>
        <Filters filter={filter} times={times} onChange={(change) => setFilter({ ...filter, ...change })} />
        {deck && <MatchMaker deck={deck} rules={filter.rules} />}
        {failed && (
          <p role="alert">
            {t("error.offline")} <Button onClick={again}>{t("error.again")}</Button>
          </p>
        )}
        {!deck && !failed && <p role="status">{t("app.loading")}</p>}
        {deck && (
          <p class="quiet" role="status">
            {shown.length ? t("powers.count", { count: shown.length }) : t("powers.none")}
          </p>
        )}
        <ul class="power-list">
          {shown.map((power) => (
            <li key={power.id}>
              <a href={`#/powers/${power.id}`} class="power-row">
                <Emblem power={power.id} />
                <span class="power-words">
                  <span class="power-name">{powerName(power.id)}</span>
                  <span class="card-epithet">{powerEpithet(power.id)}</span>
                  <Tags power={power.id} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      {card && (
        <Dialog title={powerName(card.id)} onClose={() => go("powers")}>
          <PowerDetails card={card} rules={card.rules.includes(filter.rules) ? filter.rules : "printed"} />
        </Dialog>
      )}
    </Shell>
  );
}

interface FiltersProps {
  filter: Filter;
  times: readonly Timing[];
  onChange: (change: Partial<Filter>) => void;
}
function Filters({ filter, times, onChange }: FiltersProps) {
  const has = (value: (typeof presence)[number]): string => (value === "" ? t("powers.all") : t(`gallery.${value}`));
  return (
    <div class="filters">
      <div class="row powers-filter">
        <Choice
          legend={t("powers.title")}
          hideLegend
          name="category"
          value={filter.category}
          onChange={(category) => onChange({ category })}
          options={categories.map((value) => ({
            value,
            label: value === "all" ? t("powers.all") : categoryName(value),
          }))}
        />
        <input
          class="field grow"
          type="search"
          aria-label={t("powers.search")}
          placeholder={t("powers.search")}
          value={filter.search}
          onInput={(event) => onChange({ search: event.currentTarget.value })}
        />
      </div>
      <details class="more-filters">
        <summary>{t("gallery.filters")}</summary>
        <div class="row">
          <Select
            label={t("gallery.rules")}
            options={ruleSetValues}
            value={filter.rules}
            name={(value) => word(`rules.${value}.name`)}
            onChange={(rules) => onChange({ rules })}
          />
          <Select
            label={t("new.players")}
            options={counts}
            value={filter.players}
            name={(value) => value || t("powers.all")}
            onChange={(players) => onChange({ players })}
          />
          <Select
            label={t("gallery.time")}
            options={["", ...times] as const}
            value={filter.time}
            name={(value) => (value ? word(`timing.${value}`) : t("powers.all"))}
            onChange={(time) => onChange({ time })}
          />
          <Select
            label={t("gallery.fleece")}
            options={presence}
            value={filter.fleece}
            name={has}
            onChange={(fleece) => onChange({ fleece })}
          />
          <Select
            label={t("gallery.hidden")}
            options={presence}
            value={filter.hidden}
            name={has}
            onChange={(hidden) => onChange({ hidden })}
          />
          <Select
            label={t("gallery.luck")}
            options={presence}
            value={filter.luck}
            name={has}
            onChange={(luck) => onChange({ luck })}
          />
        </div>
      </details>
    </div>
  );
}

function Select<T extends string>({
  label,
  options,
  value,
  name,
  onChange,
}: {
  label: string;
  options: readonly T[];
  value: T;
  name: (value: T) => string;
  onChange: (value: T) => void;
}) {
  return (
    <label class="labelled stacked">
      {label}
      <select class="field" value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {name(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

// All the cards, to leaf through.
import { useEffect, useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { api } from "../net/api.ts";
import type { Deck, PowerCard } from "../net/protocol.ts";
import { go } from "../route.ts";
import { plural, powerEpithet, powerName, powerText, t, word } from "../words/words.ts";
import { FullCard, Tags } from "./card.tsx";
import { Button, Choice, Dialog } from "./parts.tsx";
import { Shell } from "./shell.tsx";

const categories = ["all", "simple", "advanced", "golden_fleece", "hero"] as const;
type Category = (typeof categories)[number];

export function PowersScreen({ open }: { open: string | undefined }) {
  const [deck, setDeck] = useState<Deck | null>(null);
  const [failed, setFailed] = useState(false);
  const [category, setCategory] = useState<Category>("all");
  const [search, setSearch] = useState("");
  const load = (): void => { setFailed(false); void api.powers().then(setDeck).catch(() => setFailed(true)); };
  useEffect(load, []);
  const wanted = search.trim().toLocaleLowerCase();
  const fits = (power: PowerCard): boolean =>
    power.id !== "mortal" && (category === "all" || power.category === category) &&
    (!wanted || `${powerName(power.id)} ${powerEpithet(power.id)} ${powerText(power.id, "printed")}`.toLocaleLowerCase().includes(wanted));
  const shown = deck?.powers.filter(fits) ?? [];
  const card = deck?.powers.find((power) => power.id === open);
  return (
    <Shell>
      <div class="paper sheet wide">
        <h1>{t("powers.title")}</h1>
        <div class="row powers-filter">
          <Choice legend={t("powers.title")} hideLegend name="category" value={category} onChange={setCategory}
            options={categories.map((value) => ({ value, label: value === "all" ? t("powers.all") : word(`category.${value}`) }))} />
          <input class="field grow" type="search" aria-label={t("powers.search")} placeholder={t("powers.search")} value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </div>
        {failed && <p role="alert">{t("error.offline")} <Button onClick={load}>{t("error.again")}</Button></p>}
        {!deck && !failed && <p role="status">{t("app.loading")}</p>}
        {deck && <p class="quiet" role="status">{shown.length ? plural("powers.count", shown.length) : t("powers.none")}</p>}
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
          <FullCard power={card.id} rules="printed" />
          <ul class="facts">
            <li>{t("card.number", { number: card.number })} · {word(`category.${card.category}`)}</li>
            <li>{t("card.players", { players: card.players.join(", ") })}</li>
            {card.fleece && <li>{t("card.fleece")}</li>}
            {Object.keys(card.bans["printed"] ?? {}).length > 0 && <li>{t("card.banned", { names: Object.keys(card.bans["printed"]!).map(powerName).join(", ") })}</li>}
          </ul>
        </Dialog>
      )}
    </Shell>
  );
}

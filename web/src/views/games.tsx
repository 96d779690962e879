// The games that this device remembers: search, results by power and by opponent, continue, review, delete.
import { useState } from "preact/hooks";
import { isWhich, matches, opponentLevel, ownPower, type Rate, rates, type Which } from "../model/history.ts";
import { forget, games, type Kept } from "../model/memory.ts";
import { currentLanguage, levelName, powerName, t } from "../words/words.ts";
import { Button, Choice, Dialog } from "./parts.tsx";
import { Shell } from "./shell.tsx";

export function GamesScreen() {
  const [which, setWhich] = useState<Which>("all");
  const [search, setSearch] = useState("");
  const [doomed, setDoomed] = useState<Kept | null>(null);
  const all = games();
  const shown = all.filter((kept) => isWhich(kept, which) && matches(kept, search, powerName));
  return (
    <Shell>
      <div class="paper sheet wide games">
        <h1>{t("home.games")}</h1>
        {all.length === 0 && <p>{t("games.empty")}</p>}
        {all.length > 0 && (
          <div class="row">
            <Choice
              legend={t("games.filter")}
              hideLegend
              name="which"
              value={which}
              onChange={setWhich}
              options={(["all", "open", "won", "lost"] as const).map((value) => ({
                value,
                label: t(`games.${value}`),
              }))}
            />
            <input
              class="field grow"
              type="search"
              aria-label={t("games.search")}
              placeholder={t("games.search")}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
        )}
        {all.length > 0 && shown.length === 0 && <p role="status">{t("games.none")}</p>}
        <ul class="game-list">
          {shown.map((kept) => (
            <GameRow key={kept.game} kept={kept} onDelete={() => setDoomed(kept)} />
          ))}
        </ul>
        <Results all={all} />
      </div>
      {doomed && (
        <Dialog title={t("games.delete")} onClose={() => setDoomed(null)}>
          <p>{t("games.delete-sure")}</p>
          <div class="row">
            <Button onClick={() => setDoomed(null)}>{t("app.cancel")}</Button>
            <Button
              look="warn"
              onClick={() => {
                forget(doomed.game);
                setDoomed(null);
              }}
            >
              {t("games.delete")}
            </Button>
          </div>
        </Dialog>
      )}
    </Shell>
  );
}

function GameRow({ kept, onDelete }: { kept: Kept; onDelete: () => void }) {
  const title = kept.players?.map(({ name, power }) => t("games.with", { name, power: powerName(power) })).join(" – ");
  return (
    <li class="game-row">
      <div class="game-words">
        <b>{title || kept.title || kept.game}</b>
        <span class="quiet">
          {new Date(kept.at).toLocaleDateString(currentLanguage(), { dateStyle: "medium" })} · {standing(kept)}
        </span>
      </div>
      <a class="button soft" href={kept.over ? `#/replay/${kept.game}` : `#/game/${kept.game}`}>
        {t(kept.over ? "games.review" : "games.continue")}
      </a>
      <Button look="plain" onClick={onDelete}>
        {t("games.delete")}
      </Button>
    </li>
  );
}

function standing(kept: Kept): string {
  if (kept.role === "watch") return t("games.watched");
  if (!kept.over) return t(kept.turn ? "games.your-turn" : "games.their-turn");
  return kept.result ? t(`games.is-${kept.result}`) : t("games.is-over");
}

function Results({ all }: { all: readonly Kept[] }) {
  const powers = rates(all, ownPower);
  const levels = rates(all, opponentLevel);
  if (powers.length === 0) return null;
  return (
    <section>
      <h2>{t("games.statistics")}</h2>
      <div class="results">
        <Table title={t("games.by-level")} rows={levels} name={levelName} />
        <Table title={t("games.by-power")} rows={powers} name={powerName} />
      </div>
    </section>
  );
}

function Table<Key extends string | number>({
  title,
  rows,
  name,
}: {
  title: string;
  rows: readonly Rate<Key>[];
  name: (key: Key) => string;
}) {
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ key, won, played }) => (
          <tr key={key}>
            <th scope="row">{name(key)}</th>
            <td>{t("games.rate", { won, played })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

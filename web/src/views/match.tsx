// Powers that go together: the user may name some; the server draws the others, or says why the named ones do not fit.
import { useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { keepCreated, lastWish } from "../model/memory.ts";
import { api } from "../net/api.ts";
import type { Match, Powers, RuleSet } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { problemText } from "../words/problem.ts";
import { categoryName, powerName, t } from "../words/words.ts";
import { Button, Choice, Notice, Toggle } from "./parts.tsx";
import { lastLevel } from "./wish.ts";

type Count = "2" | "3" | "4";

export function MatchMaker({ deck, rules }: { deck: Powers; rules: RuleSet }) {
  const [count, setCount] = useState<Count>("2");
  const [named, setNamed] = useState<(string | null)[]>([null, null, null, null]);
  const [hidden, setHidden] = useState(true);
  const [luck, setLuck] = useState(true);
  const [match, setMatch] = useState<Match | null>(null);
  const [problem, setProblem] = useState("");
  const seats = named.slice(0, Number(count));
  const attempt = async (does: () => Promise<void>): Promise<void> => {
    setProblem("");
    await does().catch((error: unknown) => setProblem(problemText(error)));
  };
  const suggest = (): Promise<void> =>
    attempt(async () => setMatch(await api.match({ powers: seats, rules, hidden, luck })));
  const play = (powers: string[]): Promise<void> =>
    attempt(async () => {
      const others = powers.slice(1).map(() => ({ kind: "computer" as const, level: lastLevel(lastWish()) }));
      const wanted = {
        seats: [{ kind: "here" as const }, ...others],
        powers: { choose: "free" as const, powers },
        rules,
      };
      go(`game/${keepCreated(await api.create(wanted)).game}`);
    });
  const cards = deck.powers.filter((power) => power.id !== "mortal" && power.rules.includes(rules));
  return (
    <details class="match">
      <summary>{t("gallery.match")}</summary>
      <div class="match-body">
        <p>{t("gallery.match-text")}</p>
        <Choice
          legend={t("new.players")}
          name="match-players"
          value={count}
          onChange={(value) => {
            setCount(value);
            setMatch(null);
          }}
          options={(["2", "3", "4"] as const).map((value) => ({ value, label: value }))}
        />
        <div class="row">
          {seats.map((power, i) => (
            <label key={i} class="labelled stacked">
              {t("new.power-of", { seat: i + 1 })}
              <select
                class="field"
                value={power ?? ""}
                onChange={(event) => {
                  setNamed(named.map((other, at) => (at === i ? event.currentTarget.value || null : other)));
                  setMatch(null);
                }}
              >
                <option value="">{t("gallery.any")}</option>
                {cards.map((card) => (
                  <option key={card.id} value={card.id}>
                    {powerName(card.id)}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <div class="toggles">
          <Toggle label={t("new.filter-hidden")} on={hidden} onChange={setHidden} />
          <Toggle label={t("new.filter-luck")} on={luck} onChange={setLuck} />
        </div>
        <div class="row">
          <Button look="main" class="suggest" onClick={() => void suggest()}>
            {t("gallery.suggest")}
          </Button>
        </div>
        {problem && <Notice onClose={() => setProblem("")}>{problem}</Notice>}
        {match?.refused && (
          <p class="notice refused" role="status">
            {whyNot(match.refused, count)}
          </p>
        )}
        {match && match.powers.length > 0 && (
          <div class="suggested" role="status">
            <ul class="power-list">
              {match.powers.map((power) => (
                <li key={power}>
                  <a class="power-row" href={`#/powers/${power}`}>
                    <Emblem power={power} />
                    <span class="power-words">
                      <span class="power-name">{powerName(power)}</span>
                      <span class="card-epithet">
                        {categoryName(deck.powers.find((card) => card.id === power)?.category ?? "")}
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            <Button onClick={() => void play(match.powers)}>{t("gallery.play")}</Button>
          </div>
        )}
      </div>
    </details>
  );
}

function whyNot({ code, powers, ban }: NonNullable<Match["refused"]>, players: string): string {
  const [one = "", other = ""] = powers.map(powerName);
  if (ban) return t(`gallery.ban-${ban}`, { one, other });
  if (code === "power-players") return t("gallery.not-with", { one, players });
  return code === "power-twice" ? t("gallery.twice", { one }) : t("gallery.no-match");
}

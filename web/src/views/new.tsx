// A new game: players, powers, variants. Every field has a default.
import { useEffect, useState } from "preact/hooks";
import { useDeck } from "../model/deck.ts";
import { firstLevel, topLevel } from "../model/ladder.ts";
import { keepCreated, lastWish, rememberWish } from "../model/memory.ts";
import { settings } from "../model/settings.ts";
import { api, hasServer } from "../net/api.ts";
import { type NewGame, type PowerChoice, type Powers, ruleSetValues } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { problemText } from "../words/problem.ts";
import { levelName, levelText, powerName, said, t, together, word } from "../words/words.ts";
import { Button, Choice, Notice, Toggle } from "./parts.tsx";
import { PowerButton } from "./picker.tsx";
import { Shell } from "./shell.tsx";
import { anyPower, firstWish, lastLevel, type Way } from "./wish.ts";

type Seat = NewGame["seats"][number];
type Choose = PowerChoice["choose"];

const clocks = [null, { base: 300, increment: 3 }, { base: 600, increment: 5 }, { base: 1800, increment: 10 }] as const;

export function NewScreen({ way }: { way: Way }) {
  const [wish, setWish] = useState<NewGame>(() => firstWish(way, lastWish(), settings.value.name));
  const { value: deck } = useDeck();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => setWish(firstWish(way, lastWish(), settings.value.name)), [way]);
  const change = (part: Partial<NewGame>): void => {
    setWish({ ...wish, ...part });
    setProblem("");
  };
  const seats = wish.seats;
  const setSeat = (index: number, seat: Seat): void =>
    change({ seats: seats.map((old, i) => (i === index ? seat : old)) });
  const setPlayers = (count: number): void => {
    const extra: Seat = seats[1]?.kind === "computer" ? seats[1] : ({ kind: seats[1]?.kind ?? "here" } as Seat);
    const next = [...seats, extra, extra].slice(0, count);
    const powers =
      count > 2 && wish.powers?.choose === "none"
        ? { choose: "random" as const, ...anyPower, heroes: false }
        : wish.powers;
    change({ seats: next, powers: resize(powers, count), ...(count > 2 && { fleece: null }) });
  };
  const start = async (): Promise<void> => {
    setBusy(true);
    rememberWish(wish);
    const mine = seats.find((seat) => seat.kind === "here");
    if (mine?.kind === "here" && mine.name) settings.update({ name: mine.name });
    try {
      const created = keepCreated(await api.create(cleaned(wish)));
      go(`game/${created.game}`);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  const powers = wish.powers ?? { choose: "none" };
  const hintOf = (choose: Choose): string =>
    t(choose === "draft" && wish.rules === "aid" ? "new.choose-draft-aid-hint" : `new.choose-${choose}-hint`);
  return (
    <Shell>
      <form
        class="paper sheet new"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <h1>{t("new.title")}</h1>
        <section>
          <h2>{t("new.who")}</h2>
          <Choice
            legend={t("new.players")}
            name="players"
            value={String(seats.length)}
            onChange={(count) => setPlayers(Number(count))}
            options={["2", "3", "4"].map((value) => ({ value, label: value }))}
          />
          <div class="seats">
            {seats.map((seat, i) => (
              <SeatRow
                key={i}
                seat={seat}
                index={i}
                count={seats.length}
                levels={deck?.levels ?? topLevel}
                onChange={(next) => setSeat(i, next)}
              />
            ))}
          </div>
        </section>
        <section>
          <h2>{t("new.powers")}</h2>
          <Choice
            legend={t("new.powers")}
            hideLegend
            name="powers"
            value={wish.fleece ? "none" : powers.choose}
            onChange={(choose) => change({ powers: chosen(choose, powers, seats.length), fleece: null })}
            options={(["random", "draft", "free", "none"] as const)
              .filter((value) => value !== "none" || seats.length === 2)
              .map((value) => ({ value, label: t(`new.choose-${value}`), hint: hintOf(value) }))}
          />
          {!wish.fleece && <p class="quiet">{hintOf(powers.choose)}</p>}
          {!wish.fleece && powers.choose === "random" && (
            <Filters powers={powers} heroes={seats.length === 2} onChange={(next) => change({ powers: next })} />
          )}
          {!wish.fleece && powers.choose === "free" && deck && (
            <FreeChoice
              powers={powers}
              deck={deck}
              wish={wish}
              onChange={(next) => change({ powers: next })}
              onPair={(any_pair) => change({ any_pair })}
            />
          )}
        </section>
        <section>
          <h2>{t("new.variant")}</h2>
          {seats.length === 2 && (
            <>
              <Toggle
                label={t("new.fleece")}
                on={!!wish.fleece}
                onChange={(on) => change({ fleece: on ? { power: null } : null })}
              />
              <p class="quiet">{t("new.fleece-hint")}</p>
              {wish.fleece && deck && (
                <PowerButton
                  label={t("new.fleece-power")}
                  rules={wish.rules ?? "printed"}
                  value={wish.fleece.power ?? null}
                  onChange={(power) => change({ fleece: { power } })}
                  ids={deck.powers
                    .filter((power) => (wish.rules === "revised" ? power.fleece_revised : power.fleece))
                    .map((power) => power.id)}
                />
              )}
            </>
          )}
          <label class="labelled">
            {t("new.clock")}
            <select
              class="field"
              value={String(clocks.findIndex((clock) => clock?.base === wish.clock?.base))}
              onChange={(event) => change({ clock: clocks[Number(event.currentTarget.value)] ?? null })}
            >
              {clocks.map((clock, i) => (
                <option key={i} value={i}>
                  {clock
                    ? t("new.clock-some", { minutes: clock.base / 60, seconds: clock.increment })
                    : t("new.clock-none")}
                </option>
              ))}
            </select>
          </label>
          <details>
            <summary>{t("new.more")}</summary>
            <Choice
              legend={t("new.rules")}
              name="rules"
              value={wish.rules ?? "printed"}
              onChange={(rules) => change({ rules })}
              options={ruleSetValues.map((value) => ({
                value,
                label: word(`rules.${value}.name`),
                hint: word(`rules.${value}.text`),
              }))}
            />
            <p class="quiet">{word(`rules.${wish.rules ?? "printed"}.text`)}</p>
            <h3>{t("new.house")}</h3>
            {(deck?.settings ?? []).map((name) => (
              <Toggle
                key={name}
                label={said(`settings.${name}`)}
                on={wish.settings?.includes(name) ?? false}
                onChange={(on) =>
                  change({
                    settings: [...(wish.settings ?? []).filter((other) => other !== name), ...(on ? [name] : [])],
                  })
                }
              />
            ))}
          </details>
        </section>
        <footer class="sheet-foot">
          {problem && <Notice onClose={() => setProblem("")}>{problem}</Notice>}
          <p>{summary(wish)}</p>
          <Button type="submit" look="main" disabled={busy}>
            {seats.some((seat) => seat.kind === "friend") ? t("new.start-friend") : t("new.start")}
          </Button>
        </footer>
      </form>
    </Shell>
  );
}

function SeatRow({
  seat,
  index,
  count,
  levels,
  onChange,
}: {
  seat: Seat;
  index: number;
  count: number;
  levels: number;
  onChange: (seat: Seat) => void;
}) {
  const number = index + 1;
  const side = count === 4 ? index % 2 : index;
  return (
    <div class="seat-row">
      <span class="seat-name">
        <i class={`pip pip${side}`} aria-hidden="true" />
        {count === 4
          ? `${t("new.seat", { seat: number })} · ${t("new.team", { number: side + 1 })}`
          : t("new.seat", { seat: number })}
      </span>
      <select
        class="field"
        aria-label={t("new.kind", { seat: number })}
        value={seat.kind}
        onChange={(event) => onChange(seatOf(event.currentTarget.value as Seat["kind"]))}
      >
        {(hasServer ? (["here", "friend", "computer"] as const) : (["here", "computer"] as const)).map((kind) => (
          <option key={kind} value={kind}>
            {t(`new.kind-${kind}`)}
          </option>
        ))}
      </select>
      {seat.kind === "here" && (
        <input
          class="field grow"
          maxLength={40}
          aria-label={t("new.name-of", { seat: number })}
          placeholder={t("new.name-hint")}
          value={seat.name ?? ""}
          onInput={(event) =>
            onChange({ kind: "here", ...(event.currentTarget.value && { name: event.currentTarget.value }) })
          }
        />
      )}
      {seat.kind === "computer" && (
        <label class="level">
          <span class="unseen">{t("new.level-of", { seat: number })}</span>
          <input
            type="range"
            min={1}
            max={levels}
            value={seat.level}
            onInput={(event) => onChange({ kind: "computer", level: Number(event.currentTarget.value) })}
          />
          <output>
            {t("new.level-name", { number: seat.level ?? firstLevel, of: levels, name: levelName(seat.level) })}
          </output>
          <span class="quiet level-says">{levelText(seat.level)}</span>
        </label>
      )}
    </div>
  );
}
const seatOf = (kind: Seat["kind"]): Seat => (kind === "computer" ? { kind, level: lastLevel(lastWish()) } : { kind });

function Filters({
  powers,
  heroes,
  onChange,
}: {
  powers: Extract<PowerChoice, { choose: "random" }>;
  heroes: boolean;
  onChange: (powers: PowerChoice) => void;
}) {
  const flip = (name: "hidden" | "luck" | "heroes" | "simple_only") => (on: boolean) =>
    onChange({ ...powers, [name]: on });
  return (
    <div class="toggles">
      <Toggle
        label={t("new.filter-simple")}
        on={powers.simple_only ?? anyPower.simple_only}
        onChange={flip("simple_only")}
      />
      {!powers.simple_only && (
        <>
          <Toggle label={t("new.filter-hidden")} on={powers.hidden ?? anyPower.hidden} onChange={flip("hidden")} />
          <Toggle label={t("new.filter-luck")} on={powers.luck ?? anyPower.luck} onChange={flip("luck")} />
          {heroes && (
            <Toggle label={t("new.filter-heroes")} on={powers.heroes ?? anyPower.heroes} onChange={flip("heroes")} />
          )}
        </>
      )}
    </div>
  );
}

interface FreeProps {
  powers: Extract<PowerChoice, { choose: "free" }>;
  deck: Powers;
  wish: NewGame;
  onChange: (powers: PowerChoice) => void;
  onPair: (any: boolean) => void;
}
function FreeChoice({ powers, deck, wish, onChange, onPair }: FreeProps) {
  const rules = wish.rules ?? "printed";
  const count = wish.seats.length;
  const ids = deck.powers
    .filter(
      (power) =>
        power.rules.includes(rules) && (power.players.includes(count) || (power.id === "mortal" && count === 2)),
    )
    .map((power) => power.id);
  const bans = deck.powers
    .filter((power) => powers.powers.includes(power.id))
    .flatMap((power) =>
      Object.keys(power.bans[rules] ?? {})
        .filter((other) => powers.powers.includes(other) && power.id < other)
        .map((other) => [power.id, other] as const),
    );
  return (
    <>
      <div class="free">
        {powers.powers.map((power, i) => (
          <PowerButton
            key={i}
            rules={rules}
            label={t("new.power-of", { seat: i + 1 })}
            value={power}
            ids={ids.filter((id) => id === power || id === "mortal" || !powers.powers.includes(id))}
            onChange={(next) => onChange({ ...powers, powers: powers.powers.map((old, j) => (j === i ? next : old)) })}
          />
        ))}
      </div>
      {bans.map(([one, other]) => (
        <p key={one + other} class="chip bound">
          {t("new.banned", { one: powerName(one), other: powerName(other) })}
        </p>
      ))}
      {bans.length > 0 && <Toggle label={t("new.any-pair")} on={wish.any_pair ?? false} onChange={onPair} />}
    </>
  );
}

function chosen(choose: Choose, before: PowerChoice, count: number): PowerChoice {
  if (choose === "random") return { choose, ...anyPower, ...(before.choose === "random" ? before : {}) };
  if (choose === "free") return { choose, powers: Array.from({ length: count }, () => null) };
  return { choose };
}
function resize(powers: PowerChoice | undefined, count: number): PowerChoice {
  if (powers?.choose !== "free") return powers ?? { choose: "none" };
  return { ...powers, powers: Array.from({ length: count }, (_, i) => powers.powers[i] ?? null) };
}
/** In the Golden Fleece players have no powers of their own. */
function cleaned(wish: NewGame): NewGame {
  return wish.fleece ? { ...wish, powers: { choose: "none" } } : wish;
}
function summary(wish: NewGame): string {
  const names = wish.seats.map((seat, i) => {
    if (seat.kind === "computer") return t("player.computer", { name: levelName(seat.level) });
    if (seat.kind === "friend") return t("player.friend");
    return seat.name || (i === 0 ? t("player.you") : t("player.seat", { seat: i + 1 }));
  });
  const who =
    names.length === 4
      ? t("new.summary-versus", { one: together([names[0]!, names[2]!]), other: together([names[1]!, names[3]!]) })
      : names.length === 2
        ? t("new.summary-versus", { one: names[0]!, other: names[1]! })
        : together(names);
  const powers = wish.fleece ? t("new.summary-fleece") : t(`new.summary-${wish.powers?.choose ?? "none"}`);
  const rest = wish.clock
    ? t("new.clock-some", { minutes: wish.clock.base / 60, seconds: wish.clock.increment ?? 0 })
    : t("new.summary-no-clock");
  return t("new.summary", { who, powers, rest });
}

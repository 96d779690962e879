// A player's card: whose it is, what it does, its state, and what it forbids right now.
import { useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { useTiming } from "../model/deck.ts";
import { isMine, seatInfo } from "../model/session.ts";
import type { Card, Said, State } from "../net/schema.gen.ts";
import { isOnlyComputer, playerName } from "../words/players.ts";
import { sayFor } from "../words/spoken.ts";
import { hasOtherText, levelName, powerEpithet, powerName, powerNotes, powerText, t, word } from "../words/words.ts";
import { ClockFace } from "./clock.tsx";
import { Dialog } from "./parts.tsx";
import { RuleLink, sectionsOfPower } from "./rule.tsx";

/** The state of a card, in a few words each. */
export function cardStates(card: Card, hidden: boolean, mine = false): string[] {
  const states: string[] = [];
  // The power held now can differ from the card's own: lent, stolen or shared. A spent power is mentioned below.
  if (card.held !== card.power && !card.spent && !card.out)
    states.push(card.held === "mortal" ? t("card.robbed") : t("card.holds", { power: powerName(card.held) }));
  if (card.number) states.push(t(`card.${card.number.kind}`, { number: card.number.value }));
  if (card.aim) {
    const { kind, direction } = card.aim;
    if (direction) states.push(t(`card.${kind}`, { direction: word(`board.direction_${direction}`) }));
    else if (kind === "wind") states.push(t("card.no-wind"));
  }
  if (card.secret)
    states.push(
      card.secret.squares
        ? t(`card.${card.secret.kind}`, { squares: card.secret.squares.join(" ") })
        : t("card.secret"),
    );
  if (card.bound) states.push(t("card.bound", { square: card.bound.square }));
  if (hidden) states.push(t("card.hidden"));
  if (card.hides && mine) states.push(t("card.hides"));
  if (hasOtherText(textOf(card), card.rules))
    states.push(t("card.other-text", { rules: word(`rules.${card.rules}.name`) }));
  if (card.climbed) states.push(t("card.climbed"));
  if (card.spent) states.push(t("card.spent"));
  return states;
}

/** The power whose text applies now: the one that the card holds, or its own where it holds none. */
const textOf = (card: Card): string => (card.held === "mortal" ? card.power : card.held);

interface SeatCardProps {
  server: State;
  seat: number;
  restrictions: readonly Said[];
  skew: number;
  /** Without the text of the power. */
  small: boolean;
}

export function SeatCard({ server, seat, restrictions, skew, small }: SeatCardProps) {
  const [open, setOpen] = useState(false);
  const info = seatInfo(server, seat);
  const card = server.board.cards.find((other) => other.seat === seat);
  if (!info || !card) return null;
  const turn = server.status === "playing" && server.decider === seat;
  // A restriction in force already says that the owner of this card has climbed, where the wind blows, who is bound.
  const states = cardStates(
    {
      ...card,
      climbed: card.climbed && restrictions.length === 0,
      aim: card.aim?.kind === "wind" && restrictions.length > 0 ? null : card.aim,
      bound: restrictions.length > 0 ? null : card.bound,
    },
    server.board.hidden.includes(seat),
    server.status === "playing" && isMine(server, seat),
  );
  const name = card.dealt || card.power !== "mortal" ? powerName(card.power) : t("card.none");
  const hasPower = card.power !== "mortal";
  // Before the first turn players read their own card; a tall phone has room for its text.
  const reads = server.board.stage !== "play" && isMine(server, seat);
  // Where there are several computers each is named by its power, which is shown below anyway.
  const level = info.kind === "computer" && !info.name && (!small || !isOnlyComputer(server, seat));
  const who = !level
    ? playerName(server, seat)
    : small
      ? levelName(info.level)
      : t("player.computer", { name: levelName(info.level) });
  return (
    <section
      class={`card side${info.side - 1} ${turn ? "turn" : ""} ${small ? "small" : ""} ${info.out ? "out" : ""}`}
      aria-label={`${who}, ${name}`}
    >
      <button
        type="button"
        class="card-face"
        aria-label={t("card.details", { power: name })}
        onClick={() => setOpen(true)}
      >
        <span class="card-head">
          <span class="card-who">
            <i class={`pip pip${info.side - 1}`} aria-hidden="true" />
            <span class="card-name">{who}</span>
            {turn && <span class="now">{info.thinking ? t("player.thinking") : t("player.to-move")}</span>}
            {info.kind === "friend" && !isMine(server, seat) && info.taken && (
              <span class={info.present ? "presence on" : "presence"}>
                {info.present ? t("player.here") : t("player.away")}
              </span>
            )}
          </span>
          <span class="card-power">{name}</span>
          {hasPower && !small && <span class="card-epithet">{powerEpithet(card.power)}</span>}
          {hasPower && !small && <Tags power={card.power} />}
        </span>
        {hasPower && <Emblem power={card.power} />}
      </button>
      {info.left !== null && (
        <ClockFace left={info.left} runs={server.running === seat} since={server.now} skew={skew} />
      )}
      {hasPower && (!small || reads) && <p class="card-text">{powerText(textOf(card), card.rules)}</p>}
      {(states.length > 0 || restrictions.length > 0 || info.out) && (
        <p class="chips">
          {info.out && <span class="chip">{t("player.out")}</span>}
          {states.map((state) => (
            <span key={state} class="chip">
              {state}
            </span>
          ))}
          <Bound server={server} restrictions={restrictions} />
        </p>
      )}
      {open && (
        <Dialog title={name} onClose={() => setOpen(false)}>
          <FullCard power={card.power} held={textOf(card)} rules={card.rules} states={states} />
        </Dialog>
      )}
    </section>
  );
}

/** What a card forbids or demands of whoever decides now. */
const Bound = ({ server, restrictions }: Pick<SeatCardProps, "server" | "restrictions">) => (
  <>
    {restrictions.map((restriction) => (
      <span key={restriction.key} class="chip bound">
        {sayFor(server, restriction)}
      </span>
    ))}
  </>
);

/** The shared card of the Golden Fleece. Its restrictions apply to everybody and have no seat. */
export function SharedCard({ server, small }: { server: State; small: boolean }) {
  const [open, setOpen] = useState(false);
  const card = server.board.shared;
  if (!card) return null;
  const restrictions = server.restrictions.filter((restriction) => typeof restriction.args.seat !== "number");
  return (
    <section class={`card shared ${small ? "small" : ""}`} aria-label={powerName(card.power)}>
      <button
        type="button"
        class="card-face"
        aria-label={t("card.details", { power: powerName(card.power) })}
        onClick={() => setOpen(true)}
      >
        <span class="card-head">
          <span class="card-who">{t("card.shared")}</span>
          <span class="card-power">{powerName(card.power)}</span>
        </span>
        <Emblem power={card.power} />
      </button>
      {!small && <p class="card-text">{powerText(card.power, card.rules)}</p>}
      {restrictions.length > 0 && (
        <p class="chips">
          <Bound server={server} restrictions={restrictions} />
        </p>
      )}
      {open && (
        <Dialog title={powerName(card.power)} onClose={() => setOpen(false)}>
          <FullCard power={card.power} rules={card.rules} states={cardStates(card, false)} />
        </Dialog>
      )}
    </section>
  );
}

export const Tags = ({ power }: { power: string }) => (
  <span class="tags">
    {useTiming(power).map((when) => (
      <span key={when} class="tag">
        {word(`timing.${when}`)}
      </span>
    ))}
  </span>
);

interface FullCardProps {
  power: string;
  /** The power whose text applies now, where it is not the card's own. */
  held?: string;
  rules: string;
  states?: readonly string[];
}

/** A card in full, with its notes. */
export function FullCard({ power, held = power, rules, states = [] }: FullCardProps) {
  const notes = powerNotes(power, rules);
  const timing = useTiming(power);
  return (
    <div class="full-card">
      <div class="full-card-top">
        <Emblem power={power} size="l" />
        <div>
          <p class="card-epithet">{powerEpithet(power)}</p>
          <Tags power={power} />
        </div>
      </div>
      <p class="full-card-text">{powerText(power, rules)}</p>
      {states.length > 0 && (
        <p class="chips">
          {states.map((state) => (
            <span key={state} class="chip">
              {state}
            </span>
          ))}
        </p>
      )}
      {held !== power && (
        <p class="full-card-text">
          <b>{powerName(held)}:</b> {powerText(held, rules)}
        </p>
      )}
      {notes.length > 0 && (
        <details open>
          <summary>{t("card.notes")}</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      <p class="rule-links">
        {t("learn.rules")}:{" "}
        {sectionsOfPower(timing).map((section) => (
          <RuleLink key={section} section={section} named />
        ))}
      </p>
    </div>
  );
}

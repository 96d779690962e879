// The engine's panel: on or off, how many lines, what it has found; and the bar with everybody's chances.
import type { Found, Line } from "../core/engine.ts";
import { Emblem } from "../look/icons.tsx";
import type { Board, Outcome } from "../net/schema.gen.ts";
import { Toggle } from "../views/parts.tsx";
import { recordedName } from "../words/players.ts";
import { currentLanguage, percent, powerName, t } from "../words/words.ts";

const compact = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), { notation: "compact", maximumFractionDigits: 1 }).format(value);

export const sideOf = (board: Board, seat: number): number => (board.players === 4 ? (seat - 1) % 2 : seat - 1);

/** The chances by side, from side 0; null as long as nothing is known. */
export function chancesOf(found: Found | null, board: Board, outcome: Outcome | null): number[] | null {
  const sides = board.players === 3 ? 3 : 2;
  if (outcome) {
    const won = new Set(outcome.winners.map((seat) => sideOf(board, seat)));
    return Array.from({ length: sides }, (_, side) => (won.has(side) ? 1 : 0));
  }
  const best = found?.lines[0];
  if (!best || !board.decider) return null;
  if (best.chances.length) return [...best.chances];
  const own = sideOf(board, board.decider);
  return Array.from({ length: sides }, (_, side) => (side === own ? best.chance : 1 - best.chance));
}

export function ChanceBar({ found, board, outcome }: { found: Found | null; board: Board; outcome: Outcome | null }) {
  const chances = chancesOf(found, board, outcome);
  const sides = board.players === 3 ? 3 : 2;
  const text = chances
    ? chances.map((chance, side) => `${t("player.seat", { seat: side + 1 })}: ${percent(chance)}`).join(", ")
    : t("study.chance-unknown");
  return (
    <div class="chance-bar" role="img" aria-label={`${t("study.chance")}: ${text}`} title={text}>
      {Array.from({ length: sides }, (_, side) => (
        <i key={side} class={`side${side}`} style={{ flexGrow: chances ? chances[side] : 1 / sides }} />
      ))}
    </div>
  );
}

export function NamePlates({ board, headers }: { board: Board; headers: Readonly<Record<string, string>> }) {
  return (
    <ul class="study-players">
      {board.cards.map((card) => (
        <li key={card.seat} aria-current={board.decider === card.seat}>
          <i class={`pip pip${sideOf(board, card.seat)}`} aria-hidden="true" />
          <Emblem power={card.power} size="s" />
          <span>{recordedName(headers, card.seat)}</span>
          <b>{powerName(card.power)}</b>
        </li>
      ))}
    </ul>
  );
}

interface EngineProps {
  on: boolean;
  lines: number;
  threat: boolean;
  found: Found | null;
  failed: boolean;
  /** The line that is pointed at, in words. */
  told: readonly string[];
  /** The seat whose view the engine takes, where something is hidden; 0 where nothing is. */
  secret: number;
  onOn: (on: boolean) => void;
  onLines: (lines: number) => void;
  onThreat: (on: boolean) => void;
  onPoint: (line: number | null) => void;
  onPlay: (turn: string) => void;
}

export function EnginePanel(props: EngineProps) {
  const { found } = props;
  return (
    <section class="study-engine" aria-label={t("study.engine")}>
      <div class="study-switches">
        <Toggle label={t("study.engine")} on={props.on} onChange={props.onOn} />
        <Toggle label={t("study.threat")} on={props.threat} onChange={props.onThreat} />
        <label class="labelled">
          {t("study.lines")}
          <select
            class="field"
            value={props.lines}
            onChange={(event) => props.onLines(Number(event.currentTarget.value))}
          >
            {[1, 2, 3, 4, 5].map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      </div>
      {props.secret > 0 && <p class="quiet">{t("study.secret", { seat: props.secret })}</p>}
      {props.failed && (
        <p class="quiet" role="alert">
          {t("study.failed")}
        </p>
      )}
      {props.on && !props.failed && (
        <p class="quiet study-depth" data-depth={found?.depth ?? 0}>
          {found
            ? t("study.depth", { depth: found.depth, nodes: compact(found.nodes), rate: compact(found.rate) })
            : t("study.thinking")}
          {found && found.threads > 1 && ` · ${t("study.threads", { count: found.threads }).replace(" ", "\u00a0")}`}
        </p>
      )}
      {props.on && found && (
        <ol class="study-lines">
          {found.lines.map((line, i) => (
            <li key={i}>
              <button
                type="button"
                onPointerEnter={() => props.onPoint(i)}
                onPointerLeave={() => props.onPoint(null)}
                onFocus={() => props.onPoint(i)}
                onBlur={() => props.onPoint(null)}
                onClick={() => line.turns[0] && props.onPlay(line.turns[0])}
              >
                <b class={`rank${Math.min(i, 4)}`}>{worth(line)}</b>
                <span>{line.turns.slice(0, 6).join(", ")}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {props.told.length > 0 && (
        <div class="study-told quiet" role="status">
          {props.told.map((turn, i) => (
            <p key={i}>{turn}</p>
          ))}
        </div>
      )}
    </section>
  );
}

function worth(line: Line): string {
  if (line.winsIn === null) return percent(line.chance);
  return line.winsIn > 0 ? t("study.wins-in", { turns: line.winsIn }) : t("study.loses-in", { turns: -line.winsIn });
}
